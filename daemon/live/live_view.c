/* A player's view as a line of JSON: keys of docs/protocol.md, and some of its own. */
#include "daemon/live/live.h"
#include "daemon/json/view_game.h"

static json_t *
seconds(uint64_t t_us)
{
	return json_real((double)t_us / 1e6);
}

static json_t *
text_or_null(const char *text)
{
	return *text ? json_string(text) : json_null();
}

/* An error in a header may belong to a line before the last one. */
static json_t *
error(const struct trace_error *err)
{
	return err->line ? json_pack("{s:I, s:s}", "line", (json_int_t)err->line, "text", err->why)
			 : json_null();
}

static json_t *
announcements(const struct live *l)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < l->n_said; i++)
		json_array_append_new(a, view_announcement(l->replay.state.game, l->said[i].move,
							   &l->said[i].said));
	return a;
}

static json_t *
lamps(struct live *l)
{
	const struct game *g = l->replay.state.game;
	json_t *o = json_object();
	struct lamps_frame frame;

	live_lamps(l, &frame);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		char name[4];

		if (!frame.means[sq])
			continue;
		rules_square_print(g, sq, name);
		json_object_set_new(o, name,
				    json_pack("{s:o}", "meaning", view_meanings(frame.means[sq])));
	}
	return o;
}

static void
add_game(json_t *o, struct live *l)
{
	const struct session_state *s = &l->replay.state;
	uint64_t deadline_us = session_deadline(&l->replay.session);
	char message[WORDS_LINE];

	json_object_set_new(o, "deadline",
			    deadline_us == SESSION_NO_DEADLINE ? json_null()
							       : seconds(deadline_us));
	view_add_session(o, s, SEAT_TABLE);
	json_object_set_new(o, "prompt", view_prompt(s));
	json_object_set_new(o, "claims", view_claims(s));
	json_object_set_new(o, "said", announcements(l));
	json_object_set_new(o, "lamps", lamps(l));
	view_message(s, message);
	json_object_set_new(o, "message", json_string(message));
}

json_t *
live_view(struct live *l, bool ended)
{
	json_t *o = json_pack("{s:s, s:o, s:o, s:o}", "kind", "live", "line",
			      ended ? json_null() : json_integer(l->line), "error", error(&l->err),
			      "refused", text_or_null(l->refused));

	if (!o)
		return NULL;
	json_object_set_new(o, "time", seconds(l->replay.now_us));
	json_object_set_new(o, "phase", view_phase(&l->replay.state));
	if (l->replay.state.phase != SESSION_NO_GAME)
		add_game(o, l);
	return o;
}

/*
 * A saved game at one of its moves. A public record is shown with its graves, masks and
 * hands; any other as public knowledge.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/record/record.h"
#include "daemon/record/secret.h"
#include "daemon/view/view_impl.h"

static json_t *
names(const struct record *r)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < rules_seats(r->game); s++)
		json_object_set_new(o, rules_seat_name(r->game, s), json_string(r->name[s]));
	return o;
}

static json_t *
result(const struct record *r)
{
	char text[RECORD_REASON_MAX + 24], printed[RECORD_RESULT_TEXT];

	if (r->result.end == RECORD_UNFINISHED)
		return json_null();
	(void)snprintf(text, sizeof(text), "%s%s%s", record_result_print(&r->result, printed),
		       *r->result.reason ? ": " : "", r->result.reason);
	if (r->result.end == RECORD_SCORED)
		(void)snprintf(text, sizeof(text), "Score %u: %s", r->result.score,
			       r->result.reason);
	return json_pack("{s:s, s:s, s:s, s:o}", "result", record_result_print(&r->result, printed),
			 "reason", r->result.reason, "text", text, "score",
			 r->result.end == RECORD_SCORED ? json_integer(r->result.score)
							: json_null());
}

/* Prints the action's text, or its public form. */
static void
action_text(const struct game *g, const struct position *before, struct action a, bool open,
	    char out[RULES_ACTION_TEXT])
{
	if (open)
		rules_action_print(g, before, a, out);
	else
		secret_action_print(g, before, a, out);
}

json_t *
view_kept_move(const struct game *g, const struct position *p, struct action a, bool open)
{
	char text[RULES_ACTION_TEXT], san[RULES_SAN_TEXT] = "";
	struct move_note note;

	action_text(g, p, a, open, text);
	if (rules_has_san(g))
		rules_san_print(g, p, a, san);
	rules_note(g, p, a, &note);
	return view_move(g, text, san, &note, rules_effect(g, p, a));
}

/* Adds the moves around the shown move. */
static void
add_moves(json_t *o, const struct record *r, uint32_t move, bool open)
{
	uint32_t from = move > VIEW_MOVES / 2 ? move - VIEW_MOVES / 2 : 0;
	uint32_t end = from + VIEW_MOVES < r->n ? from + VIEW_MOVES : r->n;
	struct position p = r->start;
	json_t *a = json_array();

	from = end > VIEW_MOVES ? end - VIEW_MOVES : 0;
	for (uint32_t i = 0; i < end; i++) {
		if (i >= from)
			json_array_append_new(
				a, view_kept_move(r->game, &p, r->action[i].action, open));
		rules_apply(r->game, &p, r->action[i].action);
	}
	json_object_set_new(o, "moves", a);
	json_object_set_new(o, "moves_from", json_integer(from));
}

static json_t *
announcements(const struct record *r, const struct position *before, uint32_t move)
{
	struct announcements said;
	json_t *a = json_array();

	if (move == 0)
		return a;
	rules_announce(r->game, before, r->action[move - 1].action, &said);
	for (unsigned i = 0; i < said.n; i++) {
		char text[RULES_ANNOUNCEMENT_TEXT];

		rules_announcement_print(r->game, said.said[i], text);
		json_array_append_new(a, json_string(text));
	}
	return a;
}

static json_t *
last(const struct record *r, const struct record_walk *w, uint32_t move, bool open)
{
	char text[RULES_ACTION_TEXT];

	if (move == 0)
		return json_null();
	action_text(r->game, &w->before, r->action[move - 1].action, open, text);
	return json_pack("{s:s, s:o}", "action", text, "squares",
			 view_squares(r->game, w->changed));
}

json_t *
view_shown(const struct record *r, uint32_t move, const struct record_walk *at)
{
	bool open = record_is_public(r);
	char text[RULES_POSITION_TEXT];
	json_t *o;

	if (open)
		rules_print(r->game, &at->at, text);
	else
		rules_view_print(r->game, &at->at, SEAT_TABLE, text);
	o = json_pack("{s:I, s:s, s:s, s:i, s:i, s:o, s:b, s:I, s:I, s:s, s:o, s:o, s:o, s:o, s:s}",
		      "game_id", (json_int_t)r->number, "game", rules_name(r->game), "title",
		      rules_title(r->game), "files", (int)rules_files(r->game), "ranks",
		      (int)rules_ranks(r->game), "names", names(r), "over",
		      r->result.end != RECORD_UNFINISHED, "n",
		      (json_int_t)r->n, "move", (json_int_t)move, "position", text, "keys",
		      view_keys(text), "last", last(r, at, move, open), "said",
		      announcements(r, &at->before, move), "result", result(r), "date", r->date);
	json_object_set_new(o, "lights",
			    view_old_lights(r->game, &at->at,
					    move > 0 ? at->changed : (struct sqset){ { 0, 0 } }));
	add_moves(o, r, move, open);
	return o;
}

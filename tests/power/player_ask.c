#include <stdio.h>
#include <string.h>

#include "tests/power/player.h"

/*
 * A question is reported as KIND/N/SEATS-THAT-AGREED, with the number of actions at the
 * time. ASKED: it was seen, and whether the daemon reported it kept. MAY: it may be open
 * from now on, sent before the request that may cause it. "-": no question.
 */

/* The daemon has the contact's edge within this time. */
enum { BUTTON_MS = 5000 };

static const json_t *
prompt_of(const json_t *state)
{
	return json_object_get(state, "prompt");
}

static bool
comes_back(const json_t *prompt)
{
	return json_is_boolean(json_object_get(prompt, "kept"));
}

static bool
holds(const json_t *seats, const char *name)
{
	for (size_t i = 0; i < json_array_size(seats); i++)
		if (strcmp(json_string_value(json_array_get(seats, i)), name) == 0)
			return true;
	return false;
}

/* Formats it; `too`: a seat that will agree as well, or "". */
static void
word_of(const json_t *prompt, const char *too, char out[PLAYER_ASKED])
{
	const json_t *needs = json_object_get(prompt, "needs");
	const json_t *agreed = json_object_get(prompt, "agreed");
	size_t i, len;

	strcpy(out, "-");
	if (!comes_back(prompt))
		return;
	len = (size_t)snprintf(out, PLAYER_ASKED, "%s/%lld/", rig_text(prompt, "kind"),
			       (long long)json_integer_value(json_object_get(prompt, "n")));
	for (i = 0; i < json_array_size(needs); i++) {
		const char *name = json_string_value(json_array_get(needs, i));

		if (holds(agreed, name) || strcmp(name, too) == 0)
			len += (size_t)snprintf(out + len, PLAYER_ASKED - len, "%s", name);
	}
}

void
player_asked(struct player *p, const char *word)
{
	const json_t *prompt = prompt_of(rig_state(&p->client));
	bool kept = json_is_true(json_object_get(prompt, "kept"));
	char now[PLAYER_ASKED];

	word_of(prompt, "", now);
	if (strcmp(word, "ASKED") == 0 && strcmp(now, p->asked) == 0 && kept == p->asked_kept)
		return;
	strcpy(p->asked, now);
	p->asked_kept = kept;
	player_tell("%s %lld %s %d", word, (long long)p->n, now, kept);
}

/* The actual state is reported again. */
static void
may(struct player *p, json_int_t n, const char *asked)
{
	p->asked_kept = false;
	player_tell("MAY %lld %s", (long long)n, asked);
}

void
player_asked_ends(struct player *p)
{
	if (*p->asked != '-')
		may(p, p->n, "-");
}

void
player_asked_before_act(struct player *p)
{
	/* A draw offer stays open; a takeback of an action that is no longer the last does not. */
	if (strncmp(p->asked, "draw", 4) != 0)
		player_asked_ends(p);
}

/* ---- a draw ---- */

static bool
await(struct player *p, const char *kind)
{
	uint64_t end = rig_now_us() + BUTTON_MS * 1000u;

	while (strcmp(rig_text(prompt_of(rig_state(&p->client)), "kind"), kind) != 0) {
		if (rig_now_us() > end)
			return false;
		(void)rig_pump(&p->client, 50);
	}
	return true;
}

void
player_offer_draw(struct player *p)
{
	json_t *state = rig_state(&p->client);
	bool held;

	if (*p->asked != '-' || p->n == 0 || strcmp(rig_text(state, "phase"), "playing") != 0 ||
	    strcmp(rig_text(state, "game"), "cooperative") == 0)
		return;
	rig_board(&p->rig, "press ok");
	held = await(p, "menu");
	rig_board(&p->rig, "release ok");
	if (!held)
		return;
	may(p, p->n, "draw/0/");
	rig_board(&p->rig, "press clock");
	if (!await(p, "draw"))
		rig_ask(&p->client, "{\"kind\":\"press\",\"button\":\"back\"}");
	rig_board(&p->rig, "release clock");
}

/* ---- takebacks ---- */

/* Up to this many actions may have been taken back: reports the actual number. */
static void
undone(struct player *p)
{
	json_int_t n = json_integer_value(json_object_get(rig_state(&p->client), "n_actions"));

	if (n == p->n)
		return;
	p->n = n;
	/* A game recorded to its last action shows that the disk has the takeback. */
	if (p->acked >= n)
		p->acked = n > 0 ? n - 1 : 0;
	player_tell("UNDONE %lld", (long long)n);
}

void
player_undo(struct player *p)
{
	if (p->n < 2 || *p->asked != '-' ||
	    json_is_true(json_object_get(rig_state(&p->client), "closed")))
		return;
	player_tell("UNDO %lld", (long long)(p->n - 1));
	may(p, p->n, "takeback/1/");
	rig_ask(&p->client, "{\"kind\":\"undo\",\"n\":1}");
	undone(p);
}

/* ---- answers ---- */

/* One more seat agrees; the last agreement takes the action back. */
static void
agree(struct player *p, const json_t *prompt, char seat[8])
{
	const json_t *needs = json_object_get(prompt, "needs");
	const json_t *agreed = json_object_get(prompt, "agreed");
	json_int_t left = p->n - json_integer_value(json_object_get(prompt, "n"));
	char asked[PLAYER_ASKED];

	snprintf(seat, 8, "%s",
		 json_string_value(
			 json_array_get(needs, (size_t)player_below(p, json_array_size(needs)))));
	word_of(prompt, seat, asked);
	may(p, p->n, asked);
	if (holds(agreed, seat) || json_array_size(agreed) + 1 < json_array_size(needs))
		return;
	player_tell("UNDO %lld", (long long)left);
	may(p, left, "-");
}

/*
 * A draw ends the game or changes nothing; for a takeback one seat answers. After a no, the
 * start array on the board asks for a new game, which is refused.
 */
void
player_answer(struct player *p)
{
	const json_t *prompt = prompt_of(rig_state(&p->client));
	json_int_t id = json_integer_value(json_object_get(prompt, "id"));
	bool draw = strcmp(rig_text(prompt, "kind"), "draw") == 0;
	bool takeback = strcmp(rig_text(prompt, "kind"), "takeback") == 0, done;
	bool yes = draw ? player_below(p, 3) == 0 : takeback && player_below(p, 3) > 0;
	char seat[8] = "", with[32] = "";

	if (!comes_back(prompt))
		return;
	if (takeback && !yes)
		may(p, p->n, "new-game/0/");
	if (yes && takeback) {
		agree(p, prompt, seat);
		snprintf(with, sizeof(with), ",\"seat\":\"%s\"", seat);
	} else {
		may(p, p->n, "-");
	}
	done = strcmp(rig_text(rig_ask(&p->client,
				       "{\"kind\":\"answer\",\"prompt\":%lld,\"yes\":%s%s}",
				       (long long)id, yes ? "true" : "false", with),
			       "kind"),
		      "ok") == 0;
	if (draw && yes && done)
		player_tell("RESIGNED");
	undone(p);
}

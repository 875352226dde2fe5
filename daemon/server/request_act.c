/* Play by clients: actions, dice, choices, prices; and reasons for refusals. */
#include <stdio.h>
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/record/secret.h"
#include "daemon/words/words.h"

/* ---- refusals ---- */

/* Refuses with a reason. The screen's players have not typed the action's name. */
static int
refuse_named(struct request *r, const char *action, const char *why)
{
	if (table_is_screen(r->t, r->client))
		return request_refuse(r, "%s", why);
	return request_refuse(r, "%s: %s", action, why);
}

/* Refuses an action of a seat that is not to act. */
static int
refuse_turn(struct request *r, const char *action, unsigned seat)
{
	const struct session_state *st = &r->t->state;
	const char *who = words_seat(st->game, seat);

	if (st->to_act < RULES_SEATS_MAX)
		(void)table_refuse(r->t, tr("it is not the turn of {1}, but of {2}"), who,
				   words_seat(st->game, st->to_act));
	else
		(void)table_refuse(r->t, tr("it is not the turn of {1}: the dice are to be rolled"),
				   who);
	return refuse_named(r, action, r->t->why);
}

/* Refuses as "e1g1: The king may not pass an attacked square. (attacked-way: f1)". */
static int
refuse_act(struct request *r, const char *action, unsigned seat, bool own)
{
	const struct session_state *st = &r->t->state;
	char squares[64] = "", text[WORDS_LINE];
	struct refusal why = { .rule = NULL };
	size_t at = 0;

	if (st->phase == SESSION_PLAYING && seat != SEAT_NONE && seat != st->to_act)
		return refuse_turn(r, action, seat);
	/*
	 * The session's sentences are public. Reasons that depend on a secret go only to its
	 * seat.
	 */
	if (st->phase == SESSION_PLAYING)
		rules_refuse_text(st->game, st->settled, own ? seat : SEAT_TABLE, action, &why);
	if (!why.rule || strcmp(why.rule, "no-such-action") == 0)
		return refuse_named(r, action, r->t->why);
	words_refusal(&why, text);
	if (table_is_screen(r->t, r->client))
		return refuse_named(r, action, text);
	while (!sqset_empty(why.squares) && at + 4 < sizeof(squares)) {
		char name[4];

		rules_square_print(st->game, sqset_pop(&why.squares), name);
		at += (size_t)snprintf(squares + at, sizeof(squares) - at, " %s", name);
	}
	return request_refuse(r, "%s: %s (%s%s%s)", action, text, why.rule, at ? ":" : "", squares);
}

/* ---- actions ---- */

/* Sorts real dice, reported in any order, as the rules expect: smallest first. */
static void
order_dice(char action[RULES_ACTION_TEXT])
{
	char *die = action + strlen("roll:");

	if (strncmp(action, "roll:", strlen("roll:")) == 0 && strlen(die) == 3 && die[1] == ',' &&
	    die[0] > die[2]) {
		char first = die[0];

		die[0] = die[2];
		die[2] = first;
	}
}

/* Plays an action. own: the client has that seat's token, see request_viewer. */
static int
act(struct request *r, const char *action, unsigned seat, bool own)
{
	struct event e = { .kind = EVENT_ACT, .seat = (uint8_t)seat };

	if (strlen(action) >= sizeof(e.text))
		return request_refuse(r, "\"%.40s\" is no action", action);
	if (table_is_secret(r->t, action) && !own)
		return request_refuse(r,
				      "%s: this is a seat's secret: on its private page, or "
				      "with its seat and token (halo apply --seat w --token T)",
				      action);
	if (table_burial_ready(r->t, action) < 0)
		return request_refuse(r, "%s: %s", action, r->t->why);
	memcpy(e.text, action, strlen(action) + 1);
	order_dice(e.text);
	if (secret_is_random(action) && !table_draw_secret(r->t, action, e.text))
		return request_refuse(r, "%s: there is nothing to choose now", action);
	return table_event(r->t, e) < 0 ? refuse_act(r, action, seat, own) : REQUEST_DONE;
}

/* Reports whether the action is the computer's choice that waits for hands. */
static bool
is_plan(const struct session_state *st, const char *action)
{
	struct action a;

	return st->has_plan && rules_action_parse(st->game, st->settled, action, &a) == 0 &&
	       rules_action_equal(a, st->plan);
}

/* Reports whether the action is the piece of a person's promotion that is still open. */
static bool
is_promotion(const struct request *r, const char *action)
{
	const struct session_state *st = &r->t->state;
	const struct prompt *p = &st->prompt;
	char text[RULES_ACTION_TEXT];

	if (p->kind != PROMPT_PROMOTION || table_seat_is_computer(r->t, p->seat))
		return false;
	for (unsigned i = 0; i < p->n_options; i++) {
		rules_action_print(st->game, st->option_from, p->option[i], text);
		if (strcmp(text, action) == 0)
			return true;
	}
	return false;
}

/*
 * Refuses an action of a computer's seat, legal or not in the same words: its secrets decide what is
 * legal. Its choice that waits for hands is public: its pieces may be on squares that no sensor sees.
 */
static int
refuse_computers(struct request *r, const char *action, unsigned seat)
{
	const struct session_state *st = &r->t->state;

	if (is_plan(st, action) || is_promotion(r, action))
		return 0;
	return request_refuse_computer(r, seat == SEAT_NONE ? st->to_act : seat);
}

int
request_act(struct request *r)
{
	const char *action, *seat = NULL, *token = NULL;
	unsigned viewer = SEAT_TABLE;
	uint8_t s = SEAT_NONE;

	if (request_take(r, "{s:s, s?:s, s?:s!}", "action", &action, "seat", &seat, "token",
			 &token) < 0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0 ||
	    request_viewer(r, s, token, &viewer) < 0 || refuse_computers(r, action, s) < 0)
		return REQUEST_REFUSED;
	/* Without a seat, a secret action belongs to the seat of the client's page. */
	if (s == SEAT_NONE && viewer != SEAT_TABLE && table_is_secret(r->t, action))
		s = (uint8_t)viewer;
	return act(r, action, s, s != SEAT_NONE && viewer == s);
}

int
request_roll(struct request *r)
{
	if (request_take(r, "{!}") < 0 || request_need_game(r) < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_roll(r->t));
}

int
request_check_prompt(struct request *r, json_int_t id)
{
	const struct prompt *p = &r->t->state.prompt;

	if (r->t->menu.id && id == (json_int_t)r->t->menu.id)
		return 0;
	if (p->kind == PROMPT_NONE)
		return request_refuse(r, "%s", tr("no question is open"));
	if (id != (json_int_t)p->id)
		return request_refuse(r, "prompt %lld is not open, %u is", (long long)id, p->id);
	return 0;
}

int
request_choose(struct request *r)
{
	const struct session_state *st = &r->t->state;
	const char *action, *seat = NULL;
	char text[RULES_ACTION_TEXT];
	json_int_t id = 0;
	uint8_t s = SEAT_NONE;

	if (request_take(r, "{s:I, s:s, s?:s!}", "prompt", &id, "action", &action, "seat", &seat) <
		    0 ||
	    request_check_prompt(r, id) < 0 || request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	for (unsigned i = 0; i < st->prompt.n_options; i++) {
		rules_action_print(st->game, st->settled, st->prompt.option[i], text);
		if (strcmp(text, action) != 0)
			continue;
		if (!is_plan(st, action) && request_refuse_computer(r, st->prompt.seat) < 0)
			return REQUEST_REFUSED;
		return act(r, action, s, false);
	}
	return request_refuse(r, "\"%.24s\" is not among the options of prompt %lld", action,
			      (long long)id);
}

/* ---- a tapped price ---- */

/* Reports whether an action with that prefix puts a piece on the board. */
static bool
can_place(const struct session_state *st, const char *what)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(st->game, &st->known, list);
	char text[RULES_ACTION_TEXT];

	for (size_t i = 0; i < n; i++) {
		if (list[i].kind != ACT_BUY)
			continue;
		rules_action_print(st->game, &st->known, list[i], text);
		if (strncmp(text, what, strlen(what)) == 0 && strchr(text, '@'))
			return true;
	}
	return false;
}

int
request_select(struct request *r)
{
	struct event e = { .kind = EVENT_SELECT, .seat = SEAT_NONE };
	const char *what = "";

	if (request_take(r, "{s?:s!}", "what", &what) < 0 || request_need_game(r) < 0)
		return REQUEST_REFUSED;
	if (strlen(what) >= sizeof(e.text) || (*what && !can_place(&r->t->state, what)))
		return request_refuse(r, "what: nothing called \"%.24s\" can be put on the board",
				      what);
	memcpy(e.text, what, strlen(what) + 1);
	return request_event(r, e);
}

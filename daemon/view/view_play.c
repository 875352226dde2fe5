/*
 * What is played, asked, wanted and said. Everything but a seat's own view is
 * made of what the table knows: of *settled and *shown nothing is looked at
 * here but through rules_public and rules_view_print.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/record/secret.h"
#include "daemon/view/view_impl.h"
#include "daemon/words/say.h"
#include "daemon/words/words.h"
#include "daemon/words/words_clock.h"

/* ---- squares, seats, actions ---- */

json_t *
view_square(const struct game *g, unsigned sq)
{
	char name[4];

	if (sq == RULES_NO_SQ)
		return json_null();
	rules_square_print(g, sq, name);
	return json_string(name);
}

json_t *
view_squares(const struct game *g, struct sqset set)
{
	json_t *a = json_array();

	while (!sqset_empty(set))
		view_append(a, view_square(g, sqset_pop(&set)));
	return a;
}

json_t *
view_seat(const struct game *g, unsigned seat)
{
	if (seat == SEAT_NONE)
		return json_null();
	if (seat == SEAT_CHANCE)
		return json_string("chance");
	return json_string(rules_seat_name(g, seat));
}

json_t *
view_seats(const struct game *g, unsigned bits)
{
	json_t *a = json_array();

	for (unsigned s = 0; s < rules_seats(g); s++)
		if (bits >> s & 1)
			view_append(a, view_seat(g, s));
	return a;
}

static json_t *
told_action(const struct game *g, const struct position *p, struct action a)
{
	char told[RULES_ACTION_TEXT];

	secret_action_print(g, p, a, told);
	return json_string(told);
}

static json_t *
piece_letter(const struct game *g, uint8_t piece)
{
	char text[4];

	if (piece_kind(piece) == PIECE_NONE)
		return json_null();
	rules_piece_print(g, piece, text);
	return json_string(text);
}

/* ---- positions ---- */

/*
 * A shown action is played with all graves empty, so that nothing comes to light
 * by it; the graveyard that everybody sees is still there.
 */
static void
keep_graves(const struct session_state *s, unsigned seat, char shown[RULES_POSITION_TEXT])
{
	static const char key[] = " buried=";
	char before[RULES_POSITION_TEXT], rest[RULES_POSITION_TEXT], *at = strstr(shown, key);
	const char *was;

	if (!at)
		return;
	rules_view_print(s->game, s->shown_from, seat, before);
	was = strstr(before, key) + strlen(key);
	at += strlen(key);
	memcpy(rest, at + strcspn(at, " "), strlen(at + strcspn(at, " ")) + 1);
	(void)snprintf(at, RULES_POSITION_TEXT - (size_t)(at - shown), "%.*s%s",
		       (int)strcspn(was, " "), was, rest);
}

static void
shown_text(const struct session_state *s, unsigned seat, char out[RULES_POSITION_TEXT])
{
	rules_view_print(s->game, s->shown, seat, out);
	if (s->has_provisional)
		keep_graves(s, seat, out);
}

/* By side: the squares that may still hide a piece it buried. */
static json_t *
hiding(const struct table *t)
{
	return json_pack("{s:o, s:o}", "w", view_squares(t->state.game, t->book.hiding[0]), "b",
			 view_squares(t->state.game, t->book.hiding[1]));
}

static void
add_positions(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;
	char text[RULES_POSITION_TEXT];
	json_t *keys;

	shown_text(s, seat, text);
	view_set(o, "position", json_string(text));
	keys = view_keys(text);
	if (t->book.hides)
		view_set(keys, "hiding", hiding(t));
	view_set(o, "keys", keys);
	rules_view_print(s->game, s->settled, seat, text);
	view_set(o, "settled", json_string(text));
}

/* ---- actions so far ---- */

static struct sqset
last_squares(const struct session_state *s)
{
	struct sqset set = { { 0, 0 } };
	struct position known;
	struct footprint f;

	if (!s->has_provisional)
		return s->last_squares;
	rules_public(s->game, s->shown_from, &known);
	rules_footprint(s->game, &known, s->provisional, &f);
	for (unsigned i = 0; i < f.n; i++)
		sqset_add(&set, f.change[i].sq);
	return set;
}

static json_t *
last_action(const struct session_state *s)
{
	const struct position *before = s->has_provisional ? s->shown_from : s->before_last;
	struct action a = s->has_provisional ? s->provisional : s->last;

	if (!s->has_provisional && !s->has_last)
		return json_null();
	return json_pack("{s:o, s:o}", "action", told_action(s->game, before, a), "squares",
			 view_squares(s->game, last_squares(s)));
}

static json_t *
one_move(const char *action, const char *san)
{
	char told[RULES_ACTION_TEXT];

	secret_action_text(action, told);
	return json_pack("{s:s, s:s?}", "action", told, "san", *san ? san : NULL);
}

static json_t *
moves(const struct table *t, uint32_t *from)
{
	const struct session_state *s = &t->state;
	char action[RULES_ACTION_TEXT], san[RULES_SAN_TEXT] = "";
	json_t *a = json_array(), *m;

	*from = t->book.n > VIEW_MOVES ? t->book.n - VIEW_MOVES : 0;
	for (uint32_t i = *from; i < t->book.n; i++)
		view_append(a, one_move(t->book.move[i].action, t->book.move[i].san));
	if (!s->has_provisional)
		return a;
	rules_action_print(s->game, s->shown_from, s->provisional, action);
	if (rules_has_san(s->game))
		rules_san_print(s->game, s->shown_from, s->provisional, san);
	m = one_move(action, san);
	view_set(m, "provisional", json_true());
	view_append(a, m);
	return a;
}

/* ---- what was said ---- */

static json_t *
one_said(const struct game *g, const struct table_said *ts)
{
	static const char *const kind[] = {
		[ANNOUNCE_CAPTURE] = "capture",       [ANNOUNCE_NO_CAPTURE] = "no-capture",
		[ANNOUNCE_RISEN] = "risen",           [ANNOUNCE_NO_ZOMBIE] = "no-zombie",
		[ANNOUNCE_NO_ZOMBIES] = "no-zombies", [ANNOUNCE_CANNOT_BURY] = "cannot-bury",
		[ANNOUNCE_SCORE] = "score",           [ANNOUNCE_ONE_ANSWER] = "one-answer",
	};
	const struct announcement *a = &ts->said;
	char text[RULES_ANNOUNCEMENT_TEXT];
	bool place = a->kind != ANNOUNCE_NO_ZOMBIES && a->kind != ANNOUNCE_CANNOT_BURY &&
		     a->kind != ANNOUNCE_SCORE && a->kind != ANNOUNCE_ONE_ANSWER;

	rules_announcement_print(g, *a, text);
	return json_pack("{s:I, s:s, s:o, s:o, s:o, s:s}", "move", (json_int_t)ts->move, "kind",
			 kind[a->kind], "square", view_square(g, place ? a->sq : RULES_NO_SQ),
			 "piece", piece_letter(g, a->piece), "number",
			 a->kind == ANNOUNCE_SCORE ? json_integer(a->number) : json_null(), "text",
			 text);
}

static json_t *
said(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < t->book.n_said; i++)
		view_append(a, one_said(t->state.game, &t->book.said[i]));
	return a;
}

/* ---- what may be played ---- */

/*
 * What may be played as far as `seat` knows: a seat's own turn by what it has
 * itself hidden, everything else by what the table knows.
 */
static void
known_to(const struct session_state *s, unsigned seat, struct position *out)
{
	if (seat == s->to_act)
		*out = *s->settled;
	else
		rules_public(s->game, s->settled, out);
}

static json_t *
legal_actions(const struct session_state *s, unsigned seat)
{
	struct action list[RULES_ACTIONS_MAX];
	json_t *a = json_array();
	struct position known;
	size_t n;

	if (s->over)
		return a;
	known_to(s, seat, &known);
	n = rules_actions(s->game, &known, list);
	for (size_t i = 0; i < n; i++) {
		char text[RULES_ACTION_TEXT];

		rules_action_print(s->game, &known, list[i], text);
		view_append(a, json_string(text));
	}
	return a;
}

static json_t *
awaits(const struct session_state *s)
{
	static const char *const name[] = { "move",    "roll",   "buy",  "transfer", "bury",
					    "promote", "assign", "card", "end" };
	json_t *a = json_array();

	for (unsigned i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		if (s->awaits >> i & 1)
			view_append(a, json_string(name[i]));
	return a;
}

/* What can be paid now, as `select` and `buy:` name it: "extra1", "N". */
static json_t *
can_buy(const struct session_state *s)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = s->over ? 0 : rules_actions(s->game, &s->known, list);
	char last[RULES_ACTION_TEXT] = "";
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++) {
		char text[RULES_ACTION_TEXT], *item = text + strlen("buy:");
		bool there = false;
		json_t *v;
		size_t k;

		if (list[i].kind != ACT_BUY)
			continue;
		rules_action_print(s->game, &s->known, list[i], text);
		item[strcspn(item, "@")] = '\0';
		if (strcmp(item, last) == 0)
			continue;
		memcpy(last, item, strlen(item) + 1);
		json_array_foreach(a, k, v) there |= strcmp(json_string_value(v), item) == 0;
		if (!there)
			view_append(a, json_string(item));
	}
	return a;
}

/* ---- the end ---- */

static json_t *
winners(const struct session_state *s, const char *token)
{
	bool white = strcmp(token, "1-0") == 0, black = strcmp(token, "0-1") == 0;

	/* Seats of one colour are two apart. */
	return view_seats(s->game, white ? 0x5 : black ? 0xa : 0);
}

static json_t *
result(const struct session_state *s)
{
	bool scored = s->end == SESSION_END_RULES && s->outcome.result == RESULT_SCORE;
	struct words_result r;

	if (!s->over)
		return json_null();
	words_result(s, &r);
	return json_pack("{s:s, s:s, s:s, s:o, s:o}", "result", r.token, "reason", r.reason, "text",
			 r.text, "winners", winners(s, r.token), "score",
			 scored ? json_integer(s->outcome.score) : json_null());
}

static json_t *
claims(const struct table *t)
{
	const struct session_state *s = &t->state;
	json_t *a = json_array();

	if (s->claims & CLAIM_THREEFOLD)
		view_append(a, json_string("threefold"));
	if (s->claims & CLAIM_FIFTY)
		view_append(a, json_string("fifty"));
	if (table_clock_claimant(t) != SEAT_NONE)
		view_append(a, json_string("time"));
	return a;
}

/* ---- questions ---- */

static json_t *
prompt_options(const struct session_state *s)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < s->prompt.n_options; i++) {
		struct action option = s->prompt.option[i];
		char text[WORDS_MOVE];

		words_action(s->game, s->settled, option, text);
		view_append(a, json_pack("{s:o, s:s}", "action",
					 told_action(s->game, s->settled, option), "text", text));
	}
	return a;
}

void
view_menu_text(const struct table *t, char out[WORDS_LINE])
{
	const struct game *g = t->state.game;

	if (t->menu_kind == TABLE_MENU_TIME)
		words_clock_claim(g, t->menu_seat, t->clock.now.first_flag, out);
	else
		words_menu(g, t->menu_kind, t->menu_seat, table_clock_claimant(t) != SEAT_NONE,
			   out);
}

/* Is it on the disk; null of a question that a restart ends. */
static json_t *
kept(const struct table *t, unsigned which)
{
	bool on_disk;

	return table_offer_kept(t, which, &on_disk) ? json_boolean(on_disk) : json_null();
}

static json_t *
menu(const struct table *t)
{
	const struct game *g = t->state.game;
	bool late = t->menu_kind == TABLE_MENU_TIME;
	char text[WORDS_LINE];

	view_menu_text(t, text);
	return json_pack("{s:I, s:s, s:o, s:s, s:[], s:i, s:[], s:[], s:n, s:n, s:o}", "id",
			 (json_int_t)t->menu, "kind",
			 late ? "time" : words_prompt_kind(t->menu_kind), "seat",
			 view_seat(g, t->menu_seat), "text", text, "options", "n", 0, "needs",
			 "agreed", "game", "position", "kept", kept(t, TABLE_OFFER_MENU));
}

static json_t *
prompt(const struct table *t)
{
	const struct session_state *s = &t->state;
	const struct prompt *p = &s->prompt;
	char text[WORDS_LINE];
	bool fresh = p->kind == PROMPT_NEW_GAME;

	if (t->menu)
		return menu(t);
	if (p->kind == PROMPT_NONE)
		return json_null();
	words_prompt(s, text);
	return json_pack("{s:I, s:s, s:o, s:s, s:o, s:i, s:o, s:o, s:s?, s:s?, s:o}", "id",
			 (json_int_t)p->id, "kind", words_prompt_kind(p->kind), "seat",
			 view_seat(s->game, p->seat), "text", text, "options", prompt_options(s),
			 "n", (int)p->n, "needs", view_seats(s->game, p->needs), "agreed",
			 view_seats(s->game, p->agreed), "game",
			 fresh && p->game ? rules_name(p->game) : NULL, "position",
			 fresh ? p->position : NULL, "kept", kept(t, TABLE_OFFER_SESSION));
}

/* ---- what the board lacks, and why not ---- */

static json_t *
guidance(const struct session_state *s)
{
	const struct guidance *gu = &s->guidance;
	char text[WORDS_LINE];

	if (!gu->on)
		return json_null();
	words_guidance(s, text);
	return json_pack(
		"{s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:s}", "due", gu->due, "missing",
		view_squares(s->game, gu->missing), "extra", view_squares(s->game, gu->extra),
		"wrong", view_squares(s->game, gu->wrong), "lift",
		view_square(s->game, gu->lift_sq), "put", view_square(s->game, gu->put_sq), "piece",
		piece_letter(s->game, gu->put_piece), "steps", (int)gu->steps, "text", text);
}

/*
 * The reason that everybody may know; where there is none, and the seat to act
 * knows one, that seat reads it on its page and the others that there is one.
 */
static bool
refused(const struct session_state *s, unsigned seat, struct refusal *why)
{
	bool returns = guidance_leads(&s->guidance) && s->refused_from != RULES_NO_SQ &&
		       sqset_has(s->guidance.missing, s->refused_from);

	*why = s->refusal;
	if (why->rule || !returns || s->to_act >= RULES_SEATS_MAX)
		return why->rule != NULL;
	rules_refuse(s->game, s->settled, SEAT_TABLE, s->refused_from, s->refused_to, why);
	if (why->rule)
		return true;
	/* Nothing that everybody sees forbids it: something that the mover knows does. */
	rules_refuse(s->game, s->settled, s->to_act, s->refused_from, s->refused_to, why);
	if (why->rule && seat != s->to_act)
		*why = (struct refusal){ .rule = "secret", .text = say_text(SAY_SECRET_PAGE) };
	return why->rule != NULL;
}

static json_t *
refusal(const struct session_state *s, unsigned seat)
{
	struct refusal why;

	if (!refused(s, seat, &why))
		return json_null();
	return json_pack("{s:o, s:o, s:s, s:s, s:o}", "from", view_square(s->game, s->refused_from),
			 "to", view_square(s->game, s->refused_to), "rule", why.rule, "text",
			 why.text, "squares", view_squares(s->game, why.squares));
}

/* ---- all of it ---- */

static void
add_actions(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;
	uint32_t from;

	view_set(o, "provisional",
		 s->has_provisional ? told_action(s->game, s->shown_from, s->provisional)
				    : json_null());
	view_set(o, "last", last_action(s));
	view_set(o, "moves", moves(t, &from));
	view_set(o, "moves_from", json_integer(from));
	view_set(o, "said", said(t));
	view_set(o, "actions", legal_actions(s, seat));
	view_set(o, "awaits", awaits(s));
	view_set(o, "can_buy", can_buy(s));
}

static void
add_hands(json_t *o, const struct session_state *s)
{
	view_set(o, "present", view_squares(s->game, s->present));
	view_set(o, "lifted", view_squares(s->game, s->lifted));
	view_set(o, "attempt", view_squares(s->game, s->attempt));
	view_set(o, "transfer", view_squares(s->game, s->transfer));
	view_set(o, "buy", view_squares(s->game, s->buy));
	view_set(o, "check", view_squares(s->game, rules_checked(s->game, &s->known)));
}

void
view_add_play(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;

	add_positions(o, t, seat);
	view_set(o, "secret", view_secret(t, seat));
	add_actions(o, t, seat);
	add_hands(o, s);
	view_set(o, "result", result(s));
	view_set(o, "prompt", prompt(t));
	view_set(o, "guidance", guidance(s));
	view_set(o, "refusal", refusal(s, seat));
	view_set(o, "claims", claims(t));
	view_set(o, "clock", view_clock(t));
}

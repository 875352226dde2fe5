/*
 * Builds the game's part of the state. Everything except a seat's own view uses public
 * knowledge: *settled and *shown are read only through rules_public and rules_view_print.
 */
#include "daemon/json/view_game.h"

#include <stdio.h>
#include <string.h>

#include "daemon/lamps/marks.h"
#include "daemon/record/secret.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

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
		json_array_append_new(a, view_square(g, sqset_pop(&set)));
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
			json_array_append_new(a, view_seat(g, s));
	return a;
}

static json_t *
action_json(const struct game *g, const struct position *p, struct action a)
{
	char text[RULES_ACTION_TEXT];

	secret_action_print(g, p, a, text);
	return json_string(text);
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

/* ---- turn ---- */

json_t *
view_phase(const struct session_state *s)
{
	static const char *const phase[] = {
		[SESSION_NO_GAME] = "none",
		[SESSION_PLAYING] = "playing",
		[SESSION_OVER] = "over",
		[SESSION_CLOSED] = "over",
	};

	return json_string(phase[s->phase]);
}

static void
add_turn(json_t *o, const struct session_state *s)
{
	unsigned turn = s->over ? SEAT_NONE : rules_turn_seat(s->game, s->settled);

	json_object_set_new(o, "game", json_string(rules_name(s->game)));
	json_object_set_new(o, "files", json_integer(rules_files(s->game)));
	json_object_set_new(o, "ranks", json_integer(rules_ranks(s->game)));
	json_object_set_new(o, "to_act", view_seat(s->game, s->to_act));
	json_object_set_new(o, "turn_seat", view_seat(s->game, turn));
	json_object_set_new(o, "turn", json_integer(rules_turn(s->game, s->settled)));
	json_object_set_new(o, "n_actions", json_integer(s->n_actions));
}

void
view_message(const struct session_state *s, char text[WORDS_LINE])
{
	struct session_state known = *s;
	struct position settled;

	if (known.phase != SESSION_NO_GAME) {
		rules_public(known.game, known.settled, &settled);
		known.settled = &settled;
		known.shown = &s->known;
	}
	words_message(&known, text);
}

/* ---- positions ---- */

/*
 * Restores the known graves of a shown position: the shown action was played with empty graves,
 * so that it reveals nothing.
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

static void
add_positions(json_t *o, const struct session_state *s, unsigned seat)
{
	char text[RULES_POSITION_TEXT];

	shown_text(s, seat, text);
	json_object_set_new(o, "position", json_string(text));
	json_object_set_new(o, "keys", view_keys(text));
	rules_view_print(s->game, s->settled, seat, text);
	json_object_set_new(o, "settled", json_string(text));
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
	return json_pack("{s:o, s:o}", "action", action_json(s->game, before, a), "squares",
			 view_squares(s->game, last_squares(s)));
}

static const char *const announcement_names[] = {
	[ANNOUNCE_CAPTURE] = "capture",       [ANNOUNCE_NO_CAPTURE] = "no-capture",
	[ANNOUNCE_RISEN] = "risen",           [ANNOUNCE_NO_ZOMBIE] = "no-zombie",
	[ANNOUNCE_NO_ZOMBIES] = "no-zombies", [ANNOUNCE_CANNOT_BURY] = "cannot-bury",
	[ANNOUNCE_SCORE] = "score",           [ANNOUNCE_ONE_ANSWER] = "one-answer",
	[ANNOUNCE_CROOKED] = "crooked",       [ANNOUNCE_GENERAL] = "general",
	[ANNOUNCE_CARDS_OVER] = "cards-over",
};

json_t *
view_move(const struct game *g, const char *action, const char *san, const struct move_note *note,
	  uint8_t effect)
{
	return json_pack("{s:s, s:s?, s:s?, s:o, s:I, s:i, s:s?}", "action", action, "san",
			 *san ? san : NULL, "note", *note->text ? note->text : NULL, "seat",
			 view_seat(g, note->seat), "turn", (json_int_t)note->turn, "earned",
			 (int)note->earned, "effect", announcement_names[effect]);
}

/* ---- announcements ---- */

json_t *
view_announcement(const struct game *g, uint32_t move, const struct announcement *a)
{
	char text[RULES_ANNOUNCEMENT_TEXT];
	bool place = a->kind != ANNOUNCE_NO_ZOMBIES && a->kind != ANNOUNCE_CANNOT_BURY &&
		     a->kind != ANNOUNCE_SCORE && a->kind != ANNOUNCE_ONE_ANSWER &&
		     a->kind != ANNOUNCE_CARDS_OVER;

	rules_announcement_print(g, *a, text);
	return json_pack(
		"{s:I, s:s, s:o, s:o, s:o, s:s}", "move", (json_int_t)move, "kind",
		announcement_names[a->kind], "square", view_square(g, place ? a->sq : RULES_NO_SQ),
		"piece", piece_letter(g, a->piece), "number",
		a->kind == ANNOUNCE_SCORE ? json_integer(a->number) : json_null(), "text", text);
}

/* ---- legal actions ---- */

/*
 * Computes the position that `seat` knows: during its turn with its secrets, else only public
 * knowledge.
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
		json_array_append_new(a, json_string(text));
	}
	return a;
}

/* Returns the purchases possible now, as `select` and `buy:` name them: "extra1", "N". */
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
			json_array_append_new(a, json_string(item));
	}
	return a;
}

/* ---- result ---- */

static json_t *
winners(const struct session_state *s, const char *token)
{
	bool white = strcmp(token, "1-0") == 0, black = strcmp(token, "0-1") == 0;

	/* The two seats of one colour have indexes that differ by two. */
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

json_t *
view_claims(const struct session_state *s)
{
	json_t *a = json_array();

	if (s->claims & CLAIM_THREEFOLD)
		json_array_append_new(a, json_string("threefold"));
	if (s->claims & CLAIM_FIFTY)
		json_array_append_new(a, json_string("fifty"));
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

		words_action(s->game, s->option_from, option, text);
		json_array_append_new(a, json_pack("{s:o, s:s}", "action",
						   action_json(s->game, s->option_from, option),
						   "text", text));
	}
	return a;
}

json_t *
view_prompt(const struct session_state *s)
{
	const struct prompt *p = &s->prompt;
	char text[WORDS_LINE];
	bool fresh = p->kind == PROMPT_NEW_GAME, kinds = p->kind == PROMPT_PROMOTION;

	if (p->kind == PROMPT_NONE)
		return json_null();
	words_prompt(s, text);
	return json_pack("{s:I, s:s, s:o, s:s, s:o, s:o, s:i, s:o, s:o, s:s?, s:s?}", "id",
			 (json_int_t)p->id, "kind", words_prompt_kind(p->kind), "seat",
			 view_seat(s->game, p->seat), "text", text, "options", prompt_options(s),
			 "chosen", kinds ? json_integer(p->chosen) : json_null(), "n", (int)p->n,
			 "needs", view_seats(s->game, p->needs), "agreed",
			 view_seats(s->game, p->agreed), "game",
			 fresh && p->game ? rules_name(p->game) : NULL, "position",
			 fresh ? p->position : NULL);
}

/* ---- guidance and refusals ---- */

/* Returns the squares of pieces that the rules remove once the shown action is final. */
static struct sqset
removed_by_shown(const struct session_state *s, const struct position *before)
{
	struct sqset set = { { 0, 0 } };
	struct footprint f;

	rules_footprint(s->game, before, s->provisional, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].cause == CAUSE_REMOVED)
			sqset_add(&set, f.change[i].sq);
	return sqset_and(set, s->present);
}

/* Names the pieces that an action or the rules have yet to take away, where they stand. */
static json_t *
standing(const struct session_state *s)
{
	const struct guidance *gu = &s->guidance;
	bool due = gu->kind == GUIDANCE_DUE;
	struct sqset left = due || gu->onward ? gu->extra : (struct sqset){ { 0, 0 } };
	struct position before;
	json_t *o = json_object();

	if (s->has_provisional)
		rules_public(s->game, s->shown_from, &before);
	if (s->has_provisional && gu->kind == GUIDANCE_NONE)
		left = removed_by_shown(s, &before);
	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);
		uint8_t piece = due ? s->removed[sq] : rules_at(s->game, &before, sq);
		char name[4];

		rules_square_print(s->game, sq, name);
		if (piece != 0)
			json_object_set_new(o, name, piece_letter(s->game, piece));
	}
	return o;
}

static json_t *
guidance(const struct session_state *s)
{
	const struct guidance *gu = &s->guidance;
	unsigned files = rules_files(s->game), ranks = rules_ranks(s->game);
	unsigned rank = guidance_rank(gu, files, ranks);
	char text[WORDS_LINE];

	if (gu->kind == GUIDANCE_NONE)
		return json_null();
	words_guidance(s, text);
	return json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:s, s:b, s:b, s:o}",
			 "due",
			 gu->kind == GUIDANCE_DUE, "missing", view_squares(s->game, gu->missing),
			 "extra", view_squares(s->game, gu->extra), "wrong",
			 view_squares(s->game, gu->wrong), "lift",
			 view_square(s->game, gu->lift_sq), "put", view_square(s->game, gu->put_sq),
			 "piece", piece_letter(s->game, gu->put_piece), "steps", (int)gu->steps,
			 "text", text, "onward", gu->onward, "idle", words_is_idle(s), "rank",
			 s->sets_up && rank < ranks ? json_integer(rank + 1) : json_null());
}

/*
 * Finds the public reason of a refusal. If only the seat to act may know the reason, its page gets
 * the reason, and the others learn that there is one.
 */
static bool
refused(const struct session_state *s, unsigned seat, struct refusal *why)
{
	bool returns = guidance_leads_back(&s->guidance) && s->refused_from != RULES_NO_SQ &&
		       sqset_has(s->guidance.missing, s->refused_from);

	*why = s->refusal;
	if (why->rule || !returns || s->to_act >= RULES_SEATS_MAX)
		return why->rule != NULL;
	rules_refuse(s->game, s->settled, SEAT_TABLE, s->refused_from, s->refused_to, why);
	if (why->rule)
		return true;
	/* The action breaks no public rule, but one that depends on the mover's secrets. */
	rules_refuse(s->game, s->settled, s->to_act, s->refused_from, s->refused_to, why);
	if (why->rule && seat != s->to_act)
		*why = (struct refusal){ .rule = "secret",
					 .text = tr("The mover's private page shows the reason.") };
	return why->rule != NULL;
}

static json_t *
refusal(const struct session_state *s, unsigned seat)
{
	struct refusal why;
	char text[2 * WORDS_LINE], way[WORDS_LINE];

	if (!refused(s, seat, &why))
		return json_null();
	words_refusal(&why, text);
	words_put_back(s, way);
	if (*way)
		(void)snprintf(text + strlen(text), sizeof(text) - strlen(text), " %s", way);
	return json_pack("{s:o, s:o, s:s, s:s, s:o}", "from", view_square(s->game, s->refused_from),
			 "to", view_square(s->game, s->refused_to), "rule", why.rule, "text", text,
			 "squares", view_squares(s->game, why.squares));
}

/* ---- lamps ---- */

json_t *
view_meanings(uint32_t means)
{
	json_t *a = json_array();

	for (unsigned m = 0; m < MEANINGS; m++)
		if (means >> m & 1)
			json_array_append_new(a, json_string(lamps_meaning_name(m)));
	return a;
}

json_t *
view_lights(const struct game *g, const struct lamps_frame *f)
{
	json_t *o = json_object();

	for (unsigned m = 0; m < MEANINGS; m++) {
		struct sqset set = { { 0, 0 } };

		for (unsigned sq = 0; sq < rules_squares(g); sq++)
			if (f->means[sq] >> m & 1)
				sqset_add(&set, sq);
		if (!sqset_empty(set))
			json_object_set_new(o, lamps_meaning_name(m), view_squares(g, set));
	}
	return o;
}

json_t *
view_old_lights(const struct game *g, const struct position *known, struct sqset last)
{
	struct lamps_frame f = { 0 };
	struct marks m;

	marks_find(g, known, true, &m);
	while (!sqset_empty(m.area))
		f.means[sqset_pop(&m.area)] |= 1u << MEANING_AREA;
	while (!sqset_empty(last))
		f.means[sqset_pop(&last)] |= 1u << MEANING_LAST;
	return view_lights(g, &f);
}

/* ---- all ---- */

static void
add_hands(json_t *o, const struct session_state *s)
{
	json_object_set_new(o, "present", view_squares(s->game, s->present));
	json_object_set_new(o, "lifted", view_squares(s->game, s->lifted));
	json_object_set_new(o, "attempt", view_squares(s->game, s->attempt));
	json_object_set_new(o, "transfer", view_squares(s->game, s->transfer));
	json_object_set_new(o, "takers", view_squares(s->game, s->takers));
	json_object_set_new(o, "buy", view_squares(s->game, s->buy));
	json_object_set_new(o, "check", view_squares(s->game, rules_checked(s->game, &s->known)));
}

static void
add_actions(json_t *o, const struct session_state *s, unsigned seat)
{
	json_object_set_new(o, "provisional",
			    s->has_provisional ? action_json(s->game, s->shown_from, s->provisional)
					       : json_null());
	if (s->has_plan)
		json_object_set_new(o, "plan", action_json(s->game, s->settled, s->plan));
	json_object_set_new(o, "last", last_action(s));
	json_object_set_new(o, "actions", legal_actions(s, seat));
	json_object_set_new(o, "can_buy", can_buy(s));
	add_hands(o, s);
}

static void
add_answers(json_t *o, const struct session_state *s, unsigned seat)
{
	json_object_set_new(o, "result", result(s));
	json_object_set_new(o, "guidance", guidance(s));
	json_object_set_new(o, "standing", standing(s));
	json_object_set_new(o, "refusal", refusal(s, seat));
}

void
view_add_open(json_t *o, const struct session_state *s)
{
	char text[RULES_POSITION_TEXT];

	rules_print(s->game, s->settled, text);
	json_object_set_new(o, "position", json_string(text));
	json_object_set_new(o, "keys", view_keys(text));
	json_object_set_new(o, "settled", json_string(text));
}

void
view_add_session(json_t *o, const struct session_state *s, unsigned seat)
{
	add_turn(o, s);
	add_positions(o, s, seat);
	add_actions(o, s, seat);
	add_answers(o, s, seat);
}

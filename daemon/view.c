#include "daemon/view.h"

#include <stdio.h>
#include <string.h>

#include "daemon/words.h"

static json_t *
square(const struct game *g, unsigned sq)
{
	char name[4];

	if (sq == RULES_NO_SQ)
		return json_null();
	rules_square_print(g, sq, name);
	return json_string(name);
}

static json_t *
squares(const struct game *g, struct sqset set)
{
	json_t *a = json_array();

	while (!sqset_empty(set))
		json_array_append_new(a, square(g, sqset_pop(&set)));
	return a;
}

static json_t *
action_text(const struct game *g, const struct position *p, struct action a)
{
	char text[RULES_ACTION_TEXT];

	rules_action_print(g, p, a, text);
	return json_string(text);
}

/* Where a burial lies and what a mask is, nobody reads in a list of moves. */
static bool
is_secret(struct action a)
{
	return a.kind == ACT_BURY || a.kind == ACT_ASSIGN;
}

/* "bury:?" for a secret action; others as they are printed. */
static void
told_text(const char *action, char out[RULES_ACTION_TEXT])
{
	size_t head = strncmp(action, "bury:", 5) == 0     ? 5
		      : strncmp(action, "assign:", 7) == 0 ? 7
							   : 0;

	if (head)
		(void)snprintf(out, RULES_ACTION_TEXT, "%.*s?", (int)head, action);
	else
		(void)snprintf(out, RULES_ACTION_TEXT, "%s", action);
}

static json_t *
told_action(const struct game *g, const struct position *p, struct action a)
{
	char text[RULES_ACTION_TEXT], told[RULES_ACTION_TEXT];

	rules_action_print(g, p, a, text);
	told_text(text, told);
	return json_string(told);
}

static json_t *
seat_name(const struct game *g, unsigned seat)
{
	if (seat == SEAT_NONE)
		return json_null();
	if (seat == SEAT_CHANCE)
		return json_string("chance");
	return json_string(rules_seat_name(g, seat));
}

static json_t *
seen_position(const struct game *g, const struct position *p, unsigned seat)
{
	char text[RULES_POSITION_TEXT];

	rules_view_print(g, p, seat, text);
	return json_string(text);
}

static json_t *
last_action(const struct session_state *s)
{
	const struct position *before = s->has_provisional ? s->settled : s->before_last;
	struct action a = s->has_provisional ? s->provisional : s->last;
	struct sqset set = { { 0, 0 } };
	struct footprint f;

	if (!s->has_provisional && !s->has_last)
		return json_null();
	rules_footprint(s->game, before, a, &f);
	for (unsigned i = 0; i < f.n && !is_secret(a); i++)
		sqset_add(&set, f.change[i].sq);
	return json_pack("{s:o, s:o}", "action", told_action(s->game, before, a), "squares",
			 squares(s->game, set));
}

static json_t *
one_move(const char *action, const char *san)
{
	char told[RULES_ACTION_TEXT];

	told_text(action, told);
	return json_pack("{s:s, s:s?}", "action", told, "san", *san ? san : NULL);
}

static json_t *
moves(const struct table *t, uint32_t *from)
{
	const struct session_state *s = &t->state;
	char action[RULES_ACTION_TEXT], san[RULES_SAN_TEXT] = "";
	json_t *a = json_array(), *m;

	*from = t->n_moves > VIEW_MOVES ? t->n_moves - VIEW_MOVES : 0;
	for (uint32_t i = *from; i < t->n_moves; i++)
		json_array_append_new(a, one_move(t->move[i].action, t->move[i].san));
	if (!s->has_provisional)
		return a;
	rules_action_print(s->game, s->settled, s->provisional, action);
	if (rules_has_san(s->game))
		rules_san_print(s->game, s->settled, s->provisional, san);
	m = one_move(action, san);
	json_object_set_new(m, "provisional", json_true());
	json_array_append_new(a, m);
	return a;
}

/*
 * What may be played as far as `seat` knows: a seat's own turn by what it has
 * itself hidden, everything else by what the table knows.
 */
static json_t *
legal_actions(const struct session_state *s, unsigned seat)
{
	struct action list[RULES_ACTIONS_MAX];
	json_t *a = json_array();
	struct position known;
	size_t n;

	if (s->over)
		return a;
	if (seat == s->to_act)
		known = *s->settled;
	else
		rules_public(s->game, s->settled, &known);
	n = rules_actions(s->game, &known, list);
	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, action_text(s->game, &known, list[i]));
	return a;
}

static json_t *
result(const struct session_state *s)
{
	struct words_result r;

	if (!s->over)
		return json_null();
	words_result(s, &r);
	return json_pack("{s:s, s:s, s:s}", "result", r.token, "reason", r.reason, "text", r.text);
}

static json_t *
prompt_options(const struct session_state *s)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < s->prompt.n_options; i++) {
		char text[WORDS_MOVE];

		words_action(s->game, s->settled, s->prompt.option[i], text);
		json_array_append_new(
			a, json_pack("{s:o, s:s}", "action",
				     action_text(s->game, s->settled, s->prompt.option[i]), "text",
				     text));
	}
	return a;
}

static json_t *
menu(const struct table *t)
{
	const struct game *g = t->state.game;
	char text[WORDS_LINE];

	words_menu(g, t->menu_kind, t->menu_seat, text);
	return json_pack("{s:I, s:s, s:o, s:s, s:[], s:i, s:[], s:[], s:n, s:n}", "id",
			 (json_int_t)t->menu, "kind", words_prompt_kind(t->menu_kind), "seat",
			 seat_name(g, t->menu_seat), "text", text, "options", "n", 0, "needs",
			 "agreed", "game", "position");
}

/* The seats of a mask of bits. */
static json_t *
seats_of(const struct game *g, unsigned bits)
{
	json_t *a = json_array();

	for (unsigned s = 0; s < rules_seats(g); s++)
		if (bits >> s & 1)
			json_array_append_new(a, seat_name(g, s));
	return a;
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
	return json_pack("{s:I, s:s, s:o, s:s, s:o, s:i, s:o, s:o, s:s?, s:s?}", "id",
			 (json_int_t)p->id, "kind", words_prompt_kind(p->kind), "seat",
			 seat_name(s->game, p->seat), "text", text, "options", prompt_options(s),
			 "n", (int)p->n, "needs", seats_of(s->game, p->needs), "agreed",
			 seats_of(s->game, p->agreed), "game",
			 fresh && p->game ? rules_name(p->game) : NULL, "position",
			 fresh ? p->position : NULL);
}

static json_t *
guidance(const struct session_state *s)
{
	const struct guidance *gu = &s->guidance;
	char text[WORDS_LINE], piece[4] = "";

	if (!gu->on)
		return json_null();
	words_guidance(s, text);
	if (piece_kind(gu->put_piece) != PIECE_NONE)
		rules_piece_print(s->game, gu->put_piece, piece);
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s?, s:i, s:s}", "missing",
			 squares(s->game, gu->missing), "extra", squares(s->game, gu->extra),
			 "wrong", squares(s->game, gu->wrong), "lift", square(s->game, gu->lift_sq),
			 "put", square(s->game, gu->put_sq), "piece", *piece ? piece : NULL,
			 "steps", (int)gu->steps, "text", text);
}

static json_t *
refusal(const struct session_state *s)
{
	if (!s->refusal.rule)
		return json_null();
	return json_pack("{s:o, s:o, s:s, s:s, s:o}", "from", square(s->game, s->refused_from),
			 "to", square(s->game, s->refused_to), "rule", s->refusal.rule, "text",
			 s->refusal.text, "squares", squares(s->game, s->refusal.squares));
}

static json_t *
claims(const struct session_state *s)
{
	json_t *a = json_array();

	if (s->claims & CLAIM_THREEFOLD)
		json_array_append_new(a, json_string("threefold"));
	if (s->claims & CLAIM_FIFTY)
		json_array_append_new(a, json_string("fifty"));
	return a;
}

static json_t *
hints(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		json_object_set_new(o, rules_seat_name(t->state.game, s),
				    json_string(table_hints_name[t->lamps_config.hints[s] % 3]));
	return o;
}

static json_t *
troubles(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < TROUBLES_MAX; i++) {
		const struct trouble *tr = &t->troubles.place[i];

		if (tr->on)
			json_array_append_new(a, json_pack("{s:s, s:s, s:f}", "who",
							   log_who_name((enum log_who)tr->who),
							   "what", tr->what, "since",
							   (double)tr->since_us / 1e6));
	}
	return a;
}

static bool
has_clock_button(const struct board *b)
{
	for (unsigned i = 0; i < b->n_buttons; i++)
		if (strcmp(b->button[i].name, "clock") == 0)
			return true;
	return false;
}

static void
set(json_t *o, const char *key, json_t *value)
{
	/* Out of memory shows as a missing key; clients take that for null. */
	(void)json_object_set_new(o, key, value);
}

/* The sentence on top of everything, by what the table knows. */
static void
message(const struct table *t, char text[WORDS_LINE])
{
	struct session_state known = t->state;
	struct position settled, shown;

	if (known.phase != SESSION_NO_GAME) {
		rules_public(known.game, known.settled, &settled);
		rules_public(known.game, known.shown, &shown);
		known.settled = &settled;
		known.shown = &shown;
	}
	words_message(&known, text);
}

/* Hashes before, seeds when nothing hangs on them any more. */
static json_t *
chance(const struct table *t)
{
	bool over = t->state.phase == SESSION_OVER;
	char hashes[CHANCE_TEXT];

	chance_hashes(t->game.seeds, hashes);
	return json_pack("{s:s?, s:s?, s:s?, s:I}", "next", *t->next_hash ? t->next_hash : NULL,
			 "hash", *hashes ? hashes : NULL, "seed",
			 over && *t->game.seeds ? t->game.seeds : NULL, "rolls",
			 (json_int_t)table_rolls(t));
}

/* What is known without a game: the board, and what does not work. */
static void
add_table(json_t *o, const struct table *t)
{
	char text[WORDS_LINE];

	if (t->menu)
		words_menu(t->state.game, t->menu_kind, t->menu_seat, text);
	else
		message(t, text);
	set(o, "chance", chance(t));
	set(o, "clock_button", json_boolean(has_clock_button(t->board)));
	set(o, "troubles", troubles(t));
	set(o, "message", json_string(t->begun ? text : words_starting()));
}

static void
add_game(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;
	const struct store_status *st = t->store ? store_status(t->store) : NULL;

	set(o, "game", json_string(rules_name(s->game)));
	set(o, "title", json_string(rules_title(s->game)));
	set(o, "game_id", st && st->number ? json_integer(st->number) : json_null());
	set(o, "white", json_string(t->game.name[0]));
	set(o, "black", json_string(t->game.name[1]));
	set(o, "files", json_integer(rules_files(s->game)));
	set(o, "ranks", json_integer(rules_ranks(s->game)));
	set(o, "position", seen_position(s->game, s->shown, seat));
	set(o, "settled", seen_position(s->game, s->settled, seat));
	set(o, "to_act", seat_name(s->game, s->to_act));
	set(o, "turn", json_integer(rules_turn(s->game, s->settled)));
	set(o, "n_actions", json_integer(s->n_actions));
	set(o, "recorded", json_integer(st ? st->recorded : 0));
}

static void
add_play(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;
	struct position shown;
	uint32_t from;

	rules_public(s->game, s->shown, &shown);
	set(o, "provisional",
	    s->has_provisional ? told_action(s->game, s->settled, s->provisional) : json_null());
	set(o, "last", last_action(s));
	set(o, "moves", moves(t, &from));
	set(o, "moves_from", json_integer(from));
	set(o, "present", squares(s->game, s->present));
	set(o, "lifted", squares(s->game, s->lifted));
	set(o, "check", squares(s->game, rules_checked(s->game, &shown)));
	set(o, "actions", legal_actions(s, seat));
	set(o, "result", result(s));
	set(o, "prompt", prompt(t));
	set(o, "guidance", guidance(s));
	set(o, "refusal", refusal(s));
	set(o, "claims", claims(s));
	set(o, "hints", hints(t));
}

json_t *
view_state(const struct table *t, unsigned seat)
{
	static const char *const phase[] = {
		[SESSION_NO_GAME] = "none", [SESSION_PLAYING] = "playing", [SESSION_OVER] = "over"
	};
	json_t *o = json_pack("{s:s, s:s}", "kind", "state", "phase", phase[t->state.phase]);

	if (t->state.phase != SESSION_NO_GAME) {
		add_game(o, t, seat);
		add_play(o, t, seat);
	}
	add_table(o, t);
	return o;
}

json_t *
view_hello(const struct table *t)
{
	static const char *const senses[] = { "occupancy", "polarity", "level" };
	const struct board *b = t->board;

	return json_pack("{s:s, s:i, s:s, s:{s:s, s:s, s:i, s:i, s:s}}", "kind", "hello", "version",
			 1, "program", "halod " HALO_VERSION, "board", "name", b->name, "title",
			 b->title, "files", (int)b->files, "ranks", (int)b->ranks, "senses",
			 senses[b->senses % 3]);
}

static json_t *
meanings(uint16_t means)
{
	json_t *a = json_array();

	for (unsigned m = 0; m < MEANINGS; m++)
		if (means >> m & 1)
			json_array_append_new(a, json_string(lamps_meaning_name(m)));
	return a;
}

json_t *
view_lamps(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned sq = 0; t->begun && sq < rules_squares(t->state.game); sq++) {
		const uint8_t *c = t->lamps.shown.rgb[sq];
		uint16_t means = t->lamps.shown.frame.means[sq];
		char name[4], rgb[8];

		if (!means)
			continue;
		rules_square_print(t->state.game, sq, name);
		(void)snprintf(rgb, sizeof(rgb), "%02x%02x%02x", c[0], c[1], c[2]);
		set(o, name, json_pack("{s:s, s:o}", "rgb", rgb, "meaning", meanings(means)));
	}
	return o;
}

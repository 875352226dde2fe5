/* The game on the board for clients: its players, its clock and its play. */
#include <stdlib.h>
#include <string.h>

#include "daemon/record/secret.h"
#include "daemon/view/view_impl.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

/* ---- players, match and stage ---- */

/* Returns the points so far, by player. */
static json_t *
match(const struct table *t)
{
	json_t *points;

	if (!t->evening.match.on)
		return json_null();
	points = json_object();
	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		json_object_set_new(points, rules_seat_name(t->state.game, s),
				    json_real(table_match_halves(t, s) / 2.0));
	return json_pack("{s:I, s:o}", "round", (json_int_t)strtol(t->game.round, NULL, 10),
			 "points", points);
}

/* Returns the computer that plays the seat; null: a person. */
static json_t *
player(const struct table *t, unsigned seat)
{
	const struct table_player *p = &t->seats.player[seat];

	if (!p->level)
		return json_null();
	return json_pack("{s:s, s:i}", "engine", *p->engine ? p->engine : "halo-engine", "level",
			 (int)p->level);
}

/* Adds each seat's name, player and hints, and the seats whose page has a PIN. */
static void
add_seats(json_t *o, const struct table *t)
{
	const struct game *g = t->state.game;
	json_t *names = json_object(), *hints = json_object();
	json_t *seats = json_object(), *pieces = json_object();
	unsigned pins = 0, asks = 0;

	for (unsigned s = 0; s < rules_seats(g); s++) {
		const char *level = table_hints_name[t->lamps_config.hints[s] % HINTS_LEVELS];

		json_object_set_new(names, rules_seat_name(g, s), json_string(t->game.name[s]));
		json_object_set_new(hints, rules_seat_name(g, s), json_string(level));
		json_object_set_new(seats, rules_seat_name(g, s), player(t, s));
		pins |= (unsigned)table_pin_is_set(t, s) << s;
		json_object_set_new(pieces, rules_seat_name(g, s),
				    json_string(table_graded_name(t->advice.seat[s].graded_pieces)));
		asks |= (unsigned)t->advice.seat[s].asks_blunders << s;
	}
	json_object_set_new(o, "names", names);
	json_object_set_new(o, "hints", hints);
	json_object_set_new(o, "graded_pieces", pieces);
	json_object_set_new(o, "ask_blunders", view_seats(g, asks));
	json_object_set_new(o, "seats", seats);
	json_object_set_new(o, "thinking", view_seat(g, t->seats.to_play));
	json_object_set_new(o, "pins", view_seats(g, pins));
}

/* ---- the clock ---- */

static json_t *
one_seat(const struct clock *c, unsigned seat, uint64_t now_us)
{
	const struct clock_seat *s = &c->now.seat[seat];
	unsigned moves_left = clock_moves_left(c, seat), period = clock_period(c, seat);
	uint32_t bonus_s = clock_control(&c->spec, c->n_seats, seat)->period[period].bonus_s;

	return json_pack("{s:I, s:b, s:I, s:o, s:i, s:I}", "left_ms",
			 (json_int_t)(clock_left_us(c, seat, now_us) / 1000), "flag", s->flag,
			 "moves", (json_int_t)s->moves, "moves_left",
			 moves_left ? json_integer(moves_left) : json_null(), "period", (int)period,
			 "bonus_ms", (json_int_t)bonus_s * 1000);
}

static json_t *
all_seats(const struct table *t, const struct clock *c)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < c->n_seats; s++)
		json_object_set_new(o, rules_seat_name(t->state.game, s),
				    one_seat(c, s, t->now_us));
	return o;
}

static json_t *
clock_json(const struct table *t)
{
	static const char *const pause[] = { NULL, "asked", "restart", "board",
					     "executing", "partner" };
	static const char *const why[] = {
		"",
		N_("The clock stands still"),
		N_("The clock stands still until a piece is touched or OK pressed"),
		N_("The clock stands still while the board cannot be read"),
		N_("The clock stands still until the computer's move is made"),
		N_("The clock stands still until the computer can choose"),
	};
	const struct game *g = t->state.game;
	char spec[CLOCK_SPEC_TEXT];
	struct clock c;
	bool shown;

	if (t->clocks.play.spec.mode == CLOCK_NONE)
		return json_null();
	shown = table_clock_shown(t, &c);
	clock_spec_print(&c.spec, spec);
	return json_pack("{s:s, s:s, s:o, s:s?, s:s, s:b, s:b, s:o, s:o, s:o}", "spec", spec,
			 "mode", clock_mode_name(c.spec.mode), "running",
			 view_seat(g, clock_runs(&c) ? c.now.running : SEAT_NONE), "paused",
			 pause[c.pause], "text", tr(why[c.pause]), "started", c.now.started,
			 "provisional", shown, "gains", view_seat(g, clock_gains(&c)), "first_flag",
			 view_seat(g, c.now.first_flag), "seats", all_seats(t, &c));
}

/* ---- the secret choice of a seat ---- */

static json_t *
options(const struct session_state *s, unsigned kind)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(s->game, s->settled, list);
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++) {
		char text[RULES_ACTION_TEXT];

		if (list[i].kind != kind)
			continue;
		rules_action_print(s->game, s->settled, list[i], text);
		json_array_append_new(a, json_string(text));
	}
	return a;
}

/* Returns the next piece to bury. Its capture was public, so the piece is. */
static json_t *
held(const struct session_state *s)
{
	char text[RULES_POSITION_TEXT], *at;

	rules_view_print(s->game, s->settled, SEAT_TABLE, text);
	at = strstr(text, "hold=");
	return at ? json_stringn(at + strlen("hold="), 1) : json_null();
}

/* Returns the choice open on the page of `seat`; null: none, or another viewer. */
static json_t *
secret(const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;

	if (seat == SEAT_TABLE || s->over || seat != s->to_act)
		return json_null();
	switch (secret_kind_of(s->game, s->settled)) {
	case SECRET_BURY:
		if (session_burial_waits(s))
			break;
		return json_pack("{s:s, s:o, s:o}", "kind", "bury", "piece", held(s), "options",
				 options(s, ACT_BURY));
	case SECRET_ASSIGN:
		return json_pack("{s:s, s:o}", "kind", "assign", "options", options(s, ACT_ASSIGN));
	case SECRET_NONE:
		break;
	}
	return json_null();
}

/* ---- the play ---- */

/* Returns, by side, the squares that may still hide a buried piece. */
static json_t *
hiding(const struct table *t)
{
	return json_pack("{s:o, s:o}", "w", view_squares(t->state.game, t->book.hiding[0]), "b",
			 view_squares(t->state.game, t->book.hiding[1]));
}

/* Returns the answers of the hint button about a lifted piece or a refused move; the message is the shown one. */
static json_t *
about(const struct table *t)
{
	static const char *const step[ABOUT_STEPS] = { NULL, "how", "ways", "why" };

	return json_pack("{s:s?, s:s?}", "shown", step[t->about.shown], "next", step[t->about.next]);
}

/* ---- actions so far ---- */

static json_t *
moves(const struct table *t, uint32_t *from)
{
	const struct session_state *s = &t->state;
	char action[RULES_ACTION_TEXT], san[RULES_SAN_TEXT] = "";
	json_t *a = json_array(), *shown;
	struct move_note note;

	*from = t->book.n > VIEW_MOVES ? t->book.n - VIEW_MOVES : 0;
	for (uint32_t i = *from; i < t->book.n; i++) {
		const struct table_move *m = &t->book.move[i];

		secret_action_text(m->action, action);
		json_array_append_new(a, view_move(s->game, action, m->san, &m->note, m->effect));
	}
	if (!s->has_provisional)
		return a;
	secret_action_print(s->game, s->shown_from, s->provisional, action);
	rules_note(s->game, s->shown_from, s->provisional, &note);
	if (rules_has_san(s->game))
		rules_san_print(s->game, s->shown_from, s->provisional, san);
	shown = view_move(s->game, action, san, &note, 0);
	json_object_set_new(shown, "provisional", json_true());
	json_array_append_new(a, shown);
	return a;
}

/* ---- announcements ---- */

static json_t *
announcements(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < t->book.n_said; i++)
		json_array_append_new(a, view_announcement(t->state.game, t->book.said[i].move,
							   &t->book.said[i].said));
	return a;
}

static json_t *
claims(const struct table *t)
{
	json_t *a = view_claims(&t->state);

	if (table_clock_claimant(t) != SEAT_NONE)
		json_array_append_new(a, json_string("time"));
	return a;
}

/* ---- questions ---- */

/* Reports whether a question is on disk; null if it does not survive a restart. */
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
	const char *kind = t->menu.kind == TABLE_MENU_TIME      ? "time"
			   : t->menu.kind == TABLE_MENU_PLAY_ON ? "play-on"
								: words_prompt_kind(t->menu.kind);
	char text[WORDS_LINE];

	(void)table_menu_words(t, text);
	return json_pack("{s:I, s:s, s:o, s:s, s:[], s:n, s:i, s:o, s:o, s:n, s:n, s:o}", "id",
			 (json_int_t)t->menu.id, "kind", kind, "seat", view_seat(g, t->menu.seat),
			 "text", text, "options", "chosen", "n", 0, "needs",
			 view_seats(g, table_menu_needs(t)), "agreed",
			 view_seats(g, t->menu.agreed), "game", "position", "kept",
			 kept(t, TABLE_OFFER_MENU));
}

static json_t *
prompt(const struct table *t)
{
	json_t *o;

	if (t->menu.id)
		return menu(t);
	o = view_prompt(&t->state);
	if (json_is_object(o))
		json_object_set_new(o, "kept", kept(t, TABLE_OFFER_SESSION));
	return o;
}

/* ---- all ---- */

void
view_add_play(json_t *o, const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;
	struct lamps_frame lights;
	const struct store_status *st = t->store ? store_status(t->store) : NULL;
	uint32_t from;

	view_add_session(o, s, seat);
	if (table_end_is_closed(t))
		view_add_open(o, s);
	json_object_set_new(o, "title", json_string(rules_title(s->game)));
	json_object_set_new(o, "viewer",
			    seat == SEAT_TABLE ? json_string("table") : view_seat(s->game, seat));
	json_object_set_new(o, "white", json_string(t->game.name[0]));
	json_object_set_new(o, "black", json_string(t->game.name[1]));
	add_seats(o, t);
	json_object_set_new(o, "round",
			    *t->game.round ? json_integer(strtol(t->game.round, NULL, 10))
					   : json_null());
	json_object_set_new(o, "match", match(t));
	json_object_set_new(o, "hides", json_boolean(book_holds_secret(&t->book)));
	json_object_set_new(o, "closed", json_boolean(table_end_is_closed(t)));
	json_object_set_new(o, "reveal", json_boolean(table_can_reveal(t)));
	json_object_set_new(o, "game_id",
			    st && st->number ? json_integer(st->number) : json_null());
	json_object_set_new(o, "recorded", json_integer(st ? st->recorded : 0));
	if (t->book.hides && !table_is_public(t)) /* else the graves are in `position` */
		json_object_set_new(json_object_get(o, "keys"), "hiding", hiding(t));
	json_object_set_new(o, "moves", moves(t, &from));
	json_object_set_new(o, "moves_from", json_integer(from));
	json_object_set_new(o, "said", announcements(t));
	json_object_set_new(o, "prompt", prompt(t));
	json_object_set_new(o, "claims", claims(t));
	table_frame(t, &lights);
	json_object_set_new(o, "lights", view_lights(s->game, &lights));
	json_object_set_new(o, "tricks", view_squares(s->game, lights.tricks));
	json_object_set_new(o, "secret", secret(t, seat));
	if (t->about.shown || t->about.next)
		json_object_set_new(o, "about", about(t));
	json_object_set_new(o, "clock", clock_json(t));
}

/*
 * Refused moves, in positions of random games of every kind. A move that the rules refuse
 * is made by hand in each. Every state has the rule's name, its sentence and its squares,
 * as the rule core gives them. A reason that is the mover's secret is only on that seat's
 * page; the others read that there is one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/help.h"
#include "alone.h"
#include "daemon/view/view.h"

enum {
	POSITIONS = 24,     /* for each game */
	PLIES = 40,         /* before a position, at most */
	HAND_US = 200000,   /* between two changes of a contact */
	QUIET_US = 1500000, /* longer than the time that makes a move final */
};

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static struct table table;
static const struct game *game;
static struct position position;
static uint64_t now_us, seed;
static unsigned told, secrets, otherwise;

static unsigned
random_below(unsigned n)
{
	return (unsigned)(help_random(&seed) % n);
}

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

/* ---- a position, and the refused move ---- */

/*
 * Reaches a position where hands may move. Secrets come from captures, so every
 * other action is one.
 */
static bool
reach(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	unsigned plies = random_below(PLIES);
	struct rules_error err;
	char options[32];
	size_t n;

	snprintf(options, sizeof(options), "seed=%u", random_below(1000));
	if (rules_start(game, options, &position, &err) < 0)
		assert_int_equal(rules_start(game, "", &position, &err), 0);
	for (unsigned i = 0;; i++) {
		struct action a;

		n = rules_actions(game, &position, list);
		if (n == 0)
			return false;
		if (i >= plies && rules_to_act(game, &position) < RULES_SEATS_MAX)
			for (size_t k = 0; k < n; k++)
				if (list[k].kind == ACT_MOVE)
					return rules_outcome(game, &position, NULL).result ==
					       RESULT_ONGOING;
		if (i > 2 * PLIES)
			return false;
		a = list[random_below((unsigned)n)];
		for (unsigned tries = 0; tries < 8 && random_below(2) && a.kind == ACT_MOVE &&
					 !rules_at(game, &position, a.to);
		     tries++)
			a = list[random_below((unsigned)n)];
		rules_apply(game, &position, a);
	}
}

/*
 * Makes a position with a piece of White's beside its king, and under it a
 * queen that would rise and attack it.
 */
static bool
reach_grave(void)
{
	static const char covers[] = "NBRQ";
	unsigned king = 8 * (1 + random_below(6)) + 1 + random_below(6);
	unsigned cover = king + (unsigned[]){ 1, 7, 8, 9 }[random_below(4)];
	char at[64], text[RULES_POSITION_TEXT];
	struct rules_error err;
	size_t n = 0;

	memset(at, 0, sizeof(at));
	for (unsigned i = 0; i < 12; i++)
		at[8 + random_below(48)] = 'n';
	at[king] = 'K';
	at[cover] = covers[random_below(4)];
	at[random_below(64)] = 'k';
	for (unsigned i = 0, empty = 0; i < 64; i++) {
		char piece = at[(7 - i / 8) * 8 + i % 8];

		empty += piece == 0;
		if (empty > 0 && (piece || i % 8 == 7)) {
			text[n++] = (char)('0' + empty);
			empty = 0;
		}
		if (piece)
			text[n++] = piece;
		if (i % 8 == 7 && i < 63)
			text[n++] = '/';
	}
	snprintf(text + n, sizeof(text) - n,
		 " w - - 0 1 stage=move buried=q%c%u/- left=- moved=- hold=- dust=-",
		 'a' + (int)(cover % 8), cover / 8 + 1);
	return rules_parse(game, text, &position, &err) == 0 &&
	       rules_outcome(game, &position, NULL).result == RESULT_ONGOING;
}

/*
 * Reports whether the mover's piece of `from` may not go to `to`, as the mover
 * knows, with the reason in two forms.
 */
static bool
refused(unsigned from, unsigned to, struct refusal *public, struct refusal *own)
{
	unsigned seat = rules_to_act(game, &position);
	uint8_t piece = rules_at(game, &position, from), other = rules_at(game, &position, to);

	if (from == to || !piece || piece_colour(piece) != (seat & 1) ||
	    (other && piece_colour(other) == (seat & 1)))
		return false;
	rules_refuse(game, &position, seat, from, to, own);
	rules_refuse(game, &position, SEAT_TABLE, from, to, public);
	return own->rule != NULL;
}

/* A touched king may only have been straightened; then no move is refused. */
static bool
may_be_straightened(unsigned to)
{
	return rules_knows_check(game) && piece_kind(rules_at(game, &position, to)) == PIECE_KING;
}

/* Chooses any such pair of squares; one with a secret reason, if there is any. */
static bool
choose(unsigned *from, unsigned *to, struct refusal *public, struct refusal *own)
{
	unsigned squares = rules_squares(game);

	for (unsigned i = 0; strcmp(rules_name(game), "zombie") == 0 && i < squares * squares; i++)
		if (refused(i / squares, i % squares, public, own) && !public->rule) {
			*from = i / squares;
			*to = i % squares;
			return true;
		}
	for (unsigned tries = 0; tries < 1000; tries++) {
		*from = random_below(squares);
		*to = random_below(squares);
		if (refused(*from, *to, public, own) && !may_be_straightened(*to))
			return true;
	}
	return false;
}

/* ---- hands ---- */

static void
edge(unsigned sq, bool on, uint64_t wait)
{
	struct busio_msg m = {
		.kind = BUSIO_EDGE, .sq = (uint8_t)sq, .reading.occupied = on, .t_us = now_us
	};

	table_message(&table, &m);
	now_us += wait;
	table_advance(&table, now_us);
}

/* Begins the game with the position on the board. */
static void
lay_out(void)
{
	struct sqset men = rules_occupied(game, &position);
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	char text[RULES_POSITION_TEXT];
	struct table_setup s = { .game = game, .position = text, .options = "" };

	board.files = (uint8_t)rules_files(game);
	board.ranks = (uint8_t)rules_ranks(game);
	now_us = 1000000;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < rules_squares(game); sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = sqset_has(men, sq) };

		table_message(&table, &m);
	}
	table_begin(&table, NULL, now_us);
	rules_print(game, &position, text);
	if (table_new(&table, &s) < 0)
		fail_msg("%s: %s", text, table.why);
	if (table.state.prompt.kind == PROMPT_ARRAY)
		assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), 0);
}

/* ---- what clients see ---- */

static void
same_squares(const json_t *list, struct sqset want)
{
	assert_int_equal(json_array_size(list), sqset_count(want));
	for (size_t i = 0; i < json_array_size(list); i++) {
		char name[4];

		rules_square_print(game, sqset_pop(&want), name);
		assert_string_equal(json_string_value(json_array_get(list, i)), name);
	}
}

/* Asserts that the text is the reason, alone or followed by where the two pieces belong. */
static void
same_reason(const char *text, const char *reason)
{
	size_t len = strlen(reason);

	if (strncmp(text, reason, len) != 0 ||
	    (text[len] != '\0' && strncmp(text + len, " Put the ", 9) != 0))
		fail_msg("\"%s\" is no form of \"%s\"", text, reason);
}

/*
 * Asserts that the state for that viewer has that reason, or with NULL that
 * there is a secret one.
 */
static void
check(unsigned eyes, unsigned from, unsigned to, const struct refusal *why, const char *hidden)
{
	static const struct sqset none;
	json_t *o = view_state(&table, eyes), *r = json_object_get(o, "refusal");
	char sq[4], text[RULES_POSITION_TEXT];
	char *all = json_dumps(o, JSON_COMPACT);

	rules_print(game, &position, text);
	if (!json_is_object(r))
		fail_msg("%s: %s\n%u-%u is refused for %s, and nobody tells", rules_name(game),
			 text, from, to, why ? why->rule : "a secret");
	rules_square_print(game, from, sq);
	assert_string_equal(json_string_value(json_object_get(r, "from")), sq);
	rules_square_print(game, to, sq);
	assert_string_equal(json_string_value(json_object_get(r, "to")), sq);
	assert_string_equal(json_string_value(json_object_get(r, "rule")),
			    why ? why->rule : "secret");
	same_squares(json_object_get(r, "squares"), why ? why->squares : none);
	if (why)
		same_reason(json_string_value(json_object_get(r, "text")), why->text);
	if (hidden && strstr(all, hidden))
		fail_msg("%s: %s\n%u is told: %s", rules_name(game), text, eyes, hidden);
	free(all);
	json_decref(o);
}

static void
try_one(void)
{
	struct refusal public, own;
	unsigned from, to, mover = rules_to_act(game, &position);
	const struct session_state *s = &table.state;

	if (!choose(&from, &to, &public, &own))
		return;
	lay_out();
	if (rules_at(game, &position, to))
		edge(to, false, HAND_US);
	edge(from, false, HAND_US);
	edge(to, true, QUIET_US);
	/*
	 * The piece may still be in the hand, with its target only straightened. Then the
	 * secret is reported only when the clock ends the turn.
	 */
	if (!public.rule && rules_at(game, &position, to) && s->guidance.kind == GUIDANCE_NONE)
		assert_int_equal(table_event(&table, (struct event){ .kind = EVENT_PRESS,
								     .button = BUTTON_CLOCK,
								     .seat = SEAT_NONE }),
				 0);
	/*
	 * The same edges may mean something else: a form of castling, a
	 * question, a stone that is given.
	 */
	if (s->n_actions > 0 || s->has_provisional || s->prompt.kind != PROMPT_NONE ||
	    !sqset_empty(s->attempt)) {
		otherwise++;
		return;
	}
	told++;
	secrets += !public.rule;
	check(SEAT_TABLE, from, to, public.rule ? &public : NULL, public.rule ? NULL : own.text);
	for (unsigned seat = 0; seat < rules_seats(game); seat++) {
		if (public.rule)
			check(seat, from, to, &public, NULL);
		else
			check(seat, from, to, seat == mover ? &own : NULL,
			      seat == mover ? NULL : own.text);
	}
}

static void
test_game(void **state)
{
	game = *state;
	seed = 11;
	told = secrets = otherwise = 0;
	for (unsigned i = 0, tries = 0; i < POSITIONS; tries++) {
		assert_in_range(tries, 0, 1000);
		if (i % 2 && strcmp(rules_name(game), "zombie") == 0 ? reach_grave() : reach()) {
			try_one();
			i++;
		}
	}
	print_message("%s: %u refused, %u of them in secret; %u were something else\n",
		      rules_name(game), told, secrets, otherwise);
	assert_true(told >= POSITIONS / 2);
	if (strcmp(rules_name(game), "zombie") == 0)
		assert_true(secrets >= POSITIONS / 4);
}

int
main(void)
{
	struct CMUnitTest tests[16] = { { 0 } };
	size_t n;
	const struct game *const *games = rules_games(&n);

	assert_in_range(n, 11, 16);
	for (size_t i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){ .name = rules_name(games[i]),
						.test_func = test_game,
						.initial_state = (void *)games[i] };
	log_sink(ignore_log, NULL);
	return _cmocka_run_group_tests("reasons", tests, n, NULL, NULL);
}

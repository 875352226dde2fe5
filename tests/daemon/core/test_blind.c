/*
 * Boards with a dead square: every square of every game in turn, over a short game played
 * by hand. The session infers the unread square from all others, or asks. It never guesses,
 * and the square never blocks the game.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/reading.h"
#include "daemon/session/session.h"

enum {
	PLIES = 24,
	EDGE_MS = 200,
	SLOW_MS = 1300, /* longer than quiet, so that quiet comes while a piece is up and unseen */
	QUIET_MS = 1500,
};

static struct session session;
static struct session_out out;
static struct session_state state;
static uint64_t now_us, seed;
static struct sqset blind;
static struct reading board[RULES_SQUARES_MAX]; /* true readings of the sensors */
static unsigned played, quietly, asked, edge_ms;

static const struct game_row {
	const char *name, *options;
	bool castles; /* castling and en passant are included in the first game of chess */
} games[] = {
	{ "chess", "", true },      { "chess960", "index=3", false }, { "accounting", "", false },
	{ "half-alice", "", true }, { "crowded-house", "", false },   { "american", "", false },
	{ "abstract", "", false },
};

static const char *const opening[] = { "e2e4", "c7c5", "e4e5", "d7d5", "e5d6", "g8f6",
				       "g1f3", "e7d6", "f1e2", "f8e7", "e1g1", "e8g8" };

static unsigned
chance(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

static void
happen(struct event e)
{
	e.t_us = now_us;
	e.seat = SEAT_NONE;
	(void)session_step(&session, &e, &out);
	session_state(&session, &state);
}

static void
wait_ms(unsigned ms)
{
	uint64_t until = now_us + ms * 1000ull, d;

	while ((d = session_deadline(&session)) <= until) {
		now_us = d > now_us ? d : now_us;
		happen((struct event){ .kind = EVENT_TIME });
	}
	now_us = until;
}

/* Makes the sensors report a piece that comes or goes; a dead square reads at random. */
static void
edge(unsigned sq, bool on)
{
	if (!!board[sq].occupied == on && !sqset_has(blind, sq))
		return;
	board[sq].occupied = sqset_has(blind, sq) ? chance(2) != 0 : on;
	happen((struct event){ .kind = EVENT_EDGE, .sq = (uint8_t)sq, .reading = board[sq] });
	wait_ms(edge_ms);
}

/* Makes other squares blind; all readings are reported before. */
static void
go_blind(struct sqset dead)
{
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (sqset_has(blind, sq))
			happen((struct event){
				.kind = EVENT_EDGE, .sq = (uint8_t)sq, .reading = board[sq] });
	blind = dead;
	happen((struct event){ .kind = EVENT_BLIND, .blind = dead });
}

static void
begin(const struct game_row *row, struct sqset dead)
{
	struct session_config c = session_config_default();
	const struct game *g = rules_game(row->name);
	struct rules_error err;

	c.blind = blind = dead;
	now_us = 0;
	assert_int_equal(session_start(&session, &c, g, NULL, row->options, NULL, NULL, 0, &err), 0);
	session_state(&session, &state);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		board[sq].occupied = rules_at(g, state.settled, sq) != 0;
}

/* Plays the hands of an action at *p: captured pieces, moved ones, and what the rules remove. */
static void
hands_at(const struct position *p, struct action a)
{
	struct footprint fp;

	rules_footprint(state.game, p, a, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].before && fp.change[i].cause != CAUSE_REMOVED &&
		    fp.change[i].cause != CAUSE_MARKED)
			edge(fp.change[i].sq, false);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].after && fp.change[i].cause != CAUSE_MARKED)
			edge(fp.change[i].sq, true);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].cause == CAUSE_REMOVED)
			edge(fp.change[i].sq, false);
}

static void
hands(struct action a)
{
	hands_at(state.settled, a);
}

static bool
offered(struct action a)
{
	for (unsigned i = 0; i < state.prompt.n_options; i++)
		if (rules_action_equal(state.prompt.option[i], a))
			return true;
	return false;
}

static void
fail_recorded(const struct position *at, uint32_t before, const char *meant)
{
	char position[RULES_POSITION_TEXT], got[RULES_ACTION_TEXT] = "nothing", dead[64] = "";
	struct sqset left = blind;

	rules_print(state.game, at, position);
	if (state.n_actions > before)
		rules_action_print(state.game, at, session_action(&session, before, NULL), got);
	for (char sq[8] = " "; !sqset_empty(left); strcat(dead, sq))
		rules_square_print(state.game, sqset_pop(&left), sq + 1);
	fail_msg("%s %s, dead%s: %s was recorded for %s, asked %u", rules_name(state.game),
		 position, dead, got, meant, state.prompt.kind);
}

/* Plays it by hand, with all needed confirmations; exactly this action must become final. */
static void
play(struct action a)
{
	const struct position at = *state.settled;
	uint32_t before = state.n_actions;
	char text[RULES_ACTION_TEXT];
	struct event said = { .kind = EVENT_ACT };

	rules_action_print(state.game, state.settled, a, text);
	hands(a);
	wait_ms(QUIET_MS);
	if (state.n_actions > before) {
		quietly++;
	} else if (state.prompt.kind == PROMPT_CONFIRM && offered(a)) {
		happen((struct event){ .kind = EVENT_PRESS, .button = BUTTON_OK });
		asked++;
	} else {
		/* A promotion to another piece is also chosen on the screen. */
		memcpy(said.text, text, sizeof(said.text));
		happen(said);
		asked++;
	}
	wait_ms(1);
	if (state.n_actions == before ||
	    !rules_action_equal(session_action(&session, before, NULL), a))
		fail_recorded(&at, before, text);
	if (state.guidance.kind != GUIDANCE_NONE)
		fail_msg("%s: led back after %s", rules_name(state.game), text);
	played++;
}

/*
 * Reports whether an action is played by hand: not one chosen on the screen,
 * nor a lesser promotion, which sensors cannot see.
 */
static bool
by_hand(const struct position *p, struct action a)
{
	struct footprint fp;

	if (a.kind != ACT_MOVE && a.kind != ACT_CASTLE)
		return false;
	rules_footprint(state.game, p, a, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].cause == CAUSE_PROMOTED &&
		    piece_kind(fp.change[i].after) != PIECE_QUEEN)
			return false;
	return true;
}

static bool
pick_at(const struct position *p, struct action *a)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(state.game, p, list), k = 0;

	for (size_t i = 0; i < n; i++)
		if (by_hand(p, list[i]))
			list[k++] = list[i];
	if (k > 0)
		*a = list[chance((unsigned)k)];
	return k > 0;
}

static bool
pick(struct action *a)
{
	return pick_at(state.settled, a);
}

static void
play_game(const struct game_row *row, struct sqset dead)
{
	struct action a;

	begin(row, dead);
	for (unsigned i = 0; row->castles && i < sizeof(opening) / sizeof(opening[0]); i++)
		if (rules_action_parse(state.game, state.settled, opening[i], &a) == 0)
			play(a);
	for (unsigned i = 0; i < PLIES && state.phase == SESSION_PLAYING && pick(&a); i++)
		play(a);
}

static void
test_each_square(void **arg)
{
	const struct game_row *row = *arg;
	unsigned squares = rules_squares(rules_game(row->name));

	played = quietly = asked = 0;
	edge_ms = EDGE_MS;
	seed = 5;
	for (unsigned sq = 0; sq < squares; sq++)
		play_game(row, sqset_of(sq));
	print_message("%s: %u actions, %u by quiet, %u asked or chosen\n", row->name, played,
		      quietly, asked);
	/* One dead square: nearly everything works as with none. */
	assert_true(quietly > played * 8 / 10);
}

/* Three dead squares at once, by quick hands and by slow ones. */
static void
test_several(void **arg)
{
	const struct game_row *row = *arg;
	unsigned squares = rules_squares(rules_game(row->name));

	played = quietly = asked = 0;
	seed = 11;
	for (unsigned i = 0; i < 24; i++) {
		edge_ms = i % 2 ? EDGE_MS : SLOW_MS;
		struct sqset dead = sqset_of(chance(squares));

		sqset_add(&dead, chance(squares));
		sqset_add(&dead, chance(squares));
		play_game(row, dead);
	}
	assert_true(quietly > played * 6 / 10);
}

/* The hand of a fast opponent makes no action final either. */
static void
answer_at_once(void)
{
	uint32_t before = state.n_actions;
	struct position at = *state.settled;
	struct action a;

	for (unsigned i = 0; i < 3 && pick_at(&at, &a); i++) {
		hands_at(&at, a);
		rules_apply(state.game, &at, a);
	}
	wait_ms(QUIET_MS);
	assert_int_equal(state.n_actions, before);
}

/*
 * A dead chip makes its squares blind: 9 in a row, or half the board, or all of it. Nothing
 * becomes final by itself, and the game continues by clock, OK and screen.
 */
static void
test_many(void **arg)
{
	const struct game_row *row = *arg;
	unsigned squares = rules_squares(rules_game(row->name));
	const unsigned many[] = { INFER_BLIND_MAX + 1, 14, 16, squares / 2, squares };

	played = quietly = asked = 0;
	edge_ms = EDGE_MS;
	seed = 23;
	for (unsigned i = 0; i < 3 * sizeof(many) / sizeof(many[0]); i++) {
		struct sqset dead = { { 0, 0 } };
		unsigned n = many[i / 3], from = chance(squares - n + 1);

		for (unsigned sq = from; sq < from + n; sq++)
			sqset_add(&dead, sq);
		play_game(row, dead);
		if (state.phase == SESSION_PLAYING)
			answer_at_once();
	}
	assert_true(played > 100);
	assert_int_equal(quietly, 0);
}

/* A square becomes blind during a game, with its piece up or not, and recovers. */
static void
test_comes_and_goes(void **arg)
{
	const struct game_row *chess = &games[0];
	struct sqset none = { { 0, 0 } };
	struct action a;

	(void)arg;
	edge_ms = EDGE_MS;
	begin(chess, none);
	go_blind(sqset_of(28)); /* e4 */
	wait_ms(QUIET_MS);
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(rules_action_parse(state.game, state.settled, "e2e4", &a), 0);
	play(a);

	/* Readable again, with the pawn on it. */
	board[28].occupied = 1;
	go_blind(none);
	wait_ms(QUIET_MS);
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(rules_action_parse(state.game, state.settled, "e7e5", &a), 0);
	play(a);

	/* Blind and readable again, but empty: this is reported. */
	go_blind(sqset_of(28));
	wait_ms(QUIET_MS);
	board[28].occupied = 0;
	go_blind(none);
	wait_ms(QUIET_MS);
	assert_int_not_equal(state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(state.guidance.put_sq, 28);
	edge(28, true);
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);

	/* Blind while its piece is up: setting the piece down elsewhere is understood. */
	edge(6, false); /* g1 */
	go_blind(sqset_of(6));
	wait_ms(QUIET_MS);
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
	edge(21, true); /* f3 */
	wait_ms(QUIET_MS);
	assert_int_equal(state.n_actions, 3);
}

/* Guidance never names an unreadable square as missing its piece. */
static void
test_way_back(void **arg)
{
	(void)arg;
	for (unsigned sq = 0; sq < 64; sq++) {
		begin(&games[0], sqset_of(sq));
		for (unsigned i = 8; i < 12; i++)
			edge(i, false);
		for (unsigned i = 32; i < 36; i++)
			edge(i, true);
		wait_ms(QUIET_MS);
		for (unsigned steps = 0; state.guidance.kind != GUIDANCE_NONE && steps < 10;
		     steps++) {
			const struct guidance g = state.guidance;

			assert_false(sqset_has(g.missing, sq));
			assert_false(sqset_has(g.extra, sq));
			assert_false(sqset_has(g.wrong, sq));
			if (g.lift_sq != RULES_NO_SQ)
				edge(g.lift_sq, false);
			if (g.put_sq != RULES_NO_SQ)
				edge(g.put_sq, true);
		}
		wait_ms(QUIET_MS);
		assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
		assert_int_equal(state.n_actions, 0);
	}
}

int
main(void)
{
	enum { GAMES = sizeof(games) / sizeof(games[0]) };
	struct CMUnitTest tests[3 * GAMES + 2];

	for (size_t i = 0; i < GAMES; i++) {
		void *row = (void *)(uintptr_t)&games[i];

		tests[3 * i] =
			(struct CMUnitTest){ games[i].name, test_each_square, NULL, NULL, row };
		tests[3 * i + 1] =
			(struct CMUnitTest){ "… several squares", test_several, NULL, NULL, row };
		tests[3 * i + 2] =
			(struct CMUnitTest){ "… a chip's squares", test_many, NULL, NULL, row };
	}
	tests[3 * GAMES] = (struct CMUnitTest)cmocka_unit_test(test_comes_and_goes);
	tests[3 * GAMES + 1] = (struct CMUnitTest)cmocka_unit_test(test_way_back);
	return cmocka_run_group_tests_name("blind", tests, NULL, NULL);
}

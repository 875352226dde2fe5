/*
 * The next game knows the pieces on the board. After random games of every kind, another of
 * any kind begins with the pieces as they are. Players who follow its lights one at a time
 * must get its array, with each piece itself on its square, on boards of every kind of
 * sensor. If hands tidied up before, pieces from the box are unknown: then the board asks
 * about the array. Argument: games of each kind.
 */
#include "tests/daemon/core/mess.h"

enum { NEXT_STEPS_MAX = 150 };

static bool asked; /* the board asked about the array */

/* Reports whether the piece is no stone: other games have none in their box. */
static bool
same_set(const struct game *a, const struct game *b)
{
	return rules_squares(a) == rules_squares(b) && rules_files(a) == rules_files(b) &&
	       !rules_stones(a, PIECE_PAWN) && !rules_stones(b, PIECE_PAWN);
}

/* Moves one piece after another elsewhere, off the board, or takes one from the box. */
static void
tidy(void)
{
	for (unsigned i = chance(2) ? 0 : chance(WRONG_MAX); i > 0; i--) {
		unsigned sq = random_square(chance(4) != 0);

		if (truth[sq] == 0)
			hand[in_hand++] = piece_make(PIECE_PAWN + chance(PIECE_KING), chance(2));
		else
			lift(sq);
		if (chance(4) == 0)
			in_hand--;
		else
			drop(truth[sq] ? random_square(false) : sq, 0);
	}
	in_hand = 0;
}

/* Ends the game; `next` begins with the pieces as they are, as its daemon does. */
static void
begin_next(const struct game *next)
{
	struct session_config c = session.config;
	struct reading board[RULES_SQUARES_MAX];
	struct infer_known known;
	struct rules_error err;
	struct position first;

	assert_int_equal(rules_start(next, "", &first, &err), 0);
	for (unsigned sq = 0; sq < rules_squares(next); sq++) {
		truth[sq] &= (uint8_t)~PIECE_MARK;
		board[sq] = read_as(truth[sq]);
	}
	session_know(&session, &known);
	infer_know_exactly(&known, next, &first);
	game = next;
	asked = !sqset_empty(infer_doubted(&known, next, &first, board, true));
	assert_int_equal(session_start(&session, &c, next, NULL, "", board, &known, now_us, &err), 0);
	wait_us(3000000);
}

/*
 * Follows one step: takes the named piece from the named square. Another piece there goes
 * into the box, and the named one comes out of it. Reports whether the named piece was
 * on the named square.
 */
static bool
follow_next(void)
{
	const struct guidance g = state.guidance;
	bool named = true;

	if (g.put_sq == RULES_NO_SQ) {
		lift(g.lift_sq);
		in_hand = 0;
	} else {
		uint8_t piece = g.put_piece & (uint8_t)~PIECE_MARK;

		named = g.lift_sq == RULES_NO_SQ || truth[g.lift_sq] == piece;
		if (g.lift_sq != RULES_NO_SQ)
			lift(g.lift_sq);
		hand[0] = piece;
		in_hand = 1;
		drop(g.put_sq, 0);
	}
	wait_us(3000000);
	return named;
}

/* Returns how many unlit squares hold another piece than the game has there. */
static unsigned
silent_wrongs(void)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		n += truth[sq] != (rules_at(game, state.settled, sq) & ~PIECE_MARK);
	return n;
}

struct next_count {
	unsigned games, steps, wrong, asked, unnamed;
};

static void
one_next(unsigned senses, const struct game *next, bool tidied, struct next_count *count)
{
	unsigned steps = 0;

	begin(senses);
	if (!state.over)
		happen((struct event){ .kind = EVENT_RESIGN, .seat = SEAT_W });
	wait_us(1000000);
	assert_true(state.over);
	if (tidied)
		tidy();
	begin_next(next);
	while (state.guidance.kind != GUIDANCE_NONE && steps++ < NEXT_STEPS_MAX)
		count->unnamed += !follow_next();
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
	count->games++;
	count->steps += steps;
	count->asked += asked;
	count->wrong += !asked && silent_wrongs() != 0;
}

static void
test_next_games(void **unused)
{
	static const uint8_t senses[] = { SENSES_OCCUPANCY, SENSES_POLARITY, SENSES_LEVEL };
	struct next_count count[2] = { { 0 } };
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		seed = 201 + i;
		for (unsigned k = 0; k < messes; k++) {
			const struct game *next = games[chance((unsigned)n)];

			game = games[i];
			if (same_set(game, next))
				one_next(senses[k % 3], next, k % 2, &count[k % 2]);
		}
	}
	for (unsigned i = 0; i < 2; i++)
		print_message("next games%s: %u, %u steps; %u asked whether the array stands, %u with a "
			      "wrong piece in silence, %u steps that name another piece\n",
			      i ? " after tidying" : "", count[i].games, count[i].steps,
			      count[i].asked, count[i].wrong, count[i].unnamed);
	assert_true(count[0].games > messes && count[1].games > messes);
	assert_int_equal(count[0].wrong, 0);
	assert_int_equal(count[0].asked, 0);
	/* The arrangements overflow: then a step may name the wrong piece. */
	assert_true(count[0].unnamed <= count[0].steps / 5000);
	assert_int_equal(count[1].wrong, 0);
	assert_true(count[1].asked < count[1].games / 2);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_next_games),
	};

	if (argc > 1)
		messes = (unsigned)strtoul(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

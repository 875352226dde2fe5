/*
 * Guidance from any displacement. In random positions of every game up to ten pieces are
 * moved, exchanged or removed. Players who follow one instruction at a time must restore
 * the position in the fewest steps. These are one for each wrong piece, and one more for
 * each cycle that no equal piece opens. Each step must show the number of steps still
 * needed. All kinds of sensors are tested, and the game stays unchanged.
 *
 * Where a sweep of the hand has mixed pieces up, guidance still ends, with one step too
 * many at most, and the other pieces are right: only mixed-up pieces may be on each other's
 * squares. Argument: displacements for each game.
 */
#include "tests/daemon/core/mess.h"

enum { WANDER_MAX = 5, STEPS_MAX = 40 };

static struct sqset swept; /* squares where a sweep lifted pieces or set them down */

/* Sets a piece down elsewhere, sometimes after trying other squares. */
static void
put_aside(void)
{
	for (unsigned i = chance(3) ? 0 : chance(WANDER_MAX); i > 0; i--) {
		unsigned sq = random_square(false);

		drop(sq, 0);
		lift(sq);
	}
	drop(random_square(false), 0);
}

/*
 * Reports whether sensors distinguish two pieces: by pole, or two stacks by
 * height. A level shows nothing else.
 */
static bool
told_apart(uint8_t a, uint8_t b)
{
	unsigned senses = session.config.senses;

	return (senses != SENSES_OCCUPANCY && piece_colour(a) != piece_colour(b)) ||
	       (senses == SENSES_LEVEL && rules_stones(game, a) && rules_stones(game, b) &&
		rules_stones(game, a) != rules_stones(game, b));
}

/* Reports whether two pieces on each other's squares are visible to the sensors. */
static void
exchange(unsigned a)
{
	unsigned b = random_square(true);

	lift(a);
	if (a == b)
		return;
	if (!told_apart(truth[b], hand[0])) {
		put_aside();
		return;
	}
	lift(b);
	drop(b, 0);
	drop(a, 0);
}

/*
 * Moves pieces elsewhere or exchanges them, one by one; the last may stay in
 * the hand. Two of a colour in the hand at once could not be distinguished.
 */
static void
mess(void)
{
	for (unsigned i = 1 + chance(WRONG_MAX); i > 0; i--) {
		if (in_hand)
			put_aside();
		if (chance(3) == 0)
			exchange(random_square(true));
		else
			lift(random_square(true));
	}
	if (in_hand && chance(2))
		put_aside();
	wait_us(3000000);
}

/*
 * Kinds of pieces on each other's squares; `open`: with a free place, or with a
 * piece still in the hand.
 */
struct kinds {
	unsigned missing[256], group[256];
	bool open[256];
};

static void
kinds_join(struct kinds *k, unsigned a, unsigned b)
{
	unsigned from = k->group[a], to = k->group[b];

	for (unsigned p = 0; p < 256; p++) {
		if (k->group[p] == from)
			k->group[p] = to;
		k->open[to] |= k->group[p] == to && k->open[p];
	}
}

/*
 * Returns the fewest steps that restore the position. No piece is lost here, so each place
 * without a piece of its kind is one step. If no kind of a cycle has a free place, one more
 * piece must be lifted first.
 */
static unsigned
fewest_steps(void)
{
	static struct kinds k;
	unsigned n = 0;

	memset(&k, 0, sizeof(k));
	for (unsigned p = 0; p < 256; p++)
		k.group[p] = p;
	for (unsigned sq = 0; sq < rules_squares(game); sq++) {
		uint8_t want = rules_at(game, state.settled, sq), have = truth[sq];

		if (want == have)
			continue;
		n += want != 0;
		k.missing[want]++;
		k.open[k.group[want]] |= have == 0;
		k.open[k.group[have]] |= want == 0;
		if (want && have)
			kinds_join(&k, want, have);
	}
	for (unsigned i = 0; i < in_hand; i++)
		k.open[k.group[hand[i]]] = true;
	for (unsigned p = 1; p < 256; p++)
		n += k.missing[p] && k.group[p] == p && !k.open[p];
	return n;
}

static bool
restored(void)
{
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		if (truth[sq] != rules_at(game, state.settled, sq))
			return false;
	return true;
}

/* Reports whether the piece in the hand is the next one to set down. */
static bool
take_in_hand(uint8_t piece)
{
	for (unsigned i = 0; i < in_hand; i++)
		if (hand[i] == piece) {
			hand[i] = hand[in_hand - 1];
			hand[in_hand - 1] = piece;
			return true;
		}
	return false;
}

/*
 * Follows a step. Players see pieces: they take the named piece, from the named
 * square if it is there.
 */
static bool
take_named(uint8_t piece, unsigned from)
{
	if (from == RULES_NO_SQ && take_in_hand(piece))
		return true;
	if (from != RULES_NO_SQ && truth[from] == piece) {
		lift(from);
		return true;
	}
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		if (truth[sq] == piece && rules_at(game, state.settled, sq) != piece) {
			lift(sq);
			return true;
		}
	return take_in_hand(piece);
}

static void
follow_step(void)
{
	const struct guidance g = state.guidance;

	if (g.put_sq == RULES_NO_SQ) {
		assert_true(g.lift_sq != RULES_NO_SQ);
		lift(g.lift_sq);
	} else {
		assert_true(take_named(g.put_piece, g.lift_sq));
		drop(g.put_sq, in_hand - 1);
	}
	wait_us(3000000);
}

static void
print_mess(const char *what, unsigned steps, unsigned fewest)
{
	print_message("%s: %s: %u steps, not %u; position differs on", rules_name(game), what,
		      steps, fewest);
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		if (truth[sq] != rules_at(game, state.settled, sq)) {
			char name[4];

			rules_square_print(game, sq, name);
			print_message(" %s", name);
		}
	print_message("\n");
}

static unsigned
one_mess(unsigned senses)
{
	unsigned fewest, steps = 0;
	uint32_t actions;

	begin(senses);
	if (state.over)
		return 0;
	actions = state.n_actions;
	mess();
	/* A displacement may be a legal action, or look like half of one. */
	if (state.guidance.kind == GUIDANCE_NONE || changed || state.has_provisional)
		return 0;
	fewest = fewest_steps();
	while (state.guidance.kind != GUIDANCE_NONE && steps < fewest) {
		/* During guidance the board may look like a capture whose victim is set aside. */
		if (session.goal == GOAL_SHOWN)
			return 0;
		assert_int_equal(state.guidance.steps, fewest - steps);
		follow_step();
		steps++;
	}
	if (state.guidance.kind != GUIDANCE_NONE || !restored())
		print_mess("not home", steps, fewest);
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
	assert_true(restored());
	assert_int_equal(steps, fewest);
	assert_int_equal(changed, 0);
	assert_int_equal(state.n_actions, actions);
	return 1;
}

/*
 * Sweeps several pieces off the board at once and sets them down anywhere: no
 * sensor can identify them.
 */
static void
sweep(void)
{
	swept = (struct sqset){ { 0, 0 } };
	for (unsigned i = chance(4); i > 0; i--)
		exchange(random_square(true));
	/* A piece left in the hand by an exchange is mixed up with the rest. */
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		if (in_hand && truth[sq] == 0)
			sqset_add(&swept, sq);
	for (unsigned i = 2 + chance(WRONG_MAX - 2); i > 0; i--) {
		unsigned sq = random_square(true);

		sqset_add(&swept, sq);
		lift(sq);
	}
	while (in_hand) {
		unsigned sq = random_square(false);

		sqset_add(&swept, sq);
		drop(sq, chance(in_hand));
	}
	wait_us(3000000);
}

/* Reports whether the board is right for the sensors and, except for mixed-up pieces, in truth. */
static bool
looks_right(void)
{
	for (unsigned sq = 0; sq < rules_squares(game); sq++) {
		uint8_t piece = rules_at(game, state.settled, sq);
		struct reading have = read_as(truth[sq]), want = read_as(piece);

		if (have.occupied != want.occupied || have.pole != want.pole ||
		    (truth[sq] != piece && !sqset_has(swept, sq))) {
			print_mess("not right", 0, 0);
			return false;
		}
	}
	return true;
}

static unsigned steps_taken, steps_fewest;

/*
 * Follows guidance to its end: one step too many at most, and no shown number of steps
 * above those still needed.
 */
static unsigned
one_sweep(unsigned senses)
{
	unsigned told[STEPS_MAX], steps = 0, fewest;

	begin(senses);
	if (state.over)
		return 0;
	sweep();
	if (state.guidance.kind == GUIDANCE_NONE || changed || state.has_provisional)
		return 0;
	fewest = fewest_steps();
	while (state.guidance.kind != GUIDANCE_NONE) {
		assert_true(steps < STEPS_MAX);
		told[steps++] = state.guidance.steps;
		follow_step();
	}
	for (unsigned i = 0; i < steps; i++)
		assert_true(told[i] > 0 && told[i] <= steps - i);
	assert_true(looks_right());
	assert_true(steps <= fewest + 1);
	steps_taken += steps;
	steps_fewest += fewest;
	assert_int_equal(changed, 0);
	return restored();
}

static void
test_sweeps(void **unused)
{
	static const uint8_t senses[] = { SENSES_OCCUPANCY, SENSES_POLARITY, SENSES_LEVEL };
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		unsigned home = 0;

		game = games[i];
		seed = 101 + i;
		for (unsigned k = 0; k < messes / 2; k++)
			home += one_sweep(senses[k % 3]);
		/* Players who place the named piece usually restore the exact position. */
		assert_true(home > messes / 4);
	}
	print_message("sweeps: %u steps, the fewest are %u\n", steps_taken, steps_fewest);
	assert_true(steps_taken <= steps_fewest + steps_fewest / 100);
}

static void
test_messes(void **unused)
{
	static const uint8_t senses[] = { SENSES_OCCUPANCY, SENSES_POLARITY, SENSES_LEVEL };
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		unsigned judged = 0;

		game = games[i];
		seed = 1 + i;
		for (unsigned k = 0; k < messes; k++)
			judged += one_mess(senses[k % 3]);
		assert_true(judged > messes / 3);
	}
}

/*
 * A record is played in while the sensors still report another board: here a
 * black rook is promoted from a square where a white one began. No substitute
 * was observed.
 */
static void
begin_promoted(const char *position, const char *action)
{
	struct session_config c = session_config_default();
	struct rules_error err;

	c.senses = SENSES_POLARITY;
	game = rules_game("chess");
	now_us = 0;
	in_hand = 0;
	assert_int_equal(session_start(&session, &c, game, position, "", NULL, NULL, 0, &err), 0);
	assert_int_equal(session_play(&session, action, 0), 0);
	session_state(&session, &state);
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		truth[sq] = rules_at(game, state.settled, sq);
	changed = 0;
}

#define TAKES_AND_PROMOTES "4k3/7r/8/8/8/8/1p6/R3K3 b - - 0 1", "b2a1q"

static void
test_promoted_in_record(void **unused)
{
	(void)unused;
	begin_promoted(TAKES_AND_PROMOTES);
	lift(4);
	lift(60);
	drop(4, 1);
	drop(60, 0);
	wait_us(3000000);
	assert_int_not_equal(state.guidance.kind, GUIDANCE_NONE);
	assert_true(sqset_has(state.guidance.wrong, 4));
	assert_true(sqset_has(state.guidance.wrong, 60));
	assert_int_equal(state.guidance.steps, 3);
}

/*
 * After a start the board is read: the substitute for a promoted piece may have either
 * colour. The pole of every other piece is still believed.
 */
static void
promoted_reads(uint8_t piece)
{
	static struct reading board[RULES_SQUARES_MAX];

	begin_promoted(TAKES_AND_PROMOTES);
	truth[0] = piece;
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		board[sq] = read_as(truth[sq]);
	session_board(&session, board, NULL, now_us, &out);
	wait_us(3000000);
	assert_int_equal(state.guidance.kind, GUIDANCE_NONE);
	lift(4);
	lift(60);
	drop(4, 1);
	drop(60, 0);
	wait_us(3000000);
	assert_int_not_equal(state.guidance.kind, GUIDANCE_NONE);
	assert_false(sqset_has(state.guidance.wrong, 0));
	assert_true(sqset_has(state.guidance.wrong, 4));
	assert_int_equal(state.guidance.steps, 3);
}

static void
test_stands_in_after_start(void **unused)
{
	(void)unused;
	promoted_reads(PIECE_QUEEN | PIECE_BLACK);
	promoted_reads(PIECE_ROOK);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_messes),
		cmocka_unit_test(test_sweeps),
		cmocka_unit_test(test_promoted_in_record),
		cmocka_unit_test(test_stands_in_after_start),
	};

	if (argc > 1)
		messes = (unsigned)strtoul(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The way back from any mess: in random positions of every game up to ten pieces
 * are moved, exchanged or taken off, and players who follow one instruction at a
 * time must get the position back in the fewest steps there are: as many as pieces
 * are wrong and one more for each ring that no alike piece opens. At each of them the
 * number told is the number still needed. On boards of every kind of sensor, and the
 * game stays as it is. Where a sweep of the hand has mixed pieces up, the way back still
 * ends, with one step too many at most, and what was not swept stands right: only pieces
 * that were mixed up may stand on each other's squares. An argument: so many messes of
 * each game.
 */
#include "tests/daemon/core/mess.h"

enum { WANDER_MAX = 5, STEPS_MAX = 40 };

static struct sqset swept; /* where a sweep took pieces up, or set them down */

/* Put down elsewhere; now and then only after other squares were tried. */
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

/* By its pole, or two stacks by their height: a level tells nothing else of a piece. */
static bool
told_apart(uint8_t a, uint8_t b)
{
	unsigned senses = session.config.senses;

	return (senses != SENSES_OCCUPANCY && piece_colour(a) != piece_colour(b)) ||
	       (senses == SENSES_LEVEL && rules_stones(game, a) && rules_stones(game, b) &&
		rules_stones(game, a) != rules_stones(game, b));
}

/* Two pieces in each other's places: seen where sensors tell them apart. */
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
 * Pieces put elsewhere or exchanged, one after the other, the last perhaps kept
 * in the hand. Two of a colour in the hand at once, nobody could tell apart.
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

/* Kinds of pieces that stand on each other's squares; `open`: with a place free, or a piece to come. */
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
 * The fewest steps home. No piece is lost in these messes, so each place that lacks
 * one of its kind is one step; and where no kind of those that stand on each other's
 * squares has a free place, one piece more must be taken up first.
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

/* The piece in the hand comes to be the one that is put down next. */
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

/* Players see pieces: the one that is named, from the square that is named if it stands there. */
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
	/* A mess may be a legal action, or look like one half done. */
	if (!state.guidance.on || changed || state.has_provisional)
		return 0;
	fewest = fewest_steps();
	while (state.guidance.on && steps < fewest) {
		assert_int_equal(state.guidance.steps, fewest - steps);
		follow_step();
		steps++;
	}
	if (state.guidance.on || !restored())
		print_mess("not home", steps, fewest);
	assert_false(state.guidance.on);
	assert_true(restored());
	assert_int_equal(steps, fewest);
	assert_int_equal(changed, 0);
	assert_int_equal(state.n_actions, actions);
	return 1;
}

/* Several pieces swept off the board at once, and set down anywhere: which is which, no sensor knows. */
static void
sweep(void)
{
	swept = (struct sqset){ { 0, 0 } };
	for (unsigned i = chance(4); i > 0; i--)
		exchange(random_square(true));
	/* What an exchange left in the hand is mixed up with the rest. */
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

/* As far as the sensors tell, and, but where pieces were mixed up, in truth. */
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

/* The way back ends, and no more steps are told than are needed. */
static unsigned
one_sweep(unsigned senses)
{
	unsigned told[STEPS_MAX], steps = 0, fewest;

	begin(senses);
	if (state.over)
		return 0;
	sweep();
	if (!state.guidance.on || changed || state.has_provisional)
		return 0;
	fewest = fewest_steps();
	while (state.guidance.on) {
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
		/* Players who put the piece that is named get the position itself, as a rule. */
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
 * A record is played in while the sensors still tell of another board: here a black
 * rook is promoted from where a white one began. Nobody has seen anything stand in.
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
	assert_true(state.guidance.on);
	assert_true(sqset_has(state.guidance.wrong, 4));
	assert_true(sqset_has(state.guidance.wrong, 60));
	assert_int_equal(state.guidance.steps, 3);
}

/*
 * After a start the board is read: what stands for the promoted piece may be of either
 * colour, and of no other piece's pole is any less believed.
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
	assert_false(state.guidance.on);
	lift(4);
	lift(60);
	drop(4, 1);
	drop(60, 0);
	wait_us(3000000);
	assert_true(state.guidance.on);
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

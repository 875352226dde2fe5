/*
 * Secrets of other seats affect neither a seat's actions nor its view. Random
 * games are played. In each position, what is hidden from the seat to act is
 * replaced by other possible content. The seat's actions, its view, its refusal
 * reasons and the table's view must stay the same.
 */
#include "tests/rules/rules_test.h"
#include "tests/rules/space.h"
#include "tests/rules/vary.h"

enum { PLIES = 160, VARIANTS = 4, STRIDE = 13, TEXT = RULES_POSITION_TEXT };

static const struct {
	const char *game, *options;
	bool own; /* true: secrets about the seat's own pieces; false: secrets of the other seat */
} rows[] = {
	{ "masquerade", "", true },
	{ "zombie", "", false },
	{ "cooperative", "", false },
	{ "cooperative", " cards=open", false },
};

/* Values of the current game. */
static struct action space[SPACE_MAX];
static size_t space_n, space_verbs;

static void
same_view(const struct game *g, const struct position *p, const struct position *q, unsigned seat)
{
	char one[TEXT], other[TEXT];

	rules_view_print(g, p, seat, one);
	rules_view_print(g, q, seat, other);
	assert_string_equal(one, other);
}

static void
same_actions(const struct game *g, const struct position *p, const struct position *q)
{
	static struct action one[RULES_ACTIONS_MAX], other[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, one);
	struct outcome a = rules_outcome(g, p, NULL), b = rules_outcome(g, q, NULL);

	assert_int_equal(rules_actions(g, q, other), n);
	for (size_t i = 0; i < n; i++)
		assert_true(rules_action_equal(one[i], other[i]));
	assert_memory_equal(&a, &b, sizeof(a));
	assert_true(sqset_equal(rules_checked(g, p), rules_checked(g, q)));
}

static void
same_refusal(const struct refusal *one, const struct refusal *other)
{
	assert_ptr_equal(one->rule, other->rule);
	assert_ptr_equal(one->text, other->text);
	assert_true(sqset_equal(one->squares, other->squares));
	assert_true(one->costs == other->costs && one->money == other->money);
}

/*
 * Compares refusals of moves by hand on some squares, and of verbs and moves,
 * different ones each time until all were tested.
 */
static void
same_refusals(const struct game *g, const struct position *p, const struct position *q,
	      unsigned seat)
{
	static unsigned turn;
	struct refusal one, other;

	for (unsigned i = 0; i < 64 * 64; i += 61) {
		rules_refuse(g, p, seat, i / 64, i % 64, &one);
		rules_refuse(g, q, seat, i / 64, i % 64, &other);
		same_refusal(&one, &other);
	}
	for (size_t i = turn++ % STRIDE; i < space_n; i += i < space_verbs ? STRIDE : 50 * STRIDE) {
		rules_refuse_action(g, p, seat, space[i], &one);
		rules_refuse_action(g, q, seat, space[i], &other);
		same_refusal(&one, &other);
	}
}

static void
same_public(const struct game *g, const struct position *p, const struct position *q)
{
	char one[TEXT], other[TEXT];
	struct position a, b;

	rules_public(g, p, &a);
	rules_public(g, q, &b);
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	assert_int_equal(memcmp(&a, &b, sizeof(a)), 0);
	rules_view_print(g, p, SEAT_TABLE, one);
	rules_view_print(g, &a, SEAT_TABLE, other);
	/* Graves are counted in the table's view but omitted here; dealt cards become a deck. */
	if (!g->resets_return && !g->draws_cards)
		assert_string_equal(one, other);
}

/* Replaces what is hidden from the seat by other possible content. */
static bool
vary(size_t row, const struct position *p, unsigned seat, uint64_t *random, struct position *out)
{
	return vary_side(test_game(rows[row].game), p, rows[row].own ? seat : !seat, random, out);
}

static unsigned
check_position(size_t row, const struct position *p, uint64_t *random)
{
	const struct game *g = test_game(rows[row].game);
	unsigned seat = rules_to_act(g, p), tried = 0;

	for (unsigned i = 0; i < VARIANTS; i++) {
		struct position other;

		if (!vary(row, p, seat, random, &other))
			continue;
		same_actions(g, p, &other);
		same_view(g, p, &other, seat);
		same_view(g, p, &other, SEAT_TABLE);
		same_public(g, p, &other);
		same_refusals(g, p, &other, seat);
		same_refusals(g, p, &other, SEAT_TABLE);
		same_refusals(g, p, &other, SEAT_CHANCE);
		tried++;
	}
	/* Nor does the seat that is not to act see more than it may. */
	for (unsigned i = 0; i < VARIANTS; i++) {
		struct position other;

		if (!vary(row, p, !seat, random, &other))
			continue;
		same_view(g, p, &other, !seat);
		same_view(g, p, &other, SEAT_TABLE);
		same_public(g, p, &other);
		same_refusals(g, p, &other, !seat);
		same_refusals(g, p, &other, SEAT_TABLE);
		tried++;
	}
	return tried;
}

/*
 * Chooses an action; half of the time a capture or attempt, if possible, so
 * that secrets soon surface.
 */
static struct action
choose(const struct game *g, const struct position *p, const struct action *list, size_t n,
       uint64_t *random)
{
	struct sqset enemy = rules_occupied_by(g, p, !rules_to_act(g, p));
	size_t begin = (size_t)(test_random(random) % n);

	if (test_random(random) % 2)
		for (size_t i = 0; i < n; i++) {
			struct action a = list[(begin + i) % n];

			if (a.from != a.to && sqset_has(enemy, a.to))
				return a;
		}
	return list[begin];
}

static unsigned
play(size_t row, unsigned seed)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct game *g = test_game(rows[row].game);
	uint64_t random = seed;
	struct rules_error err;
	struct position p;
	unsigned tried = 0;
	char options[32];

	/* A different deal each time, if cards are dealt. */
	snprintf(options, sizeof(options), "seed=%u%s", seed, rows[row].options);
	assert_int_equal(rules_start(g, options, &p, &err), 0);
	for (unsigned ply = 0; ply < PLIES; ply++) {
		size_t n = rules_actions(g, &p, list);

		if (n == 0)
			break;
		if (strstr(rows[row].game, "zombie") || ply >= 2) /* secrets exist from here on */
			tried += check_position(row, &p, &random);
		rules_apply(g, &p, choose(g, &p, list, n, &random));
	}
	return tried;
}

static void
test_secrets(void **state)
{
	(void)state;
	for (size_t row = 0; row < ARRAY_LEN(rows); row++) {
		unsigned tried = 0;

		space_n = space_make(test_game(rows[row].game), space, &space_verbs);
		for (unsigned seed = 0; seed < 6; seed++)
			tried += play(row, seed);
		if (tried < 200)
			fail_msg("%s%s: only %u variants", rows[row].game, rows[row].options,
				 tried);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_secrets) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

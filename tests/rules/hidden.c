/*
 * What a seat may not know changes nothing that it may see: its view, its
 * actions, what it is told of a refusal. Tried by dealing the hidden cards anew
 * at every position of random games.
 */
#include "tests/rules/rules_test.h"
#include "tests/rules/space.h"

enum { PLIES_MAX = 200 };

static struct action space[SPACE_MAX];
static size_t space_verbs;

/* Cards of list `list` begin here. */
static unsigned
list_at(const struct position *p, unsigned list)
{
	unsigned at = 0;

	for (unsigned i = 0; i < list; i++)
		at += p->x.cooperative.len[i];
	return at;
}

/* Exchanges the cards that `seat` does not see, at random. */
static void
shuffle_cards(struct position *p, unsigned seat, uint64_t *random)
{
	uint8_t *place[64];
	unsigned n = 0;

	for (unsigned list = 0; list < 6; list++) {
		bool hidden = list == 5 || (list < 2 && list != seat);

		for (unsigned i = 0; hidden && i < p->x.cooperative.len[list]; i++)
			place[n++] = &p->x.cooperative.card[list_at(p, list) + i];
	}
	for (; n > 1; n--) {
		uint8_t *other = place[test_random(random) % n], card = *other;

		*other = *place[n - 1];
		*place[n - 1] = card;
	}
}

static void
check_same_view(const struct game *g, const struct position *p, const struct position *other,
		unsigned seat)
{
	char is[RULES_POSITION_TEXT], was[RULES_POSITION_TEXT];

	rules_view_print(g, p, seat, was);
	rules_view_print(g, other, seat, is);
	assert_string_equal(is, was);
}

static void
check_same_actions(const struct game *g, const struct position *p, const struct position *other)
{
	static struct action was[RULES_ACTIONS_MAX], is[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, was);

	assert_int_equal(rules_actions(g, other, is), n);
	assert_memory_equal(was, is, n * sizeof(was[0]));
}

static void
check_same_refusal(const struct refusal *was, const struct refusal *is)
{
	assert_ptr_equal(was->rule, is->rule);
	assert_ptr_equal(was->text, is->text);
	assert_true(sqset_equal(was->squares, is->squares));
}

static void
check_same_refusals(const struct game *g, const struct position *p, const struct position *other,
		    unsigned seat, uint64_t *random)
{
	struct refusal was, is;

	for (unsigned i = 0; i < 32; i++) {
		unsigned from = (unsigned)(test_random(random) % 64);
		unsigned to = (unsigned)(test_random(random) % 64);

		rules_refuse(g, p, seat, from, to, &was);
		rules_refuse(g, other, seat, from, to, &is);
		check_same_refusal(&was, &is);
	}
	for (size_t i = 0; i < space_verbs; i++) { /* every card */
		rules_refuse_action(g, p, seat, space[i], &was);
		rules_refuse_action(g, other, seat, space[i], &is);
		check_same_refusal(&was, &is);
	}
}

static unsigned
check_hidden(const struct game *g, const struct position *p, uint64_t *random)
{
	static const unsigned seats[] = { SEAT_W, SEAT_B, SEAT_TABLE };
	unsigned differed = 0;

	for (unsigned i = 0; i < 3; i++) {
		struct position other = *p;

		shuffle_cards(&other, seats[i], random);
		differed += memcmp(&other, p, sizeof(other)) != 0;
		check_same_view(g, p, &other, seats[i]);
		if (seats[i] == rules_to_act(g, p))
			check_same_actions(g, p, &other);
		check_same_refusals(g, p, &other, seats[i], random);
	}
	return differed;
}

static void
test_cooperative(void **state)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct game *g = test_game("cooperative");
	unsigned differed = 0;

	(void)state;
	space_make(g, space, &space_verbs);
	for (uint64_t seed = 0; seed < 20; seed++) {
		uint64_t random = seed;
		struct rules_error err;
		struct position p;
		char options[32];

		snprintf(options, sizeof(options), "seed=%u", (unsigned)seed);
		assert_int_equal(rules_start(g, options, &p, &err), 0);
		for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
			size_t n = rules_actions(g, &p, list);

			if (n == 0)
				break;
			differed += check_hidden(g, &p, &random);
			rules_apply(g, &p, list[test_random(&random) % n]);
		}
	}
	assert_true(differed > 1000); /* it was no empty exercise */
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_cooperative) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

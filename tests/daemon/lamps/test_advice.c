/* Advice: classes of scores, its text, and the light of a lifted piece's targets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/hints.h"

static struct advice advice;

static void
test_classes(void **state)
{
	static const struct {
		int score, best;
		unsigned class;
	} rows[] = {
		{ 0, 0, ADVICE_BEST },
		{ -7, 0, ADVICE_BEST },
		{ -8, 0, ADVICE_GOOD },
		{ -37, 0, ADVICE_GOOD },
		{ -38, 0, ADVICE_PLAYABLE },
		{ -88, 0, ADVICE_PLAYABLE },
		{ -89, 0, ADVICE_MISTAKE },
		{ -191, 0, ADVICE_MISTAKE },
		{ -192, 0, ADVICE_BLUNDER },
		{ -29999, 0, ADVICE_BLUNDER },
		/* The more the game is decided, the less a loss matters, for the other side too. */
		{ 426, 800, ADVICE_MISTAKE },
		{ 427, 800, ADVICE_PLAYABLE },
		{ -800, -426, ADVICE_MISTAKE },
		{ -800, -427, ADVICE_PLAYABLE },
		/* A decided game stays decided, but a win in sight is better. */
		{ 1200, 29999, ADVICE_PLAYABLE },
		{ 29997, 29999, ADVICE_BEST },
		{ 281, 29999, ADVICE_BLUNDER },
		{ -1500, -1320, ADVICE_GOOD },
		{ -1500, -1319, ADVICE_PLAYABLE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (advice_class_of(rows[i].score, rows[i].best) != rows[i].class)
			fail_msg("row %zu: %u", i, advice_class_of(rows[i].score, rows[i].best));
}

static void
start(const char *game, const char *position, struct position *p)
{
	struct rules_error err;
	const struct game *g = rules_game(game);

	assert_int_equal(position ? rules_parse(g, position, p, &err) : rules_start(g, "", p, &err),
			 0);
	rules_public(g, p, p);
}

static void
test_text(void **state)
{
	static const char *const bad[] = {
		"",        "e2e4",          "e2e4 ",       "e2e4 x",
		"e2e5 0",  "e2e4 40000",    "e2e4 1 ",     "e2e4  1",
		" e2e4 1", "e2e4 1,d2d4 2", "e2e4 1 d2d4", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1",
	};
	const struct game *g = rules_game("chess");
	struct position p;

	(void)state;
	start("chess", NULL, &p);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(advice_set(&advice, g, &p, "e2e4 1"), 0);
		if (advice_set(&advice, g, &p, bad[i]) == 0)
			fail_msg("'%s' is taken", bad[i]);
		assert_false(advice_is_for(&advice, g, &p));
	}
	/* The best comes first, whatever the order of the text. */
	assert_int_equal(advice_set(&advice, g, &p, "a2a3 -20 e2e4 35 g1f3 30"), 0);
	assert_true(advice_is_for(&advice, g, &p));
	assert_int_equal(advice.row[0].score, 35);
	rules_apply(g, &p, advice.row[0].action);
	assert_false(advice_is_for(&advice, g, &p));
}

static unsigned
sq(const char *name)
{
	return rules_square_parse(rules_game("chess"), name, 2);
}

/* Of several actions to a square the best one counts, and a square without a score has no class. */
static void
test_grades(void **state)
{
	struct hints_cache cache = { 0 };
	struct hints_query q = { .game = rules_game("chess") };
	const struct hints_answer *a;

	(void)state;
	start("chess", "7k/P7/8/8/8/8/8/R6K w - - 0 1", &q.position);
	assert_int_equal(advice_set(&advice, q.game, &q.position,
				    "a7a8n -10 a7a8q 900 a7a8b 0 a1a2 400 a1b1 -200 h1g1 890"),
			 0);
	q.advice = &advice;
	q.graded = advice.number;
	sqset_add(&q.up, sq("a7"));
	a = hints_get(&cache, &q);
	assert_true(sqset_equal(a->grade[ADVICE_BEST], sqset_of(sq("a8"))));
	for (unsigned i = ADVICE_GOOD; i < ADVICE_CLASSES; i++)
		assert_true(sqset_empty(a->grade[i]));
	q.up = sqset_of(sq("a1"));
	a = hints_get(&cache, &q);
	assert_true(sqset_equal(a->grade[ADVICE_MISTAKE], sqset_of(sq("a2"))));
	assert_true(sqset_equal(a->grade[ADVICE_BLUNDER], sqset_of(sq("b1"))));
	assert_true(sqset_has(a->legal, sq("c1")));
	/* New advice for the same lift changes the answer. */
	assert_int_equal(advice_set(&advice, q.game, &q.position, "a1c1 0"), 0);
	q.graded = advice.number;
	a = hints_get(&cache, &q);
	assert_true(sqset_equal(a->grade[ADVICE_BEST], sqset_of(sq("c1"))));
	assert_int_equal(cache.computed, 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_grades),
	};

	return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}

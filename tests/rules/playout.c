/*
 * Random games of every game. Every position is checked for the invariants of
 * all games; those of single games are in invariants.c.
 */
#include <stdlib.h>

#include "rules/bitboard.h"
#include "tests/rules/invariants.h"
#include "tests/rules/rules_test.h"

enum { PLIES_MAX = 400 };

/*
 * Games use the seeds from the first up to before the end: a few in the fast
 * test, the rest in the slow one.
 */
static uint64_t first_seed, end_seed;

/* The text of a position is complete. */
static void
check_text(const struct game *g, const struct position *p)
{
	char text[RULES_POSITION_TEXT];
	struct position back;

	rules_print(g, p, text);
	back = test_position(g, text);
	assert_memory_equal(&back, p, sizeof(back));
}

static void
check_footprint(const struct game *g, const struct position *p, const struct position *after,
		struct action a)
{
	struct footprint f;
	unsigned i = 0;

	rules_footprint(g, p, a, &f);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t was = rules_at(g, p, sq), is = rules_at(g, after, sq);

		if (was == is)
			continue;
		assert_true(i < f.n && f.change[i].sq == sq && f.change[i].before == was &&
			    f.change[i].after == is);
		i++;
	}
	assert_int_equal(i, f.n);
}

static void
check_san(const struct game *g, const struct position *p, struct action a)
{
	char san[RULES_SAN_TEXT];
	struct rules_error err;
	struct action back;

	rules_san_print(g, p, a, san);
	if (rules_san_parse(g, p, san, &back, &err) < 0)
		fail_msg("%s", err.why);
	assert_true(rules_action_equal(a, back));
}

static int
compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static bool
goes(const struct action *a, unsigned from, unsigned to)
{
	if (a->from != from || (a->kind != ACT_MOVE && a->kind != ACT_CASTLE &&
				a->kind != ACT_ATTEMPT && a->kind != ACT_TRANSFER))
		return false;
	if (to == RULES_NO_SQ || a->to == to)
		return true;
	return a->kind == ACT_CASTLE && bitboard_castling_ends(a->from, a->arg).king_to == to;
}

/* Only some of many: names are looked up in the whole list. */
static void
check_action(const struct game *g, const struct position *p, struct action a, const char *name)
{
	struct position after = *p;
	struct refusal r;

	assert_true(rules_action_equal(test_action(g, p, name), a));
	assert_true(rules_legal(g, p, a));
	rules_apply(g, &after, a);
	check_footprint(g, p, &after, a);
	invariants_check(g, p, &after);
	if (rules_has_san(g))
		check_san(g, p, a);
	if (!goes(&a, a.from, a.to))
		return;
	rules_refuse(g, p, rules_to_act(g, p), a.from, a.to, &r);
	assert_null(r.rule);
}

/* By what it does, not by what the game lists. */
static bool
captures_or_promotes(const struct game *g, const struct position *p, struct action a)
{
	struct position after = *p;

	rules_apply(g, &after, a);
	return a.kind == ACT_MOVE &&
	       (rules_at(g, &after, a.to) != rules_at(g, p, a.from) ||
		sqset_count(rules_occupied(g, &after)) < sqset_count(rules_occupied(g, p)));
}

/* The list of captures and promotions has the others left out and the same order. */
static void
check_captures(const struct game *g, const struct position *p, const struct action *list, size_t n)
{
	static struct action captures[RULES_ACTIONS_MAX];
	size_t count = rules_captures(g, p, captures), at = 0;

	for (size_t i = 0; i < n; i++)
		if (captures_or_promotes(g, p, list[i]))
			assert_true(at < count && rules_action_equal(captures[at++], list[i]));
	assert_int_equal(at, count);
}

static void
check_actions(const struct game *g, const struct position *p, const struct action *list, size_t n)
{
	static char names[RULES_ACTIONS_MAX][RULES_ACTION_TEXT];

	assert_true(n <= g->actions_max);
	if (g->count)
		assert_int_equal(g->count(p), n);
	if (rules_has_captures(g))
		check_captures(g, p, list, n);
	for (size_t i = 0; i < n; i++)
		rules_action_print(g, p, list[i], names[i]);
	for (size_t i = 0; i < n; i += 1 + n / 64)
		check_action(g, p, list[i], names[i]);
	qsort(names, n, sizeof(names[0]), compare);
	for (size_t i = 1; i < n; i++)
		assert_string_not_equal(names[i - 1], names[i]);
}

/* Every square pair without an action has a reason, as a sentence. */
static void
check_refusals(const struct game *g, const struct position *p, const struct action *list, size_t n)
{
	/* Ninety-nine squares have too many pairs: every fourth is tested. */
	unsigned stride = rules_squares(g) > 64 ? 4 : 1;

	for (unsigned from = 0; from < rules_squares(g); from++) {
		for (unsigned to = from % stride; to <= rules_squares(g); to += stride) {
			unsigned sq = to == rules_squares(g) ? RULES_NO_SQ : to;
			struct refusal r;
			bool any = false;

			for (size_t i = 0; i < n && !any; i++)
				any = goes(&list[i], from, sq);
			rules_refuse(g, p, rules_turn_seat(g, p), from, sq, &r);
			assert_int_equal(r.rule == NULL, any);
			if (r.rule)
				assert_true(r.text && r.text[strlen(r.text) - 1] == '.');
		}
	}
}

static void
check_position(const struct game *g, const struct position *p)
{
	struct sqset occupied = rules_occupied(g, p);

	check_text(g, p);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		assert_int_equal(sqset_has(occupied, sq), rules_at(g, p, sq) != 0);
	assert_true(sqset_equal(occupied,
				sqset_or(rules_occupied_by(g, p, 0), rules_occupied_by(g, p, 1))));
}

/* A finished position has a text as well, which omits nothing but how a CEO was lost. */
static void
check_last(const struct game *g, const struct position *p)
{
	char once[RULES_POSITION_TEXT], twice[RULES_POSITION_TEXT];
	struct position back;

	rules_print(g, p, once);
	back = test_position(g, once);
	rules_print(g, &back, twice);
	assert_string_equal(once, twice);
	assert_int_equal(rules_outcome(g, &back, NULL).result == RESULT_ONGOING,
			 rules_outcome(g, p, NULL).result == RESULT_ONGOING);
}

static void
play(const struct game *g, const char *options, const uint64_t start)
{
	uint64_t random = start;
	static struct action list[RULES_ACTIONS_MAX];
	static struct history h;
	struct rules_error err;
	struct position p;

	if (rules_start(g, options, &p, &err) < 0)
		fail_msg("%s", err.why);
	rules_history_start(g, &h, &p);
	for (unsigned plies = 0; plies < PLIES_MAX; plies++) {
		size_t n = rules_actions(g, &p, list);
		struct outcome o = rules_outcome(g, &p, &h);

		if (o.result != RESULT_ONGOING) {
			assert_true(n == 0 || o.reason == REASON_REPETITION);
			check_last(g, &p);
			return;
		}
		check_position(g, &p);
		check_actions(g, &p, list, n);
		if (plies % 64 == start % 8 * 8) /* tests every pair of squares */
			check_refusals(g, &p, list, n);
		rules_apply(g, &p, list[test_random(&random) % n]);
		rules_history_push(g, &h, &p);
	}
}

static void
test_all(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (uint64_t seed = first_seed; seed < end_seed; seed++) {
		for (size_t i = 0; i < n; i++)
			play(games[i], "", seed);
		play(&game_null, "", seed);
	}
}

/* Options that change the game. */
static void
test_options(void **state)
{
	static const struct {
		const char *game, *options;
	} rows[] = {
		{ "chess960", "index=79" },
		{ "chess960", "index=395" },
		{ "chess960", "index=711" },
		{ "half-alice", "checkers=16" },
		{ "half-alice", "checkers=2" },
		{ "cooperative", "cards=real" },
		{ "cooperative", "cards=open" },
		{ "dice-money", "prices=1,1,1,1,1,1,1,1" },
		{ "abstract", "table=aronson turn=double" },
		{ "abstract", "table=aronson transfers=limited" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		for (uint64_t seed = first_seed; seed < end_seed; seed++)
			play(test_game(rows[i].game), rows[i].options, seed);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_options),
	};

	if (argc != 3) {
		fprintf(stderr, "usage: test-rules-playout SEED END\n");
		return 2;
	}
	first_seed = strtoull(argv[1], NULL, 10);
	end_seed = strtoull(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

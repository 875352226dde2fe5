/*
 * perft FILE GAME MAX: checks every row of FILE to each depth whose count is at
 * most MAX. Published counts continue after a draw by material, so they are
 * compared with the bare generator. rules_perft, which has the draws of the
 * house rules, is compared with a walk action by action.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "rules/orthodox_moves.h"
#include "tests/rules/rules_test.h"

static const char *file_name, *game_name;
static uint64_t max_nodes;

static bool
is_capture_or_promotion(const struct game *g, const struct position *p, struct action a)
{
	bool pawn = piece_kind(rules_at(g, p, a.from)) == PIECE_PAWN;

	return a.kind == ACT_MOVE &&
	       (rules_at(g, p, a.to) || a.arg || (pawn && a.from % 8 != a.to % 8));
}

/* The code for any processor lists the same, and the list of captures omits the rest. */
static void
check_lists(const struct game *g, const struct position *p, const struct action *list, size_t n)
{
	struct action other[RULES_ACTIONS_MAX];
	bool chess960 = strcmp(rules_name(g), "chess960") == 0;
	size_t captures = g->captures(p, other), at = 0;

	for (size_t i = 0; i < n; i++)
		if (is_capture_or_promotion(g, p, list[i]))
			assert_true(at < captures && rules_action_equal(other[at++], list[i]));
	assert_int_equal(at, captures);
	assert_int_equal((chess960 ? orthodox_moves_any.chess960_actions
				   : orthodox_moves_any.chess_actions)(p, other),
			 n);
	assert_memory_equal(other, list, n * sizeof(*list));
}

/* Lists and applies every action; draws do not end the walk. */
static uint64_t
walk(const struct game *g, const struct position *p, unsigned depth)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = g->actions(p, list);
	uint64_t sum = 0;

	assert_true(n <= g->actions_max);
	assert_int_equal(n, g->count(p));
	check_lists(g, p, list, n);
	if (depth == 1)
		return n;
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;

		g->apply(&child, list[i]);
		sum += walk(g, &child, depth - 1);
	}
	return sum;
}

/* Walks with the public calls only, draws included. */
static uint64_t
walk_house(const struct game *g, const struct position *p, unsigned depth)
{
	struct action list[RULES_ACTIONS_MAX];
	uint64_t sum = 0;
	size_t n;

	if (depth == 0)
		return 1;
	if (rules_outcome(g, p, NULL).result != RESULT_ONGOING)
		return 0;
	n = rules_actions(g, p, list);
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;

		rules_apply(g, &child, list[i]);
		sum += walk_house(g, &child, depth - 1);
	}
	return sum;
}

static void
check_row(const struct game *g, char *line, unsigned number)
{
	char *counts = strstr(line, " : "), *end;
	struct position p;

	if (!counts) {
		fail_msg("%s:%u: no ' : '", file_name, number);
		return;
	}
	*counts = '\0';
	p = test_position(g, line);
	counts = strtok(counts + 3, " ");
	for (unsigned depth = 1; counts; depth++, counts = strtok(NULL, " ")) {
		uint64_t want = strtoull(counts, &end, 10), got;

		if (strcmp(counts, "-") == 0)
			continue;
		if (*end)
			fail_msg("%s:%u: %s is no count", file_name, number, counts);
		if (want > max_nodes)
			break;
		got = walk(g, &p, depth);
		if (got != want)
			fail_msg("%s:%u: depth %u is %" PRIu64 ", not %" PRIu64, file_name, number,
				 depth, got, want);
		if (want > max_nodes / 16)
			continue;
		got = walk_house(g, &p, depth);
		if (rules_perft(g, &p, NULL, depth) != got)
			fail_msg("%s:%u: depth %u with draws is %" PRIu64 ", not %" PRIu64,
				 file_name, number, depth, rules_perft(g, &p, NULL, depth), got);
	}
}

static void
test_rows(void **state)
{
	const struct game *g = test_game(game_name);
	FILE *f = fopen(file_name, "r");
	unsigned number = 0, rows = 0;
	char line[512];

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		number++;
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '#' || line[0] == '\0')
			continue;
		check_row(g, line, number);
		rows++;
	}
	fclose(f);
	assert_true(rows > 100);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };

	if (argc != 4) {
		fprintf(stderr, "usage: %s FILE GAME MAX\n", argv[0]);
		return 2;
	}
	file_name = argv[1];
	game_name = argv[2];
	max_nodes = strtoull(argv[3], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Levels of play: the tables, and how careful the upper levels are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "daemon/engine/gain.h"
#include "daemon/engine/level.h"
#include "rules/bitboard.h"
#include "tests/engine/players.h"

enum {
	HASH_MB = 1,
	POSITIONS = 50,
	PLIES_FIRST = 8, /* random actions before the first position */
	HANGING = 600,   /* centipawns: a queen for at most a knight */
	DEPTH = 3,
};

static void
check_order(struct level weaker, struct level stronger)
{
	assert_true(stronger.nodes == 0 || stronger.nodes >= weaker.nodes);
	assert_true(stronger.noise <= weaker.noise);
	assert_true(stronger.blind <= weaker.blind);
}

/* Each row of the table: a higher level is weakened less, the highest not at all. */
static void
test_table(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		unsigned count;
		struct level best;

		if (!engine_plays(games[i], NULL))
			continue;
		count = rules_levels(games[i]);
		best = level_of(games[i], LEVEL_MAX);
		assert_in_range(count, 2, LEVEL_MAX);
		assert_true(best.nodes == 0 && best.noise == 0 && best.blind == 0);
		for (unsigned level = 1; level < count; level++) {
			struct level l = level_of(games[i], level);

			check_order(l, level_of(games[i], level + 1));
			assert_in_range(l.nodes, 1, LEVEL_NODES);
			assert_true(level < LEVEL_CAREFUL ||
				    (l.blind == 0 && l.noise <= 100 && l.sure >= 2));
		}
	}
}

static void
test_elo(void **state)
{
	(void)state;
	for (unsigned elo = LEVEL_ELO_MIN; elo < LEVEL_ELO_MAX; elo++) {
		check_order(level_of_elo(elo), level_of_elo(elo + 1));
		assert_true(level_of_elo(elo).nodes >= 1);
	}
}

/* --- Queens ---------------------------------------------------------------------- */

/* Reports whether the enemy can win a queen at once after an action. */
static bool
leaves_queen(const struct play *play, struct action a)
{
	struct position p = play->p;
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	rules_apply(play->g, &p, a);
	n = rules_actions(play->g, &p, list);
	for (size_t i = 0; i < n; i++)
		if (piece_kind(rules_at(play->g, &p, list[i].to)) == PIECE_QUEEN &&
		    gain_exchange(&p, list[i]) >= HANGING)
			return true;
	return false;
}

/* Returns what the action loses against the best one, as an engine of full strength sees it. */
static int
loss_of(struct engine *e, struct play *play, struct action a)
{
	struct engine_task task = { .g = play->g, .p = &play->p, .lines = 1, .depth = DEPTH };
	struct engine_report best, chosen;

	engine_clear(e);
	engine_search(e, &task, &best);
	task.only = &a;
	task.n_only = 1;
	engine_search(e, &task, &chosen);
	return best.score - chosen.score;
}

/* Returns in how many of the positions the level leaves a queen hanging without need. */
static unsigned
count_hanging(const char *level, struct engine *judge)
{
	static struct play play;
	struct player player;
	unsigned count = 0;

	player_init(&player, level, HASH_MB);
	for (unsigned seed = 0; seed < POSITIONS; seed++) {
		struct action a;

		play_start(&play, rules_game("chess"), seed, PLIES_FIRST + seed);
		a = player_choose(&player, &play);
		count += leaves_queen(&play, a) && loss_of(judge, &play, a) >= HANGING;
	}
	player_free(&player);
	return count;
}

/* In the same positions careless play loses queens, and careful levels never do. */
static void
test_queens(void **state)
{
	size_t size = engine_size() + (HASH_MB << 20);
	struct engine *judge = engine_new(calloc(1, size), size);

	(void)state;
	assert_true(count_hanging("weak:1,0,100,1", judge) > 0);
	assert_int_equal(count_hanging("level:5", judge), 0);
	assert_int_equal(count_hanging("level:6", judge), 0);
	assert_int_equal(count_hanging("level:8", judge), 0);
	/* Without completed iterations a careful level would lose them too. */
	assert_true(count_hanging("weak:40,0,0,0", judge) > 0);
	free(judge);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_elo),
		cmocka_unit_test(test_queens),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The generator's own parts: a judge that must be right about hands and sensors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/bus/chipset.h"
#include "tests/daemon/hands/motion.h"
#include "tests/daemon/hands/play.h"

/* The number of orders of hands for an action. */
static void
test_orders(void **state)
{
	static const struct {
		const char *game, *fen, *action;
		unsigned carries, orders;
	} rows[] = {
		{ "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 1, 1 },
		{ "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 2, 2 },
		{ "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 2, 3 },
		{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 2, 6 },
		{ "chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", 2, 2 },
		{ "chess", "1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q", 3, 3 },
		/* King and rook exchange squares: both must be up before either is down. */
		{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", 2, 4 },
		/* The king takes the rook's square: the rook must be up before. */
		{ "chess960", "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", 2, 5 },
		/* The king stays. */
		{ "chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", 1, 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct game *g = rules_game(rows[i].game);
		struct carry c[CARRIES_MAX];
		struct order orders[ORDERS_MAX];
		uint8_t on[RULES_SQUARES_MAX] = { 0 };
		struct rules_error err;
		struct position p;
		struct action a;

		assert_int_equal(rules_parse(g, rows[i].fen, &p, &err), 0);
		assert_int_equal(rules_action_parse(g, &p, rows[i].action, &a), 0);
		for (unsigned sq = 0; sq < 64; sq++)
			on[sq] = rules_at(g, &p, sq);
		assert_int_equal(carries_of(g, &p, a, c), rows[i].carries);
		unsigned n = orders_of(c, rows[i].carries, on, orders);

		assert_int_equal(n, rows[i].orders);
		/* Each leaves the board as the rules do. */
		for (unsigned k = 0; k < n; k++) {
			struct position after = p;
			struct script s;

			script_init(&s, on);
			motion_plain(&s, c, &orders[k], 1000);
			rules_apply(g, &after, a);
			for (unsigned sq = 0; sq < 64; sq++)
				assert_int_equal(s.on[sq], rules_at(g, &after, sq));
		}
	}
}

static unsigned
scan_until(struct sensors *s, uint64_t t_us, struct sensed *last)
{
	struct sensed sensed[RULES_SQUARES_MAX];
	unsigned edges = 0;

	while (sensors_next(s) <= t_us) {
		unsigned n = sensors_scan(s, sensed);

		edges += n;
		if (n > 0)
			*last = sensed[n - 1];
	}
	return edges;
}

static void
test_sensors(void **state)
{
	uint8_t on[RULES_SQUARES_MAX] = { [12] = PIECE_PAWN, [28] = PIECE_PAWN | PIECE_BLACK };
	const struct sqset none = { { 0, 0 } };
	struct sensed last = { 0 };
	struct sensors s;

	(void)state;
	sensors_init(&s, rules_game("chess"), SENSES_OCCUPANCY, 10000, 0, on, none, 0, 1);
	assert_true(sensors_next(&s) == UINT64_MAX);
	sensors_change(&s, 12, 0, 10001);
	assert_int_equal(sensors_next(&s), 20000);
	assert_int_equal(scan_until(&s, 19999, &last), 0);
	assert_int_equal(scan_until(&s, 20000, &last), 1);
	assert_true(last.sq == 12 && last.reading.occupied == 0);
	assert_true(sensors_next(&s) == UINT64_MAX);
	/* Lifted and returned between two scans: nothing was seen. */
	sensors_change(&s, 28, 0, 21000);
	sensors_change(&s, 28, PIECE_PAWN, 29000);
	assert_int_equal(scan_until(&s, 100000, &last), 0);

	/* With polarity the other colour is still seen. */
	sensors_init(&s, rules_game("chess"), SENSES_POLARITY, 10000, 0, on, none, 0, 1);
	sensors_change(&s, 28, PIECE_PAWN, 21000);
	assert_int_equal(scan_until(&s, 100000, &last), 1);
	assert_true(last.reading.occupied == 1 && last.reading.pole == POLE_WHITE);
}

/* However a contact bounces, it ends in its true state within its time. */
static void
test_bounce(void **state)
{
	uint8_t on[RULES_SQUARES_MAX] = { 0 };
	const struct sqset none = { { 0, 0 } };
	unsigned many = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++) {
		struct sensed last = { 0 };
		struct sensors s;

		sensors_init(&s, rules_game("chess"), SENSES_OCCUPANCY, 1000, 8000, on, none, 0, seed);
		sensors_change(&s, 5, PIECE_KING, 500);
		unsigned n = scan_until(&s, 9500, &last);

		assert_true(n % 2 == 1 && last.reading.occupied == 1);
		assert_int_equal(scan_until(&s, 100000, &last), 0);
		many += n > 1;
	}
	assert_true(many > 50);
}

/* ---- levels ---- */

static const char *description;

/* Fields come from a measuring board's own description. */
static void
test_bands(void **state)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	static struct board board;
	struct board_error err;

	(void)state;
	if (board_load(description, limits, chipset_limits(limits), &board, &err) != 0)
		fail_msg("%s: %s", description, err.why);
	assert_int_equal(board.n_levels, SENSORS_LEVELS);
	for (unsigned i = 0; i < SENSORS_LEVELS; i++) {
		assert_int_equal(board.level[i].lo, sensors_bands[i].lo);
		assert_int_equal(board.level[i].hi, sensors_bands[i].hi);
	}
}

/* However a piece is placed, the interval contains its level, and sometimes others. */
static void
test_levels(void **state)
{
	static const struct {
		const char *game;
		uint8_t piece;
		bool object;
		uint8_t level;
	} rows[] = {
		{ "chess", PIECE_QUEEN, false, 2 },     { "half-alice", PIECE_PAWN, true, 1 },
		{ "abstract", PIECE_PAWN, false, 1 },   { "abstract", PIECE_KNIGHT, false, 2 },
		{ "abstract", PIECE_BISHOP, false, 3 }, { "abstract", PIECE_ROOK, false, 4 },
		{ "abstract", PIECE_STACK5, false, 5 }, { "abstract", PIECE_QUEEN, false, 6 },
	};
	unsigned wide = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct game *g = rules_game(rows[i].game);
		uint8_t on[RULES_SQUARES_MAX] = { [5] = rows[i].piece };
		struct sqset objects = { { rows[i].object ? 1u << 5 : 0, 0 } };
		struct sensors s;

		for (uint64_t seed = 0; seed < 200; seed++) {
			sensors_init(&s, g, SENSES_LEVEL, 1000, 0, on, objects, 0, seed);
			assert_in_range(rows[i].level, s.reported[5].level_min,
					s.reported[5].level_max);
			wide += s.reported[5].level_min < s.reported[5].level_max;
		}
	}
	assert_in_range(wide, 400, 1200);
}

/* An object laid under a piece is detected without a lift; a jolt only widens the interval. */
static void
test_objects(void **state)
{
	uint8_t on[RULES_SQUARES_MAX] = { [5] = PIECE_PAWN };
	const struct sqset none = { { 0, 0 } };
	struct sensed last = { 0 };
	struct sensors s;

	(void)state;
	sensors_init(&s, rules_game("half-alice"), SENSES_LEVEL, 1000, 0, on, none, 0, 1);
	assert_int_equal(s.reported[5].level_min, 2);
	sensors_lay(&s, 5, true, 500);
	assert_int_equal(scan_until(&s, 5000, &last), 1);
	assert_true(last.reading.occupied && last.reading.level_max == 1);
	sensors_jolt(&s, 5, 5500);
	assert_int_equal(scan_until(&s, 9000, &last), 0);
	sensors_change(&s, 5, 0, 10000);
	assert_int_equal(scan_until(&s, 19000, &last), 1);
	sensors_change(&s, 5, PIECE_PAWN, 20000);
	assert_int_equal(scan_until(&s, 30000, &last), 1);
	assert_int_equal(last.reading.level_max, 1);
	sensors_lay(&s, 5, false, 40000);
	assert_int_equal(scan_until(&s, 50000, &last), 1);
	assert_int_equal(last.reading.level_min, 2);
}

/* ---- the judge ---- */

static struct live live;
static struct meant meant;
static struct play player;
static struct tally tally;

static struct action
action_of(const char *text, const struct position *p)
{
	struct action a;

	assert_int_equal(rules_action_parse(meant.game, p, text, &a), 0);
	return a;
}

static void
mean_e4(void)
{
	struct rules_error err;

	meant.game = rules_game("chess");
	meant.n = 1;
	assert_int_equal(rules_start(meant.game, "", &meant.position[0], &err), 0);
	meant.action[0] = action_of("e2e4", &meant.position[0]);
	meant.position[1] = meant.position[0];
	rules_apply(meant.game, &meant.position[1], meant.action[0]);
	memset(&tally, 0, sizeof(tally));
	player.tally = &tally;
	player.style = style_find("clean");
	assert_true(play_begin(&player, &live, &meant, SENSES_OCCUPANCY, 1));
}

/* Plays `touches`, such as "-e2 +e4", for players who intend e2e4. */
static void
play_touches(const char *touches)
{
	struct script s;
	uint8_t held = 0;

	mean_e4();
	script_init(&s, player.sim.on);
	for (const char *t = touches; *t != '\0'; t += t[3] == ' ' ? 4 : 3) {
		unsigned sq = rules_square_parse(meant.game, t + 1, 2);

		if (*t == '-') {
			held = s.on[sq];
			script_lift(&s, sq, 200000);
		} else {
			script_drop(&s, sq, held, 200000);
		}
	}
	sim_plan(&player.sim, &s, player.sim.now_us + 500000);
	play_settle(&player, 1);
	play_count(&player, 0, 1);
	play_end(&player);
}

/* The judge must detect errors. */
static void
test_judge(void **state)
{
	static const struct {
		const char *touches;
		enum verdict want;
	} rows[] = {
		{ "-e2 +e4", RIGHT }, { "-e2 +e3 -e3 +e4", RIGHT }, { "-e2 +e3", WRONG },
		{ "-d2 +d4", WRONG }, { "-e2 +e5", LOST },          { "-e2 +e2", LOST },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		play_touches(rows[i].touches);
		if (tally.verdict[rows[i].want] != 1)
			fail_msg("%s: not %s", rows[i].touches, verdict_name(rows[i].want));
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders),
		cmocka_unit_test(test_sensors),
		cmocka_unit_test(test_bounce),
		cmocka_unit_test(test_bands),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_judge),
	};

	if (argc != 2)
		return 2;
	description = argv[1];
	return cmocka_run_group_tests_name("hands", tests, NULL, NULL);
}

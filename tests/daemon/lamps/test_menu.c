/* The choice of a game by a piece on a lit square. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/menu_lamps.h"
#include "tests/daemon/lamps/eyes.h"

#define SECOND UINT64_C(1000000)

static struct board
board_of(unsigned files, unsigned ranks)
{
	return (struct board){ .files = (uint8_t)files, .ranks = (uint8_t)ranks };
}

static const struct sqset none;

static unsigned
square(const struct board *b, const char *name)
{
	return (unsigned)(name[1] - '1') * b->files + (unsigned)(name[0] - 'a');
}

/* Games and squares that each board offers: never where an array has pieces. */
static void
test_places(void **state)
{
	static const struct {
		uint8_t files, ranks, n;
		const char *game[MENU_LAMPS_MAX], *sq[MENU_LAMPS_MAX];
	} rows[] = {
		{ 8,
		  8,
		  6,
		  { "chess", "chess960", "accounting", "abstract", "half-alice", "crowded-house" },
		  { "b4", "c5", "d4", "e5", "f4", "g5" } },
		{ 11,
		  9,
		  7,
		  { "chess", "chess960", "accounting", "abstract", "half-alice", "crowded-house",
		    "american" },
		  { "c5", "d5", "e5", "f5", "g5", "h5", "i5" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct board b = board_of(rows[i].files, rows[i].ranks);
		struct menu_lamps m;

		menu_lamps_open(&m, &b, none);
		assert_int_equal(m.n, rows[i].n);
		for (unsigned k = 0; k < m.n; k++) {
			const struct game *g = m.choice[k].game;
			struct rules_error err;
			struct position p;

			assert_string_equal(rules_name(g), rows[i].game[k]);
			assert_int_equal(m.choice[k].board_sq, square(&b, rows[i].sq[k]));
			assert_int_equal(rules_start(g, "", &p, &err), 0);
			if (rules_files(g) == b.files)
				for (unsigned c = 0; c < m.n; c++)
					assert_int_equal(rules_at(g, &p, m.choice[c].board_sq), 0);
		}
	}
}

/* Games with secrets, dice or cards cannot be chosen without a screen. */
static void
test_which(void **state)
{
	struct board b = board_of(11, 9);
	struct menu_lamps m;

	(void)state;
	menu_lamps_open(&m, &b, none);
	for (unsigned k = 0; k < m.n; k++) {
		static const char *const needy[] = { "dice-money", "zombie", "masquerade",
						     "cooperative" };

		for (size_t i = 0; i < sizeof(needy) / sizeof(needy[0]); i++)
			assert_string_not_equal(rules_name(m.choice[k].game), needy[i]);
	}
}

/* Both sides of the time a piece must rest. */
static void
test_rest(void **state)
{
	struct board b = board_of(8, 8);
	unsigned d4 = square(&b, "d4"), e5 = square(&b, "e5");
	struct menu_lamps m;

	(void)state;
	menu_lamps_open(&m, &b, none);
	assert_true(menu_lamps_deadline(&m) == MENU_LAMPS_NO_DEADLINE);
	assert_null(menu_lamps_chosen(&m, 100 * SECOND));
	menu_lamps_edge(&m, d4, true, 5 * SECOND);
	assert_true(menu_lamps_deadline(&m) == 6 * SECOND);
	assert_null(menu_lamps_chosen(&m, 6 * SECOND - 1));
	assert_string_equal(rules_name(menu_lamps_chosen(&m, 6 * SECOND)->game), "accounting");
	/* A bouncing contact starts again, a repeated reading does not. */
	menu_lamps_edge(&m, d4, true, 5 * SECOND + 10);
	assert_true(menu_lamps_deadline(&m) == 6 * SECOND);
	menu_lamps_edge(&m, d4, false, 5 * SECOND + 20);
	assert_null(menu_lamps_chosen(&m, 100 * SECOND));
	menu_lamps_edge(&m, d4, true, 5 * SECOND + 30);
	assert_true(menu_lamps_deadline(&m) == 6 * SECOND + 30);
	/* The last piece set down counts; other squares are ignored. */
	menu_lamps_edge(&m, e5, true, 5 * SECOND + 40);
	menu_lamps_edge(&m, square(&b, "a1"), true, 5 * SECOND + 50);
	assert_string_equal(rules_name(menu_lamps_chosen(&m, 7 * SECOND)->game), "abstract");
}

/* Pieces there at the opening of the choice do not count. */
static void
test_stood_there(void **state)
{
	struct board b = board_of(8, 8);
	unsigned b4 = square(&b, "b4");
	struct menu_lamps m;

	(void)state;
	menu_lamps_open(&m, &b, sqset_of(b4));
	assert_true(menu_lamps_deadline(&m) == MENU_LAMPS_NO_DEADLINE);
	menu_lamps_edge(&m, b4, false, SECOND);
	assert_true(menu_lamps_deadline(&m) == MENU_LAMPS_NO_DEADLINE);
	menu_lamps_edge(&m, b4, true, 2 * SECOND);
	assert_string_equal(rules_name(menu_lamps_chosen(&m, 3 * SECOND)->game), "chess");
}

static unsigned
count_lit(uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++)
		n += rgb[sq][0] || rgb[sq][1] || rgb[sq][2];
	return n;
}

/* Every pair of colours, for every eye; a piece on one light clears the others. */
static void
test_colours(void **state)
{
	struct lamps_config c = lamps_config_default();
	struct board b = board_of(11, 9);
	uint8_t rgb[BOARD_SQUARES_MAX][3];
	struct menu_lamps m;

	(void)state;
	menu_lamps_open(&m, &b, none);
	menu_lamps_paint(&m, &c, rgb);
	assert_int_equal(count_lit(rgb), 7);
	for (unsigned i = 0; i < m.n; i++)
		for (unsigned k = 0; k < i; k++)
			assert_true(eyes_apart(rgb[m.choice[i].board_sq],
					       rgb[m.choice[k].board_sq]) >= 24.0);
	menu_lamps_edge(&m, m.choice[3].board_sq, true, 0);
	menu_lamps_paint(&m, &c, rgb);
	assert_int_equal(count_lit(rgb), 1);
	assert_true(rgb[m.choice[3].board_sq][1] > 0);
}

/* Who plays a seat: levels from the lowest to the highest, on a rank that no array uses. */
static void
test_seats(void **state)
{
	static const struct {
		uint8_t files, ranks;
		const char *game;
		uint8_t seat, levels, n, level[MENU_LAMPS_MAX];
		const char *first, *side, *side_end;
	} rows[] = {
		{ 8, 8, "chess", SEAT_W, 10, 8, { 0, 1, 3, 4, 6, 7, 9, 10 }, "a4", "a1", "h1" },
		{ 8, 8, "chess", SEAT_B, 10, 8, { 0, 1, 3, 4, 6, 7, 9, 10 }, "a5", "a8", "h8" },
		{ 11, 9, "american", SEAT_B, 7, 8, { 0, 1, 2, 3, 4, 5, 6, 7 }, "b5", "a9", "k9" },
		{ 11, 9, "chess", SEAT_W, 10, 11, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, "a5", "a1", "k1" },
		{ 8, 8, "crowded-house", 0, 10, 8, { 0, 1, 3, 4, 6, 7, 9, 10 }, "a4", "e1", "h1" },
		{ 8, 8, "crowded-house", 3, 10, 8, { 0, 1, 3, 4, 6, 7, 9, 10 }, "a5", "a8", "d8" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct board b = board_of(rows[i].files, rows[i].ranks);
		unsigned from = square(&b, rows[i].side), to = square(&b, rows[i].side_end);
		struct lamps_config c = lamps_config_default();
		uint8_t rgb[BOARD_SQUARES_MAX][3];
		struct menu_lamps m;

		menu_lamps_ask(&m, &b, none, rules_game(rows[i].game), rows[i].seat, rows[i].levels);
		assert_int_equal(m.n, rows[i].n);
		assert_int_equal(m.choice[0].board_sq, square(&b, rows[i].first));
		for (unsigned k = 0; k < m.n; k++) {
			assert_int_equal(m.choice[k].board_sq, m.choice[0].board_sq + k);
			assert_int_equal(m.choice[k].level, rows[i].level[k]);
		}
		menu_lamps_paint(&m, &c, rgb);
		assert_int_equal(count_lit(rgb), m.n + to - from + 1);
		for (unsigned sq = from; sq <= to; sq++)
			assert_true(eyes_apart(rgb[sq], rgb[m.choice[1].board_sq]) >= 24.0);
		assert_true(eyes_apart(rgb[m.choice[0].board_sq], rgb[m.choice[1].board_sq]) >= 24.0);
		menu_lamps_edge(&m, m.choice[2].board_sq, true, 0);
		assert_int_equal(menu_lamps_chosen(&m, SECOND)->level, rows[i].level[2]);
	}
}

static void
test_one_colour(void **state)
{
	struct lamps_config c = lamps_config_default();
	struct board b = board_of(8, 8);
	uint8_t rgb[BOARD_SQUARES_MAX][3];
	struct menu_lamps m;
	uint32_t sum = 0;

	(void)state;
	c.rgb = false;
	c.n_chips = 1;
	c.chip[0] = (struct lamps_chip){ .max_ua = 30000, .channel_ua = { 10000 } };
	menu_lamps_open(&m, &b, none);
	for (unsigned i = 0; i < m.n; i++)
		sqset_add(&c.chip[0].squares, m.choice[i].board_sq);
	menu_lamps_paint(&m, &c, rgb);
	lamps_limit(&c, rgb, BOARD_SQUARES_MAX);
	assert_int_equal(count_lit(rgb), 6);
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++)
		sum += rgb[sq][0] * 10000u / 255u;
	assert_in_range(sum, 28000, 30000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),  cmocka_unit_test(test_which),
		cmocka_unit_test(test_rest),    cmocka_unit_test(test_stood_there),
		cmocka_unit_test(test_colours), cmocka_unit_test(test_one_colour),
		cmocka_unit_test(test_seats),
	};

	return cmocka_run_group_tests_name("menu", tests, NULL, NULL);
}

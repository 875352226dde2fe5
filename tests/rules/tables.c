/* The attack tables and the game table: every row, compared with a walk on the board. */
#include "rules/attacks.h"
#include "tests/rules/rules_test.h"

/* Walks from sq in one direction to the edge or an occupied square, at most `most` steps. */
static uint64_t
walk(unsigned sq, int df, int dr, unsigned most, uint64_t occupied)
{
	uint64_t set = 0;

	for (int f = (int)sq % 8 + df, r = (int)sq / 8 + dr;
	     most-- && f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
		set |= bit((unsigned)(r * 8 + f));
		if (bits_has(occupied, (unsigned)(r * 8 + f)))
			break;
	}
	return set;
}

static uint64_t
walk_diag(unsigned sq, uint64_t occupied)
{
	return walk(sq, 1, 1, 7, occupied) | walk(sq, 1, -1, 7, occupied) |
	       walk(sq, -1, 1, 7, occupied) | walk(sq, -1, -1, 7, occupied);
}

static uint64_t
walk_line(unsigned sq, uint64_t occupied)
{
	return walk(sq, 1, 0, 7, occupied) | walk(sq, -1, 0, 7, occupied) |
	       walk(sq, 0, 1, 7, occupied) | walk(sq, 0, -1, 7, occupied);
}

/* Tests every occupation of the relevant squares, with noise elsewhere. */
static void
check_slides(unsigned sq, const struct attacks_slide *s, uint64_t (*walked)(unsigned, uint64_t))
{
	uint64_t subset = 0, noise = sq;

	do {
		uint64_t occupied = subset | (test_random(&noise) & ~s->mask);

		assert_true(attacks_slide_reach(s, occupied) == walked(sq, occupied));
		subset = (subset - s->mask) & s->mask;
	} while (subset);
}

static void
test_slides(void **state)
{
	(void)state;
	for (unsigned sq = 0; sq < 64; sq++) {
		check_slides(sq, &attacks_diag_slide[sq], walk_diag);
		check_slides(sq, &attacks_line_slide[sq], walk_line);
		assert_true(attacks_diag_rays[sq] == walk_diag(sq, 0));
		assert_true(attacks_line_rays[sq] == walk_line(sq, 0));
	}
}

static uint64_t
leaps(unsigned sq, bool (*fits)(int, int))
{
	uint64_t set = 0;

	for (unsigned to = 0; to < 64; to++)
		if (fits((int)(to % 8) - (int)(sq % 8), (int)(to / 8) - (int)(sq / 8)))
			set |= bit(to);
	return set;
}

static bool
is_knight(int df, int dr)
{
	return df * df + dr * dr == 5;
}

static bool
is_king(int df, int dr)
{
	return df * df + dr * dr == 1 || df * df + dr * dr == 2;
}

static bool
is_white_pawn(int df, int dr)
{
	return df * df == 1 && dr == 1;
}

static bool
is_black_pawn(int df, int dr)
{
	return df * df == 1 && dr == -1;
}

static void
test_leaps(void **state)
{
	(void)state;
	for (unsigned sq = 0; sq < 64; sq++) {
		assert_true(attacks_knight[sq] == leaps(sq, is_knight));
		assert_true(attacks_king[sq] == leaps(sq, is_king));
		assert_true(attacks_pawn[0][sq] == leaps(sq, is_white_pawn));
		assert_true(attacks_pawn[1][sq] == leaps(sq, is_black_pawn));
		assert_true(attacks_pawns(bit(sq), 0) == attacks_pawn[0][sq]);
		assert_true(attacks_pawns(bit(sq), 1) == attacks_pawn[1][sq]);
	}
}

static void
test_between(void **state)
{
	(void)state;
	for (unsigned a = 0; a < 64; a++) {
		for (unsigned b = 0; b < 64; b++) {
			uint64_t want = 0;

			if (bits_has(walk_line(a, 0), b))
				want = walk_line(a, bit(b)) & walk_line(b, bit(a));
			else if (bits_has(walk_diag(a, 0), b))
				want = walk_diag(a, bit(b)) & walk_diag(b, bit(a));
			/*
			 * Two slides of one kind also cross off the line: keep
			 * only squares in line.
			 */
			for (unsigned sq = 0; sq < 64; sq++) {
				int ab_f = (int)(b % 8) - (int)(a % 8);
				int ab_r = (int)(b / 8) - (int)(a / 8);
				int as_f = (int)(sq % 8) - (int)(a % 8);
				int as_r = (int)(sq / 8) - (int)(a / 8);

				if (ab_f * as_r != ab_r * as_f || sq == a || sq == b)
					want &= ~bit(sq);
			}
			assert_true(attacks_between[a][b] == want);
		}
	}
}

static void
test_counts(void **state)
{
	(void)state;
	for (uint64_t i = 0, r = 1; i < 1000; i++) {
		uint64_t set = test_random(&r) & (i % 2 ? test_random(&r) : UINT64_MAX);
		unsigned n = 0;

		for (unsigned sq = 0; sq < 64; sq++)
			n += bits_has(set, sq);
		assert_int_equal(bits_count(set), n);
		assert_int_equal(bits_several(set), n > 1);
	}
	assert_int_equal(bits_count(0), 0);
	assert_int_equal(bits_count(UINT64_MAX), 64);
}

static void
check_game(const struct game *g)
{
	struct rules_error err;
	struct position p;
	char text[RULES_POSITION_TEXT];

	assert_true(g->name && g->name[0] && !strpbrk(g->name, " /ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
	assert_true(g->title && g->title[0]);
	assert_in_range(g->files, 1, RULES_FILES_MAX);
	assert_in_range(g->ranks, 1, RULES_RANKS_MAX);
	assert_true(g->seats == 2 || (g->seats == 4 && g->seat_names));
	assert_true(g->letters[0] == '.' && strlen(g->letters) <= PIECE_KIND_MASK);
	assert_in_range(g->actions_max, 1, RULES_ACTIONS_MAX);
	assert_true(g->actions && g->apply && (g->start || g->start_text));
	assert_true(!g->has_san || g->count); /* SAN uses it to detect mate */
	assert_true(!g->marked_kinds == !g->mark);
	if (rules_start(g, "", &p, &err) < 0)
		fail_msg("%s: %s", g->name, err.why);
	rules_print(g, &p, text);
	p = test_position(g, text);
	assert_true(rules_outcome(g, &p, NULL).result == RESULT_ONGOING);
	for (unsigned seat = 0; seat < g->seats; seat++)
		assert_int_equal(rules_seat_parse(g, rules_seat_name(g, seat)), seat);
	assert_int_equal(rules_seat_parse(g, "table"), SEAT_TABLE);
	assert_int_equal(rules_seat_parse(g, "nobody"), SEAT_NONE);
}

static void
test_games(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		check_game(games[i]);
		assert_ptr_equal(rules_game(games[i]->name), games[i]);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(games[i]->name, games[j]->name);
		assert_ptr_not_equal(games[i], &game_null);
	}
	check_game(&game_null);
	assert_null(rules_game("checkers"));
}

static void
test_reasons(void **state)
{
	(void)state;
	for (unsigned i = 0; i < REASONS_N; i++) {
		assert_non_null(rules_reason_name(i));
		assert_int_equal(rules_reason_words(rules_reason_name(i)) != NULL, i != REASON_NONE);
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(rules_reason_name(i), rules_reason_name(j));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_slides),  cmocka_unit_test(test_leaps),
		cmocka_unit_test(test_between), cmocka_unit_test(test_counts),
		cmocka_unit_test(test_games),   cmocka_unit_test(test_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

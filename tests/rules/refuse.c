/* Refusals: the rule's name and the squares behind it. */
#include "tests/rules/rules_test.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* to "-": why the piece has no move. rule NULL: not refused. */
static const struct {
	const char *game, *text, *from, *to, *rule, *squares;
} rows[] = {
	{ "chess", START, "e2", "e4", NULL, "" },
	{ "chess", START, "e2", "-", NULL, "" },
	{ "chess", START, "e4", "e5", "empty-square", "" },
	{ "chess", START, "e7", "e5", "not-your-turn", "" },
	{ "chess", START, "e2", "e2", "same-square", "" },
	{ "chess", START, "a1", "a2", "own-piece", "a2" },
	{ "chess", START, "e2", "d3", "nothing-to-capture", "d3" },
	{ "chess", START, "e2", "e5", "no-such-move", "" },
	{ "chess", START, "b1", "b3", "no-such-move", "" },
	{ "chess", START, "a1", "a4", "blocked", "a2" },
	{ "chess", START, "f1", "a6", "blocked", "e2" },
	{ "chess", START, "d1", "d8", "blocked", "d2 d7" },
	{ "chess", START, "a1", "-", "blocked", "b1 a2" },
	{ "chess", START, "e1", "-", "blocked", "d1 f1 d2 e2 f2" },
	{ "chess", START, "e1", "g1", "blocked", "f1 g1" },
	{ "chess", START, "e1", "c1", "blocked", "b1 c1 d1" },
	{ "chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2", "e4", "blocked", "e3" },
	{ "chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2", "-", "blocked", "e3" },
	{ "chess", "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2", "e4", "blocked", "e4" },
	{ "chess", "4k3/8/8/8/4n3/4P3/8/4K3 w - - 0 1", "e3", "e5", "no-such-move", "" },
	/* pins */
	{ "chess", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4", "c5", "pinned", "e8" },
	{ "chess", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4", "-", "pinned", "e8" },
	{ "chess", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4", "e5", "no-such-move", "" },
	{ "chess", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4", "d4", "pinned", "e8" },
	{ "chess", "4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", "b5", "c6", "pinned", "h5" },
	/* checks */
	{ "chess", "4k3/8/8/8/4r3/8/3P4/R3K3 w Q - 0 1", "a1", "a5", "in-check", "e4" },
	{ "chess", "4k3/8/8/8/4r3/8/3P4/R3K3 w Q - 0 1", "a1", "-", "in-check", "e4" },
	{ "chess", "4k3/8/8/8/4r3/8/3P4/R3K3 w Q - 0 1", "e1", "e2", "king-attacked", "e4" },
	{ "chess", "4k3/8/8/8/4r3/8/3P4/R3K3 w Q - 0 1", "e1", "c1", "castling-in-check", "e4" },
	{ "chess", "4k3/8/8/8/8/8/8/3RK2r w - - 0 1", "d1", "d5", "in-check", "h1" },
	{ "chess", "4k3/8/8/8/4r2b/8/R7/4K3 w - - 0 1", "a2", "e2", "in-check", "e4 h4" },
	{ "chess", "3rk3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "d1", "king-attacked", "d8" },
	{ "chess", "8/8/8/8/8/4k3/8/3QK3 w - - 0 1", "e1", "e2", "king-attacked", "e3" },
	/* castling */
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1", "g1", "castling-lost", "e1 h1" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "e1", "c1", "castling-lost", "a1 e1" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1", "e1", "g1", "no-such-move", "" },
	{ "chess", "r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1", "g1", "castling-attacked-way",
	  "f8" },
	{ "chess", "1n2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "g1", "castling-attacked-way",
	  "g8" },
	{ "chess960", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1", "g1", NULL, "" },
	{ "chess960", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1", "h1", NULL, "" },
	{ "chess960", "4k3/8/8/8/8/8/8/R3K1NR w HA - 0 1", "e1", "h1", "blocked", "g1" },
	{ "chess960", "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1", "b1", "castling-attacked-way",
	  "a1" },
	{ "chess960", "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1", "c1", NULL, "" },
	{ "chess960", "4k3/8/8/8/8/8/8/1R1K4 w - - 0 1", "d1", "b1", "castling-lost", "b1 d1" },
	/* end of the game */
	{ "chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "g8", "f8", "game-over", "" },
	{ "chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", "a1", "a2", "game-over", "" },
	{ "null", "5k5/11/11/11/11/11/11/11/5K5 w - - 0 1", "f1", "f3", "no-such-move", "" },
	{ "null", "5k5/11/11/11/11/11/11/11/5K5 w - - 0 1", "f1", "f2", NULL, "" },
};

static unsigned
square(const struct game *g, const char *name)
{
	return strcmp(name, "-") ? rules_square_parse(g, name, strlen(name)) : RULES_NO_SQ;
}

static void
list_squares(const struct game *g, struct sqset set, char *out, size_t size)
{
	out[0] = '\0';
	while (!sqset_empty(set)) {
		char name[4];

		rules_square_print(g, sqset_pop(&set), name);
		snprintf(out + strlen(out), size - strlen(out), "%s%s", *out ? " " : "", name);
	}
}

static void
test_rows(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct game *g = test_game(rows[i].game);
		struct position p = test_position(g, rows[i].text);
		const char *want = rows[i].rule ? rows[i].rule : "nothing", *got;
		struct refusal r;
		char squares[400];

		rules_refuse(g, &p, SEAT_TABLE, square(g, rows[i].from), square(g, rows[i].to), &r);
		list_squares(g, r.squares, squares, sizeof(squares));
		got = r.rule ? r.rule : "nothing";
		if (r.rule)
			assert_true(r.text && r.text[strlen(r.text) - 1] == '.');
		if (strcmp(got, want) == 0 && strcmp(squares, rows[i].squares) == 0)
			continue;
		wrong++;
		print_error("%s %s%s: %s [%s], not %s [%s]\n", rows[i].text, rows[i].from,
			    rows[i].to, got, squares, want, rows[i].squares);
	}
	assert_int_equal(wrong, 0);
}

#define DICE "stage=move dice=4,6 money=10,0 prices=5,15,5,3,7,11,19,10/1,1,1,1,1,1,1,1 lost=-/- extra=0"

/* The own pieces that alone keep a piece from a square. */
static const struct {
	const char *game, *text, *from, *own;
} reached[] = {
	{ "chess", START, "a1", "b1 a2" },
	{ "chess", START, "b1", "d2" },
	{ "chess", START, "d1", "c1 e1 c2 d2 e2" },
	{ "chess", START, "e2", "" },
	{ "chess", "4k3/8/8/8/4P3/3P4/4P3/4K3 w - - 0 1", "e2", "d3 e4" },
	{ "chess", "4k3/8/8/8/4P3/4P3/4P3/4K3 w - - 0 1", "e2", "e3" },
	{ "half-alice", "4k3/8/8/8/R@7/P7/8/R3K3 w - - 0 1 checkers=12,12", "a1", "e1 a3" },
	{ "abstract", "4k3/8/8/8/8/8/PN6/K7 w - - 0 1 table=neto turn=single transfers=free stage=move last=-,-",
	  "b2", "" },
	{ "dice-money", "4k3/8/8/8/4P3/8/8/4K2R w - - 4 1 " DICE " flight=1", "e1", "e4" },
	{ "american", "4q6/11/11/11/4P6/4P6/4C6/4P6/4Q6 w - - 0 1", "e3", "e1 e2 e4 e5" },
	{ "american", "4q6/11/11/11/11/11/11/5M5/5Q5 w - - 0 1", "f2", "" },
};

static void
test_reached(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(reached); i++) {
		const struct game *g = test_game(reached[i].game);
		struct position p = test_position(g, reached[i].text);
		struct sqset own = { { 0, 0 } };
		struct refusal r;
		char squares[400];

		for (unsigned to = 0; to < rules_squares(g); to++) {
			rules_refuse(g, &p, SEAT_TABLE, square(g, reached[i].from), to, &r);
			if (r.rule && r.reaches)
				own = sqset_or(own, r.squares);
		}
		list_squares(g, own, squares, sizeof(squares));
		assert_string_equal(squares, reached[i].own);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows),
					    cmocka_unit_test(test_reached) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

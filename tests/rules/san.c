/* Standard algebraic notation, in both directions. */
#include "tests/rules/rules_test.h"

static const struct {
	const char *game, *text, *action, *san;
} rows[] = {
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4" },
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3" },
	{ "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5" },
	{ "chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", "dxe6" },
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+" },
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N" },
	{ "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#" },
	{ "chess", "7k/Q7/8/8/8/8/8/K7 w - - 0 1", "a7f7", "Qf7" }, /* stalemate: no sign */
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O" },
	{ "chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+" },
	/* disambiguation: none, by file, by rank, by both; captures too */
	{ "chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1" },
	{ "chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "h1h5", "Rh5" },
	{ "chess", "R7/8/4k3/8/8/8/4K3/R7 w - - 0 1", "a1a5", "R1a5" },
	{ "chess", "R7/8/4k3/n7/8/8/4K3/R7 w - - 0 1", "a8a5", "R8xa5" },
	{ "chess", "8/8/4k3/8/8/Q7/4K3/Q1Q5 w - - 0 1", "a1b2", "Qa1b2" },
	{ "chess", "8/8/4k3/8/8/Q7/4K3/Q1Q5 w - - 0 1", "a3b2", "Q3b2" },
	{ "chess", "8/8/4k3/8/8/Q7/4K3/Q1Q5 w - - 0 1", "c1b2", "Qcb2" },
	{ "chess", "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "b3d2", "Nbd2" },
	/* a pinned rival does not count, nor one that would stay in check */
	{ "chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2" },
	{ "chess", "4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2" },
	/* two bishops of one colour after promotion; only own pieces count */
	{ "chess", "4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", "c1b2", "Bcb2" },
	{ "chess", "4k3/7p/8/8/8/b7/8/2B1K3 w - - 0 1", "c1b2", "Bb2" },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O" },
	{ "chess960", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "O-O-O" },
	{ "chess960", "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1", "c1f1", "O-O" },
	{ "chess960", "3k4/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1", "O-O-O+" },
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct game *g = test_game(rows[i].game);
		struct position p = test_position(g, rows[i].text);
		struct action a = test_action(g, &p, rows[i].action), back;
		struct rules_error err;
		char san[RULES_SAN_TEXT];

		rules_san_print(g, &p, a, san);
		assert_string_equal(san, rows[i].san);
		if (rules_san_parse(g, &p, san, &back, &err) < 0)
			fail_msg("%s: %s", san, err.why);
		assert_true(rules_action_equal(a, back));
	}
}

#define MIDDLE      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define PROMOTE     "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1"
#define PASSING     "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"
#define ROOKS       "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"
#define B_OR_BISHOP "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1"

/* Forms written by other programs. action == NULL: refused, with a part of why. */
static const struct {
	const char *game, *text, *san, *action, *why;
} liberal[] = {
	{ "chess", MIDDLE, "O-O", "e1g1", NULL },
	{ "chess", MIDDLE, "0-0", "e1g1", NULL },
	{ "chess", MIDDLE, "0-0-0", "e1c1", NULL },
	{ "chess", MIDDLE, "o-o-o", "e1c1", NULL },
	{ "chess", MIDDLE, "OO", "e1g1", NULL },
	{ "chess", MIDDLE, "O-O+", "e1g1", NULL },
	{ "chess", MIDDLE, "O-O!?", "e1g1", NULL },
	{ "chess", MIDDLE, "e1g1", "e1g1", NULL },
	{ "chess", MIDDLE, "Ke1g1", "e1g1", NULL },
	{ "chess", MIDDLE, "Kg1", NULL, "no legal move is 'Kg1'" },
	{ "chess", MIDDLE, "Nxf7", "e5f7", NULL },
	{ "chess", MIDDLE, "Nf7", "e5f7", NULL },
	{ "chess", MIDDLE, "Nxf7+", "e5f7", NULL },
	{ "chess", MIDDLE, "Nxf7#", "e5f7", NULL },
	{ "chess", MIDDLE, "Nxf7!!", "e5f7", NULL },
	{ "chess", MIDDLE, "Nexf7", "e5f7", NULL },
	{ "chess", MIDDLE, "N5xf7", "e5f7", NULL },
	{ "chess", MIDDLE, "Ne5xf7", "e5f7", NULL },
	{ "chess", MIDDLE, "Ne5-f7", "e5f7", NULL },
	{ "chess", MIDDLE, "Ne5:f7", "e5f7", NULL },
	{ "chess", MIDDLE, "e5f7", "e5f7", NULL },
	{ "chess", MIDDLE, "e5-f7", "e5f7", NULL },
	{ "chess", MIDDLE, "dxe6", "d5e6", NULL },
	{ "chess", MIDDLE, "de6", "d5e6", NULL },
	{ "chess", MIDDLE, "d5xe6", "d5e6", NULL },
	{ "chess", MIDDLE, "Pd5xe6", "d5e6", NULL },
	{ "chess", MIDDLE, "a4", "a2a4", NULL },
	{ "chess", MIDDLE, "Pa4", "a2a4", NULL },
	{ "chess", MIDDLE, "axa4", "a2a4", NULL },
	{ "chess", MIDDLE, "xe6", "d5e6", NULL },
	{ "chess", MIDDLE, "Nd7", "e5d7", NULL },
	{ "chess", MIDDLE, "Nb5", "c3b5", NULL },
	{ "chess", MIDDLE, "e6", NULL, "no legal move is 'e6'" },
	{ "chess", MIDDLE, "Nd3d4", NULL, "no legal move" },
	{ "chess", MIDDLE, "O-O-O-O", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "O", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "N", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "Nx", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "Ne", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "Xe4", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "Nf9", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "Ni3", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "Nxf7Q", NULL, "no legal move" },
	{ "chess", MIDDLE, "Nxf7 hello", NULL, "no move in algebraic notation" },
	{ "chess", MIDDLE, "--", NULL, "no move in algebraic notation" },
	{ "chess", PROMOTE, "e8=Q", "e7e8q", NULL },
	{ "chess", PROMOTE, "e8Q", "e7e8q", NULL },
	{ "chess", PROMOTE, "e8q", "e7e8q", NULL },
	{ "chess", PROMOTE, "e8=q", "e7e8q", NULL },
	{ "chess", PROMOTE, "e8(Q)", "e7e8q", NULL },
	{ "chess", PROMOTE, "e8/Q", "e7e8q", NULL },
	{ "chess", PROMOTE, "exd8=N+", "e7d8n", NULL },
	{ "chess", PROMOTE, "ed8N", "e7d8n", NULL },
	{ "chess", PROMOTE, "e7e8r", "e7e8r", NULL },
	{ "chess", PROMOTE, "e7-e8=B", "e7e8b", NULL },
	{ "chess", PROMOTE, "e8", NULL, "no legal move is 'e8'" },
	{ "chess", PROMOTE, "e8=K", NULL, "no legal move" },
	{ "chess", PROMOTE, "e8=", NULL, "no move in algebraic notation" },
	{ "chess", PASSING, "dxe6", "d5e6", NULL },
	{ "chess", PASSING, "dxe6e.p.", "d5e6", NULL },
	{ "chess", PASSING, "dxe6 e.p.", "d5e6", NULL },
	{ "chess", PASSING, "de6", "d5e6", NULL },
	{ "chess", ROOKS, "Rd1", NULL, "several moves could be 'Rd1'" },
	{ "chess", ROOKS, "R1d1", NULL, "several moves could be" },
	{ "chess", ROOKS, "Rhd1", "h1d1", NULL },
	{ "chess", ROOKS, "Rh1d1", "h1d1", NULL },
	{ "chess", ROOKS, "h1d1", "h1d1", NULL },
	{ "chess", B_OR_BISHOP, "bxc3", "b2c3", NULL },
	{ "chess", B_OR_BISHOP, "Bxc3", NULL, "no legal move" },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", "f1g1", NULL },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1", NULL },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O-O", NULL, "no legal move" },
};

static void
test_liberal(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(liberal); i++) {
		const struct game *g = test_game(liberal[i].game);
		struct position p = test_position(g, liberal[i].text);
		struct rules_error err = { 0 };
		struct action a;
		char got[RULES_ACTION_TEXT] = "";

		if (rules_san_parse(g, &p, liberal[i].san, &a, &err) == 0)
			rules_action_print(g, &p, a, got);
		if (strcmp(got, liberal[i].action ? liberal[i].action : "") == 0 &&
		    (liberal[i].action || strstr(err.why, liberal[i].why)))
			continue;
		wrong++;
		print_error("'%s': '%s' (%s), not '%s'\n", liberal[i].san, got, err.why,
			    liberal[i].action ? liberal[i].action : liberal[i].why);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_liberal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

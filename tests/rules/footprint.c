/* The effect of an action on the squares, each change with its cause. */
#include "tests/rules/rules_test.h"

static const char *const cause_names[] = {
	[CAUSE_MOVED] = "moved",     [CAUSE_CAPTURED] = "captured", [CAUSE_PROMOTED] = "promoted",
	[CAUSE_CASTLED] = "castled", [CAUSE_PLACED] = "placed",     [CAUSE_REMOVED] = "removed",
	[CAUSE_MARKED] = "marked",
};

static const struct {
	const char *game, *text, *action, *want;
} rows[] = {
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4",
	  "e2 P>. moved, e4 .>P moved" },
	{ "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4 P>. moved, d5 p>P captured" },
	{ "chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6",
	  "d5 P>. moved, e5 p>. captured, e6 .>P moved" },
	{ "chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3",
	  "e3 .>p moved, d4 p>. moved, e4 P>. captured" },
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", "e7 P>. moved, e8 .>R promoted" },
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "e7 P>. moved, d8 n>Q captured" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1",
	  "e1 K>. castled, f1 .>R castled, g1 .>K castled, h1 R>. castled" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1",
	  "a1 R>. castled, c1 .>K castled, d1 .>R castled, e1 K>. castled" },
	/* the king stays, the rook stays, they swap, all four squares differ */
	{ "chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "f1 .>R castled, h1 R>. castled" },
	{ "chess960", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "c1 .>K castled, e1 K>. castled" },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1 K>R castled, g1 R>K castled" },
	{ "chess960", "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "c1 R>K castled, d1 K>R castled" },
	{ "chess960", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1",
	  "b1 K>. castled, f1 .>R castled, g1 .>K castled, h1 R>. castled" },
	{ "null", "5k5/11/11/11/11/11/11/10K/11 w - - 0 1", "k2k3", "k2 K>. moved, k3 .>K moved" },
};

static void
describe(const struct game *g, const struct footprint *f, char *out, size_t size)
{
	out[0] = '\0';
	for (unsigned i = 0; i < f->n; i++) {
		const struct change *c = &f->change[i];
		char sq[4], before[4], after[4];

		rules_square_print(g, c->sq, sq);
		rules_piece_print(g, c->before, before);
		rules_piece_print(g, c->after, after);
		snprintf(out + strlen(out), size - strlen(out), "%s%s %s>%s %s", i ? ", " : "", sq,
			 before, after, cause_names[c->cause]);
	}
}

static void
test_rows(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct game *g = test_game(rows[i].game);
		struct position p = test_position(g, rows[i].text), before = p;
		struct footprint f;
		char got[256];

		rules_footprint(g, &p, test_action(g, &p, rows[i].action), &f);
		assert_memory_equal(&p, &before, sizeof(p));
		describe(g, &f, got, sizeof(got));
		if (strcmp(got, rows[i].want) == 0)
			continue;
		wrong++;
		print_error("%s %s: %s\n\tnot %s\n", rows[i].text, rows[i].action, got,
			    rows[i].want);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Verdicts on edges of two players and of several actions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/foresee.h"
#include "daemon/core/sequence.h"

enum { E1 = 4, D2 = 11, E2 = 12, E4 = 28, D5 = 35, E7 = 52, E8 = 60 };

static struct infer current, before, scratch, copy;
static struct sequence_shown shown;
static const struct sequence q = {
	.current = &current, .before = &before, .selected = "", .shown = &shown, .scratch = &scratch
};

/* Poses the edges, 300 ms apart; a negative square is lifted. */
static void
pose(const int *squares, unsigned n)
{
	struct position p;
	struct rules_error err;
	const struct game *g = rules_game("chess");

	memset(&current, 0, sizeof(current));
	memset(&shown, 0, sizeof(shown));
	assert_int_equal(rules_parse(g, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", &p, &err), 0);
	infer_start(&current, g, &p, false);
	for (unsigned i = 0; i < n; i++) {
		int sq = squares[i];
		struct infer_edge e = { .t_us = (i + 1) * 300000ull,
					.sq = (uint8_t)(sq < 0 ? -sq : sq),
					.reading = { .occupied = sq > 0 } };

		assert_int_equal(infer_edge(&current, e), i);
	}
	memcpy(&copy, &current, sizeof(copy));
}

static void
assert_untouched(void)
{
	assert_memory_equal(&copy, &current, sizeof(copy));
}

static void
assert_action(unsigned c, const char *want)
{
	char text[RULES_ACTION_TEXT];

	assert_true(c < current.n);
	rules_action_print(current.game, &current.position, current.candidate[c].action, text);
	assert_string_equal(text, want);
}

/* e4, dxe4, Ke2: the first is final when the second begins. */
static void
test_read(void **state)
{
	static const int squares[] = { -E2, E4, -E4, -D5, E4, -E1, E2 };
	struct sequence_first first;

	(void)state;
	pose(squares, 7);
	assert_true(sequence_read(&q, &first));
	assert_untouched();
	assert_int_equal(first.source, SOURCE_CURRENT);
	assert_action(first.candidate, "e2e4");
	assert_int_equal(first.done_us, 900000);
	assert_int_equal(sequence_sort(&current, &first.part), 2);
	assert_untouched();
}

/* Black lifts its king before White's pawn is down. */
static void
test_split(void **state)
{
	static const int squares[] = { -E2, -E8, E4, E7 };
	struct sequence_first first;

	(void)state;
	pose(squares, 4);
	assert_int_equal(sequence_split(&q, false, &first), SEQUENCE_FIRST);
	assert_untouched();
	assert_action(first.candidate, "e2e4");
	assert_int_equal(first.done_us, 900000);
	assert_int_equal(sequence_sort(&current, &first.part), 2);
	assert_int_equal(current.log[1].sq, E4);
	assert_int_equal(current.log[2].sq, E8);
}

/* A piece from nowhere is part of no action. */
static void
test_none(void **state)
{
	static const int squares[] = { -E2, -E8, E4, D2 };
	struct sequence_first first;

	(void)state;
	pose(squares, 4);
	assert_int_equal(sequence_split(&q, false, &first), SEQUENCE_NONE);
	assert_false(sequence_read(&q, &first));
	assert_untouched();
}

/* The pawn rests on e4; the black king is lifted. */
static void
test_next(void **state)
{
	static const int squares[] = { -E2, E4, -E8 };
	struct infer_answer a;
	uint64_t at_us = 0;

	(void)state;
	pose(squares, 2);
	assert_int_equal(sequence_explain(&q, &a), SOURCE_CURRENT);
	assert_int_equal(a.n, 1);
	pose(squares, 3);
	shown.state = SHOWN_KEPT;
	shown.candidate = a.best[0];
	shown.log_at = 2;
	foresee_action(current.game, &current.position, current.candidate[a.best[0]].action,
		       &shown.position);
	assert_int_equal(sequence_ended_by_next(&q, ANSWERED_AT_ONCE, 900000, &at_us),
			 END_UNSETTLED);
	assert_int_equal(sequence_ended_by_next(&q, ANSWERED_AT_ONCE, UINT64_MAX, &at_us), END_NOW);
	assert_int_equal(at_us, 900000);
	shown.trust = TRUST_WORD;
	assert_int_equal(sequence_ended_by_next(&q, ANSWERED_WHOLE, UINT64_MAX, &at_us), END_NOT);
	assert_untouched();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

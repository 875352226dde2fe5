/* Merges messages of several buses in the order of their times, however late a bus reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "daemon/bus/merge.h"

enum { MESSAGES = 400 };

/* A bus that reports an event of at_us[i] only when the clock reaches report_us[i]. */
struct feed {
	uint64_t at_us[MESSAGES], report_us[MESSAGES];
	unsigned n, next;
};

struct world {
	uint64_t now_us;
	struct feed bus[BOARD_BUSES_MAX];
};

static bool
next_of(struct world *w, unsigned i, struct busio_msg *m)
{
	struct feed *b = &w->bus[i];

	if (b->next == b->n || b->report_us[b->next] > w->now_us)
		return false;
	*m = (struct busio_msg){ .t_us = b->at_us[b->next++], .index = (uint8_t)i };
	return true;
}

static int
next(struct merge *m, struct world *w, uint64_t until, struct busio_msg *out)
{
	for (unsigned i = 0; i < m->n; i++)
		if (!m->has[i])
			m->has[i] = next_of(w, i, &m->held[i]);
	return merge_next(m, until, out);
}

/* Returns the time before which no event can follow: just before the oldest unreported one. */
static uint64_t
horizon(const struct world *w)
{
	uint64_t t = UINT64_MAX;

	for (unsigned i = 0; i < BOARD_BUSES_MAX; i++) {
		const struct feed *b = &w->bus[i];

		for (unsigned k = b->next; k < b->n; k++)
			if (b->at_us[k] <= w->now_us && b->report_us[k] > w->now_us &&
			    b->at_us[k] - 1 < t)
				t = b->at_us[k] - 1;
	}
	return t < w->now_us ? t : w->now_us;
}

/* Rows of what each bus reports, and the messages that come out in order. */
static void
test_rows(void **state)
{
	static const struct {
		const char *name;
		struct feed bus[2];
		const char *want; /* "bus@t" … */
	} rows[] = {
		{ "in order already",
		  { { .at_us = { 10, 30 }, .report_us = { 10, 30 }, .n = 2 },
		    { .at_us = { 20, 40 }, .report_us = { 20, 40 }, .n = 2 } },
		  "0@10 1@20 0@30 1@40 " },
		{ "the second bus is slow",
		  { { .at_us = { 20 }, .report_us = { 20 }, .n = 1 },
		    { .at_us = { 10 }, .report_us = { 50 }, .n = 1 } },
		  "1@10 0@20 " },
		{ "the first bus is slow",
		  { { .at_us = { 10 }, .report_us = { 50 }, .n = 1 },
		    { .at_us = { 20, 30 }, .report_us = { 20, 30 }, .n = 2 } },
		  "0@10 1@20 1@30 " },
		{ "of equals the first",
		  { { .at_us = { 10 }, .report_us = { 10 }, .n = 1 },
		    { .at_us = { 10 }, .report_us = { 10 }, .n = 1 } },
		  "0@10 1@10 " },
		{ "one bus has nothing to say",
		  { { .at_us = { 10, 20 }, .report_us = { 10, 20 }, .n = 2 }, { .n = 0 } },
		  "0@10 0@20 " },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct merge m = { .n = 2 };
		struct world w = { .bus = { rows[i].bus[0], rows[i].bus[1] } };
		struct busio_msg msg;
		char out[256] = "";
		int from;

		for (w.now_us = 0; w.now_us < 100; w.now_us++)
			while ((from = next(&m, &w, horizon(&w), &msg)) >= 0)
				sprintf(out + strlen(out), "%d@%u ", from, (unsigned)msg.t_us);
		if (strcmp(out, rows[i].want) != 0)
			fail_msg("%s: %s, not %s", rows[i].name, out, rows[i].want);
		assert_false(merge_holds(&m));
	}
}

/* A single bus is passed on as it comes, whatever the horizon. */
static void
test_lone_bus(void **state)
{
	struct merge m = { .n = 1 };
	struct world w = {
		.now_us = 50,
		.bus[0] = { .at_us = { 40, 45 }, .report_us = { 40, 45 }, .n = 2 },
	};
	struct busio_msg msg;

	(void)state;
	assert_int_equal(next(&m, &w, 0, &msg), 0);
	assert_int_equal(msg.t_us, 40);
	assert_int_equal(next(&m, &w, 0, &msg), 0);
	assert_int_equal(next(&m, &w, 0, &msg), -1);
}

/* Messages beyond the horizon are kept. */
static void
test_held(void **state)
{
	struct merge m = { .n = 2 };
	struct world w = { .now_us = 50,
			   .bus[0] = { .at_us = { 40 }, .report_us = { 40 }, .n = 1 } };
	struct busio_msg msg;

	(void)state;
	assert_int_equal(next(&m, &w, 39, &msg), -1);
	assert_true(merge_holds(&m));
	assert_int_equal(next(&m, &w, 40, &msg), 0);
	assert_int_equal(msg.t_us, 40);
	assert_false(merge_holds(&m));
}

/* Four buses with random delays: every message comes out, in order. */
static void
test_random(void **state)
{
	uint32_t x = 7;

	(void)state;
	for (unsigned run = 0; run < 50; run++) {
		struct merge m = { .n = BOARD_BUSES_MAX };
		static struct world w;
		struct busio_msg msg;
		uint64_t last = 0;
		unsigned n = 0;

		memset(&w, 0, sizeof(w));
		for (unsigned i = 0; i < BOARD_BUSES_MAX; i++) {
			struct feed *b = &w.bus[i];
			uint64_t at = 1, told = 0;

			for (b->n = 0; b->n < MESSAGES / BOARD_BUSES_MAX; b->n++) {
				at += (x = x * 1664525 + 1013904223) >> 27;
				if (at + (x >> 26 & 31) > told)
					told = at + (x >> 26 & 31);
				b->at_us[b->n] = at;
				b->report_us[b->n] = told;
			}
		}
		for (w.now_us = 0; w.now_us < 5000; w.now_us++)
			while (next(&m, &w, horizon(&w), &msg) >= 0) {
				assert_true(msg.t_us >= last);
				last = msg.t_us;
				n++;
			}
		assert_int_equal(n, MESSAGES);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_lone_bus),
		cmocka_unit_test(test_held),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

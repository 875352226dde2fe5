/* Time and current: when lamps_step shows a picture, and its current. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "daemon/lamps/palette.h"
#include "tests/daemon/lamps/state.h"

#define SECOND UINT64_C(1000000)

static unsigned allocations;

/* The linker redirects every malloc of the tested libraries here. */
void *__wrap_malloc(size_t size);
void *__real_malloc(size_t size);
void *
__wrap_malloc(size_t size)
{
	allocations++;
	return __real_malloc(size);
}

static void
test_still_pictures(void **state)
{
	static const struct state_text still[] = {
		{ 0 },
		{ .last = "e2e4" },
		{ .provisional = "e2e4" },
		{ .lifted = "e2" },
		{ .hint_asked = true },
		{ .position = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1" },
		{ .missing = "e2", .extra = "e5" },
	};
	struct lamps_config c = lamps_config_default();

	(void)state;
	for (size_t i = 0; i < sizeof(still) / sizeof(still[0]); i++) {
		struct made_state m;
		const struct session_state *s = state_make(&m, &still[i]);
		struct lamps l = { 0 };

		assert_true(lamps_step(&l, s, &c, 7) == LAMPS_NO_DEADLINE);
		assert_true(l.shown.changed == (i > 0));
		assert_true(lamps_step(&l, s, &c, 5 * SECOND) == LAMPS_NO_DEADLINE);
		assert_false(l.shown.changed);
	}
}

/* The first change is immediate, the next one waits until 50 ms have passed. */
static void
test_pace(void **state)
{
	struct state_text up = { .lifted = "e2" }, down = { 0 };
	struct lamps_config c = lamps_config_default();
	struct made_state m[2];
	const struct session_state *lifted = state_make(&m[0], &up);
	const struct session_state *rest = state_make(&m[1], &down);
	struct lamps l = { 0 };

	(void)state;
	assert_true(lamps_step(&l, rest, &c, 1000) == LAMPS_NO_DEADLINE);
	assert_true(lamps_step(&l, lifted, &c, 1001) == LAMPS_NO_DEADLINE);
	assert_true(l.shown.changed);
	assert_int_equal(l.shown.rgb[12][0], 255);
	assert_int_equal(lamps_step(&l, rest, &c, 51000), 51001);
	assert_false(l.shown.changed);
	assert_int_equal(l.shown.rgb[12][0], 255);
	assert_true(lamps_step(&l, rest, &c, 51001) == LAMPS_NO_DEADLINE);
	assert_true(l.shown.changed);
	assert_int_equal(l.shown.rgb[12][0], 0);
	/* A change that is undone during the wait has no effect. */
	assert_int_equal(lamps_step(&l, lifted, &c, 60000), 101001);
	assert_true(lamps_step(&l, rest, &c, 101001) == LAMPS_NO_DEADLINE);
	assert_false(l.shown.changed);
}

/* Both sides of the edges of a flash. */
static void
test_flash(void **state)
{
	struct state_text t = { .extra = "e5", .step = "e5 -" };
	struct lamps_config c = lamps_config_default();
	struct made_state m;
	struct session_state *s = state_make(&m, &t);
	struct lamps l = { 0 };
	const uint64_t t0 = 123 * SECOND + 4567;

	(void)state;
	assert_int_equal(lamps_step(&l, s, &c, t0), t0 + 200000);
	assert_int_equal(l.shown.rgb[36][0], 255);
	assert_int_equal(lamps_step(&l, s, &c, t0 + 199999), t0 + 200000);
	assert_false(l.shown.changed);
	assert_int_equal(lamps_step(&l, s, &c, t0 + 200000), t0 + 400000);
	assert_true(l.shown.changed);
	assert_int_equal(l.shown.rgb[36][0], 50);
	assert_int_equal(lamps_step(&l, s, &c, t0 + 400000), t0 + 600000);
	assert_int_equal(l.shown.rgb[36][0], 255);
}

/* Counts pictures, and each lamp's rises in any one second, as seen by an eye. */
struct watch {
	uint64_t picture_us[64], rise_us[4];
	unsigned pictures, rises;
	uint8_t before;
};

static void
watch_picture(struct watch *w, const struct lamps *l, unsigned sq, uint64_t now_us)
{
	if (!l->shown.changed)
		return;
	if (w->pictures >= 20)
		assert_true(now_us - w->picture_us[(w->pictures - 20) % 64] >= SECOND);
	w->picture_us[w->pictures++ % 64] = now_us;
	if (l->shown.rgb[sq][0] > w->before) {
		if (w->rises >= 3)
			assert_true(now_us - w->rise_us[(w->rises - 3) % 4] >= SECOND);
		w->rise_us[w->rises++ % 4] = now_us;
	}
	w->before = l->shown.rgb[sq][0];
}

/*
 * Guidance steps, questions and lifts in random order; the clock jumps to a
 * deadline or a random time before it.
 */
static void
test_never_hectic(void **state)
{
	static const struct state_text scenes[] = {
		{ .extra = "e5", .step = "e5 -" },
		{ .extra = "e5", .missing = "e2", .step = "e5 e2" },
		{ .extra = "e5", .wrong = "d1", .step = "e5 -" },
		{ .extra = "e5 d5", .missing = "a2", .step = "e5 a2" },
	};
	struct lamps_config c = lamps_config_default();
	uint64_t now_us = 0, change_us = 0;
	struct made_state m;
	struct watch w = { .before = 0 };
	struct lamps l = { 0 };
	size_t scene = 0;
	uint32_t seed = 1;

	(void)state;
	for (unsigned i = 0; i < 4000; i++) {
		seed = seed * 1664525u + 1013904223u;
		if (now_us >= change_us) {
			scene = (seed >> 16) % 4;
			change_us = now_us + (seed >> 8) % 700000;
		}
		uint64_t next = lamps_step(&l, state_make(&m, &scenes[scene]), &c, now_us);

		watch_picture(&w, &l, 36, now_us);
		assert_true(next > now_us && next != LAMPS_NO_DEADLINE);
		now_us = next < change_us ? next : change_us;
	}
	assert_true(w.rises > 100);
}

/*
 * A rhythm that stops and restarts begins with its bright half, unless that
 * would come too soon after the last beginning.
 */
static void
test_restarts(void **state)
{
	static const struct {
		uint64_t again_us;
		uint8_t want;
	} rows[] = {
		{ 150000, 255 }, /* still the bright half */
		{ 260000, 50 },  { 333333, 50 }, { 333334, 255 }, { 700000, 255 },
	};
	struct state_text on = { .extra = "e5", .step = "e5 -" }, off = { .missing = "a1" };
	struct lamps_config c = lamps_config_default();
	struct made_state m[2];
	const struct session_state *flash = state_make(&m[0], &on),
				   *still = state_make(&m[1], &off);

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct lamps l = { 0 };

		lamps_step(&l, flash, &c, SECOND);
		lamps_step(&l, still, &c, SECOND + 100000);
		lamps_step(&l, flash, &c, SECOND + rows[i].again_us);
		assert_int_equal(l.shown.rgb[36][0], rows[i].want);
	}
}

static uint64_t
drawn_ua(const struct lamps_picture *p, const struct lamps_chip *chip)
{
	uint64_t sum = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		for (unsigned k = 0; k < 3; k++)
			if (sqset_has(chip->squares, sq))
				sum += (uint64_t)p->rgb[sq][k] * chip->channel_ua[k];
	return sum / 255;
}

static struct sqset
first_squares(unsigned n)
{
	struct sqset s = { 0 };

	for (unsigned sq = 0; sq < n; sq++)
		sqset_add(&s, sq);
	return s;
}

/* All squares lit: for every limit the sum stays below it, by no more than rounding. */
static void
test_current(void **state)
{
	struct state_text t = { .extra = "e5", .step = "e5 -" };
	struct lamps_config c = lamps_config_default();
	struct made_state m;
	struct session_state *s = state_make(&m, &t);

	(void)state;
	s->guidance.extra = first_squares(32);
	s->guidance.missing = sqset_minus(first_squares(64), first_squares(32));
	c.n_chips = 2;
	for (uint32_t max_ua = 1000; max_ua < 2000000; max_ua += max_ua / 3) {
		struct lamps l = { 0 };
		struct lamps free = { 0 };
		struct lamps_config unlimited = c;

		unlimited.n_chips = 0;
		for (unsigned i = 0; i < 2; i++)
			c.chip[i] = (struct lamps_chip){ .squares = first_squares(i == 0 ? 20 : 64),
							 .max_ua = max_ua * (3 - i),
							 .channel_ua = { 12000, 10000, 8000 } };
		lamps_step(&l, s, &c, 0);
		lamps_step(&free, s, &unlimited, 0);
		for (unsigned i = 0; i < 2; i++)
			assert_true(drawn_ua(&l.shown, &c.chip[i]) <= c.chip[i].max_ua);
		if (drawn_ua(&free.shown, &c.chip[1]) > c.chip[1].max_ua) {
			uint64_t lost = c.chip[1].max_ua - drawn_ua(&l.shown, &c.chip[1]);

			/* 64 lamps, three channels, each rounded down by less than one step. */
			assert_true(lost <= 64 * (12000 + 10000 + 8000) / 255 + max_ua / 1000);
		} else {
			assert_memory_equal(l.shown.rgb, free.shown.rgb, sizeof(l.shown.rgb));
		}
	}
}

/* While one square flashes under a tight limit, the others keep their brightness. */
static void
test_steady_beside_flash(void **state)
{
	struct state_text t = { .extra = "e5 a1", .missing = "h8", .step = "e5 -" };
	struct lamps_config c = lamps_config_default();
	struct made_state m;
	struct session_state *s = state_make(&m, &t);
	struct lamps l = { 0 };

	(void)state;
	c.n_chips = 1;
	c.chip[0] = (struct lamps_chip){ first_squares(64), 15000, { 10000, 10000, 10000 } };
	lamps_step(&l, s, &c, 0);
	uint8_t still = l.shown.rgb[0][0], flash = l.shown.rgb[36][0];

	assert_in_range(still, 50, 254);
	lamps_step(&l, s, &c, 200000);
	assert_int_equal(l.shown.rgb[0][0], still);
	assert_true(l.shown.rgb[36][0] < flash);
}

static void
test_brightness(void **state)
{
	struct state_text t = { .lifted = "e2" };
	struct lamps_config c = lamps_config_default();
	struct made_state m;
	struct session_state *s = state_make(&m, &t);

	(void)state;
	for (unsigned b = 0; b <= 255; b += 51) {
		struct lamps l = { 0 };

		c.brightness = (uint8_t)b;
		lamps_step(&l, s, &c, 0);
		assert_int_equal(l.shown.rgb[12][0], b);
	}
}

/* A picture of one colour uses only the first channel. */
static void
test_single_colour(void **state)
{
	struct state_text t = { .lifted = "e2" };
	struct lamps_config c = lamps_config_default();
	struct made_state m;
	struct session_state *s = state_make(&m, &t);
	struct lamps l = { 0 };

	(void)state;
	c.rgb = false;
	assert_true(lamps_step(&l, s, &c, 0) == LAMPS_NO_DEADLINE);
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		assert_int_equal(l.shown.rgb[sq][0] != 0, sq == 12 || sq == 20 || sq == 28);
		assert_int_equal(l.shown.rgb[sq][1], 0);
		assert_int_equal(l.shown.rgb[sq][2], 0);
	}
}

/*
 * Legal actions are listed once a lift, however often the picture is made, and
 * nothing is allocated.
 */
static void
test_once_a_lift(void **state)
{
	struct state_text e2 = { .lifted = "e2" }, d2 = { .lifted = "d2" };
	struct lamps_config c = lamps_config_default();
	struct made_state m[2];
	const struct session_state *a = state_make(&m[0], &e2), *b = state_make(&m[1], &d2);
	struct lamps l = { 0 };

	(void)state;
	memset(c.hints, HINTS_SAFE, sizeof(c.hints));
	allocations = 0;
	for (unsigned i = 0; i < 20; i++)
		lamps_step(&l, a, &c, i * SECOND);
	assert_int_equal(l.hints.computed, 1);
	lamps_step(&l, b, &c, 30 * SECOND);
	assert_int_equal(l.hints.computed, 2);
	assert_int_equal(allocations, 0);
	void *volatile one = malloc(1); /* proves that the hook counts */

	free(one);
	assert_int_equal(allocations, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_still_pictures),
		cmocka_unit_test(test_pace),
		cmocka_unit_test(test_flash),
		cmocka_unit_test(test_never_hectic),
		cmocka_unit_test(test_restarts),
		cmocka_unit_test(test_current),
		cmocka_unit_test(test_steady_beside_flash),
		cmocka_unit_test(test_brightness),
		cmocka_unit_test(test_single_colour),
		cmocka_unit_test(test_once_a_lift),
	};

	return cmocka_run_group_tests_name("light", tests, NULL, NULL);
}

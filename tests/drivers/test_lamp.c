/*
 * Lamp chips against emulators: dark from any state, no byte too many, right
 * again after any fault.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "drivers/lamp.h"
#include "emul_is31fl3741.h"
#include "faults.h"

enum { LEDS = EI_LEDS };

/* All LEDs but every seventh have a lamp. */
static size_t
lamps(uint16_t out[LEDS])
{
	size_t n = 0;

	for (unsigned i = 0; i < LEDS; i++)
		if (i % 7 != 6)
			out[n++] = (uint16_t)i;
	return n;
}

static bool
has_lamp(unsigned led)
{
	return led % 7 != 6;
}

static void
set_up(struct lamp_dev *d, struct bus *bus, uint16_t max_ma)
{
	uint16_t channels[LEDS];
	size_t n = lamps(channels);

	lamp_setup(d, lamp_chip_find("is31fl3741"), bus, 0x30, max_ma, channels, n);
}

/* A device at a chip that is set up and shows what is wanted: nothing. */
static void
start(struct lamp_dev *d, struct emul_is31fl3741 *e, uint64_t seed, bool warm)
{
	ei_init(e, 0x30, seed, warm);
	set_up(d, &e->bus, 0);
	assert_int_equal(lamp_init(d), 0);
	assert_int_equal(lamp_push(d), 0);
}

static void
check_shows(const struct emul_is31fl3741 *e, const struct lamp_dev *d)
{
	for (unsigned i = 0; i < LEDS; i++)
		if (ei_light(e, i) != d->want[i])
			fail_msg("LED %u shows %u, want %u", i, ei_light(e, i), d->want[i]);
}

static void
check_dark(const struct emul_is31fl3741 *e)
{
	for (unsigned i = 0; i < LEDS; i++)
		assert_int_equal(ei_light(e, i), 0);
}

static void
want_random(struct lamp_dev *d, struct rng *r, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned led = rng_below(r, LEDS);

		if (has_lamp(led))
			lamp_want(d, led, (uint8_t)rng_next(r));
	}
}

static void
test_table(void **state)
{
	size_t n;
	const struct lamp_chip *const *chips = lamp_chips(&n);

	(void)state;
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		const struct lamp_chip *c = chips[i];

		assert_true(c->part && c->part[0] && c->source && c->source[0] && c->seen_working);
		assert_true(c->channels > 0 && c->channels <= LAMP_CHANNELS_MAX);
		assert_true(c->addr_min >= 0x08 && c->addr_min <= c->addr_max &&
			    c->addr_max <= 0x77);
		assert_true(c->bus_hz_max >= 400000 && c->max_ma > 0);
		assert_true(c->init && c->step && c->check && c->off && c->current &&
			    c->channel_ua);
		assert_ptr_equal(lamp_chip_find(c->part), c);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(c->part, chips[j]->part);
	}
	assert_null(lamp_chip_find("IS31FL3742"));
}

/* Dark at once, whatever the chip holds; and never a flash of old data afterwards. */
static void
test_init_from_any_state(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;
	unsigned lit = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 300; seed++) {
		int more;

		ei_init(&e, 0x30, seed, true);
		e.deaf_reset = seed & 1;
		lit += ei_light(&e, 100) != 0;
		set_up(&d, &e.bus, 0);
		lamp_want(&d, 100, 200);
		assert_int_equal(lamp_init(&d), 0);
		check_dark(&e);
		do {
			more = lamp_step(&d);
			assert_true(more >= 0);
			for (unsigned i = 0; i < LEDS; i++)
				assert_true(ei_light(&e, i) == 0 ||
					    (i == 100 && ei_light(&e, i) == 200));
		} while (more > 0);
		check_shows(&e, &d);
		assert_int_equal(e.current, d.current);
		assert_int_equal(e.resistors, 0x77);
		assert_true(e.frequency == 0 || e.deaf_reset);
		for (unsigned i = 0; i < LEDS; i++)
			assert_int_equal(e.scale[i], has_lamp(i) ? 0xff : 0);
		assert_int_equal(e.config, 1);
		assert_true(e.longest <= LAMP_WRITE_MAX);
		if (e.violations)
			fail_msg("seed %u: %u violations of the data sheet", (unsigned)seed,
				 e.violations);
	}
	assert_true(lit > 50);
}

/* Each channel lights its own LED and no other. */
static void
test_each_channel(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;

	(void)state;
	start(&d, &e, 1, true);
	for (unsigned i = 0; i < LEDS; i++) {
		if (!has_lamp(i))
			continue;
		lamp_want(&d, i, (uint8_t)(i | 1));
		assert_int_equal(lamp_push(&d), 0);
		check_shows(&e, &d);
		lamp_want(&d, i, 0);
	}
	assert_int_equal(e.violations, 0);
}

static void
test_same_frame_no_traffic(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;
	struct rng r = { 5 };

	(void)state;
	start(&d, &e, 1, true);
	want_random(&d, &r, 100);
	assert_int_equal(lamp_push(&d), 0);
	e.transactions = 0;
	assert_int_equal(lamp_step(&d), 0);
	assert_int_equal(e.transactions, 0);
}

/*
 * The fewest bytes that can carry a set of changes on one page: best[i] is the
 * least for all changes from i on, over every way to cut them into writes.
 */
static unsigned
fewest_bytes(const bool *changed, unsigned len)
{
	unsigned best[LEDS + 1] = { 0 };

	for (unsigned i = len; i-- > 0;) {
		best[i] = changed[i] ? ~0u : best[i + 1];
		for (unsigned n = 1; changed[i] && n < LAMP_WRITE_MAX && i + n <= len; n++)
			if (2 + n + best[i + n] < best[i])
				best[i] = 2 + n + best[i + n];
	}
	return best[0];
}

static void
test_fewest_bytes(void **state)
{
	static const uint8_t density[] = { 1, 3, 10, 30, 50, 70, 90, 100 };
	struct emul_is31fl3741 e;
	struct lamp_dev d;
	struct rng r = { 77 };

	(void)state;
	start(&d, &e, 1, true);
	for (unsigned round = 0; round < 4000; round++) {
		/* Spans short enough for one write: there greedy must be as good as any. */
		unsigned percent = density[rng_below(&r, sizeof(density))];
		unsigned span = 1 + rng_below(&r, 90), page = rng_below(&r, 2);
		unsigned from = page * 180 + rng_below(&r, (page ? 171 : 180) - span);
		bool changed[LEDS] = { false };
		unsigned n = 0;

		for (unsigned i = 0; i < span; i++)
			if (has_lamp(from + i) && rng_percent(&r, percent)) {
				lamp_want(&d, from + i,
					  (uint8_t)(d.want[from + i] + 1 + rng_below(&r, 255)));
				changed[i] = true;
				n++;
			}
		e.data_bytes = e.page_changes = 0;
		assert_int_equal(lamp_push(&d), 0);
		check_shows(&e, &d);
		if (e.data_bytes != fewest_bytes(changed, span))
			fail_msg("round %u: %u changes took %u bytes, %u would do", round, n,
				 e.data_bytes, fewest_bytes(changed, span));
		assert_true(e.page_changes <= 1);
	}
	assert_true(e.longest <= LAMP_WRITE_MAX);
	assert_int_equal(e.violations, 0);
}

/* Two unchanged registers are sent along, for a transaction less; three are not. */
static void
test_gaps(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;

	(void)state;
	start(&d, &e, 1, true);
	lamp_want(&d, 0, 1);
	assert_int_equal(lamp_push(&d), 0); /* page 0 is open now */
	for (unsigned gap = 0; gap <= 4; gap++) {
		lamp_want(&d, 0, (uint8_t)(10 + gap));
		lamp_want(&d, 1 + gap, (uint8_t)(10 + gap));
		e.transactions = 0;
		assert_int_equal(lamp_push(&d), 0);
		assert_int_equal(e.transactions, gap <= 2 ? 1 : 2);
		check_shows(&e, &d);
	}
}

/* Whole frames: each page is opened at most once, the open one first. */
static void
test_pages(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;
	struct rng r = { 3 };

	(void)state;
	start(&d, &e, 1, true);
	for (unsigned round = 0; round < 500; round++) {
		unsigned before = e.page;

		want_random(&d, &r, 1 + rng_below(&r, 200));
		e.page_changes = 0;
		assert_int_equal(lamp_push(&d), 0);
		check_shows(&e, &d);
		assert_true(e.page_changes <= (before <= 1 ? 1 : 2));
	}
	e.page_changes = 0;
	lamp_want(&d, 0, (uint8_t)(d.want[0] + 1));
	assert_int_equal(lamp_push(&d), 0);
	lamp_want(&d, 0, (uint8_t)(d.want[0] + 1));
	lamp_want(&d, 179, (uint8_t)(d.want[179] + 1));
	assert_int_equal(lamp_push(&d), 0);
	assert_true(e.page_changes <= 1);
	assert_int_equal(e.violations, 0);
}

/* A step is short: sensors wait behind one of them at most. */
static void
test_steps_are_short(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;
	int more;

	(void)state;
	ei_init(&e, 0x30, 1, true);
	set_up(&d, &e.bus, 0);
	for (unsigned i = 0; i < LEDS; i++)
		if (has_lamp(i))
			lamp_want(&d, i, 255);
	assert_int_equal(lamp_init(&d), 0);
	do {
		unsigned before = e.bytes;

		more = lamp_step(&d);
		assert_true(more >= 0);
		assert_true(e.bytes > before && e.bytes - before <= 1 + LAMP_WRITE_MAX);
	} while (more > 0);
	check_shows(&e, &d);
}

/* With every lamp at full, the supply stays within max_ma. */
static void
test_current_limit(void **state)
{
	static const uint16_t limits_ma[] = { 1, 5, 10, 50, 100, 333, 500, 750, 1000, 1493 };
	struct emul_is31fl3741 e;
	struct lamp_dev d;
	uint16_t channels[LEDS];

	(void)state;
	for (size_t i = 0; i < sizeof(limits_ma) / sizeof(limits_ma[0]); i++)
		for (unsigned n = 1; n <= LEDS; n += 50) {
			double most_ua = limits_ma[i] * 1000.0;

			for (unsigned c = 0; c < n; c++)
				channels[c] = (uint16_t)c;
			ei_init(&e, 0x30, 1, true);
			lamp_setup(&d, lamp_chip_find("IS31FL3741"), &e.bus, 0x30, limits_ma[i],
				   channels, n);
			for (unsigned c = 0; c < n; c++)
				lamp_want(&d, c, 255);
			assert_int_equal(lamp_init(&d), 0);
			assert_int_equal(lamp_push(&d), 0);
			assert_true(ei_supply_ua(&e) <= most_ua);
			/* No dimmer than it must be: one step more would be too much. */
			assert_true(e.current == 255 ||
				    (e.current + 1) * 38300.0 / 256 * n / 9 > most_ua);
			assert_true(lamp_channel_ua(&d) * (double)n >= ei_supply_ua(&e));
			assert_true(lamp_channel_ua(&d) <= most_ua / n + 1);
			assert_int_equal(e.violations, 0);
		}
}

/* A channel counted twice draws once. */
static void
test_double_channel(void **state)
{
	const uint16_t twice[] = { 9, 9, 9 }, once[] = { 9 };
	struct emul_is31fl3741 e;
	struct lamp_dev a, b;

	(void)state;
	ei_init(&e, 0x30, 1, false);
	lamp_setup(&a, lamp_chip_find("IS31FL3741"), &e.bus, 0x30, 2, twice, 3);
	lamp_setup(&b, lamp_chip_find("IS31FL3741"), &e.bus, 0x30, 2, once, 1);
	assert_int_equal(a.current, b.current);
}

static void
test_check(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;

	(void)state;
	start(&d, &e, 4, true);
	lamp_want(&d, 8, 9);
	assert_int_equal(lamp_push(&d), 0);
	assert_int_equal(lamp_check(&d), 0);
	ei_reset(&e);
	assert_int_equal(lamp_check(&d), -ESTALE);
	assert_int_equal(lamp_step(&d), -ENOTCONN);
	assert_int_equal(lamp_init(&d), 0);
	assert_int_equal(lamp_check(&d), 0); /* also before all is written */
	assert_int_equal(lamp_push(&d), 0);
	assert_int_equal(lamp_check(&d), 0);
	check_shows(&e, &d);
	e.current ^= 1;
	assert_int_equal(lamp_check(&d), -ESTALE);
	assert_int_equal(lamp_init(&d), 0);
	assert_int_equal(lamp_push(&d), 0);
	e.config = 0; /* somebody else shut it down */
	assert_int_equal(lamp_check(&d), -ESTALE);
	assert_int_equal(e.violations, 0);
}

static void
test_off(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;

	(void)state;
	for (uint64_t seed = 1; seed <= 100; seed++) {
		struct faults f = {
			.bus.ops = &faults_ops, .inner = &e.bus, .reset = ei_reset, .chip = &e
		};

		/* From whatever another program left, without lamp_init. */
		ei_init(&e, 0x30, seed, true);
		set_up(&d, &e.bus, 0);
		assert_int_equal(lamp_off(&d), 0);
		check_dark(&e);
		assert_int_equal(lamp_step(&d), -ENOTCONN);

		/* From a game, with two transactions that fail on the way out. */
		start(&d, &e, seed, true);
		lamp_want(&d, 50, 255);
		assert_int_equal(lamp_push(&d), 0);
		assert_true(ei_light(&e, 50) == 255);
		f.rng.s = seed;
		f.percent = 100;
		f.most = 2;
		d.bus = &f.bus;
		assert_int_equal(lamp_off(&d), 0);
		check_dark(&e);
		assert_int_equal(f.failed, 2);

		/* And on again, as before. */
		d.bus = &e.bus;
		assert_int_equal(lamp_init(&d), 0);
		check_dark(&e);
		assert_int_equal(lamp_push(&d), 0);
		assert_true(ei_light(&e, 50) == 255);
		assert_int_equal(e.violations, 0);
	}
}

/* Off does not trust what it believes of the chip: another program may have been there. */
static void
test_off_trusts_nothing(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;

	(void)state;
	for (uint8_t page = 0; page <= 4; page++) {
		start(&d, &e, 1, true);
		e.pwm[5] = e.pwm[301] = 200;
		e.page = page;
		assert_true(ei_light(&e, 5) && ei_light(&e, 301));
		assert_int_equal(lamp_off(&d), 0);
		check_dark(&e);
	}
	assert_int_equal(e.violations, 0);
}

static void
test_absent_chip(void **state)
{
	struct emul_is31fl3741 e;
	struct lamp_dev d;

	(void)state;
	ei_init(&e, 0x31, 1, true);
	set_up(&d, &e.bus, 0);
	assert_int_equal(lamp_init(&d), -ENXIO);
	assert_int_equal(lamp_step(&d), -ENOTCONN);
	assert_int_equal(lamp_check(&d), -ENOTCONN);
	assert_int_equal(lamp_off(&d), -ENXIO);
}

/* What a caller does: step; on any error start anew until it works. */
static bool
serve(struct lamp_dev *d)
{
	if (!d->ready && lamp_init(d) < 0)
		return false;
	return lamp_push(d) == 0;
}

static void
run_under_faults(uint64_t seed)
{
	struct emul_is31fl3741 e;
	struct faults f = {
		.bus.ops = &faults_ops, .inner = &e.bus, .reset = ei_reset, .chip = &e
	};
	struct rng r = { seed };
	struct lamp_dev d;

	ei_init(&e, 0x30, seed, true);
	f.rng.s = seed * 31;
	f.percent = rng_below(&r, 25);
	f.reset_percent = rng_percent(&r, 30) ? rng_below(&r, 8) : 0;
	set_up(&d, &f.bus, 400);
	for (unsigned i = 0; i < 12; i++) {
		want_random(&d, &r, rng_below(&r, 60));
		/* When the push succeeded and no reset was hidden, the picture is right. */
		if (serve(&d) && f.resets == 0)
			check_shows(&e, &d);
	}
	f.percent = f.reset_percent = 0;
	if (lamp_check(&d) < 0)
		assert_int_equal(lamp_init(&d), 0);
	assert_true(serve(&d));
	check_shows(&e, &d);
	assert_true(e.longest <= LAMP_WRITE_MAX);
	/* A reset between key and selection makes the selection a violation: not the driver's. */
	if (e.violations && f.resets == 0)
		fail_msg("seed %u: %u violations of the data sheet", (unsigned)seed, e.violations);
	assert_int_equal(lamp_off(&d), 0);
	check_dark(&e);
}

static void
test_faults(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 4000; seed++)
		run_under_faults(seed);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_init_from_any_state),
		cmocka_unit_test(test_each_channel),
		cmocka_unit_test(test_same_frame_no_traffic),
		cmocka_unit_test(test_fewest_bytes),
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_steps_are_short),
		cmocka_unit_test(test_current_limit),
		cmocka_unit_test(test_double_channel),
		cmocka_unit_test(test_check),
		cmocka_unit_test(test_off),
		cmocka_unit_test(test_off_trusts_nothing),
		cmocka_unit_test(test_absent_chip),
		cmocka_unit_test(test_faults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

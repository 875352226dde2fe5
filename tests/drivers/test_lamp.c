/*
 * Lamp chips against emulators: dark from any state, no excess byte, no more
 * current than requested. Requirements for all chips are in test_faults.c.
 */
#include "rig.h"

#include <errno.h>
#include <string.h>

#include "drivers/lamp.h"
#include "faults.h"
#include "lampshow.h"

static const struct lamp_chip *const *chips;
static size_t n_chips;

enum { ONE_LAMP = 8 }; /* a channel with a lamp, on the smallest chip too */

/* All channels but every seventh have a lamp. */
static bool
has_lamp(unsigned channel)
{
	return channel % 7 != 6;
}

static void
set_up(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus, uint32_t hz)
{
	uint16_t channels[LAMP_CHANNELS_MAX];
	size_t n = 0;

	for (unsigned i = 0; i < chip->channels; i++)
		if (has_lamp(i))
			channels[n++] = (uint16_t)i;
	lamp_setup(d, chip, bus, hz, chip->addr_min, channels, n);
}

/* Sets up a device whose chip shows the requested state: everything dark. */
static struct emul *
start(struct lamp_dev *d, struct rig *r, const struct lamp_chip *chip, uint64_t seed)
{
	struct emul *e = rig_single(r, chip->part, chip->addr_min, seed);

	set_up(d, chip, &r->bus.bus, RIG_HZ);
	assert_int_equal(lamp_init(d), 0);
	assert_int_equal(lamp_push(d), 0);
	assert_true(lampshow_dark(e));
	return e;
}

static void
check_shows(const struct emul *e, const struct lamp_dev *d)
{
	int i = lampshow_wrong(e, d);

	if (i >= 0)
		fail_msg("%s: channel %d shows %u, want %u", d->chip->part, i,
			 e->ops->light(e, (unsigned)i), lampshow(d, (unsigned)i));
}

static void
want_random(struct lamp_dev *d, struct rng *r, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned channel = rng_below(r, d->chip->channels);

		if (has_lamp(channel))
			lamp_set(d, channel, (uint8_t)rng_next(r));
	}
}

static void
test_table(void **state)
{
	(void)state;
	assert_true(n_chips > 0);
	for (size_t i = 0; i < n_chips; i++) {
		const struct lamp_chip *c = chips[i];

		assert_true(c->part && c->part[0] && c->source && c->source[0] && c->seen_working);
		assert_true(c->channels > 0 && c->channels <= LAMP_CHANNELS_MAX);
		assert_true(c->addr_min >= 0x08 && c->addr_min <= c->addr_max &&
			    c->addr_max <= 0x77);
		assert_true(c->bus_hz_max >= 400000 && c->max_ma > 0 && c->channel_ua > 0);
		assert_true(c->init && c->step && c->check && c->off && c->pin);
		assert_true(c->supply_ua > 0);
		assert_non_null(emul_kind(c->part));
		assert_int_equal(c->bus_hz_max, emul_kind(c->part)->bus_hz_max);
		assert_ptr_equal(lamp_chip_find(c->part), c);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(c->part, chips[j]->part);
	}
	assert_null(lamp_chip_find("IS31FL3742"));
}

static void
test_pins(void **state)
{
	static const struct {
		const char *part;
		unsigned channel;
		const char *pin;
	} rows[] = {
		{ "IS31FL3741", 0, "SW1-CS1" },    { "IS31FL3741", 59, "SW2-CS30" },
		{ "IS31FL3741", 270, "SW1-CS31" }, { "IS31FL3741", 350, "SW9-CS39" },
		{ "IS31FL3731", 0, "C1-1" },       { "IS31FL3731", 143, "C9-16" },
		{ "HT16K33", 8, "COM0-ROW8" },     { "HT16K33", 119, "COM7-ROW7" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char pin[LAMP_PIN_TEXT];

		lamp_chip_find(rows[i].part)->pin(rows[i].channel, pin);
		assert_string_equal(pin, rows[i].pin);
	}
}

/* Dark at once, whatever the chip holds, and no flash of old data afterwards. */
static void
run_from_any_state(const struct lamp_chip *chip, uint64_t seed, unsigned *lit)
{
	struct lamp_dev d;
	struct rig r;
	struct emul *e = rig_single(&r, chip->part, chip->addr_min, seed);
	int more;

	if (strcmp(chip->part, "IS31FL3741") == 0)
		r.chip[0].is31fl3741.ignores_reset = seed & 1;
	*lit += !lampshow_dark(e);
	set_up(&d, chip, &r.bus.bus, RIG_HZ);
	lamp_set(&d, ONE_LAMP, 200);
	assert_int_equal(lamp_init(&d), 0);
	assert_true(lampshow_dark(e));
	for (unsigned steps = 0; steps < 100; steps++) {
		more = lamp_step(&d);
		assert_true(more >= 0);
		for (unsigned i = 0; i < chip->channels; i++)
			assert_true(e->ops->light(e, i) == 0 || i == ONE_LAMP);
		if (more == 0)
			break;
	}
	assert_int_equal(more, 0);
	check_shows(e, &d);
	assert_true(e->ops->light(e, ONE_LAMP) > 180);
	rig_check_data_sheets(&r, seed);
}

static void
test_init_from_any_state(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++) {
		unsigned lit = 0;

		for (uint64_t seed = 1; seed <= 300; seed++)
			run_from_any_state(chips[i], seed, &lit);
		assert_true(lit > 50);
	}
}

/* Each channel lights its own LED and no other. */
static void
test_each_channel(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++) {
		struct lamp_dev d;
		struct rig r;
		struct emul *e = start(&d, &r, chips[i], 1);

		for (unsigned c = 0; c < chips[i]->channels; c++) {
			if (!has_lamp(c))
				continue;
			lamp_set(&d, c, (uint8_t)(c | 1));
			assert_int_equal(lamp_push(&d), 0);
			assert_true(e->ops->light(e, c) > 0);
			check_shows(e, &d);
			lamp_set(&d, c, 0);
		}
		rig_check_data_sheets(&r, i);
	}
}

static void
test_same_frame_no_traffic(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++) {
		struct lamp_dev d;
		struct rig r;
		struct rng rng = { 5 };

		(void)start(&d, &r, chips[i], 1);
		want_random(&d, &rng, 100);
		assert_int_equal(lamp_push(&d), 0);
		emul_bus_reset_counts(&r.bus);
		assert_int_equal(lamp_step(&d), 0);
		assert_int_equal(r.bus.transactions, 0);
	}
}

/*
 * Returns the fewest bytes for a set of changed registers. best[i] is the
 * minimum for all changes from i on, over all ways to split them into writes.
 */
static unsigned
fewest_bytes(const bool *changed, unsigned len, unsigned write_max)
{
	unsigned best[LAMP_CHANNELS_MAX + 1] = { 0 };

	for (unsigned i = len; i-- > 0;) {
		best[i] = changed[i] ? ~0u : best[i + 1];
		for (unsigned n = 1; changed[i] && n < write_max && i + n <= len; n++)
			if (2 + n + best[i + n] < best[i])
				best[i] = 2 + n + best[i + n];
	}
	return best[0];
}

/* Changes some registers within one row and compares the cost, without page changes. */
static void
run_fewest_bytes(struct rig *r, struct lamp_dev *d, struct rng *rng, unsigned first, unsigned len,
		 unsigned page_bytes)
{
	static const uint8_t density[] = { 1, 3, 10, 30, 50, 70, 90, 100 };
	unsigned percent = density[rng_below(rng, sizeof(density))];
	uint32_t pages = d->pages;
	bool changed[LAMP_CHANNELS_MAX] = { false };
	unsigned cost, spare;

	for (unsigned i = 0; i < len; i++) {
		uint8_t *want = &d->want[first + i];

		if (!has_lamp(first + i) || !rng_percent(rng, percent))
			continue;
		lamp_set(d, first + i, (uint8_t)(*want + 1 + rng_below(rng, 255)));
		changed[i] = true;
	}
	emul_bus_reset_counts(&r->bus);
	assert_int_equal(lamp_push(d), 0);
	check_shows(&r->chip[0].emul, d);
	cost = (unsigned)r->bus.bytes - (d->pages - pages) * page_bytes;
	/* A full write may end with a gap that the best split would leave out. */
	spare = 2 * (len / (d->write_max - 1u));
	if (cost > fewest_bytes(changed, len, d->write_max) + spare)
		fail_msg("%s: %u bytes, %u would do", d->chip->part, cost,
			 fewest_bytes(changed, len, d->write_max));
	assert_true(d->pages - pages <= 1);
}

/* Includes whole rows, which take several writes. */
static void
test_fewest_bytes(void **state)
{
	static const struct {
		const char *part;
		unsigned first, len, page_bytes;
	} rows[] = {
		{ "IS31FL3741", 0, 180, 6 },
		{ "IS31FL3741", 180, 171, 6 },
		{ "IS31FL3731", 0, 144, 3 },
	};
	static const uint32_t hz[] = { 100000, 400000 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (size_t k = 0; k < sizeof(hz) / sizeof(hz[0]); k++) {
			const struct lamp_chip *chip = lamp_chip_find(rows[i].part);
			struct lamp_dev d;
			struct rig r;
			struct rng rng = { 77 };

			(void)rig_single(&r, chip->part, chip->addr_min, 1);
			set_up(&d, chip, &r.bus.bus, hz[k]);
			assert_int_equal(lamp_init(&d), 0);
			assert_int_equal(lamp_push(&d), 0);
			for (unsigned round = 0; round < 1000; round++)
				run_fewest_bytes(&r, &d, &rng, rows[i].first, rows[i].len,
						 rows[i].page_bytes);
			rig_check_data_sheets(&r, i);
		}
}

/* Two unchanged registers are resent to save a transaction; three are not. */
static void
test_gaps(void **state)
{
	struct lamp_dev d;
	struct rig r;

	(void)state;
	(void)start(&d, &r, lamp_chip_find("IS31FL3741"), 1);
	lamp_set(&d, 0, 1);
	assert_int_equal(lamp_push(&d), 0); /* page 0 is open now */
	for (unsigned gap = 0; gap <= 4; gap++) {
		lamp_set(&d, 0, (uint8_t)(10 + gap));
		lamp_set(&d, 1 + gap, (uint8_t)(10 + gap));
		emul_bus_reset_counts(&r.bus);
		assert_int_equal(lamp_push(&d), 0);
		assert_int_equal(r.bus.transactions, gap <= 2 ? 1 : 2);
		check_shows(&r.chip[0].emul, &d);
	}
}

/* Whole frames: each page is opened at most once, the open one first. */
static void
test_pages(void **state)
{
	struct lamp_dev d;
	struct rig r;
	struct rng rng = { 3 };
	struct emul *e = start(&d, &r, lamp_chip_find("IS31FL3741"), 1);

	(void)state;
	for (unsigned round = 0; round < 500; round++) {
		uint8_t before = r.chip[0].is31fl3741.page;
		uint32_t pages = d.pages;

		want_random(&d, &rng, 1 + rng_below(&rng, 200));
		assert_int_equal(lamp_push(&d), 0);
		check_shows(e, &d);
		assert_true(d.pages - pages <= (before <= 1 ? 1 : 2));
	}
	rig_check_data_sheets(&r, 0);
}

/* One transfer delays a sensor by less than 3 ms. */
static void
check_wait(const struct rig *r, uint32_t hz)
{
	assert_true(r->bus.bits * 1000000 / hz < 3000);
}

/* A step is short on any bus: sensors wait for at most one of them. */
static void
test_steps_are_short(void **state)
{
	static const uint32_t hz[] = { 100000, 400000, 1000000 };

	(void)state;
	for (size_t i = 0; i < n_chips; i++)
		for (size_t k = 0; k < sizeof(hz) / sizeof(hz[0]); k++) {
			const struct lamp_chip *chip = chips[i];
			struct lamp_dev d;
			struct rig r;
			struct emul *e = rig_single(&r, chip->part, chip->addr_min, 1);
			int more;

			set_up(&d, chip, &r.bus.bus, hz[k]);
			for (unsigned c = 0; c < chip->channels; c++)
				if (has_lamp(c))
					lamp_set(&d, c, 255);
			assert_int_equal(lamp_init(&d), 0);
			check_wait(&r, hz[k]);
			do {
				uint64_t before = r.bus.bits;

				more = lamp_step(&d);
				assert_true(more >= 0);
				assert_true(r.bus.bits > before);
				assert_true((r.bus.bits - before) * 1000000 / hz[k] <=
					    LAMP_STEP_US);
			} while (more > 0);
			check_shows(e, &d);
			assert_true(r.bus.longest <= LAMP_WRITE_MAX);
			emul_bus_reset_counts(&r.bus);
			assert_int_equal(lamp_check(&d), 0);
			check_wait(&r, hz[k]);
		}
}

/*
 * Returns the current of all lamps together, on average, by the data sheets: an IS31FL3741's sink
 * at R_EXT 10 kOhm for a ninth of the time; an IS31FL3731's LED at R_EXT 20 kOhm; a row of an
 * HT16K33 for 1024 of 9504 microseconds.
 */
static double
supply_ua(const struct emul *e)
{
	double sum = 0;

	for (unsigned c = 0; c < e->ops->channels; c++)
		sum += e->ops->light(e, c) / 256.0;
	if (strcmp(e->ops->part, "IS31FL3741") == 0)
		return sum * 38300 / 9 * ((const struct emul_is31fl3741 *)e)->gcc / 256;
	return strcmp(e->ops->part, "IS31FL3731") == 0 ? sum * 3200 : sum * 25000 * 1024 / 9504;
}

/* A frame draws the current of its brightness: no step is delayed by others. */
static void
test_current(void **state)
{
	struct rng rng = { 12 };

	(void)state;
	for (size_t i = 0; i < n_chips; i++) {
		const struct lamp_chip *chip = chips[i];
		struct lamp_dev d;
		struct rig r;
		struct emul *e = start(&d, &r, chip, 1);

		for (unsigned round = 0; round < 200; round++) {
			double told_ua = 0, floor_ua = 0;

			want_random(&d, &rng, rng_below(&rng, 60));
			assert_int_equal(lamp_push(&d), 0);
			for (unsigned c = 0; c < chip->channels; c++) {
				told_ua += d.want[c] / 255.0 * chip->channel_ua;
				floor_ua += d.want[c] ? chip->channel_ua / 16.0 : 0;
			}
			if (chip->on_off && told_ua < floor_ua)
				told_ua = floor_ua;
			assert_true(supply_ua(e) <= told_ua + 1);
			/* And no less, if every lamp has its own brightness. */
			assert_true(chip->on_off || supply_ua(e) >= told_ua * 0.97 - 1);
		}
		assert_true(chip->channel_ua / 1000.0 * chip->channels <= chip->max_ma + 1);
	}
}

/* Between two pictures, a chip with one brightness draws no more than both together. */
static void
test_one_brightness_never_peaks(void **state)
{
	const struct lamp_chip *chip = lamp_chip_find("HT16K33");
	struct rng rng = { 8 };
	struct lamp_dev d;
	struct rig r;
	struct emul *e = start(&d, &r, chip, 1);

	(void)state;
	for (unsigned round = 0; round < 300; round++) {
		double before = supply_ua(e), peak = 0, after;

		/*
		 * Many faint lamps or few bright ones: the worst mixture would
		 * be many bright ones.
		 */
		for (unsigned c = 0; c < chip->channels; c++)
			if (has_lamp(c))
				lamp_set(&d, c, round % 2 ? (c < 5 ? 255 : 0) : 40);
		while (lamp_step(&d) > 0)
			if (supply_ua(e) > peak)
				peak = supply_ua(e);
		after = supply_ua(e);
		assert_true(peak <= before + after);
		want_random(&d, &rng, 10);
		assert_int_equal(lamp_push(&d), 0);
	}
}

static void
test_check(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++) {
		struct lamp_dev d;
		struct rig r;
		struct emul *e = start(&d, &r, chips[i], 4);

		lamp_set(&d, ONE_LAMP, 90);
		assert_int_equal(lamp_push(&d), 0);
		assert_int_equal(lamp_check(&d), 0);
		e->ops->reset(e);
		if (lamp_check(&d) < 0) {
			assert_int_equal(lamp_step(&d), -ENOTCONN);
			assert_int_equal(lamp_init(&d), 0);
			assert_int_equal(lamp_check(&d), 0); /* also before everything is written */
		}
		assert_int_equal(lamp_push(&d), 0);
		assert_int_equal(lamp_check(&d), 0);
		check_shows(e, &d);
		rig_check_data_sheets(&r, i);
	}
}

/* A reset that shows in a register is reported. */
static void
test_check_reports_a_reset(void **state)
{
	static const char *const parts[] = { "IS31FL3741", "IS31FL3731" };

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (unsigned steps = 0; steps < 6; steps++) {
			struct lamp_dev d;
			struct rig r;
			struct emul *e =
				rig_single(&r, parts[i], lamp_chip_find(parts[i])->addr_min, 1);

			set_up(&d, lamp_chip_find(parts[i]), &r.bus.bus, RIG_HZ);
			assert_int_equal(lamp_init(&d), 0);
			for (unsigned k = 0; k < steps; k++)
				assert_true(lamp_step(&d) >= 0);
			e->ops->reset(e);
			assert_int_equal(lamp_check(&d), -ESTALE);
		}
}

static void
test_off(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++)
		for (uint64_t seed = 1; seed <= 100; seed++) {
			struct lamp_dev d;
			struct rig r;
			struct emul *e = rig_single(&r, chips[i]->part, chips[i]->addr_min, seed);
			struct faults f = { .bus.ops = &faults_ops, .rig = &r.bus };

			/* From any state left by another program, without lamp_init. */
			set_up(&d, chips[i], &r.bus.bus, RIG_HZ);
			assert_int_equal(lamp_off(&d), 0);
			assert_true(lampshow_dark(e));
			assert_int_equal(lamp_step(&d), -ENOTCONN);

			/* From a game, with two failing transactions at exit. */
			e = start(&d, &r, chips[i], seed);
			lamp_set(&d, ONE_LAMP, 255);
			assert_int_equal(lamp_push(&d), 0);
			assert_true(e->ops->light(e, ONE_LAMP) > 240);
			f.rng.s = seed;
			f.percent[FAULT_FAIL] = 100;
			f.most = 2;
			d.bus = &f.bus;
			assert_int_equal(lamp_off(&d), 0);
			assert_true(lampshow_dark(e));
			assert_int_equal(f.count[FAULT_FAIL], 2);

			/* On again, as before. */
			d.bus = &r.bus.bus;
			assert_int_equal(lamp_init(&d), 0);
			assert_true(lampshow_dark(e));
			assert_int_equal(lamp_push(&d), 0);
			check_shows(e, &d);
			rig_check_data_sheets(&r, seed);
		}
}

/* Off relies on no assumption about the chip: another program may have used it. */
static void
test_off_trusts_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++)
		for (uint64_t seed = 1; seed <= 40; seed++) {
			struct lamp_dev d;
			struct rig r;
			struct emul *e = start(&d, &r, chips[i], 1);

			emul_warm(e, seed);
			assert_int_equal(lamp_off(&d), 0);
			assert_true(lampshow_dark(e));
			rig_check_data_sheets(&r, seed);
		}
}

static void
test_absent_chip(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_chips; i++) {
		struct lamp_dev d;
		struct rig r;

		(void)rig_single(&r, chips[i]->part, chips[i]->addr_max, 1);
		set_up(&d, chips[i], &r.bus.bus, RIG_HZ);
		assert_int_equal(lamp_init(&d), -ENXIO);
		assert_int_equal(lamp_step(&d), -ENOTCONN);
		assert_int_equal(lamp_check(&d), -ENOTCONN);
		assert_int_equal(lamp_off(&d), -ENXIO);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_pins),
		cmocka_unit_test(test_init_from_any_state),
		cmocka_unit_test(test_each_channel),
		cmocka_unit_test(test_same_frame_no_traffic),
		cmocka_unit_test(test_fewest_bytes),
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_steps_are_short),
		cmocka_unit_test(test_current),
		cmocka_unit_test(test_one_brightness_never_peaks),
		cmocka_unit_test(test_check),
		cmocka_unit_test(test_check_reports_a_reset),
		cmocka_unit_test(test_off),
		cmocka_unit_test(test_off_trusts_nothing),
		cmocka_unit_test(test_absent_chip),
	};

	chips = lamp_chips(&n_chips);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

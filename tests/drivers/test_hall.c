/*
 * Measuring sensors: the meaning of a code on a calibrated square, and reading
 * the converter behind a mux.
 */
#include "rig.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "drivers/bus_mux.h"
#include "drivers/hall.h"
#include "drivers/sensor.h"
#include "rng.h"

static const struct hall_levels three = { 3, { { 250, 700 }, { 600, 1250 }, { 1150, 1600 } } };

/* Prints "o" for open; otherwise the pole, the interval of levels, and "!" for a broken sensor. */
static void
print(const struct hall_field *f, char out[16])
{
	char *p = out;

	if (!f->closed)
		p += sprintf(p, "o");
	else if (f->level_min == f->level_max)
		p += sprintf(p, "%c%u", f->pole > 0 ? '+' : '-', f->level_min);
	else
		p += sprintf(p, "%c%u-%u", f->pole > 0 ? '+' : '-', f->level_min, f->level_max);
	if (f->broken)
		sprintf(p, "!");
}

static void
test_codes(void **state)
{
	/* zero is 128; with a span of 50 one code is 20 thousandths. */
	static const struct {
		const char *name;
		int8_t span;
		uint8_t codes[8]; /* 0: end */
		const char *want; /* the reading of the last code */
	} rows[] = {
		{ "no magnet", 50, { 128 }, "o" },
		{ "below the first level", 50, { 140 }, "o" },
		{ "the first level begins", 50, { 141 }, "+1" },
		{ "a plain white piece", 50, { 178 }, "+2" },
		{ "a plain black piece", 50, { 78 }, "-2" },
		{ "a sensor that lies the other way round: white", -50, { 78 }, "+2" },
		{ "… and black", -50, { 178 }, "-2" },
		{ "between two levels both are reported", 50, { 160 }, "+1-2" },
		{ "between the next two", 50, { 188 }, "+2-3" },
		{ "the strongest", 50, { 200 }, "+3" },
		{ "beyond all levels it is the last", 50, { 240 }, "+3" },
		{ "it opens at three quarters of where it closed, not above",
		  50,
		  { 178, 138 },
		  "+1" },
		{ "… and below", 50, { 178, 137 }, "o" },
		{ "closing needs the whole", 50, { 178, 137, 138 }, "o" },
		{ "one colour for the other between two readings", 50, { 178, 78 }, "-2" },
		{ "the other colour, still too far away", 50, { 178, 117 }, "o" },
		{ "two codes more are no news", 50, { 162, 164 }, "+1-2" },
		{ "three are", 50, { 162, 165 }, "+2" },
		{ "slowly there is news as well", 50, { 162, 163, 164, 165 }, "+2" },
		{ "a wire that is off keeps what was read", 50, { 178, 2 }, "+2!" },
		{ "a short to the supply as well", 50, { 128, 253 }, "o!" },
		{ "and is well again", 50, { 178, 2, 128 }, "o" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct hall_field f = { 0 };
		struct hall h;
		char got[16];

		hall_init(&h, 128, rows[i].span);
		for (size_t k = 0; k < 8 && rows[i].codes[k]; k++)
			f = hall_read(&h, &three, rows[i].codes[k]);
		print(&f, got);
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s: %s, not %s", rows[i].name, got, rows[i].want);
	}
}

/* At every strength, the interval contains the true level and is short. */
static void
test_every_strength(void **state)
{
	(void)state;
	for (int strength = 260; strength <= 2500; strength++) {
		struct hall_field f;
		struct hall h;

		hall_init(&h, 128, 45);
		f = hall_read(&h, &three, (uint8_t)(128 + strength * 45 / 1000));
		if (!f.closed)
			continue; /* the code is slightly weaker */
		assert_true(f.level_min >= 1 && f.level_max <= three.n);
		assert_true(f.level_min <= f.level_max && f.level_max - f.level_min <= 1);
		for (unsigned l = 1; l <= three.n; l++) {
			int slack = 1000 / 45 + 1; /* uncertainty of one code */
			bool surely = strength > three.level[l - 1].lo + slack &&
				      strength < three.level[l - 1].hi - slack;

			assert_true(!surely || (f.level_min <= l && l <= f.level_max));
		}
	}
}

/* A converter's noise of one code in either direction never causes flicker, at any level. */
static void
test_noise_is_not_reported(void **state)
{
	struct rng rng = { 4 };

	(void)state;
	for (int span = 16; span <= 100; span += 11)
		for (int at = 20; at < 236; at++) {
			struct hall_field first, f;
			unsigned changes = 0;
			struct hall h;

			hall_init(&h, 128, (int8_t)span);
			first = hall_read(&h, &three, (uint8_t)at);
			for (unsigned i = 0; i < 100; i++) {
				f = hall_read(&h, &three,
					      (uint8_t)(at - 1 + (int)rng_below(&rng, 3)));
				changes += memcmp(&f, &first, sizeof(f)) != 0;
				first = f;
			}
			/* At the very edge it may close once; then it stays closed. */
			assert_true(changes <= 1);
		}
}

/* A warming room moves every sensor's zero; the squares follow, up to a limit. */
static void
test_drift(void **state)
{
	struct hall_field f;
	struct hall h;

	(void)state;
	hall_init(&h, 128, 50);
	for (unsigned code = 128; code <= 133; code++)
		for (unsigned i = 0; i < 16 * 40; i++) {
			f = hall_read(&h, &three, (uint8_t)code);
			assert_false(f.closed);
		}
	/* A piece reads as without the drift. */
	f = hall_read(&h, &three, 133 + 50);
	assert_int_equal(f.level_min, 2);
	assert_int_equal(f.level_max, 2);
	f = hall_read(&h, &three, 133 - 50);
	assert_int_equal(f.pole, -1);
	assert_int_equal(f.level_min, 2);
}

/* A piece that stays for hours is not drift, nor is a weak magnet next to the square. */
static void
test_no_drift_under_a_piece(void **state)
{
	struct hall_field f;
	struct hall h;

	(void)state;
	hall_init(&h, 128, 50);
	for (unsigned i = 0; i < 100000; i++) {
		f = hall_read(&h, &three, 170);
		assert_true(f.closed);
	}
	f = hall_read(&h, &three, 128);
	assert_false(f.closed);
	for (unsigned i = 0; i < 100000; i++) {
		f = hall_read(&h, &three, 139); /* 22 % of a piece: not closed */
		assert_false(f.closed);
	}
	assert_true(h.drift_16 <= 16 * 50 * 250 / 1000 / 2);
	f = hall_read(&h, &three, 128);
	assert_false(f.closed);
	f = hall_read(&h, &three, 178);
	assert_true(f.closed && f.pole == 1);
	f = hall_read(&h, &three, 78);
	assert_true(f.closed && f.pole == -1);
}

/* ---- the converter and the mux before it ---- */

struct linear {
	struct rig rig;
	struct bus_mux mux;
	struct bus_port port[2];
	struct sensor_dev dev[2];
	struct emul *chip[2];
};

static struct sensor_tuning
tuning(bool pole, bool level)
{
	struct sensor_tuning t = { .pole = pole, .level = level, .levels = three };

	for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++) {
		t.zero[c] = (uint8_t)(120 + c);
		t.span[c] = (int8_t)(c & 1 ? -40 : 50);
	}
	return t;
}

static void
set_code(struct emul *e, unsigned channel, int code)
{
	e->ops->voltage(e, channel, (uint16_t)(code * 256 + 128));
}

/* Sets up two converters of one address behind two ports, in their power-on state. */
static void
linear_init(struct linear *l, const struct sensor_tuning *t)
{
	const struct sensor_bits used = { { 0xff, 0 } };

	rig_init(&l->rig);
	(void)rig_add(&l->rig, "TCA9548A", 0x71, NULL, 0);
	bus_mux_init(&l->mux, &l->rig.bus.bus, 0x71);
	for (uint8_t i = 0; i < 2; i++) {
		l->chip[i] = rig_add(&l->rig, "ADS7830", 0x48, &l->rig.chip[0].tca9548a, i);
		bus_port_init(&l->port[i], &l->mux, i);
		sensor_setup(&l->dev[i], sensor_chip_find("ADS7830"), &l->port[i].bus, 0x48, used);
		sensor_tune(&l->dev[i], t);
		for (unsigned c = 0; c < 8; c++)
			set_code(l->chip[i], c, t->zero[c]);
		assert_int_equal(sensor_init(&l->dev[i]), 0);
	}
}

/* Each input of each chip reads as its own channel, with its own calibration. */
static void
test_each_input(void **state)
{
	struct sensor_tuning t = tuning(true, true);
	struct linear l;

	(void)state;
	linear_init(&l, &t);
	for (unsigned k = 0; k < 16; k++) {
		unsigned chip = k / 8, c = k % 8;
		struct sensor_scan scan[2];

		set_code(l.chip[chip], c, t.zero[c] + t.span[c]);
		for (unsigned i = 0; i < 2; i++)
			assert_int_equal(sensor_read(&l.dev[i], &scan[i]), 0);
		assert_int_equal(scan[chip].closed.w[0], 1u << c);
		assert_int_equal(scan[!chip].closed.w[0], 0);
		assert_int_equal(scan[chip].field[c].pole, 1);
		assert_int_equal(scan[chip].field[c].level_min, 2);
		assert_int_equal(scan[chip].field[c].level_max, 2);
		assert_int_equal(scan[chip].code[c], t.zero[c] + t.span[c]);
		assert_int_equal(scan[chip].broken.w[0], 0);
		set_code(l.chip[chip], c, t.zero[c]);
	}
	rig_check_data_sheets(&l.rig, 0);
}

/* A board that is configured to report less reports less. */
static void
test_what_is_reported(void **state)
{
	(void)state;
	for (unsigned senses = 0; senses < 3; senses++) {
		struct sensor_tuning t = tuning(senses >= 1, senses >= 2);
		struct sensor_scan scan;
		struct linear l;

		linear_init(&l, &t);
		set_code(l.chip[0], 3, t.zero[3] - t.span[3]);
		set_code(l.chip[0], 4, 255);
		assert_int_equal(sensor_read(&l.dev[0], &scan), 0);
		assert_int_equal(scan.closed.w[0], 1u << 3);
		assert_int_equal(scan.field[3].pole, senses >= 1 ? -1 : 0);
		assert_int_equal(scan.field[3].level_max, senses >= 2 ? 2 : 0);
		assert_int_equal(scan.broken.w[0], 1u << 4);
	}
}

/* The cost of a scan: four bytes per input, and a mux change only when needed. */
static void
test_cost(void **state)
{
	struct sensor_tuning t = tuning(false, false);
	struct sensor_scan scan;
	struct linear l;

	(void)state;
	linear_init(&l, &t);
	assert_int_equal(sensor_read(&l.dev[0], &scan), 0);
	emul_bus_reset_counts(&l.rig.bus);
	assert_int_equal(sensor_read(&l.dev[0], &scan), 0);
	assert_int_equal(l.rig.bus.bytes, l.dev[0].chip->read_bytes);
	assert_int_equal(l.rig.bus.transactions, l.dev[0].chip->read_transactions);
	emul_bus_reset_counts(&l.rig.bus);
	assert_int_equal(sensor_read(&l.dev[1], &scan), 0);
	assert_int_equal(l.rig.bus.bytes, l.dev[0].chip->read_bytes + 2u);
	bus_mux_invalidate(&l.mux);
	emul_bus_reset_counts(&l.rig.bus);
	assert_int_equal(sensor_read(&l.dev[1], &scan), 0);
	assert_int_equal(l.rig.bus.transactions, 9);
	rig_check_data_sheets(&l.rig, 0);
}

/* A mux that lost its power hides its chips: one error, then the port is opened again. */
static void
test_mux_reset(void **state)
{
	struct sensor_tuning t = tuning(false, false);
	struct sensor_scan scan;
	struct linear l;

	(void)state;
	linear_init(&l, &t);
	assert_int_equal(sensor_read(&l.dev[1], &scan), 0);
	l.rig.chip[0].tca9548a.selected = 0;
	assert_int_equal(sensor_read(&l.dev[1], &scan), -ENXIO);
	assert_int_equal(sensor_read(&l.dev[1], &scan), 0);
	/* All ports open, as another program may leave them: two chips would answer at once. */
	l.rig.chip[0].tca9548a.selected = 0xff;
	bus_mux_invalidate(&l.mux);
	assert_int_equal(sensor_read(&l.dev[1], &scan), 0);
	assert_int_equal(l.rig.chip[0].tca9548a.selected, 2);
	rig_check_data_sheets(&l.rig, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_codes),
		cmocka_unit_test(test_every_strength),
		cmocka_unit_test(test_noise_is_not_reported),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_no_drift_under_a_piece),
		cmocka_unit_test(test_each_input),
		cmocka_unit_test(test_what_is_reported),
		cmocka_unit_test(test_cost),
		cmocka_unit_test(test_mux_reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

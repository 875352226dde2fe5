/*
 * The generic chip test. It runs every driver of both tables, alone or behind a
 * mux, against seeded faults of every kind. A chip is a row of its table; its
 * name is only used to find its emulator.
 *
 * Requirements for all chips:
 *
 *  1. No crash and no endless loop: a call makes a bounded number of
 *     transactions, whatever they return.
 *  2. On a bus with reported errors, every result is true, and everything
 *     shown without an error is shown.
 *  3. After any faults, silent ones included (resets, lies, a chip that
 *     acknowledges but ignores everything), the caller's routine recovers: the
 *     slow check, a new set-up if required, the next steps. Then every square
 *     reads correctly and no lamp is wrong.
 *  4. lamp_off finally darkens the lamps from any such state.
 *  5. Without lies, no data sheet is violated.
 */
#include "rig.h"

#include <errno.h>
#include <stdlib.h>

#include "drivers/bus_mux.h"
#include "drivers/lamp.h"
#include "drivers/sensor.h"
#include "faults.h"
#include "lampshow.h"

enum {
	RUNS = 2000,    /* per chip */
	XFERS_MAX = 60, /* per call that serves a sensor */
	PUSH_XFERS_MAX = 200,
	MUX_ADDR = 0x70,
	MUX_PORT = 5,
	ZERO = 128,
	SPAN = 60,
};

/* One chip under test with its environment. */
struct stand {
	struct rig rig;
	struct faults faults;
	struct rng rng;
	struct bus_mux mux;
	struct bus_port port;
	struct bus *bus; /* the driver's bus */
	struct emul *chip;
	uint64_t closed; /* the true state, by channel */
};

static void
stand_init(struct stand *s, const char *part, uint8_t addr, bool behind_mux, uint64_t seed)
{
	struct emul *mux;

	*s = (struct stand){ .rng = { seed }, .closed = 0 };
	rig_init(&s->rig);
	s->faults = (struct faults){ .bus.ops = &faults_ops, .rig = &s->rig.bus };
	s->faults.rng.s = seed * 31;
	s->bus = &s->faults.bus;
	if (behind_mux) {
		mux = rig_add(&s->rig, "TCA9548A", MUX_ADDR, NULL, 0);
		emul_warm(mux, seed);
		bus_mux_init(&s->mux, &s->faults.bus, MUX_ADDR);
		bus_port_init(&s->port, &s->mux, MUX_PORT);
		s->bus = &s->port.bus;
	}
	s->chip = rig_add(&s->rig, part, addr, behind_mux ? &s->rig.chip[0].tca9548a : NULL,
			  MUX_PORT);
	emul_warm(s->chip, seed);
}

/* Chooses the kinds and rates of faults for this run. */
static void
stand_spoil(struct stand *s, bool silent)
{
	uint8_t *percent = s->faults.percent;

	percent[FAULT_FAIL] = (uint8_t)rng_below(&s->rng, 30);
	if (!silent)
		return;
	percent[FAULT_RESET] = (uint8_t)(rng_percent(&s->rng, 50) ? rng_below(&s->rng, 10) : 0);
	percent[FAULT_LIE] = (uint8_t)(rng_percent(&s->rng, 50) ? rng_below(&s->rng, 10) : 0);
	percent[FAULT_STUCK] = (uint8_t)(rng_percent(&s->rng, 50) ? rng_below(&s->rng, 3) : 0);
}

static bool
stand_lied(const struct stand *s)
{
	return s->faults.count[FAULT_RESET] + s->faults.count[FAULT_LIE] +
		       s->faults.count[FAULT_STUCK] >
	       0;
}

/* Behind a mux, a violation may stem from another chip that was reached instead. */
static void
stand_check_data_sheets(const struct stand *s, uint64_t seed)
{
	if (!stand_lied(s))
		rig_check_data_sheets(&s->rig, seed);
}

/* ---- sensors ---- */

static void
world(struct stand *s, unsigned channel, bool closed)
{
	uint64_t bit = UINT64_C(1) << channel;

	s->closed = closed ? s->closed | bit : s->closed & ~bit;
	if (s->chip->ops->measures)
		s->chip->ops->voltage(s->chip, channel,
				      (uint16_t)((ZERO + (closed ? SPAN : 0)) * 256 + 128));
	else
		s->chip->ops->contact(s->chip, channel, closed);
}

static void
tune(struct sensor_dev *d)
{
	struct sensor_tuning t = { .levels = { 2, { { 250, 700 }, { 600, 1500 } } } };

	for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++) {
		t.zero[c] = ZERO;
		t.span[c] = SPAN;
	}
	sensor_tune(d, &t);
}

/* Reads like a caller: after any error, sets up again until it works. */
static bool
serve_sensor(struct stand *s, struct sensor_dev *d, struct sensor_scan *scan)
{
	uint64_t before = s->faults.xfers;
	bool ok = (d->ready || sensor_init(d) == 0) && sensor_read(d, scan) == 0;

	if (!ok)
		d->ready = false;
	assert_true(s->faults.xfers - before <= XFERS_MAX);
	return ok;
}

static void
run_sensor(const struct sensor_chip *chip, bool behind_mux, bool silent, uint64_t seed)
{
	struct sensor_bits used = { { 0, 0 } };
	struct sensor_scan scan;
	struct sensor_dev d;
	struct stand s;
	bool settled = false;

	stand_init(&s, chip->part, chip->addr_min, behind_mux, seed);
	for (unsigned c = 0; c < chip->channels; c++)
		if (!sensor_bits_has(chip->unusable, c)) {
			sensor_bits_add(&used, c);
			world(&s, c, rng_percent(&s.rng, 50));
		}
	sensor_setup(&d, chip, s.bus, chip->addr_min, used);
	if (chip->measures)
		tune(&d);
	stand_spoil(&s, silent);
	for (unsigned i = 0; i < 30; i++) {
		unsigned c = rng_below(&s.rng, chip->channels);

		if (sensor_bits_has(used, c))
			world(&s, c, rng_percent(&s.rng, 50));
		if (rng_percent(&s.rng, 70) && serve_sensor(&s, &d, &scan) && !silent)
			assert_true(scan.closed.w[0] == s.closed);
		if (rng_percent(&s.rng, 5))
			bus_mux_invalidate(&s.mux);
	}
	faults_end(&s.faults);
	/* The slow check. */
	bus_mux_invalidate(&s.mux);
	if (d.ready && sensor_check(&d) < 0)
		d.ready = false;
	for (unsigned i = 0; i < 3; i++)
		settled = serve_sensor(&s, &d, &scan);
	assert_true(settled);
	if (scan.closed.w[0] != s.closed)
		fail_msg("%s, seed %u: closed %llx, is %llx", chip->part, (unsigned)seed,
			 (unsigned long long)scan.closed.w[0], (unsigned long long)s.closed);
	assert_true(!chip->interrupts || s.chip->ops->interrupt(s.chip) != EMUL_INT_LOW);
	assert_int_equal(sensor_check(&d), 0);
	stand_check_data_sheets(&s, seed);
}

/* ---- lamps ---- */

static void
setup_lamps(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus)
{
	uint16_t channels[LAMP_CHANNELS_MAX];

	for (unsigned i = 0; i < chip->channels; i++)
		channels[i] = (uint16_t)i;
	lamp_setup(d, chip, bus, RIG_HZ, chip->addr_min, channels, chip->channels);
}

static void
want_random(struct lamp_dev *d, struct rng *r, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		lamp_set(d, rng_below(r, d->chip->channels), (uint8_t)rng_next(r));
}

/* Steps like a caller: after any error, sets up again. */
static bool
serve_lamps(struct stand *s, struct lamp_dev *d)
{
	uint64_t before = s->faults.xfers;
	bool ok = (d->ready || lamp_init(d) == 0) && lamp_push(d) == 0;

	assert_true(s->faults.xfers - before <= PUSH_XFERS_MAX);
	return ok;
}

static void
run_lamps(const struct lamp_chip *chip, bool silent, uint64_t seed)
{
	struct lamp_dev d;
	struct stand s;

	stand_init(&s, chip->part, chip->addr_min, false, seed);
	setup_lamps(&d, chip, s.bus);
	stand_spoil(&s, silent);
	for (unsigned i = 0; i < 12; i++) {
		want_random(&d, &s.rng, rng_below(&s.rng, 60));
		if (serve_lamps(&s, &d) && !silent)
			assert_int_equal(lampshow_wrong(s.chip, &d), -1);
		if (rng_percent(&s.rng, 20) && d.ready)
			(void)!lamp_check(&d);
	}
	faults_end(&s.faults);
	/* The slow check. */
	if (d.ready && lamp_check(&d) < 0)
		assert_false(d.ready);
	if (!serve_lamps(&s, &d))
		fail_msg("%s, seed %u: the good bus fails", chip->part, (unsigned)seed);
	if (lampshow_wrong(s.chip, &d) >= 0)
		fail_msg("%s, seed %u: lamp %d is wrong", chip->part, (unsigned)seed,
			 lampshow_wrong(s.chip, &d));
	assert_true(s.rig.bus.longest <= LAMP_WRITE_MAX);
	stand_check_data_sheets(&s, seed);
	stand_spoil(&s, false);
	s.faults.most = s.faults.count[FAULT_FAIL] + 2;
	assert_int_equal(lamp_off(&d), 0);
	assert_true(lampshow_dark(s.chip));
}

/* ---- all chips ---- */

static void
test_sensors(void **state)
{
	size_t n;
	const struct sensor_chip *const *chips = sensor_chips(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (uint64_t seed = 1; seed <= RUNS; seed++)
			run_sensor(chips[i], seed % 4 == 3, seed % 2, seed);
}

static void
test_lamps(void **state)
{
	size_t n;
	const struct lamp_chip *const *chips = lamp_chips(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (uint64_t seed = 1; seed <= RUNS; seed++)
			run_lamps(chips[i], seed % 2, seed);
}

/* Faults do occur; otherwise these tests would pass without testing anything. */
static void
test_faults_come(void **state)
{
	struct stand s;
	uint8_t byte = 0x21;

	(void)state;
	stand_init(&s, "HT16K33", 0x70, false, 1);
	for (unsigned k = 0; k < FAULTS; k++)
		s.faults.percent[k] = 10;
	for (unsigned i = 0; i < 1000; i++)
		(void)!bus_write(s.bus, 0x70, &byte, 1);
	for (unsigned k = 0; k < FAULTS; k++)
		assert_true(s.faults.count[k] > 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sensors),
		cmocka_unit_test(test_lamps),
		cmocka_unit_test(test_faults_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Sensor chips against emulators: from any state, under faults, and what a
 * read can tell.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "drivers/sensor.h"
#include "emul_mcp23017.h"
#include "faults.h"

static const struct sensor_bits used14 = { { 0x7f7f, 0 } };

/* A device at a chip that is set up. */
static void
start(struct sensor_dev *d, struct emul_mcp23017 *e, uint64_t seed, bool warm)
{
	em_init(e, 0x21, seed, warm);
	sensor_setup(d, sensor_chip_find("mcp23017"), &e->bus, 0x21, used14);
	assert_int_equal(sensor_init(d), 0);
}

static uint64_t
read_closed(struct sensor_dev *d)
{
	struct sensor_scan scan;

	assert_int_equal(sensor_read(d, &scan), 0);
	assert_int_equal(scan.pulsed.w[0], 0);
	return scan.closed.w[0];
}

static void
test_table(void **state)
{
	size_t n;
	const struct sensor_chip *const *chips = sensor_chips(&n);

	(void)state;
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		const struct sensor_chip *c = chips[i];

		assert_true(c->part && c->part[0] && c->source && c->source[0] && c->seen_working);
		assert_true(c->channels > 0 && c->channels <= SENSOR_CHANNELS_MAX);
		assert_true(c->addr_min >= 0x08 && c->addr_min <= c->addr_max &&
			    c->addr_max <= 0x77);
		assert_true(c->bus_hz_max >= 400000 && c->read_bytes > 0 && c->init_bytes > 0);
		assert_true(c->init && c->read && c->check);
		for (unsigned ch = c->channels; ch < SENSOR_CHANNELS_MAX; ch++)
			assert_false(sensor_bits_has(c->unusable, ch));
		assert_ptr_equal(sensor_chip_find(c->part), c);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(c->part, chips[j]->part);
	}
	assert_null(sensor_chip_find("MCP23018"));
	assert_null(sensor_chip_find(""));
}

/* Whatever a warm chip holds (both bank layouts among it), the settings come out right. */
static void
test_init_from_any_state(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;
	unsigned banks = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 2000; seed++) {
		em_init(&e, 0x21, seed, seed != 0);
		banks += e.reg[EM_IOCON][0] >> 7;
		sensor_setup(&d, sensor_chip_find("MCP23017"), &e.bus, 0x21, used14);
		assert_int_equal(sensor_init(&d), 0);
		for (unsigned port = 0; port < 2; port++) {
			assert_int_equal(e.reg[EM_IOCON][port], 0x44);
			assert_int_equal(e.reg[EM_IODIR][port], 0x7f);
			assert_int_equal(e.reg[EM_IPOL][port], 0);
			assert_int_equal(e.reg[EM_GPPU][port], 0x7f);
			assert_int_equal(e.reg[EM_GPINTEN][port], 0x7f);
			assert_int_equal(e.reg[EM_INTCON][port], 0);
			assert_int_equal(e.reg[EM_OLAT][port], 0);
		}
		assert_true(em_line_high(&e));
		assert_int_equal(read_closed(&d), 0);
		em_world(&e, 3, true);
		assert_false(em_line_high(&e));
		assert_int_equal(read_closed(&d), 1u << 3);
		assert_true(em_line_high(&e));
		if (e.violations)
			fail_msg("seed %u: %u violations of the data sheet", (unsigned)seed,
				 e.violations);
	}
	assert_true(banks > 500);
}

static void
test_each_channel(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;

	(void)state;
	start(&d, &e, 1, false);
	for (unsigned ch = 0; ch < 16; ch++) {
		bool used = ch != 7 && ch != 15;

		em_world(&e, ch, true);
		assert_int_equal(em_line_high(&e), !used);
		assert_int_equal(read_closed(&d), used ? 1u << ch : 0);
		em_world(&e, ch, false);
		assert_int_equal(em_line_high(&e), !used);
		assert_int_equal(read_closed(&d), 0);
	}
	assert_int_equal(e.violations, 0);
}

/* Channels without a sensor neither interrupt nor are told. */
static void
test_unused_are_quiet(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;
	struct sensor_bits some = { { 0x8181, 0 } }; /* 7 and 15 cannot be: left out */

	(void)state;
	em_init(&e, 0x27, 5, true);
	sensor_setup(&d, sensor_chip_find("MCP23017"), &e.bus, 0x27, some);
	assert_int_equal(sensor_init(&d), 0);
	assert_int_equal(e.reg[EM_GPINTEN][0], 0x01);
	assert_int_equal(e.reg[EM_GPINTEN][1], 0x01);
	em_world(&e, 4, true);
	em_world(&e, 7, true);
	assert_true(em_line_high(&e));
	assert_int_equal(read_closed(&d), 0);
	em_world(&e, 8, true);
	assert_false(em_line_high(&e));
	assert_int_equal(read_closed(&d), 0x100);
	assert_int_equal(sensor_check(&d), 0);
	assert_int_equal(e.violations, 0);
}

/* A script of the world between two reads, and what the second tells. */
static void
test_pulses(void **state)
{
	static const struct {
		const char *name, *script; /* + closes, - opens: channel as a hex digit */
		uint16_t before, closed, pulsed;
	} rows[] = {
		{ "nothing", "", 0x0000, 0x0000, 0x0000 },
		{ "closed", "+2", 0x0000, 0x0004, 0x0000 },
		{ "opened", "-2", 0x0004, 0x0000, 0x0000 },
		{ "there and back", "+2-2", 0x0000, 0x0000, 0x0004 },
		{ "away and back", "-2+2", 0x0004, 0x0004, 0x0004 },
		{ "bounced shut", "+2-2+2", 0x0000, 0x0004, 0x0000 },
		{ "both ports", "+2-2+9-9", 0x0000, 0x0000, 0x0204 },
		{ "pulse beside a change", "+2-2+9", 0x0000, 0x0200, 0x0004 },
		{ "change, then a pulse of its port", "+2+3-3", 0x0000, 0x0004, 0x0000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct emul_mcp23017 e;
		struct sensor_dev d;
		struct sensor_scan scan;

		start(&d, &e, i, true);
		for (unsigned ch = 0; ch < 16; ch++)
			em_world(&e, ch, rows[i].before >> ch & 1);
		assert_int_equal(read_closed(&d), rows[i].before);
		for (const char *p = rows[i].script; *p; p += 2)
			em_world(&e, (unsigned)(p[1] - '0'), p[0] == '+');
		assert_int_equal(sensor_read(&d, &scan), 0);
		if (scan.closed.w[0] != rows[i].closed || scan.pulsed.w[0] != rows[i].pulsed)
			fail_msg("%s: closed %04x pulsed %04x", rows[i].name,
				 (unsigned)scan.closed.w[0], (unsigned)scan.pulsed.w[0]);
		assert_true(em_line_high(&e));
		assert_int_equal(e.violations, 0);
	}
}

/* After a start no pulse is told: what went before is not known. */
static void
test_first_scan_tells_no_pulse(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;

	(void)state;
	start(&d, &e, 3, true);
	for (unsigned i = 0; i < 2; i++) {
		em_world(&e, 1, true);
		em_world(&e, 1, false);
		assert_int_equal(read_closed(&d), 0);
		assert_int_equal(sensor_init(&d), 0); /* what was read before counts no more */
	}
}

/* One transaction a read, 11 bytes on the wire; the table says so too. */
static void
test_cost(void **state)
{
	const struct sensor_chip *chip = sensor_chip_find("MCP23017");
	struct emul_mcp23017 e;
	struct sensor_dev d;

	(void)state;
	start(&d, &e, 0, false);
	assert_int_equal(e.bytes, chip->init_bytes);
	e.bytes = e.transactions = 0;
	read_closed(&d);
	assert_int_equal(e.transactions, 1);
	assert_int_equal(e.bytes, chip->read_bytes);
	assert_int_equal(e.bytes, 11);
}

/* A chip that was reset reads as noise; that is never told as squares. */
static void
test_reset_is_seen(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;
	struct sensor_scan scan = { .closed.w[0] = 77, .pulsed.w[0] = 78 };

	(void)state;
	start(&d, &e, 9, false);
	assert_int_equal(sensor_check(&d), 0);
	em_reset(&e);
	assert_int_equal(sensor_read(&d, &scan), -ESTALE);
	assert_int_equal(scan.closed.w[0], 77);
	e.transactions = 0;
	assert_int_equal(sensor_read(&d, &scan), -ENOTCONN);
	assert_int_equal(sensor_check(&d), -ENOTCONN);
	assert_int_equal(e.transactions, 0);
	assert_int_equal(sensor_init(&d), 0);
	assert_int_equal(read_closed(&d), 0);
	assert_int_equal(e.violations, 0);
}

/* Any register that another program changed shows in a check. */
static void
test_check_sees_each_setting(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;

	(void)state;
	for (unsigned reg = EM_IODIR; reg <= EM_GPPU; reg++)
		for (unsigned port = 0; port < 2; port++) {
			start(&d, &e, reg, true);
			assert_int_equal(sensor_check(&d), 0);
			e.reg[reg][port] ^= 0x10;
			assert_int_equal(sensor_check(&d), -ESTALE);
			assert_int_equal(sensor_init(&d), 0);
			assert_int_equal(sensor_check(&d), 0);
			assert_int_equal(e.violations, 0);
		}
}

/* A chip that takes no settings is not called ready. */
static int
deaf_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	(void)b;
	(void)addr;
	(void)w;
	(void)wlen;
	if (rlen > 0)
		memset(r, 0xff, rlen);
	return 0;
}

static void
test_deaf_chip(void **state)
{
	static const struct bus_ops deaf_ops = { .xfer = deaf_xfer };
	struct bus deaf = { &deaf_ops };
	struct sensor_dev d;
	struct sensor_scan scan;

	(void)state;
	sensor_setup(&d, sensor_chip_find("MCP23017"), &deaf, 0x20, used14);
	assert_int_equal(sensor_init(&d), -EIO);
	assert_int_equal(sensor_read(&d, &scan), -ENOTCONN);
}

static void
test_absent_chip(void **state)
{
	struct emul_mcp23017 e;
	struct sensor_dev d;

	(void)state;
	em_init(&e, 0x20, 0, false);
	sensor_setup(&d, sensor_chip_find("MCP23017"), &e.bus, 0x21, used14);
	assert_int_equal(sensor_init(&d), -ENXIO);
	assert_int_equal(e.transactions, 0);
}

/* What a caller does: read; on any error start anew until it works. */
static bool
serve(struct sensor_dev *d, struct sensor_scan *scan)
{
	if (!d->ready && sensor_init(d) < 0)
		return false;
	return sensor_read(d, scan) == 0;
}

/* One run of a game's worth of touches on a bus that goes wrong. */
static void
run_under_faults(uint64_t seed)
{
	struct emul_mcp23017 e;
	struct faults f = {
		.bus.ops = &faults_ops, .inner = &e.bus, .reset = em_reset, .chip = &e
	};
	struct rng r = { seed };
	struct sensor_scan scan;
	struct sensor_dev d;

	em_init(&e, 0x20, seed, true);
	f.rng.s = seed * 31;
	f.percent = rng_below(&r, 60);
	f.reset_percent = rng_percent(&r, 50) ? rng_below(&r, 20) : 0;
	sensor_setup(&d, sensor_chip_find("MCP23017"), &f.bus, 0x20, used14);
	for (unsigned i = 0; i < 60; i++) {
		em_world(&e, rng_below(&r, 16), rng_percent(&r, 50));
		/* A scan that is told is the truth, whatever went before it. */
		if (rng_percent(&r, 70) && serve(&d, &scan))
			assert_int_equal(scan.closed.w[0],
					 (e.closed[0] | (unsigned)e.closed[1] << 8) & 0x7f7f);
	}
	f.percent = f.reset_percent = 0;
	for (unsigned i = 0; !serve(&d, &scan); i++)
		assert_true(i < 2);
	assert_int_equal(scan.closed.w[0], (e.closed[0] | (unsigned)e.closed[1] << 8) & 0x7f7f);
	assert_true(em_line_high(&e));
	assert_int_equal(sensor_check(&d), 0);
	if (e.violations)
		fail_msg("seed %u: %u violations of the data sheet", (unsigned)seed, e.violations);
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
		cmocka_unit_test(test_unused_are_quiet),
		cmocka_unit_test(test_pulses),
		cmocka_unit_test(test_first_scan_tells_no_pulse),
		cmocka_unit_test(test_cost),
		cmocka_unit_test(test_reset_is_seen),
		cmocka_unit_test(test_check_sees_each_setting),
		cmocka_unit_test(test_deaf_chip),
		cmocka_unit_test(test_absent_chip),
		cmocka_unit_test(test_faults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

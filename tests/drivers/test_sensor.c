/*
 * Switching sensor chips against emulators: set-up from any state, and what a
 * read can detect. Requirements for all chips are in test_faults.c.
 */
#include "rig.h"

#include <errno.h>
#include <string.h>

#include "drivers/sensor.h"

static const struct sensor_bits used14 = { { 0x7f7f, 0 } };

/* Rows of the model's registers, which have no public names. */
enum {
	IODIR = 0,
	IPOL = 1,
	GPINTEN = 2,
	INTCON = 4,
	IOCON = 5,
	GPPU = 6,
	OLAT = 10,
};

/* Sets up a device and its chip. */
static struct emul *
start(struct sensor_dev *d, struct rig *r, const char *part, struct sensor_bits used, uint64_t seed)
{
	struct emul *e = rig_single(r, part, 0x21, seed);

	sensor_setup(d, sensor_chip_find(part), &r->bus.bus, 0x21, used);
	assert_int_equal(sensor_init(d), 0);
	return e;
}

static void
world(struct emul *e, unsigned channel, bool closed)
{
	e->ops->contact(e, channel, closed);
}

static bool
line_high(const struct emul *e)
{
	return e->ops->interrupt(e) != EMUL_INT_LOW;
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
		assert_true(c->scan_us >= 10000 && !(c->measures && c->interrupts));
		assert_true(!c->measures || c->channels <= SENSOR_FIELDS_MAX);
		assert_non_null(emul_kind(c->part));
		assert_int_equal(c->bus_hz_max, emul_kind(c->part)->bus_hz_max);
		assert_true(c->init && (c->read != NULL) != (c->transfers != NULL) && c->check &&
			    c->pin && c->supply_ua > 0);
		for (unsigned ch = c->channels; ch < SENSOR_CHANNELS_MAX; ch++)
			assert_false(sensor_bits_has(c->unusable, ch));
		assert_ptr_equal(sensor_chip_find(c->part), c);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(c->part, chips[j]->part);
	}
	assert_null(sensor_chip_find("MCP23018"));
	assert_null(sensor_chip_find(""));
}

static void
test_pins(void **state)
{
	static const struct {
		const char *part;
		unsigned channel;
		const char *pin;
	} rows[] = {
		{ "MCP23017", 0, "GPA0" },
		{ "MCP23017", 14, "GPB6" },
		{ "PCF8575", 7, "P07" },
		{ "PCF8575", 8, "P10" },
		{ "ADS7830", 5, "CH5" },
		{ "MCP23017-MATRIX", 0, "GPA4-GPA0" },
		{ "MCP23017-MATRIX", 63, "GPB7-GPB3" },
		{ "MCP23017-MATRIX", 12, "GPA5-GPB0" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char pin[SENSOR_PIN_TEXT];

		sensor_chip_find(rows[i].part)->pin(rows[i].channel, pin);
		assert_string_equal(pin, rows[i].pin);
	}
}

/* Whatever a warm chip holds (both bank layouts included), the settings end up correct. */
static void
test_init_from_any_state(void **state)
{
	struct sensor_dev d;
	struct rig r;
	unsigned banks = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 2000; seed++) {
		struct emul *e = rig_single(&r, "MCP23017", 0x21, seed);
		struct emul_mcp23017 *m = &r.chip[0].mcp23017;

		for (unsigned ch = 0; ch < 16; ch++)
			world(e, ch, false);
		banks += m->reg[IOCON][0] >> 7;
		sensor_setup(&d, sensor_chip_find("MCP23017"), &r.bus.bus, 0x21, used14);
		assert_int_equal(sensor_init(&d), 0);
		assert_int_equal(m->reg[IOCON][0], 0x44);
		for (unsigned port = 0; port < 2; port++) {
			assert_int_equal(m->reg[IODIR][port], 0x7f);
			assert_int_equal(m->reg[IPOL][port], 0);
			assert_int_equal(m->reg[GPPU][port], 0x7f);
			assert_int_equal(m->reg[GPINTEN][port], 0x7f);
			assert_int_equal(m->reg[INTCON][port], 0);
			assert_int_equal(m->reg[OLAT][port], 0);
		}
		assert_true(line_high(e));
		assert_int_equal(read_closed(&d), 0);
		world(e, 3, true);
		assert_false(line_high(e));
		assert_int_equal(read_closed(&d), 1u << 3);
		assert_true(line_high(e));
		rig_check_data_sheets(&r, seed);
	}
	assert_true(banks > 500);
}

/* Each channel that can be an input is read and interrupts; the others are quiet. */
static void
test_each_channel(void **state)
{
	static const struct {
		const char *part;
		uint64_t used;
		unsigned channels;
	} rows[] = {
		{ "MCP23017", 0x7f7f, 16 },
		{ "PCF8575", 0xffff, 16 },
		{ "MCP23017-MATRIX", UINT64_MAX, 64 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct sensor_bits used = { { rows[i].used, 0 } };
		bool calls = sensor_chip_find(rows[i].part)->interrupts;
		struct sensor_dev d;
		struct rig r;
		struct emul *e = start(&d, &r, rows[i].part, used, 1 + i);

		for (unsigned ch = 0; ch < rows[i].channels; ch++) {
			bool is_used = rows[i].used >> ch & 1;

			world(e, ch, true);
			assert_true(!calls || line_high(e) == !is_used);
			assert_true(read_closed(&d) == (is_used ? UINT64_C(1) << ch : 0));
			world(e, ch, false);
			assert_true(!calls || line_high(e) == !is_used);
			assert_int_equal(read_closed(&d), 0);
			assert_true(!calls || line_high(e));
		}
		rig_check_data_sheets(&r, i);
	}
}

/* Channels without a sensor neither interrupt nor are reported. */
static void
test_unused_are_quiet(void **state)
{
	const struct sensor_bits some = { { 0x8181, 0 } }; /* 7 and 15 cannot be inputs: left out */
	struct sensor_dev d;
	struct rig r;
	struct emul *e = start(&d, &r, "MCP23017", some, 5);

	(void)state;
	assert_int_equal(r.chip[0].mcp23017.reg[GPINTEN][0], 0x01);
	assert_int_equal(r.chip[0].mcp23017.reg[GPINTEN][1], 0x01);
	world(e, 4, true);
	world(e, 7, true);
	assert_true(line_high(e));
	assert_int_equal(read_closed(&d), 0);
	world(e, 8, true);
	assert_false(line_high(e));
	assert_int_equal(read_closed(&d), 0x100);
	assert_int_equal(sensor_check(&d), 0);
	rig_check_data_sheets(&r, 0);
}

/* Contact changes between two reads, and the result of the second. */
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
		struct sensor_scan scan;
		struct sensor_dev d;
		struct rig r;
		struct emul *e = start(&d, &r, "MCP23017", used14, i);

		for (unsigned ch = 0; ch < 16; ch++)
			world(e, ch, rows[i].before >> ch & 1);
		assert_int_equal(read_closed(&d), rows[i].before);
		for (const char *p = rows[i].script; *p; p += 2)
			world(e, (unsigned)(p[1] - '0'), p[0] == '+');
		assert_int_equal(sensor_read(&d, &scan), 0);
		if (scan.closed.w[0] != rows[i].closed || scan.pulsed.w[0] != rows[i].pulsed)
			fail_msg("%s: closed %04x pulsed %04x", rows[i].name,
				 (unsigned)scan.closed.w[0], (unsigned)scan.pulsed.w[0]);
		assert_true(line_high(e));
		rig_check_data_sheets(&r, i);
	}
}

/* The first scan reports no pulse: earlier states are unknown. */
static void
test_first_scan_reports_no_pulse(void **state)
{
	struct sensor_dev d;
	struct rig r;
	struct emul *e = start(&d, &r, "MCP23017", used14, 3);

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		world(e, 1, true);
		world(e, 1, false);
		assert_int_equal(read_closed(&d), 0);
		assert_int_equal(sensor_init(&d), 0); /* discards earlier readings */
	}
}

/* The costs of a read and of a start match the chip's row. */
static void
test_cost(void **state)
{
	static const struct {
		const char *part;
		uint64_t used;
	} rows[] = {
		{ "MCP23017", 0x7f7f },
		{ "PCF8575", 0xffff },
		{ "MCP23017-MATRIX", UINT64_MAX },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct sensor_bits used = { { rows[i].used, 0 } };
		struct sensor_dev d;
		struct rig r;

		(void)start(&d, &r, rows[i].part, used, 0);
		assert_int_equal(r.bus.bytes, d.chip->init_bytes);
		emul_bus_reset_counts(&r.bus);
		read_closed(&d);
		assert_int_equal(r.bus.transactions, d.chip->read_transactions);
		assert_int_equal(r.bus.bytes, d.chip->read_bytes);
	}
}

/* A reset chip may read as anything; such readings are never reported. */
static void
test_reset_is_seen(void **state)
{
	static const struct {
		const char *part;
		uint64_t used;
	} rows[] = { { "MCP23017", 0x7f7f }, { "MCP23017-MATRIX", UINT64_MAX } };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct sensor_bits used = { { rows[i].used, 0 } };
		struct sensor_scan scan = { .closed.w[0] = 77, .pulsed.w[0] = 78 };
		struct sensor_dev d;
		struct rig r;
		struct emul *e = start(&d, &r, rows[i].part, used, 9);

		assert_int_equal(sensor_check(&d), 0);
		e->ops->reset(e);
		assert_int_equal(sensor_read(&d, &scan), -ESTALE);
		assert_int_equal(scan.closed.w[0], 77);
		emul_bus_reset_counts(&r.bus);
		assert_int_equal(sensor_read(&d, &scan), -ENOTCONN);
		assert_int_equal(sensor_check(&d), -ENOTCONN);
		assert_int_equal(r.bus.transactions, 0);
		assert_int_equal(sensor_init(&d), 0);
		assert_int_equal(read_closed(&d), 0);
		rig_check_data_sheets(&r, i);
	}
}

/* A check detects any register that another program changed. */
static void
test_check_sees_each_setting(void **state)
{
	static const struct {
		const char *part;
		uint64_t used;
		uint8_t mask[7]; /* a bit of each register that must not change */
	} rows[] = {
		{ "MCP23017", 0x7f7f, { 0x10, 0x10, 0x10, 0x10, 0x10, 0x40, 0x10 } },
		{ "MCP23017-MATRIX", UINT64_MAX, { 0x10, 0x10, 0x10, 0x10, 0x10, 0x40, 0x10 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (unsigned reg = IODIR; reg <= GPPU; reg++)
			for (unsigned port = 0; port < (reg == IOCON ? 1u : 2u); port++) {
				const struct sensor_bits used = { { rows[i].used, 0 } };
				struct sensor_dev d;
				struct rig r;

				(void)start(&d, &r, rows[i].part, used, reg);
				assert_int_equal(sensor_check(&d), 0);
				r.chip[0].mcp23017.reg[reg][port] ^= rows[i].mask[reg];
				if (reg == IOCON && i == 1)
					continue; /* a check of the matrix sets it again */
				assert_int_equal(sensor_check(&d), -ESTALE);
				assert_int_equal(sensor_init(&d), 0);
				assert_int_equal(sensor_check(&d), 0);
				rig_check_data_sheets(&r, reg);
			}
}

/* ---- the matrix ---- */

/* Any pattern of closed switches reads correctly: no square imitates another. */
static void
test_matrix_has_no_ghosts(void **state)
{
	const struct sensor_bits used = { { UINT64_MAX, 0 } };
	uint64_t x = 88172645463325252u;
	struct sensor_dev d;
	struct rig r;
	struct emul *e = start(&d, &r, "MCP23017-MATRIX", used, 4);

	(void)state;
	for (unsigned round = 0; round < 500; round++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		for (unsigned ch = 0; ch < 64; ch++)
			world(e, ch, x >> ch & 1);
		assert_true(read_closed(&d) == x);
	}
	rig_check_data_sheets(&r, 0);
}

/*
 * A chip that counts its addresses up replies with its latches, which look like
 * closed squares. This is detected, not reported.
 */
static void
test_matrix_sees_a_lost_byte_mode(void **state)
{
	const struct sensor_bits used = { { UINT64_MAX, 0 } };
	struct sensor_scan scan;
	struct sensor_dev d;
	struct rig r;

	(void)state;
	(void)start(&d, &r, "MCP23017-MATRIX", used, 4);
	r.chip[0].mcp23017.reg[IOCON][0] &= 0xdf;
	assert_int_equal(sensor_read(&d, &scan), -ESTALE);
	assert_int_equal(sensor_init(&d), 0);
	assert_int_equal(read_closed(&d), 0);
}

/* ---- the PCF8575 ---- */

/* The chip cannot report that another program drives its pins; a check releases them. */
static void
test_pcf8575_check_frees_pins(void **state)
{
	const struct sensor_bits used = { { 0xffff, 0 } };
	struct sensor_dev d;
	struct rig r;

	(void)state;
	(void)start(&d, &r, "PCF8575", used, 4);
	r.chip[0].pcf8575.latch = 0xfff0;
	assert_int_equal(read_closed(&d), 0x000f);
	assert_int_equal(sensor_check(&d), 0);
	assert_int_equal(read_closed(&d), 0);
}

/* A change whose interrupt a check's write released is still seen by the next read. */
static void
test_pcf8575_check_loses_no_change(void **state)
{
	const struct sensor_bits used = { { 0xffff, 0 } };
	struct sensor_dev d;
	struct rig r;
	struct emul *e = start(&d, &r, "PCF8575", used, 4);

	(void)state;
	world(e, 9, true);
	assert_false(line_high(e));
	assert_int_equal(sensor_check(&d), 0);
	assert_int_equal(read_closed(&d), 1u << 9);
	assert_true(line_high(e));
	rig_check_data_sheets(&r, 0);
}

/* ---- no chip, or an unresponsive one ---- */

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
	static const char *const parts[] = { "MCP23017", "MCP23017-MATRIX" };
	static const struct bus_ops deaf_ops = { .xfer = deaf_xfer };
	struct bus deaf = { &deaf_ops };
	struct sensor_scan scan;
	struct sensor_dev d;

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		sensor_setup(&d, sensor_chip_find(parts[i]), &deaf, 0x20, used14);
		assert_int_equal(sensor_init(&d), -EIO);
		assert_int_equal(sensor_read(&d, &scan), -ENOTCONN);
	}
}

static void
test_absent_chip(void **state)
{
	size_t n;
	const struct sensor_chip *const *chips = sensor_chips(&n);
	const struct sensor_bits one = { { 1, 0 } };

	(void)state;
	for (size_t i = 0; i < n; i++) {
		struct sensor_dev d;
		struct rig r;

		(void)rig_single(&r, chips[i]->part, chips[i]->addr_min, 0);
		sensor_setup(&d, chips[i], &r.bus.bus, chips[i]->addr_max, one);
		assert_int_equal(sensor_init(&d), -ENXIO);
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
		cmocka_unit_test(test_unused_are_quiet),
		cmocka_unit_test(test_pulses),
		cmocka_unit_test(test_first_scan_reports_no_pulse),
		cmocka_unit_test(test_cost),
		cmocka_unit_test(test_reset_is_seen),
		cmocka_unit_test(test_check_sees_each_setting),
		cmocka_unit_test(test_matrix_has_no_ghosts),
		cmocka_unit_test(test_matrix_sees_a_lost_byte_mode),
		cmocka_unit_test(test_pcf8575_check_frees_pins),
		cmocka_unit_test(test_pcf8575_check_loses_no_change),
		cmocka_unit_test(test_deaf_chip),
		cmocka_unit_test(test_absent_chip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

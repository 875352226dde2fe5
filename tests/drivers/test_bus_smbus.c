/*
 * The bus on an SMBus-only adapter: every driver works with its emulated chip
 * through libi2c's calls, and transfers beyond SMBus are refused.
 */
#include "smbus_adapter.h"

#include "drivers/bus_i2cdev.h"
#include "drivers/bus_mux.h"
#include "drivers/lamp.h"
#include "drivers/sensor.h"
#include "lampshow.h"
#include "rng.h"

#define SMBUS_WORDS                                                              \
	(I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE | I2C_FUNC_SMBUS_BYTE_DATA | \
	 I2C_FUNC_SMBUS_WORD_DATA)
#define SMBUS_BLOCKS (SMBUS_WORDS | I2C_FUNC_SMBUS_I2C_BLOCK)
#define SMBUS_ALL    (SMBUS_BLOCKS | I2C_FUNC_SMBUS_PROC_CALL)

/* Some adapters (i2c-sis96x) have the process call but no blocks. */
static const unsigned long kinds[] = { SMBUS_WORDS, SMBUS_WORDS | I2C_FUNC_SMBUS_PROC_CALL,
				       SMBUS_BLOCKS, SMBUS_ALL };
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void
open_bus(struct bus_i2cdev *b, unsigned long funcs)
{
	memset(&adapter, 0, sizeof(adapter));
	adapter.funcs = funcs;
	rig_init(&adapter.rig);
	assert_int_equal(bus_i2cdev_open(b, "/dev/null"), 0);
}

/* ---- every driver ---- */

/* The sensor chips that SMBus can drive read their contacts correctly. */
static void
test_sensors(void **state)
{
	static const struct {
		const char *part;
		unsigned long needs;
	} rows[] = {
		{ "MCP23017", SMBUS_WORDS },
		{ "MCP23017-MATRIX", I2C_FUNC_SMBUS_PROC_CALL },
		{ "PCF8575", I2C_FUNC_I2C }, /* two bytes without a register */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (unsigned k = 0; k < KINDS; k++) {
			const struct sensor_chip *chip = sensor_chip_find(rows[i].part);
			bool can = (kinds[k] & rows[i].needs) == rows[i].needs;
			struct sensor_scan scan;
			struct bus_i2cdev b;
			struct sensor_dev d;
			struct emul *e;

			open_bus(&b, kinds[k]);
			e = rig_add(&adapter.rig, chip->part, chip->addr_min, NULL, 0);
			for (unsigned c = 0; c < chip->channels; c++)
				if (!sensor_bits_has(chip->unusable, c))
					e->ops->contact(e, c, c % 3 == 0);
			sensor_setup(&d, chip, &b.bus, chip->addr_min,
				     (struct sensor_bits){ { UINT64_MAX, 0 } });
			if (!can) {
				int ret = sensor_init(&d);

				if (ret == 0)
					ret = sensor_read(&d, &scan);
				assert_int_equal(ret, -EOPNOTSUPP);
				bus_i2cdev_close(&b);
				continue;
			}
			assert_int_equal(sensor_init(&d), 0);
			assert_int_equal(sensor_read(&d, &scan), 0);
			for (unsigned c = 0; c < chip->channels && c < 64; c++)
				if (!sensor_bits_has(chip->unusable, c))
					assert_int_equal(sensor_bits_has(scan.closed, c),
							 c % 3 == 0);
			assert_int_equal(sensor_check(&d), 0);
			rig_check_data_sheets(&adapter.rig, k);
			bus_i2cdev_close(&b);
		}
}

/* A converter behind the mux: a command and its reply form a read of byte data. */
static void
test_converter(void **state)
{
	const struct sensor_chip *chip = sensor_chip_find("ADS7830");
	struct sensor_tuning t = { .levels = { 1, { { 250, 1500 } } } };
	struct sensor_scan scan;
	struct bus_i2cdev b;
	struct bus_mux mux;
	struct bus_port port;
	struct sensor_dev d;
	struct emul *e;

	(void)state;
	open_bus(&b, SMBUS_WORDS);
	(void)rig_add(&adapter.rig, "TCA9548A", 0x70, NULL, 0);
	e = rig_add(&adapter.rig, chip->part, chip->addr_min, &adapter.rig.chip[0].tca9548a, 3);
	for (unsigned c = 0; c < chip->channels; c++) {
		e->ops->voltage(e, c, (uint16_t)((100 + c) * 256 + 128));
		t.zero[c] = 128;
		t.span[c] = 60;
	}
	bus_mux_init(&mux, &b.bus, 0x70);
	bus_port_init(&port, &mux, 3);
	sensor_setup(&d, chip, &port.bus, chip->addr_min, (struct sensor_bits){ { 0xff, 0 } });
	sensor_tune(&d, &t);
	assert_int_equal(sensor_init(&d), 0);
	assert_int_equal(sensor_read(&d, &scan), 0);
	for (unsigned c = 0; c < chip->channels; c++)
		assert_int_equal(scan.code[c], 100 + c);
	rig_check_data_sheets(&adapter.rig, 0);
	bus_i2cdev_close(&b);
}

/* Lamps: the picture is complete however writes are split. */
static void
test_lamps(void **state)
{
	size_t n;
	const struct lamp_chip *const *chips = lamp_chips(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < KINDS; k++) {
			uint16_t channels[LAMP_CHANNELS_MAX];
			struct rng rng = { i + 1 };
			struct bus_i2cdev b;
			struct lamp_dev d;
			struct emul *e;

			open_bus(&b, kinds[k]);
			e = rig_add(&adapter.rig, chips[i]->part, chips[i]->addr_min, NULL, 0);
			emul_warm(e, k + 1);
			for (unsigned c = 0; c < chips[i]->channels; c++)
				channels[c] = (uint16_t)c;
			lamp_setup(&d, chips[i], &b.bus, RIG_HZ, chips[i]->addr_min, channels,
				   chips[i]->channels);
			assert_int_equal(lamp_init(&d), 0);
			for (unsigned round = 0; round < 20; round++) {
				for (unsigned c = 0; c < chips[i]->channels; c++)
					if (rng_percent(&rng, 60))
						lamp_set(&d, c, (uint8_t)rng_next(&rng));
				assert_int_equal(lamp_push(&d), 0);
				assert_int_equal(lampshow_wrong(e, &d), -1);
			}
			assert_int_equal(lamp_check(&d), 0);
			assert_int_equal(lamp_off(&d), 0);
			assert_true(lampshow_dark(e));
			rig_check_data_sheets(&adapter.rig, i);
			bus_i2cdev_close(&b);
		}
}

/* ---- transfers ---- */

/* A long write is split at 32 bytes, each piece at its own register, without losing a byte. */
static void
test_long_write(void **state)
{
	static const uint8_t page[][2] = { { 0xfe, 0xc5 }, { 0xfd, 0 } };
	static const uint8_t lens[] = { 32, 32, 32, 0 };
	const struct emul_is31fl3741 *m = &adapter.rig.chip[0].is31fl3741;
	uint8_t w[1 + 97];
	struct bus_i2cdev b;

	(void)state;
	open_bus(&b, SMBUS_BLOCKS);
	(void)rig_add(&adapter.rig, "IS31FL3741", 0x30, NULL, 0);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(bus_write(&b.bus, 0x30, page[i], 2), 0);
	w[0] = 5;
	for (unsigned i = 1; i < sizeof(w); i++)
		w[i] = (uint8_t)(i * 7 + 1);
	adapter.n = 0;
	assert_int_equal(bus_write(&b.bus, 0x30, w, sizeof(w)), 0);
	assert_int_equal(adapter.n, 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(adapter.call[i].len, lens[i]);
		assert_int_equal(adapter.call[i].size,
				 lens[i] ? I2C_SMBUS_I2C_BLOCK_DATA : I2C_SMBUS_BYTE_DATA);
	}
	assert_memory_equal(m->pwm + 5, w + 1, 97);
	assert_int_equal(m->pwm[4], 0);
	assert_int_equal(m->pwm[102], 0);
	bus_i2cdev_close(&b);
}

static void
test_errors(void **state)
{
	static const struct {
		int said, meant;
	} rows[] = {
		{ ENXIO, -ENXIO },         { ENODEV, -ENXIO }, { EBUSY, -ETIMEDOUT },
		{ ETIMEDOUT, -ETIMEDOUT }, { EPROTO, -EIO },   { ESHUTDOWN, -ENODEV },
	};
	uint8_t r[8];
	struct bus_i2cdev b;

	(void)state;
	open_bus(&b, SMBUS_BLOCKS);
	(void)rig_add(&adapter.rig, "MCP23017", 0x20, NULL, 0);
	assert_int_equal(bus_xfer(&b.bus, 0x21, (uint8_t[]){ 0 }, 1, r, 8), -ENXIO);
	adapter.short_by = 1;
	assert_int_equal(bus_xfer(&b.bus, 0x20, (uint8_t[]){ 0 }, 1, r, 8), -EIO);
	adapter.short_by = 0;
	assert_int_equal(bus_xfer(&b.bus, 0x20, NULL, 0, r, 2), -EOPNOTSUPP);
	assert_int_equal(bus_xfer(&b.bus, 0x20, (uint8_t[]){ 0, 1 }, 2, r, 1), -EOPNOTSUPP);
	adapter.claimed = 0x20;
	assert_int_equal(bus_xfer(&b.bus, 0x20, (uint8_t[]){ 0 }, 1, r, 1), -EBUSY);
	adapter.claimed = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		adapter.error = rows[i].said;
		assert_int_equal(bus_xfer(&b.bus, 0x20, (uint8_t[]){ 0 }, 1, r, 1), rows[i].meant);
	}
	bus_i2cdev_close(&b);
	assert_int_equal(bus_xfer(&b.bus, 0x20, (uint8_t[]){ 0 }, 1, r, 1), -ENODEV);
}

/* ---- probing ---- */

/* Probes like i2cdetect: by a quick write, or by reading a byte at EEPROM addresses. */
static void
test_probe(void **state)
{
	static const struct {
		unsigned long lacks;
		uint8_t addr;
		int call; /* I2C_SMBUS_QUICK, I2C_SMBUS_BYTE, or -1: none */
	} rows[] = {
		{ 0, 0x20, I2C_SMBUS_QUICK },
		{ 0, 0x30, I2C_SMBUS_BYTE },
		{ 0, 0x37, I2C_SMBUS_BYTE },
		{ 0, 0x38, I2C_SMBUS_QUICK },
		{ 0, 0x4f, I2C_SMBUS_QUICK },
		{ 0, 0x50, I2C_SMBUS_BYTE },
		{ 0, 0x5f, I2C_SMBUS_BYTE },
		{ 0, 0x60, I2C_SMBUS_QUICK },
		{ I2C_FUNC_SMBUS_QUICK, 0x20, I2C_SMBUS_BYTE },
	};
	struct bus_i2cdev b;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		open_bus(&b, SMBUS_BLOCKS & ~rows[i].lacks);
		assert_int_equal(bus_i2cdev_probe(&b, rows[i].addr), -ENXIO);
		assert_int_equal(adapter.n, 1);
		assert_int_equal(adapter.call[0].size, rows[i].call);
		assert_int_equal(adapter.call[0].reads, rows[i].call == I2C_SMBUS_BYTE);
		assert_int_equal(adapter.call[0].addr, rows[i].addr);
		(void)rig_add(&adapter.rig, "PCF8575", rows[i].addr, NULL, 0);
		assert_int_equal(bus_i2cdev_probe(&b, rows[i].addr), 0);
		adapter.claimed = rows[i].addr;
		assert_int_equal(bus_i2cdev_probe(&b, rows[i].addr), -EBUSY);
		bus_i2cdev_close(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sensors), cmocka_unit_test(test_converter),
		cmocka_unit_test(test_lamps),   cmocka_unit_test(test_long_write),
		cmocka_unit_test(test_errors),  cmocka_unit_test(test_probe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

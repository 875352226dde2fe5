/*
 * kernel-smbus DEVICE: tests the bus on a kernel adapter that supports only
 * SMBus (i2c-stub with an MCP23017's address, 0x20, and an IS31FL3741's, 0x30).
 * Prints the cost there and over I2C_RDWR. kernel-smbus --reset CHIP VALUE:
 * pulses line 22 of the GPIO chip, whose level gpio-sim shows in the file
 * VALUE.
 */
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drivers/bus_i2cdev.h"
#include "drivers/lamp.h"
#include "drivers/line.h"
#include "drivers/sensor.h"
#include "hw/virtual/emul_any.h"
#include "tests/drivers/emul_bus.h"

enum {
	SENSOR_ADDR = 0x20,
	LAMP_ADDR = 0x30,
	ABSENT_ADDR = 0x61,
	GPIO_REG = 0x12, /* MCP23017: levels of both ports */
	LONG = 97,
	RESET_LINE = 22,
	RESET_US = 500000,
	LOOKS = 20000,
	HZ = 100000, /* the maximum of an SMBus adapter */
};

struct load {
	unsigned transactions, bytes;
	uint64_t bits;
};

static struct load smbus; /* bus load of all calls so far */

int ioctl(int fd, unsigned long request, ...);

/* Returns the number of bytes without the address bytes. */
static void
count(const struct i2c_smbus_ioctl_data *d)
{
	bool reads = d->read_write == I2C_SMBUS_READ;
	size_t data = d->size == I2C_SMBUS_BYTE_DATA   ? 1
		      : d->size == I2C_SMBUS_WORD_DATA ? 2
		      : d->size > I2C_SMBUS_WORD_DATA  ? d->data->block[0]
						       : 0;
	size_t wlen = d->size == I2C_SMBUS_BYTE && reads ? 0 : 1 + (reads ? 0 : data);
	size_t rlen = !reads ? 0 : d->size == I2C_SMBUS_BYTE ? 1 : data;

	smbus.transactions++;
	smbus.bytes += (unsigned)((wlen ? 1 + wlen : 0) + (rlen ? 1 + rlen : 0));
	smbus.bits += emul_bits(wlen, rlen);
}

/* Replaces the C library's function, which libi2c also calls. */
int
ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (request == I2C_SMBUS)
		count(arg);
	return (int)syscall(SYS_ioctl, fd, request, arg);
}

static void
expect(const char *what, int got, int want)
{
	if (got == want)
		return;
	printf("kernel-smbus: %s gave %d, not %d\n", what, got, want);
	exit(1);
}

/* A frame longer than a block is written completely, and reads back completely. */
static void
try_long(struct bus *bus)
{
	uint8_t w[1 + LONG], r[LONG];

	w[0] = 5;
	for (unsigned i = 1; i <= LONG; i++)
		w[i] = (uint8_t)(i * 7 + 1);
	expect("a long write", bus_write(bus, LAMP_ADDR, w, sizeof(w)), 0);
	expect("a long read", bus_xfer(bus, LAMP_ADDR, w, 1, r, sizeof(r)), 0);
	expect("what was read", memcmp(r, w + 1, LONG), 0);
}

static void
try_refusals(struct bus_i2cdev *b)
{
	uint8_t r[2];

	expect("a chip that is not there",
	       bus_xfer(&b->bus, ABSENT_ADDR, (uint8_t[]){ 0 }, 1, r, 1), -ENXIO);
	expect("its probe", bus_i2cdev_probe(b, ABSENT_ADDR), -ENXIO);
	expect("a sensor's probe", bus_i2cdev_probe(b, SENSOR_ADDR), 0);
	expect("a lamp chip's probe", bus_i2cdev_probe(b, LAMP_ADDR), 0);
	expect("two bytes without a register", bus_xfer(&b->bus, SENSOR_ADDR, NULL, 0, r, 2),
	       -EOPNOTSUPP);
}

/* ---- the cost ---- */

enum deed { SENSOR_INIT, SENSOR_READ, SENSOR_CHECK, LAMP_INIT, LAMP_ONE, LAMP_ALL, DEEDS };

static const char *const deeds[DEEDS] = {
	"MCP23017 set up",         "MCP23017 read",        "MCP23017 settings compared",
	"IS31FL3741 set up, dark", "IS31FL3741, one lamp", "IS31FL3741, every channel",
};

static int
lamps(struct lamp_dev *l, unsigned n, uint8_t value)
{
	for (unsigned c = 0; c < n; c++)
		lamp_set(l, c, value);
	return lamp_push(l);
}

static int
do_deed(enum deed deed, struct sensor_dev *s, struct lamp_dev *l)
{
	struct sensor_scan scan;
	int ret = 0;

	switch (deed) {
	case SENSOR_INIT:
		return sensor_init(s);
	case SENSOR_READ:
		ret = sensor_read(s, &scan);
		if (ret == 0)
			expect("closed channels", (int)scan.closed.w[0], 0);
		return ret;
	case SENSOR_CHECK:
		return sensor_check(s);
	case LAMP_INIT:
		ret = lamp_init(l);
		return ret < 0 ? ret : lamp_push(l);
	case LAMP_ONE:
		return lamps(l, 3, 255);
	case LAMP_ALL:
		return lamps(l, l->chip->channels, 200);
	case DEEDS:
		break;
	}
	return ret;
}

static void
set_up(struct bus *bus, struct sensor_dev *s, struct lamp_dev *l)
{
	const struct lamp_chip *chip = lamp_chip_find("IS31FL3741");
	uint16_t channels[LAMP_CHANNELS_MAX];

	for (unsigned c = 0; c < chip->channels; c++)
		channels[c] = (uint16_t)c;
	sensor_setup(s, sensor_chip_find("MCP23017"), bus, SENSOR_ADDR,
		     (struct sensor_bits){ { 0x7f7f, 0 } });
	lamp_setup(l, chip, bus, HZ, LAMP_ADDR, channels, chip->channels);
}

static void
print_load(struct bus_i2cdev *b)
{
	static const uint8_t open[] = { GPIO_REG, 0x7f, 0x7f };
	static union emul_any chips[2];
	struct sensor_dev s[2];
	struct lamp_dev l[2];
	struct emul_bus wire;

	emul_bus_init(&wire);
	emul_init(&chips[0].emul, &emul_mcp23017_ops, SENSOR_ADDR);
	emul_init(&chips[1].emul, &emul_is31fl3741_ops, LAMP_ADDR);
	for (unsigned c = 0; c < 16; c++)
		if (c % 8 != 7)
			emul_mcp23017_ops.contact(&chips[0].emul, c, false);
	emul_bus_add(&wire, &chips[0].emul, NULL, 0);
	emul_bus_add(&wire, &chips[1].emul, NULL, 0);
	set_up(&wire.bus, &s[0], &l[0]);
	set_up(&b->bus, &s[1], &l[1]);
	expect("open switches", bus_write(&b->bus, SENSOR_ADDR, open, sizeof(open)), 0);
	printf("  at 100 kHz, transactions, bytes and us:  I2C_RDWR            SMBus\n");
	for (enum deed d = 0; d < DEEDS; d++) {
		emul_bus_reset_counts(&wire);
		memset(&smbus, 0, sizeof(smbus));
		expect(deeds[d], do_deed(d, &s[0], &l[0]), 0);
		expect(deeds[d], do_deed(d, &s[1], &l[1]), 0);
		printf("  %-28s %4u %5u %6u   %4u %5u %6u\n", deeds[d], (unsigned)wire.transactions,
		       (unsigned)wire.bytes, (unsigned)(wire.bits * 1000000 / HZ),
		       smbus.transactions, smbus.bytes, (unsigned)(smbus.bits * 1000000 / HZ));
	}
}

/* ---- the line that resets chips ---- */

/* Waits until gpio-sim shows that level. */
static void
await_level(const char *path, int level)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	int now = -1;

	for (unsigned i = 0; i < LOOKS && now != level; i++) {
		FILE *f = fopen(path, "r");

		if (!f || fscanf(f, "%d", &now) != 1)
			now = -1;
		if (f)
			fclose(f);
		(void)nanosleep(&pause, NULL);
	}
	expect("the reset line", now, level);
}

/* High before, low during the pulse, high afterwards. */
static int
try_reset(const char *chip, const char *path)
{
	int status = -1;
	struct line l;
	pid_t pid;

	expect("the reset line's request", line_open_drain(&l, chip, RESET_LINE, "halod"), 0);
	await_level(path, 1);
	pid = fork();
	if (pid == 0)
		_exit(line_pulse(&l, RESET_US) == 0 ? 0 : 1);
	await_level(path, 0);
	expect("the pulse's end", waitpid(pid, &status, 0), pid);
	expect("the pulse", status, 0);
	/* gpio-sim pulls a released line up only once its request ends. */
	line_close(&l);
	await_level(path, 1);
	printf("  the reset line went low and came back\n");
	return 0;
}

int
main(int argc, char **argv)
{
	struct bus_i2cdev b;

	if (argc == 4 && strcmp(argv[1], "--reset") == 0)
		return try_reset(argv[2], argv[3]);
	if (argc != 2) {
		fprintf(stderr, "usage: kernel-smbus DEVICE | --reset CHIP VALUE\n");
		return 2;
	}
	expect("opening it", bus_i2cdev_open(&b, argv[1]), 0);
	expect("plain I2C", (b.funcs & I2C_FUNC_I2C) != 0, 0);
	try_long(&b.bus);
	try_refusals(&b);
	print_load(&b);
	bus_i2cdev_close(&b);
	return 0;
}

/*
 * The bus thread's turns in virtual time on the test's own I2C adapter: the
 * ioctls of i2c-dev and the interrupt lines are simulated over the chip models.
 * In each test the thread must detect one fault and recover without help.
 * test-halod-busio-faults BOARDS
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "daemon/bus/busio_impl.h"
#include "tests/drivers/rig.h"

enum {
	LINE_FD = 100000, /* descriptor of line 0: no other reaches it */
	LINES = 64,
	SENSORS = 5,
	SECOND_US = 1000000,
	RESET_LINE = 22,
	GPINTEN = 0x04, /* MCP23017: the interrupt-on-change registers of both ports */
};

/* The adapter, its chips and the lines. */
static struct {
	struct rig rig;
	uint64_t now_us, until_us; /* CLOCK_MONOTONIC; no wait passes until_us */
	bool held;                 /* SDA is low: every transfer times out */
	bool freed_by_reset;       /* … until the chips are reset */
	unsigned pulses, drains;   /* reset line: pulses, and number of requests */
	int drain_err, pulse_err;  /* results of a request and of a pulse */
	unsigned opened;
	int stuck_line;        /* low whatever the state of its chips, or -1 */
	bool told_high[LINES]; /* by its last edge */
} world;

static struct busio io;
static struct board board;
static const char *boards;

int __wrap_ioctl(int fd, unsigned long request, ...);
int __real_ioctl(int fd, unsigned long request, ...);
int __wrap_clock_gettime(clockid_t clock, struct timespec *ts);
int __wrap_poll(struct pollfd *p, nfds_t n, int timeout_ms);
int __wrap_line_open(struct line *l, const char *chip, unsigned offset, const char *user);
void __wrap_line_close(struct line *l);
int __wrap_line_level(struct line *l);
int __wrap_line_next(struct line *l, struct line_event *e);
int __wrap_line_open_drain(struct line *l, const char *chip, unsigned offset, const char *user);
int __wrap_line_pulse(struct line *l, unsigned us);

/* ---- the kernel's side ---- */

static int
transfer(const struct i2c_rdwr_ioctl_data *d)
{
	struct emul_bus *bus = &world.rig.bus;
	const struct i2c_msg *w = d->msgs[0].flags & I2C_M_RD ? NULL : &d->msgs[0];
	struct i2c_msg *r = d->msgs[d->nmsgs - 1].flags & I2C_M_RD ? &d->msgs[d->nmsgs - 1] : NULL;
	uint64_t bits = bus->bits;
	int ret;

	if (world.held) {
		world.now_us += BUS_TIMEOUT_MS * 1000;
		return -ETIMEDOUT;
	}
	ret = bus_xfer(&bus->bus, (uint8_t)d->msgs[0].addr, w ? w->buf : NULL, w ? w->len : 0,
		       r ? r->buf : NULL, r ? r->len : 0);
	world.now_us += (bus->bits - bits) * 1000000 / RIG_HZ + 1;
	return ret < 0 ? ret : (int)d->nmsgs;
}

int
__wrap_ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;
	int ret;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	switch (request) {
	case I2C_FUNCS:
		world.opened++;
		*(unsigned long *)arg = I2C_FUNC_I2C;
		return 0;
	case I2C_TIMEOUT:
		return 0;
	case I2C_RDWR:
		ret = transfer(arg);
		errno = ret < 0 ? -ret : errno;
		return ret < 0 ? -1 : ret;
	default:
		return __real_ioctl(fd, request, arg);
	}
}

int
__wrap_clock_gettime(clockid_t clock, struct timespec *ts)
{
	assert_int_equal(clock, CLOCK_MONOTONIC);
	*ts = (struct timespec){ .tv_sec = (time_t)(world.now_us / SECOND_US),
				 .tv_nsec = (long)(world.now_us % SECOND_US * 1000) };
	return 0;
}

/* A line is low while one of its chips pulls it. */
static bool
line_high(unsigned line)
{
	if ((int)line == world.stuck_line)
		return false;
	for (unsigned i = 0; i < board.n_sensors; i++) {
		const struct emul *e = &world.rig.chip[i].emul;

		if (board.sensor[i].interrupt == (int)line && e->ops->interrupt(e) == EMUL_INT_LOW)
			return false;
	}
	return true;
}

int
__wrap_poll(struct pollfd *p, nfds_t n, int timeout_ms)
{
	uint64_t then_us = world.now_us + (uint64_t)timeout_ms * 1000;
	int ready = 0;

	for (nfds_t i = 0; i < n; i++) {
		unsigned line = (unsigned)(p[i].fd - LINE_FD);

		p[i].revents =
			p[i].fd >= LINE_FD && line_high(line) != world.told_high[line] ? POLLIN : 0;
		ready += p[i].revents != 0;
	}
	if (ready)
		return ready;
	if (timeout_ms < 0 || then_us > world.until_us)
		then_us = world.until_us;
	if (then_us > world.now_us)
		world.now_us = then_us;
	return 0;
}

int
__wrap_line_open(struct line *l, const char *chip, unsigned offset, const char *user)
{
	(void)chip, (void)user;
	assert_true(offset < LINES);
	*l = (struct line){ .fd = LINE_FD + (int)offset, .offset = offset };
	world.told_high[offset] = line_high(offset);
	return 0;
}

void
__wrap_line_close(struct line *l)
{
	l->fd = -1;
}

int
__wrap_line_level(struct line *l)
{
	return line_high(l->offset);
}

int
__wrap_line_next(struct line *l, struct line_event *e)
{
	bool high = line_high(l->offset);

	if (high == world.told_high[l->offset])
		return 0;
	world.told_high[l->offset] = high;
	*e = (struct line_event){ .t_us = world.now_us, .level = high };
	return 1;
}

int
__wrap_line_open_drain(struct line *l, const char *chip, unsigned offset, const char *user)
{
	(void)user;
	assert_string_equal(chip, "/dev/gpiochip0");
	assert_int_equal(offset, RESET_LINE);
	*l = (struct line){ .fd = -1, .offset = offset };
	world.drains += world.drain_err == 0;
	return world.drain_err;
}

/* The line is wired to RESET of the sensor chips. */
int
__wrap_line_pulse(struct line *l, unsigned us)
{
	assert_int_equal(l->offset, RESET_LINE);
	if (world.pulse_err)
		return world.pulse_err;
	world.now_us += us;
	world.pulses++;
	if (!world.freed_by_reset)
		return 0;
	world.held = false;
	for (unsigned i = 0; i < board.n_sensors; i++)
		world.rig.chip[i].emul.ops->reset(&world.rig.chip[i].emul);
	return 0;
}

/* ---- the board ---- */

static void
plug_chips(void)
{
	rig_init(&world.rig);
	for (unsigned i = 0; i < board.n_sensors; i++) {
		struct emul *e =
			rig_add(&world.rig, board.sensor[i].part, board.sensor[i].addr, NULL, 0);

		for (unsigned c = 0; c < 16; c++)
			if (board.sensor[i].sq[c] != BOARD_NO_SQ)
				e->ops->contact(e, c, false);
	}
	for (unsigned i = 0; i < board.n_leds; i++)
		(void)rig_add(&world.rig, board.led[i].part, board.led[i].addr, NULL, 0);
}

/* Starts the thread with reed-8x8, all squares empty. */
static void
start_with(int stuck_line, bool reset, int drain_err)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096];

	snprintf(path, sizeof(path), "%s/reed-8x8.ini", boards);
	assert_int_equal(board_load(path, limits, n, &board, &err), 0);
	assert_int_equal(board.n_sensors, SENSORS);
	strcpy(board.bus[0].device, "/dev/null");
	if (reset)
		board.reset = (struct board_reset){ .wired = true, .line = RESET_LINE };
	memset(&world, 0, sizeof(world));
	world.drain_err = drain_err;
	world.stuck_line = stuck_line;
	plug_chips();
	memset(&io, 0, sizeof(io));
	io.c = (struct busio_config){ .board = &board, .wake_fd = -1 };
	io.cmd_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	io.i2c.fd = -1;
	io.bus = &io.i2c.bus;
	ring_init(&io.msgs, io.msg_mem, BUSIO_MSGS, sizeof(io.msg_mem[0]));
	ring_init(&io.cmds, io.cmd_mem, BUSIO_CMDS, sizeof(io.cmd_mem[0]));
	atomic_init(&io.end, BUSIO_RUNS);
	busio_sense_setup(&io);
	busio_lamps_setup(&io);
	busio_lines_setup(&io);
}

static void
start(int stuck_line)
{
	start_with(stuck_line, false, 0);
}

static void
stop(void)
{
	bus_i2cdev_close(&io.i2c);
	close(io.cmd_fd);
}

static char told[2048];

static void __attribute__((format(printf, 1, 2))) add(const char *fmt, ...)
{
	size_t n = strlen(told);
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(told + n, sizeof(told) - n, fmt, ap);
	va_end(ap);
}

static void
note(const struct busio_msg *m)
{
	if (m->kind == BUSIO_EDGE)
		add("%c%c%c ", m->reading.occupied ? '+' : '-', 'a' + m->sq % board.files,
		    '1' + m->sq / board.files);
	else if (m->kind == BUSIO_SENSOR)
		add("sensor%u=%d ", m->index, m->err);
	else if (m->kind == BUSIO_LINE)
		add("line%u=%d ", m->index, m->err);
	else if (m->kind == BUSIO_BUS)
		add("bus%u=%d ", m->index, m->err);
	else if (m->kind == BUSIO_RESET)
		add("reset=%d ", m->err);
	else
		add("kind%u=%d ", m->kind, m->err);
}

/* Returns what the thread reports in that time: "-e2 sensor2=-116 bus0=0 ". */
static const char *
hear(uint64_t for_us)
{
	uint64_t end_us = world.now_us + for_us;
	struct busio_msg m;

	told[0] = '\0';
	for (world.until_us = end_us; world.now_us < end_us;) {
		busio_turn(&io);
		while (ring_get(&io.msgs, &m))
			note(&m);
	}
	return told;
}

/* Closes or opens the contact of channel 0 of that chip. */
static void
contact(unsigned chip, bool closed)
{
	struct emul *e = &world.rig.chip[chip].emul;

	e->ops->contact(e, 0, closed);
}

/* ---- faults ---- */

/* SDA stays low: the bus is reported once, reopened until it is free, and then works. */
static void
test_held(void **state)
{
	unsigned opened;

	(void)state;
	start(-1);
	(void)hear(SECOND_US);
	opened = world.opened;
	assert_int_equal(opened, 1);
	world.held = true;
	assert_non_null(strstr(hear(5 * SECOND_US), "bus0=-110 "));
	assert_true(world.opened > opened + 2);
	assert_null(strstr(hear(5 * SECOND_US), "bus0"));
	world.held = false;
	contact(0, true);
	(void)hear(2 * SECOND_US);
	assert_non_null(strstr(told, "bus0=0 "));
	assert_non_null(strstr(told, "+a1 "));
	contact(0, false);
	assert_string_equal(hear(10000), "-a1 ");
	stop();
}

/* A chip holds SDA for good: the line of [reset] frees it, and the board works again. */
static void
test_reset(void **state)
{
	(void)state;
	start_with(-1, true, 0);
	(void)hear(SECOND_US);
	assert_int_equal(world.pulses, 0);
	assert_null(strstr(told, "reset"));
	world.held = world.freed_by_reset = true;
	contact(1, true);
	(void)hear(6 * SECOND_US);
	assert_int_equal(world.pulses, 1);
	assert_int_equal(world.drains, 1);
	assert_non_null(strstr(told, "bus0=-110 "));
	assert_non_null(strstr(told, "bus0=0 "));
	contact(1, false);
	assert_string_equal(hear(10000), "-g2 ");
	stop();
}

/* No line frees the bus: each reopening tries, once a second. */
static void
test_reset_in_vain(void **state)
{
	(void)state;
	start_with(-1, true, 0);
	(void)hear(SECOND_US);
	world.held = true;
	(void)hear(10 * SECOND_US);
	assert_true(world.pulses >= 5 && world.pulses <= 10);
	stop();
}

static unsigned
count(const char *text, const char *what)
{
	unsigned n = 0;

	for (const char *p = text; (p = strstr(p, what)); p++)
		n++;
	return n;
}

/*
 * Another program has the line: this is reported once, at the start; the line
 * is requested until it is free.
 */
static void
test_reset_busy(void **state)
{
	(void)state;
	start_with(-1, true, -EBUSY);
	assert_int_equal(count(hear(10 * SECOND_US), "reset=-16 "), 1);
	world.held = world.freed_by_reset = true;
	assert_int_equal(count(hear(10 * SECOND_US), "reset"), 0);
	assert_non_null(strstr(told, "bus0=-110 "));
	assert_int_equal(world.pulses, 0);
	world.drain_err = 0;
	assert_int_equal(count(hear(5 * SECOND_US), "reset=0 "), 1);
	assert_int_equal(world.pulses, 1);
	assert_non_null(strstr(told, "bus0=0 "));
	stop();
}

/* The line cannot be driven, or its chip is unplugged: reported once, not with each pulse. */
static void
test_reset_broken(void **state)
{
	static const struct {
		int pulse_err, drain_err;
		const char *first, *last;
		unsigned drains; /* as many reports */
	} rows[] = {
		{ -EIO, 0, "reset=-5 ", "reset=-5 ", 1 },
		{ -ENODEV, -ENOENT, "reset=-19 ", "reset=-2 ", 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		start_with(-1, true, 0);
		(void)hear(SECOND_US);
		world.held = world.freed_by_reset = true;
		world.pulse_err = rows[i].pulse_err;
		world.drain_err = rows[i].drain_err;
		(void)hear(10 * SECOND_US);
		assert_int_equal(count(told, "reset"), rows[i].drains);
		assert_non_null(strstr(told, rows[i].first));
		assert_non_null(strstr(told, rows[i].last));
		world.pulse_err = world.drain_err = 0;
		assert_int_equal(count(hear(5 * SECOND_US), "reset=0 "), 1);
		assert_int_equal(world.drains, rows[i].drains);
		assert_non_null(strstr(told, "bus0=0 "));
		stop();
	}
}

/* A polled board has no other line: its reset line is requested all the same. */
static void
test_reset_alone(void **state)
{
	(void)state;
	start_with(-1, true, -ENOENT);
	board.n_buttons = 0;
	for (unsigned i = 0; i < board.n_sensors; i++)
		board.sensor[i].interrupt = BOARD_NO_LINE;
	io.n_wires = 0;
	busio_lines_setup(&io);
	assert_int_equal(count(hear(5 * SECOND_US), "reset=-2 "), 1);
	world.drain_err = 0;
	assert_int_equal(count(hear(5 * SECOND_US), "reset=0 "), 1);
	assert_int_equal(world.drains, 1);
	stop();
}

/*
 * A chip loses a setting that no reading shows: it never interrupts again. The
 * slow check compares one chip's settings every two seconds.
 */
static void
test_settings(void **state)
{
	static const uint8_t off[] = { GPINTEN, 0, 0 };
	struct emul *e = &world.rig.chip[2].emul;

	(void)state;
	start(-1);
	(void)hear(SECOND_US);
	e->ops->write(e, off, sizeof(off));
	assert_string_equal(hear(SENSORS * BUSIO_SAFETY_US), "sensor2=-116 sensor2=0 ");
	contact(2, true);
	assert_true(e->ops->interrupt(e) == EMUL_INT_LOW);
	assert_string_equal(hear(10000), "+e4 ");
	stop();
}

/* A line stays low for good: its chips are reported, and read as often as chips without a line. */
static void
test_stuck_line(void **state)
{
	(void)state;
	start(17);
	(void)hear(SECOND_US);
	for (unsigned i = 0; i < 10; i++) {
		contact(4, i % 2 == 0);
		assert_string_equal(hear(25000), i % 2 == 0 ? "+a8 " : "-a8 ");
	}
	world.stuck_line = -1;
	assert_string_equal(hear(SECOND_US), "line0=0 line1=0 line2=0 line3=0 line4=0 ");
	contact(4, true);
	assert_string_equal(hear(2000), "+a8 ");
	stop();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_held),
		cmocka_unit_test(test_reset),
		cmocka_unit_test(test_reset_in_vain),
		cmocka_unit_test(test_reset_busy),
		cmocka_unit_test(test_reset_broken),
		cmocka_unit_test(test_reset_alone),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_stuck_line),
	};

	if (argc < 2)
		return 2;
	boards = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}

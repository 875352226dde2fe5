/*
 * Who has the bus when: the bus thread's turns on a bus that takes as long as a
 * row says, or as its bits take, in virtual time. test-halod-busio-share BOARDS
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "daemon/bus/busio_impl.h"
#include "tests/drivers/lampshow.h"
#include "tests/drivers/rig.h"
#include "tests/drivers/rng.h"

enum {
	SCAN_TRANSACTIONS = 66, /* linear-8x8: a command an input, the mux where its port changes */
	LAMP_ADDR = 0x30,
	CODE_IDLE = 128,
};

static const char *boards;

/* Every transaction goes through and takes the same time. */
struct slow_bus {
	struct bus bus;
	struct busio *io;
	unsigned each_us, sensors, lamps;
	uint64_t lamp_first_us, lamp_last_us;
};

static int
slow_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct slow_bus *s = (struct slow_bus *)bus;

	(void)w, (void)wlen;
	for (size_t i = 0; i < rlen; i++)
		r[i] = CODE_IDLE;
	s->io->bus_now_us += s->each_us;
	if (addr != LAMP_ADDR) {
		s->sensors++;
		return 0;
	}
	if (s->lamps++ == 0)
		s->lamp_first_us = s->io->bus_now_us;
	s->lamp_last_us = s->io->bus_now_us;
	return 0;
}

static const struct bus_ops slow_ops = { .xfer = slow_xfer };
static struct busio io;
static struct board board;
static struct slow_bus slow;

/* Every second lamp, so that each is a write of its own. */
static void
want_chequers(uint8_t light)
{
	static uint8_t rgb[BOARD_SQUARES_MAX][3];

	for (unsigned sq = 0; sq < 64; sq++)
		memset(rgb[sq], (sq + sq / 8) % 2 ? light : 0, 3);
	busio_lamps_want(&io, rgb);
}

static void
load_board(const char *name)
{
	struct board_chip_limits limits[DRIVERS_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s.ini", boards, name);
	assert_int_equal(board_load(path, limits, n, &board, &err), 0);
}

static void
open_io(unsigned each_us)
{
	load_board("linear-8x8");
	memset(&io, 0, sizeof(io));
	io.c = (struct busio_config){ .board = &board, .bus_clock = true, .wake_fd = -1 };
	ring_init(&io.msgs, io.msg_mem, BUSIO_MSGS, sizeof(io.msg_mem[0]));
	atomic_init(&io.end, BUSIO_RUNS);
	slow = (struct slow_bus){ .bus.ops = &slow_ops, .io = &io, .each_us = each_us };
	io.bus = &slow.bus;
	io.open = true;
	busio_sense_setup(&io);
	busio_lamps_setup(&io);
	busio_lamps_init(&io);
	/* The first picture ends on the page that lights up, the second on one of brightness. */
	for (uint8_t light = 0; light < 2; light++) {
		want_chequers(light);
		while (busio_lamps_step(&io))
			;
	}
	busio_sense_all(&io, io.bus_now_us);
	io.safety_us = BUSIO_NEVER;
	for (unsigned i = 0; i < io.n_sensors; i++)
		io.sensor[i].next_us = io.bus_now_us;
	slow.sensors = slow.lamps = 0;
}

/* One turn of the thread as it is when nothing else is to do; false: lamps have had theirs. */
static bool
turn(void)
{
	struct busio_msg m;
	bool more;

	while (ring_get(&io.msgs, &m))
		;
	if (busio_sense_deadline(&io) <= io.bus_now_us)
		busio_sense_due(&io, io.bus_now_us);
	more = busio_lamps_step(&io);
	if (!more && busio_sense_deadline(&io) > io.bus_now_us)
		io.bus_now_us = busio_sense_deadline(&io);
	return more;
}

static void
test_share(void **state)
{
	static const struct {
		unsigned each_us;  /* of a transaction, the kernel's part included */
		unsigned at_first; /* lamp writes in the first scan and behind it */
	} rows[] = {
		{ 96, 1 },  /* the wires alone: 6.3 ms, lamps wait for its end */
		{ 150, 1 }, /* 9.9 ms, still in the first half of 20 */
		{ 303, 4 }, /* 20 ms: one between any two chips of the second half, one behind */
		{ 800, 7 }, /* 53 ms, as in an emulator: the first two alone are not parted */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned scans;

		open_io(rows[i].each_us);
		want_chequers(255);
		assert_true(turn());
		assert_int_equal(slow.sensors, SCAN_TRANSACTIONS);
		if (slow.lamps != rows[i].at_first)
			fail_msg(
				"%u us a transaction: %u lamp writes by the end of the first scan, "
				"want %u",
				rows[i].each_us, slow.lamps, rows[i].at_first);
		while (turn())
			;
		scans = slow.sensors / SCAN_TRANSACTIONS;
		print_message("%3u us a transaction: %u lamp writes within %u scans, %.1f ms\n",
			      rows[i].each_us, slow.lamps, scans,
			      (double)(slow.lamp_last_us - slow.lamp_first_us) / 1000);
		/* Nobody starves: neither lamps for want of scans, nor scans for want of lamps. */
		assert_true(scans <= slow.lamps / rows[i].at_first + 1);
	}
}

/* ---- how long sensors wait for lamps, on a bus that takes as long as its bits ---- */

enum {
	PICTURE_US = 50000, /* as often as pictures come at most */
	LINE_FD = 100000,   /* of line 0: no other descriptor is so high */
	FAIL_EVERY = 97,    /* lamp transactions: all arrives, and an error is told */
};

/* The chips themselves; every transaction's clock periods pass. */
static struct wire {
	struct bus bus;
	struct rig rig;
	uint32_t hz;
	uint64_t now_us, until_us;   /* CLOCK_MONOTONIC; no wait goes beyond */
	uint64_t rest;               /* of a microsecond, times hz */
	uint64_t lamp_bits, longest; /* since sensors had their chance; the most ever */
	unsigned lamp_xfers, looks, fail_every;
	bool fail_long;           /* settings arrive, pictures do not */
	int open_err, gone;       /* of the GPIO chip: its lines cannot be had, are no more */
	unsigned lines, hang_ups; /* had now; waits for one that is no more */
	int8_t edge;              /* the first button's next level, or -1 */
	bool low;                 /* how it stands */
} wire;

int __wrap_clock_gettime(clockid_t clock, struct timespec *ts);
int __wrap_poll(struct pollfd *p, nfds_t n, int timeout_ms);
int __wrap_line_open(struct line *l, const char *chip, unsigned offset, const char *user);
void __wrap_line_close(struct line *l);
int __wrap_line_level(struct line *l);
int __wrap_line_next(struct line *l, struct line_event *e);

int
__wrap_clock_gettime(clockid_t clock, struct timespec *ts)
{
	assert_int_equal(clock, CLOCK_MONOTONIC);
	*ts = (struct timespec){ .tv_sec = (time_t)(wire.now_us / 1000000),
				 .tv_nsec = (long)(wire.now_us % 1000000 * 1000) };
	return 0;
}

int
__wrap_poll(struct pollfd *p, nfds_t n, int timeout_ms)
{
	uint64_t then_us = wire.now_us + (uint64_t)timeout_ms * 1000;

	for (nfds_t i = 0; i < n; i++)
		p[i].revents = wire.gone && p[i].fd >= LINE_FD ? POLLHUP : 0;
	for (nfds_t i = 0; i < n; i++)
		if (p[i].revents) {
			assert_true(wire.hang_ups++ < 10);
			return 1;
		}
	if (timeout_ms < 0 || then_us > wire.until_us)
		then_us = wire.until_us;
	if (then_us > wire.now_us)
		wire.now_us = then_us;
	return 0;
}

int
__wrap_line_open(struct line *l, const char *chip, unsigned offset, const char *user)
{
	(void)chip, (void)user;
	*l = (struct line){ .fd = wire.open_err ? -1 : LINE_FD + (int)offset, .offset = offset };
	wire.lines += !wire.open_err;
	return wire.open_err;
}

void
__wrap_line_close(struct line *l)
{
	assert_true(l->fd >= LINE_FD);
	wire.lines--;
	l->fd = -1;
}

int
__wrap_line_level(struct line *l)
{
	if (wire.gone)
		return wire.gone;
	return !((int)l->offset == board.button[0].line && wire.low);
}

/* The lines are looked at: whoever calls now is read before any lamp. */
int
__wrap_line_next(struct line *l, struct line_event *e)
{
	assert_true(l->fd >= LINE_FD);
	wire.lamp_bits = 0;
	if (wire.gone)
		return wire.gone;
	if (wire.edge < 0 || (int)l->offset != board.button[0].line)
		return 0;
	*e = (struct line_event){ .t_us = wire.now_us, .level = wire.edge };
	wire.low = wire.edge == 0;
	wire.edge = -1;
	return 1;
}

static bool
is_lamp(uint8_t addr)
{
	for (unsigned i = 0; i < board.n_leds; i++)
		if (board.led[i].addr == addr)
			return true;
	return false;
}

static int
wire_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct bus *inner = &wire.rig.bus.bus;
	uint64_t before = wire.rig.bus.bits, bits;
	int ret = inner->ops->xfer(inner, addr, w, wlen, r, rlen);

	(void)bus;
	bits = wire.rig.bus.bits - before;
	wire.rest += bits * 1000000;
	wire.now_us += wire.rest / wire.hz;
	wire.rest %= wire.hz;
	if (!is_lamp(addr))
		return ret;
	wire.looks += rlen > 0;
	wire.lamp_bits += bits;
	if (wire.lamp_bits > wire.longest)
		wire.longest = wire.lamp_bits;
	wire.lamp_xfers++;
	if (wire.fail_long && wlen > 8)
		return -EIO;
	return wire.fail_every && wire.lamp_xfers % wire.fail_every == 0 ? -EIO : ret;
}

static const struct bus_ops wire_ops = { .xfer = wire_xfer };

/* reed-8x8's sensors, and n lamp chips of that part at one bus; the lines as `open_err`. */
static void
open_lines(const char *part, unsigned n, uint32_t hz, int open_err)
{
	load_board("reed-8x8");
	board.bus[0].speed_hz = hz;
	board.n_leds = (uint8_t)n;
	wire = (struct wire){ .bus.ops = &wire_ops,
			      .hz = hz,
			      .until_us = PICTURE_US,
			      .edge = -1,
			      .open_err = open_err };
	rig_init(&wire.rig);
	for (unsigned i = 0; i < n; i++) {
		struct board_led *l = &board.led[i];

		*l = board.led[0];
		snprintf(l->part, sizeof(l->part), "%s", part);
		l->addr = (uint8_t)(lamp_chip_find(part)->addr_min + i);
		l->rgb = lamp_chip_find(part)->channels >= 3 * 64;
		for (uint16_t sq = 0; !l->rgb && sq < 64; sq++)
			l->channel[sq][0] = (uint16_t)(sq * 2);
		(void)rig_add(&wire.rig, part, l->addr, NULL, 0);
	}
	for (unsigned i = 0; i < board.n_sensors; i++)
		(void)rig_add(&wire.rig, board.sensor[i].part, board.sensor[i].addr, NULL, 0);
	memset(&io, 0, sizeof(io));
	io.c = (struct busio_config){ .board = &board, .wake_fd = -1 };
	io.cmd_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	ring_init(&io.msgs, io.msg_mem, BUSIO_MSGS, sizeof(io.msg_mem[0]));
	ring_init(&io.cmds, io.cmd_mem, BUSIO_CMDS, sizeof(io.cmd_mem[0]));
	atomic_init(&io.end, BUSIO_RUNS);
	io.bus = &wire.bus;
	io.open = true;
	busio_sense_setup(&io);
	busio_lamps_setup(&io);
	busio_lines_setup(&io);
	busio_lines_due(&io);
	busio_lamps_init(&io);
	busio_sense_all(&io, wire.now_us);
}

static void
open_wire(const char *part, unsigned n, uint32_t hz)
{
	open_lines(part, n, hz, 0);
	assert_true(io.lines);
}

/* Pictures come until then; how often a lamp chip was told to be so. */
static unsigned
play_until(uint64_t end_us, struct rng *rng, int err)
{
	static uint8_t rgb[BOARD_SQUARES_MAX][3];
	unsigned told = 0;
	struct busio_msg m;

	while (wire.now_us < end_us) {
		unsigned n = rng_below(rng, 64);

		for (unsigned i = 0; i < n; i++)
			rgb[rng_below(rng, 64)][rng_below(rng, 3)] = (uint8_t)rng_next(rng);
		assert_true(busio_show(&io, (const uint8_t(*)[3])rgb));
		for (wire.until_us = wire.now_us + PICTURE_US; wire.now_us < wire.until_us;)
			busio_turn(&io);
		while (ring_get(&io.msgs, &m))
			told += m.kind == BUSIO_LED && m.err == err;
	}
	return told;
}

/* Pictures at their fastest; then one chip is reset, then some writes fail. */
static void
run_waits(const char *part, unsigned n, uint32_t hz)
{
	struct rng rng = { hz + n };
	bool tells = strcmp(part, "HT16K33") != 0;
	uint64_t us;

	open_wire(part, n, hz);
	wire.longest = 0;
	assert_int_equal(play_until(22000000, &rng, -ESTALE), 0);
	assert_int_equal(wire.looks, tells ? n * 2 * 2 : 0);
	rig_check_data_sheets(&wire.rig, n);
	wire.rig.chip[0].emul.ops->reset(&wire.rig.chip[0].emul);
	assert_int_equal(play_until(32000000, &rng, -ESTALE), tells);
	/* Until it was looked at nobody could know that it has no page open. */
	wire.rig.chip[0].emul.violations = 0;
	wire.fail_every = FAIL_EVERY;
	assert_int_equal(play_until(42000000, &rng, -EIO), 0);
	wire.fail_every = 0;
	(void)play_until(54000000, &rng, 0);
	for (unsigned i = 0; i < n; i++) {
		assert_false(io.lamp[i].dead);
		assert_int_equal(lampshow_wrong(&wire.rig.chip[i].emul, &io.lamp[i].dev), -1);
	}
	rig_check_data_sheets(&wire.rig, n);
	us = wire.longest * 1000000 / hz;
	print_message("%u %-10s %u kHz: sensors wait %u us at most\n", n, part, hz / 1000,
		      (unsigned)us);
	if (us > LAMP_STEP_US)
		fail_msg("%u %s at %u Hz keep the bus for %u us", n, part, hz, (unsigned)us);
	close(io.cmd_fd);
}

static void
test_waits(void **state)
{
	static const char *const parts[] = { "IS31FL3741", "IS31FL3731", "HT16K33" };
	static const uint32_t hz[] = { 100000, 400000 };

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (size_t k = 0; k < sizeof(hz) / sizeof(hz[0]); k++)
			for (unsigned n = 1; n <= 2; n++)
				run_waits(parts[i], n, hz[k]);
}

/* A chip that takes its settings and no picture: told once, tried every second, no more. */
static void
test_no_picture(void **state)
{
	struct rng rng = { 1 };

	(void)state;
	open_wire("IS31FL3741", 1, 400000);
	(void)play_until(1000000, &rng, 0);
	wire.fail_long = true;
	wire.lamp_xfers = 0;
	assert_int_equal(play_until(9000000, &rng, -EIO), 1);
	assert_true(wire.lamp_xfers < 9 * BUSIO_TRIES * 12);
	wire.fail_long = false;
	assert_int_equal(play_until(12000000, &rng, 0), 1);
	assert_int_equal(lampshow_wrong(&wire.rig.chip[0].emul, &io.lamp[0].dev), -1);
	close(io.cmd_fd);
}

/* ---- a GPIO chip that is not there, or no longer ---- */

/* What was told of lines and buttons until then: "1.000gpio=-13 2.005clock* ". */
static const char *
hear_until(uint64_t end_us)
{
	static char told[1024];
	size_t n = 0;
	struct busio_msg m;

	told[0] = '\0';
	for (wire.until_us = end_us; wire.now_us < end_us;) {
		busio_turn(&io);
		while (ring_get(&io.msgs, &m)) {
			unsigned long long ms = m.t_us / 1000;

			if (m.kind == BUSIO_GPIO)
				n += (size_t)snprintf(told + n, sizeof(told) - n, "%llugpio%d=%d ",
						      ms, m.index, m.err);
			else if (m.kind == BUSIO_BUTTON)
				n += (size_t)snprintf(told + n, sizeof(told) - n, "%llu%s%s ", ms,
						      board.button[m.index].name,
						      m.level ? "*" : ".");
		}
	}
	return told;
}

/* How many transactions that long takes while nothing happens. */
static uint64_t
traffic(uint64_t us)
{
	uint64_t before = wire.rig.bus.transactions;

	assert_string_equal(hear_until(wire.now_us + us), "");
	return wire.rig.bus.transactions - before;
}

static bool
reads_100_times(uint64_t in_a_second)
{
	return in_a_second >= 90u * board.n_sensors && in_a_second <= 110u * board.n_sensors;
}

/* Not there at the start, for whatever reason: polled, tried every second, healed. */
static void
test_lines_late(void **state)
{
	static const int errs[] = { -ENOENT, -EACCES, -EBUSY };

	(void)state;
	for (size_t i = 0; i < sizeof(errs) / sizeof(errs[0]); i++) {
		char want[64];

		open_lines("IS31FL3741", 1, 400000, errs[i]);
		snprintf(want, sizeof(want), "0gpio0=%d ", errs[i]);
		assert_string_equal(hear_until(1500000), want);
		assert_int_equal(wire.lines, 0);
		assert_true(reads_100_times(traffic(1000000)));
		wire.open_err = 0;
		assert_non_null(strstr(hear_until(3600000), "gpio0=0 "));
		assert_int_equal(wire.lines, io.n_wires);
		assert_true(traffic(1000000) < 50);
		close(io.cmd_fd);
	}
}

/* It goes away under a button that is held, and comes back. */
static void
test_lines_gone(void **state)
{
	(void)state;
	open_wire("IS31FL3741", 1, 400000);
	assert_string_equal(hear_until(1000000), "");
	wire.edge = 0;
	wire.until_us = 2000000;
	assert_string_equal(hear_until(2000000), "1000clock* ");
	wire.gone = -ENODEV;
	wire.open_err = -ENODEV;
	assert_string_equal(hear_until(3500000), "2000clock. 2000gpio0=-19 ");
	assert_int_equal(wire.lines, 0);
	assert_true(reads_100_times(traffic(1000000)));
	wire.gone = wire.open_err = 0;
	wire.low = false;
	assert_non_null(strstr(hear_until(5600000), "gpio0=0 "));
	assert_int_equal(wire.lines, io.n_wires);
	assert_true(traffic(1000000) < 50);
	wire.edge = 0;
	assert_non_null(strstr(hear_until(wire.now_us + 5000000), "clock* "));
	close(io.cmd_fd);
}

/* The kernel has lost the edge of a finger that left, or that came: the level is seen all the same. */
static void
test_lines_lost(void **state)
{
	(void)state;
	open_wire("IS31FL3741", 1, 400000);
	wire.edge = 0;
	assert_non_null(strstr(hear_until(1000000), "clock* "));
	wire.low = false;
	assert_string_equal(hear_until(1900000), "");
	assert_string_equal(hear_until(3900000), "2000clock. ");
	wire.low = true;
	assert_string_equal(hear_until(5900000), "4000clock* ");
	assert_string_equal(hear_until(9900000), "");
	close(io.cmd_fd);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_share),
					    cmocka_unit_test(test_waits),
					    cmocka_unit_test(test_no_picture),
					    cmocka_unit_test(test_lines_late),
					    cmocka_unit_test(test_lines_gone),
					    cmocka_unit_test(test_lines_lost) };

	if (argc < 2)
		return 2;
	boards = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Lamps and sensors share the bus: the thread's turns in virtual time, on a bus
 * whose speed a row sets, or which takes as long as its bits.
 * test-halod-busio-share BOARDS
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
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "daemon/bus/busio_impl.h"
#include "tests/drivers/lampshow.h"
#include "tests/drivers/rig.h"
#include "tests/drivers/rng.h"

enum {
	SCAN_TRANSACTIONS = 66, /* linear-8x8: a command for each input, and changes of the mux
				 * port */
	LAMP_ADDR = 0x30,
	CODE_IDLE = 128,
	CODE_MAGNET = 200,
	CONVERTER_A1 = 0x48, /* rank 1, and rank 5 behind the mux's other port */
	COMMAND_A = 0x84,    /* its input CH0: file a */
};

static const char *boards;

/* Every transaction succeeds and takes the same time. */
struct slow_bus {
	struct bus bus;
	struct busio *io;
	unsigned each_us, sensors, lamps;
	uint64_t lamp_first_us, lamp_last_us;
	uint64_t magnet_us; /* time since when a magnet is over a1 */
};

static int
slow_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct slow_bus *s = (struct slow_bus *)bus;

	s->io->bus_now_us += s->each_us;
	for (size_t i = 0; i < rlen; i++)
		r[i] = addr == CONVERTER_A1 && wlen == 1 && w[0] == COMMAND_A &&
				       s->io->bus_now_us >= s->magnet_us
			       ? CODE_MAGNET
			       : CODE_IDLE;
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

/* Lights every second lamp, so that each needs its own write. */
static void
want_chequers(uint8_t light)
{
	static uint8_t rgb[BOARD_SQUARES_MAX][3];

	for (unsigned sq = 0; sq < 64; sq++)
		memset(rgb[sq], (sq + sq / 8) % 2 ? light : 0, 3);
	busio_lamps_set(&io, rgb);
}

static void
load_board(const char *name)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
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
	slow = (struct slow_bus){
		.bus.ops = &slow_ops, .io = &io, .each_us = each_us, .magnet_us = UINT64_MAX
	};
	io.bus = &slow.bus;
	io.open = true;
	busio_sense_setup(&io);
	busio_lamps_setup(&io);
	busio_lamps_init(&io);
	/* The first picture ends on the page for on and off, the second on a brightness page. */
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

/* Runs one turn of the otherwise idle thread; returns false once the lamps have had theirs. */
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
		unsigned each_us;  /* a transaction's time, the kernel's part included */
		unsigned at_first; /* lamp writes in the first scan and after it */
	} rows[] = {
		{ 96, 1 },  /* the wires alone: 6.3 ms, lamps wait for its end */
		{ 150, 1 }, /* 9.9 ms, still in the first half of 20 */
		{ 303, 4 }, /* 20 ms: one between any two chips of the second half, one after */
		{ 800, 7 }, /* 53 ms, as in an emulator: the first two chips are not separated */
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
		/* Neither scans nor lamps starve. */
		assert_true(scans <= slow.lamps / rows[i].at_first + 1);
	}
}

/* ---- a board without movement ---- */

/* Returns how often all squares were read; sets *edge_us to when the first one is occupied. */
static unsigned
scans_until(uint64_t until_us, uint64_t *edge_us)
{
	unsigned before = slow.sensors;
	struct busio_msg m;

	while (io.bus_now_us < until_us) {
		if (busio_sense_deadline(&io) <= io.bus_now_us)
			busio_sense_due(&io, io.bus_now_us);
		else
			io.bus_now_us = busio_sense_deadline(&io);
		while (ring_get(&io.msgs, &m))
			if (m.kind == BUSIO_EDGE && m.reading.occupied && *edge_us == 0)
				*edge_us = io.bus_now_us;
	}
	return (slow.sensors - before) / SCAN_TRANSACTIONS;
}

static void
test_idle(void **state)
{
	uint64_t longest_us = 0;

	(void)state;
	for (unsigned phase_us = 0; phase_us < 50000; phase_us += 3100) {
		uint64_t edge_us = 0;
		unsigned scans;

		open_io(96);
		scans_until(1000000, &edge_us);
		edge_us = 0;
		scans = scans_until(2000000, &edge_us);
		assert_in_range(scans, 49, 51);
		scans_until(BUSIO_REST_US - 100000, &edge_us);
		scans = scans_until(BUSIO_REST_US, &edge_us);
		assert_in_range(scans, 4, 6); /* still the fast scan */
		scans_until(BUSIO_REST_US + 1000000, &edge_us);
		scans = scans_until(BUSIO_REST_US + 2000000, &edge_us);
		assert_in_range(scans, 24, 26);
		assert_int_equal(edge_us, 0);
		/* A lift or drop at any moment of the slow scan is noticed in time. */
		slow.magnet_us = io.bus_now_us + phase_us;
		scans_until(slow.magnet_us + 60000, &edge_us);
		assert_int_not_equal(edge_us, 0);
		assert_in_range(edge_us - slow.magnet_us, 0, 50000);
		if (edge_us - slow.magnet_us > longest_us)
			longest_us = edge_us - slow.magnet_us;
		scans = scans_until(io.bus_now_us + 1000000, &edge_us);
		assert_in_range(scans, 49, 51);
	}
	print_message("idle: noticed after %.1f ms at most\n", (double)longest_us / 1000);
}

/* ---- how long sensors wait for lamps, on a bus that takes as long as its bits ---- */

enum {
	PICTURE_US = 50000, /* the shortest time between pictures */
	LINE_FD = 100000,   /* descriptor of line 0: no other reaches it */
	FAIL_EVERY = 97,    /* lamp transactions: one in so many fails, which is reported */
};

/* The chips themselves; every transaction's clock periods pass. */
static struct wire {
	struct bus bus;
	struct rig rig;
	uint32_t hz;
	uint64_t now_us, until_us;   /* CLOCK_MONOTONIC; no wait passes until_us */
	uint64_t rest;               /* fraction of a microsecond, times hz */
	uint64_t lamp_bits, longest; /* since the sensors' last chance, and the maximum */
	unsigned lamp_xfers, looks, fail_every;
	bool fail_long;           /* settings succeed, pictures fail */
	int open_err, gone;       /* GPIO chip: error of a request, or after the lines are lost */
	unsigned lines, hang_ups; /* held now; waits for a lost one */
	int8_t edge;              /* the first button's next level, or -1 */
	bool low;                 /* its level */
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

/* Polls the lines: a calling chip is read before any lamp is written. */
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

/*
 * Starts reed-8x8's sensors and n lamp chips of that part on one bus; lines
 * fail with `open_err`.
 */
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

/* Sends pictures until that time; returns how often `err` was reported for a lamp chip. */
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

/* Pictures at full rate; then one chip is reset, then some writes fail. */
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
	/* Before the chip was read, its closed page could not be known. */
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

/*
 * A chip takes its settings and no picture: it is reported once and retried
 * every second at most.
 */
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

/* ---- a missing or lost GPIO chip ---- */

/* Returns reports of lines and buttons until then: "1.000gpio=-13 2.005clock* ". */
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

/* Returns the number of transactions in that time while nothing happens. */
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

/* Missing at the start for any reason: the chips are polled, the lines retried every second. */
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

/* The GPIO chip disappears under a held button, and returns. */
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

/* The kernel loses the edge of a press or a release: the level is read all the same. */
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

/* ---- times in the future ---- */

/* Plays a virtual board at the other end of the pair. */
static int
open_unix(bool bus_clock)
{
	int pair[2];

	load_board("reed-8x8");
	memset(&io, 0, sizeof(io));
	io.c = (struct busio_config){ .board = &board, .bus_clock = bus_clock, .wake_fd = -1 };
	ring_init(&io.msgs, io.msg_mem, BUSIO_MSGS, sizeof(io.msg_mem[0]));
	atomic_init(&io.end, BUSIO_RUNS);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
	bus_unix_attach(&io.ux, pair[0]);
	io.is_unix = io.open = true;
	busio_lines_setup(&io);
	return pair[1];
}

static void
report_level(int fd, uint8_t line, uint8_t level, uint64_t t_us)
{
	uint8_t p[11] = { 'I', line, level };

	for (unsigned i = 0; i < 8; i++)
		p[3 + i] = (uint8_t)(t_us >> (8 * i));
	assert_int_equal(send(fd, p, sizeof(p), 0), sizeof(p));
	busio_lines_take(&io);
}

/* An edge stamped later than now counts as of now; the bus's own clock jumps a day at most. */
static void
test_far(void **state)
{
	static const uint64_t far[] = { UINT64_MAX, UINT64_MAX / 2, UINT64_C(1800000000000000) };

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(far) / sizeof(far[0]); i++) {
		const bool bus_clock = i % 2 != 0;
		int fd = open_unix(bus_clock);
		struct busio_msg m = { .t_us = 0 };

		report_level(fd, (uint8_t)board.button[0].line, 0, far[i / 2]);
		assert_true(ring_get(&io.msgs, &m));
		assert_int_equal(m.kind, BUSIO_BUTTON);
		assert_true(m.t_us <= busio_now(&io));
		if (bus_clock)
			assert_true(io.bus_now_us <= UINT64_C(1000000) * BUSIO_LEAP_MAX_S);
		report_level(fd, (uint8_t)board.sensor[0].interrupt, 0, far[i / 2]);
		for (unsigned w = 0; w < io.n_wires; w++)
			assert_true(io.wire[w].fell_us <= busio_now(&io));
		bus_unix_close(&io.ux);
		close(fd);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_share),      cmocka_unit_test(test_idle),
		cmocka_unit_test(test_waits),      cmocka_unit_test(test_no_picture),
		cmocka_unit_test(test_lines_late), cmocka_unit_test(test_lines_gone),
		cmocka_unit_test(test_lines_lost), cmocka_unit_test(test_far),
	};

	if (argc < 2)
		return 2;
	boards = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}

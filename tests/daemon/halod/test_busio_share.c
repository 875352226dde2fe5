/*
 * Who has the bus when: the bus thread's turns on a bus that takes as long as a
 * row says, in virtual time. test-halod-busio-share BOARDS
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "daemon/bus/busio_impl.h"

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
open_io(unsigned each_us)
{
	struct board_chip_limits limits[DRIVERS_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096];

	snprintf(path, sizeof(path), "%s/linear-8x8.ini", boards);
	assert_int_equal(board_load(path, limits, n, &board, &err), 0);
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
		{ 303,
		  5 }, /* 20 ms: the chips that end in the second half are followed by one each */
		{ 800,
		  8 }, /* 53 ms, as in an emulator: all but the first, and one behind the scan */
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

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_share) };

	if (argc < 2)
		return 2;
	boards = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The bus thread against the virtual board, in virtual time: which messages it sends, and when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "daemon/bus/busio.h"
#include "daemon/bus/chipset.h"
#include "hw/board/board.h"
#include "tests/system/rig.h"

static struct rig_programs programs;

struct bench {
	struct rig rig;
	struct board board;
	struct busio *bus;
	int wake_fd;
	/* The messages, in order, as text. */
	char told[8192];
	unsigned scanned;
	bool no_edges; /* leave out edges: there are too many */
	char answer[8192]; /* to the last command */
};

static void
load_board(struct bench *b, const char *name)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096];

	assert_int_equal(board_find(name, path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &b->board, &err), 0);
	snprintf(b->board.bus[0].device, sizeof(b->board.bus[0].device), "unix:%s/bus", b->rig.dir);
}

static void add(struct bench *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void
add(struct bench *b, const char *fmt, ...)
{
	size_t n = strlen(b->told);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->told + n, sizeof(b->told) - n, fmt, ap);
	va_end(ap);
}

/*
 * Appends an edge such as "20+e4". With a measuring sensor, the measurement
 * follows as in a trace: "20+e4w2", "40+e4b1-2".
 */
static void
add_edge(struct bench *b, unsigned long long ms, const struct busio_msg *m)
{
	static const char *const pole[] = { "", "w", "b" };
	const struct reading *r = &m->reading;

	add(b, "%llu%c%c%c%s", ms, r->occupied ? '+' : '-', 'a' + m->sq % b->board.files,
	    '1' + m->sq / b->board.files, pole[r->pole]);
	if (r->level_max > r->level_min)
		add(b, "%u-%u ", r->level_min, r->level_max);
	else if (r->level_max)
		add(b, "%u ", r->level_max);
	else
		add(b, " ");
}

static void
note(struct bench *b, const struct busio_msg *m)
{
	unsigned long long ms = m->t_us / 1000;

	switch ((enum busio_kind)m->kind) {
	case BUSIO_EDGE:
		if (b->scanned && !b->no_edges)
			add_edge(b, ms, m);
		break;
	case BUSIO_BUTTON:
		add(b, "%llu%s%s ", ms, b->board.button[m->index].name, m->level ? "*" : ".");
		break;
	case BUSIO_SENSOR:
		add(b, "%llusensor%u=%d ", ms, m->index, m->err);
		break;
	case BUSIO_LED:
		add(b, "%lluled%u=%d ", ms, m->index, m->err);
		break;
	case BUSIO_LINE:
		add(b, "%lluline%u=%d ", ms, m->index, m->err);
		break;
	case BUSIO_SQUARE:
		add(b, "%llusquare%c%c=%d ", ms, 'a' + m->sq % b->board.files,
		    '1' + m->sq / b->board.files, m->err);
		break;
	case BUSIO_BUS:
		add(b, "bus%u=%d ", m->index, m->err);
		break;
	case BUSIO_GPIO:
		add(b, "gpio=%d ", m->err);
		break;
	case BUSIO_RESET:
		add(b, "reset=%d ", m->err);
		break;
	case BUSIO_SCANNED:
		b->scanned++;
		break;
	case BUSIO_TIME:
		busio_served(b->bus, m->t_us);
		break;
	}
}

/* Takes messages until the bus has been quiet for a while. */
static void
drain(struct bench *b, int quiet_ms)
{
	struct pollfd p = { .fd = b->wake_fd, .events = POLLIN };
	struct busio_msg m;
	uint64_t count;

	while (poll(&p, 1, quiet_ms) > 0) {
		assert_int_equal(read(b->wake_fd, &count, sizeof(count)), sizeof(count));
		while (busio_next(b->bus, &m))
			note(b, &m);
	}
}

/* Sends a board command from a child process, since this process must serve the bus meanwhile. */
static void
command(struct bench *b, const char *line)
{
	char *buf = b->answer;
	size_t n = 0;
	struct pollfd p[2] = { { .fd = b->wake_fd, .events = POLLIN },
			       { .fd = b->rig.control, .events = POLLIN } };
	struct busio_msg m;
	uint64_t count;

	assert_int_equal(dprintf(b->rig.control, "%s\n", line), (int)strlen(line) + 1);
	for (;;) {
		assert_true(poll(p, 2, RIG_PATIENCE_MS) > 0);
		if (p[0].revents) {
			assert_int_equal(read(b->wake_fd, &count, sizeof(count)), sizeof(count));
			while (busio_next(b->bus, &m))
				note(b, &m);
		}
		if (p[1].revents) {
			ssize_t got = read(b->rig.control, buf + n, sizeof(b->answer) - 1 - n);

			assert_true(got > 0);
			n += (size_t)got;
			buf[n] = '\0';
			if (strcmp(buf, "ok\n") == 0 || strstr(buf, "\nok\n"))
				return;
			if (strstr(buf, "error"))
				fail_msg("%s: %s", line, buf);
		}
	}
}

static void
open_bench(struct bench *b, const char *board)
{
	struct busio_config c = { .board = &b->board, .bus_clock = true };
	int err;

	memset(b, 0, sizeof(*b));
	rig_init(&b->rig, programs, board, true);
	load_board(b, board);
	rig_board_start(&b->rig);
	b->wake_fd = eventfd(0, EFD_NONBLOCK);
	c.wake_fd = b->wake_fd;
	rig_board(&b->rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	b->bus = busio_create(&c, &err);
	assert_non_null(b->bus);
	while (!b->scanned)
		drain(b, 50);
}

static void
close_bench(struct bench *b)
{
	busio_destroy(b->bus);
	close(b->wake_fd);
	rig_finish(&b->rig);
}

struct row {
	const char *name, *script, *want;
};

static const struct row reed[] = {
	{ "nothing", "advance 5000", "" },
	{ "lift and drop", "advance 10;lift e2;advance 20;put e4 P;advance 5", "10-e2 30+e4 " },
	{ "two chips at one time", "advance 10;lift a1;lift h8;advance 5", "10-a1 10-h8 " },
	{ "swap", "advance 10;lift e2;swap d7 P;advance 60", "10-e2 10-d7 40+d7 " },
	{ "buttons", "advance 3;press clock;advance 2;release clock;advance 1",
	  "3clock* 5clock. " },
	{ "one spark is no fault", "fault nak 0x20 1;lift e2;advance 10", "0-e2 " },
	/*
	 * A dead chip cannot interrupt: the safety scan misses it; then it is
	 * tried once a second.
	 */
	{ "a chip dies and comes back",
	  "dead 0x22;advance 500;put e4 P;advance 2000;clear;advance 1000",
	  "2000sensor2=-6 3000+e4 3000sensor2=0 " },
	{ "a dead chip is told once", "dead 0x22;advance 20000", "2000sensor2=-6 " },
	{ "its neighbours go on", "dead 0x22;advance 2500;lift e2;advance 5",
	  "2000sensor2=-6 2500-e2 " },
	{ "a stuck sensor is what the sensor says", "stuck e2 0;advance 10;lift e2;advance 10",
	  "0-e2 " },
};

static const struct row matrix[] = {
	{ "without a line a board is scanned", "advance 13;lift e2;advance 20;put e4 P;advance 20",
	  "20-e2 40+e4 " },
};

static const struct row linear[] = {
	{ "poles, and levels as intervals: a plain piece, a stone, a stack",
	  "advance 30;lift e2;lift d7;advance 20;put e4 P;put e5 p^;advance 20",
	  "40-e2 40-d7 60+e4w2 60+e5b1 " },
	{ "one colour for the other in one scan", "advance 30;swap e2 p 0;advance 20", "40+e2b2 " },
	{ "a piece put on a checker", "advance 30;swap e2 P^ 0;advance 20", "40+e2w1 " },
	{ "a wire off, and on again: told by square, the last reading stands",
	  "advance 30;cut e2;advance 100;clear;advance 100", "40squaree2=-5 140squaree2=0 " },
	{ "a mux without power takes its chips along", "dead 0x70;advance 2000;clear;advance 2000",
	  "0sensor0=-113 0sensor1=-113 0sensor2=-113 0sensor3=-113 0sensor4=-113 0sensor5=-113 "
	  "0sensor6=-113 "
	  "0sensor7=-113 3000sensor0=0 3000sensor1=0 3000sensor2=0 3000sensor3=0 3000sensor4=0 "
	  "3000sensor5=0 3000sensor6=0 3000sensor7=0 " },
	{ "a chip that is dead behind a mux that comes back is told as itself",
	  "dead 0x70;advance 2000;clear;dead 0x48@0;advance 2000",
	  "0sensor0=-113 0sensor1=-113 0sensor2=-113 0sensor3=-113 0sensor4=-113 0sensor5=-113 "
	  "0sensor6=-113 0sensor7=-113 3000sensor0=-6 3000sensor1=0 3000sensor2=0 3000sensor3=0 "
	  "3000sensor4=0 3000sensor5=0 3000sensor6=0 3000sensor7=0 " },
};

static void
run_script(struct bench *b, const char *script)
{
	char copy[512], *save = NULL;

	snprintf(copy, sizeof(copy), "%s", script);
	for (char *line = strtok_r(copy, ";", &save); line; line = strtok_r(NULL, ";", &save))
		command(b, line);
}

static void
run_rows(const char *board, const struct row *rows, size_t n)
{
	unsigned failed = 0;

	for (size_t i = 0; i < n; i++) {
		struct bench b;

		open_bench(&b, board);
		b.told[0] = '\0';
		run_script(&b, rows[i].script);
		if (strcmp(b.told, rows[i].want) != 0) {
			print_error("%s: told \"%s\", want \"%s\"\n", rows[i].name, b.told,
				    rows[i].want);
			failed++;
		}
		close_bench(&b);
	}
	assert_int_equal(failed, 0);
}

static void
test_lines(void **state)
{
	(void)state;
	run_rows("reed-8x8", reed, sizeof(reed) / sizeof(reed[0]));
}

static void
test_scans(void **state)
{
	(void)state;
	run_rows("matrix-8x8", matrix, sizeof(matrix) / sizeof(matrix[0]));
}

static void
test_measures(void **state)
{
	(void)state;
	run_rows("linear-8x8", linear, sizeof(linear) / sizeof(linear[0]));
}

/* Forty changes between two safety scans, three times in a row; as many calm scans end it. */
static void
test_flicker(void **state)
{
	static const struct row told[] = {
		{ "at first it may be a clumsy hand", "noise e4 50;advance 5900", "" },
		{ "then it is told, once", "advance 14100", "6000squaree4=-11 " },
		{ "and that it is over", "clear;advance 5900", "" },
		{ "… when it has been for as long", "advance 2000", "26000squaree4=0 " },
	};
	struct bench b;

	(void)state;
	open_bench(&b, "reed-8x8");
	b.no_edges = true;
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
		b.told[0] = '\0';
		run_script(&b, told[i].script);
		assert_string_equal(b.told, told[i].want);
	}
	close_bench(&b);
}

/* Changes the square this many times within two seconds. */
static void
change(struct bench *b, unsigned times, unsigned changes)
{
	char script[64];

	b->told[0] = '\0';
	snprintf(script, sizeof(script), "lift e2;advance %u;put e2 P;advance %u", 2000 / changes,
		 2000 / changes);
	for (unsigned i = 0; i < times * changes / 2; i++)
		run_script(b, script);
}

/* Four changes a second for half a minute are a fault; three a second may be a player. */
static void
test_flicker_slow(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b, "reed-8x8");
	b.no_edges = true;
	change(&b, 30, 6);
	assert_string_equal(b.told, "");
	change(&b, 14, 10);
	assert_string_equal(b.told, "");
	change(&b, 10, 10);
	assert_non_null(strstr(b.told, "squaree2=-11 "));
	assert_string_equal(strchr(b.told, ' '), " "); /* once */
	b.told[0] = '\0';
	run_script(&b, "advance 10000");
	assert_non_null(strstr(b.told, "squaree2=0 "));
	close_bench(&b);
}

/* The picture stays the same, and a lamp chip loses its power: no frame would detect it. */
static void
test_lamps_watched(void **state)
{
	static const struct {
		const char *board;
		struct row told[4];
	} rows[] = {
		{ "reed-8x8",
		  { { "reset", "reset 0x30;advance 11000", "10000led0=-116 10000led0=0 " },
		    { "nothing more", "advance 30000", "" },
		    /* The chip is asked every ten seconds, and retried every second. */
		    { "power goes", "dead 0x30;advance 11000", "50000led0=-6 " },
		    { "power comes", "clear;advance 2000", "53000led0=0 " } } },
		/* A chip that cannot be read is written in full once more. */
		{ "matrix-8x8",
		  { { "reset", "reset 0x70;advance 11000", "" },
		    { "nothing more", "advance 30000", "" },
		    { "power goes", "dead 0x70;advance 11000", "50000led0=-6 " },
		    { "power comes", "clear;advance 2000", "53000led0=0 " } } },
	};
	static uint8_t picture[BOARD_SQUARES_MAX][3];
	struct bench b;
	char lit[sizeof(b.answer)];

	(void)state;
	memset(picture[28], 255, sizeof(picture[28]));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		open_bench(&b, rows[i].board);
		assert_true(busio_show(b.bus, (const uint8_t(*)[3])picture));
		command(&b, "advance 1");
		command(&b, "lamps");
		assert_memory_equal(b.answer, "e4 ", 3);
		memcpy(lit, b.answer, sizeof(lit));
		for (size_t k = 0; k < 4; k++) {
			b.told[0] = '\0';
			run_script(&b, rows[i].told[k].script);
			if (strcmp(b.told, rows[i].told[k].want) != 0)
				fail_msg("%s, %s: told \"%s\", want \"%s\"", rows[i].board,
					 rows[i].told[k].name, b.told, rows[i].told[k].want);
			command(&b, "lamps");
			if (k != 2)
				assert_string_equal(b.answer, lit);
		}
		close_bench(&b);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_scans),
		cmocka_unit_test(test_measures),
		cmocka_unit_test(test_flicker),
		cmocka_unit_test(test_flicker_slow),
		cmocka_unit_test(test_lamps_watched),
	};

	if (argc < 2)
		rig_die("usage: test-halod-busio HALO-BOARD");
	programs.halo_board = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}

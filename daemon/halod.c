/*
 * halod: opens everything, runs the loop (halod_turn.c), closes everything.
 *
 *   options -> description -> journal -> bus threads -> first scan -> ready
 *
 * The first steps can fail with a message and an exit code; after the ready line only a
 * signal ends the daemon.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

#include "daemon/bus/chipset.h"
#include "daemon/dark.h"
#include "daemon/halod_impl.h"
#include "daemon/table/log.h"
#include "drivers/lamp.h"

enum {
	EXIT_RUN = 1,                  /* cannot run */
	EXIT_INPUT = 2,                /* invalid options or description */
	REPAIR_PATIENCE_US = 60000000, /* time requested from systemd with each percent */
	STORE_WAIT_MS = 2000,          /* maximum wait for the disk at the end */
};

static struct halod halod; /* large, because it holds a whole game: not on the stack */

/* ---- outputs of the table ---- */

static void
show_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	struct halod *h = arg;

	for (unsigned i = 0; i < h->board.n_buses; i++)
		if (h->bus[i])
			(void)busio_show(h->bus[i], rgb);
}

/*
 * Returns the date. A Pi has no clock chip: a date before this program was written is
 * unknown. So is any date with the bus's clock, or two runs would differ.
 */
static void
today(void *arg, char out[RECORD_DATE_SIZE])
{
	const struct halod *h = arg;
	const time_t written = 1767225600; /* 2026-01-01 */
	time_t now = time(NULL);

	record_date_print((int64_t)now, h->config.clock == LOOP_CLOCK_REAL && now >= written, out);
}

/*
 * Returns random bytes for seeds and tokens; fixed ones with the bus's clock, so that two
 * runs are identical.
 */
static void
random_bytes(void *arg, uint8_t out[CHANCE_BYTES])
{
	struct halod *h = arg;

	if (h->config.clock == LOOP_CLOCK_BUS) {
		memset(out, 0, CHANCE_BYTES);
		out[0] = ++h->draws;
		return;
	}
	/* Up to 256 bytes are returned at once, after the kernel's pool is ready. */
	while (getrandom(out, CHANCE_BYTES, 0) != CHANCE_BYTES)
		continue;
}

static bool
raw_code(void *arg, unsigned board_sq, uint8_t *code)
{
	const struct halod *h = arg;

	for (unsigned i = 0; i < h->board.n_buses; i++)
		if (h->bus[i] && busio_raw(h->bus[i], board_sq, code))
			return true;
	return false;
}

/* Switches the machine off, but not in a test with the bus's clock. */
static void
power_off(void *arg)
{
	struct halod *h = arg;

	if (h->config.clock == LOOP_CLOCK_REAL)
		machine_power_off(&h->machine);
}

static int
measured(void *arg, const struct board *found, const struct table_asker *who, char why[TABLE_WHY])
{
	struct halod *h = arg;
	int r = measured_keep(&h->measured, h->store, found, who);

	if (r < 0) {
		(void)snprintf(why, TABLE_WHY, "%s",
			       r == -EAGAIN ? tr("the journal is busy, ask again") : strerror(-r));
		return -1;
	}
	measured_use(&h->board, found);
	for (unsigned i = 0; i < h->board.n_sensors; i++)
		h->untuned[i] = sensor_chip_find(h->board.sensor[i].part)->measures;
	halod_tune(h);
	return 0;
}

static const struct table_ops table_ops = {
	.frame = show_frame,
	.today = today,
	.random = random_bytes,
	.raw = raw_code,
	.measured = measured,
	.power_off = power_off,
};

/* ---- a crash ---- */

/* Signals of our own faults, of assert, and of the watchdog. */
static const int crash_signal[] = { SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV };
static struct sigaction crash_before[sizeof(crash_signal) / sizeof(crash_signal[0])];

/* Turns the lamps off, then restores the previous handler. */
static void
on_crash(int sig, siginfo_t *info, void *context)
{
	(void)context;
	for (unsigned i = 0; i < BOARD_BUSES_MAX; i++)
		if (halod.bus[i])
			busio_crash(halod.bus[i]);
	for (size_t i = 0; i < sizeof(crash_signal) / sizeof(crash_signal[0]); i++)
		if (crash_signal[i] == sig)
			(void)sigaction(sig, &crash_before[i], NULL);
	/* A fault recurs when its instruction is repeated; any other signal is raised again. */
	if (info->si_code <= 0)
		(void)raise(sig);
}

static void
catch_crashes(void)
{
	struct sigaction act = { .sa_sigaction = on_crash, .sa_flags = SA_SIGINFO };

	(void)sigfillset(&act.sa_mask);
	for (size_t i = 0; i < sizeof(crash_signal) / sizeof(crash_signal[0]); i++)
		(void)sigaction(crash_signal[i], &act, &crash_before[i]);
}

/* ---- start ---- */

static int
read_options(struct halod *h, int argc, char **argv)
{
	char why[512];

	if (config_parse(&h->config, argc, argv, why, sizeof(why)) < 0) {
		log_line(LOG_CONFIG, "%s (halod --help lists the options)", why);
		return EXIT_INPUT;
	}
	if (h->config.help || h->config.version)
		return 0;
	/* Lamps need neither socket nor store. */
	if (config_paths(&h->config, why, sizeof(why)) < 0 && !h->config.dark) {
		log_line(LOG_CONFIG, "%s", why);
		return EXIT_INPUT;
	}
	return 0;
}

/* Applies --bus, which overrides the description. */
static int
set_buses(struct halod *h)
{
	for (unsigned i = 0; i < BOARD_BUSES_MAX; i++) {
		if (!*h->config.bus[i])
			continue;
		if (i >= h->board.n_buses) {
			log_line(LOG_CONFIG, "--bus %u=%s: the board %s has no bus %u", i,
				 h->config.bus[i], h->board.name, i);
			return EXIT_INPUT;
		}
		memcpy(h->board.bus[i].device, h->config.bus[i], sizeof(h->board.bus[i].device));
	}
	if (h->config.clock == LOOP_CLOCK_BUS &&
	    (h->board.n_buses != 1 || strncmp(h->board.bus[0].device, "unix:", 5) != 0)) {
		log_line(LOG_CONFIG, "--clock bus needs a board with one bus, and that a virtual "
				     "one (unix:PATH)");
		return EXIT_INPUT;
	}
	return 0;
}

static int
read_board(struct halod *h)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err = { 0 };
	char *path = h->board_path, text[512];

	if (board_find(h->config.board, path, &err) < 0) {
		board_error_print(h->config.board, &err, text, sizeof(text));
		log_line(LOG_CONFIG, "%s", text);
		return EXIT_INPUT;
	}
	if (board_load(path, limits, n, &h->board, &err) < 0) {
		board_error_print(path, &err, text, sizeof(text));
		log_line(LOG_CONFIG, "%s", text);
		return EXIT_INPUT;
	}
	return set_buses(h);
}

/*
 * Makes the parent folders of a default place, which a new account lacks. For a place chosen by
 * option, a missing parent may mean that a disk is not mounted yet. The store reports errors.
 */
static void
make_parents(const char *path)
{
	char dir[CONFIG_PATH_MAX];
	char *slash = dir;

	(void)snprintf(dir, sizeof(dir), "%s", path);
	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		(void)mkdir(dir, 0700);
		*slash = '/';
	}
}

/* Looks up the current of one colour of each lamp chip at full. */
static void
lamp_currents(const struct board *b, uint32_t ua[BOARD_LEDS_MAX])
{
	for (unsigned i = 0; i < b->n_leds; i++)
		ua[i] = lamp_chip_find(b->led[i].part)->channel_ua;
}

static void
make_table(struct halod *h)
{
	uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	lamp_currents(&h->board, ua);
	h->draws = 0;
	table_init(&h->table, &h->board, &h->config.table, h->store, &table_ops, h, ua);
	h->link.version = 0; /* the version was of a table that no longer exists */
}

static uint32_t
percent(const struct store_repair *w)
{
	return w->of ? (uint32_t)((uint64_t)w->done * 100 / w->of) : 0;
}

/* Reports a repair in progress to clients, and extends systemd's timeout. */
static void
serve_repair(void *user, uint32_t done, uint32_t of)
{
	enum { TURNS = 64 };
	struct halod *h = &halod; /* `user` is its table */
	struct store_repair now = { done, of };

	(void)user;
	if (!h->link.starting)
		make_table(h);
	h->link.starting = true;
	if (!h->table.repairs || percent(&h->table.repair) != percent(&now)) {
		h->table.repair = now;
		h->table.repairs = true;
		h->table.version++;
		(void)sd_notifyf(0,
				 "STATUS=repairing the record of games: %u of %u\n"
				 "EXTEND_TIMEOUT_USEC=%u",
				 done, of, (unsigned)REPAIR_PATIENCE_US);
	}
	link_turn(&h->link);
	for (int i = 0; i < TURNS && sd_event_run(h->loop.event, 0) > 0; i++)
		continue;
}

static int
open_store(struct halod *h)
{
	const struct store_config c = { .action = table_store_action,
					.clock_us = table_store_clock,
					.repairing = serve_repair,
					.user = &h->table };
	char why[STORE_WHY_MAX];
	int r;

	if (h->config.store_parents)
		make_parents(h->config.store);
	r = store_open(h->config.store, &c, &h->store, why);
	if (r < 0) {
		log_line(LOG_SYSTEM, "%s", why);
		return EXIT_RUN;
	}
	r = store_resume(h->store, &h->resume, why);
	if (r < 0)
		log_line(LOG_SYSTEM, "the running game cannot be read: %s", why);
	h->past = table_past_make(&h->resume);
	if (r == 1 && !h->past)
		log_line(LOG_SYSTEM, "the running game cannot be read: %s", strerror(ENOMEM));
	return 0;
}

static int
on_wake(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	uint64_t count;

	(void)s;
	(void)events;
	(void)arg;
	/* Only ends the sleep: the rings are emptied once a turn. */
	return read(fd, &count, sizeof(count)) < 0 && errno != EAGAIN ? -errno : 0;
}

static int
on_store(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	struct halod *h = arg;

	(void)s;
	(void)fd;
	(void)events;
	table_poll_store(&h->table);
	return 0;
}

static int
start_buses(struct halod *h)
{
	int r;

	h->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (h->wake_fd < 0)
		return -errno;
	catch_crashes();
	h->merge.n = h->board.n_buses;
	r = sd_event_add_io(h->loop.event, NULL, h->wake_fd, EPOLLIN, on_wake, h);
	for (unsigned i = 0; i < h->board.n_buses && r >= 0; i++) {
		const struct busio_config c = {
			.board = &h->board,
			.bus = i,
			.bus_clock = h->config.clock == LOOP_CLOCK_BUS,
			.wake_fd = h->wake_fd,
		};

		h->bus[i] = busio_create(&c, &r);
	}
	return r;
}

static int
start(struct halod *h)
{
	const struct link_config c = { .grants = h->config.grants };
	char why[LINK_WHY];
	int r;

	r = loop_init(&h->loop, h->config.clock);
	if (r < 0) {
		log_line(LOG_SYSTEM, "the event loop: %s", strerror(-r));
		return EXIT_RUN;
	}
	/*
	 * The socket's lock comes first, so that a second daemon touches neither games nor
	 * chips.
	 */
	if (link_open(&h->link, &h->table, h->loop.event, h->config.socket, &c, why) < 0) {
		log_line(LOG_SYSTEM, "%s", why);
		return EXIT_RUN;
	}
	r = open_store(h);
	if (r)
		return r;
	measured_read(&h->measured, h->board_path, h->config.store, &h->board);
	h->link.starting = false;
	make_table(h);
	r = sd_event_add_io(h->loop.event, NULL, store_fd(h->store), EPOLLIN, on_store, h);
	if (r >= 0 && h->config.clock == LOOP_CLOCK_REAL)
		r = machine_open(&h->machine, &h->table, h->loop.event, h->config.supply);
	if (r >= 0)
		r = start_buses(h);
	if (r < 0) {
		log_line(LOG_SYSTEM, "cannot start: %s", strerror(-r));
		return EXIT_RUN;
	}
	return 0;
}

/* ---- running ---- */

static int
run(struct halod *h)
{
	int r = 0;

	while (!h->loop.quit && r == 0) {
		halod_turn(h);
		r = loop_turn(&h->loop);
	}
	if (r < 0)
		log_line(LOG_BUG, "the event loop ended: %s", strerror(-r));
	return r < 0 ? EXIT_RUN : 0;
}

/* Shuts down. The lamps go off first, because the other steps may take time. */
static void
stop(struct halod *h)
{
	(void)sd_notify(0, "STOPPING=1");
	for (unsigned i = 0; i < BOARD_BUSES_MAX; i++) {
		busio_destroy(h->bus[i]);
		h->bus[i] = NULL;
	}
	link_close(&h->link);
	table_clock_keep(&h->table);
	table_trace_stop(&h->table);
	if (store_close(h->store, STORE_WAIT_MS) < 0)
		log_line(LOG_SYSTEM,
			 "the last actions, or what was measured last, are not on disk: %s",
			 "they are lost");
	machine_close(&h->machine);
	table_past_free(h->past);
	record_finish(&h->resume);
	if (h->loop.event)
		loop_finish(&h->loop);
}

/* Runs --dark, unless a daemon is running, because its lamps must stay on. */
static int
darken(struct halod *h)
{
	char why[LINK_WHY];
	int r, enough_fd;

	if (*h->config.socket && link_lock(&h->link, h->config.socket, why) == -EBUSY) {
		log_line(LOG_SYSTEM, "%s", why);
		return EXIT_RUN;
	}
	enough_fd = dark_timer();
	r = enough_fd < 0 ? enough_fd : dark_board(&h->board, enough_fd);
	link_close(&h->link);
	return r < 0 ? EXIT_RUN : 0;
}

int
main(int argc, char **argv)
{
	struct halod *h = &halod;
	int r = read_options(h, argc, argv);

	if (r == 0 && h->config.help) {
		fputs(config_usage, stdout);
		return 0;
	}
	if (r == 0 && h->config.version) {
		puts("halod " HALO_VERSION);
		return 0;
	}
	if (r == 0)
		r = read_board(h);
	if (r != 0)
		return r;
	if (h->config.dark)
		return darken(h);
	r = start(h);
	if (r == 0)
		r = run(h);
	stop(h);
	return r;
}

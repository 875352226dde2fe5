/*
 * halo-gadget: on a computer's USB cable, the board is a disk with the records
 * and a serial port that carries the link.
 *
 * It is a program of its own and an ordinary client of the daemon, so the game
 * never waits for it. The settings usb_disk and usb_serial select the
 * functions; before the daemon's first message there are none.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include "hw/linux/gadget/configfs.h"
#include "hw/linux/gadget/disk.h"
#include "hw/linux/gadget/follow.h"
#include "hw/linux/gadget/offer.h"
#include "hw/linux/gadget/serial.h"

enum {
	EXIT_INPUT = 2,
	/*
	 * Interval for a controller that is busy or missing, and for its state
	 * if changes are not signalled.
	 */
	LOOK_US = 2000000,
};

static void on_hang_up(void *user);
static void remake(struct offer *o, unsigned functions);

static struct {
	struct gadget gadget;
	struct disk disk;
	struct serial serial;
	struct follow follow;
	struct offer offer;
	sd_event *event;
	sd_event_source *look, *state_source;
	char udc[64];
	const char *udc_wanted; /* from the command line; NULL: the first one */
	int state_fd;           /* the controller's state file, -1: closed */
	bool plugged;
	bool hung; /* the port hung up, whatever state the controller has reported since */
	char reported[GADGET_WHY]; /* the last error logged */
} gad = {
	.gadget.configfs = "/sys/kernel/config",
	.disk.maker = HALO_GADGET_IMAGE,
	.disk.image = "/var/cache/halo-gadget/records.img",
	.follow.socket = "/run/haloboard/halod.sock",
	.offer = { .follow = &gad.follow, .disk = &gad.disk, .make = remake },
	.serial.gone = on_hang_up,
	.state_fd = -1,
};

/* Logs an error once, until another error or success. */
static void
report(const char *why)
{
	if (strcmp(gad.reported, why) == 0)
		return;
	(void)snprintf(gad.reported, sizeof(gad.reported), "%s", why);
	if (*why)
		fprintf(stderr, "system: %s\n", why);
}

/* ---- the cable ---- */

static void
open_serial(void)
{
	char path[GADGET_PATH], why[GADGET_WHY];
	int fd = gadget_tty(&gad.gadget, path);

	if (fd < 0) {
		report(gad.gadget.why);
		return;
	}
	fd = serial_port(path);
	if (fd >= 0)
		fd = serial_open(&gad.serial, gad.event, gad.follow.socket, fd);
	if (fd >= 0)
		return;
	(void)snprintf(why, sizeof(why), "%s: %s", path, strerror(-fd));
	report(why);
}

static void
set_plugged(bool plugged)
{
	if (plugged && !gad.plugged)
		fprintf(stderr, "game: a computer is connected by USB\n");
	else if (!plugged && gad.plugged)
		fprintf(stderr, "game: the computer at the USB cable is gone\n");
	gad.plugged = plugged;
	if (!plugged) {
		serial_close(&gad.serial);
		disk_pulled(&gad.disk);
		return;
	}
	if (gad.offer.made & GADGET_DISK)
		disk_plugged(&gad.disk);
	/* Reopens a port that hung up. */
	if (gad.offer.made & GADGET_SERIAL && !gad.serial.event)
		open_serial();
}

/* Reads the controller's state. A suspended host is still connected. */
static void
read_state(void)
{
	char text[32] = "";
	ssize_t n = gad.state_fd < 0 ? -1 : pread(gad.state_fd, text, sizeof(text) - 1, 0);
	bool configured = n > 0 && strncmp(text, "configured", 10) == 0;

	gad.hung &= configured;
	set_plugged((configured && !gad.hung) ||
		    (n > 0 && gad.plugged && strncmp(text, "suspended", 9) == 0));
}

/* Handles a hang-up: some controllers keep their state when the cable is pulled. */
static void
on_hang_up(void *user)
{
	(void)user;
	gad.hung = true;
	set_plugged(false);
}

static int
on_state(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	(void)s;
	(void)fd;
	(void)events;
	(void)arg;
	/* The signal is new: another host was connected, or the same one again. */
	gad.hung = false;
	read_state();
	return 0;
}

/* ---- the gadget ---- */

static void
remove_gadget(void)
{
	if (!gad.offer.made)
		return;
	set_plugged(false);
	gad.state_source = sd_event_source_disable_unref(gad.state_source);
	if (gad.state_fd >= 0)
		close(gad.state_fd);
	gad.state_fd = -1;
	gadget_remove(&gad.gadget);
	gad.offer.made = 0;
}

static bool
find_udc(void)
{
	glob_t found;
	bool any = gad.udc_wanted != NULL;

	if (any) {
		(void)snprintf(gad.udc, sizeof(gad.udc), "%s", gad.udc_wanted);
	} else if (glob("/sys/class/udc/*", 0, NULL, &found) == 0) {
		(void)snprintf(gad.udc, sizeof(gad.udc), "%s", strrchr(found.gl_pathv[0], '/') + 1);
		any = true;
		globfree(&found);
	}
	gad.gadget.udc = gad.udc;
	return any;
}

static void
make(unsigned functions)
{
	char path[GADGET_PATH];

	if (!find_udc()) {
		report("this machine has no USB device controller: on a Raspberry Pi, does "
		       "config.txt "
		       "say dtoverlay=dwc2,dr_mode=peripheral?");
		return;
	}
	if (gadget_make(&gad.gadget, functions) < 0) {
		report(gad.gadget.why);
		return;
	}
	report("");
	gad.offer.made = functions;
	(void)snprintf(path, sizeof(path), "/sys/class/udc/%s/state", gad.udc);
	gad.state_fd = open(path, O_RDONLY | O_CLOEXEC);
	/* If the file is missing, polling every two seconds must suffice. */
	if (gad.state_fd >= 0)
		(void)sd_event_add_io(gad.event, &gad.state_source, gad.state_fd, EPOLLPRI,
				      on_state, NULL);
	fprintf(stderr, "game: at %s:%s%s\n", gad.udc, functions & GADGET_DISK ? " disk" : "",
		functions & GADGET_SERIAL ? " serial port" : "");
	read_state();
}

static void
remake(struct offer *o, unsigned functions)
{
	(void)o;
	remove_gadget();
	if (functions)
		make(functions);
}

static int
on_poll_timer(sd_event_source *s, uint64_t usec, void *arg)
{
	(void)usec;
	(void)arg;
	offer_apply(&gad.offer);
	if (gad.offer.made)
		read_state();
	(void)sd_event_source_set_time_relative(s, LOOK_US);
	(void)sd_event_source_set_enabled(s, SD_EVENT_ONESHOT);
	return 0;
}

/* ---- start and end ---- */

static const char usage[] =
	"usage: halo-gadget [--udc NAME] [--socket PATH]\n"
	"       halo-gadget --help | --version\n"
	"Shows the board as a USB disk with the records and a serial port with the link.\n"
	"Run by halo-gadget.service.\n";

static const struct option long_options[] = {
	{ "udc", required_argument, NULL, 'u' },
	{ "socket", required_argument, NULL, 's' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 },
};

static void
read_options(int argc, char **argv)
{
	int opt;

	while ((opt = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (opt) {
		case 'u':
			gad.udc_wanted = optarg;
			break;
		case 's':
			gad.follow.socket = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			exit(0);
		case 'v':
			puts("halo-gadget " HALO_VERSION);
			exit(0);
		default:
			fputs(usage, stderr);
			exit(EXIT_INPUT);
		}
	}
	if (optind == argc)
		return;
	fprintf(stderr, "config: unexpected argument '%s'\n%s", argv[optind], usage);
	exit(EXIT_INPUT);
}

static int
begin(void)
{
	static const int ends[] = { SIGTERM, SIGINT };
	sigset_t set;
	int r = sd_event_default(&gad.event);

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		sigaddset(&set, ends[i]);
	if (r >= 0 && sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		r = -errno;
	/* Without a handler such a signal ends the loop. */
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]) && r >= 0; i++)
		r = sd_event_add_signal(gad.event, NULL, ends[i], NULL, NULL);
	if (r >= 0)
		r = sd_event_add_time_relative(gad.event, &gad.look, CLOCK_MONOTONIC, LOOK_US,
					       100000, on_poll_timer, NULL);
	gad.disk.gadget = &gad.gadget;
	gad.disk.event = gad.event;
	gad.disk.socket = gad.follow.socket;
	gad.follow.event = gad.event;
	gad.follow.changed = offer_changed;
	gad.follow.user = &gad.offer;
	/* Remove files of a killed program. */
	gadget_remove(&gad.gadget);
	(void)unlink(gad.disk.image);
	return r < 0 ? r : follow_begin(&gad.follow);
}

int
main(int argc, char **argv)
{
	int r;

	read_options(argc, argv);
	r = begin();
	if (r >= 0) {
		(void)sd_notify(0, "READY=1");
		r = sd_event_loop(gad.event);
	}
	remove_gadget();
	follow_end(&gad.follow);
	if (r >= 0)
		return 0;
	fprintf(stderr, "system: the event loop: %s\n", strerror(-r));
	return 1;
}

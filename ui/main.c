/* halo-screen: the board's screen, a client of halod's socket. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/client/client.h"
#include "ui/link.h"
#include "ui/design.h"
#include "ui/shot.h"
#include "ui/window.h"

enum { EXIT_USAGE = 2 };

static const char usage[] =
	"usage: halo-screen [--socket PATH] [--size WxH] [--fullscreen] [--keep FILE]\n"
	"       halo-screen --shot FILE.png [--state FILE.json] [--socket PATH] [--size WxH]\n"
	"\n"
	"  --socket PATH      where halod listens; by default as halod chooses it\n"
	"  --size WxH         800x480 by default, from 480x320\n"
	"  --fullscreen       the whole display\n"
	"  --keep FILE        where the page is kept, to come back to after a restart\n"
	"  --shot FILE.png    write a picture and end; needs no display\n"
	"  --state FILE.json  of a stored state, instead of the daemon's current one\n"
	"  --help, --version\n";

struct options {
	struct window_options window;
	const char *shot, *state;
	char socket[CLIENT_PATH_MAX];
	char keep[256];
};

static int
complain(const char *why)
{
	fprintf(stderr, "halo-screen: %s\n", why);
	return -1;
}

static int
size_parse(const char *text, struct window_options *o)
{
	char *end;
	long w = strtol(text, &end, 10), h;

	if (*end != 'x' || end == text)
		return complain("--size wants WIDTHxHEIGHT, as 800x480");
	h = strtol(end + 1, &end, 10);
	if (*end != '\0' || w < METRICS_WIDTH_MIN || h < METRICS_HEIGHT_MIN ||
	    w > METRICS_WIDTH_MAX || h > METRICS_HEIGHT_MAX)
		return complain("--size must lie between 480x320 and 7680x4320");
	o->w = (int)w;
	o->h = (int)h;
	return 0;
}

static int
option_take(int c, const char *value, struct options *o)
{
	switch (c) {
	case 's':
		if (strlen(value) >= sizeof(o->socket))
			return complain("--socket: the path is too long for a socket");
		memcpy(o->socket, value, strlen(value) + 1);
		return 0;
	case 'k':
		snprintf(o->keep, sizeof(o->keep), "%s", value);
		return 0;
	case 'z':
		return size_parse(value, &o->window);
	case 'f':
		o->window.fullscreen = true;
		return 0;
	case 'p':
		o->shot = value;
		return 0;
	case 'j':
		o->state = value;
		return 0;
	default:
		fputs(usage, stderr);
		return -1;
	}
}

static int
options_parse(int argc, char **argv, struct options *o)
{
	static const struct option table[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "size", required_argument, NULL, 'z' },
		{ "fullscreen", no_argument, NULL, 'f' },
		{ "keep", required_argument, NULL, 'k' },
		{ "shot", required_argument, NULL, 'p' },
		{ "state", required_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "h", table, NULL)) != -1) {
		if (c == 'h' || c == 'v')
			exit(fputs(c == 'h' ? usage : "halo-screen " HALO_VERSION "\n", stdout) < 0);
		if (option_take(c, optarg, o) < 0)
			return -1;
	}
	if (optind < argc)
		return complain("takes no arguments but its options; see --help");
	if (o->state != NULL && o->shot == NULL)
		return complain("--state goes with --shot");
	return 0;
}

/*
 * Names the file in the login's runtime folder, which the system removes at
 * logout. Without that folder the page is not saved.
 */
static void
keep_default(char *out, size_t size)
{
	const char *xdg = getenv("XDG_RUNTIME_DIR");

	if (xdg == NULL || xdg[0] == '\0' ||
	    snprintf(out, size, "%s/halo-screen.page", xdg) >= (int)size)
		out[0] = '\0';
}

int
main(int argc, char **argv)
{
	struct options o = { .window = { .w = 800, .h = 480 } };
	struct ui_error err = { "" };
	int ret;

	if (options_parse(argc, argv, &o) < 0)
		return EXIT_USAGE;
	if (o.socket[0] == '\0' && o.state == NULL && !client_path(NULL, o.socket)) {
		complain("the socket's path is too long; name the socket with --socket");
		return EXIT_USAGE;
	}
	o.window.socket = o.socket;
	if (o.keep[0] == '\0')
		keep_default(o.keep, sizeof(o.keep));
	o.window.keep = o.keep;
	if (o.shot != NULL)
		ret = shot_take(
			&(struct shot_options){ o.shot, o.state, o.socket, o.window.w, o.window.h },
			&err);
	else
		ret = window_run(&o.window, &err);
	if (ret < 0)
		complain(err.why);
	return ret < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

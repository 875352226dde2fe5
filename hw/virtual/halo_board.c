/* halo-board: the virtual board as a program. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/virtual/engine.h"
#include "hw/virtual/table.h"
#include "hw/virtual/window.h"

static const char usage[] =
	"usage: halo-board --board NAME|FILE --bus PATH [option …]\n"
	"\n"
	"A chess board with sensors and lamps, emulated chip by chip.\n"
	"\n"
	"  --board NAME|FILE  the description: a name of hw/boards, or an .ini file\n"
	"  --bus PATH         Unix socket that the daemon opens as device = unix:PATH\n"
	"  --control PATH     Unix socket for commands, beside standard input\n"
	"  --socket PATH      the daemon's socket: set up lays what its game or a lesson waits for\n"
	"  --setup FIELD      pieces at the start (default: none; with --window the\n"
	"                     start array)\n"
	"  --window           a board to play on by mouse\n"
	"  --seed N           seed of bounces and noise (default: 0)\n"
	"  --virtual-time     time moves only by the command advance\n"
	"  --help, --version\n";

struct options {
	const char *board, *setup;
	bool window;
	struct engine_options engine;
};

static int
suggest_help(void)
{
	fputs("Try 'halo-board --help' for more information.\n", stderr);
	return -1;
}

static int
bad_usage(const char *what, const char *which)
{
	fprintf(stderr, "halo-board: %s '%s'\n", what, which);
	return suggest_help();
}

static int
seed_parse(const char *text, uint64_t *seed)
{
	char *end;

	errno = 0;
	*seed = strtoull(text, &end, 10);
	if (errno || *end || text[0] < '0' || text[0] > '9')
		return bad_usage("--seed: not a number from 0 to 2^64-1:", text);
	return 0;
}

static const struct option long_options[] = {
	{ "board", required_argument, NULL, 'b' },
	{ "bus", required_argument, NULL, 'u' },
	{ "control", required_argument, NULL, 'c' },
	{ "socket", required_argument, NULL, 's' },
	{ "setup", required_argument, NULL, 'p' },
	{ "window", no_argument, NULL, 'w' },
	{ "seed", required_argument, NULL, 'n' },
	{ "virtual-time", no_argument, NULL, 't' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 },
};

/* Returns 0, -1 after reporting an error, or 1 after printing help or the version. */
static int
option_take(int opt, struct options *o)
{
	switch (opt) {
	case 'b':
		o->board = optarg;
		break;
	case 'u':
		o->engine.bus_path = optarg;
		break;
	case 'c':
		o->engine.control_path = optarg;
		break;
	case 's':
		o->engine.daemon_path = optarg;
		break;
	case 'p':
		o->setup = optarg;
		break;
	case 'w':
		o->window = true;
		break;
	case 'n':
		return seed_parse(optarg, &o->engine.seed);
	case 't':
		o->engine.virtual_time = true;
		break;
	case 'h':
	case 'v':
		fputs(opt == 'h' ? usage : "halo-board " HALO_VERSION "\n", stdout);
		return 1;
	default:
		return suggest_help(); /* getopt has printed the error */
	}
	return 0;
}

static int
options_parse(int argc, char **argv, struct options *o)
{
	int opt, r;

	*o = (struct options){ .engine.use_stdin = true };
	while ((opt = getopt_long(argc, argv, "", long_options, NULL)) != -1)
		if ((r = option_take(opt, o)) != 0)
			return r;
	if (optind < argc)
		return bad_usage("unexpected argument", argv[optind]);
	if (!o->board)
		return bad_usage("missing option", "--board");
	if (!o->engine.bus_path)
		return bad_usage("missing option", "--bus");
	return 0;
}

static int
board_read(const char *name, struct board *b)
{
	char path[4096], text[4096 + 512];
	struct board_error err;
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);

	if (board_find(name, path, &err) < 0)
		snprintf(path, sizeof(path), "%s", name);
	else if (board_load(path, limits, n, b, &err) == 0)
		return 0;
	board_error_print(path, &err, text, sizeof(text));
	fprintf(stderr, "halo-board: board: %s\n", text);
	return -1;
}

static int
board_setup(struct engine *e, const struct options *o)
{
	const char *field = o->setup;
	struct man men[BOARD_SQUARES_MAX];
	char why[FIELD_WHY_MAX];

	if (!field && o->window)
		field = table_start_field(e->board.board);
	if (!field)
		return 0;
	if (field_parse(field, e->board.board, men, why) < 0) {
		fprintf(stderr, "halo-board: --setup: %s\n", why);
		return -1;
	}
	vboard_setup(&e->board, men, e->now_us);
	return 0;
}

static int
serve(struct engine *e, const struct options *o)
{
	const struct board *b = e->board.board;

	if (board_setup(e, o) < 0)
		return 2;
	fprintf(stderr, "halo-board: %s, %u x %u squares, bus at %s%s\n", b->name, b->files,
		b->ranks, o->engine.bus_path, o->engine.virtual_time ? ", virtual time" : "");
	if (o->window)
		return window_run(e) < 0 ? 1 : 0;
	engine_run(e);
	return 0;
}

int
main(int argc, char **argv)
{
	static struct engine engine;
	static struct board board;
	char why[BUS_SERVER_WHY_MAX];
	struct options o;
	int r = options_parse(argc, argv, &o);

	if (r != 0)
		return r < 0 ? 2 : 0;
	if (board_read(o.board, &board) < 0)
		return 2;
	if (engine_init(&engine, &board, &o.engine, why) < 0) {
		fprintf(stderr, "halo-board: %s\n", why);
		r = 1;
	} else {
		r = serve(&engine, &o);
	}
	engine_finish(&engine);
	return r;
}

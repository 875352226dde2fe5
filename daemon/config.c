#include "daemon/config.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "daemon/session/session.h"
#include "rules/rules.h"

const char config_usage[] =
	"usage: halod [options]\n"
	"\n"
	"Reads the board's sensors, drives its lamps, records the game.\n"
	"\n"
	"  --board NAME|FILE   the board's description (reed-8x8)\n"
	"  --bus N=DEVICE      bus N of the description is DEVICE: /dev/i2c-1 or unix:PATH\n"
	"  --socket PATH       where clients find the daemon\n"
	"  --store DIR         where games are kept\n"
	"  --clock real|bus    bus: the virtual board sets the time (real)\n"
	"  --hints LEVEL       off, moves, safe or graded, for every seat (moves)\n"
	"  --props KIND        lamps or objects show checkers, coins and halos (lamps)\n"
	"  --settle SECONDS    quiet that makes a move final (1.0)\n"
	"  --game NAME         the first game if none is running (chess)\n"
	"  --grant ROLE=USER   screen=USER or screen=@GROUP: may be the screen (its own user);\n"
	"                      partner=…: may play the computers' seats\n"
	"  --supply FILE       starts with 1 while the supply is too weak (the Pi's own)\n"
	"  --dark              turns all lamps off and exits; for ExecStopPost=\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 after a signal, 1 if it cannot run, 2 for an error in the\n"
	"options or in the board's description.\n";

enum option_id {
	OPT_BOARD = 256,
	OPT_BUS,
	OPT_SOCKET,
	OPT_STORE,
	OPT_CLOCK,
	OPT_HINTS,
	OPT_PROPS,
	OPT_SETTLE,
	OPT_GAME,
	OPT_GRANT,
	OPT_SUPPLY,
	OPT_DARK,
	OPT_HELP,
	OPT_VERSION,
};

static const struct option options[] = {
	{ "board", required_argument, NULL, OPT_BOARD },
	{ "bus", required_argument, NULL, OPT_BUS },
	{ "socket", required_argument, NULL, OPT_SOCKET },
	{ "store", required_argument, NULL, OPT_STORE },
	{ "clock", required_argument, NULL, OPT_CLOCK },
	{ "hints", required_argument, NULL, OPT_HINTS },
	{ "props", required_argument, NULL, OPT_PROPS },
	{ "settle", required_argument, NULL, OPT_SETTLE },
	{ "game", required_argument, NULL, OPT_GAME },
	{ "grant", required_argument, NULL, OPT_GRANT },
	{ "supply", required_argument, NULL, OPT_SUPPLY },
	{ "dark", no_argument, NULL, OPT_DARK },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

static int
copy(char *out, size_t size, const char *what, const char *value, char *why, size_t why_size)
{
	if (*value == '\0') {
		(void)snprintf(why, why_size, "%s is empty", what);
		return -1;
	}
	if (strlen(value) >= size) {
		(void)snprintf(why, why_size, "%s is longer than %zu bytes", what, size - 1);
		return -1;
	}
	memcpy(out, value, strlen(value) + 1);
	return 0;
}

/* Parses "1=unix:/run/board". */
static int
parse_bus(struct config *c, const char *value, char *why, size_t size)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);

	if (*value < '0' || *value > '9' || *end != '=' || n >= BOARD_BUSES_MAX) {
		(void)snprintf(why, size,
			       "--bus %s: expected N=DEVICE with N from 0 to %d, as in [bus.N]",
			       value, BOARD_BUSES_MAX - 1);
		return -1;
	}
	return copy(c->bus[n], sizeof(c->bus[0]), "--bus", end + 1, why, size);
}

/* Returns the index of `value` in a list of words, or -1 with the list in why. */
static int
parse_word(const char *option, const char *value, const char *const *word, char *why, size_t size)
{
	int n;

	for (int i = 0; word[i]; i++)
		if (strcmp(value, word[i]) == 0)
			return i;
	n = snprintf(why, size, "%s %s: expected one of", option, value);
	for (int i = 0; word[i] && n > 0 && (size_t)n < size; i++)
		n += snprintf(why + n, size - (size_t)n, " %s", word[i]);
	return -1;
}

static int
parse_settle(struct config *c, const char *value, char *why, size_t size)
{
	char *end;
	double s = strtod(value, &end);

	/* The negated form rejects NaN too. */
	if (end == value || *end || !(s >= 0.1 && s <= 60)) {
		(void)snprintf(why, size, "--settle %s: expected seconds from 0.1 to 60", value);
		return -1;
	}
	c->table.settle_us = (uint64_t)(s * 1e6 + 0.5);
	return 0;
}

static int
parse_option(struct config *c, int id, const char *value, char *why, size_t size)
{
	static const char *const clocks[] = { "real", "bus", NULL };
	static const char *const levels[] = { "off", "moves", "safe", "graded", NULL };
	static const char *const props[] = { "lamps", "objects", NULL };
	int i;

	switch (id) {
	case OPT_BOARD:
		return copy(c->board, sizeof(c->board), "--board", value, why, size);
	case OPT_BUS:
		return parse_bus(c, value, why, size);
	case OPT_SOCKET:
		return copy(c->socket, sizeof(((struct sockaddr_un *)0)->sun_path), "--socket",
			    value, why, size);
	case OPT_STORE:
		return copy(c->store, sizeof(c->store) - 64, "--store", value, why, size);
	case OPT_CLOCK:
		i = parse_word("--clock", value, clocks, why, size);
		c->clock = i == 1 ? LOOP_CLOCK_BUS : LOOP_CLOCK_REAL;
		return i < 0 ? -1 : 0;
	case OPT_HINTS:
		i = parse_word("--hints", value, levels, why, size);
		c->table.hints = (uint8_t)(i < 0 ? 0 : i);
		return i < 0 ? -1 : 0;
	case OPT_PROPS:
		i = parse_word("--props", value, props, why, size);
		c->table.objects = i == 1;
		return i < 0 ? -1 : 0;
	case OPT_SETTLE:
		return parse_settle(c, value, why, size);
	case OPT_GAME:
		if (!rules_game(value)) {
			(void)snprintf(why, size, "unknown game '%s' for '--game'", value);
			return -1;
		}
		c->table.game = rules_name(rules_game(value));
		return 0;
	case OPT_GRANT:
		return peer_grant_add(&c->grants, value, why, size);
	case OPT_SUPPLY:
		return copy(c->supply, sizeof(c->supply), "--supply", value, why, size);
	case OPT_DARK:
		c->dark = true;
		return 0;
	case OPT_HELP:
		c->help = true;
		return 0;
	case OPT_VERSION:
		c->version = true;
		return 0;
	default:
		return -1;
	}
}

int
config_parse(struct config *c, int argc, char **argv, char *why, size_t size)
{
	int id;

	*c = (struct config){
		.board = "reed-8x8",
		.table.hints = HINTS_MOVES,
		.table.settle_us = session_config_default().settle_us,
		.table.game = "chess",
	};
	opterr = 0;
	optind = 0; /* glibc: restarts getopt, so that tests may call twice */
	while ((id = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (id == ':') {
			(void)snprintf(why, size, "missing argument after '%s'", argv[optind - 1]);
			return -1;
		}
		if (id == '?') {
			(void)snprintf(why, size, "unrecognized option '%s'", argv[optind - 1]);
			return -1;
		}
		if (parse_option(c, id, optarg, why, size) < 0)
			return -1;
	}
	if (optind < argc) {
		(void)snprintf(why, size, "unexpected argument '%s'", argv[optind]);
		return -1;
	}
	return 0;
}

/* Joins base and name, or copies base; returns false if base is unset or the result too long. */
static bool
join(char *out, size_t size, const char *base, const char *name)
{
	int n;

	if (!base || !*base)
		return false;
	/* systemd separates several folders by colons; use the first. */
	n = snprintf(out, size, "%.*s%s%s", (int)strcspn(base, ":"), base, name ? "/" : "",
		     name ? name : "");
	if (n > 0 && (size_t)n < size)
		return true;
	*out = '\0';
	return false;
}

int
config_paths(struct config *c, char *why, size_t size)
{
	const size_t sun = sizeof(((struct sockaddr_un *)0)->sun_path);

	if (!*c->socket && !join(c->socket, sun, getenv("RUNTIME_DIRECTORY"), "halod.sock") &&
	    !join(c->socket, sun, getenv("XDG_RUNTIME_DIR"), "haloboard/halod.sock")) {
		(void)snprintf(
			why, size,
			"no place for the socket: give --socket PATH, or set XDG_RUNTIME_DIR");
		return -1;
	}
	if (*c->store || join(c->store, sizeof(c->store) - 64, getenv("STATE_DIRECTORY"), NULL))
		return 0;
	c->store_parents = true;
	if (!join(c->store, sizeof(c->store) - 64, getenv("XDG_DATA_HOME"), "haloboard") &&
	    !join(c->store, sizeof(c->store) - 64, getenv("HOME"), ".local/share/haloboard")) {
		(void)snprintf(why, size,
			       "no place for the games: give --store DIR, or set XDG_DATA_HOME");
		return -1;
	}
	return 0;
}

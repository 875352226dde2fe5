/* halo-engine: plays the games of the rule core over the Universal Chess Interface. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/engine/puzzle.h"
#include "daemon/engine/tune.h"
#include "daemon/engine/uci_impl.h"

/* Bytes of standard input that are not yet a whole line. */
struct input {
	char bytes[UCI_LINE_MAX];
	size_t len;
	bool too_long; /* the line's beginning was dropped */
};

/* Runs the whole lines; returns false after `quit`. */
static bool
run_lines(struct uci *u, struct input *in)
{
	char *begin = in->bytes, *end;
	bool more = true;

	while (more && (end = memchr(begin, '\n', in->len))) {
		size_t len = (size_t)(end - begin) + 1;

		*end = '\0';
		if (end > begin && end[-1] == '\r')
			end[-1] = '\0';
		if (in->too_long)
			puts("info string error: line too long");
		else
			more = uci_run(u, begin);
		in->too_long = false;
		begin += len;
		in->len -= len;
	}
	if (in->len == sizeof(in->bytes)) {
		in->too_long = true;
		in->len = 0;
	}
	memmove(in->bytes, begin, in->len);
	return more;
}

/* Reads commands until `quit` or the end of the input; returns true at the latter. */
static bool
run(struct uci *u, struct input *in)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };

	for (;;) {
		int ready = poll(&fd, 1, think_timeout(&u->think));
		ssize_t n;

		think_expire(&u->think);
		if (ready == 0 || (ready < 0 && errno == EINTR))
			continue;
		n = read(STDIN_FILENO, in->bytes + in->len, sizeof(in->bytes) - in->len);
		if (n <= 0)
			return true;
		in->len += (size_t)n;
		if (!run_lines(u, in))
			return false;
	}
}

static int
usage(FILE *out)
{
	fputs("usage: halo-engine\n"
	      "       halo-engine puzzles GAME [--count N] [--seed S]\n"
	      "       halo-engine tune GAME [--games N] [--nodes N] [--seed N] [--step N]\n"
	      "                   [--check N] [WEIGHT=VALUE ...]\n"
	      "       halo-engine --help | --version\n"
	      "Plays chess and other games by the Universal Chess Interface on standard input and\n"
	      "output. `puzzles` prints positions of self-play in which a single action wins,\n"
	      "`tune` looks for better weights of a game's evaluation.\n",
	      out);
	return out == stdout ? 0 : 2;
}

static int
bad_argument(const char *why, const char *what)
{
	fprintf(stderr, "halo-engine: puzzles: %s '%s'\n", why, what);
	return 2;
}

/* puzzles GAME [--count N] [--seed S] */
static int
run_puzzles(int argc, char **argv)
{
	const struct game *g = argc > 0 ? rules_game(argv[0]) : NULL;
	uint64_t count = 10, seed = 0;

	if (argc == 0)
		return bad_argument("missing argument after", "puzzles");
	if (!g || !engine_plays(g, NULL))
		return bad_argument("no such game:", argv[0]);
	for (int i = 1; i < argc; i += 2) {
		bool counts = strcmp(argv[i], "--count") == 0;

		if (!counts && strcmp(argv[i], "--seed") != 0)
			return bad_argument("unknown argument", argv[i]);
		if (i + 1 == argc)
			return bad_argument("missing argument after", argv[i]);
		if (uci_number(argv[i + 1], UINT64_MAX, counts ? &count : &seed) < 0)
			return bad_argument("not a number:", argv[i + 1]);
	}
	if (puzzles_print(g, count, seed) < 0) {
		fputs("halo-engine: out of memory\n", stderr);
		return 1;
	}
	return ferror(stdout) ? 1 : 0;
}

int
main(int argc, char **argv)
{
	static struct uci uci;
	static struct input in;

	if (argc == 2 && strcmp(argv[1], "--help") == 0)
		return usage(stdout);
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		puts("halo-engine " HALO_VERSION);
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "puzzles") == 0)
		return run_puzzles(argc - 2, argv + 2);
	if (argc > 1 && strcmp(argv[1], "tune") == 0)
		return tune_main(argc - 2, argv + 2);
	if (argc > 1)
		return usage(stderr);
	if (uci_init(&uci) < 0) {
		fputs("halo-engine: out of memory\n", stderr);
		return 1;
	}
	/* A search with a limit ends by itself, so that commands can come from a file. */
	if (run(&uci, &in))
		(void)think_wait(&uci.think);
	uci_free(&uci);
	return ferror(stdout) ? 1 : 0;
}

/*
 * Plays games with simulated hands on a simulated board and compares the session's record
 * with the intended moves.
 *
 *   test-hands [--style NAME] [--senses occupancy|polarity|level] [--seed N]
 *              [--planned w|b|both] [--games N] [--only N] [--list] [--traces DIR] [--trace FILE] [--most-lost N] GAMES.pgn …
 *
 * Exits 0 if no wrong action was recorded, no game got stuck, and no style lost more than
 * N.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/daemon/hands/collection.h"
#include "tests/daemon/hands/play.h"

enum { TRACE_SIZE = 4 * 1024 * 1024, TRACES_MAX = 400 };

struct options {
	const char *style; /* NULL: all */
	uint8_t senses;
	uint64_t seed;
	unsigned games;     /* maximum from each file */
	unsigned only;      /* only this one of each file; 0: all */
	uint64_t most_lost; /* plies in one style */
	uint8_t planned;    /* bits of colours that computers play */
	bool list;
	const char *traces; /* folder for traces of errors */
	const char *trace;  /* file for the whole (last) game */
	int first_file;
};

static struct live live;
static struct meant meant;
static struct play player;
static struct tracer tracer;

static int
usage(void)
{
	(void)fprintf(stderr, "usage: test-hands [--style NAME] [--senses S] [--seed N] "
			      "[--planned w|b|both] "
			      "[--games N] [--only N] [--list] [--traces DIR] [--trace FILE] "
			      "[--most-lost N] GAMES.pgn ...\n");
	return 2;
}

static bool
number(const char *text, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 10);
	return errno == 0 && *text != '\0' && *end == '\0';
}

static bool
senses_parse(const char *text, uint8_t *out)
{
	static const char *const names[] = { "occupancy", "polarity", "level" };

	for (uint8_t i = 0; i < 3; i++) {
		if (strcmp(text, names[i]) == 0) {
			*out = i;
			return true;
		}
	}
	return false;
}

static bool
planned_parse(const char *text, uint8_t *out)
{
	*out = strcmp(text, "w") == 0      ? 1
	       : strcmp(text, "b") == 0    ? 2
	       : strcmp(text, "both") == 0 ? 3
					   : 0;
	return *out != 0;
}

/* Parses one option with its value; returns false if either is invalid. */
static bool
option_take(struct options *o, const char *name, const char *value)
{
	uint64_t n = 0;

	if (strcmp(name, "--style") == 0)
		return (o->style = value) != NULL && style_find(value) != NULL;
	if (strcmp(name, "--senses") == 0)
		return senses_parse(value, &o->senses);
	if (strcmp(name, "--planned") == 0)
		return planned_parse(value, &o->planned);
	if (strcmp(name, "--traces") == 0)
		return (o->traces = value) != NULL;
	if (strcmp(name, "--trace") == 0)
		return (o->trace = value) != NULL;
	if (!number(value, &n))
		return false;
	if (strcmp(name, "--seed") == 0)
		o->seed = n;
	else if (strcmp(name, "--games") == 0)
		o->games = (unsigned)n;
	else if (strcmp(name, "--only") == 0)
		o->only = (unsigned)n;
	else if (strcmp(name, "--most-lost") == 0)
		o->most_lost = n;
	else
		return false;
	return true;
}

static bool
options_parse(struct options *o, int argc, char **argv)
{
	int i = 1;

	*o = (struct options){ .seed = 1, .games = UINT32_MAX, .most_lost = UINT64_MAX };
	for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
		if (strcmp(argv[i], "--list") == 0)
			o->list = true;
		else if (i + 1 == argc || !option_take(o, argv[i], argv[i + 1]))
			return false;
		else
			i++;
	}
	o->first_file = i;
	return i < argc;
}

static bool
play_file(const char *path, const struct options *o)
{
	struct collection c;
	int r;

	if (!collection_open(&c, path))
		return false;
	while ((r = collection_next(&c, &meant)) == 1 && c.number <= o->games) {
		if (o->only != 0 && c.number != o->only)
			continue;
		/* Each game has its own seed, so it plays the same alone and among others. */
		play_game(&player, &live, &meant, o->senses, o->seed * 1000003 + c.number * 7919);
	}
	collection_close(&c);
	return r >= 0;
}

static void
print_head(void)
{
	(void)printf("%-8s %5s %7s %7s %7s %6s %5s %5s %10s %10s %8s %6s %9s\n", "style", "games",
		     "plies", "right", "amended", "asked", "lost", "WRONG", "takebacks", "illegal",
		     "pestered", "stuck", "edges");
}

static void
print_tally(const char *style, const struct tally *t)
{
	(void)printf("%-8s %5u %7u %7u %7u %6u %5u %5u %5u/%-4u %5u/%-4u %8u %6u %9u\n", style,
		     t->games, t->plies, t->verdict[RIGHT], t->verdict[AMENDED], t->verdict[ASKED],
		     t->verdict[LOST], t->verdict[WRONG], t->takebacks - t->takebacks_failed,
		     t->takebacks, t->illegal - t->illegal_failed, t->illegal, t->pestered,
		     t->broken, t->edges);
	for (unsigned i = 0; i < t->reasons.n; i++)
		(void)printf("    %-7s %5u  %s (first: %s)\n",
			     verdict_name(t->reasons.row[i].verdict), t->reasons.row[i].count,
			     t->reasons.row[i].text, t->reasons.row[i].example);
}

/* Plays all files in one style. Returns false on a forbidden result. */
static bool
play_style(const struct style *st, const struct options *o, int argc, char **argv)
{
	static struct tally tally;
	bool ok = true;

	memset(&tally, 0, sizeof(tally));
	player.style = st;
	player.tally = &tally;
	player.list = o->list ? stdout : NULL;
	player.trace_dir = o->traces;
	player.traces_left = TRACES_MAX;
	player.sim.planned = o->planned;
	player.sim.seated = true;
	player.whole_trace = o->trace != NULL;
	player.sim.tracer = o->traces != NULL || o->trace != NULL ? &tracer : NULL;
	for (int i = o->first_file; i < argc; i++)
		ok = play_file(argv[i], o) && ok;
	print_tally(st->name, &tally);
	return ok && tally.games > 0 && tally.verdict[WRONG] == 0 && tally.broken == 0 &&
	       tally.verdict[LOST] <= o->most_lost;
}

static bool
write_trace(const char *path)
{
	int r = record_file_write(path, tracer.text, tracer.len);

	if (r != 0)
		(void)fprintf(stderr, "%s: %s\n", path, strerror(-r));
	return r == 0 && !tracer.full;
}

int
main(int argc, char **argv)
{
	struct options o;
	bool ok = true;

	if (!options_parse(&o, argc, argv))
		return usage();
	tracer.size = TRACE_SIZE;
	tracer.text = calloc(1, TRACE_SIZE);
	if (tracer.text == NULL)
		return 1;
	print_head();
	for (unsigned i = 0; i < n_styles; i++)
		if (o.style == NULL || strcmp(o.style, styles[i].name) == 0)
			ok = play_style(&styles[i], &o, argc, argv) && ok;
	if (o.trace != NULL)
		ok = write_trace(o.trace) && ok;
	free(tracer.text);
	return ok ? 0 : 1;
}

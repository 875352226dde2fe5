/*
 * bench-rules [STOCKFISH] [GAME …]: measures how many positions a second the
 * rule core counts on one core, in all games or the named ones, from the
 * generator that rules_actions uses. Chess and Chess960 alternate with
 * Stockfish's `go perft` in the same run. Times are CPU time, so that a busy
 * machine disturbs less.
 *
 *   bulk    the last actions are counted (as in Stockfish)
 *   all     every action is applied, the last ones too
 *   calls   every action through rules_actions and rules_apply, as in other rooms
 *
 * The last two go one ply less deep.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <stdio.h>
#include <string.h>

#include "rules/game.h"
#include "rules/rules.h"

enum { ROUNDS = 5 };

enum way { WAY_BULK, WAY_ALL, WAY_CALLS, WAY_STOCKFISH, WAYS };

static const char *const way_names[WAYS] = { "bulk", "all", "calls", "stockfish" };

static const struct {
	const char *game, *text;
	unsigned depth;
} rows[] = {
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6 },
	{ "chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5 },
	{ "chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5 },
	{ "chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7 },
	{ "chess960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", 6 },
	{ "chess960", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 5 },
	{ "chess960", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 5 },
	{ "chess960", "1rk2r2/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/1RK2R2 w FBfb - 0 1", 5 },
	/* Games that only this program counts; rows of one game are adjacent. */
	{ "accounting", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5 },
	{ "accounting", "r3k2r/p1ppqpb1/bn2pnp1/3P*N3/1p*2P3/2N2Q*1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	  5 },
	{ "dice-money",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 stage=roll dice=- money=1,2 "
	  "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/- extra=0 flight=0",
	  5 },
	{ "dice-money",
	  "r3k2r/p1ppqpb1/1n2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 9 stage=roll dice=- "
	  "money=24,18 prices=5,15,5,3,7,11,19,10/6,15,5,4,7,11,19,10 lost=P/bp extra=0 flight=0",
	  4 },
	{ "abstract",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 table=neto turn=single "
	  "transfers=free stage=move last=-,-",
	  4 },
	{ "abstract",
	  "r3k2r/p1ppsnb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPSBBPPP/R3K2R w - - 0 1 table=aronson "
	  "turn=double transfers=free stage=move last=m,t",
	  5 },
	{ "zombie",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 stage=move buried=-/- left=- "
	  "moved=- hold=- dust=-",
	  5 },
	{ "zombie",
	  "r3k2r/p1ppqpb1/bn2pnp1/3PN^3/1p2P3/2N2Q1p/PPPB^BPPP/R3K2R w KQkq - 0 1 stage=move "
	  "buried=na1.pb2/Pe8.Bh8 left=- moved=- hold=- dust=-",
	  4 },
	{ "masquerade",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 stage=move masks=QNBRK/RKNBQ "
	  "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-",
	  6 },
	{ "masquerade",
	  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 stage=move "
	  "masks=QNBRK/RKNBQ "
	  "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-",
	  5 },
	{ "crowded-house",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 seat=wk passes=0", 6 },
	{ "crowded-house",
	  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 seat=wk passes=0",
	  5 },
	{ "cooperative",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 cards=real stage=move "
	  "hands=#3/#3 discards=-/- captured=- pile=#26 piece=- wild=0",
	  5 },
	{ "cooperative",
	  "r3k2r/p1ppqpb1/1n2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 9 cards=dealt "
	  "stage=move hands=2H,QH,8S/10S,9D,5S discards=9C,4S/8D,2S,3C captured=KH "
	  "pile=8H,QS,4H,3S,9S piece=- wild=0",
	  6 },
	{ "half-alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 checkers=12,12",
	  5 },
	{ "half-alice",
	  "r3k2r/p1ppqpb1/bn@2pnp@1/3PN@3/1p2P@3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 checkers=9,9",
	  5 },
	{ "american",
	  "rnbmqqqmbnr/11/3c1c1c3/ppppppppppp/11/PPPPPPPPPPP/3C1C1C3/11/RNBMQQQMBNR "
	  "w - - 0 1",
	  3 },
	{ "american",
	  "rnb1qqq1bnr/11/3c1c1c3/pp1pppp1ppp/2p4p3/PPP1PPPPPPP/3C1C1C3/11/RNB1QQQ1BNR "
	  "w - - 0 9",
	  4 },
};

/* A Stockfish that receives positions over UCI. */
struct engine {
	FILE *in, *out;
	pid_t pid;
	clockid_t clock;
};

static void
die(const char *what)
{
	fprintf(stderr, "bench-rules: %s: %s\n", what, strerror(errno));
	exit(2);
}

static double
seconds(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) < 0)
		die("clock_gettime");
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct engine
engine_start(const char *path)
{
	int to[2], from[2];
	struct engine e;

	if (pipe(to) < 0 || pipe(from) < 0)
		die("pipe");
	e.pid = fork();
	if (e.pid < 0)
		die("fork");
	if (e.pid == 0) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		close(to[1]);
		close(from[0]);
		execl(path, path, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	e.in = fdopen(to[1], "w");
	e.out = fdopen(from[0], "r");
	if (!e.in || !e.out || clock_getcpuclockid(e.pid, &e.clock) != 0)
		die(path);
	return e;
}

/* Returns the rest of the first line with that beginning. */
static char *
engine_hear(struct engine *e, const char *begins, char *line, size_t size)
{
	while (fgets(line, (int)size, e->out))
		if (strncmp(line, begins, strlen(begins)) == 0)
			return line + strlen(begins);
	fprintf(stderr, "bench-rules: Stockfish ended without '%s'\n", begins);
	exit(2);
}

static uint64_t
engine_perft(struct engine *e, size_t row, double *spent)
{
	char line[256], *count;
	double begin;

	fprintf(e->in, "setoption name UCI_Chess960 value %s\nposition fen %s\nisready\n",
		strcmp(rows[row].game, "chess960") ? "false" : "true", rows[row].text);
	fflush(e->in);
	engine_hear(e, "readyok", line, sizeof(line));
	begin = seconds(e->clock);
	fprintf(e->in, "go perft %u\n", rows[row].depth);
	fflush(e->in);
	count = engine_hear(e, "Nodes searched: ", line, sizeof(line));
	*spent = seconds(e->clock) - begin;
	return strtoull(count, NULL, 10);
}

static void
engine_finish(struct engine *e)
{
	fputs("quit\n", e->in);
	fclose(e->in);
	fclose(e->out);
	waitpid(e->pid, NULL, 0);
}

static uint64_t
walk(const struct game *g, const struct position *p, unsigned depth)
{
	struct action list[RULES_ACTIONS_MAX];
	uint64_t sum = 0;
	size_t n;

	if (depth == 0)
		return 1;
	n = rules_actions(g, p, list);
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;

		rules_apply(g, &child, list[i]);
		sum += walk(g, &child, depth - 1);
	}
	return sum;
}

static uint64_t
core_perft(const struct game *g, const struct position *p, unsigned depth, enum way way)
{
	if (way == WAY_CALLS)
		return walk(g, p, depth);
	return g->perft ? g->perft(p, depth, way == WAY_BULK)
			: game_perft(g, p, depth, way == WAY_BULK);
}

static bool
is_stockfish_row(size_t row)
{
	return strncmp(rows[row].game, "chess", 5) == 0;
}

/* The slow ways go one ply less deep. */
static unsigned
depth_of(size_t row, enum way way)
{
	return rows[row].depth - (way == WAY_ALL || way == WAY_CALLS);
}

/* Measures one method of one row once; returns positions a second and *nodes. */
static double
measure(size_t row, const struct position *p, enum way way, struct engine *e, uint64_t *nodes)
{
	const struct game *g = rules_game(rows[row].game);
	double begin, spent;

	if (way == WAY_STOCKFISH) {
		*nodes = engine_perft(e, row, &spent);
		return (double)*nodes / spent;
	}
	begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
	*nodes = core_perft(g, p, depth_of(row, way), way);
	spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
	return (double)*nodes / spent;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Measures all methods of one row in turns; the median of each goes to rate[]. */
static void
measure_row(size_t row, struct engine *e, double rate[WAYS])
{
	double taken[WAYS][ROUNDS];
	struct rules_error err;
	struct position p;
	uint64_t nodes[WAYS];
	int ways = e && is_stockfish_row(row) ? WAYS : WAY_STOCKFISH;

	if (rules_parse(rules_game(rows[row].game), rows[row].text, &p, &err) < 0) {
		fprintf(stderr, "bench-rules: %s: %s\n", rows[row].text, err.why);
		exit(2);
	}
	for (int round = 0; round < ROUNDS; round++)
		for (int way = 0; way < ways; way++)
			taken[way][round] = measure(row, &p, (enum way)way, e, &nodes[way]);
	for (int way = 0; way < ways; way++) {
		const struct game *g = rules_game(rows[row].game);
		uint64_t want = core_perft(g, &p, depth_of(row, (enum way)way), WAY_BULK);

		if (nodes[way] != want) {
			fprintf(stderr, "bench-rules: %s: %s counts %" PRIu64 ", not %" PRIu64 "\n",
				rows[row].text, way_names[way], nodes[way], want);
			exit(1);
		}
		qsort(taken[way], ROUNDS, sizeof(double), compare);
		rate[way] = taken[way][ROUNDS / 2];
	}
}

static void
print_row(const char *name, const double rate[WAYS], bool beside)
{
	printf("%-10s", name);
	for (int way = 0; way < (beside ? WAYS : WAY_STOCKFISH); way++)
		printf("  %s %6.1f M/s", way_names[way], rate[way] / 1e6);
	if (beside)
		printf("  ratio %.2f", rate[WAY_BULK] / rate[WAY_STOCKFISH]);
	printf("\n");
}

/* Combines the rates of one game: the harmonic mean, as for equal counts in sequence. */
static void
print_game(const char *game, double (*rates)[WAYS], bool beside)
{
	double mean[WAYS];

	for (int way = 0; way < (beside ? WAYS : WAY_STOCKFISH); way++) {
		double time = 0;
		unsigned n = 0;

		for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			if (strcmp(rows[i].game, game))
				continue;
			time += 1 / rates[i][way];
			n++;
		}
		mean[way] = n / time;
	}
	printf("together ");
	print_row(game, mean, beside);
}

/* Reports whether the row's game is named. Without names all are. */
static bool
is_wanted(size_t row, char *const *names)
{
	for (size_t i = 0; names[i]; i++)
		if (strcmp(names[i], rows[row].game) == 0)
			return true;
	return !names[0];
}

int
main(int argc, char **argv)
{
	double rates[sizeof(rows) / sizeof(rows[0])][WAYS];
	bool beside = argc > 1 && strchr(argv[1], '/') && access(argv[1], X_OK) == 0;
	char **names = argv + 1 + beside;
	struct engine e;

	if (beside)
		e = engine_start(argv[1]);
	for (char **name = names; *name; name++)
		if (!rules_game(*name)) {
			fprintf(stderr, "bench-rules: no such game: %s\n", *name);
			return 2;
		}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!is_wanted(i, names))
			continue;
		measure_row(i, beside ? &e : NULL, rates[i]);
		print_row(rows[i].game, rates[i], beside && is_stockfish_row(i));
		fflush(stdout);
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (is_wanted(i, names) && (i == 0 || strcmp(rows[i].game, rows[i - 1].game)))
			print_game(rows[i].game, rates, beside && is_stockfish_row(i));
	if (beside)
		engine_finish(&e);
	return 0;
}

#include "daemon/engine/uci.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	HASH_DEFAULT_MB = 16,
	HASH_MAX_MB = 1024,
	LEVELS = 10,
	/* Time for what is not search: the pipe, the other program. */
	OVERHEAD_MS = 15,
	MOVES_TO_GO = 28,
	TIME_MAX_MS = 1 << 30,
};

/* How levels below the highest are weakened. */
static const struct level {
	unsigned nodes, noise;
} levels[LEVELS + 1] = {
	{ 0, 0 },     { 40, 160 },  { 80, 120 },  { 160, 90 },  { 320, 70 }, { 640, 50 },
	{ 1300, 35 }, { 2600, 25 }, { 6000, 15 }, { 20000, 8 }, { 0, 0 },
};

/* --- Words and replies ------------------------------------------------------------ */

__attribute__((format(printf, 1, 2))) static void
reply_error(const char *format, ...)
{
	va_list args;

	fputs("info string error: ", stdout);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
}

/* Returns the next word of *at and moves *at behind it; NULL: there is none. */
static char *
next_word(char **at)
{
	char *word = *at + strspn(*at, " \t"), *end = word + strcspn(word, " \t");

	if (word == end)
		return NULL;
	*at = end + (*end != '\0');
	*end = '\0';
	return word;
}

/* Reads a whole number; returns 0, or -1. */
static int
read_number(const char *word, uint64_t max, uint64_t *out)
{
	char *end;

	if (!word || word[0] < '0' || word[0] > '9')
		return -1;
	errno = 0;
	*out = strtoull(word, &end, 10);
	return *end == '\0' && errno == 0 && *out <= max ? 0 : -1;
}

/* Waits for a search that ends by itself; reports one that does not. */
static bool
is_idle(struct uci *u)
{
	if (think_wait(&u->think))
		return true;
	reply_error("a search is running; send stop first");
	return false;
}

/* --- Memory and positions ------------------------------------------------------------ */

static int
set_hash(struct uci *u, size_t mb)
{
	size_t size = engine_size() + (mb << 20);
	void *memory = malloc(size);

	if (!memory)
		return -1;
	free(u->memory);
	u->memory = memory;
	u->think.engine = engine_new(memory, size);
	u->hash_mb = mb;
	return 0;
}

/* Sets the start position; Chess960 starts from the orthodox array, as in other programs. */
static void
set_start(const struct game *g, struct position *p)
{
	struct rules_error err;
	int status = rules_start(g, rules_has_arrays(g) ? "index=518" : "", p, &err);

	assert(status == 0);
}

static void
set_game(struct uci *u, const struct game *g)
{
	if (g == u->g)
		return;
	u->g = g;
	set_start(g, &u->p);
	u->n_past = 0;
	engine_clear(u->think.engine);
}

int
uci_init(struct uci *u)
{
	memset(u, 0, sizeof(*u));
	think_init(&u->think);
	u->level = LEVELS;
	u->lines = 1;
	if (set_hash(u, HASH_DEFAULT_MB) < 0)
		return -1;
	set_game(u, rules_game("chess"));
	return 0;
}

void
uci_free(struct uci *u)
{
	think_free(&u->think);
	free(u->memory);
}

/* --- uci, setoption -------------------------------------------------------------------- */

static void
run_uci(struct uci *u, char *args)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)u;
	(void)args;
	printf("id name halo-engine %s\nid author the Haloboard developers\n", HALO_VERSION);
	printf("option name Hash type spin default %d min 1 max %d\n", HASH_DEFAULT_MB,
	       HASH_MAX_MB);
	puts("option name Threads type spin default 1 min 1 max 1");
	printf("option name MultiPV type spin default 1 min 1 max %d\n", ENGINE_LINES_MAX);
	puts("option name Ponder type check default false");
	puts("option name UCI_Chess960 type check default false");
	fputs("option name UCI_Variant type combo default chess", stdout);
	for (size_t i = 0; i < n; i++)
		if (engine_plays(games[i], NULL))
			printf(" var %s", rules_name(games[i]));
	printf("\noption name Level type spin default %d min 1 max %d\n", LEVELS, LEVELS);
	puts("option name Seed type string default 0");
	puts("uciok");
	fflush(stdout);
}

static int
option_hash(struct uci *u, const char *value)
{
	uint64_t mb;

	if (read_number(value, HASH_MAX_MB, &mb) < 0 || mb < 1)
		return -1;
	return mb == u->hash_mb ? 0 : set_hash(u, (size_t)mb);
}

static int
option_threads(struct uci *u, const char *value)
{
	uint64_t n;

	(void)u;
	return read_number(value, 1, &n) < 0 || n < 1 ? -1 : 0;
}

static int
option_lines(struct uci *u, const char *value)
{
	uint64_t n;

	if (read_number(value, ENGINE_LINES_MAX, &n) < 0 || n < 1)
		return -1;
	u->lines = (unsigned)n;
	return 0;
}

static int
option_ponder(struct uci *u, const char *value)
{
	(void)u;
	return strcmp(value, "true") != 0 && strcmp(value, "false") != 0 ? -1 : 0;
}

static int
option_chess960(struct uci *u, const char *value)
{
	bool on = strcmp(value, "true") == 0;
	const char *name = rules_name(u->g);

	if (!on && strcmp(value, "false") != 0)
		return -1;
	if (on && strcmp(name, "chess") == 0)
		set_game(u, rules_game("chess960"));
	if (!on && strcmp(name, "chess960") == 0)
		set_game(u, rules_game("chess"));
	return 0;
}

static int
option_variant(struct uci *u, const char *value)
{
	const struct game *g = rules_game(value);

	if (!g || !engine_plays(g, NULL))
		return -1;
	set_game(u, g);
	return 0;
}

static int
option_level(struct uci *u, const char *value)
{
	uint64_t n;

	if (read_number(value, LEVELS, &n) < 0 || n < 1)
		return -1;
	u->level = (unsigned)n;
	return 0;
}

static int
option_seed(struct uci *u, const char *value)
{
	uint64_t seed;

	if (read_number(value, UINT64_MAX, &seed) < 0)
		return -1;
	u->seed = seed;
	return 0;
}

/* setoption name NAME value VALUE */
static void
run_setoption(struct uci *u, char *args)
{
	static const struct option {
		const char *name;
		int (*set)(struct uci *u, const char *value);
	} options[] = {
		{ "Hash", option_hash },
		{ "Threads", option_threads },
		{ "MultiPV", option_lines },
		{ "Ponder", option_ponder },
		{ "UCI_Chess960", option_chess960 },
		{ "UCI_Variant", option_variant },
		{ "Level", option_level },
		{ "Seed", option_seed },
	};
	const char *word[4];

	for (unsigned i = 0; i < 4; i++)
		word[i] = next_word(&args);
	if (!word[3] || strcmp(word[0], "name") != 0 || strcmp(word[2], "value") != 0 ||
	    next_word(&args)) {
		reply_error("usage: setoption name NAME value VALUE");
		return;
	}
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (strcmp(options[i].name, word[1]) != 0)
			continue;
		if (is_idle(u) && options[i].set(u, word[3]) < 0)
			reply_error("option %s cannot be '%s'", word[1], word[3]);
		return;
	}
	reply_error("no option '%s'", word[1]);
}

/* --- position --------------------------------------------------------------------------- */

/* Applies the actions named in `moves` to *p; returns 0, or -1 after reporting an error. */
static int
apply_moves(const struct uci *u, char *moves, struct position *p, uint64_t *past, size_t *n_past)
{
	char *word;

	while ((word = next_word(&moves))) {
		struct action a;

		if (*n_past == UCI_ACTIONS_MAX) {
			reply_error("more than %d moves", UCI_ACTIONS_MAX);
			return -1;
		}
		if (rules_action_parse(u->g, p, word, &a) < 0) {
			reply_error("illegal move '%s'", word);
			return -1;
		}
		past[(*n_past)++] = engine_key(p);
		rules_apply(u->g, p, a);
	}
	return 0;
}

/* Cuts args before the word `moves`; returns what follows it, or an empty text. */
static char *
cut_moves(char *args)
{
	for (char *at = args; (at = strstr(at, "moves")); at++) {
		bool begins = at == args || at[-1] == ' ' || at[-1] == '\t';

		if (begins && (at[5] == ' ' || at[5] == '\t' || at[5] == '\0')) {
			char *rest = at + 5;

			while (at > args && (at[-1] == ' ' || at[-1] == '\t'))
				at--;
			*at = '\0';
			/* `at` may be the blank before, so the rest is never lost. */
			return rest;
		}
	}
	return args + strlen(args);
}

/* position startpos|fen TEXT [moves ACTION …] */
static void
run_position(struct uci *u, char *args)
{
	char *moves = cut_moves(args), *word = next_word(&args);
	uint64_t past[UCI_ACTIONS_MAX];
	struct rules_error err;
	struct position p;
	size_t n_past = 0;

	if (!is_idle(u))
		return;
	if (word && strcmp(word, "startpos") == 0 && !next_word(&args)) {
		set_start(u->g, &p);
	} else if (word && strcmp(word, "fen") == 0) {
		if (rules_parse(u->g, args, &p, &err) < 0) {
			reply_error("%s (column %zu)", err.why, err.at + 1);
			return;
		}
	} else {
		reply_error("usage: position startpos|fen TEXT [moves ACTION ...]");
		return;
	}
	if (!engine_plays(u->g, &p)) {
		reply_error("the engine cannot see the cards of a real deck");
		return;
	}
	if (apply_moves(u, moves, &p, past, &n_past) < 0)
		return;
	u->p = p;
	u->n_past = n_past;
	memcpy(u->past, past, n_past * sizeof(*past));
}

/* --- go ------------------------------------------------------------------------------------ */

/* The numbers of a `go` command, in the order of go_words. */
enum go { DEPTH, NODES, MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, MATE, GO_NUMBERS };
static const char *const go_words[GO_NUMBERS] = {
	"depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate",
};

static enum go
go_index(const char *word)
{
	unsigned i = 0;

	while (i < GO_NUMBERS && strcmp(go_words[i], word) != 0)
		i++;
	return (enum go)i;
}

static bool
is_go_word(const char *word)
{
	return go_index(word) < GO_NUMBERS || strcmp(word, "infinite") == 0 ||
	       strcmp(word, "ponder") == 0 || strcmp(word, "searchmoves") == 0;
}

/* Reads actions up to a word of `go`, which it returns; NULL: the end. *bad: an illegal one. */
static char *
read_searchmoves(const struct uci *u, char **args, struct think_limits *l, const char **bad)
{
	char *word;

	while ((word = next_word(args)) && !is_go_word(word)) {
		if (l->task.n_only == RULES_ACTIONS_MAX ||
		    rules_action_parse(u->g, &u->p, word, &l->only[l->task.n_only++]) < 0) {
			*bad = word;
			return NULL;
		}
	}
	return word;
}

/* Reads a `go` command into *l and value[], UINT64_MAX where absent; 0, or -1 after an error. */
static int
read_go(const struct uci *u, char *args, struct think_limits *l, uint64_t value[GO_NUMBERS])
{
	const char *bad = NULL;
	char *word = next_word(&args);

	while (word) {
		enum go i = go_index(word);
		const char *number;

		if (strcmp(word, "searchmoves") == 0) {
			word = read_searchmoves(u, &args, l, &bad);
			if (bad || l->task.n_only == 0) {
				reply_error("illegal searchmoves '%s'", bad ? bad : "");
				return -1;
			}
			continue;
		}
		if (strcmp(word, "infinite") == 0) {
			l->infinite = true;
		} else if (strcmp(word, "ponder") == 0) {
			l->ponder = true;
		} else if (i == GO_NUMBERS) {
			reply_error("go: unknown word '%s'", word);
			return -1;
		} else if (number = next_word(&args),
			   read_number(number, INT64_MAX, &value[i]) < 0) {
			reply_error("go: %s needs a number, not '%s'", word, number ? number : "");
			return -1;
		}
		word = next_word(&args);
	}
	return 0;
}

static int64_t
limited(uint64_t ms)
{
	return ms < TIME_MAX_MS ? (int64_t)ms : TIME_MAX_MS;
}

/* Sets the time from the clock of the side to act: an even share, and a few times that at most. */
static void
set_time(const struct uci *u, struct think_limits *l, const uint64_t value[GO_NUMBERS])
{
	unsigned colour = rules_turn_seat(u->g, &u->p) & 1;
	uint64_t left = value[WTIME + colour], more = value[WINC + colour];
	uint64_t moves = value[MOVESTOGO];
	int64_t ms, share;

	if (value[MOVETIME] != UINT64_MAX) {
		ms = limited(value[MOVETIME]) - OVERHEAD_MS;
		l->hard_ms = ms > 1 ? ms : 1;
	} else if (left != UINT64_MAX) {
		ms = limited(left) - OVERHEAD_MS;
		ms = ms > 1 ? ms : 1;
		share = moves != UINT64_MAX && moves > 0 && moves < MOVES_TO_GO ? (int64_t)moves + 1
										: MOVES_TO_GO;
		share = ms / share + (more != UINT64_MAX ? limited(more) * 3 / 4 : 0);
		l->hard_ms = share * 4 < ms * 3 / 4 ? share * 4 : ms * 3 / 4;
		l->hard_ms = l->hard_ms > 1 ? l->hard_ms : 1;
		/* The last iteration takes as long as all before it, so half of the share. */
		l->soft_ms = share / 2 < l->hard_ms ? share / 2 : l->hard_ms;
		l->soft_ms = l->soft_ms > 1 ? l->soft_ms : 1;
	}
}

/* Sets limits of depth and nodes, also by level. Without any limit the search is infinite. */
static void
set_limits(const struct uci *u, struct think_limits *l, const uint64_t value[GO_NUMBERS])
{
	const struct level *level = &levels[u->level];
	uint64_t depth = value[DEPTH];

	l->task.depth = depth < ENGINE_PLIES_MAX ? (unsigned)depth : 0;
	l->task.nodes = value[NODES] != UINT64_MAX ? value[NODES] : 0;
	l->mate = value[MATE] < ENGINE_PLIES_MAX ? (unsigned)value[MATE] : 0;
	if (level->nodes && (l->task.nodes == 0 || level->nodes < l->task.nodes))
		l->task.nodes = level->nodes;
	l->task.noise = level->noise;
	if (!l->task.depth && !l->task.nodes && !l->mate && !l->hard_ms)
		l->infinite = true;
}

static void
run_go(struct uci *u, char *args)
{
	struct think_limits l = { .task = { .g = u->g, .past = u->past, .n_past = u->n_past } };
	uint64_t value[GO_NUMBERS];

	if (!is_idle(u))
		return;
	memset(value, 0xff, sizeof(value));
	if (read_go(u, args, &l, value) < 0)
		return;
	if (rules_to_act(u->g, &u->p) == SEAT_CHANCE) {
		reply_error("chance acts now; add its roll to the moves");
		return;
	}
	if (rules_outcome(u->g, &u->p, NULL).result != RESULT_ONGOING) {
		puts("info string the game is over\nbestmove (none)");
		fflush(stdout);
		return;
	}
	l.p = u->p;
	l.task.lines = u->lines;
	l.task.seed = u->seed;
	set_time(u, &l, value);
	set_limits(u, &l, value);
	think_start(&u->think, &l);
}

/* --- The other commands ------------------------------------------------------------------- */

static void
run_isready(struct uci *u, char *args)
{
	(void)u;
	(void)args;
	puts("readyok");
	fflush(stdout);
}

static void
run_ucinewgame(struct uci *u, char *args)
{
	(void)args;
	if (is_idle(u))
		engine_clear(u->think.engine);
}

static void
run_stop(struct uci *u, char *args)
{
	(void)args;
	think_stop(&u->think);
}

static void
run_ponderhit(struct uci *u, char *args)
{
	(void)args;
	think_ponderhit(&u->think);
}

/* d: prints the position, as `position fen` takes it. */
static void
run_d(struct uci *u, char *args)
{
	char text[RULES_POSITION_TEXT];

	(void)args;
	rules_print(u->g, &u->p, text);
	printf("info string %s %s\n", rules_name(u->g), text);
	fflush(stdout);
}

static void
run_debug(struct uci *u, char *args)
{
	(void)u;
	(void)args;
}

bool
uci_run(struct uci *u, char *line)
{
	static const struct command {
		const char *name;
		void (*run)(struct uci *u, char *args);
	} commands[] = {
		{ "uci", run_uci },
		{ "isready", run_isready },
		{ "setoption", run_setoption },
		{ "ucinewgame", run_ucinewgame },
		{ "position", run_position },
		{ "go", run_go },
		{ "stop", run_stop },
		{ "ponderhit", run_ponderhit },
		{ "debug", run_debug },
		{ "d", run_d },
	};
	char *word = next_word(&line);

	if (!word)
		return true;
	if (strcmp(word, "quit") == 0)
		return false;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, word) == 0) {
			commands[i].run(u, line);
			return true;
		}
	}
	reply_error("unknown command '%s'", word);
	return true;
}

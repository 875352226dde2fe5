/*
 * halo-rules [--explain] GAME: a line interface to the rule core. Reads one
 * command per line from standard input. Prints the reply to standard output,
 * ended by `ok` or `error: WHY`. A faulty line changes nothing and never ends
 * the program. --explain adds lines: `why: …` before an action is illegal,
 * `cause: …` before each square.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"

enum {
	/* Longer lines are refused; the longest game in one `apply` is shorter. */
	LINE_SIZE = 1 << 20,
	/* Bounds the recursion. */
	PERFT_MAX = 200,
};

/* The state of the tool. */
struct table {
	const struct game *g;
	struct position p;
	struct history h;
	bool explain;
};

/* A command. args: the rest of its line, NUL-terminated, perhaps empty. */
struct command {
	const char *name;
	bool (*run)(struct table *t, char *args); /* true: run has printed an error */
};

static bool
print_error(const char *why, const char *culprit)
{
	printf("error: %s%s\n", why, culprit);
	return true;
}

static bool
print_rules_error(const struct rules_error *err)
{
	printf("error: %s (column %zu)\n", err->why, err->at + 1);
	return true;
}

/* Returns the next word of *args, or NULL; words are separated by blanks. */
static char *
next_word(char **args)
{
	char *word = *args + strspn(*args, " \t");
	size_t len = strcspn(word, " \t");

	if (len == 0)
		return NULL;
	*args = word + len + (word[len] != '\0');
	word[len] = '\0';
	return word;
}

/* Returns the only word of args, or NULL after printing an error. */
static const char *
only_word(char *args, const char *missing)
{
	const char *word = next_word(&args), *more = word ? next_word(&args) : NULL;

	if (!word)
		print_error("missing: ", missing);
	else if (more)
		print_error("unexpected: ", more);
	return more ? NULL : word;
}

static bool
has_words(char *args)
{
	const char *word = next_word(&args);

	return word && print_error("unexpected: ", word);
}

static void
set_position(struct table *t, const struct position *p)
{
	t->p = *p;
	rules_history_start(t->g, &t->h, p);
}

static bool
run_new(struct table *t, char *args)
{
	/* Words may be separated by several blanks here; the core requires one space. */
	size_t len = 0;
	char *options = args, *word;
	struct rules_error err;
	struct position p;

	while ((word = next_word(&args))) {
		size_t n = strlen(word);

		if (len > 0)
			options[len++] = ' ';
		memmove(options + len, word, n);
		len += n;
	}
	options[len] = '\0';
	if (rules_start(t->g, options, &p, &err) < 0)
		return print_rules_error(&err);
	set_position(t, &p);
	return false;
}

static bool
run_position(struct table *t, char *args)
{
	struct rules_error err;
	struct position p;

	if (rules_parse(t->g, args, &p, &err) < 0)
		return print_rules_error(&err);
	set_position(t, &p);
	return false;
}

static bool
run_print(struct table *t, char *args)
{
	char text[RULES_POSITION_TEXT];

	if (has_words(args))
		return true;
	rules_print(t->g, &t->p, text);
	puts(text);
	return false;
}

static bool
run_view(struct table *t, char *args)
{
	const char *name = only_word(args, "a seat, or table");
	char text[RULES_POSITION_TEXT];
	unsigned seat;

	if (!name)
		return true;
	seat = rules_seat_parse(t->g, name);
	if (seat == SEAT_NONE)
		return print_error("no such seat: ", name);
	rules_view_print(t->g, &t->p, seat, text);
	puts(text);
	return false;
}

/* An action with its name, for sorting. */
struct named {
	char name[RULES_ACTION_TEXT];
	struct action a;
};

static int
named_compare(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

/* Lists the legal actions sorted by name; none in a finished game. */
static size_t
list_named(const struct table *t, struct named out[RULES_ACTIONS_MAX])
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	if (rules_outcome(t->g, &t->p, &t->h).result != RESULT_ONGOING)
		return 0;
	n = rules_actions(t->g, &t->p, list);
	for (size_t i = 0; i < n; i++) {
		out[i].a = list[i];
		rules_action_print(t->g, &t->p, list[i], out[i].name);
	}
	qsort(out, n, sizeof(*out), named_compare);
	return n;
}

static bool
run_actions(struct table *t, char *args)
{
	struct named list[RULES_ACTIONS_MAX];
	size_t n;

	if (has_words(args))
		return true;
	n = list_named(t, list);
	for (size_t i = 0; i < n; i++)
		puts(list[i].name);
	return false;
}

/* Finds the legal action of that name; none in a finished game. */
static bool
find_action(const struct table *t, const char *name, struct action *a)
{
	return rules_outcome(t->g, &t->p, &t->h).result == RESULT_ONGOING &&
	       rules_action_parse(t->g, &t->p, name, a) == 0;
}

/* With --explain, prints "why: pinned e8: The piece is pinned: …" for the seat whose turn it is. */
static void
explain_illegal(const struct table *t, const char *name)
{
	char text[RULES_REFUSAL_TEXT], sq[4];
	struct refusal why;

	if (!t->explain)
		return;
	rules_refuse_text(t->g, &t->p, rules_turn_seat(t->g, &t->p), name, &why);
	if (!why.rule) { /* drawn by repetition, which the position does not show */
		puts("why: game-over: The game is over.");
		return;
	}
	rules_refusal_print(&why, text);
	printf("why: %s", why.rule);
	while (!sqset_empty(why.squares)) {
		rules_square_print(t->g, sqset_pop(&why.squares), sq);
		printf(" %s", sq);
	}
	printf(": %s\n", text);
}

static bool
print_illegal(const struct table *t, const char *name)
{
	explain_illegal(t, name);
	return print_error("illegal action ", name);
}

static bool
run_apply(struct table *t, char *args)
{
	struct table trial = *t;
	const char *name = next_word(&args);
	struct action a;

	if (!name)
		return print_error("missing: ", "an action");
	for (; name; name = next_word(&args)) {
		if (!find_action(&trial, name, &a))
			return print_illegal(&trial, name);
		rules_apply(trial.g, &trial.p, a);
		rules_history_push(trial.g, &trial.h, &trial.p);
	}
	*t = trial;
	return false;
}

static bool
run_outcome(struct table *t, char *args)
{
	char text[64];

	if (has_words(args))
		return true;
	rules_outcome_print(t->g, rules_outcome(t->g, &t->p, &t->h), text);
	puts(text);
	return false;
}

/* Reads a depth of at least min; returns -1 after printing an error. */
static int
read_depth(char *args, int min)
{
	const char *word = only_word(args, "a depth");
	int depth = 0;

	if (!word)
		return -1;
	for (const char *c = word; *c; c++) {
		if (*c < '0' || *c > '9' || (depth = depth * 10 + (*c - '0')) > PERFT_MAX) {
			print_error("not a depth: ", word);
			return -1;
		}
	}
	if (depth < min) {
		print_error("the depth is at least 1, not ", word);
		return -1;
	}
	return depth;
}

static bool
run_perft(struct table *t, char *args)
{
	int depth = read_depth(args, 0);

	if (depth < 0)
		return true;
	printf("%" PRIu64 "\n", rules_perft(t->g, &t->p, &t->h, (unsigned)depth));
	return false;
}

static bool
run_divide(struct table *t, char *args)
{
	int depth = read_depth(args, 1);
	struct named list[RULES_ACTIONS_MAX];
	uint64_t total = 0;
	size_t n;

	if (depth < 0)
		return true;
	n = list_named(t, list);
	for (size_t i = 0; i < n; i++) {
		struct table after = *t;
		uint64_t count;

		rules_apply(after.g, &after.p, list[i].a);
		rules_history_push(after.g, &after.h, &after.p);
		count = rules_perft(after.g, &after.p, &after.h, (unsigned)depth - 1);
		printf("%s %" PRIu64 "\n", list[i].name, count);
		total += count;
	}
	printf("%" PRIu64 "\n", total);
	return false;
}

static void
explain_change(const struct change *c)
{
	static const char *const causes[] = {
		[CAUSE_MOVED] = "moved",       [CAUSE_CAPTURED] = "captured",
		[CAUSE_PROMOTED] = "promoted", [CAUSE_CASTLED] = "castled",
		[CAUSE_PLACED] = "placed",     [CAUSE_REMOVED] = "removed",
		[CAUSE_MARKED] = "marked",
	};
	static const char *const marks[] = {
		[MARK_KEPT] = "",
		[MARK_GIVEN] = ", marked",
		[MARK_TAKEN] = ", unmarked",
	};

	printf("cause: %s%s\n", causes[c->cause], marks[c->mark]);
}

static bool
run_squares(struct table *t, char *args)
{
	const char *name = only_word(args, "an action");
	struct footprint print;
	struct action a;

	if (!name)
		return true;
	if (!find_action(t, name, &a))
		return print_illegal(t, name);
	rules_footprint(t->g, &t->p, a, &print);
	for (unsigned i = 0; i < print.n; i++) {
		char sq[4], before[4], after[4];

		if (t->explain)
			explain_change(&print.change[i]);
		rules_square_print(t->g, print.change[i].sq, sq);
		rules_piece_print(t->g, print.change[i].before, before);
		rules_piece_print(t->g, print.change[i].after, after);
		printf("%s %s>%s\n", sq, before, after);
	}
	return false;
}

static bool
run_games(struct table *t, char *args)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)t;
	if (has_words(args))
		return true;
	for (size_t i = 0; i < n; i++)
		puts(rules_name(games[i]));
	return false;
}

static const struct command commands[] = {
	{ "new", run_new },         { "position", run_position }, { "print", run_print },
	{ "view", run_view },       { "actions", run_actions },   { "apply", run_apply },
	{ "outcome", run_outcome }, { "perft", run_perft },       { "divide", run_divide },
	{ "squares", run_squares }, { "games", run_games },
};

static bool
run_line(struct table *t, char *line)
{
	char *args = line;
	const char *word = next_word(&args);

	if (!word)
		return print_error("the line is empty", "");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(commands[i].name, word) == 0)
			return commands[i].run(t, args);
	return print_error("unknown command: ", word);
}

enum line_state { LINE_END, LINE_GOOD, LINE_LONG, LINE_NUL };

/* Reads a line without its end; the last line may lack a newline. */
static enum line_state
read_line(char line[LINE_SIZE])
{
	enum line_state state = LINE_GOOD;
	size_t len = 0;
	int c = getchar();

	if (c == EOF)
		return LINE_END;
	for (; c != '\n' && c != EOF; c = getchar()) {
		if (c == '\0' && state == LINE_GOOD)
			state = LINE_NUL;
		if (len + 1 < LINE_SIZE)
			line[len++] = (char)c;
		else
			state = LINE_LONG;
	}
	line[len] = '\0';
	return state;
}

static void
reply(struct table *t, enum line_state state, char *line)
{
	bool failed;

	if (state == LINE_LONG)
		failed = print_error("the line is too long", "");
	else if (state == LINE_NUL)
		failed = print_error("the line has a NUL byte", "");
	else
		failed = run_line(t, line);
	if (!failed)
		puts("ok");
	fflush(stdout);
}

static void
usage(FILE *to)
{
	size_t n;
	const struct game *const *g = rules_games(&n);

	fputs("usage: halo-rules [--explain] GAME\n"
	      "       halo-rules --help | --version\ngames:", to);
	for (size_t i = 0; i < n; i++)
		fprintf(to, " %s", rules_name(g[i]));
	fputc('\n', to);
}

int
main(int argc, char **argv)
{
	static char line[LINE_SIZE];
	static struct table t;
	enum line_state state;
	char none[1] = "";

	if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		usage(stdout);
		return 0;
	}
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		puts("halo-rules " HALO_VERSION);
		return 0;
	}
	t.explain = argc == 3 && strcmp(argv[1], "--explain") == 0;
	if (argc != 2 + t.explain) {
		usage(stderr);
		return 2;
	}
	t.g = rules_game(argv[argc - 1]);
	if (!t.g) {
		fprintf(stderr, "halo-rules: no such game: %s\n", argv[argc - 1]);
		usage(stderr);
		return 2;
	}
	run_new(&t, none);
	while ((state = read_line(line)) != LINE_END) {
		reply(&t, state, line);
		if (ferror(stdout))
			return 1;
	}
	return 0;
}

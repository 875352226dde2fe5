#include "daemon/engine/uci_impl.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine/level.h"

/* --- Words and replies ------------------------------------------------------------ */

void
uci_error(const char *format, ...)
{
	va_list args;

	fputs("info string error: ", stdout);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
}

char *
uci_word(char **at)
{
	char *word = *at + strspn(*at, " \t"), *end = word + strcspn(word, " \t");

	if (word == end)
		return NULL;
	*at = end + (*end != '\0');
	*end = '\0';
	return word;
}

int
uci_number(const char *word, uint64_t max, uint64_t *out)
{
	char *end;

	if (!word || word[0] < '0' || word[0] > '9')
		return -1;
	errno = 0;
	*out = strtoull(word, &end, 10);
	return *end == '\0' && errno == 0 && *out <= max ? 0 : -1;
}

bool
uci_is_idle(struct uci *u)
{
	if (think_wait(&u->think))
		return true;
	uci_error("a search is running; send stop first");
	return false;
}

/* --- Memory and positions ------------------------------------------------------------ */

int
uci_set_hash(struct uci *u, size_t mb)
{
	size_t size = engine_size() + (mb << 20);
	void *memory = calloc(1, size); /* pages that no search touches cost nothing */

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

void
uci_set_game(struct uci *u, const struct game *g)
{
	if (g == u->g)
		return;
	u->g = g;
	set_start(g, &u->p);
	u->view = engine_whole();
	u->n_past = 0;
	engine_clear(u->think.engine);
}

int
uci_init(struct uci *u)
{
	memset(u, 0, sizeof(*u));
	think_init(&u->think);
	u->level = LEVEL_MAX;
	u->elo = LEVEL_ELO_MAX;
	u->lines = 1;
	if (uci_set_hash(u, UCI_HASH_MB) < 0)
		return -1;
	uci_set_game(u, rules_game("chess"));
	return 0;
}

void
uci_free(struct uci *u)
{
	think_free(&u->think);
	free(u->memory);
}

/* --- position --------------------------------------------------------------------------- */

/* Applies the actions named in `moves` to *p; returns 0, or -1 after reporting an error. */
static int
apply_moves(const struct uci *u, char *moves, struct position *p, uint64_t *past, size_t *n_past)
{
	char *word;

	while ((word = uci_word(&moves))) {
		struct action a;

		if (*n_past == UCI_ACTIONS_MAX) {
			uci_error("more than %d moves", UCI_ACTIONS_MAX);
			return -1;
		}
		if (rules_action_parse(u->g, p, word, &a) < 0) {
			uci_error("illegal move '%s'", word);
			return -1;
		}
		past[(*n_past)++] = rules_key(p);
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

/* Reports whether actions would leave the view unknown. */
static bool
hides_something(const struct engine_view *view)
{
	return view->seat != SEAT_NONE || ~(view->hiding[0] & view->hiding[1]);
}

/* position startpos|fen TEXT [moves ACTION …] */
static void
run_position(struct uci *u, char *args)
{
	char *moves = cut_moves(args), *word = uci_word(&args);
	uint64_t past[UCI_ACTIONS_MAX];
	struct engine_view view = engine_whole();
	struct rules_error err;
	struct position p;
	size_t n_past = 0;

	if (!uci_is_idle(u))
		return;
	if (word && strcmp(word, "startpos") == 0 && !uci_word(&args)) {
		set_start(u->g, &p);
	} else if (word && strcmp(word, "fen") == 0) {
		if (engine_parse(u->g, args, &p, &view, &err) < 0) {
			uci_error("%s (column %zu)", err.why, err.at + 1);
			return;
		}
	} else {
		uci_error("usage: position startpos|fen TEXT [moves ACTION ...]");
		return;
	}
	if (!engine_plays(u->g, &p)) {
		uci_error("the engine cannot see the cards of a real deck");
		return;
	}
	if (hides_something(&view) && moves[strspn(moves, " \t")] != '\0') {
		uci_error("moves cannot follow a view, whose hidden part decides about them");
		return;
	}
	if (apply_moves(u, moves, &p, past, &n_past) < 0)
		return;
	u->p = p;
	u->view = view;
	u->n_past = n_past;
	memcpy(u->past, past, n_past * sizeof(*past));
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
	if (uci_is_idle(u))
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

/* Prints squares as in "e2.f4". */
static void
print_squares(const struct game *g, uint64_t set)
{
	const char *dot = "";

	if (!set)
		putchar('-');
	for (unsigned sq = 0; set; sq++, set >>= 1) {
		char name[4];

		if (!(set & 1))
			continue;
		rules_square_print(g, sq, name);
		printf("%s%s", dot, name);
		dot = ".";
	}
}

/* d: prints the position, as `position fen` takes it. */
static void
run_d(struct uci *u, char *args)
{
	const uint64_t *hiding = u->view.hiding;
	char text[RULES_POSITION_TEXT];

	(void)args;
	if (u->view.seat == SEAT_NONE)
		rules_print(u->g, &u->p, text);
	else
		rules_view_print(u->g, &u->p, u->view.seat, text);
	printf("info string %s %s", rules_name(u->g), text);
	if (~(hiding[0] & hiding[1])) {
		printf(" hiding=");
		print_squares(u->g, hiding[0]);
		putchar('/');
		print_squares(u->g, hiding[1]);
	}
	putchar('\n');
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
		{ "uci", uci_run_uci },
		{ "isready", run_isready },
		{ "setoption", uci_run_setoption },
		{ "ucinewgame", run_ucinewgame },
		{ "position", run_position },
		{ "go", uci_run_go },
		{ "stop", run_stop },
		{ "ponderhit", run_ponderhit },
		{ "debug", run_debug },
		{ "d", run_d },
	};
	char *word = uci_word(&line);

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
	uci_error("unknown command '%s'", word);
	return true;
}

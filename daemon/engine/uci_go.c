/* The command `go`: its limits, its time, and the level of play. */
#include <stdio.h>
#include <string.h>

#include "daemon/engine/level.h"
#include "daemon/engine/uci_impl.h"

enum {
	/* Time for what is not search: the pipe, the other program. */
	OVERHEAD_MS = 15,
	MOVES_TO_GO = 28,
	TIME_MAX_MS = 1 << 30,
};

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

	while ((word = uci_word(args)) && !is_go_word(word)) {
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
	char *word = uci_word(&args);

	while (word) {
		enum go i = go_index(word);
		const char *number;

		if (strcmp(word, "searchmoves") == 0) {
			word = read_searchmoves(u, &args, l, &bad);
			if (bad || l->task.n_only == 0) {
				uci_error("illegal searchmoves '%s'", bad ? bad : "");
				return -1;
			}
			continue;
		}
		if (strcmp(word, "infinite") == 0) {
			l->infinite = true;
		} else if (strcmp(word, "ponder") == 0) {
			l->ponder = true;
		} else if (i == GO_NUMBERS) {
			uci_error("go: unknown word '%s'", word);
			return -1;
		} else if (number = uci_word(&args), uci_number(number, INT64_MAX, &value[i]) < 0) {
			uci_error("go: %s needs a number, not '%s'", word, number ? number : "");
			return -1;
		}
		word = uci_word(&args);
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
	bool chess = rules_game("chess") == u->g || rules_game("chess960") == u->g;
	uint64_t depth = value[DEPTH];

	l->task.depth = depth < ENGINE_PLIES_MAX ? (unsigned)depth : 0;
	l->task.nodes = value[NODES] != UINT64_MAX ? value[NODES] : 0;
	l->mate = value[MATE] < ENGINE_PLIES_MAX ? (unsigned)value[MATE] : 0;
	level_apply(u->by_elo && chess ? level_of_elo(u->elo) : level_of(u->g, u->level), &l->task);
	if (!l->task.depth && !l->task.nodes && !l->mate && !l->hard_ms)
		l->infinite = true;
}

/* Reports whether the view hides what the seat to act sees. */
static bool
is_blind(const struct uci *u)
{
	return u->view.seat != SEAT_NONE && u->view.seat != rules_turn_seat(u->g, &u->p);
}

/*
 * Restricts the search to actions that are legal whatever the view hides. Returns false if there are
 * none.
 */
static bool
keep_sure(const struct uci *u, struct think_limits *l)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = engine_actions(u->g, &u->p, &u->view, u->seed, list), kept = 0;

	if (l->task.n_only == 0) {
		memcpy(l->only, list, n * sizeof(*list));
		kept = n;
	}
	for (size_t i = 0; i < l->task.n_only; i++)
		for (size_t k = 0; k < n; k++)
			if (rules_action_equal(l->only[i], list[k]))
				l->only[kept++] = list[k];
	l->task.n_only = kept;
	return kept > 0;
}

/* Prints the number of actions that will be scored, so that a reader can tell a whole iteration. */
static void
print_count(const struct think_limits *l)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = l->task.n_only ? l->task.n_only : rules_actions(l->task.g, &l->p, list);

	printf("info string actions %zu\n", n);
	fflush(stdout);
}

void
uci_run_go(struct uci *u, char *args)
{
	struct think_limits l = { .task = { .g = u->g, .past = u->past, .n_past = u->n_past } };
	uint64_t value[GO_NUMBERS];

	if (!uci_is_idle(u))
		return;
	memset(value, 0xff, sizeof(value));
	if (read_go(u, args, &l, value) < 0)
		return;
	if (rules_to_act(u->g, &u->p) == SEAT_CHANCE) {
		uci_error("chance acts now; add its roll to the moves");
		return;
	}
	if (!is_blind(u) || !keep_sure(u, &l)) {
		if (rules_outcome(u->g, &u->p, NULL).result != RESULT_ONGOING) {
			puts("info string the game is over\nbestmove (none)");
			fflush(stdout);
			return;
		}
		if (is_blind(u)) {
			uci_error("the view hides what the seat to act may do");
			return;
		}
	}
	l.p = u->p;
	l.view = u->view;
	l.task.all = u->lines > ENGINE_LINES_MAX;
	l.task.lines = l.task.all ? 1 : u->lines;
	l.task.seed = u->seed;
	set_time(u, &l, value);
	set_limits(u, &l, value);
	if (l.task.all)
		print_count(&l);
	think_start(&u->think, &l);
}

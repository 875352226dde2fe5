/*
 * Makes the game collections of this folder: a UCI engine plays itself with few
 * nodes, after an opening of random moves, so that games differ, blunder,
 * promote and end by mate.
 *
 *   make-games ENGINE chess|chess960 GAMES SEED WHITE_NODES BLACK_NODES PLIES_MAX
 *
 * PGN on standard output. Equal arguments and engine version, equal games: the
 * engine runs on one thread with a cleared table before each game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/record/pgn.h"
#include "tests/daemon/hands/rng.h"

enum { COMMAND_MAX = 16384 };

struct engine {
	pid_t pid;
	FILE *to, *from;
};

static bool
engine_start(struct engine *e, const char *path)
{
	int in[2], out[2];

	if (pipe(in) != 0 || pipe(out) != 0)
		return false;
	e->pid = fork();
	if (e->pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		close(in[1]);
		close(out[0]);
		execl(path, path, (char *)NULL);
		perror(path);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	e->to = fdopen(in[1], "w");
	e->from = fdopen(out[0], "r");
	return e->pid > 0 && e->to != NULL && e->from != NULL;
}

static void
engine_say(struct engine *e, const char *line)
{
	(void)fprintf(e->to, "%s\n", line);
	(void)fflush(e->to);
}

/* Reads lines until one begins with `word`; false: the engine is gone. */
static bool
engine_wait(struct engine *e, const char *word, char line[COMMAND_MAX])
{
	while (fgets(line, COMMAND_MAX, e->from) != NULL)
		if (strncmp(line, word, strlen(word)) == 0)
			return true;
	(void)fprintf(stderr, "the engine stopped\n");
	return false;
}

static bool
engine_move(struct engine *e, const char *fen, const char *moves, unsigned nodes, char out[16])
{
	static char line[COMMAND_MAX];

	(void)snprintf(line, sizeof(line), "position fen %s%s%s\ngo nodes %u", fen,
		       moves[0] != '\0' ? " moves" : "", moves, nodes);
	engine_say(e, line);
	return engine_wait(e, "bestmove", line) && sscanf(line, "bestmove %15s", out) == 1;
}

/* A random legal action, now and then the one an engine would not think of. */
static void
random_move(const struct record *r, struct rng *rng, char out[RULES_ACTION_TEXT])
{
	static struct action action[RULES_ACTIONS_MAX];
	size_t n = rules_actions(r->game, &r->last, action);

	rules_action_print(r->game, &r->last, action[rng_below(rng, (unsigned)n)], out);
}

static bool
play(struct engine *e, struct record *r, struct rng *rng, const unsigned nodes[2],
     unsigned plies_max)
{
	static char moves[COMMAND_MAX / 2];
	char fen[RULES_POSITION_TEXT], word[RULES_ACTION_TEXT], line[COMMAND_MAX];
	unsigned opening = 2 + rng_below(rng, 8);
	struct history h;
	size_t len = 0;

	rules_print(r->game, &r->start, fen);
	rules_history_start(r->game, &h, &r->start);
	moves[0] = '\0';
	engine_say(e, "ucinewgame\nisready");
	if (!engine_wait(e, "readyok", line))
		return false;
	while (r->n < plies_max && rules_outcome(r->game, &r->last, &h).result == RESULT_ONGOING) {
		if (r->n < opening)
			random_move(r, rng, word);
		else if (!engine_move(e, fen, moves, nodes[r->n % 2], word))
			return false;
		if (record_add_text(r, word, RECORD_NO_TIME) != 0) {
			(void)fprintf(stderr, "the engine plays %s, which is illegal\n", word);
			return false;
		}
		rules_history_push(r->game, &h, &r->last);
		len += (size_t)snprintf(moves + len, sizeof(moves) - len, " %s", word);
	}
	struct outcome o = rules_outcome(r->game, &r->last, &h);

	r->result = record_result_rules(o);
	return true;
}

static bool
make_game(struct engine *e, const struct game *g, struct rng *rng, const unsigned nodes[2],
	  unsigned plies_max, unsigned round)
{
	struct position start;
	struct record r = { 0 };
	struct rules_error err;
	char options[32] = "", *pgn;
	bool ok;

	if (strcmp(rules_name(g), "chess960") == 0)
		(void)snprintf(options, sizeof(options), "index=%u", rng_below(rng, 960));
	if (rules_start(g, options, &start, &err) != 0)
		return false;
	record_init(&r, g, &start);
	(void)snprintf(r.round, sizeof(r.round), "%u", round);
	record_text_set(r.event, "Self-play with few nodes");
	ok = play(e, &r, rng, nodes, plies_max);
	pgn = ok ? pgn_print(&r) : NULL;
	if (pgn != NULL)
		(void)fputs(pgn, stdout);
	free(pgn);
	record_finish(&r);
	return ok && pgn != NULL;
}

int
main(int argc, char **argv)
{
	struct engine e;
	char line[COMMAND_MAX];
	bool ok = true;

	if (argc != 8 || rules_game(argv[2]) == NULL) {
		(void)fprintf(stderr, "usage: make-games ENGINE chess|chess960 GAMES SEED "
				      "WHITE_NODES BLACK_NODES PLIES_MAX\n");
		return 2;
	}
	const struct game *g = rules_game(argv[2]);
	struct rng rng = { strtoull(argv[4], NULL, 10) };
	const unsigned nodes[2] = { (unsigned)atoi(argv[5]), (unsigned)atoi(argv[6]) };

	if (!engine_start(&e, argv[1]))
		return 1;
	(void)snprintf(line, sizeof(line),
		       "uci\nsetoption name Threads value 1\nsetoption name UCI_Chess960 value %s",
		       strcmp(argv[2], "chess960") == 0 ? "true" : "false");
	engine_say(&e, line);
	for (unsigned i = 0; ok && i < (unsigned)atoi(argv[3]); i++)
		ok = make_game(&e, g, &rng, nodes, (unsigned)atoi(argv[7]), i + 1);
	engine_say(&e, "quit");
	(void)waitpid(e.pid, NULL, 0);
	return ok ? 0 : 1;
}

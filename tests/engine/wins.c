/*
 * Forced wins, found by exhaustive search with the rule core alone.
 *
 *   wins find GAME COUNT TURNS SEED   prints COUNT positions of random games in which the seat to
 *                                     act wins in TURNS of its turns, and no sooner:
 *                                     GAME TURNS ACTION,… | POSITION, with all actions that win
 *                                     In games that hide something TURNS is 1, the position is
 *                                     the seat's view, and the actions win in each of its worlds
 *   wins solve NODES [ROWS]           gives each position to the engine, which has to choose one
 *                                     of these actions and announce a win; fails if it does not
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/engine/exhaustive.h"
#include "tests/engine/players.h"

enum {
	BUDGET = 3000000, /* positions; who needs more is skipped */
	ROW_SIZE = RULES_POSITION_TEXT + RULES_ACTIONS_MAX * RULES_ACTION_TEXT,
	HASH_MB = 16,
	PLIES_MAX = 300,
};

/* --- find ------------------------------------------------------------------------ */

/* Reports whether a draw by fifty moves may be claimed before the win. */
static bool
is_old(const char *text)
{
	unsigned halfmoves = 0;

	return sscanf(text, "%*s %*s %*s %*s %u", &halfmoves) == 1 && halfmoves > 90;
}

/* Prints the row if the position is a win in that many turns and no sooner. */
static bool
print_win(const struct game *g, const struct position *p, unsigned turns)
{
	struct exhaustive s = { g, rules_turn_seat(g, p) & 1, BUDGET };
	struct action list[RULES_ACTIONS_MAX];
	char text[RULES_POSITION_TEXT], row[ROW_SIZE] = "";
	size_t n = rules_actions(g, p, list), at = 0;

	rules_print(g, p, text);
	if (is_old(text) || (turns > 1 && exhaustive_wins(&s, p, turns - 1)) ||
	    !exhaustive_wins(&s, p, turns) || s.budget < 0)
		return false;
	s.budget = 10L * BUDGET;
	for (size_t i = 0; i < n; i++) {
		char action[RULES_ACTION_TEXT];

		if (!exhaustive_wins_by(&s, p, list[i], turns))
			continue;
		rules_action_print(g, p, list[i], action);
		at += (size_t)snprintf(row + at, sizeof(row) - at, "%s%s", at ? "," : "", action);
	}
	if (s.budget < 0)
		return false;
	printf("%s %u %s | %s\n", rules_name(g), turns, row, text);
	return true;
}

/* --- find in games that hide something ---------------------------------------------- */

/* The actions that win at once in every world that was added. */
struct sure {
	const struct game *g;
	char text[RULES_POSITION_TEXT]; /* of the position; "?" stands where worlds differ */
	struct action list[RULES_ACTIONS_MAX];
	size_t n, worlds, buried;
	uint64_t hiding;
};

/* Keeps the actions that win in this world too; a text that is no position is no world. */
static void
add_world(struct sure *s, const char *text)
{
	struct rules_error err;
	struct position p;
	size_t kept = 0;

	if (rules_parse(s->g, text, &p, &err) < 0)
		return;
	s->worlds++;
	for (size_t i = 0; i < s->n; i++) {
		struct position child = p;
		struct outcome o;

		if (!rules_legal(s->g, &p, s->list[i]))
			continue;
		rules_apply(s->g, &child, s->list[i]);
		o = rules_outcome(s->g, &child, NULL);
		if (o.result == RESULT_WIN && o.colour == (rules_turn_seat(s->g, &p) & 1))
			s->list[kept++] = s->list[i];
	}
	s->n = kept;
}

/* Adds the worlds of all masks whose remaining letters are those; `at` is the first one open. */
static void
add_masks(struct sure *s, char *text, char *at, const char *letters)
{
	if (*at == '/' || *at == ' ') {
		add_world(s, text);
		return;
	}
	for (const char *letter = letters; *letter && s->n > 0; letter++) {
		char rest[8];

		snprintf(rest, sizeof(rest), "%.*s%s", (int)(letter - letters), letters,
			 letter + 1);
		*at = *letter;
		add_masks(s, text, at + 1, rest);
	}
}

/* Adds the worlds of all squares, each higher than `from`, for the captives `letters`. */
static void
add_graves(struct sure *s, const char *head, const char *letters, unsigned from, const char *tail)
{
	char text[RULES_POSITION_TEXT];

	if (!*letters) {
		if (snprintf(text, sizeof(text), "%s%s", head, tail) < (int)sizeof(text))
			add_world(s, text);
		return;
	}
	for (unsigned sq = from; sq < 64 && s->n > 0; sq++) {
		for (const char *letter = letters; *letter && s->hiding >> sq & 1; letter++) {
			char rest[4];

			if (strchr(letters, *letter) != letter)
				continue; /* equal captives are the same world */
			snprintf(rest, sizeof(rest), "%.*s%s", (int)(letter - letters), letters,
				 letter + 1);
			if (snprintf(text, sizeof(text), "%s%c%c%u%s", head, *letter, 'a' + sq % 8,
				     sq / 8 + 1, *rest ? "." : "") < (int)sizeof(text))
				add_graves(s, text, rest, sq + 1, tail);
		}
	}
}

/* Adds the worlds that the view of the seat to act allows; up to two captives are hidden. */
static void
add_worlds(struct sure *s, const struct play *play, unsigned us)
{
	bool masks = strstr(s->text, " masks=") != NULL;
	char *value = strstr(s->text, masks ? " masks=" : " buried=") + (masks ? 7 : 8);
	char *half = (us == 0) == masks ? value : strchr(value, '/') + 1, letters[64] = "";
	char *end = half + strcspn(half, "/ "), tail[RULES_POSITION_TEXT];

	if (masks) {
		add_masks(s, s->text, half, "KQRBN");
		return;
	}
	for (char *c = half; c < end && *c != '-'; c += strcspn(c, ".") + (c < end))
		letters[s->buried++] = *c;
	s->hiding = play->view.hiding[!us];
	if (s->buried < 1 || s->buried > 2)
		return;
	strcpy(tail, end);
	*half = '\0';
	add_graves(s, s->text, letters, 0, tail);
}

static void
print_hiding(const struct play *play)
{
	printf(" hiding=");
	for (unsigned side = 0; side < 2; side++) {
		const char *dot = "";

		for (unsigned sq = 0; sq < 64; sq++) {
			if (!(play->view.hiding[side] >> sq & 1))
				continue;
			printf("%s%c%u", dot, 'a' + sq % 8, sq / 8 + 1);
			dot = ".";
		}
		printf("%s%s", *dot ? "" : "-", side ? "\n" : "/");
	}
}

/* Prints the row if some action wins at once in every world, of which there are several. */
static bool
print_sure(const struct play *play)
{
	static struct sure s;
	unsigned us = rules_turn_seat(play->g, &play->p) & 1;
	char text[RULES_POSITION_TEXT];
	size_t here;

	s = (struct sure){ .g = play->g };
	s.n = rules_actions(play->g, &play->p, s.list);
	rules_print(play->g, &play->p, s.text);
	if (is_old(s.text))
		return false;
	add_world(&s, s.text);
	if (s.n == 0)
		return false;
	here = s.n;
	add_worlds(&s, play, us);
	/* Of masks, other actions win in some worlds only. Of burials that is too rare. */
	if (s.n == 0 || s.worlds < 3 || (s.buried == 0 && s.n == here))
		return false;
	printf("%s 1 ", rules_name(play->g));
	for (size_t i = 0; i < s.n; i++) {
		rules_action_print(play->g, &play->p, s.list[i], text);
		printf("%s%s", i ? "," : "", text);
	}
	rules_view_print(play->g, &play->p, us, text);
	printf(" | %s", text);
	if (strcmp(rules_name(play->g), "zombie") == 0)
		print_hiding(play);
	else
		putchar('\n');
	return true;
}

/* --- find ---------------------------------------------------------------------------- */

/*
 * Sets up a small position of American Chess, because its usual ones have too many actions: a
 * general in the gauntlet and three other pieces a side.
 */
static void
set_american(struct play *play, const struct game *g)
{
	char text[RULES_POSITION_TEXT] = "", cell[RULES_RANKS_MAX][RULES_FILES_MAX] = { 0 };
	struct rules_error err;
	size_t at = 0;

	for (unsigned i = 0; i < 8; i++) {
		unsigned file = (unsigned)(players_random(&play->random) % RULES_FILES_MAX);
		unsigned rank = (unsigned)(players_random(&play->random) % RULES_RANKS_MAX);
		const char *letters = i % 2 ? "pnbrc" : "PNBRC";

		if (i < 2)
			file = 4 + file % 3;
		cell[rank][file] = i < 2 ? "Qq"[i] : letters[players_random(&play->random) % 5];
	}
	for (unsigned rank = RULES_RANKS_MAX; rank-- > 0;) {
		for (unsigned file = 0; file < RULES_FILES_MAX; file++) {
			unsigned empty = 0;

			while (file < RULES_FILES_MAX && !cell[rank][file]) {
				file++;
				empty++;
			}
			if (empty)
				at += (size_t)sprintf(text + at, "%u", empty);
			if (file < RULES_FILES_MAX)
				text[at++] = cell[rank][file];
		}
		text[at++] = rank ? '/' : ' ';
	}
	sprintf(text + at, "%c - - 0 9", players_random(&play->random) % 2 ? 'w' : 'b');
	if (rules_parse(g, text, &play->p, &err) < 0)
		abort(); /* every such position may be set */
	rules_history_start(g, &play->h, &play->p);
}

static int
find(const struct game *g, unsigned count, unsigned turns, uint64_t seed)
{
	static struct play play;
	struct player greedy, random;

	player_init(&greedy, "greedy", 0);
	player_init(&random, "random", 0);
	while (count > 0) {
		play_start(&play, g, seed++, 0);
		if (strcmp(rules_name(g), "american") == 0)
			set_american(&play, g);
		for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
			struct player *next = players_random(&play.random) % 2 ? &greedy : &random;

			play_chance(&play);
			if (rules_outcome(g, &play.p, &play.h).result != RESULT_ONGOING)
				break;
			/* One position a game, so that they differ. */
			if (rules_chooses_secretly(g) ? print_sure(&play)
						      : (ply > 8 || rules_files(g) > 8) &&
								print_win(g, &play.p, turns)) {
				count--;
				break;
			}
			play_apply(&play, player_choose(next, &play));
		}
	}
	return 0;
}

/* --- solve ------------------------------------------------------------------------ */

/* Reports whether the list "a,b,c" holds the word. */
static bool
is_listed(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at++)
		if ((at == list || at[-1] == ',') && (at[len] == ',' || at[len] == '\0'))
			return true;
	return false;
}

static bool
solve_row(struct engine *e, char *row, uint64_t nodes)
{
	char *name = strtok(row, " "), *turns = strtok(NULL, " "), *list = strtok(NULL, " ");
	char *text = strtok(NULL, "\n") + 2, action[RULES_ACTION_TEXT];
	const struct game *g = rules_game(name);
	struct engine_task task = { .g = g, .lines = 1, .nodes = nodes };
	struct engine_report best;
	struct engine_view view;
	struct rules_error err;
	struct position p;

	if (engine_parse(g, text, &p, &view, &err) < 0) {
		printf("%s: %s\n", text, err.why);
		return false;
	}
	task.p = &p;
	task.view = &view;
	engine_clear(e);
	engine_search(e, &task, &best);
	rules_action_print(g, &p, best.pv[0], action);
	if (best.score > ENGINE_WIN - 1000 && is_listed(list, action))
		return true;
	printf("%s, win in %s by %s: %s, score %d, depth %u: %s\n", name, turns, list, action,
	       best.score, best.depth, text);
	return false;
}

static int
solve(uint64_t nodes, FILE *in)
{
	static char row[ROW_SIZE];
	size_t size = engine_size() + ((size_t)HASH_MB << 20);
	struct engine *e = engine_new(calloc(1, size), size);
	unsigned rows = 0, solved = 0;
	clock_t begin = clock(), longest = 0;

	while (fgets(row, sizeof(row), in)) {
		clock_t start = clock();

		if (row[0] == '#' || row[0] == '\n')
			continue;
		rows++;
		solved += solve_row(e, row, nodes);
		longest = clock() - start > longest ? clock() - start : longest;
	}
	free(e);
	printf("%u of %u solved, %.3f s CPU each, %.3f at most\n", solved, rows,
	       (double)(clock() - begin) / CLOCKS_PER_SEC / (rows ? rows : 1),
	       (double)longest / CLOCKS_PER_SEC);
	return rows == 0 || solved < rows;
}

int
main(int argc, char **argv)
{
	const struct game *g = argc > 2 ? rules_game(argv[2]) : NULL;

	if (argc == 6 && strcmp(argv[1], "find") == 0 && g)
		return find(g, (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]),
			    strtoull(argv[5], NULL, 10));
	if (argc >= 3 && strcmp(argv[1], "solve") == 0) {
		FILE *rows = argc > 3 ? fopen(argv[3], "r") : stdin;

		if (rows)
			return solve(strtoull(argv[2], NULL, 10), rows);
		perror(argv[3]);
		return 2;
	}
	fputs("usage: wins find GAME COUNT TURNS SEED\n       wins solve NODES [ROWS]\n", stderr);
	return 2;
}

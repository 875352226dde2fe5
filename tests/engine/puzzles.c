/*
 * puzzles NODES LEAST: reads what `halo-engine puzzles` printed and checks each row.
 *
 * - The fields and the line follow the rules; the half-move clock is 0.
 * - A win in one or two turns: by exhaustive search with the rule core, the solution wins in so
 *   many turns and no other action does. Where something is hidden, it wins in every one of many
 *   worlds, and no other action does.
 * - Cooperative Chess: by exhaustive search of the turn, only the solution captures so much.
 * - A search of NODES positions finds the solution first, and no other action wins by it. Where
 *   something is hidden, the solution wins in each of these worlds by as many positions in all.
 * - A theme "...-in-N" has the score of a win.
 *
 * Fails if a row fails a check by the rule core, or fewer than LEAST percent pass the search.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine/puzzle.h"
#include "tests/engine/exhaustive.h"

enum {
	WORLDS = 60,
	BUDGET = 4000000, /* positions of one exhaustive search */
	HASH_SIZE = 4 << 20,
	ROW_SIZE = RULES_POSITION_TEXT + PUZZLE_LINE_MAX * RULES_ACTION_TEXT + 200,
};

/* A row as printed. */
struct row {
	const struct game *g;
	struct position p;
	struct action solution;
	char theme[PUZZLE_THEME_TEXT];
	int score, margin;
	unsigned pieces, depth;
};

struct counts {
	unsigned rows, wrong, proven, unproven, searched, agreed;
};

/* --- Reading ----------------------------------------------------------------------- */

/* Reports whether every action of "a,b,c" is legal in turn, and writes the first. */
static bool
read_line(const struct game *g, struct position p, char *line, struct action *first)
{
	bool any = false;

	for (char *word = strtok(line, ","); word; word = strtok(NULL, ",")) {
		struct action a;

		if (rules_action_parse(g, &p, word, &a) < 0)
			return false;
		*first = any ? *first : a;
		any = true;
		rules_apply(g, &p, a);
	}
	return any;
}

static bool
read_row(char *text, struct row *r)
{
	char game[24], line[PUZZLE_LINE_MAX * RULES_ACTION_TEXT];
	char *bar = strstr(text, " | ");
	struct rules_error err;
	unsigned long long nodes, seed;

	if (!bar ||
	    sscanf(text, "%23s %39s score=%d margin=%d pieces=%u depth=%u nodes=%llu seed=%llu line=%383s",
		   game, r->theme, &r->score, &r->margin, &r->pieces, &r->depth, &nodes, &seed, line) != 9)
		return false;
	bar[strcspn(bar, "\n")] = '\0';
	r->g = rules_game(game);
	return r->g && rules_parse(r->g, bar + 3, &r->p, &err) == 0 &&
	       read_line(r->g, r->p, line, &r->solution) && nodes > 0 && r->depth > 0 &&
	       r->p.b.halfmoves == 0 && r->pieces == sqset_count(rules_occupied(r->g, &r->p));
}

/* --- Checks by the rule core --------------------------------------------------------- */

/* Reports whether that action wins in all worlds; false too if the budget was too small. */
static bool
wins_in_all_worlds(const struct row *r, struct action a, unsigned turns, bool *enough)
{
	unsigned worlds = engine_hides(r->g) ? WORLDS : 1;
	uint64_t random = 2;

	for (unsigned i = 0; i < worlds; i++) {
		struct exhaustive s = { r->g, rules_turn_seat(r->g, &r->p) & 1, BUDGET };
		struct position world = r->p;
		bool wins;

		if (worlds > 1)
			engine_imagine(r->g, &world, &random);
		wins = rules_legal(r->g, &world, a) && exhaustive_wins_by(&s, &world, a, turns);
		*enough = *enough && s.budget >= 0;
		if (!wins)
			return false;
	}
	return true;
}

/* Checks that the solution alone wins in that many turns. */
static bool
check_win(const struct row *r, unsigned turns, struct counts *c)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(r->g, &r->p, list);
	bool enough = true, right = true;

	for (size_t i = 0; i < n && right && enough; i++)
		right = wins_in_all_worlds(r, list[i], turns, &enough) ==
			rules_action_equal(list[i], r->solution);
	if (!enough) {
		c->unproven++;
		return true;
	}
	c->proven += right;
	return right;
}

/* Returns the most captures in the rest of a turn of partners; -1 if a king must fall. */
static int
most_captures(const struct game *g, const struct position *p, unsigned seat)
{
	struct action list[RULES_ACTIONS_MAX];
	unsigned pieces = sqset_count(rules_occupied(g, p));
	int best = -1;
	size_t n;

	if (rules_outcome(g, p, NULL).result != RESULT_ONGOING)
		return -1;
	if (rules_turn_seat(g, p) != seat)
		return 0;
	n = rules_actions(g, p, list);
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;
		int captures;

		rules_apply(g, &child, list[i]);
		captures = most_captures(g, &child, seat);
		if (captures >= 0)
			captures += (int)(pieces - sqset_count(rules_occupied(g, &child)));
		best = captures > best ? captures : best;
	}
	return best;
}

static bool
check_turn(const struct row *r, struct counts *c)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(r->g, &r->p, list);
	unsigned seat = rules_turn_seat(r->g, &r->p);
	int best = r->score / PUZZLE_CAPTURE, others = best - r->margin / PUZZLE_CAPTURE;
	bool right = best > others && others >= 0, found = false;

	for (size_t i = 0; i < n && right; i++) {
		struct position child = r->p;
		int captures;

		rules_apply(r->g, &child, list[i]);
		captures = most_captures(r->g, &child, seat);
		if (captures >= 0)
			captures += (int)(r->pieces - sqset_count(rules_occupied(r->g, &child)));
		if (rules_action_equal(list[i], r->solution))
			right = captures == best;
		else
			right = captures <= others;
		found = found || captures == others;
	}
	c->proven += right && found;
	return right && found;
}

/* --- The deeper search ------------------------------------------------------------------ */

/* Reports whether the solution wins whatever is hidden, by a search of each world. */
static bool
wins_by_search(const struct row *r, struct engine *e, uint64_t nodes, unsigned row)
{
	uint64_t random = 2;

	for (unsigned i = 0; i < WORLDS && engine_hides(r->g); i++) {
		struct position world = r->p;
		struct engine_task task = { .g = r->g,
					    .p = &world,
					    .open = true,
					    .only = &r->solution,
					    .n_only = 1,
					    .lines = 1,
					    .nodes = nodes / WORLDS };
		struct engine_report best;

		engine_imagine(r->g, &world, &random);
		engine_clear(e);
		engine_search(e, &task, &best);
		if (best.score >= PUZZLE_WON)
			continue;
		printf("doubtful: row %u: world %u has %d\n", row, i, best.score);
		return false;
	}
	return true;
}

static void
check_search(const struct row *r, struct engine *e, uint64_t nodes, struct counts *c)
{
	struct engine_task task = { .g = r->g, .p = &r->p, .lines = 1, .nodes = nodes, .seed = 3 };
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(r->g, &r->p, list), kept = 0;
	struct engine_report best, second;
	char action[RULES_ACTION_TEXT];

	engine_clear(e);
	engine_search(e, &task, &best);
	for (size_t i = 0; i < n; i++)
		if (!rules_action_equal(list[i], r->solution))
			list[kept++] = list[i];
	task.only = list;
	task.n_only = kept;
	engine_clear(e);
	engine_search(e, &task, &second);
	c->searched++;
	if (!wins_by_search(r, e, nodes, c->rows))
		return;
	if (rules_action_equal(best.pv[0], r->solution) && second.score < PUZZLE_WON) {
		c->agreed++;
		return;
	}
	rules_action_print(r->g, &r->p, best.pv[0], action);
	printf("doubtful: row %u: %s with %d, others %d\n", c->rows, action, best.score,
	       second.score);
}

/* Returns the turns of a theme "...-in-N", 0 for another theme. */
static unsigned
turns_of(const char *theme)
{
	const char *in = strstr(theme, "-in-");

	return in ? (unsigned)atoi(in + 4) : 0;
}

static void
check(char *text, struct engine *e, uint64_t nodes, struct counts *c)
{
	struct row r;
	bool right;
	unsigned turns;

	c->rows++;
	right = read_row(text, &r);
	turns = right ? turns_of(r.theme) : 0;
	right = right && (turns == 0 || r.score > ENGINE_WIN - 1000);
	if (right && rules_partners(r.g))
		right = check_turn(&r, c);
	else if (right &&
		 (turns == 1 || (turns == 2 && strcmp(rules_name(r.g), "dice-money") != 0)))
		right = check_win(&r, turns, c);
	if (!right) {
		c->wrong++;
		printf("wrong: %s\n", text);
	} else if (!rules_partners(r.g)) {
		check_search(&r, e, nodes, c);
	}
}

int
main(int argc, char **argv)
{
	static char text[ROW_SIZE];
	size_t size = engine_size() + HASH_SIZE;
	struct engine *e = engine_new(calloc(1, size), size);
	struct counts c = { 0 };

	if (argc != 3) {
		fputs("usage: puzzles NODES LEAST <ROWS\n", stderr);
		return 2;
	}
	while (fgets(text, sizeof(text), stdin))
		check(text, e, strtoull(argv[1], NULL, 10), &c);
	free(e);
	printf("%u puzzles: %u wrong, %u proven by the rule core, %u too many positions for it; "
	       "a deeper search agrees on %u of %u\n",
	       c.rows, c.wrong, c.proven, c.unproven, c.agreed, c.searched);
	return c.rows == 0 || c.wrong > 0 || c.agreed * 100.0 < atof(argv[2]) * c.searched;
}

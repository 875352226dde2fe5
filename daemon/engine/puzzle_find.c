/* Decides whether a position is a puzzle: two searches, of the best action and of the others. */
#include <string.h>

#include "daemon/engine/puzzle.h"

enum {
	PEEK_NODES = 200, /* rejects most positions: several actions win, or none is good */
	PEEK_LOST = -800, /* centipawns */
	SCREEN_NODES = 2000,
	PROOF_NODES = 60000,
	WORLD_NODES = 3000,
	WORLDS = 24,       /* in which the solution has to win, where something is hidden */
	SURE_WORLDS = 400, /* if it seems to end the game in each */
};

/* --- One search --------------------------------------------------------------------- */

/* When the search came to its last opinion. */
struct opinion {
	struct action a;
	unsigned depth;
	uint64_t nodes;
	bool won;
};

static void
on_report(void *arg, const struct engine_report *r)
{
	struct opinion *o = arg;
	bool won = r->score >= PUZZLE_WON;

	if (!o->won || !won || !rules_action_equal(o->a, r->pv[0]))
		*o = (struct opinion){ r->pv[0], r->depth, r->nodes, won };
}

/* What to search: a position, or some of its actions. */
struct question {
	const struct game *g;
	const struct position *p;
	const struct action *only;
	size_t n_only;
	bool open;
	uint64_t nodes;
};

static struct opinion
search_question(const struct puzzle_finder *f, const struct question *q, struct engine_report *best)
{
	struct opinion o = { .won = false };
	struct engine_task task = {
		.g = q->g,
		.p = q->p,
		.open = q->open,
		.only = q->only,
		.n_only = q->n_only,
		.lines = 1,
		.nodes = q->nodes,
		.report = on_report,
		.arg = &o,
	};

	engine_clear(f->engine);
	engine_search(f->engine, &task, best);
	return o;
}

/* --- Games of opponents ------------------------------------------------------------------ */

/* Lists the legal actions but one; returns their number. */
static size_t
list_others(const struct game *g, const struct position *p, struct action but,
	    struct action out[RULES_ACTIONS_MAX])
{
	size_t n = rules_actions(g, p, out), kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!rules_action_equal(out[i], but))
			out[kept++] = out[i];
	return kept;
}

/* Reports whether a short search shows that no action wins, or that several do. */
static bool
is_plain(const struct puzzle_finder *f, struct question q)
{
	static struct action others[RULES_ACTIONS_MAX];
	struct engine_report best, second;

	q.nodes = PEEK_NODES;
	search_question(f, &q, &best);
	q.n_only = list_others(q.g, q.p, best.pv[0], others);
	q.only = others;
	if (best.score < PEEK_LOST || q.n_only == 0)
		return true;
	search_question(f, &q, &second);
	return second.score >= PUZZLE_WON;
}

/* Reports whether one action wins by that many nodes, and no other; fills out's search results. */
static bool
is_single_win(const struct puzzle_finder *f, struct question q, struct puzzle *out)
{
	static struct action others[RULES_ACTIONS_MAX];
	struct engine_report best, second;
	struct opinion o = search_question(f, &q, &best);

	if (best.score < PUZZLE_WON || !o.won)
		return false;
	q.n_only = list_others(q.g, q.p, best.pv[0], others);
	q.only = others;
	if (q.n_only == 0)
		return false;
	search_question(f, &q, &second);
	out->line[0] = best.pv[0];
	out->score = best.score;
	out->margin = best.score - second.score;
	out->depth = o.depth;
	out->nodes = o.nodes;
	return second.score <= PUZZLE_OTHERS;
}

/* Returns the turns after which the line ends the game with a win of the side to act; 0: none. */
static unsigned
turns_to_win(const struct question *q, const struct engine_report *r)
{
	struct position p = *q->p;
	unsigned side = rules_turn_seat(q->g, &p) & 1, last = !side, turns = 0;
	struct outcome o;

	for (unsigned i = 0; i < r->n_pv; i++) {
		unsigned mover = rules_turn_seat(q->g, &p) & 1;

		turns += mover == side && last != side;
		last = mover;
		rules_apply(q->g, &p, r->pv[i]);
	}
	o = rules_outcome(q->g, &p, NULL);
	return o.result == RESULT_WIN && o.colour == side ? turns : 0;
}

static bool
ends_game(int score)
{
	return score > ENGINE_WIN - 1000;
}

/*
 * Reports whether the solution wins in a position of which nothing is hidden. Changes the puzzle's
 * score, margin and turns so that they hold there too.
 */
static bool
wins_in(const struct puzzle_finder *f, struct puzzle *z, const struct position *p, uint64_t nodes,
	struct engine_report *best)
{
	struct question q = { z->g, p, z->line, 1, true, nodes };
	unsigned turns;

	if (!rules_legal(z->g, p, z->line[0]))
		return false;
	search_question(f, &q, best);
	if (best->score < z->score) {
		z->margin -= z->score - best->score;
		z->score = best->score;
	}
	turns = turns_to_win(&q, best);
	if (!ends_game(z->score) || turns == 0)
		z->sure = false;
	z->turns = turns > z->turns ? turns : z->turns;
	return z->score >= PUZZLE_WON;
}

/* Reports whether the solution wins whatever is hidden, as far as its seat may know. */
static bool
wins_in_all_worlds(const struct puzzle_finder *f, struct puzzle *z)
{
	uint64_t random = 1;

	for (unsigned i = 0; i < WORLDS || (z->sure && i < SURE_WORLDS); i++) {
		struct position world = z->p;
		struct engine_report best;

		engine_imagine(z->g, &world, &random);
		if (!wins_in(f, z, &world, WORLD_NODES, &best))
			return false;
	}
	return true;
}

bool
puzzle_may_be(const struct puzzle_finder *f, const struct game *g, const struct position *p,
	      struct action *solution)
{
	struct question q = { .g = g, .p = p, .open = true, .nodes = SCREEN_NODES };
	struct puzzle found;

	if (is_plain(f, q) || !is_single_win(f, q, &found))
		return false;
	*solution = found.line[0];
	return true;
}

static bool
find_win(const struct puzzle_finder *f, struct puzzle *out)
{
	struct question q = { .g = out->g, .p = &out->p, .nodes = PROOF_NODES };
	struct engine_report best;

	if (!puzzle_may_be(f, q.g, q.p, out->line))
		return false;
	if (!is_single_win(f, q, out))
		return false;
	out->sure = ends_game(out->score);
	if (engine_hides(q.g) && !wins_in_all_worlds(f, out))
		return false;
	if (!wins_in(f, out, &out->p, PROOF_NODES, &best))
		return false;
	out->n_line = best.n_pv < PUZZLE_LINE_MAX ? best.n_pv : PUZZLE_LINE_MAX;
	memcpy(out->line, best.pv, out->n_line * sizeof(*out->line));
	return true;
}

/* --- Partners ------------------------------------------------------------------------------ */

/* The captures of a turn, by exhaustive search. */
struct turn {
	const struct game *g;
	unsigned seat;
	uint64_t nodes;
};

/* A beginning of a turn, or all of it. */
struct way {
	int captures; /* -1: a king falls */
	unsigned n;
	struct action a[PUZZLE_LINE_MAX];
};

static unsigned
count_pieces(const struct game *g, const struct position *p)
{
	return sqset_count(rules_occupied(g, p));
}

static struct way most_captures(struct turn *t, const struct position *p);

/* Returns the way that begins with that action and captures most. */
static struct way
way_by(struct turn *t, const struct position *p, struct action a)
{
	struct position child = *p;
	struct way rest, way = { .n = 1, .a = { a } };

	rules_apply(t->g, &child, a);
	rest = most_captures(t, &child);
	way.captures = rest.captures;
	if (rest.captures < 0)
		return way;
	way.captures += (int)(count_pieces(t->g, p) - count_pieces(t->g, &child));
	for (unsigned i = 0; i < rest.n && way.n < PUZZLE_LINE_MAX; i++)
		way.a[way.n++] = rest.a[i];
	return way;
}

static struct way
most_captures(struct turn *t, const struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];
	struct way best = { .captures = -1 };
	size_t n;

	t->nodes++;
	if (rules_outcome(t->g, p, NULL).result != RESULT_ONGOING)
		return best;
	if (rules_turn_seat(t->g, p) != t->seat)
		return (struct way){ .captures = 0 };
	n = rules_actions(t->g, p, list);
	for (size_t i = 0; i < n; i++) {
		struct way way = way_by(t, p, list[i]);

		if (way.captures > best.captures)
			best = way;
	}
	return best;
}

static bool
find_turn(struct puzzle *out)
{
	struct turn t = { out->g, rules_turn_seat(out->g, &out->p), 0 };
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(out->g, &out->p, list);
	struct way best = { .captures = -1 };
	int second = -1;

	for (size_t i = 0; i < n; i++) {
		struct way way = way_by(&t, &out->p, list[i]);

		if (way.captures <= best.captures) {
			second = way.captures > second ? way.captures : second;
			continue;
		}
		second = best.captures;
		best = way;
	}
	memcpy(out->line, best.a, sizeof(best.a));
	out->n_line = best.n;
	out->score = best.captures * PUZZLE_CAPTURE;
	out->margin = (best.captures - second) * PUZZLE_CAPTURE;
	out->depth = best.n;
	out->nodes = t.nodes;
	return second >= 0 && best.captures > second;
}

bool
puzzle_find(const struct puzzle_finder *f, const struct game *g, const struct position *p,
	    struct puzzle *out)
{
	*out = (struct puzzle){ .g = g, .p = *p, .pieces = count_pieces(g, p) };
	return rules_partners(g) ? find_turn(out) : find_win(f, out);
}

/*
 * Decides which steps a horde may take. Only the end of its turn counts: a step is legal if the
 * zombies that have not moved can still make the king safe.
 *
 * Trying all orders of steps is too slow. But an end of the turn depends only on who leaves and on
 * each goal. Such a plan can be carried out, in some order, if and only if
 *
 *   1. each zombie reaches its goal as its kind moves, past no piece but idle
 *      zombies (a capture opens no way, since the captor stays there), and no
 *      two zombies share a goal;
 *   2. a zombie on the way or goal of another leaves as well, and first;
 *   3. a zombie whose way crosses the goal of another goes before that one;
 *   4. 2 and 3 contain no cycle.
 *
 * The plan succeeds if nothing attacks the king at the end. By then all who leave are on their
 * goals, the other idle zombies are gone, and the burials under the squares left have risen.
 *
 * The search starts from the plan in which no zombie moves. While a plan has needs, the one with
 * the fewest options is taken first and each option is tried. A threat to the king needs a zombie
 * that ends on the line or captures the attacker, or one that leaves a rising blocker behind. A
 * zombie that leaves needs a goal. An option that failed is barred for the rest.
 *
 * Three measures keep the search short even on boards full of zombies. Goals that the order forbids
 * are removed at once. Lines to the king and zombies that could close them are matched, each zombie
 * to one line. Needs that failed before come first, in searches that restart elsewhere, with a
 * larger limit, when they make no progress.
 */
#include "rules/games/zombie_plan.h"

enum {
	PATIENCE = 256, /* plans examined before the first restart */
	HARD = 4,       /* initial weight of every need; a failure adds 1 */
	STRIDE = 27,    /* distance in squares between the starts of two searches */
};

/* --- The search --------------------------------------------------------- */

struct search {
	struct zombie_horde h;
	struct zombie_plan still; /* the plan in which no zombie leaves */
	/*
	 * Experience of earlier searches: which needs were hard, and the last
	 * goal of each zombie.
	 */
	uint32_t hard_line[64], hard_goal[64];
	uint8_t last_goal[64];
	uint64_t patience; /* number of plans that may still be examined */
	unsigned from;     /* the square that is tried first */
};

/* The next decision: how to close a line, or where a leaving zombie goes. */
struct need {
	unsigned ways; /* number of options; 0: nothing is needed */
	uint32_t hard;
	unsigned sq;
	const struct zombie_line *line; /* NULL: the zombie on sq needs a goal */
};

/*
 * Keeps the need with fewer options and more earlier failures. Returns false if
 * `other` has no option.
 */
static bool
need_weigh(struct need *best, struct need other)
{
	if (!best->ways || (uint64_t)other.ways * best->hard < (uint64_t)best->ways * other.hard)
		*best = other;
	return other.ways != 0;
}

/* Counts a failure of the need at sq. Always returns false. */
static bool
need_failed(struct search *s, bool is_line, unsigned sq)
{
	(is_line ? s->hard_line : s->hard_goal)[sq]++;
	return false;
}

/* Finds the need to decide next. Returns false if one cannot be met. */
static bool
need_find(struct search *s, const struct zombie_plan *plan, const struct zombie_line *list,
	  unsigned n, struct need *best)
{
	*best = (struct need){ 0 };
	for (unsigned i = 0; i < n; i++) {
		unsigned sq = list[i].sq, ways = bits_count(list[i].able | list[i].risers);

		if (!need_weigh(best, (struct need){ ways, s->hard_line[sq], sq, &list[i] }))
			return need_failed(s, true, sq);
	}
	for (uint64_t set = plan->leaving & ~plan->placed; set;) {
		unsigned sq = bits_pop(&set), ways = bits_count(plan->reach[sq]);

		if (!need_weigh(best, (struct need){ ways, s->hard_goal[sq], sq, NULL }))
			return need_failed(s, false, sq);
	}
	return true;
}

static bool works_out(struct search *s, struct zombie_plan *plan);

/*
 * Removes and returns the next square to try. Each search starts at another
 * square, so that not all fail in the same corner.
 */
static unsigned
pop_next(const struct search *s, uint64_t *set)
{
	uint64_t ahead = *set & UINT64_MAX << s->from;
	unsigned sq = bits_first(ahead ? ahead : *set);

	*set &= ~bit(sq);
	return sq;
}

static bool
try_goal(struct search *s, struct zombie_plan *plan, unsigned sq, unsigned goal)
{
	struct zombie_plan child = *plan;

	if (zombie_plan_place(&s->h, &child, sq, goal) && works_out(s, &child))
		return true;
	plan->reach[sq] &= ~bit(goal);
	return false;
}

/*
 * Tries the zombie's goal of the last successful plan, then goals on a free
 * way, then the others.
 */
static bool
try_goals(struct search *s, struct zombie_plan *plan, unsigned sq)
{
	uint64_t hindered = 0, set;

	if (bits_has(plan->reach[sq], s->last_goal[sq]) && try_goal(s, plan, sq, s->last_goal[sq]))
		return true;
	for (set = plan->reach[sq]; set;) {
		unsigned goal = pop_next(s, &set);

		if ((attacks_between[sq][goal] | bit(goal)) & s->h.idle)
			hindered |= bit(goal);
		else if (try_goal(s, plan, sq, goal))
			return true;
	}
	while (hindered)
		if (try_goal(s, plan, sq, pop_next(s, &hindered)))
			return true;
	return false;
}

/* Tries letting the zombie leave and end on the line. */
static bool
try_closing(struct search *s, struct zombie_plan *plan, const struct zombie_line *line, unsigned sq)
{
	struct zombie_plan child = *plan;

	child.leaving |= bit(sq);
	child.reach[sq] &= line->answers;
	if (works_out(s, &child))
		return true;
	plan->reach[sq] &= ~line->answers;
	return false;
}

static bool
try_rising(struct search *s, struct zombie_plan *plan, unsigned sq)
{
	struct zombie_plan child = *plan;

	child.leaving |= bit(sq);
	if (works_out(s, &child))
		return true;
	plan->reach[sq] = 0;
	return false;
}

static bool
try_answers(struct search *s, struct zombie_plan *plan, const struct zombie_line *line)
{
	uint64_t again = 0, set;

	for (set = line->able; set;) {
		unsigned sq = bits_pop(&set);

		if (bits_has(line->answers, s->last_goal[sq]))
			again |= bit(sq);
	}
	for (set = again; set;)
		if (try_closing(s, plan, line, pop_next(s, &set)))
			return true;
	for (set = line->able & ~again; set;)
		if (try_closing(s, plan, line, pop_next(s, &set)))
			return true;
	for (set = line->risers; set;)
		if (try_rising(s, plan, pop_next(s, &set)))
			return true;
	return false;
}

static void
remember_goals(struct search *s, const struct zombie_plan *plan)
{
	for (uint64_t set = s->h.idle; set;) {
		unsigned sq = bits_pop(&set);

		s->last_goal[sq] = bits_has(plan->placed, sq) ? plan->goal[sq] : (uint8_t)sq;
	}
}

/* Finds the next need of the plan. Returns false if a need cannot be met. */
static bool
find_next_need(struct search *s, struct zombie_plan *plan, struct zombie_line list[LINES_MAX],
	       struct need *need)
{
	enum zombie_match match = MATCH_FOUND;

	do {
		unsigned n;

		zombie_plan_narrow(&s->h, plan);
		n = zombie_lines_find(&s->h, plan, list);
		if (!need_find(s, plan, list, n, need))
			return false;
		match = n ? zombie_lines_match(&s->h, plan, list, n) : MATCH_FOUND;
	} while (match == MATCH_NARROWS);
	return match == MATCH_FOUND;
}

/* Reports whether the plan can be completed. Failed options are barred in *plan. */
static bool
works_out(struct search *s, struct zombie_plan *plan)
{
	struct zombie_line list[LINES_MAX];
	struct need need = { 0 };

	if (s->patience == 0)
		return false;
	s->patience--;
	if (!find_next_need(s, plan, list, &need))
		return false;
	if (need.ways == 0) {
		remember_goals(s, plan);
		return true;
	}
	if (need.line ? try_answers(s, plan, need.line) : try_goals(s, plan, need.sq))
		return true;
	return need_failed(s, need.line != NULL, need.sq);
}

/* Restarts the search until the plan succeeds or all options are exhausted. */
static bool
can_work_out(struct search *s, const struct zombie_plan *plan)
{
	for (uint64_t patience = PATIENCE;; patience *= 16) {
		struct zombie_plan copy = *plan;

		s->patience = patience;
		s->from = (s->from + STRIDE) % 64;
		if (works_out(s, &copy))
			return true;
		if (s->patience)
			return false;
	}
}

/* --- First steps -------------------------------------------------------- */

/*
 * Starts the search for the zombies that have not moved. Returns false if the
 * king will be attacked in any case.
 */
static bool
search_begin(struct search *s)
{
	zombie_plan_begin(&s->h, &s->still);
	for (unsigned sq = 0; sq < 64; sq++) {
		s->hard_line[sq] = s->hard_goal[sq] = HARD;
		s->last_goal[sq] = (uint8_t)sq;
	}
	s->from = 0;
	return can_work_out(s, &s->still);
}

/* Returns those of the steps after which the other zombies have a plan. */
static uint64_t
planned_goals(struct search *s, unsigned first, uint64_t goals)
{
	struct zombie_plan begin = s->still;
	uint64_t found = 0;

	for (uint64_t set = s->h.idle & ~bit(first); set;)
		begin.before[bits_pop(&set)] = bit(first);
	while (goals) {
		struct zombie_plan plan = begin;
		unsigned goal = bits_pop(&goals);

		if (zombie_plan_place(&s->h, &plan, first, goal) && can_work_out(s, &plan))
			found |= bit(goal);
	}
	return found;
}

/* Returns those of the steps after which the turn could not end at once. */
static uint64_t
unsafe_goals(const struct zombie_horde *h, unsigned sq, uint64_t goals)
{
	uint64_t unsafe = 0;

	/* An arriving zombie never exposes the king: without attackers, all goals are safe. */
	if (!zombie_horde_attackers(h, bit(sq), 0))
		return 0;
	while (goals) {
		unsigned goal = bits_pop(&goals);

		if (zombie_horde_attackers(h, bit(sq), bit(goal)))
			unsafe |= bit(goal);
	}
	return unsafe;
}

void
zombie_horde_goals(const struct position *p, uint64_t goals[64])
{
	struct search s;
	bool begun = false, hope = false;

	if (!idle_zombies(p))
		return;
	zombie_horde_read(&s.h, p);
	for (uint64_t set = s.h.asleep; set;) {
		unsigned sq = bits_pop(&set);
		uint64_t unsafe;

		goals[sq] = zombie_horde_reach(&s.h, sq, bitboard_occupied(&p->b));
		unsafe = unsafe_goals(&s.h, sq, goals[sq]);
		if (!unsafe)
			continue;
		goals[sq] &= ~unsafe;
		if (!begun)
			hope = search_begin(&s);
		begun = true;
		if (hope)
			goals[sq] |= planned_goals(&s, sq, unsafe);
	}
}

bool
zombie_horde_can_end(const struct position *p)
{
	struct search s;

	zombie_horde_read(&s.h, p);
	return search_begin(&s);
}

/*
 * Which steps may a horde take? Only the end of its turn counts, so a step is
 * legal if the zombies that have not moved yet can still make the king safe.
 *
 * Trying orders of steps takes time without end. But of a way to end the turn
 * only this matters: who leaves, and what becomes of each one's goal. Such a
 * plan can be carried out, in some order, if and only if
 *
 *   1. each zombie reaches its goal as its kind moves, over squares on which
 *      nothing stands but idle zombies (a capture opens no way, since the captor
 *      stays there), and no two have the same goal;
 *   2. who stands on the way or the goal of another leaves as well, and first;
 *   3. whose way leads over the goal of another goes before that one;
 *   4. by 2 and 3 nobody has to go before itself.
 *
 * It ends well if nothing attacks the king once all who leave stand on their
 * goals, the other idle zombies are gone, and what lies under the squares left
 * has risen.
 *
 * So plans are searched, from the one in which nobody moves. As long as it
 * needs something, the need with the fewest ways to meet it is taken up and
 * each way is tried: a threat to the king wants a zombie that ends between or
 * takes the attacker, or one that leaves a blocker behind to rise; and a zombie that
 * leaves wants a goal. What has been tried and failed is barred for the rest.
 * Three things keep that short even on boards full of zombies: what order
 * forbids is taken out of reach at once; lines to the king and zombies that
 * could close them are matched, each zombie to one line; and needs that failed
 * before are taken up first, in searches that begin anew, elsewhere and with
 * more patience, when they get nowhere.
 */
#include "rules/games/zombie_plan.h"

enum {
	PATIENCE = 256, /* plans looked at before a search begins anew, at first */
	HARD = 4,       /* what every need counts for at first; a failure adds 1 */
	STRIDE = 27,    /* squares from where one search begins to where the next does */
};

/* --- The search --------------------------------------------------------- */

struct search {
	struct zombie_horde h;
	struct zombie_plan still; /* in which nobody leaves */
	/* What has been learnt: which needs were hard, and where zombies went at last. */
	uint32_t hard_line[64], hard_goal[64];
	uint8_t last_goal[64];
	uint64_t patience; /* plans that may still be looked at */
	unsigned from;     /* the square that is tried first */
};

/* What is decided next: how a line is closed, or where a leaving zombie goes. */
struct need {
	unsigned ways; /* to meet it; 0: nothing is needed */
	uint32_t hard;
	unsigned sq;
	const struct zombie_line *line; /* NULL: the zombie on sq wants a goal */
};

/* Few ways and much trouble before come first. False: there is no way. */
static bool
need_weigh(struct need *best, struct need other)
{
	if (!best->ways || (uint64_t)other.ways * best->hard < (uint64_t)best->ways * other.hard)
		*best = other;
	return other.ways != 0;
}

/* Counts a failure of what is needed at sq. Always false. */
static bool
need_failed(struct search *s, bool is_line, unsigned sq)
{
	(is_line ? s->hard_line : s->hard_goal)[sq]++;
	return false;
}

/* False: something that the plan needs cannot be had. */
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

/* The next of a set to try. Each search goes round from elsewhere, lest all get lost in one corner. */
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

/* Where it went in the plan that worked last, then where nobody must make way, then elsewhere. */
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

/* The zombie leaves to end on the line, somewhere. */
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

/* What the plan lacks. False: something that cannot be had. */
static bool
look_at(struct search *s, struct zombie_plan *plan, struct zombie_line list[LINES_MAX],
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

/* Can the plan be completed? What is tried is barred in it. */
static bool
works_out(struct search *s, struct zombie_plan *plan)
{
	struct zombie_line list[LINES_MAX];
	struct need need = { 0 };

	if (s->patience == 0)
		return false;
	s->patience--;
	if (!look_at(s, plan, list, &need))
		return false;
	if (need.ways == 0) {
		remember_goals(s, plan);
		return true;
	}
	if (need.line ? try_answers(s, plan, need.line) : try_goals(s, plan, need.sq))
		return true;
	return need_failed(s, need.line != NULL, need.sq);
}

/* Begins anew until the plan works out, or all has been tried. */
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

/* The zombies that have not moved. False: whatever they do, the king will be attacked. */
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

/* Those of the steps after which the others have a plan. */
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

/* Those of the steps after which the turn could not end at once. */
static uint64_t
unsafe_goals(const struct zombie_horde *h, unsigned sq, uint64_t goals)
{
	uint64_t unsafe = 0;

	/* Whoever arrives does no harm: without attackers all goals are safe. */
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

/*
 * Plans of a horde's zombies: where each could go if others made room, and in
 * which order they go. zombie_horde.c defines plans and explains why they can
 * be judged without trying orders of steps.
 */
#include <string.h>

#include "rules/games/zombie_plan.h"

/* --- The board ---------------------------------------------------------- */

/* Returns those of `idle` that could move at some time if no other piece moved than these. */
static uint64_t
movable(const struct zombie_horde *h, uint64_t idle)
{
	const struct bitboard *b = h->b;
	uint64_t prey = b->colour[!h->us] & ~b->kings, gone = 0, before;

	do {
		uint64_t open = ~(h->fixed | b->kings | (h->asleep & ~gone));
		uint64_t beside = bits_west(open) | bits_east(open);
		uint64_t second = bits_west(bits_west(open)) | bits_east(bits_east(open));

		before = gone;
		gone |= idle & b->diag & (beside << 8 | beside >> 8);
		gone |= idle & b->line & (beside | open << 8 | open >> 8);
		gone |= idle & b->knights &
			(beside << 16 | beside >> 16 | second << 8 | second >> 8);
		gone |= idle & b->pawns &
			(bits_forward(open & ~prey, !h->us) | attacks_pawns(prey, !h->us));
	} while (gone != before);
	return gone;
}

uint64_t
zombie_horde_reach(const struct zombie_horde *h, unsigned sq, uint64_t walls)
{
	const struct bitboard *b = h->b;
	uint64_t enemy = b->colour[!h->us], set = 0;

	if (bits_has(b->pawns, sq)) {
		set = bits_forward(bit(sq), h->us) & ~walls;
		set |= bits_forward(set & bits_own_rank(2, h->us), h->us) & ~walls;
		set |= attacks_pawn[h->us][sq] & enemy;
	}
	if (bits_has(b->knights, sq))
		set = attacks_knight[sq];
	if (bits_has(b->diag, sq))
		set |= attacks_diag(sq, walls);
	if (bits_has(b->line, sq))
		set |= attacks_line(sq, walls);
	return set & ~b->kings & ~(walls & ~enemy);
}

/* Returns the pieces that would attack the king on an empty board. */
static uint64_t
aimed_at(const struct bitboard *b, unsigned king_sq, unsigned us)
{
	return (attacks_knight[king_sq] & b->knights) | (attacks_pawn[us][king_sq] & b->pawns) |
	       (attacks_diag_rays[king_sq] & b->diag) | (attacks_line_rays[king_sq] & b->line);
}

void
zombie_horde_read(struct zombie_horde *h, const struct position *p)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat;

	h->b = b;
	h->us = us;
	h->king_sq = bits_first(b->kings & b->colour[us]);
	h->asleep = idle_zombies(p);
	h->fixed = b->colour[us] & ~h->asleep;
	h->idle = movable(h, h->asleep);
	h->walls = bitboard_occupied(b) & ~h->idle;
	h->open = p->x.zombie.left & graves(p, us) & ~bitboard_occupied(b);
	h->below = h->idle & graves(p, us);
	h->foe = *b;
	bitboard_remove(&h->foe, b->colour[us]);
	graves_raise(p, us, h->open | h->below, &h->foe);
	h->harmless = h->below & ~aimed_at(&h->foe, h->king_sq, us);
}

uint64_t
zombie_horde_standing(const struct zombie_horde *h, uint64_t leaving, uint64_t goals)
{
	uint64_t rising = (h->open | (leaving & h->below)) & ~goals;

	return h->fixed | h->b->colour[!h->us] | goals | rising;
}

uint64_t
zombie_horde_attackers(const struct zombie_horde *h, uint64_t leaving, uint64_t goals)
{
	return ~goals & bitboard_attackers(&h->foe, h->king_sq,
					   zombie_horde_standing(h, leaving, goals), !h->us);
}

/* --- Plans -------------------------------------------------------------- */

void
zombie_plan_begin(const struct zombie_horde *h, struct zombie_plan *plan)
{
	memset(plan, 0, sizeof(*plan));
	for (uint64_t set = h->idle; set;) {
		unsigned sq = bits_pop(&set);

		plan->reach[sq] = zombie_horde_reach(h, sq, h->walls);
	}
}

static uint64_t
way_of(const struct zombie_plan *plan, unsigned sq)
{
	return attacks_between[sq][plan->goal[sq]];
}

/*
 * Puts the first zombie before the second. Returns false if the second already
 * goes before the first.
 */
static bool
plan_order(struct zombie_plan *plan, unsigned first, unsigned second)
{
	uint64_t earlier = plan->before[first] | bit(first);

	if (bits_has(earlier, second))
		return false;
	plan->before[second] |= earlier;
	for (uint64_t set = plan->leaving; set;) {
		unsigned sq = bits_pop(&set);

		if (bits_has(plan->before[sq], second))
			plan->before[sq] |= earlier;
	}
	return true;
}

bool
zombie_plan_place(const struct zombie_horde *h, struct zombie_plan *plan, unsigned sq,
		  unsigned goal)
{
	uint64_t way = attacks_between[sq][goal], in_way = (way | bit(goal)) & h->idle, set;

	plan->leaving |= bit(sq) | in_way;
	while (in_way)
		if (!plan_order(plan, bits_pop(&in_way), sq))
			return false;
	for (set = plan->placed; set;) {
		unsigned other = bits_pop(&set);

		if (bits_has(way_of(plan, other), goal) && !plan_order(plan, other, sq))
			return false;
		if (bits_has(way, plan->goal[other]) && !plan_order(plan, sq, other))
			return false;
	}
	plan->goal[sq] = (uint8_t)goal;
	plan->placed |= bit(sq);
	plan->goals |= bit(goal);
	return true;
}

/*
 * Returns the goals that a leaving zombie may still get. Goals of earlier
 * zombies block it. So do zombies that leave later or stay, and those that
 * cannot move while they stay. It must not end on the way of a later zombie.
 */
static uint64_t
reach_in_order(const struct zombie_horde *h, const struct zombie_plan *plan, unsigned sq)
{
	uint64_t walls = h->walls, ways = 0, standing = plan->stuck | bit(sq), set;

	for (set = plan->before[sq] & plan->placed; set;)
		walls |= bit(plan->goal[bits_pop(&set)]);
	for (set = plan->leaving; set;) {
		unsigned other = bits_pop(&set);

		if (!bits_has(plan->before[other], sq))
			continue;
		standing |= bit(other);
		if (bits_has(plan->placed, other))
			ways |= way_of(plan, other);
	}
	walls |= h->idle & ~movable(h, h->idle & ~standing);
	return zombie_horde_reach(h, sq, walls) & ~ways;
}

static uint64_t
without_goal(const struct zombie_horde *h, const struct zombie_plan *plan)
{
	uint64_t found = 0;

	for (uint64_t set = h->idle & ~plan->leaving; set;) {
		unsigned sq = bits_pop(&set);

		if (!plan->reach[sq])
			found |= bit(sq);
	}
	return found;
}

void
zombie_plan_narrow(const struct zombie_horde *h, struct zombie_plan *plan)
{
	uint64_t stuck;

	do {
		stuck = plan->stuck;
		plan->stuck = without_goal(h, plan);
		for (uint64_t set = h->idle & ~plan->placed; set;) {
			unsigned sq = bits_pop(&set);

			plan->reach[sq] &= ~plan->goals;
			/*
			 * The order binds leaving zombies; stuck zombies block
			 * every other zombie.
			 */
			if (plan->reach[sq] &&
			    (bits_has(plan->leaving, sq) || stuck != plan->stuck))
				plan->reach[sq] &= reach_in_order(h, plan, sq);
		}
	} while (stuck != plan->stuck);
}

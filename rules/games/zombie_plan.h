/*
 * Plans of a horde, made by zombie_horde.c: which unmoved zombies leave, and
 * where each ends. Everything is as the side to act knows it.
 */
#pragma once
#include "rules/games/zombie.h"

/* A horde in mid-turn. It points into the position it was read from. */
struct zombie_horde {
	const struct bitboard *b;
	unsigned us, king_sq;
	uint64_t asleep;     /* all zombies that have not moved this turn */
	uint64_t idle;       /* those of `asleep` that could move if others made room */
	uint64_t fixed;      /* own pieces that stay to the end of the turn */
	uint64_t walls;      /* squares that no way crosses: all occupied ones but the idle */
	uint64_t open;       /* squares already left, with a burial that will rise */
	uint64_t below;      /* burials under idle zombies */
	uint64_t harmless;   /* those of `below` that could not attack the king from there */
	struct bitboard foe; /* the enemy, and the burials where they would rise */
};

/* Arrays are indexed by the zombie's square. */
struct zombie_plan {
	uint64_t leaving;
	uint64_t stuck;      /* zombies that stay because they have no goal */
	uint64_t placed;     /* zombies that leave and have a goal */
	uint64_t goals;      /* goals of the placed zombies */
	uint64_t reach[64];  /* of a zombie without a goal: the goals it may still get */
	uint64_t before[64]; /* zombies that leave before this one, directly or through others */
	uint8_t goal[64];
};

void zombie_horde_read(struct zombie_horde *h, const struct position *p);
/* Returns the squares where a zombie may end if it cannot cross `walls`; en passant is excluded. */
uint64_t zombie_horde_reach(const struct zombie_horde *h, unsigned sq, uint64_t walls);
/*
 * Return the occupied squares and the king's attackers at the end of the turn.
 * Assume that `leaving` leave, some of them end on `goals`, and the other idle
 * zombies are gone.
 */
uint64_t zombie_horde_standing(const struct zombie_horde *h, uint64_t leaving, uint64_t goals);
uint64_t zombie_horde_attackers(const struct zombie_horde *h, uint64_t leaving, uint64_t goals);

/* Sets up the plan in which no zombie leaves. */
void zombie_plan_begin(const struct zombie_horde *h, struct zombie_plan *plan);
/*
 * Sends an idle zombie to a goal within its reach, together with every zombie
 * in its way. Returns false if no order allows it; *plan is then unusable.
 */
bool zombie_plan_place(const struct zombie_horde *h, struct zombie_plan *plan, unsigned sq,
		       unsigned goal);
/* Removes goals that the order of the leaving zombies forbids. */
void zombie_plan_narrow(const struct zombie_horde *h, struct zombie_plan *plan);

/* --- zombie_lines.c ------------------------------------------------------ */

/* Ways to attack a king: eight rays and eight knight's squares. */
enum { LINES_MAX = 16 };

/* A line to the king: open, or closed by an idle zombie as long as it stays. */
struct zombie_line {
	unsigned sq;      /* the attacker's square, on the board or buried */
	uint64_t answers; /* squares where a zombie closes the line */
	uint64_t able;    /* zombies that may end there, and the guard */
	uint64_t risers;  /* zombies that would close it by leaving: the burial below them blocks */
	uint64_t guard;   /* the zombie that must stay so that the attacker does not rise; none
			   * if the line is open */
};

/* Lists the open lines that no leaving zombie is sure to close, and returns their number. */
unsigned zombie_lines_find(const struct zombie_horde *h, const struct zombie_plan *plan,
			   struct zombie_line list[LINES_MAX]);

enum zombie_match { MATCH_NONE, MATCH_FOUND, MATCH_NARROWS };

/*
 * Matches a zombie to each of the n lines and of the guarded lines, which are
 * appended to the list. If a match exists, options outside every match are
 * barred in *plan; MATCH_NARROWS reports that some were.
 */
enum zombie_match zombie_lines_match(const struct zombie_horde *h, struct zombie_plan *plan,
				     struct zombie_line list[LINES_MAX], unsigned n);

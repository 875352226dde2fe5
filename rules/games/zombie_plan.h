/*
 * Plans for a horde, which zombie_horde.c makes: who of the zombies that have
 * not moved yet leaves, and where each of them ends. All as the side to act
 * knows it.
 */
#pragma once
#include "rules/games/zombie.h"

/* A horde in mid-turn. It points into the position it was read from. */
struct zombie_horde {
	const struct bitboard *b;
	unsigned us, king_sq;
	uint64_t asleep;     /* all zombies that have not moved this turn */
	uint64_t idle;       /* those of them that could, if others made room */
	uint64_t fixed;      /* own pieces that stand where they stand to the end */
	uint64_t walls;      /* no way leads over them: all but the idle */
	uint64_t open;       /* squares left already, with a burial that will rise */
	uint64_t below;      /* burials under idle zombies */
	uint64_t harmless;   /* those of them that could not attack the king from there */
	struct bitboard foe; /* the enemy, and what is buried, where it would rise */
};

/* Arrays go by the square that a zombie stands on. */
struct zombie_plan {
	uint64_t leaving;
	uint64_t stuck;      /* who stays, for want of a goal */
	uint64_t placed;     /* those that leave and have a goal */
	uint64_t goals;      /* that they have */
	uint64_t reach[64];  /* of a zombie without a goal: those that it may still get */
	uint64_t before[64]; /* who leaves before this one, at once or by way of others */
	uint8_t goal[64];
};

void zombie_horde_read(struct zombie_horde *h, const struct position *p);
/* Where a zombie may end, en passant apart, if it cannot cross these squares. */
uint64_t zombie_horde_reach(const struct zombie_horde *h, unsigned sq, uint64_t walls);
/*
 * At the end of the turn, if these leave, some of them stand on these goals and
 * the other idle zombies are gone: what is occupied, and what attacks the king.
 */
uint64_t zombie_horde_standing(const struct zombie_horde *h, uint64_t leaving, uint64_t goals);
uint64_t zombie_horde_attackers(const struct zombie_horde *h, uint64_t leaving, uint64_t goals);

/* The plan in which nobody leaves. */
void zombie_plan_begin(const struct zombie_horde *h, struct zombie_plan *plan);
/*
 * An idle zombie leaves for that goal of its reach, and so does who stands in
 * its way. False: there is no order in which all go, and *plan is spoilt.
 */
bool zombie_plan_place(const struct zombie_horde *h, struct zombie_plan *plan, unsigned sq,
		       unsigned goal);
/* Takes out of reach what the order of those that leave forbids. */
void zombie_plan_narrow(const struct zombie_horde *h, struct zombie_plan *plan);

/* --- zombie_lines.c ------------------------------------------------------ */

/* Ways to attack a king: eight rays and eight squares of knights. */
enum { LINES_MAX = 16 };

/* One of them: it is open, or an idle zombie keeps it closed as long as it stays. */
struct zombie_line {
	unsigned sq;      /* of the attacker, there or still buried */
	uint64_t answers; /* who ends here closes the line */
	uint64_t able;    /* zombies that may end there, and the guard */
	uint64_t risers;  /* zombies that would close it by leaving: what lies below blocks */
	uint64_t guard;   /* who must stay lest what attacks rise; none if the line is open */
};

/* The open lines that nobody who leaves anyhow is sure to close; how many they are. */
unsigned zombie_lines_find(const struct zombie_horde *h, const struct zombie_plan *plan,
			   struct zombie_line list[LINES_MAX]);

enum zombie_match { MATCH_NONE, MATCH_FOUND, MATCH_NARROWS };

/*
 * Is there a zombie for each of these n lines and of the guarded ones, which are
 * added to the list? If so, what no such distribution has is barred in *plan,
 * and MATCH_NARROWS says that something was.
 */
enum zombie_match zombie_lines_match(const struct zombie_horde *h, struct zombie_plan *plan,
				     struct zombie_line list[LINES_MAX], unsigned n);

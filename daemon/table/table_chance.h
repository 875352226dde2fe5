/* Dice and seeds (docs/fair-chance.md). */
#pragma once
#include "daemon/record/chance.h"
#include "daemon/table/duty.h"

struct table_chance {
	char next_hash[CHANCE_HEX]; /* of next_seed; published */
	/* ---- private ---- */
	char next_seed[CHANCE_HEX]; /* of the next game, "" none */
};

extern const struct duty table_chance_duty;

/* Returns the next game's seed, "" none. Secret until that game is over. */
const char *table_next_seed(const struct table *t);
/* Makes the next seed the running game's, starting with roll `from`. */
void table_chance_take(struct table *t, uint32_t from);
/* Returns the number of rolls in the running game. */
uint32_t table_rolls(const struct table *t);
/* Rolls the dice that the game waits for. Returns 0, or -1 with t->why. */
MUST_USE int table_roll(struct table *t);

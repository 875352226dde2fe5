/*
 * Chance that anybody can check: one secret seed a game, whose SHA-256 is told
 * before the game begins and which is told itself when the game is over. Every
 * roll, shuffle and lot follows from it by the rule of docs/fair-chance.md.
 *
 * A seed is 64 lower-case hexadecimal digits, and what is hashed is always
 * text, so that `sha256sum` is all that a check takes. Pure: the random bytes
 * are the caller's. Nothing here allocates.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

enum {
	CHANCE_BYTES = 32,
	CHANCE_HEX = 2 * CHANCE_BYTES + 1, /* a seed or a hash, its NUL included */
	/*
	 * A game has a second seed where its first one was told and it goes on all
	 * the same: an end that is taken back, a saved game opened again. The last
	 * of so many is no seed but zeros: the dice are then people's own.
	 */
	CHANCE_SEEDS_MAX = 8,
	/* All seeds of a game, "SEED 17:SEED": the second holds from the 17th roll on. */
	CHANCE_TEXT = CHANCE_SEEDS_MAX * (CHANCE_HEX + 8),
};

/* The seed of these random bytes. */
void chance_seed(const uint8_t bytes[CHANCE_BYTES], char seed[CHANCE_HEX]);
/* Its hash, or any text's. */
void chance_hash(const char *text, char hash[CHANCE_HEX]);

/* ---- the seeds of a game ---- */

/* Is that what a game's seeds look like? "" is: it has none. */
bool chance_valid(const char *seeds);
/* One more, from roll `from` on (counted from 1, below 100 000). */
void chance_add(char seeds[CHANCE_TEXT], uint32_t from, const char seed[CHANCE_HEX]);
/* The same text with hashes for seeds: what may be told before the game is over. */
void chance_hashes(const char *seeds, char hashes[CHANCE_TEXT]);

/* ---- what follows from them ---- */

/* The dice of the game's n-th roll, n from 1. False: no seed is in force there. */
bool chance_roll(const char *seeds, uint32_t n, uint8_t die[2]);
/* The number N of the option seed=N of games that are shuffled; by the first seed. */
uint64_t chance_start(const char *seeds);
/* Who sits where, drawn by lot: seat i is for the who[i]-th of n names; by the first seed. */
void chance_lot(const char *seeds, unsigned n, uint8_t who[RULES_SEATS_MAX]);

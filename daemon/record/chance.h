/*
 * Verifiable chance: one secret seed a game. Its SHA-256 is published before the game
 * begins and the seed itself when the game is over. Every roll, shuffle and lot follows
 * from the seed by the rule of docs/fair-chance.md.
 *
 * A seed is 64 lower-case hexadecimal digits, and all hashed input is text, so `sha256sum`
 * is sufficient for a check. Pure: the caller provides the random bytes. Nothing here
 * allocates.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

enum {
	CHANCE_BYTES = 32,
	CHANCE_HEX = 2 * CHANCE_BYTES + 1, /* a seed or a hash, including its NUL */
	/*
	 * A game gets another seed if the first one was published and the game continues after
	 * an undone end or as an opened record. If the last entry is all zeros, the players
	 * roll their own dice from there.
	 */
	CHANCE_SEEDS_MAX = 8,
	/* All seeds of a game, "SEED 17:SEED": the second is valid from the 17th roll. */
	CHANCE_TEXT = CHANCE_SEEDS_MAX * (CHANCE_HEX + 8),
};

/* Makes the seed of these random bytes. */
void chance_seed(const uint8_t bytes[CHANCE_BYTES], char seed[CHANCE_HEX]);
/* Computes the hash of a seed or another text. */
void chance_hash(const char *text, char hash[CHANCE_HEX]);

/* ---- the seeds of a game ---- */

/* Reports whether the text is a valid list of a game's seeds; "" is valid: none. */
bool chance_valid(const char *seeds);
/* Appends a seed valid from roll `from` (counted from 1, below 100 000). */
void chance_add(char seeds[CHANCE_TEXT], uint32_t from, const char seed[CHANCE_HEX]);
/* Replaces the seeds by their hashes: the form for publication before the game is over. */
void chance_hashes(const char *seeds, char hashes[CHANCE_TEXT]);

/* ---- values derived from seeds ---- */

/*
 * Computes the dice of the game's n-th roll, n from 1. Returns false if no seed is valid for
 * that roll.
 */
bool chance_roll(const char *seeds, uint32_t n, uint8_t die[2]);
/* Returns the number N for the option seed=N of shuffled games, computed from the first seed. */
uint64_t chance_start(const char *seeds);
/* Assigns the players to seats by the first seed: seat i gets name who[i] of n. */
void chance_seats(const char *seeds, unsigned n, uint8_t who[RULES_SEATS_MAX]);

/* Helpers for the tests of records: random games, temporary folders. */
#pragma once
#include <stdint.h>
#include <sys/resource.h>

#include "same.h"

/* Returns the next number of a small generator; a seed gives the same numbers everywhere. */
uint64_t help_random(uint64_t *seed);

/*
 * Plays up to `plies` random legal actions until the rules end the game. It
 * starts from the start of `game` with `options`, or from `fen` if that is not
 * NULL. Castlings and promotions are preferred. Times grow by a second each.
 */
void help_play(struct record *r, const char *game, const char *options, const char *fen,
	       unsigned plies, uint64_t seed);

/* Counts the castlings and promotions of a record. */
void help_count(const struct record *r, unsigned *castlings, unsigned *promotions);

/* Makes a new folder; help_folder_remove removes it with its contents. */
void help_folder(char path[64]);
void help_folder_remove(const char *path);
/* Returns the number of files in the folder, including hidden ones. */
unsigned help_files_in(const char *folder);
/* Limits the size of this process's files: the store sees a full disk. */
void help_disk_limit(rlim_t bytes);

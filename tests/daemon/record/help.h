/* What the tests of records share: games played at random, folders that go away. */
#pragma once
#include <stdint.h>
#include <sys/resource.h>

#include "daemon/record/record.h"

/* A small generator with a seed of its own; the same numbers everywhere. */
uint64_t help_random(uint64_t *seed);

/*
 * Plays up to `plies` legal actions at random from the start of `game` with
 * `options` (or from `fen`, if it is not NULL), castlings and promotions
 * preferred, until the rules end it. Times grow by a second each.
 */
void help_play(struct record *r, const char *game, const char *options, const char *fen,
	       unsigned plies, uint64_t seed);

/* How many castlings and promotions a record holds. */
void help_count(const struct record *r, unsigned *castlings, unsigned *promotions);

/* A new folder; help_folder_remove takes it away with all that is in it. */
void help_folder(char path[64]);
void help_folder_remove(const char *path);
/* How much lies in it, hidden or not. */
unsigned help_files_in(const char *folder);
/* Files of this process may not grow beyond that: to the store, a full disk. */
void help_disk_limit(rlim_t bytes);

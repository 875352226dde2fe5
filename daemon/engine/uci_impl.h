/* What the files of the commands share. */
#pragma once
#include "daemon/engine/uci.h"

enum { UCI_HASH_MB = 16 }; /* by default */

/* Prints `info string error: …`. */
__attribute__((format(printf, 1, 2))) void uci_error(const char *format, ...);
/* Returns the next word of *at and moves *at behind it; NULL: there is none. */
char *uci_word(char **at);
/* Reads a whole number up to `max`; word may be NULL. Returns 0, or -1. */
MUST_USE int uci_number(const char *word, uint64_t max, uint64_t *out);
/* Waits for a search that ends by itself; returns false after reporting one that does not. */
bool uci_is_idle(struct uci *u);
/* Replaces the engine by an empty one with that table. Returns 0, or -1: no memory. */
MUST_USE int uci_set_hash(struct uci *u, size_t mb);
/* Sets the game; another one than before begins at its start position. */
void uci_set_game(struct uci *u, const struct game *g);

/* Commands: `args` is the rest of the line. */
void uci_run_uci(struct uci *u, char *args);
void uci_run_setoption(struct uci *u, char *args);
void uci_run_go(struct uci *u, char *args);

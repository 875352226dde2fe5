/*
 * Checks that the lamps match docs/lamps.md for the open question or the awaited command.
 * Fails the test otherwise.
 */
#pragma once
#include <stdint.h>

#include "daemon/session/session.h"

/* Counts of each prompt: in total, with a lifted piece, with guidance … */
struct prompts_seen {
	unsigned kind[PROMPT_ARRAY + 1];
	unsigned up, lost, word, promote, alone, marks, areas;
};
extern struct prompts_seen prompts_seen;

/* Starts another game. */
void prompts_look_begin(void);
/* Checks the state of a game; t_us and the game's name are for the report. */
void prompts_look(const struct session_state *st, uint64_t t_us, const char *what);

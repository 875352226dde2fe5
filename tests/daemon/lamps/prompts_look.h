/*
 * Do the lamps show what docs/lamps.md promises for the question that is open, or the
 * word that is awaited? Fails the test where they do not.
 */
#pragma once
#include <stdint.h>

#include "daemon/session/session.h"

/* How often each prompt was seen, and how often while a piece was up, the way back was lit … */
struct prompts_seen {
	unsigned kind[PROMPT_ARRAY + 1];
	unsigned up, lost, word, promote, alone, marks, areas;
};
extern struct prompts_seen prompts_seen;

/* Another game. */
void prompts_look_begin(void);
/* Where a game stands; t_us and what it is of, for the report. */
void prompts_look(const struct session_state *st, uint64_t t_us, const char *what);

/* Records the input of a session as a trace that replays it. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/session/session.h"

struct tracer {
	char *text; /* the caller's memory */
	size_t size, len;
	bool full; /* overflow: the text ends at a full line */
	const struct game *game;
	uint64_t start_us;
};

/*
 * Starts a trace at now_us: *first is the game's first position, played[] the
 * actions that are final since. All pieces are on their squares, and the
 * sensors read them as reported[].
 */
void tracer_begin(struct tracer *t, const struct game *g, const struct position *first,
		  const struct action *played, unsigned n_played, const struct session_config *c,
		  const struct reading *reported, uint64_t now_us);
void tracer_event(struct tracer *t, const struct event *e);
void tracer_comment(struct tracer *t, const char *text);

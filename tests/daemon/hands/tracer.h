/* Writes down what a session was fed, as a trace that replays it. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/session/session.h"

struct tracer {
	char *text; /* the caller's */
	size_t size, len;
	bool full; /* it did not fit: text is cut at a line */
	const struct game *game;
	uint64_t start_us;
};

/*
 * A new trace that begins at now_us: *first is the game's first position,
 * played[] what has become final since. All pieces stand where they belong, and the
 * sensors read them as told[].
 */
void tracer_begin(struct tracer *t, const struct game *g, const struct position *first,
		  const struct action *played, unsigned n_played, const struct session_config *c,
		  const struct reading *told, uint64_t now_us);
void tracer_event(struct tracer *t, const struct event *e);
void tracer_comment(struct tracer *t, const char *text);

/*
 * `halo replay`: runs a trace through the session and prints the results.
 *
 *   SECONDS ACTION               when an action became final, three decimals
 *   SECONDS undo N               N final actions taken back
 *   SECONDS result RESULT REASON 1-0 0-1 1/2-1/2, a word for the reason
 *   # …                          with `explain`: actions shown, questions, guidance, refusals
 *
 * The input is read completely before anything is printed. After its last line, time
 * continues for a minute.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/trace/trace.h"

#define REPLAY_AFTER_US UINT64_C(60000000)

enum {
	/* The longest game with bounces and comments is much smaller. */
	REPLAY_FILE_MAX = 64 * 1024 * 1024,
};

struct replay_options {
	bool pgn;	/* print the record as PGN instead; a new game within it prints another */
	bool explain;
};

/*
 * Replays a text. Returns 0, -EINVAL with *err set and nothing printed, or -ENOMEM.
 * Allocates the session; check ferror(out) for write errors.
 */
MUST_USE int replay_text(const char *text, size_t len, const struct replay_options *o, FILE *out,
			 struct trace_error *err);

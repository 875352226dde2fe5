/*
 * `halo replay`: a trace through the session, and what became of it as text.
 *
 *   SECONDS ACTION               when an action became final, three decimals
 *   SECONDS undo N               so many final actions taken back
 *   SECONDS result RESULT REASON 1-0 0-1 1/2-1/2, one word why
 *   # …                          with `explain`: what was shown, asked, guided, refused
 *
 * The input is read whole before anything is printed. After its last line time
 * goes on for a minute.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/trace/trace.h"

#define REPLAY_AFTER_US UINT64_C(60000000)

enum {
	/* The longest game, edges bounced and commented, is far below. */
	REPLAY_FILE_MAX = 64 * 1024 * 1024,
};

struct replay_options {
	bool pgn;	/* print the record as PGN instead; a game begun within gives another */
	bool explain;
};

/*
 * Replays a text. 0, -EINVAL with *err told and nothing printed, or -ENOMEM.
 * Allocates the session; whether *out took what was printed, *out knows (ferror).
 */
MUST_USE int replay_text(const char *text, size_t len, const struct replay_options *o, FILE *out,
			 struct trace_error *err);

/*
 * `halo replay FILE.board [--pgn] [--explain]`; argv[0] is passed over. The exit
 * status: 0, or 2 with "error: …" on standard error.
 */
int replay_main(int argc, char **argv);

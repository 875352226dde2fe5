/* The text protocol of halo-board: one command per line, one reply each. */
#pragma once
#include "hw/virtual/engine.h"

/* A reply under construction: data lines, then "ok" or "error: WHY". */
struct answer {
	size_t len;
	char text[ENGINE_ANSWER_MAX];
};

/*
 * Runs one line (NUL-terminated, without '\n') for c. Returns true if *a holds
 * the whole reply; false if it comes later (c->waiting is set).
 */
bool command_run(struct engine *e, struct engine_conn *c, char *line, struct answer *a);

void answer_error(struct answer *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

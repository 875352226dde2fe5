/* The text protocol of halo-board: one command a line, one answer each. */
#pragma once
#include "hw/virtual/engine.h"

/* An answer in the making: data lines, then "ok" or "error: WHY". */
struct answer {
	size_t len;
	char text[ENGINE_ANSWER_MAX];
};

/*
 * Runs one line (NUL-ended, without its '\n') for c. False: the answer comes
 * later (c->waiting is set); otherwise *a holds it whole.
 */
bool command_run(struct engine *e, struct engine_conn *c, char *line, struct answer *a);

void answer_error(struct answer *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

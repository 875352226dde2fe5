/*
 * The daemon's log: one line a thing, on standard error, beginning with whose
 * problem it is. Whoever can act on it reads the first word:
 *
 *   board:   the builder (a chip, a cable, a lamp)
 *   config:  whoever wrote an option or a description
 *   system:  the machine (disk, socket, memory)
 *   bug:     us
 *   game:    nobody; what happened at the table
 *
 * Where standard error is the journal (a service of systemd), lines go there as
 * entries with fields: MESSAGE, PRIORITY, HALO_WHO (the first word), and for a
 * trouble HALO_TROUBLE (its place: "sensor.3") and HALO_TROUBLE_STATE ("begins",
 * "ends").
 */
#pragma once
#include <stdbool.h>

enum log_who {
	LOG_BOARD,
	LOG_CONFIG,
	LOG_SYSTEM,
	LOG_BUG,
	LOG_GAME,
};

/* "board", "config" … */
const char *log_who_name(enum log_who who);
/* One line without its end; thread-safe; longer than 400 bytes is cut. */
void log_line(enum log_who who, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same for a trouble: `place` names what it is with, once for its begin and its end. */
void log_trouble(enum log_who who, const char *place, bool begins, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* For tests: lines go to fn instead of standard error; NULL: back again. */
void log_sink(void (*fn)(void *arg, const char *line), void *arg);

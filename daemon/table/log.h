/*
 * The daemon's log: one line per event, on standard error, beginning with the area of
 * the problem, which is also the person who can act on it:
 *
 *   board:   the builder (a chip, a cable, a lamp)
 *   config:  the author of an option or a description
 *   system:  the machine (disk, socket, memory)
 *   bug:     us
 *   game:    no problem; an event at the table
 *
 * If standard error is the journal (a systemd service), lines are entries with fields:
 * MESSAGE, PRIORITY, HALO_WHO (the first word), and for a trouble HALO_TROUBLE (its
 * place: "sensor.3") and HALO_TROUBLE_STATE ("begins", "ends").
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

/* Returns "board", "config" … */
const char *log_who_name(enum log_who who);
/* Logs one line without its end; thread-safe; cut after 400 bytes. */
void log_line(enum log_who who, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Logs a line about a trouble; `place` is the same when the trouble begins and when it ends. */
void log_trouble(enum log_who who, const char *place, bool begins, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Redirects lines to fn, for tests; NULL: back to standard error. */
void log_sink(void (*fn)(void *arg, const char *line), void *arg);

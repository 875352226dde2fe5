/*
 * What clients ask: one line of JSON in, one answer out. No sockets here, so a
 * fuzzer drives it with a real table behind.
 *
 * A line that is not well formed, of unknown kind, with a wrong type or an
 * unknown key is answered with an error and changes nothing.
 */
#pragma once
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/store/store.h"
#include "daemon/table/table.h"

enum {
	REQUEST_LINE_MAX = 64 * 1024,	/* of a message in either direction, its newline included */
	REQUEST_DEPTH_MAX = 8,
	REQUEST_WHY = 256,		/* of an error, all that is quoted cut to fit */
};

/*
 * Serves one line (without its newline) of a client. The answer, a new
 * reference of the caller's; NULL: it comes later, by request_later.
 */
json_t *request_serve(struct table *t, uint32_t client, const char *line, size_t len);
/*
 * The same while the journal is repaired and there is no game yet: a stick is told, and
 * all else is answered with an error that says why now is not the time for it.
 */
json_t *request_starting(struct table *t, uint32_t client, const char *line, size_t len);
/* An answer of the store, as the client's answer; whose it is in *client. */
json_t *request_later(struct table *t, const struct store_answer *a, uint32_t *client);
/* {"kind":"error","why":…} without an id; `why` may hold anything and is told as text. */
json_t *request_error(const char *why);
/* That error instead of an answer, which is given away: with its id, if it had one. */
json_t *request_error_instead(json_t *answer, const char *why);

enum { REQUEST_PRESS = 80 };

/* The next press of a board's button that the screen is to be told, as a message; false: none. */
bool request_press(struct table *t, char line[REQUEST_PRESS]);

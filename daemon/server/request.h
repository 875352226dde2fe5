/*
 * Requests of clients: one line of JSON in, one answer out. No sockets, so that a fuzzer
 * can drive it with a real table.
 *
 * A malformed line, an unknown kind, a wrong type or an unknown key is answered with an
 * error and changes nothing.
 */
#pragma once
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/store/store.h"
#include "daemon/table/table.h"
#include "hw/lang/lang.h"

enum {
	REQUEST_LINE_MAX = 64 * 1024,	/* a message in either direction, including its newline */
	/* Objects, arrays and items in a message; messages need less than a quarter of it. */
	REQUEST_VALUES_MAX = 512,
	REQUEST_WHY = 256,		/* an error, with quoted text cut to fit */
};

/* The requesting client. Rights that `remote` removes stay removed until the connection ends. */
struct request_peer {
	uint32_t client;
	bool may_be_screen;	/* its user may become the local screen */
	bool may_be_partner;	/* its user may play the computers' seats */
	bool remote;		/* it acts for a computer on a cable or a network */
};

/* A client with all rights, for tests and tools without a socket. */
#define REQUEST_LOCAL(n) (&(struct request_peer){ .client = (n), .may_be_screen = true, .may_be_partner = true })

/*
 * Serves one line (without its newline) of a client. Returns the answer as a new
 * reference, or NULL if request_later will return it. The message `remote` removes rights
 * from *peer.
 */
json_t *request_serve(struct table *t, struct request_peer *peer, const char *line, size_t len);
/*
 * The same while the journal is repaired and there is no game yet: sticks are handled, all
 * else is refused with the reason.
 */
json_t *request_starting(struct table *t, struct request_peer *peer, const char *line, size_t len);
/* Returns an answer of the store as a client's answer, with the client in *client. */
json_t *request_later(struct table *t, const struct store_answer *a, uint32_t *client);
/* Returns {"kind":"error","why":…} without an id; `why` may have any content and is sanitised. */
json_t *request_error(const char *why);
/* Replaces an answer, which is released, by an error with the same id. */
json_t *request_error_instead(json_t *answer, const char *why);

/*
 * Returns the name of message kind `i`, or NULL after the last. A test uses it to send every
 * kind.
 */
const char *request_kind(size_t i);

enum { REQUEST_PRESS = 80 };

/*
 * Prints the next press of a board's button for the screen, as a message; returns false if
 * there is none.
 */
bool request_press(struct table *t, char line[REQUEST_PRESS]);

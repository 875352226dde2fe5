/*
 * The client's side of halod's socket, for the screen, the command line and every other
 * client: docs/protocol.md. A program that may wait uses client_ask and client_next; one
 * with a loop of its own polls `fd` and uses client_receive and client_line.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum {
	CLIENT_LINE_MAX = 64 * 1024,          /* bytes of a line either way, with its newline */
	CLIENT_ANSWER_MAX = 16 * 1024 * 1024, /* bytes of a text in a reply of several parts */
	CLIENT_PATH_MAX = 108,                /* of a socket, as sun_path */
	CLIENT_WHY_MAX = 256,
	CLIENT_WON = 30000, /* the score of a win in messages, less the moves until it */
};

struct client {
	int fd;                   /* -1: not connected */
	int id;                   /* of the last request */
	char why[CLIENT_WHY_MAX]; /* the last error, in English */
	size_t at, len;           /* of `line`: bytes not taken yet */
	char line[CLIENT_LINE_MAX];
};

/*
 * Writes the socket's path: `given`, or the first of $RUNTIME_DIRECTORY/halod.sock,
 * $XDG_RUNTIME_DIR/haloboard/halod.sock and /run/haloboard/halod.sock that is a socket. If none is,
 * writes the path of a user's own daemon. Returns false if the path is too long.
 */
bool client_path(const char *given, char path[CLIENT_PATH_MAX]);

/* Connects to a Unix socket. flags: SOCK_NONBLOCK or 0. Returns the descriptor or -errno. */
int client_dial(const char *path, int flags);

/*
 * Connects to the socket that client_path finds, and starts with an empty buffer. Returns 0, or
 * -errno with c->why, which names the socket; then c is not connected.
 */
int client_open(struct client *c, const char *given);
/* Starts with an empty buffer on a connection, or with none (-1). */
void client_start(struct client *c, int fd);
void client_close(struct client *c);

/*
 * Reads the available bytes, without waiting. Returns 0, perhaps with nothing
 * read; -ECONNRESET: the daemon closed the connection; -EMSGSIZE: its line is
 * too long; or -errno.
 */
int client_receive(struct client *c);
/* Returns the next whole line without its newline, valid until client_receive; NULL: none yet. */
const char *client_line(struct client *c, size_t *len);
/*
 * Returns the next message as client_line does, owned by the caller. Returns 1,
 * 0, or -EBADMSG: not an object.
 */
int client_message(struct client *c, json_t **message);
/* Waits for the next message. wait_ms -1: no limit. Returns 0, -ETIMEDOUT, or as the above. */
int client_next(struct client *c, int wait_ms, json_t **message);
/* Returns the text of that key of a message; "": there is none. */
const char *client_text(const json_t *o, const char *key);

/*
 * Sends a request and takes its reference; c->id is its id. Returns 0, -E2BIG or -errno.
 */
int client_send(struct client *c, json_t *request);
/*
 * Sends a request, takes its reference, and waits for the reply, whose parts are joined. Returns 0,
 * with "ok" or "error" in *answer; -E2BIG: the request is too long, and was not sent; or as
 * client_next.
 */
int client_ask(struct client *c, json_t *request, int wait_ms, json_t **answer);

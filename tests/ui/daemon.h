/* A daemon that says what a test tells it to, on a socket of its own. */
#pragma once
#include <stddef.h>

enum { DAEMON_LINE = 1024, DAEMON_WAIT_MS = 120000 };

struct daemon {
	char dir[64], path[96];
	int listen_fd;		/* -1: not listening */
	int fd;			/* -1: no client */
	size_t used;
	char buffer[4096];	/* what the client said and nobody has read */
};

extern const char daemon_hello[];

/* Makes a folder for the socket; does not listen yet. */
void daemon_init(struct daemon *d);
void daemon_finish(struct daemon *d);
void daemon_listen(struct daemon *d);
/* As if killed: no client, no socket. */
void daemon_die(struct daemon *d);
/* Waits for a client; fails the test when none comes. */
void daemon_accept(struct daemon *d);
void daemon_say(struct daemon *d, const char *text, size_t len);
void daemon_says(struct daemon *d, const char *text);
/* The client's next line without its newline. NULL: the client has hung up. */
const char *daemon_hear(struct daemon *d, char line[DAEMON_LINE]);

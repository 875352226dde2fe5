/* A fake daemon on its own socket, controlled by a test. */
#pragma once
#include <stddef.h>

enum { DAEMON_LINE = 1024, DAEMON_WAIT_MS = 120000 };

struct daemon {
	char dir[64], path[96];
	int listen_fd;		/* -1: not listening */
	int fd;			/* -1: no client */
	size_t used;
	char buffer[4096];	/* unread bytes from the client */
};

extern const char daemon_hello[];

/* Makes a folder for the socket; does not listen yet. */
void daemon_init(struct daemon *d);
void daemon_finish(struct daemon *d);
void daemon_listen(struct daemon *d);
/* Closes the client's connection; the socket still accepts others. */
void daemon_hang_up(struct daemon *d);
/* Simulates a killed daemon: no client, no socket. */
void daemon_die(struct daemon *d);
/* Waits for a client; fails the test at a timeout. */
void daemon_accept(struct daemon *d);
void daemon_say(struct daemon *d, const char *text, size_t len);
void daemon_says(struct daemon *d, const char *text);
/* Returns the client's next line without its newline, or NULL if the client has disconnected. */
const char *daemon_hear(struct daemon *d, char line[DAEMON_LINE]);

/*
 * The serial port as a client of the daemon: lines of JSON from the host go to
 * the socket, what the daemon says goes to the host.
 *
 * A port does not tell whether anybody at the host has opened it. So the daemon
 * is called when the first byte comes from there, and hears that the client has
 * gone when nobody reads for as long as it would wait for any client itself, or
 * when the cable is pulled. In front of the greeting stands an empty line: what
 * an earlier listener left half read ends there.
 *
 * Whoever holds the cable sees what the table sees: what would make the client the
 * local screen, or show it a seat's secrets (`screen`, `handover`, any `token`),
 * is refused here and never reaches the daemon.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-event.h>

enum {
	SERIAL_LINE_MAX = 64 * 1024, /* as the link: docs/protocol.md */
	SERIAL_OUT_MAX = 4 * SERIAL_LINE_MAX,
	SERIAL_PATIENCE_US = 5000000,
};

struct serial {
	sd_event *event;
	const char *socket; /* the daemon's */
	/* The port hung up: the cable was pulled. It is closed by then. NULL: nobody wants to know. */
	void (*gone)(void *user);
	void *user;
	int tty, link; /* -1: closed */
	sd_event_source *tty_source, *link_source, *patience;
	bool skip;          /* in a line that is too long: drop up to its end */
	size_t n_in, n_out; /* from the host, an unfinished line; for the host */
	size_t n_ask;       /* for the daemon */
	char in[SERIAL_LINE_MAX], ask[SERIAL_LINE_MAX], out[SERIAL_OUT_MAX];
};

/*
 * s->gone and s->user are set. tty: the port's descriptor, in raw mode and not
 * blocking; taken over. 0 or -errno.
 */
int serial_open(struct serial *s, sd_event *event, const char *socket, int tty);
/* Also for one that never opened (zeroed), or is closed. */
void serial_close(struct serial *s);
/* Opens a port for it: raw, not blocking. The descriptor, or -errno. */
int serial_port(const char *path);

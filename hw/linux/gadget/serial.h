/*
 * The serial port as a client of the daemon: passes bytes from the host to the socket and back.
 * The daemon checks the lines, as those of any client.
 *
 * A port does not report whether a program on the host has opened it. The
 * connection to the daemon is thus made at the host's first byte. It ends when
 * the cable is pulled, or when the host reads nothing for as long as the daemon
 * would wait for any client. An empty line precedes the greeting: it ends a
 * line that an earlier reader left incomplete.
 *
 * A user of the cable sees what the table sees. The port's first message on
 * each connection is `remote`. The daemon then refuses requests reserved for
 * the local screen and every `token`, whatever user this program runs as
 * (docs/protocol.md).
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-event.h>

enum {
	SERIAL_LINE_MAX = 64 * 1024, /* as in the link: docs/protocol.md */
	SERIAL_OUT_MAX = 4 * SERIAL_LINE_MAX,
	SERIAL_PATIENCE_US = 5000000,
};

struct serial {
	sd_event *event;
	const char *socket; /* the daemon's socket */
	/*
	 * Called after the port hung up because the cable was pulled; it is
	 * already closed. NULL: none.
	 */
	void (*gone)(void *user);
	void *user;
	int tty, link; /* -1: closed */
	sd_event_source *tty_source, *link_source, *patience;
	size_t n_ask, n_out; /* bytes for the daemon; for the host */
	char ask[SERIAL_LINE_MAX], out[SERIAL_OUT_MAX];
};

/*
 * Opens the port; s->gone and s->user are set. tty: the port's descriptor, raw
 * and non-blocking, then owned by s. Returns 0 or -errno.
 */
int serial_open(struct serial *s, sd_event *event, const char *socket, int tty);
/* Closes the port; harmless if it was never opened (zeroed) or is already closed. */
void serial_close(struct serial *s);
/* Opens a port for serial_open: raw, non-blocking. Returns the descriptor or -errno. */
int serial_port(const char *path);

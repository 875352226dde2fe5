/*
 * The players' settings: a client of the daemon that only reads its state. If
 * the daemon is away, it reconnects every two seconds. A daemon that repairs
 * its record of games counts as away: it has no games to offer and, at its
 * start, no settings yet.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-event.h>

#include "hw/client/client.h"

enum {
	FOLLOW_RETRY_US = 2000000,
};

struct follow {
	sd_event *event;
	const char *socket;
	/* Called when the daemon has connected or disconnected, or a setting has changed. */
	void (*changed)(struct follow *f);
	void *user;
	/* Reported by the daemon: */
	bool there;        /* the daemon is present and has reported its settings */
	bool disk, serial; /* the settings usb_disk and usb_serial, as last reported */

	bool missed;  /* its absence was logged */
	bool repairs; /* its repair was logged */
	sd_event_source *source, *retry;
	struct client client;
};

/* Starts following; f->event, socket, changed and user are set. Returns 0 or -errno. */
int follow_begin(struct follow *f);
void follow_end(struct follow *f);

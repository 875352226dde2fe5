/*
 * What the players set: a client of the daemon that reads its state and asks for
 * nothing. Away, it is called again every two seconds. While it repairs its record
 * of games it is as good as away: no game can be had, and at its start it does not
 * know yet what was set.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <systemd/sd-event.h>

enum {
	FOLLOW_LINE_MAX = 64 * 1024,
	FOLLOW_RETRY_US = 2000000,
};

struct follow {
	sd_event *event;
	const char *socket;
	/* Called when the daemon has come, gone, or somebody has set something else. */
	void (*changed)(struct follow *f);
	void *user;
	/* Told: */
	bool there;        /* the daemon is, and has said what is set */
	bool disk, serial; /* the settings usb_disk and usb_serial, as told last */

	int fd;       /* -1: away */
	bool missed;  /* told that it is away */
	bool repairs; /* told that it repairs */
	sd_event_source *source, *retry;
	size_t n;
	char line[FOLLOW_LINE_MAX];
};

/* f->event, socket, changed and user are set. 0 or -errno. */
int follow_begin(struct follow *f);
void follow_end(struct follow *f);

/*
 * The disk's medium: an image of the records, made when a host connects and
 * discarded when it disconnects. A separate program (gadget-image) makes it, so
 * that no other work waits.
 */
#pragma once
#include <systemd/sd-event.h>

#include "hw/linux/gadget/configfs.h"

struct disk {
	struct gadget *gadget;
	sd_event *event;
	const char *maker;  /* program: maker IMAGE SOCKET */
	const char *image;  /* the image file */
	const char *socket; /* the daemon's socket */
	enum { DISK_EMPTY, DISK_MAKING, DISK_IN, DISK_FAILED } state;
	bool host; /* a host is connected */
	sd_event_source *child;
};

/* Handles a connected host: makes the records and inserts them when complete. Logs failures. */
void disk_plugged(struct disk *d);
/* Handles a disconnected host: removes its medium; the next host gets a new one. */
void disk_pulled(struct disk *d);
/* Retries a failed image once the daemon is back or has repaired its record. */
void disk_retry(struct disk *d);

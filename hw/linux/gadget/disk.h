/*
 * The disk's medium: an image of the records, made when a host is there and not
 * kept beyond its cable. Making it is another program's work (gadget-image), so
 * that nothing waits for it.
 */
#pragma once
#include <systemd/sd-event.h>

#include "hw/linux/gadget/configfs.h"

struct disk {
	struct gadget *gadget;
	sd_event *event;
	const char *maker;  /* program: maker IMAGE SOCKET */
	const char *image;  /* file that it makes */
	const char *socket; /* the daemon's */
	enum { DISK_EMPTY, DISK_MAKING, DISK_IN, DISK_FAILED } state;
	bool host; /* a host is there */
	sd_event_source *child;
};

/* A host is there: the records are made, and put in once they are. What fails is told. */
void disk_plugged(struct disk *d);
/* It is gone, and its medium with it; the next one gets a new one. */
void disk_pulled(struct disk *d);
/* The daemon is back, or has repaired its record: what failed without it is tried again. */
void disk_retry(struct disk *d);

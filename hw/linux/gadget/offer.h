/*
 * The functions offered at the cable: the players' settings as last reported by
 * the daemon. Before its first message there are none.
 */
#pragma once
#include "hw/linux/gadget/disk.h"
#include "hw/linux/gadget/follow.h"

struct offer {
	const struct follow *follow;
	struct disk *disk;
	unsigned made; /* enum gadget_function: of the present gadget */
	/* Removes the present gadget, makes one with those functions (none for 0) and sets made. */
	void (*make)(struct offer *o, unsigned functions);
};

/* Makes the gadget that the settings require, unless it exists. */
void offer_apply(struct offer *o);
/* The callback f->changed of the offer in f->user. */
void offer_changed(struct follow *f);

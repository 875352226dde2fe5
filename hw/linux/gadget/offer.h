/*
 * What is offered at the cable: what the players have set, as the daemon told it last.
 * Before its first word that is nothing.
 */
#pragma once
#include "hw/linux/gadget/disk.h"
#include "hw/linux/gadget/follow.h"

struct offer {
	const struct follow *follow;
	struct disk *disk;
	unsigned made; /* enum gadget_function: of the gadget that is there */
	/* Takes away what is made, makes those functions, none for 0, and sets made. */
	void (*make)(struct offer *o, unsigned functions);
};

/* What was set is made, if it is not. */
void offer_apply(struct offer *o);
/* f->changed of the offer that f->user is. */
void offer_changed(struct follow *f);

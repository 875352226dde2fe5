#include "hw/linux/gadget/offer.h"

static unsigned
wanted(const struct offer *o)
{
	/* The daemon's end is no reason to pull a medium out of a computer's hands. */
	if (!o->follow->there)
		return o->made;
	return (o->follow->disk ? GADGET_DISK : 0u) | (o->follow->serial ? GADGET_SERIAL : 0u);
}

void
offer_apply(struct offer *o)
{
	unsigned functions = wanted(o);

	if (functions != o->made)
		o->make(o, functions);
}

void
offer_changed(struct follow *f)
{
	struct offer *o = f->user;

	offer_apply(o);
	if (f->there)
		disk_retry(o->disk);
}

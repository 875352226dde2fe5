#include "hw/linux/gadget/offer.h"

static unsigned
functions_to_offer(const struct offer *o)
{
	/* Keep the medium in the computer when the daemon ends. */
	if (!o->follow->there)
		return o->made;
	return (o->follow->disk ? GADGET_DISK : 0u) | (o->follow->serial ? GADGET_SERIAL : 0u);
}

void
offer_apply(struct offer *o)
{
	unsigned functions = functions_to_offer(o);

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

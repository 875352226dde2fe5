#include <string.h>

#include "daemon/partner/partner.h"

unsigned
partner_seat(struct partner *p, const char *name)
{
	unsigned s = 0;

	while (s < p->n_seats && strcmp(p->name[s], name) != 0)
		s++;
	if (s < p->n_seats || s == PARTNER_SEATS || strlen(name) >= sizeof(p->name[0]))
		return s < p->n_seats ? s : PARTNER_SEATS;
	strcpy(p->name[s], name);
	p->n_seats++;
	return s;
}

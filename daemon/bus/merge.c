#include "daemon/bus/merge.h"

/* Returns the bus with the oldest held message; the first of equals. */
static int
oldest(const struct merge *m)
{
	int first = -1;

	for (unsigned i = 0; i < m->n; i++)
		if (m->has[i] && (first < 0 || m->held[i].t_us < m->held[first].t_us))
			first = (int)i;
	return first;
}

int
merge_next(struct merge *m, uint64_t until, struct busio_msg *out)
{
	int i = oldest(m);

	if (i < 0 || (m->n > 1 && m->held[i].t_us > until))
		return -1;
	*out = m->held[i];
	m->has[i] = false;
	return i;
}

bool
merge_holds(const struct merge *m)
{
	return oldest(m) >= 0;
}

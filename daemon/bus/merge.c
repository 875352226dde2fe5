#include "daemon/bus/merge.h"

/* The bus whose oldest message is the oldest of all; of equals the first. */
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
merge_next(struct merge *m, merge_source *next, void *arg, uint64_t until, struct busio_msg *out)
{
	int i;

	for (unsigned k = 0; k < m->n; k++)
		if (!m->has[k])
			m->has[k] = next(arg, k, &m->held[k]);
	i = oldest(m);
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

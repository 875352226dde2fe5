#include "tests/daemon/hands/cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double
cost_now_us(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

void
cost_add(struct cost *c, double us)
{
	if (c->n == c->room) {
		c->room = c->room == 0 ? 65536 : 2 * c->room;
		c->us = realloc(c->us, c->room * sizeof(*c->us));
		if (c->us == NULL)
			abort();
	}
	c->us[c->n++] = (float)us;
}

static int
compare(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

void
cost_print(struct cost *c)
{
	if (c->n == 0)
		return;
	qsort(c->us, c->n, sizeof(*c->us), compare);
	(void)printf("    %zu events: median %.1f, 99 %% %.1f, worst %.1f us\n", c->n,
		     (double)c->us[c->n / 2], (double)c->us[c->n - c->n / 100 - 1],
		     (double)c->us[c->n - 1]);
	c->n = 0;
}

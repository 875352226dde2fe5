/* A temporary folder for each test, with a table whose store is in it. */
#pragma once
#include <cmocka.h>
#include <stdlib.h>

#include "help.h"
#include "table.h"

struct place {
	char folder[64];
	struct table t;
};

static inline int
place_setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	help_folder(p->folder);
	*state = p;
	return 0;
}

static inline int
place_setup_open(void **state)
{
	struct place *p;

	(void)place_setup(state);
	p = *state;
	table_open(&p->t, p->folder);
	return 0;
}

static inline int
place_teardown(void **state)
{
	struct place *p = *state;

	if (p->t.store)
		table_close(&p->t);
	help_folder_remove(p->folder);
	free(p);
	return 0;
}

static inline void
place_reopen(struct place *p)
{
	char why[STORE_WHY_MAX];

	table_close(&p->t);
	table_open(&p->t, p->folder);
	if (store_resume(p->t.store, &p->t.r, why) < 0)
		fail_msg("%s", why);
}

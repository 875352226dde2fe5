/* The choice of a game by lights. */
#pragma once
#include "daemon/lamps/menu_lamps.h"
#include "daemon/table/duty.h"

struct table_choice {
	bool on; /* lifted and placed pieces choose a game and make no moves */
	struct menu_lamps lamps;
};

extern const struct duty table_choice_duty;

bool table_choice_is_open(const struct table *t);
/* Closes the choice; no effect if it is closed. */
void table_choice_close(struct table *t);

/* The choice of a game and of its players by lights. */
#pragma once
#include "daemon/lamps/menu_lamps.h"
#include "daemon/table/duty.h"
#include "daemon/table/table_player.h"

struct table_choice {
	bool on; /* lifted and placed pieces choose a game and make no moves */
	struct menu_lamps lamps;
	const struct game *game; /* the chosen one, whose players are asked for; NULL: none yet */
	uint8_t seat;            /* the seat that is asked for */
	struct table_player player[RULES_SEATS_MAX];
};

extern const struct duty table_choice_duty;

bool table_choice_is_open(const struct table *t);
/* Closes the choice; no effect if it is closed. */
void table_choice_close(struct table *t);

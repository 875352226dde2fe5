/* What was measured on the board: kept beside its games, and put into use. */
#pragma once
#include "daemon/config.h"
#include "daemon/table/table.h"
#include "hw/board/board.h"

struct measured {
	struct board described;		/* the board without it */
	const char *from;		/* the description's file */
	char path[CONFIG_PATH_MAX];	/* its own; "" there is no room for the name */
};

/* Takes over what the folder `store` has for *b, which was read from `from`; both outlive it. */
void measured_read(struct measured *m, const char *from, const char *store, struct board *b);
/*
 * Keeps zero and span of `found`, and puts them into *b. 0, or -1 with why told and
 * nothing changed. The disk may take its time; nobody plays while a board is calibrated.
 */
MUST_USE int measured_keep(const struct measured *m, struct board *b, const struct board *found,
			   char why[TABLE_WHY]);

/* What was measured on the board: kept beside its games, and put into use. */
#pragma once
#include "daemon/config.h"
#include "daemon/store/store.h"
#include "daemon/table/table.h"
#include "hw/board/board.h"

struct measured {
	struct board described;		/* the board without it */
	const char *from;		/* the description's file */
	char path[CONFIG_PATH_MAX];	/* its own; "" there is no room for the name */
};

/* Takes over what the folder `store` has for *b, which was read from `from`; both outlive it. */
void measured_read(struct measured *m, const char *from, const char *store, struct board *b);
/* Puts zero, span and blind squares of `found` into *b. */
void measured_use(struct board *b, const struct board *found);
/*
 * Has them kept by the store, which takes as long as the disk does: it answers STORE_FILE to
 * `who`. *m is not changed any more and outlives the store. 0, -ENOMEM, or -EAGAIN: too much
 * waits already.
 */
MUST_USE int measured_keep(const struct measured *m, struct store *s, const struct board *found,
			   const struct table_asker *who);

/* Results of calibration: stored beside the games, and applied. */
#pragma once
#include "daemon/config.h"
#include "daemon/store/store.h"
#include "daemon/table/table.h"
#include "hw/board/board.h"

struct measured {
	struct board described;		/* the board without them */
	const char *from;		/* the description's file */
	char path[CONFIG_PATH_MAX];	/* file of the results; "" if its name would be too long */
};

/* Applies the results in folder `store` to *b, which was read from `from`; both must outlive *m. */
void measured_read(struct measured *m, const char *from, const char *store, struct board *b);
/* Copies zero, span and blind squares of `found` into *b. */
void measured_use(struct board *b, const struct board *found);
/*
 * Writes the results through the store, which answers STORE_FILE to `who` when they are on disk. *m
 * must stay unchanged and must outlive the store. Returns 0, -ENOMEM, or -EAGAIN if too much is
 * pending.
 */
MUST_USE int measured_keep(const struct measured *m, struct store *s, const struct board *found,
			   const struct table_asker *who);

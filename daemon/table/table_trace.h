/* The trace of the game on the board, in memory and stored with the game. */
#pragma once
#include "daemon/core/infer.h"
#include "daemon/table/duty.h"

enum {
	/* A long game makes about 30 KB; a sensor that flickers all night is cut off here. */
	TABLE_TRACE_MAX = 1024 * 1024,
};

struct table_kept_trace {
	/* ---- private ---- */
	bool on;          /* it is stored, too */
	bool due;         /* text was lost: a new part begins when the board is at rest */
	uint64_t last_us; /* time of the last line */
	size_t bytes;     /* of this game, stored by this daemon */
	size_t len;       /* of the text in memory */
	char text[TABLE_TRACE_MAX];
};

extern const struct duty table_trace_duty;

/* Begins the trace of the game in t->book; with_board: including the present readings. */
void table_trace_begin(struct table *t, bool with_board);
/* Handles a new reading of the board. */
void table_trace_board(struct table *t, const struct reading *board, const struct infer_known *known);
/* Starts or stops storing traces. */
void table_trace_keep(struct table *t, bool on);
/* Ends the stored trace: another game begins, or the daemon ends. */
void table_trace_stop(struct table *t);
/* Returns the text in memory, to be freed by the caller; NULL: no memory, or no game. */
char *table_trace_text(const struct table *t);

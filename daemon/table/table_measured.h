/* Measurements of the board: used at once, written later. */
#pragma once
#include "daemon/table/duty.h"
#include "hw/board/board.h"

/* The address of a reply: tag and text of the request. */
struct table_asker {
	uint64_t tag;     /* 0: no reply is needed */
	const char *text; /* or NULL */
};

struct table_measured_files {
	/* ---- private ---- */
	uint32_t asked, answered; /* files requested and completed, counted from 1 */
	bool due;                 /* the values in use may not be on disk */
};

/* Uses zero, span and blind squares of *b from now on. Returns 1, or -1 with t->why. */
MUST_USE int table_measured(struct table *t, const struct board *b, const struct table_asker *who);
/* Returns whether the values in use may not be on disk. */
bool table_measured_is_due(const struct table *t);
/* Returns the number of the last file that was requested, counted from 1. */
uint32_t table_measured_last(const struct table *t);
/* Reports the next file as written, or (err < 0) as failed. */
void table_measured_answered(struct table *t, int err, const char *why);
/*
 * Declares the sensor of a square unreliable, or reliable again. Returns 0 if unchanged; 1 if
 * changed, with a reply to `who` when it is on disk; or -1 with t->why.
 */
int table_blind_name(struct table *t, unsigned board_sq, bool blind, const struct table_asker *who);

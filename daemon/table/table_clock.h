/* The clock of the game on the board: its presses, pauses and a claim on time. */
#pragma once
#include "daemon/record/clock.h"
#include "daemon/table/book.h"
#include "daemon/table/duty.h"

enum { TABLE_TOUCHES = 8 }; /* more than the bounces of one contact */

struct table_clocks {
	struct clock play;
	/* ---- private ---- */
	unsigned n_touches;               /* raw edges so far */
	uint64_t touch_us[TABLE_TOUCHES]; /* times of the last of them, as a ring */
	uint64_t pressed_us;              /* the last request of a button or a client */
};

extern const struct duty table_clock_duty;

/* Changes the clock before the first move. Returns 0, or -1 with t->why. */
MUST_USE int table_clock_set(struct table *t, const struct clock_spec *spec);
/* Returns the type of the clock. */
const struct clock_spec *table_clock_spec(const struct table *t);
/* Pauses or, with CLOCK_RUNS, resumes. No effect if the clock is stopped or runs already. */
void table_clock_pause(struct table *t, enum clock_pause why, uint64_t t_us);
/* Returns the seat whose flag fell first, or SEAT_NONE. */
unsigned table_clock_fallen(const struct table *t);
/* Returns the seat that may claim the game on time, or SEAT_NONE. */
unsigned table_clock_claimant(const struct table *t);
/* Reports whether that claim can only be a draw: the claimant has nothing but a king. */
bool table_clock_claim_draws(const struct table *t);
/* Ends the game on time for that seat. Returns as table_event. */
int table_clock_claimed(struct table *t);
/*
 * Writes the clock for display. Returns whether it includes the press of a shown move that is not
 * final.
 */
bool table_clock_shown(const struct table *t, struct clock *out);
/* Stores the time used in this turn, before the daemon ends. */
void table_clock_keep(struct table *t);
/* Starts the clock of the game in t->state. */
void table_clock_begin(struct table *t, const struct clock_spec *spec);
/* Resumes the clock at t->book.at from its stored text ("" none). */
void table_clock_resume(struct table *t, const char *kept);
/* Sets the times of a record's move, after which `clock_us` was left. */
void table_clock_replayed(const struct table_book *b, struct table_move *m,
			  const struct position *before, uint64_t clock_us);

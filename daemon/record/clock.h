/*
 * Clocks of play: whose time runs, how much is left, what a move gives back.
 * A machine without a clock of its own: times are handed in, in microseconds on
 * one clock that never goes back, and a call for an earlier time counts for the
 * latest one known. Plain values, copied with `=`; nothing allocates.
 *
 * The clock only tells. A flag that has fallen ends no game and changes no
 * action, so a game replays alike with any clock or none.
 *
 *   1) the first press          starts it; who made it has used nothing
 *   2) press                    the time up to it is used, what the mode gives is added,
 *                               the next seat's time runs
 *   3) press at an earlier time than the last: as at the last
 *   4) back                     a press is undone: the time used stays used, what it gave is
 *                               taken again, its seat's time runs; before the first press: as new
 *   5) amend                    the last press was not the last word: as if it had not been
 *   6) pause, resume            nobody's time runs between
 *   7) a flag                   falls at the moment nothing is left, and stays down; the seat
 *                               has nothing and gets nothing from then on
 *   8) stop, go on              the game is over; or is not after all
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

enum clock_mode {
	CLOCK_NONE,
	CLOCK_SUDDEN,    /* so much for the whole game */
	CLOCK_FISCHER,   /* and so much more for each move */
	CLOCK_BRONSTEIN, /* what the move used comes back, up to so much */
	CLOCK_HOURGLASS, /* what one seat uses the next one gains */
	CLOCK_MOVES,     /* so much for so many moves, then the next period's */
};

enum clock_pause {
	CLOCK_RUNS,
	CLOCK_ASKED,   /* somebody asked for it */
	CLOCK_RESTART, /* the daemon came back to the game */
	CLOCK_BOARD,   /* the board cannot be read */
};

enum {
	CLOCK_PERIODS_MAX = 4,
	CLOCK_S_MAX = 86400, /* of one period, seconds */
	CLOCK_BONUS_S_MAX = 3600,
	CLOCK_MOVES_MAX = 999,
	CLOCK_SPEC_TEXT = 256, /* "moves:…", the longest, and its NUL */
	CLOCK_TEXT = 512,      /* the same and how it stands */
	CLOCK_WHY = 96,
};

/* A time that nobody measured. */
#define CLOCK_NO_TIME UINT64_MAX

struct clock_period {
	uint16_t moves; /* to be made in it; 0: all that are left */
	uint32_t base_s, bonus_s;
};

struct clock_control {
	uint8_t n;
	struct clock_period period[CLOCK_PERIODS_MAX];
};

/* What was agreed; zeroed: no clock. */
struct clock_spec {
	uint8_t mode; /* enum clock_mode */
	uint8_t n;    /* controls that were given: one for all, or one a seat */
	struct clock_control control[RULES_SEATS_MAX];
};

struct clock_seat {
	uint64_t left_us; /* at the time since_us where it runs */
	uint32_t moves;   /* presses */
	bool flag;
};

/* How it stands: what a press changes. */
struct clock_stand {
	bool started;
	uint8_t running;    /* the seat whose time runs, or would but for a pause; SEAT_NONE */
	uint8_t first_flag; /* whose flag fell first, or SEAT_NONE */
	uint64_t since_us;
	uint64_t used_us; /* of this turn, before since_us */
	struct clock_seat seat[RULES_SEATS_MAX];
};

struct clock {
	struct clock_spec spec;
	uint8_t n_seats; /* seats take turns in their order */
	uint8_t pause;   /* enum clock_pause */
	struct clock_stand now;
	bool amendable;
	struct clock_stand before; /* the last press */
};

/* ---- what was agreed, as text: docs/halo.md tells the form ---- */

/* 0, or -1 with `why` told and *out untouched. */
MUST_USE int clock_spec_parse(const char *text, struct clock_spec *out, char why[CLOCK_WHY]);
void clock_spec_print(const struct clock_spec *spec, char out[CLOCK_SPEC_TEXT]);
/* "fischer"; static */
const char *clock_mode_name(unsigned mode);
/* That seat's control, of n_seats. */
const struct clock_control *clock_control(const struct clock_spec *spec, unsigned n_seats,
					  unsigned seat);

/* ---- the clock ---- */

/* Everybody's time is whole, nobody's runs. */
void clock_init(struct clock *c, const struct clock_spec *spec, unsigned n_seats);
/*
 * `seat` ended its turn at at_us and `next` has the move, SEAT_NONE: nobody.
 * Returns what is left to `seat`, CLOCK_NO_TIME without a clock.
 */
uint64_t clock_press(struct clock *c, unsigned seat, unsigned next, uint64_t at_us);
void clock_back(struct clock *c, unsigned seat, uint64_t at_us);
/* As if the last press had not been; false: that can no longer be known, clock_back is to be used. */
bool clock_amend(struct clock *c);
void clock_stop(struct clock *c, uint64_t at_us);
/* After clock_stop: `seat` has the move again. */
void clock_go_on(struct clock *c, unsigned seat, uint64_t at_us);
/* Nothing happens to a clock that stands already, or has not started. */
void clock_pause(struct clock *c, enum clock_pause why, uint64_t at_us);
void clock_resume(struct clock *c, uint64_t at_us);

/* Does somebody's time run? */
bool clock_runs(const struct clock *c);
uint64_t clock_left_us(const struct clock *c, unsigned seat, uint64_t now_us);
/* When the next flag falls, or UINT64_MAX. */
uint64_t clock_deadline(const struct clock *c);
/* Lets a flag fall that is due; the seat, or SEAT_NONE: none is. */
unsigned clock_fall(struct clock *c, uint64_t now_us);
/* Moves to be made in the seat's period, 0: no such count. */
unsigned clock_moves_left(const struct clock *c, unsigned seat);
/* The seat's period, from 0, by what it has moved. */
unsigned clock_period(const struct clock *c, unsigned seat);
/* Hourglass: who gains what the running seat uses; else SEAT_NONE. */
unsigned clock_gains(const struct clock *c);

/* ---- how it stands, as text, for a game that is to go on later ---- */

void clock_print(const struct clock *c, uint64_t now_us, char out[CLOCK_TEXT]);
/*
 * The clock of clock_print's text, paused for CLOCK_RESTART where it had started
 * and was not over. 0, or -1: no such text, *c untouched.
 */
MUST_USE int clock_parse(struct clock *c, const char *text, unsigned n_seats);

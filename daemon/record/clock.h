/*
 * Game clocks: whose time runs, how much is left, what a move adds. A machine without a
 * clock of its own: callers pass times in microseconds on one monotonic clock, and an
 * earlier time than the latest known counts as the latest. Plain values, copied with `=`;
 * nothing allocates.
 *
 * The clock only reports. A fallen flag ends no game and changes no action, so a game
 * replays the same with any clock or none.
 *
 *   1) the first press          starts the clock; its seat has used no time
 *   2) press                    books the time used, adds what the mode gives, and starts
 *                               the next seat's time
 *   3) a press at an earlier time than the last counts as at the last
 *   4) back                     undoes a press: the time used stays used, the time added is
 *                               removed, its seat's time runs; before the first press: as new
 *   5) amend                    replaces the last press, as if it had not happened
 *   6) pause, resume            no time runs in between
 *   7) a flag                   falls at the moment no time is left, and stays down; the seat
 *                               gets no more time
 *   8) stop, go on              the game is over; or it is reopened
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

enum clock_mode {
	CLOCK_NONE,
	CLOCK_SUDDEN,    /* a time for the whole game */
	CLOCK_FISCHER,   /* and an increment for each move */
	CLOCK_BRONSTEIN, /* the time a move used is returned, up to a limit */
	CLOCK_HOURGLASS, /* the time one seat uses is added to the next */
	CLOCK_MOVES,     /* a time for a number of moves, then the next period's */
};

enum clock_pause {
	CLOCK_RUNS,
	CLOCK_ASKED,   /* by request */
	CLOCK_RESTART, /* the daemon resumed the game */
	CLOCK_BOARD,   /* the board cannot be read */
	CLOCK_EXECUTING, /* hands have to make a computer's move */
	CLOCK_PARTNER,   /* no engine can choose for the computer's seat to act */
};

enum {
	CLOCK_PERIODS_MAX = 4,
	CLOCK_S_MAX = 86400, /* of one period, seconds */
	CLOCK_BONUS_S_MAX = 3600,
	CLOCK_MOVES_MAX = 999,
	CLOCK_SPEC_TEXT = 256, /* "moves:…", the longest, including its NUL */
	CLOCK_TEXT = 512,      /* the same with the clock's state */
	CLOCK_WHY = 96,
};

/* A time that was not measured. */
#define CLOCK_NO_TIME UINT64_MAX

struct clock_period {
	uint16_t moves; /* moves in this period; 0: all the rest */
	uint32_t base_s, bonus_s;
};

struct clock_control {
	uint8_t n;
	struct clock_period period[CLOCK_PERIODS_MAX];
};

/* The agreed controls; zeroed: no clock. */
struct clock_spec {
	uint8_t mode; /* enum clock_mode */
	uint8_t n;    /* number of controls: one for all, or one a seat */
	struct clock_control control[RULES_SEATS_MAX];
};

struct clock_seat {
	uint64_t left_us; /* at time since_us if it runs */
	uint32_t moves;   /* number of presses */
	bool flag;
};

/* The clock's state, as changed by a press. */
struct clock_stand {
	bool started;
	uint8_t running;    /* seat whose time runs, or would run without the pause; SEAT_NONE */
	uint8_t first_flag; /* seat whose flag fell first, or SEAT_NONE */
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
	struct clock_stand before; /* before the last press */
};

/* ---- controls as text: docs/halo.md describes the form ---- */

/* Parses controls. Returns 0, or -1 with `why` set and *out unchanged. */
MUST_USE int clock_spec_parse(const char *text, struct clock_spec *out, char why[CLOCK_WHY]);
void clock_spec_print(const struct clock_spec *spec, char out[CLOCK_SPEC_TEXT]);
/* Returns the mode's name ("fischer"); static. */
const char *clock_mode_name(unsigned mode);
/* Returns the control of that seat, of n_seats. */
const struct clock_control *clock_control(const struct clock_spec *spec, unsigned n_seats,
					  unsigned seat);

/* ---- the clock ---- */

/* Initialises: every seat has its full time, none runs. */
void clock_init(struct clock *c, const struct clock_spec *spec, unsigned n_seats);
/*
 * `seat` ended its turn at at_us and `next` has the move (SEAT_NONE: none). Returns the
 * time left to `seat`, or CLOCK_NO_TIME without a clock.
 */
uint64_t clock_press(struct clock *c, unsigned seat, unsigned next, uint64_t at_us);
void clock_back(struct clock *c, unsigned seat, uint64_t at_us);
/*
 * Cancels the last press. Returns false if the state before it is no longer known; clock_back
 * then undoes it.
 */
bool clock_amend(struct clock *c);
void clock_stop(struct clock *c, uint64_t at_us);
/* Restarts after clock_stop: `seat` has the move again. */
void clock_restart(struct clock *c, unsigned seat, uint64_t at_us);
/* Pauses; no effect on a clock that is paused already or has not started. */
void clock_pause(struct clock *c, enum clock_pause why, uint64_t at_us);
void clock_resume(struct clock *c, uint64_t at_us);

/* Reports whether a seat's time runs. */
bool clock_runs(const struct clock *c);
uint64_t clock_left_us(const struct clock *c, unsigned seat, uint64_t now_us);
/* Returns when the next flag falls, or UINT64_MAX. */
uint64_t clock_deadline(const struct clock *c);
/* Drops a flag that is due; returns its seat, or SEAT_NONE. */
unsigned clock_fall(struct clock *c, uint64_t now_us);
/* Returns the moves left in the seat's period; 0: unlimited. */
unsigned clock_moves_left(const struct clock *c, unsigned seat);
/* Returns the seat's period, from 0, by its number of moves. */
unsigned clock_period(const struct clock *c, unsigned seat);
/* Returns the seat that gains the running seat's time (hourglass), else SEAT_NONE. */
unsigned clock_gains(const struct clock *c);

/* ---- state as text, to resume a game later ---- */

void clock_print(const struct clock *c, uint64_t now_us, char out[CLOCK_TEXT]);
/*
 * Restores the clock of clock_print's text, paused for CLOCK_RESTART if it had started and
 * was not over. Returns 0, or -1 on invalid text with *c unchanged.
 */
MUST_USE int clock_parse(struct clock *c, const char *text, unsigned n_seats);

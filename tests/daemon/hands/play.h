/*
 * Players who intend one game and play it with the hands of a style. They look
 * at the lamps, answer questions, follow guidance, and never give up a move.
 * The result of each ply is counted; anything not simply right has a reason.
 */
#pragma once
#include <stdio.h>

#include "tests/daemon/hands/sim.h"
#include "tests/daemon/hands/style.h"

enum verdict {
	RIGHT,   /* final by itself, by the clock, or by the opponent's move */
	AMENDED, /* quiet had made another action final, and it was amended in time */
	ASKED,   /* a question or a choice on the screen decided it */
	LOST,    /* no effect: guidance, then played again */
	WRONG,   /* another action was recorded */
	VERDICTS,
};
const char *verdict_name(unsigned v);

enum { REASONS_MAX = 64, REASON_TEXT = 96 };

/* Reasons for plies that were not simply right, with their number. */
struct reasons {
	unsigned n;
	struct {
		uint8_t verdict;
		unsigned count;
		char text[REASON_TEXT];
		char example[96]; /* "FILE 12 ply 31 exd6" of the first */
	} row[REASONS_MAX];
};

struct tally {
	unsigned games, plies;
	unsigned verdict[VERDICTS];
	unsigned takebacks, takebacks_failed;
	unsigned illegal, illegal_failed;
	unsigned early;    /* replies that began before a computer's action was final */
	unsigned pestered; /* questions without a cause */
	unsigned broken;   /* games that could not continue */
	uint64_t steps;
	unsigned edges;
	struct reasons reasons;
};

struct play {
	struct sim sim;
	const struct style *style;
	struct tally *tally;
	FILE *list;            /* a line for each ply not simply right, or NULL */
	const char *trace_dir; /* folder for traces of wrong and lost plies, or NULL */
	unsigned traces_left;
	uint8_t buses;    /* the board's number of sensor buses: see sensors.h; 0 is one */
	uint8_t blind;    /* number of blind squares, drawn for each game */
	bool objects;     /* checkers, coins and halos lie on the board */
	bool whole_trace; /* the tracer keeps the whole game */
	struct rng rng;
	unsigned oddities[SIM_PLIES_MAX]; /* ODD_… of each ply's script */
	uint8_t verdict[SIM_PLIES_MAX];
	bool gave_up;
};

/* Plays the game and adds its results to *p->tally. The tracer, if any, is p->sim.tracer. */
void play_game(struct play *p, struct live *live, const struct meant *meant, uint8_t senses,
	       uint64_t seed);

/* ---- its parts, for players who plan their own touches ---- */

/* Starts the game; p->style, tally, list, trace_dir are set. Returns false if it is given up. */
bool play_begin(struct play *p, struct live *live, const struct meant *meant, uint8_t senses,
		uint64_t seed);
/*
 * Presses the clock after the ply's last touch. If something else is shown,
 * chooses the ply first.
 */
void play_press_clock(struct play *p, unsigned ply, uint64_t last_us);
/* Presses a button, and again if the board asks about an unseen capture that was intended. */
void play_press(struct play *p, enum button b);
/* Presses the clock at once. */
void play_press_clock_now(struct play *p, unsigned ply);
/*
 * After all hands leave: gets `expected` plies recorded, with all answers and
 * repetitions needed.
 */
void play_settle(struct play *p, unsigned expected);
/* Adds the verdicts of plies from … to - 1 to the tally and clears them. */
void play_count(struct play *p, unsigned from, unsigned to);
/* Adds the result of the game itself. */
void play_end(struct play *p);

/* ---- shared by tricks.c and play.c ---- */

/* Notes a verdict for a ply; the worst one of a ply counts. */
void play_verdict(struct play *p, unsigned ply, enum verdict v, const char *reason);
/* Waits until the last touch is believed, and a little longer. */
void play_wait_settled(struct play *p, uint64_t extra_us);
/*
 * Follows the board's guidance to its end. Returns false with the reason in
 * *why if it leads nowhere.
 */
bool play_follow_guidance(struct play *p, const char **why);
/* Restores pieces that occupancy cannot distinguish. */
void play_sort_pieces(struct play *p, const struct position *want);
/* Puts that piece there without any edge. */
void play_set_piece(struct play *p, unsigned sq, uint8_t piece);
bool play_board_is(const struct play *p, const struct position *want);
/* Saves the trace since the last settled moment under a descriptive name. */
void play_save_trace(struct play *p, const char *what, unsigned ply);

/* Marks a settled moment, where a trace may begin. */
void play_checkpoint(struct play *p);
bool play_option_is(const struct prompt *q, struct action a);
/*
 * Handles a second thought about a final action: answers the board, or takes
 * the action back on the screen.
 */
bool play_amend_late(struct play *p);
/* Counts recorded plies that were not intended as WRONG. */
void play_judge_wrong(struct play *p);
/* Ends the game, which cannot continue from that ply. */
void play_give_up(struct play *p, unsigned ply, const char *why);
/* Returns what in the hands may have led to guidance instead of the move. */
const char *play_lost_reason(const struct play *p);
/*
 * Returns how long before the mover's last touch the opponent may begin, or 0.
 * The mover's last piece must be in the air, and the squares must differ.
 */
uint64_t play_overlap_us(const struct style *st, const struct script *mover,
			 const struct script *next);
/* Returns the time from a script's first touch to its last. */
uint64_t play_script_us(const struct script *s);

/* Plays takebacks by hand and illegal moves between plies. Returns the ply to continue from. */
unsigned tricks_maybe(struct play *p, unsigned ply);
/* Sometimes makes another legal move than the computer chose; guidance leads it back. */
void tricks_astray(struct play *p, unsigned ply);

/*
 * Players who mean one game and play it with the hands of a style: they look at
 * the lamps, answer what is asked, follow guidance, and never give up a move.
 * What comes of each ply is counted; what was not simply right says why.
 */
#pragma once
#include <stdio.h>

#include "tests/daemon/hands/sim.h"
#include "tests/daemon/hands/style.h"

enum verdict {
	RIGHT,   /* final by itself, by the clock, or by the opponent's move */
	AMENDED, /* quiet had made another action final, and it was amended in time */
	ASKED,   /* a question or a choice on the screen decided */
	LOST,    /* nothing came of it: guidance, then played again */
	WRONG,   /* another action was recorded */
	VERDICTS,
};
const char *verdict_name(unsigned v);

enum { REASONS_MAX = 64, REASON_TEXT = 96 };

/* Why plies were not simply right, with how often. */
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
	unsigned pestered; /* questions that nobody had given cause for */
	unsigned broken;   /* games that could not be played on */
	uint64_t steps;
	unsigned edges;
	struct reasons reasons;
};

struct play {
	struct sim sim;
	const struct style *style;
	struct tally *tally;
	FILE *list;            /* a line for each ply not simply right, or NULL */
	const char *trace_dir; /* traces of what is wrong or lost go here, or NULL */
	unsigned traces_left;
	uint8_t buses;    /* of the board's sensors: see sensors.h; 0 is one */
	uint8_t blind;    /* so many squares, drawn anew for each game */
	bool objects;     /* checkers, coins and halos lie on the board */
	bool whole_trace; /* the tracer keeps the whole game */
	struct rng rng;
	unsigned oddities[SIM_PLIES_MAX]; /* ODD_… of each ply's script */
	uint8_t verdict[SIM_PLIES_MAX];
	bool gave_up;
};

/* Plays the game and adds to *p->tally. The tracer, if any, is p->sim.tracer. */
void play_game(struct play *p, struct session *session, const struct meant *meant, uint8_t senses,
	       uint64_t seed);

/* ---- the parts of it, for players who plan their touches themselves ---- */

/* Starts the game; p->style, tally, list, trace_dir are set. False: given up already. */
bool play_begin(struct play *p, struct session *session, const struct meant *meant, uint8_t senses,
		uint64_t seed);
/* The clock after the ply's last touch, unless something else is shown: that is chosen first. */
void play_press_clock(struct play *p, unsigned ply, uint64_t last_us);
/* The same at once. */
void play_press_clock_now(struct play *p, unsigned ply);
/* Hands off: `expected` plies get recorded, whatever the players have to answer or repeat. */
void play_settle(struct play *p, unsigned expected);
/* Adds the verdicts of plies from … to - 1 to the tally, and forgets them. */
void play_count(struct play *p, unsigned from, unsigned to);
/* Adds the game itself. */
void play_end(struct play *p);

/* ---- what tricks.c and play.c share ---- */

/* Notes a verdict for a ply; the worst one of a ply counts. */
void play_verdict(struct play *p, unsigned ply, enum verdict v, const char *reason);
/* Time enough for the last touch to be believed, and a little more. */
void play_wait_settled(struct play *p, uint64_t extra_us);
/* Follows the board's guidance until it ends. False: it led nowhere, *why says. */
bool play_follow_guidance(struct play *p, const char **why);
/* Pieces that occupancy cannot tell apart are put where the players know they belong. */
void play_sort_pieces(struct play *p, const struct position *want);
/* That piece stands there now, and nobody saw it come. */
void play_set_piece(struct play *p, unsigned sq, uint8_t piece);
bool play_board_is(const struct play *p, const struct position *want);
/* Saves the trace since the last settled moment under a telling name. */
void play_save_trace(struct play *p, const char *what, unsigned ply);

/* A moment when all is as it should be: a trace may begin here. */
void play_checkpoint(struct play *p);
bool play_option_is(const struct prompt *q, struct action a);
/* Thought better of what was final already: answered, or taken back on the screen. */
bool play_amend_late(struct play *p);
/* WRONG for what is recorded and was not meant. */
void play_judge_wrong(struct play *p);
/* The game cannot go on from that ply. */
void play_give_up(struct play *p, unsigned ply, const char *why);
/* Guidance instead of the move, and what in the hands may have led to it. */
const char *play_lost_reason(const struct play *p);
/*
 * How long before the mover's last touch the opponent may begin: while the
 * mover's last piece is in the air, and on other squares. 0: not at all.
 */
uint64_t play_overlap_us(const struct style *st, const struct script *mover,
			 const struct script *next);
/* From a script's first touch to its last. */
uint64_t play_script_us(const struct script *s);

/* Takebacks by hand and illegal moves, between plies. The ply to go on from. */
unsigned tricks_maybe(struct play *p, unsigned ply);

/*
 * Calibration: from what sensors give on an empty board and under pieces to
 * each square's zero and span. Pure: readings go in, a round of all squares at
 * a time, 20 ms apart or more; nothing here waits, reads or writes.
 *
 *   CALIBRATE_EMPTY    nothing is measured: the board is being cleared
 *   CALIBRATE_ZERO     32 rounds of an empty board
 *   CALIBRATE_PIECES   plain white pieces are stood on the squares, in any order
 *                      and any number at a time
 *
 *  1. Zero is the mean of the middle half of the 32 readings: a sensor that jumps
 *     now and then does not move it.
 *  2. A square whose middle half is spread wide, or which lies far from where the
 *     others lie, is odd: something stands there, or its sensor is not well. The
 *     rounds begin anew; the same squares odd twice are taken as they are.
 *  3. A span is believed when 15 readings in a row are alike and so far from zero
 *     that a piece makes them: one that stands, and not the hand that brings it.
 *  4. A square whose piece has been taken away (5 readings near zero in a row) is
 *     measured anew by the next one.
 *  5. A piece that leaves its sensor too little room on either side, or adds too
 *     little, is told and is no span.
 *
 * Squares whose sensor only switches have no numbers: whether each is open on the
 * empty board and closes under a piece is what is found out about them.
 *
 * Squares that answered nothing although nearly all others did have a sensor that is
 * not to be believed, shut or open for good: they are blind from then on. Where more
 * than one in CALIBRATE_DEAF_PART is silent, nobody stood a piece there, or a chip is
 * at fault: then those that were blind are, and no others.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "drivers/bus.h"
#include "hw/board/board.h"

enum {
	CALIBRATE_ROUND_US = 20000,
	CALIBRATE_ROUNDS = 32,
	CALIBRATE_STILL = 15,
	CALIBRATE_ALIKE_CODES = 2,
	CALIBRATE_GONE = 5,
	CALIBRATE_SPAN_MIN = 12,
	CALIBRATE_FAR_CODES = 24, /* from the other squares' zero */
	CALIBRATE_DEAF_PART = 8,
};

enum calibrate_phase { CALIBRATE_EMPTY, CALIBRATE_ZERO, CALIBRATE_PIECES };

/* Of one square. */
enum calibrate_found {
	CALIBRATE_NOTHING,
	CALIBRATE_SPAN,   /* it has a span; or it has switched */
	CALIBRATE_WEAK,   /* what stood there adds too little */
	CALIBRATE_STRONG, /* more than the sensor has room for */
};

/* One round: what each square of the board gave. */
struct calibrate_reading {
	bool known;    /* its chip has been read */
	bool occupied; /* what a sensor that switches says */
	uint8_t code;  /* what one that measures gave */
};

struct calibrate_square {
	uint8_t sensor, channel;
	bool measures;
	bool odd;
	bool heard;     /* its chip was read since pieces are stood */
	uint8_t found;  /* enum calibrate_found */
	bool taken;     /* the piece that was measured has not gone since */
	uint8_t zero, first, n, gone;
	int sum;        /* of the last n codes, which were alike */
	int8_t span;
};

struct calibrate {
	const struct board *board;
	uint8_t phase; /* enum calibrate_phase */
	uint8_t rounds;
	struct calibrate_square at[BOARD_SQUARES_MAX];
	uint8_t code[BOARD_SQUARES_MAX][CALIBRATE_ROUNDS];
};

/* A fresh one in CALIBRATE_EMPTY. b outlives it. */
void calibrate_begin(struct calibrate *c, const struct board *b);
/* The board is empty, somebody says: CALIBRATE_ZERO. */
void calibrate_zero(struct calibrate *c);
/*
 * One round. True: there is something new: the phase, or what a square has been
 * found to give. A square without a reading is left out.
 */
bool calibrate_round(struct calibrate *c, const struct calibrate_reading r[BOARD_SQUARES_MAX]);

/* Squares still to be found, in CALIBRATE_PIECES; how many. */
unsigned calibrate_left(const struct calibrate *c);
/*
 * Does this square say the other pole than most? Its sensor lies the other way
 * round, or the magnet of what stood there does.
 */
bool calibrate_is_turned(const struct calibrate *c, unsigned sq);
/* Will this square be blind, if what was found so far is kept? In CALIBRATE_PIECES. */
bool calibrate_is_blind(const struct calibrate *c, unsigned sq);
/* Does any chip of the board measure? */
bool calibrate_measures(const struct board *b);
/*
 * Writes what was found into *b, another copy of the description: squares without
 * keep their numbers, and which are blind is as calibrate_is_blind says.
 */
void calibrate_put(const struct calibrate *c, struct board *b);

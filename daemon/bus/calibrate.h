/*
 * Calibration: computes each square's zero and span from readings on an empty board and
 * under pieces. Pure: one round of readings of all squares at a time, 20 ms apart or
 * more; nothing here waits, reads or writes.
 *
 *   CALIBRATE_EMPTY    nothing is measured: the board is being cleared
 *   CALIBRATE_ZERO     32 rounds of an empty board
 *   CALIBRATE_PIECES   plain white pieces are put on the squares, in any order
 *                      and any number at a time
 *
 *  1. Zero is the mean of the middle half of the 32 readings: occasional outliers
 *     of a sensor do not move it.
 *  2. A square whose middle half is wide, or far from the other squares' zeros, is
 *     odd: it is occupied, or its sensor is faulty. The rounds restart; squares odd
 *     twice are accepted as they are.
 *  3. A span is accepted after 15 consecutive similar readings that are as far from
 *     zero as a piece makes them: a resting piece, not the hand that brings it.
 *  4. A square whose piece was removed (5 consecutive readings near zero) is
 *     measured again by the next piece.
 *  5. A piece that leaves its sensor too little room on either side, or adds too
 *     little, is reported and gives no span.
 *
 * Squares whose sensor only switches have no numbers: the result is whether each is
 * open on the empty board and closes under a piece.
 *
 * A square without any reading although nearly all others had one has a faulty sensor,
 * permanently open or closed: it becomes blind. If more than one in CALIBRATE_DEAF_PART
 * is silent, no piece was put there, or a chip is at fault: then the blind squares stay
 * as they were.
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

/* The result of one square. */
enum calibrate_found {
	CALIBRATE_NOTHING,
	CALIBRATE_SPAN,   /* a span was found, or the switch closed */
	CALIBRATE_WEAK,   /* the piece adds too little */
	CALIBRATE_STRONG, /* the piece exceeds the sensor's range */
};

/* One round: the reading of each square. */
struct calibrate_reading {
	bool known;    /* its chip has been read */
	bool occupied; /* state of a switching sensor */
	uint8_t code;  /* code of a measuring sensor */
};

struct calibrate_square {
	uint8_t sensor, channel;
	bool measures;
	bool odd;
	bool was_read;  /* its chip was read in the phase of pieces */
	uint8_t found;  /* enum calibrate_found */
	bool taken;     /* the measured piece is still there */
	uint8_t zero, first, n, gone;
	int sum;        /* of the last n similar codes */
	int8_t span;
};

struct calibrate {
	const struct board *board;
	uint8_t phase; /* enum calibrate_phase */
	uint8_t rounds;
	struct calibrate_square at[BOARD_SQUARES_MAX];
	uint8_t code[BOARD_SQUARES_MAX][CALIBRATE_ROUNDS];
};

/* Starts in CALIBRATE_EMPTY. b must outlive *c. */
void calibrate_begin(struct calibrate *c, const struct board *b);
/* Starts CALIBRATE_ZERO: the user has confirmed an empty board. */
void calibrate_zero(struct calibrate *c);
/*
 * Adds one round. Returns true if the phase or a square's result changed. Squares without
 * a reading are skipped.
 */
bool calibrate_round(struct calibrate *c, const struct calibrate_reading r[BOARD_SQUARES_MAX]);

/* Returns the number of squares not yet found, in CALIBRATE_PIECES. */
unsigned calibrate_left(const struct calibrate *c);
/*
 * Reports whether this square reads the other pole than most: its sensor, or the magnet of
 * its piece, is reversed.
 */
bool calibrate_is_turned(const struct calibrate *c, unsigned sq);
/*
 * Reports whether this square will be blind if the present results are kept. In
 * CALIBRATE_PIECES.
 */
bool calibrate_is_blind(const struct calibrate *c, unsigned sq);
/* Reports whether any chip of the board measures. */
bool calibrate_measures(const struct board *b);
/*
 * Writes the results into *b, another copy of the description. Squares without a result
 * keep their numbers; calibrate_is_blind decides which are blind.
 */
void calibrate_apply(const struct calibrate *c, struct board *b);

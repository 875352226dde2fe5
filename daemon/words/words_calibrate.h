/* Sentences of the calibration: the next step, and the squares with errors. */
#pragma once
#include "daemon/words/words.h"

enum words_calibrate_step {
	WORDS_CALIBRATE_EMPTY,
	WORDS_CALIBRATE_MEASURING,
	WORDS_CALIBRATE_PIECES,
	WORDS_CALIBRATE_REVIEW,
};

/* Board squares, in any order. */
struct words_squares {
	size_t n;
	uint8_t sq[BOARD_SQUARES_MAX];
};

struct words_calibrate {
	uint8_t step;		/* enum words_calibrate_step */
	bool measures;		/* its sensors measure; else they switch, and are only checked */
	struct words_squares left, odd, weak, strong, turned, blind;
};

void words_calibrate(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE]);

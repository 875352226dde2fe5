/* What is said while a board is calibrated: what to do next, and what is wrong with which square. */
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
	bool measures;		/* else its sensors switch, and are only looked at */
	struct words_squares left, odd, weak, strong, turned, blind;
};

void words_calibrate(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE]);

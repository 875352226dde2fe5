/*
 * Turns a linear Hall sensor's codes into pole and field strength. Pure
 * arithmetic over codes of an 8-bit converter whose reference is the sensors'
 * supply, so that supply drift cancels.
 *
 * A strength is in thousandths of the field of a plain piece on the wood: each
 * square's calibration removes the effect of the sensor's mounting. Positive is
 * the pole of the calibrating piece.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum {
	HALL_LEVELS_MAX = 6,
	/*
	 * A sensor's output stays about 0.2 V away from either rail (15 of 255
	 * at 3.3 V). Codes outside mean a broken wire or a short.
	 */
	HALL_CODE_MIN = 4,
	HALL_CODE_MAX = 251,
};

/* Range of field strengths of one level; neighbours overlap without gaps. */
struct hall_level {
	uint16_t lo, hi;
};

struct hall_levels {
	uint8_t n; /* at least 1: below level[0].lo a square is empty */
	struct hall_level level[HALL_LEVELS_MAX];
};

struct hall {
	uint8_t zero; /* calibration: the code without a magnet … */
	/*
	 * … and the change by the calibrating piece: enough that level 1 begins
	 * at 4 codes or more.
	 */
	int8_t span;
	int16_t drift_16; /* drift of zero since calibration, in sixteenths of a code */
	int16_t reported; /* the strength behind the last reported field; 0: open */
	uint8_t calm;     /* readings of the empty square since the last drift step */
};

struct hall_field {
	bool closed;
	bool broken; /* impossible sensor code: the last reported field still holds */
	int8_t pole; /* 1: as calibrated, -1: the other pole; 0: open */
	uint8_t level_min, level_max; /* from 1; 0: open */
};

void hall_init(struct hall *h, uint8_t zero, int8_t span);
/*
 * Evaluates one reading. Small changes (two codes, or 40 thousandths) are not
 * reported; otherwise a square at the edge of a level would never settle. The
 * zero of an empty square follows slow drift, at most half way to level 1.
 */
struct hall_field hall_read(struct hall *h, const struct hall_levels *levels, uint8_t code);

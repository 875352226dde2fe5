/*
 * What a linear Hall sensor's code means: which pole, how strong a field. Pure
 * arithmetic over codes of an 8-bit converter whose reference is the sensors'
 * supply, so that the supply's own drift cancels.
 *
 * A strength is in thousandths of what a plain piece on the wood makes: the
 * square's own calibration takes out how its sensor sits. Positive is the pole
 * of the piece it was calibrated with.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum {
	HALL_LEVELS_MAX = 6,
	/*
	 * A sensor drives its output to some 0.2 V of either rail and no further
	 * (15 of 255 at 3.3 V). What lies outside is a broken wire or a short.
	 */
	HALL_CODE_MIN = 4,
	HALL_CODE_MAX = 251,
};

/* How strong a field of one level may be; neighbours overlap, without gaps. */
struct hall_level {
	uint16_t lo, hi;
};

struct hall_levels {
	uint8_t n; /* at least 1: below level[0].lo a square is empty */
	struct hall_level level[HALL_LEVELS_MAX];
};

struct hall {
	uint8_t zero; /* calibration: the code without a magnet … */
	/* … and what the calibrating piece adds: enough that level 1 begins at 4 codes or more. */
	int8_t span;
	int16_t drift_16; /* sixteenths of a code that zero has moved by since */
	int16_t told;     /* the strength that the last field was told from; 0: open */
	uint8_t calm;     /* readings of an empty square since the drift was looked at */
};

struct hall_field {
	bool closed;
	bool broken; /* the code is none that a sensor makes: what was told before stands */
	int8_t pole; /* 1 as calibrated, -1 the other; 0 when open */
	uint8_t level_min, level_max; /* from 1; 0 when open */
};

void hall_init(struct hall *h, uint8_t zero, int8_t span);
/*
 * One reading. Small changes are not told (two codes, or 40 thousandths): a
 * square would never be quiet at the edge of a level. An empty square's zero
 * follows slow drift, at most half way to level 1.
 */
struct hall_field hall_read(struct hall *h, const struct hall_levels *levels, uint8_t code);

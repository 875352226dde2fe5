/*
 * The palette: how a meaning looks. Colours and rhythms are data, rows of the
 * tables in palette.c; tests hold them to what eyes need: hues that stay apart
 * for colour-blind people, at most three flashes a second, no more than twenty
 * pictures a second.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/lamps/lamps.h"

enum rhythm_kind {
	RHYTHM_STEADY,
	RHYTHM_PULSE, /* soft, once a second: something is asked */
	RHYTHM_FLASH, /* hard, 2.5 Hz: something is wrong */
	RHYTHM_TURNS, /* the first and the second colour by turns, once a second */
	RHYTHMS,
};

enum { RHYTHM_STEPS_MAX = 10 };

/* Repeats: step i lasts step_us and shows level[i] of 255, in the second colour where set. */
struct rhythm {
	uint32_t step_us;
	uint8_t n;
	uint8_t level[RHYTHM_STEPS_MAX];
	bool second[RHYTHM_STEPS_MAX];
};

struct look {
	uint8_t rgb[3]; /* light, not sRGB: proportional to PWM */
	uint8_t rhythm; /* enum rhythm_kind */
};

/* What single-colour lamps can tell apart. */
enum look_class {
	CLASS_GO,
	CLASS_WRONG,
	CLASS_ASKED,
	CLASS_INFO,
	CLASSES,
};

extern const struct rhythm palette_rhythms[RHYTHMS];
extern const struct look palette_rgb[LAMPS_PALETTES][MEANINGS];
/* Of a single-colour lamp: rgb[0] alone counts. */
extern const struct look palette_classes[LAMPS_PALETTES][CLASSES];
extern const uint8_t palette_class_of[MEANINGS]; /* enum look_class */

/*
 * One square at one time since the rhythms began, as c->rgb and c->palette have it. `means` as in lamps_frame,
 * `step`: it is guidance's next step. Writes the colour, its peak over the whole
 * rhythm (what the current limit counts) and which rhythm it follows.
 */
struct palette_lamp {
	uint8_t rgb[3];
	uint8_t peak[3];
	uint8_t rhythm; /* enum rhythm_kind */
};
struct palette_lamp palette_lamp(const struct lamps_config *c, uint16_t means, bool step,
				 uint64_t since_us);

/* When the rhythm's light next differs, in µs since it began; UINT64_MAX: never. */
uint64_t palette_next(unsigned rhythm, uint64_t since_us);

/*
 * The palette: the look of a meaning. Colours and rhythms are rows of the tables in
 * palette.c. Tests check limits of vision: hues distinct for colour-blind people, at most
 * three flashes and twenty pictures a second.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/lamps/lamps.h"

enum rhythm_kind {
	RHYTHM_STEADY,
	RHYTHM_PULSE, /* soft, once a second: a question */
	RHYTHM_FLASH, /* hard, 2.5 Hz: an error */
	RHYTHM_TURNS, /* first and second colour alternate, once a second */
	RHYTHMS,
};

enum { RHYTHM_STEPS_MAX = 10 };

/* A repeated rhythm: step i lasts step_us at level[i] of 255, in the second colour if set. */
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

/* Classes that single-colour lamps can distinguish. */
enum look_class {
	CLASS_GO,
	CLASS_WRONG,
	CLASS_ASKED,
	CLASS_INFO,
	CLASSES,
};

extern const struct rhythm palette_rhythms[RHYTHMS];
extern const struct look palette_rgb[LAMPS_PALETTES][MEANINGS];
/* Single-colour lamps use rgb[0] only. */
extern const struct look palette_classes[LAMPS_PALETTES][CLASSES];
extern const uint8_t palette_class_of[MEANINGS]; /* enum look_class */

/*
 * Returns the light of one square, by c->rgb and c->palette, at that time since the rhythms
 * began. `means` as in lamps_frame; `step`: the next step of guidance. The result holds the
 * colour, its peak over the rhythm (for the current limit) and the rhythm.
 */
struct palette_lamp {
	uint8_t rgb[3];
	uint8_t peak[3];
	uint8_t rhythm; /* enum rhythm_kind */
};
struct palette_lamp palette_lamp(const struct lamps_config *c, uint32_t means, bool step,
				 uint64_t since_us);

/* Returns when the rhythm's light next changes, in µs since it began; UINT64_MAX: never. */
uint64_t palette_next(unsigned rhythm, uint64_t since_us);

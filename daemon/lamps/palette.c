#include "daemon/lamps/palette.h"

#include <assert.h>

/*
 * Every step lasts 100 ms or more, and all steps start at multiples of 100 ms from the start of
 * the rhythms. The board therefore changes at most ten times a second, however many rhythms
 * run. The dim half of a flash is never off, so that a lamp that joins then responds at once.
 */
const struct rhythm palette_rhythms[RHYTHMS] = {
	[RHYTHM_STEADY] = { .n = 1, .level = { 255 } },
	[RHYTHM_PULSE] = {
		.step_us = 100000,
		.n = 10,
		.level = { 255, 220, 180, 140, 100, 70, 100, 140, 180, 220 },
	},
	[RHYTHM_FLASH] = { .step_us = 200000, .n = 2, .level = { 255, 50 } },
	[RHYTHM_TURNS] = {
		.step_us = 500000,
		.n = 2,
		.level = { 255, 255 },
		.second = { false, true },
	},
};

/*
 * Meanings that may be neighbours differ by more than hue for every kind of colour
 * blindness; the test measures this. The standard colours were chosen by eye. Those of the
 * other palettes were found by a search for the largest differences within their bounds.
 */
const struct look palette_rgb[LAMPS_PALETTES][MEANINGS] = {
	[LAMPS_STANDARD] = {
		[MEANING_MISSING] = { { 0, 100, 255 }, RHYTHM_STEADY },
		[MEANING_EXTRA] = { { 255, 90, 20 }, RHYTHM_STEADY },
		[MEANING_ASKED] = { { 90, 0, 250 }, RHYTHM_PULSE },
		[MEANING_CHECK] = { { 190, 0, 0 }, RHYTHM_STEADY },
		[MEANING_FROM] = { { 255, 255, 255 }, RHYTHM_STEADY },
		[MEANING_TO] = { { 40, 255, 80 }, RHYTHM_STEADY },
		[MEANING_PLAN] = { { 0, 255, 255 }, RHYTHM_PULSE },
		[MEANING_BEST] = { { 31, 255, 55 }, RHYTHM_PULSE },
		[MEANING_GOOD] = { { 11, 112, 249 }, RHYTHM_STEADY },
		[MEANING_PLAYABLE] = { { 28, 41, 87 }, RHYTHM_STEADY },
		[MEANING_MISTAKE] = { { 105, 81, 32 }, RHYTHM_TURNS },
		[MEANING_BLUNDER] = { { 52, 0, 12 }, RHYTHM_FLASH },
		[MEANING_CAPTURE] = { { 255, 90, 0 }, RHYTHM_STEADY },
		[MEANING_UNSAFE] = { { 110, 0, 50 }, RHYTHM_STEADY },
		[MEANING_LEGAL] = { { 0, 150, 255 }, RHYTHM_STEADY },
		[MEANING_HINT] = { { 80, 127, 101 }, RHYTHM_STEADY },
		[MEANING_STICK] = { { 255, 190, 60 }, RHYTHM_PULSE },
		[MEANING_ZOMBIE] = { { 197, 177, 0 }, RHYTHM_STEADY },
		[MEANING_CROOKED] = { { 100, 78, 33 }, RHYTHM_STEADY },
		[MEANING_MIRROR] = { { 20, 60, 200 }, RHYTHM_STEADY },
		[MEANING_AREA] = { { 58, 42, 28 }, RHYTHM_STEADY },
		[MEANING_LAST] = { { 36, 4, 20 }, RHYTHM_STEADY },
	},
	[LAMPS_BRIGHT] = {
		[MEANING_MISSING] = { { 27, 65, 248 }, RHYTHM_STEADY },
		[MEANING_EXTRA] = { { 239, 87, 17 }, RHYTHM_STEADY },
		[MEANING_ASKED] = { { 52, 0, 242 }, RHYTHM_PULSE },
		[MEANING_CHECK] = { { 150, 0, 0 }, RHYTHM_STEADY },
		[MEANING_FROM] = { { 239, 255, 255 }, RHYTHM_STEADY },
		[MEANING_TO] = { { 84, 255, 102 }, RHYTHM_STEADY },
		[MEANING_PLAN] = { { 30, 255, 220 }, RHYTHM_PULSE },
		[MEANING_BEST] = { { 85, 254, 56 }, RHYTHM_PULSE },
		[MEANING_GOOD] = { { 14, 94, 250 }, RHYTHM_STEADY },
		[MEANING_PLAYABLE] = { { 27, 7, 129 }, RHYTHM_STEADY },
		[MEANING_MISTAKE] = { { 123, 83, 36 }, RHYTHM_TURNS },
		[MEANING_BLUNDER] = { { 167, 3, 2 }, RHYTHM_FLASH },
		[MEANING_CAPTURE] = { { 224, 85, 0 }, RHYTHM_STEADY },
		[MEANING_UNSAFE] = { { 108, 0, 68 }, RHYTHM_STEADY },
		[MEANING_LEGAL] = { { 19, 122, 248 }, RHYTHM_STEADY },
		[MEANING_HINT] = { { 88, 110, 104 }, RHYTHM_STEADY },
		[MEANING_STICK] = { { 255, 200, 80 }, RHYTHM_PULSE },
		[MEANING_ZOMBIE] = { { 244, 183, 0 }, RHYTHM_STEADY },
		[MEANING_CROOKED] = { { 90, 58, 27 }, RHYTHM_STEADY },
		[MEANING_MIRROR] = { { 20, 75, 202 }, RHYTHM_STEADY },
		[MEANING_AREA] = { { 105, 65, 29 }, RHYTHM_STEADY },
		[MEANING_LAST] = { { 72, 2, 38 }, RHYTHM_STEADY },
	},
	[LAMPS_CALM] = {
		[MEANING_MISSING] = { { 20, 55, 149 }, RHYTHM_STEADY },
		[MEANING_EXTRA] = { { 133, 53, 7 }, RHYTHM_STEADY },
		[MEANING_ASKED] = { { 29, 0, 143 }, RHYTHM_PULSE },
		[MEANING_CHECK] = { { 66, 8, 0 }, RHYTHM_STEADY },
		[MEANING_FROM] = { { 138, 150, 150 }, RHYTHM_STEADY },
		[MEANING_TO] = { { 14, 150, 52 }, RHYTHM_STEADY },
		[MEANING_PLAN] = { { 0, 150, 150 }, RHYTHM_PULSE },
		[MEANING_BEST] = { { 45, 150, 41 }, RHYTHM_PULSE },
		[MEANING_GOOD] = { { 12, 52, 101 }, RHYTHM_STEADY },
		[MEANING_PLAYABLE] = { { 16, 3, 77 }, RHYTHM_STEADY },
		[MEANING_MISTAKE] = { { 61, 41, 15 }, RHYTHM_TURNS },
		[MEANING_BLUNDER] = { { 36, 0, 7 }, RHYTHM_FLASH },
		[MEANING_CAPTURE] = { { 141, 72, 0 }, RHYTHM_STEADY },
		[MEANING_UNSAFE] = { { 16, 1, 6 }, RHYTHM_STEADY },
		[MEANING_LEGAL] = { { 12, 76, 148 }, RHYTHM_STEADY },
		[MEANING_HINT] = { { 46, 58, 55 }, RHYTHM_STEADY },
		[MEANING_STICK] = { { 150, 110, 35 }, RHYTHM_PULSE },
		[MEANING_ZOMBIE] = { { 150, 123, 0 }, RHYTHM_STEADY },
		[MEANING_CROOKED] = { { 25, 16, 9 }, RHYTHM_STEADY },
		[MEANING_MIRROR] = { { 4, 52, 150 }, RHYTHM_STEADY },
		[MEANING_AREA] = { { 8, 5, 3 }, RHYTHM_STEADY },
		[MEANING_LAST] = { { 29, 0, 25 }, RHYTHM_STEADY },
	},
};

const struct look palette_classes[LAMPS_PALETTES][CLASSES] = {
	[LAMPS_STANDARD] = {
		[CLASS_GO] = { { 255 }, RHYTHM_STEADY },
		[CLASS_WRONG] = { { 255 }, RHYTHM_FLASH },
		[CLASS_ASKED] = { { 255 }, RHYTHM_PULSE },
		[CLASS_INFO] = { { 60 }, RHYTHM_STEADY },
	},
	[LAMPS_BRIGHT] = {
		[CLASS_GO] = { { 255 }, RHYTHM_STEADY },
		[CLASS_WRONG] = { { 255 }, RHYTHM_FLASH },
		[CLASS_ASKED] = { { 255 }, RHYTHM_PULSE },
		[CLASS_INFO] = { { 100 }, RHYTHM_STEADY },
	},
	[LAMPS_CALM] = {
		[CLASS_GO] = { { 150 }, RHYTHM_STEADY },
		[CLASS_WRONG] = { { 150 }, RHYTHM_FLASH },
		[CLASS_ASKED] = { { 150 }, RHYTHM_PULSE },
		[CLASS_INFO] = { { 30 }, RHYTHM_STEADY },
	},
};

const uint8_t palette_class_of[MEANINGS] = {
	[MEANING_MISSING] = CLASS_WRONG, [MEANING_EXTRA] = CLASS_WRONG,
	[MEANING_ASKED] = CLASS_ASKED,   [MEANING_CHECK] = CLASS_WRONG,
	[MEANING_FROM] = CLASS_GO,       [MEANING_TO] = CLASS_GO,
	[MEANING_CAPTURE] = CLASS_GO,    [MEANING_UNSAFE] = CLASS_WRONG,
	[MEANING_LEGAL] = CLASS_GO,      [MEANING_HINT] = CLASS_GO,
	[MEANING_ZOMBIE] = CLASS_INFO,   [MEANING_CROOKED] = CLASS_INFO,
	[MEANING_MIRROR] = CLASS_INFO,   [MEANING_AREA] = CLASS_INFO,
	[MEANING_LAST] = CLASS_INFO,     [MEANING_STICK] = CLASS_ASKED,
	[MEANING_PLAN] = CLASS_ASKED,    [MEANING_BEST] = CLASS_GO,
	[MEANING_GOOD] = CLASS_GO,       [MEANING_PLAYABLE] = CLASS_INFO,
	[MEANING_MISTAKE] = CLASS_WRONG, [MEANING_BLUNDER] = CLASS_WRONG,
};

/* The look of a square: one colour, the alternate colour, and the rhythm. */
struct shine {
	const uint8_t *rgb, *second;
	uint8_t rhythm;
	uint8_t level; /* 255, or less for the background */
};

static unsigned
first_meaning(uint32_t means)
{
	return (unsigned)__builtin_ctz(means);
}

static bool
has(uint32_t means, unsigned meaning)
{
	return (means >> meaning & 1) != 0;
}

static struct shine
shine_rgb(const struct look look[MEANINGS], uint32_t means, bool step)
{
	const struct look *top = &look[first_meaning(means)];
	struct shine s = { top->rgb, top->rgb, top->rhythm, 255 };

	/* A mistake and a blunder differ from steady lights by rhythm. */
	if (top == &look[MEANING_MISTAKE])
		s.second = look[MEANING_BLUNDER].rgb;
	/* Two meanings of one square alternate. */
	if (top == &look[MEANING_CAPTURE] && has(means, MEANING_UNSAFE)) {
		s.second = look[MEANING_UNSAFE].rgb;
		s.rhythm = RHYTHM_TURNS;
	} else if (top == &look[MEANING_UNSAFE] && has(means, MEANING_ZOMBIE)) {
		s.rgb = s.second = look[MEANING_ZOMBIE].rgb;
		s.rhythm = RHYTHM_FLASH;
	} else if (top == &look[MEANING_MISSING] && has(means, MEANING_EXTRA)) {
		s.second = look[MEANING_EXTRA].rgb;
		s.rhythm = RHYTHM_TURNS;
	} else if (top == &look[MEANING_CHECK] && has(means, MEANING_HINT)) {
		s.second = look[MEANING_HINT].rgb;
		s.rhythm = RHYTHM_TURNS;
	}
	if (step)
		s.rhythm = RHYTHM_FLASH;
	return s;
}

/* Returns the single-colour look: only the class and its rhythm. */
static struct shine
shine_single(const struct look class[CLASSES], uint32_t means, bool step)
{
	unsigned m = first_meaning(means);
	const struct look *look = &class[palette_class_of[m]];
	struct shine s = { look->rgb, look->rgb, look->rhythm, 255 };

	/* The next step must be distinct from the other squares. */
	if ((m == MEANING_MISSING || m == MEANING_EXTRA || m == MEANING_PLAN) && !step)
		s.level = 80;
	/* Dangerous targets flash, and so do captures. */
	if (has(means, MEANING_UNSAFE) && !has(means, MEANING_FROM) && !has(means, MEANING_TO))
		s.rhythm = RHYTHM_FLASH;
	if (m == MEANING_STICK && step)
		s.rhythm = RHYTHM_FLASH;
	return s;
}

static unsigned
rhythm_step(const struct rhythm *r, uint64_t since_us)
{
	return r->n <= 1 ? 0 : (unsigned)(since_us / r->step_us % r->n);
}

static uint8_t
scale(unsigned value, unsigned a, unsigned b)
{
	return (uint8_t)(value * a * b / (255u * 255u));
}

struct palette_lamp
palette_lamp(const struct lamps_config *c, uint32_t means, bool step, uint64_t since_us)
{
	struct palette_lamp lamp = { .rhythm = RHYTHM_STEADY };

	if (means == 0)
		return lamp;
	struct shine s = c->rgb ? shine_rgb(palette_rgb[c->palette], means, step)
				: shine_single(palette_classes[c->palette], means, step);
	const struct rhythm *r = &palette_rhythms[s.rhythm];
	unsigned i = rhythm_step(r, since_us);
	const uint8_t *now = r->second[i] ? s.second : s.rgb;

	lamp.rhythm = s.rhythm;
	for (unsigned k = 0; k < 3; k++) {
		unsigned most = s.rgb[k] > s.second[k] ? s.rgb[k] : s.second[k];

		lamp.rgb[k] = scale(now[k], r->level[i], s.level);
		lamp.peak[k] = scale(most, 255, s.level);
	}
	return lamp;
}

uint64_t
palette_next(unsigned rhythm, uint64_t since_us)
{
	assert(rhythm < RHYTHMS);
	const struct rhythm *r = &palette_rhythms[rhythm];

	return r->n <= 1 ? UINT64_MAX : (since_us / r->step_us + 1) * r->step_us;
}

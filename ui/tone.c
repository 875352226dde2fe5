/* Synthesises the cues: fading sine tones, one after the other. */
#include <math.h>

#include "ui/sound.h"

enum { TONES_MAX = 3 };

struct tone {
	uint16_t hz, ms; /* ms 0: end */
};

/* One tap for a move, two for a capture, rising tones for attention, falling ones for a mistake. */
static const struct tone cues[UI_CUES][TONES_MAX] = {
	[UI_CUE_MOVE] = { { 880, 70 } },
	[UI_CUE_CAPTURE] = { { 660, 60 }, { 440, 90 } },
	[UI_CUE_CHECK] = { { 988, 80 }, { 988, 80 }, { 1319, 120 } },
	[UI_CUE_ASKED] = { { 587, 120 }, { 784, 160 } },
	[UI_CUE_WRONG] = { { 311, 140 }, { 233, 240 } },
};

static const double two_pi = 6.283185307179586;

/* Returns the amplitude: four milliseconds of rise, then a fall to zero, to avoid clicks. */
static double
loudness(size_t at, size_t n)
{
	const size_t rise = SOUND_RATE / 250;
	double fall = 1.0 - (double)at / (double)n;

	return (at < rise ? (double)at / (double)rise : 1.0) * fall * fall;
}

size_t
sound_samples(enum ui_cue cue, int16_t out[SOUND_SAMPLES_MAX])
{
	size_t at = 0;

	for (unsigned i = 0; i < TONES_MAX && cues[cue][i].ms > 0; i++) {
		size_t n = (size_t)cues[cue][i].ms * SOUND_RATE / 1000;

		for (size_t k = 0; k < n && at < SOUND_SAMPLES_MAX; k++) {
			double t = (double)k * cues[cue][i].hz / SOUND_RATE;
			double wave = sin(two_pi * t) + 0.3 * sin(2 * two_pi * t);

			out[at++] = (int16_t)(wave * loudness(k, n) * 24000);
		}
	}
	return at;
}

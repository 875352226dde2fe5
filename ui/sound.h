/*
 * Synthesised cues, played by a separate thread, so a missing, silent or hanging
 * device never blocks the window. halo-voice speaks (docs/by-ear.md).
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/state.h"

enum {
	SOUND_RATE = 22050,		/* samples a second, 16 bits, one channel */
	SOUND_SAMPLES_MAX = SOUND_RATE / 2,	/* of the longest cue */
};

struct sound;

/* Returns NULL if no thread can be started; then there is no sound. */
struct sound *sound_create(void);
/* Returns false if the device hangs; SDL must not be shut down then. */
bool sound_destroy(struct sound *s);
/* Does nothing if `s` is NULL; volume in per cent. */
void sound_play(struct sound *s, enum ui_cue cue, unsigned volume);

/* Stores the samples of a cue at full volume and returns their number. */
size_t sound_samples(enum ui_cue cue, int16_t out[SOUND_SAMPLES_MAX]);

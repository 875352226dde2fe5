/*
 * Cues that are synthesised here, and speech by espeak-ng where it is installed.
 * All of it happens in a thread of its own: a device that is missing, silent or
 * hangs never holds up the window.
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

/* NULL when no thread can be had: then nothing is heard. */
struct sound *sound_create(void);
/* False: its device hangs, and SDL must not be shut down under it. */
bool sound_destroy(struct sound *s);
/* NULL is silent; volume in per cent. */
void sound_play(struct sound *s, enum ui_cue cue, unsigned volume);
/* voice: of a language as espeak-ng names it, "de"; what it does not know is said in its own. */
void sound_say(struct sound *s, const char *text, const char *voice, unsigned volume);

/* The samples of a cue at full volume; how many. */
size_t sound_samples(enum ui_cue cue, int16_t out[SOUND_SAMPLES_MAX]);

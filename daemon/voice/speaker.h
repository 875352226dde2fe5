/*
 * The voice: the desktop's speech-dispatcher if it runs, else espeak-ng on the machine's sound
 * device, or espeak-ng into files. One text at a time.
 */
#pragma once
#include <stdbool.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

struct speaker_config {
	const char *wav; /* folder for a file of each text, 0001.wav …; NULL: sound */
	int rate;        /* words a minute, of espeak-ng */
};

/* Opens it. Returns 0, or -1 if there is neither a server nor a device. */
MUST_USE int speaker_open(const struct speaker_config *c);
void speaker_close(void);
/* Sets the language, "de", and the volume in per cent for the next texts. */
void speaker_set(const char *language, unsigned volume);
/* Begins a text. Returns 0, or -1: the voice is gone; speaker_open may find another one. */
MUST_USE int speaker_say(const char *text);
void speaker_cancel(void);
/* Reports whether the text is still being said. */
bool speaker_is_busy(void);

/* ---- desktop.c: the same by speech-dispatcher; desktop_open fails if it does not run ---- */

MUST_USE int desktop_open(void);
void desktop_close(void);
void desktop_set(const char *language, unsigned volume);
MUST_USE int desktop_say(const char *text);
void desktop_cancel(void);
bool desktop_is_busy(void);

#include "daemon/voice/speaker.h"

#include <espeak-ng/speak_lib.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WAV_HEADER = 44, PATH = 512, TEXT = 4096 };

static struct {
	enum { CLOSED, DESKTOP, DEVICE, FILES } by;
	const struct speaker_config *config;
	char language[16]; /* of espeak-ng, as requested last */
	/* files */
	int hertz;
	unsigned n;
	FILE *file;
	uint32_t bytes; /* of samples in it */
} speaker;

/* ---- files ---- */

static void
little_endian_write(uint8_t *at, uint32_t value, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* Writes the header of a file with 16-bit samples of one channel. */
static bool
header_write(void)
{
	const uint32_t hertz = (uint32_t)speaker.hertz;
	uint8_t h[WAV_HEADER] = "RIFF....WAVEfmt ....................data";

	little_endian_write(h + 4, WAV_HEADER - 8 + speaker.bytes, 4);
	little_endian_write(h + 16, 16, 4);
	little_endian_write(h + 20, 1, 2);
	little_endian_write(h + 22, 1, 2);
	little_endian_write(h + 24, hertz, 4);
	little_endian_write(h + 28, 2 * hertz, 4);
	little_endian_write(h + 32, 2, 2);
	little_endian_write(h + 34, 16, 2);
	little_endian_write(h + 40, speaker.bytes, 4);
	return fwrite(h, sizeof(h), 1, speaker.file) == 1;
}

static int
on_samples(short *samples, int n, espeak_EVENT *events)
{
	(void)events;
	if (samples && n > 0 && fwrite(samples, sizeof(*samples), (size_t)n, speaker.file) == (size_t)n)
		speaker.bytes += 2 * (uint32_t)n;
	return 0;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reports whether the word "a" is the file: of "a 4", of "a takes b 4", of "rook a d 1". */
static bool
is_file(const char *a)
{
	return a[0] == 'a' && a[1] == ' ' &&
	       (is_digit(a[2]) || strncmp(a + 2, "takes ", 6) == 0 || (a[2] && a[3] == ' ' && is_digit(a[4])));
}

/* Writes the English text with the sound of the letter a for the file, else read as an article. */
static void
name_files(const char *text, char out[TEXT])
{
	static const char sound[] = "[[eI]]";
	size_t at = 0;

	for (bool begins = true; *text && at + sizeof(sound) < TEXT; begins = *text++ == ' ') {
		if (begins && is_file(text)) {
			memcpy(out + at, sound, strlen(sound));
			at += strlen(sound);
		} else {
			out[at++] = *text;
		}
	}
	out[at] = '\0';
}

static int
synthesise(const char *text)
{
	char named[TEXT];

	if (strcmp(speaker.language, "en") == 0) {
		name_files(text, named);
		text = named;
	}
	return espeak_Synth(text, strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8 | espeakPHONEMES, NULL,
			    NULL) == EE_OK
		       ? 0
		       : -1;
}

/* Writes the next file. */
static int
file_say(const char *text)
{
	char path[PATH];
	bool done;

	if (snprintf(path, sizeof(path), "%s/%04u.wav", speaker.config->wav, ++speaker.n) >= (int)sizeof(path))
		return -1;
	speaker.file = fopen(path, "we");
	if (!speaker.file)
		return -1;
	speaker.bytes = 0;
	done = header_write() && synthesise(text) == 0 && fseek(speaker.file, 0, SEEK_SET) == 0 && header_write();
	return fclose(speaker.file) == 0 && done ? 0 : -1;
}

/* ---- the voice ---- */

static int
espeak_open(bool files)
{
	speaker.hertz = espeak_Initialize(files ? AUDIO_OUTPUT_SYNCHRONOUS : AUDIO_OUTPUT_PLAYBACK, 0, NULL,
					  espeakINITIALIZE_DONT_EXIT);
	if (speaker.hertz <= 0)
		return -1;
	if (files)
		espeak_SetSynthCallback(on_samples);
	speaker.language[0] = '\0';
	(void)espeak_SetParameter(espeakRATE, speaker.config->rate, 0);
	speaker.by = files ? FILES : DEVICE;
	return 0;
}

int
speaker_open(const struct speaker_config *c)
{
	speaker.config = c;
	if (c->wav)
		return espeak_open(true);
	if (desktop_open() < 0)
		return espeak_open(false);
	speaker.by = DESKTOP;
	return 0;
}

void
speaker_close(void)
{
	if (speaker.by == DESKTOP)
		desktop_close();
	else if (speaker.by != CLOSED)
		(void)espeak_Terminate();
	speaker.by = CLOSED;
}

void
speaker_set(const char *language, unsigned volume)
{
	if (speaker.by == DESKTOP) {
		desktop_set(language, volume);
		return;
	}
	if (speaker.by == CLOSED)
		return;
	(void)espeak_SetParameter(espeakVOLUME, (int)volume * 2, 0); /* its range is 0 to 200 */
	if (strcmp(language, speaker.language) == 0)
		return;
	/* A language without a voice is read in the voice of English. */
	if (espeak_SetVoiceByName(language) != EE_OK)
		(void)espeak_SetVoiceByName("en");
	(void)snprintf(speaker.language, sizeof(speaker.language), "%s", language);
}

int
speaker_say(const char *text)
{
	switch (speaker.by) {
	case CLOSED:
		return -1;
	case DESKTOP:
		return desktop_say(text);
	case DEVICE:
		return synthesise(text);
	case FILES:
		return file_say(text);
	}
	return -1;
}

void
speaker_cancel(void)
{
	if (speaker.by == DESKTOP)
		desktop_cancel();
	else if (speaker.by == DEVICE)
		(void)espeak_Cancel();
}

bool
speaker_is_busy(void)
{
	if (speaker.by == DESKTOP)
		return desktop_is_busy();
	return speaker.by == DEVICE && espeak_IsPlaying();
}

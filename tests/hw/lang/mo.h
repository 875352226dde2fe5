/* Catalogues that tests write, as msgfmt does. */
#pragma once
#include <stddef.h>

enum { MO_TEXTS = 2048, MO_BYTES = 262144 };

struct mo_text {
	const char *english, *text;
};

/* Prints a catalogue of n texts, in any order, to out. Returns its size. */
size_t mo_print(const struct mo_text *text, size_t n, char out[MO_BYTES]);
/* Writes bytes to a file. */
void mo_write(const char *path, const char *bytes, size_t size);
/* Changes to a language of those texts. */
void mo_speak(const struct mo_text *text, size_t n);
/* Changes to the German that the build made. */
void mo_speak_german(void);
/*
 * Reads the English texts of a catalogue into *bytes, which the caller frees. Returns how
 * many there are; the header is one of them, "".
 */
size_t mo_english(const char *path, const char *english[MO_TEXTS], char **bytes);

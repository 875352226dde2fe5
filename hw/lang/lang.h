/*
 * Translations. Each sentence is in the source in English, as tr("Take back?"), and xgettext
 * collects it from there. A catalogue, NAME.mo as written by msgfmt, replaces it; a sentence
 * without a translation stays English.
 *
 *   tr("White")                the translation, at run time
 *   N_("White")                a mark for xgettext in a static table; tr() translates it later
 *   C_("card", "Draw")         a text with a context, if one English text has two meanings
 *   lang_print(out, size, tr("{1} to move"), who)
 *
 * Placeholders {1} to {9} are filled by lang_print, in any order: a catalogue is never a format
 * string.
 *
 * Catalogues are in folders that only an administrator can write: $HALO_LANGUAGES, the machine's
 * own, the build's, the installed one. The first folder that has the name counts. The whole program
 * uses one language at a time, from one thread.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	LANG_NAME = 9, /* "pt_BR" and its NUL */
	LANG_PATH = 512,
	LANG_TEXT = 640, /* a translation and its NUL */
	LANG_WHY = LANG_PATH + 320,
	LANG_MAX = 16, /* languages that are listed */
	LANG_NUMBER = 24,
};

#define N_(english)          english
#define C_(context, english) context "\004" english

/* ---- texts ---- */

/* Returns the translation of an English text, or the text. Valid until the language changes. */
const char *tr(const char *english);

/*
 * Fill a translated text: {1} is the first of the strings after it. There are exactly as many
 * strings as placeholders. A long result is cut at the end of a letter. The first overwrites out,
 * the second appends to it; both return out.
 */
#define lang_print(out, size, ...)  lang_fill(out, size, 0, LANG_STRINGS(__VA_ARGS__))
#define lang_append(out, size, ...) lang_fill(out, size, 1, LANG_STRINGS(__VA_ARGS__))
#define LANG_STRINGS(...)         \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}
/* Fills a text for the macros. strings: the text, then its arguments, then NULL. */
char *lang_fill(char *out, size_t size, bool append, const char *const strings[]);

/* Returns a number as a string argument; it lives as long as the block around it. */
#define LANG_N(number) lang_number((number), (char[LANG_NUMBER]){ 0 })
/* Prints the number to out, which it returns. */
const char *lang_number(unsigned long number, char out[LANG_NUMBER]);

/* ---- moves ---- */

/* Appends the language's letter for one of KQRBNMC: German "T" for "R". */
void lang_letter(char *out, size_t size, char letter);
/* Appends a move in which capital letters name pieces: German "Tb1-b3" for "Rb1-b3". */
void lang_move(char *out, size_t size, const char *note);

/* ---- catalogues ---- */

/*
 * Changes to the language of that name, "" for English. Returns false if that
 * is the current language. *why is "", or the reason why English is used
 * instead.
 */
bool lang_follow(const char *name, char why[LANG_WHY]);
/*
 * Reads a catalogue and changes to it. Returns 0, or -1 with `why`, which begins with the path:
 * then all texts are English.
 */
MUST_USE int lang_read(const char *path, char why[LANG_WHY]);
/* Changes to English. */
void lang_reset(void);
/* Reports whether a name has letters and _ only, at most 8: it may become part of a path. */
bool lang_is_name(const char *name);
/* Finds the catalogue of a language. Returns 0, or -1 if there is none. */
MUST_USE int lang_find(const char *name, char path[LANG_PATH]);
/* Lists the languages that have a catalogue, sorted, each once. Returns their number. */
unsigned lang_list(char name[LANG_MAX][LANG_NAME]);

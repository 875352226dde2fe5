/*
 * The screen's texts. Pages write them in English where they draw them; a text
 * of phrase_table.c or phrase_cards.c has a key, and a language file may put another in
 * its place. A text that is drawn or printed goes through phrase(): draw_text and
 * draw_textf do that by themselves, and whoever prints into a buffer calls it.
 *
 * Texts with conversions ("%s to move") are written with {1}, {2} … in language
 * files, in any order; all of them have to be there.
 *
 * One language at a time, for the whole program; of one thread.
 */
#pragma once
#include <stddef.h>

enum {
	PHRASE_TEXT = 640,		/* in any language, its NUL included */
	PHRASE_WHY = 320,		/* as LANG_WHY */
};

struct phrase_row {
	const char *key, *english;	/* NULL key: behind the last */
};

extern const struct phrase_row phrase_table[], phrase_cards[];

/* The i-th row of both, one behind the other; NULL: there are no more. */
const struct phrase_row *phrase_row(unsigned i);

/* What is said for an English text: itself, where the language has no other. Good until it changes. */
const char *phrase(const char *english) __attribute__((format_arg(1)));
/* The English name of a piece, by its capital letter; NULL: no piece has that one. */
const char *phrase_piece(char letter);
/*
 * 0: `text` is said for that key from now on. -1 with why told: no such key,
 * other placeholders than the English has, too long.
 */
int phrase_replace(const char *key, const char *text, char why[PHRASE_WHY]);
/* All English again. */
void phrase_reset(void);
/* As a language file has it: {1} for the first conversion. */
void phrase_template(const char *english, char out[PHRASE_TEXT]);

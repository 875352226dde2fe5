/*
 * Texts from outside: names, files, what a client or a stick says. Whatever is cut
 * is cut here, at the end of a letter, and whatever is shown or sent goes through
 * here first: half a letter in a message and JSON makes no message of it at all,
 * an escape sequence and the terminal does what a stranger's file says. This room
 * knows nobody. Nothing here allocates.
 *
 * Texts are UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing
 * above U+10FFFF. Sizes are bytes and count the NUL.
 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Bytes of the letter that begins at s, which ends with a NUL somewhere: 1 to 4, 0: none does. */
size_t text_letter(const char *s);
/* The same of `left` bytes, which nothing need end. */
size_t text_letter_of(const char *s, size_t left);
/*
 * As text_letter; 0 too for what is not to be shown: controls (C0, DEL, C1), line ends
 * of Unicode, marks of direction, and what has no width but joins no letters either.
 */
size_t text_shown(const char *s);
/* Letters alone, controls among them. */
bool text_valid(const char *text);

/* Bytes of the `len` at `text` that fit into `room` and end where a letter ends. */
size_t text_fit(const char *text, size_t len, size_t room);
/* What fits of it, cut at the end of a letter; out may not be in `text`. size from 1. */
void text_copy(char *out, size_t size, const char *text);
/*
 * The same from its end, behind `…` where not all of it fits: of a path what matters
 * stands there. size from 4.
 */
void text_copy_end(char *out, size_t size, const char *text);
/*
 * To be shown, with nothing passed over: what text_shown refuses is written as \x1b,
 * byte by byte. Cut at the end of a letter.
 */
void text_clean(char *out, size_t size, const char *text);
/*
 * To be kept: a text that is not UTF-8 is read as Windows-1252, which is Latin-1 with
 * letters for its upper controls; controls become blanks, marks of direction go. Cut at the end of a letter.
 */
void text_take(char *out, size_t size, const char *text);
/*
 * In place, never longer: the beginning of a letter whose end is missing goes, any
 * other byte that is no letter becomes `?`, so does a mark of direction; a control
 * becomes a blank.
 */
void text_mend(char *text);

/* snprintf, and then text_mend: so is a `%.40s` cut at the end of a letter. */
void text_print(char *out, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void text_vprint(char *out, size_t size, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));

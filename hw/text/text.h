/*
 * Texts from outside: names, files, what a client or a stick sends. Every
 * truncation is done here, at the end of a character, and every text is cleaned
 * here before it is shown or sent. Half a character would invalidate a JSON
 * message; an escape sequence would let a foreign file control the terminal.
 * This room depends on no other. Nothing here allocates.
 *
 * Texts are UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF. Sizes are bytes and include the NUL.
 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns the length of the character at s, 1 to 4 bytes; 0: invalid. s is NUL-terminated. */
size_t text_letter(const char *s);
/* text_letter for `left` bytes without a NUL. */
size_t text_letter_of(const char *s, size_t left);
/*
 * text_letter, but returns 0 also for characters that must not be shown. These
 * are controls (C0, DEL, C1), Unicode line separators, bidirectional marks, and
 * zero-width characters other than joiners.
 */
size_t text_shown(const char *s);
/* Reports whether the text is valid UTF-8; controls are allowed. */
bool text_valid(const char *text);

/* Returns how many of the `len` bytes at `text` fit into `room` without splitting a character. */
size_t text_fit(const char *text, size_t len, size_t room);
/*
 * Copies as much as fits, without splitting a character. out must not overlap
 * `text`. size is at least 1.
 */
void text_copy(char *out, size_t size, const char *text);
/*
 * Copies the end of the text, after `…` if it does not fit: the end of a path
 * matters most. size is at least 4.
 */
void text_copy_end(char *out, size_t size, const char *text);
/*
 * Copies a text to be shown, without omissions: bytes that text_shown rejects
 * become \x1b and so on. Truncates at the end of a character.
 */
void text_clean(char *out, size_t size, const char *text);
/*
 * Copies a text to be stored. A text that is not UTF-8 is read as Windows-1252
 * (Latin-1 with letters in place of the upper controls). Controls become
 * spaces, bidirectional marks are dropped. Truncates at the end of a character.
 */
void text_take(char *out, size_t size, const char *text);
/*
 * Repairs a text in place, never making it longer. The start of a truncated
 * character is dropped. Any other invalid byte and any bidirectional mark
 * becomes `?`, a control a space.
 */
void text_mend(char *text);

/* snprintf followed by text_mend, so that even `%.40s` truncates at the end of a character. */
void text_print(char *out, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void text_vprint(char *out, size_t size, const char *fmt, va_list ap)
	__attribute__((format(printf, 3, 0)));

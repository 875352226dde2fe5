#include "hw/text/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LETTER_MAX = 4 };

/* ---- characters ---- */

/* Returns the length of the character with this first byte; 0: invalid. */
static size_t
lead_length(unsigned char c)
{
	return c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
}

/* Returns how many bytes of `s` fit a character of n bytes; n: all of them. */
static size_t
agreeing(const unsigned char *s, size_t n)
{
	size_t i = 1;

	if (n > 2 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
		      (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)))
		return 1;
	while (i < n && (s[i] & 0xc0) == 0x80)
		i++;
	return i;
}

size_t
text_letter_of(const char *s, size_t left)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t n = left > 0 ? lead_length(*u) : 0;

	return n > 0 && n <= left && agreeing(u, n) == n ? n : 0;
}

size_t
text_letter(const char *s)
{
	return text_letter_of(s, LETTER_MAX);
}

/* Reports C0, DEL and C1 controls, which a terminal executes. */
static bool
is_control(unsigned code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

static unsigned
code_point(const char *s, size_t n)
{
	unsigned code = (unsigned char)s[0] & (n == 1 ? 0x7fu : 0x7fu >> n);

	for (size_t i = 1; i < n; i++)
		code = code << 6 | ((unsigned char)s[i] & 0x3fu);
	return code;
}

size_t
text_shown(const char *s)
{
	/*
	 * Bidirectional marks, line separators and zero-width characters;
	 * joiners stay, because words need them.
	 */
	static const struct {
		unsigned from, to;
	} hidden[] = {
		{ 0x61c, 0x61c },   { 0x200b, 0x200b }, { 0x200e, 0x200f },
		{ 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
	};
	size_t n = text_letter(s);
	unsigned code = n ? code_point(s, n) : 0;

	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (code >= hidden[i].from && code <= hidden[i].to)
			return 0;
	return is_control(code) ? 0 : n;
}

bool
text_valid(const char *text)
{
	for (size_t n; *text; text += n)
		if ((n = text_letter(text)) == 0)
			return false;
	return true;
}

/* ---- cutting ---- */

size_t
text_fit(const char *text, size_t len, size_t room)
{
	size_t n = room;

	if (len <= room)
		return len;
	while (n > 0 && room - n < LETTER_MAX - 1 && ((unsigned char)text[n] & 0xc0) == 0x80)
		n--;
	/* Four continuation bytes in a row: not UTF-8, so no character is split. */
	return ((unsigned char)text[n] & 0xc0) == 0x80 ? room : n;
}

void
text_copy(char *out, size_t size, const char *text)
{
	size_t n = text_fit(text, strlen(text), size - 1);

	memcpy(out, text, n);
	out[n] = '\0';
}

void
text_copy_end(char *out, size_t size, const char *text)
{
	static const char more[] = "…";
	size_t len = strlen(text), at;

	if (len < size) {
		memcpy(out, text, len + 1);
		return;
	}
	at = len - (size - sizeof(more));
	for (size_t n = 1; n < LETTER_MAX && ((unsigned char)text[at] & 0xc0) == 0x80; n++)
		at++;
	/* As in text_fit: no character is split there. */
	if (((unsigned char)text[at] & 0xc0) == 0x80)
		at = len - (size - sizeof(more));
	memcpy(out, more, sizeof(more) - 1);
	memcpy(out + sizeof(more) - 1, text + at, len - at + 1);
}

/* ---- cleaning ---- */

void
text_clean(char *out, size_t size, const char *text)
{
	size_t at = 0;

	while (*text) {
		size_t n = text_shown(text), put = n ? n : strlen("\\x1b");

		if (at + put >= size)
			break;
		if (n)
			memcpy(out + at, text, n);
		else
			(void)snprintf(out + at, size - at, "\\x%02x", (unsigned char)*text);
		at += put;
		text += n ? n : 1;
	}
	out[at] = '\0';
}

/*
 * Decodes Windows-1252: Latin-1 with letters in place of the controls 0x80 to
 * 0x9f. Five of these bytes are undefined. (WHATWG, Encoding Standard, index
 * windows-1252.)
 */
static unsigned
windows_letter(unsigned char c)
{
	static const uint16_t letters[32] = {
		0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, /* 80 */
		0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f, /* 88 */
		0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, /* 90 */
		0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178, /* 98 */
	};

	return c >= 0x80 && c < 0xa0 ? letters[c - 0x80] : c;
}

/* Encodes a character below U+10000 into c, which holds zeroes. */
static void
letter_encode(unsigned code, char c[LETTER_MAX + 1])
{
	if (code < 0x80) {
		c[0] = (char)code;
	} else if (code < 0x800) {
		c[0] = (char)(0xc0 | code >> 6);
		c[1] = (char)(0x80 | (code & 0x3f));
	} else {
		c[0] = (char)(0xe0 | code >> 12);
		c[1] = (char)(0x80 | (code >> 6 & 0x3f));
		c[2] = (char)(0x80 | (code & 0x3f));
	}
}

/*
 * Reads one character of s into c, an empty text if it is to be dropped.
 * Returns the number of bytes read.
 */
static size_t
letter_take(const char *s, bool utf8, char c[LETTER_MAX + 1])
{
	size_t n = utf8 ? text_letter(s) : 1;

	memset(c, 0, LETTER_MAX + 1);
	if (utf8)
		memcpy(c, s, n);
	else
		letter_encode(windows_letter((unsigned char)*s), c);
	if (!text_shown(c))
		(void)strcpy(c, is_control(code_point(c, strlen(c))) ? " " : "");
	return n;
}

void
text_take(char *out, size_t size, const char *text)
{
	bool utf8 = text_valid(text);
	size_t at = 0, len;
	char c[LETTER_MAX + 1];

	while (*text) {
		text += letter_take(text, utf8, c);
		len = strlen(c);
		if (at + len >= size)
			break;
		memcpy(out + at, c, len);
		at += len;
	}
	out[at] = '\0';
}

/*
 * Returns the replacement of invalid bytes at s and sets *took to their number.
 * NUL: they are dropped, as the rest of a truncated character.
 */
static char
replacement(const char *s, size_t *took)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t n = lead_length(*u);

	*took = n ? agreeing(u, n) : 1;
	if (n > *took)
		return '\0';
	return n && is_control(code_point(s, n)) ? ' ' : '?';
}

void
text_mend(char *text)
{
	char *out = text;

	while (*text) {
		size_t n = text_shown(text);

		if (n) {
			memmove(out, text, n);
			out += n;
		} else {
			char c = replacement(text, &n);

			*out = c;
			out += c != '\0';
		}
		text += n;
	}
	*out = '\0';
}

void
text_vprint(char *out, size_t size, const char *fmt, va_list ap)
{
	(void)vsnprintf(out, size, fmt, ap);
	text_mend(out);
}

void
text_print(char *out, size_t size, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vprint(out, size, fmt, ap);
	va_end(ap);
}

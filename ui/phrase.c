#include "ui/phrase.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ROWS_MAX = 640, /* of both tables; slot is three times as large: most are found at once */
	SLOTS = 2048,
	CONVERSIONS_MAX = 9,
};

static const struct phrase_row *rows[ROWS_MAX];
static unsigned n_rows;
static char *spoken[ROWS_MAX]; /* by row, NULL: English */
static uint16_t slot[SLOTS];   /* row + 1 by the hash of its English; 0: free */
static bool foreign;

static unsigned
hash(const char *text)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (; *text != '\0'; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return (h ^ h >> 15) % SLOTS;
}

static void
index_add(const struct phrase_row *row)
{
	for (; row->key != NULL; row++) {
		unsigned at = hash(row->english);

		assert(n_rows < ROWS_MAX);
		while (slot[at] != 0)
			at = (at + 1) % SLOTS;
		rows[n_rows++] = row;
		slot[at] = (uint16_t)n_rows;
	}
}

const struct phrase_row *
phrase_row(unsigned i)
{
	if (n_rows == 0) {
		index_add(phrase_table);
		index_add(phrase_cards);
	}
	return i < n_rows ? rows[i] : NULL;
}

const char *
phrase(const char *english)
{
	if (!foreign)
		return english;
	for (unsigned at = hash(english); slot[at] != 0; at = (at + 1) % SLOTS) {
		unsigned row = slot[at] - 1u;

		if (strcmp(rows[row]->english, english) == 0)
			return spoken[row] != NULL ? spoken[row] : english;
	}
	return english;
}

const char *
phrase_piece(char letter)
{
	static const char letters[] = "KQRBNPMC";
	static const char *const words[] = { "king",   "queen", "rook",    "bishop",
					     "knight", "pawn",  "missile", "artillery" };
	const char *at = strchr(letters, letter);

	return at == NULL || letter == '\0' ? NULL : words[at - letters];
}

void
phrase_reset(void)
{
	for (unsigned i = 0; i < ROWS_MAX; i++) {
		free(spoken[i]);
		spoken[i] = NULL;
	}
	foreign = false;
}

/* ---- conversions ---- */

/* The length of the conversion that begins at *p, a %; 0: it is none, or a %%. */
static size_t
conversion(const char *p)
{
	size_t n = 1 + strspn(p + 1, "-+0. 123456789*");

	n += strspn(p + n, "lhz");
	return p[n] != '\0' && strchr("diuxcs", p[n]) != NULL ? n + 1 : 0;
}

/* Where each conversion of the English begins; how many. */
static unsigned
conversions(const char *english, const char *at[CONVERSIONS_MAX])
{
	unsigned n = 0;

	for (const char *p = english; (p = strchr(p, '%')) != NULL && n < CONVERSIONS_MAX;) {
		size_t len = conversion(p);

		if (len > 0)
			at[n++] = p;
		p += len > 0 ? len : p[1] == '%' ? 2 : 1;
	}
	return n;
}

void
phrase_template(const char *english, char out[PHRASE_TEXT])
{
	size_t len = 0;
	unsigned n = 0;

	for (const char *p = english; *p != '\0' && len + 4 < PHRASE_TEXT;) {
		size_t skip = *p == '%' ? conversion(p) : 0;

		if (skip > 0)
			len += (size_t)snprintf(out + len, PHRASE_TEXT - len, "{%u}", ++n);
		else
			out[len++] = *p;
		p += skip > 0 ? skip : p[0] == '%' && p[1] == '%' ? 2 : 1;
	}
	out[len] = '\0';
}

/* Appends; false: there is no room. */
static bool
put(char out[PHRASE_TEXT], size_t *len, const char *text, size_t n)
{
	if (*len + n >= PHRASE_TEXT)
		return false;
	memcpy(out + *len, text, n);
	*len += n;
	out[*len] = '\0';
	return true;
}

/* {2} becomes %2$s, as the English has its second one; false: no room, or not the same ones. */
static bool
format_make(const char *english, const char *text, char out[PHRASE_TEXT])
{
	const char *at[CONVERSIONS_MAX];
	unsigned n = conversions(english, at), used = 0, all = (1u << n) - 1;
	size_t len = 0;
	bool fits = true;

	out[0] = '\0';
	while (*text != '\0' && fits) {
		unsigned k = (unsigned)(text[0] == '{' && text[1] != '\0' && text[2] == '}'
						? text[1] - '0'
						: 0);
		char number[8];

		if (k >= 1 && k <= n) {
			used |= 1u << (k - 1);
			(void)snprintf(number, sizeof(number), "%%%u$", k);
			fits = put(out, &len, number, strlen(number)) &&
			       put(out, &len, at[k - 1] + 1, conversion(at[k - 1]) - 1);
			text += 3;
		} else if (*text == '{' || *text == '}') {
			return false;
		} else {
			fits = put(out, &len, *text == '%' && n > 0 ? "%%" : text,
				   *text == '%' && n > 0 ? 2 : 1);
			text++;
		}
	}
	return fits && used == all;
}

int
phrase_replace(const char *key, const char *text, char why[PHRASE_WHY])
{
	char out[PHRASE_TEXT], wanted[PHRASE_TEXT];
	const struct phrase_row *row;
	unsigned i = 0;

	while ((row = phrase_row(i)) != NULL && strcmp(row->key, key) != 0)
		i++;
	if (row == NULL) {
		(void)snprintf(why, PHRASE_WHY, "there is no such text");
		return -1;
	}
	if (strlen(text) >= PHRASE_TEXT - 32) {
		(void)snprintf(why, PHRASE_WHY, "longer than %d bytes", PHRASE_TEXT - 33);
		return -1;
	}
	if (!format_make(row->english, text, out)) {
		phrase_template(row->english, wanted);
		(void)snprintf(why, PHRASE_WHY, "not the placeholders of \"%.200s\"", wanted);
		return -1;
	}
	free(spoken[i]);
	spoken[i] = strdup(out);
	foreign = true;
	return 0;
}

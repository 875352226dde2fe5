#include "daemon/record/qr.h"

#include <errno.h>
#include <jansson.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "hw/text/text.h"

/* Copies the game without clock, seeds and number; the caller frees out->action. */
static bool
lighten(const struct record *r, struct record *out)
{
	*out = *r;
	out->number = 0;
	out->clock[0] = out->seeds[0] = '\0';
	out->action = malloc((r->n + 1) * sizeof(*out->action));
	if (!out->action)
		return false;
	for (uint32_t i = 0; i < r->n; i++)
		out->action[i] = (struct record_action){ .action = r->action[i].action,
							 .t_us = RECORD_NO_TIME,
							 .clock_us = CLOCK_NO_TIME };
	return true;
}

/* Reports whether a tag has an unknown value. */
static bool
is_empty_tag(const char *line)
{
	const char *value = line[0] == '[' ? strchr(line, '"') : NULL;

	return value && (strncmp(value, "\"?\"", 3) == 0 ||
			 strncmp(value, "\"" RECORD_DATE_UNSET, RECORD_DATE_SIZE) == 0);
}

/* Removes tags with unknown values, in place. */
static void
tags_thin(char *pgn)
{
	char *to = pgn;

	while (*pgn) {
		size_t len = strcspn(pgn, "\n");

		len += pgn[len] == '\n';
		if (!is_empty_tag(pgn)) {
			memmove(to, pgn, len);
			to += len;
		}
		pgn += len;
	}
	*to = '\0';
}

/* The native record without blanks: a code holds little. */
static char *
native_compact(const struct record *r)
{
	char *text = native_print(r), *line = NULL;
	json_t *root = text ? json_loads(text, 0, NULL) : NULL;

	if (root) {
		line = json_dumps(root, JSON_COMPACT);
		json_decref(root);
	}
	free(text);
	return line;
}

char *
qr_text(const struct record *r)
{
	struct record light;
	char *text = NULL;

	if (!lighten(r, &light))
		return NULL;
	if (!rules_has_san(r->game)) {
		text = native_compact(&light);
	} else if ((text = pgn_print(&light))) {
		tags_thin(text);
		/* The text ends with two line ends; one is sufficient. */
		text[strlen(text) - 1] = '\0';
	}
	free(light.action);
	return text;
}

/* Returns the number of bytes of the next part. */
static size_t
part_len(const char *text, size_t most)
{
	enum { WORD = 40 }; /* maximum distance to search back for the end of a word */
	size_t len = strlen(text);

	if (len <= most)
		return len;
	for (size_t back = 0; back < WORD; back++)
		if (strchr(" ,\n", text[most - back - 1]))
			return most - back;
	return text_fit(text, len, most);
}

char *
qr_part(const char *text, size_t most, unsigned n, unsigned *parts)
{
	char *part = NULL;

	for (*parts = 0; *text || *parts == 0; ++*parts) {
		size_t len = part_len(text, most < QR_PART_MIN ? QR_PART_MIN : most);

		if (*parts == n)
			part = strndup(text, len);
		text += len;
	}
	return part;
}

enum {
	ECI_UTF8 = 26, /* AIM ITS/04-023 */
};

/* Encodes the text as UTF-8 only if needed: the default is Latin-1. */
static QRcode *
encode(const char *text, size_t len)
{
	QRinput *in = QRinput_new2(0, QR_ECLEVEL_L);
	QRcode *code = NULL;
	bool plain = true;

	for (const char *c = text; *c; c++)
		plain &= (unsigned char)*c < 0x80;
	if (in && (plain || QRinput_appendECIheader(in, ECI_UTF8) == 0) &&
	    QRinput_append(in, QR_MODE_8, (int)len, (const unsigned char *)text) == 0)
		code = QRcode_encodeInput(in);
	if (in)
		QRinput_free(in);
	return code;
}

int
qr_make(const char *text, struct qr *out, char why[QR_WHY])
{
	size_t len = strlen(text);
	QRcode *code = NULL;

	if (len <= QR_TEXT_MAX)
		code = encode(text, len);
	if (!code) {
		if (len > QR_TEXT_MAX || errno == ERANGE)
			snprintf(why, QR_WHY,
				 "the game is too long for a code: %zu bytes, and it holds %d", len,
				 QR_TEXT_MAX);
		else
			snprintf(why, QR_WHY, "no memory");
		return -1;
	}
	out->size = (unsigned)code->width;
	for (unsigned i = 0; i < out->size * out->size; i++)
		out->dark[i / out->size][i % out->size] = code->data[i] & 1;
	QRcode_free(code);
	return 0;
}

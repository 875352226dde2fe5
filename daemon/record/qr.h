/*
 * A finished game as a QR code (ISO/IEC 18004) for a phone. Chess and Chess960 are PGN,
 * for every chess program; other games are the native record on one line, for
 * native_parse. Times, clocks and the number are omitted. Allocates.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/record/record.h"

enum {
	QR_SIZE_MAX = 177,  /* modules a side, version 40 */
	QR_TEXT_MAX = 2953, /* bytes, at the lowest correction */
	QR_PART_MIN = 100,  /* minimum size of a part, larger than the distance searched for the
			     * end of a word */
	QR_QUIET = 4,       /* modules of white required around it */
	QR_WHY = 96,
};

struct qr {
	unsigned size;                       /* modules a side */
	bool dark[QR_SIZE_MAX][QR_SIZE_MAX]; /* [row from the top][column] */
};

/* Returns the text of the code, which the caller frees. NULL: no memory. */
char *qr_text(const struct record *r);
/*
 * Returns the n-th part, from 0, of a text too long for one code; the parts joined are the
 * text. Each has at most `most` bytes and ends with a whole character, if possible between
 * words. *parts: their number. The caller frees it; NULL: no such part, or no memory.
 */
char *qr_part(const char *text, size_t most, unsigned n, unsigned *parts);
/* Makes the code of a text. Returns 0, or -1 with `why` set: too long, or no memory. */
MUST_USE int qr_make(const char *text, struct qr *out, char why[QR_WHY]);

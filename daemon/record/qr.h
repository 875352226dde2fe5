/*
 * A finished game as a QR code (ISO/IEC 18004), for a telephone to take along.
 * Chess and Chess960 are PGN, which every chess program reads; other games are
 * the native record on one line, which native_parse reads. Times, clocks and the
 * number stay behind. Allocates.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/record/record.h"

enum {
	QR_SIZE_MAX = 177,  /* modules a side, version 40 */
	QR_TEXT_MAX = 2953, /* bytes, at the lowest correction */
	QR_PART_MIN = 100,  /* what a part may be held to: a word's search stays short of it */
	QR_QUIET = 4,       /* modules of white that have to be around it */
	QR_WHY = 96,
};

struct qr {
	unsigned size;                       /* modules a side */
	bool dark[QR_SIZE_MAX][QR_SIZE_MAX]; /* [row from above][column] */
};

/* What the code holds; the caller's to free. NULL: no memory. */
char *qr_text(const struct record *r);
/*
 * Of a text that is too long for one code, the n-th part, counted from 0: the
 * parts follow one another and are the text. Each has at most `most` bytes, ends
 * with a whole character, and where it can between two words. *parts: how many
 * there are. The caller's to free; NULL: there is no such part, no memory.
 */
char *qr_part(const char *text, size_t most, unsigned n, unsigned *parts);
/* The code of a text. 0, or -1 with `why` told: it is too long, no memory. */
MUST_USE int qr_make(const char *text, struct qr *out, char why[QR_WHY]);

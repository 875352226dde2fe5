/*
 * The tokens of a PGN text, only for pgn_read.c. Text without meaning (white space, `%`
 * and `;` lines, variations, NAGs, move numbers, dots, `!?`) is skipped.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "daemon/record/pgn.h"

enum pgn_token_kind {
	PGN_END,
	PGN_TAG,     /* text: between [ and ] */
	PGN_COMMENT, /* text: between { and } */
	PGN_RESULT,
	PGN_WORD,    /* a candidate move */
	PGN_BAD,     /* invalid; `why` has the reason */
	PGN_BAD_TAG, /* invalid tag; `why` has the reason */
};

struct pgn_token {
	enum pgn_token_kind kind;
	const char *text;
	size_t len;
	unsigned line, column;
	const char *why;
};

/* Starts a line, skipping byte order marks. */
void pgn_line_begin(struct pgn_reader *p);
/* Takes the next token. */
struct pgn_token pgn_token_next(struct pgn_reader *p);
/*
 * Skips to the tags of the next game or to the end; in_tags: the rest of the malformed game's
 * own tags is skipped first.
 */
void pgn_skip_game(struct pgn_reader *p, bool in_tags);

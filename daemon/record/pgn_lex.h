/*
 * The words of a PGN text, for pgn_read.c alone: what carries no meaning here
 * (white space, `%` and `;` lines, variations, NAGs, move numbers, dots, `!?`)
 * is passed over.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "daemon/record/pgn.h"

enum pgn_token_kind {
	PGN_END,
	PGN_TAG,     /* text: what stands between [ and ] */
	PGN_COMMENT, /* text: what stands between { and } */
	PGN_RESULT,
	PGN_WORD,    /* a move, if it is anything */
	PGN_BAD,     /* why */
	PGN_BAD_TAG, /* why: a tag that is none */
};

struct pgn_token {
	enum pgn_token_kind kind;
	const char *text;
	size_t len;
	unsigned line, column;
	const char *why;
};

/* Here a line begins, behind byte order marks. */
void pgn_line_begin(struct pgn_reader *p);
/* The next token, which is taken. */
struct pgn_token pgn_token_next(struct pgn_reader *p);
/* Moves on to where the next game's tags begin, or to the end; in_tags: the broken game's come first. */
void pgn_skip_game(struct pgn_reader *p, bool in_tags);

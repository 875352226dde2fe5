/*
 * PGN, the form in which games travel. Written in the export format of the PGN
 * standard (Edwards, 1994); read as people's files are.
 *
 * Games with SAN (chess, Chess960) use it; others write their own actions, a
 * turn without a board move as `--`, whatever is no board move as a comment
 * {[%act buy:extra1]} behind the move of its turn, and behind that as a comment
 * what the rules had to say to everybody.
 */
#pragma once
#include <stddef.h>

#include "daemon/record/record.h"

/* The record as one PGN game with the empty line after it. The caller frees it; NULL: no memory. */
char *pgn_print(const struct record *r);
/*
 * The same for anybody to read: a game that is not over keeps its seed and what
 * is hidden in it ("bury:?", a start position with `?`); such a text cannot be
 * read back. Of a finished game, or one without secrets, what pgn_print gives.
 */
char *pgn_tell(const struct record *r);

struct pgn_error {
	unsigned game;         /* of the file, from 1 */
	unsigned line, column; /* from 1; column in bytes */
	char move[32];         /* the move or tag it is about, "" where there is none */
	char why[160];
	bool hides; /* no mistake: it is such a text as pgn_tell gives */
};

/* "FILE:LINE:COLUMN: game 3: Nf9: why" */
void pgn_error_print(const char *file, const struct pgn_error *err, char *out, size_t size);

/* Goes through a text that holds games; the text stays the caller's and must outlive it. */
struct pgn_reader {
	const char *text;
	size_t len, at;
	unsigned line, game;
	size_t line_at; /* where the line begins */
};

void pgn_reader_init(struct pgn_reader *p, const char *text, size_t len);
/*
 * The next game into *r (zeroed or initialised; what it held is freed). 1: a
 * game, and *err tells where it begins; 0: the text is at its end; -1: *err tells
 * what is wrong and the reader stands behind the broken game, so that further ones
 * can be read; *r is then zeroed.
 *
 * Understood: tags in any order and amount, comments, variations, NAGs, `%`
 * lines, move numbers or none, 0-0, annotations like `!?`, every line end, a
 * byte order mark in front of any line or tag, names in Latin-1 or Windows-1252.
 * Variants "Standard" and "Chess960" (also "Fischerandom" and such) and the names
 * of this program's games. Tags that a record has no place for are passed over.
 */
int pgn_read(struct pgn_reader *p, struct record *r, struct pgn_error *err);
/*
 * Behind pgn_read, what it gave and what it was handed: does an import leave this
 * game out though nothing is wrong with it? Then *err says why. It hides something,
 * or has neither a move nor a result: no list would show it.
 */
bool pgn_left_out(int got, const struct record *r, struct pgn_error *err);

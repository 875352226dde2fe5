/*
 * PGN, the exchange format of chess games. Written in the export format of the PGN
 * standard (Edwards, 1994); read tolerantly.
 *
 * Games with SAN (chess, Chess960) use it; others write their own actions. A turn without
 * a board move is `--`. Other actions are comments {[%act buy:extra1]} after the move of
 * their turn, followed by public announcements of the rules as comments.
 */
#pragma once
#include <stddef.h>

#include "daemon/record/record.h"

/*
 * Prints the record as one PGN game with an empty line after it. The caller frees it;
 * NULL: no memory.
 */
char *pgn_print(const struct record *r);
/*
 * Prints the public form. A record that is not public keeps its seed and hidden things
 * secret ("bury:?", a start position with `?`); such a text cannot be read back. A public
 * record, or one without secrets, prints as by pgn_print.
 */
char *pgn_print_public(const struct record *r);
/*
 * The same with the review that the record has (review.h): after an action that was not good a NAG,
 * $6 (playable), $2 (mistake) or $4 (blunder), and in games with SAN [%eval …] after every move.
 */
char *pgn_print_reviewed(const struct record *r);

struct pgn_error {
	unsigned game;         /* number in the file, from 1 */
	unsigned line, column; /* from 1; column in bytes */
	char move[32];         /* the move or tag in question, or "" */
	char why[160];
	bool hides; /* not an error: the game is the public form of one with secrets */
};

/* Prints "FILE:LINE:COLUMN: game 3: Nf9: why". */
void pgn_error_print(const char *file, const struct pgn_error *err, char *out, size_t size);

/* Reads the games of a text, which the caller owns and which must outlive the reader. */
struct pgn_reader {
	const char *text;
	size_t len, at;
	unsigned line, game;
	size_t line_at; /* start of the line */
};

void pgn_reader_init(struct pgn_reader *p, const char *text, size_t len);
/*
 * Reads the next game into *r (zeroed or initialised; its old content is freed). Returns 1
 * for a game, with its start in *err; 0 at the end of the text; -1 with the error in *err
 * and *r zeroed. After an error the reader is behind the broken game and can continue.
 *
 * Accepts tags in any order and number, comments, variations and NAGs. Accepts `%` lines,
 * move numbers or none, 0-0, annotations like `!?`, and every line end. Accepts a byte
 * order mark before any line or tag, and names in Latin-1 or Windows-1252. Variants are
 * "Standard", "Chess960" (also "Fischerandom" and similar) and the names of this program's
 * games. Tags without a place in a record are skipped.
 */
int pgn_read(struct pgn_reader *p, struct record *r, struct pgn_error *err);
/*
 * Reports whether an import skips a valid game, given the result of pgn_read; *err gets
 * the reason. Skipped are games that hide something, or that have neither a move nor a
 * result: no list would show them.
 */
bool pgn_left_out(int got, const struct record *r, struct pgn_error *err);

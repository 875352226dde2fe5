/*
 * Pictures of positions and games: diagrams, films, score sheets. Made from the text of a
 * position, so a view (with `?` for hidden things) is drawn the same way. docs/halo.md
 * describes their use.
 *
 * SVG is plain text with the drawings of the pieces included and needs no other file.
 * Everything allocates; offline tools only.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/record/record.h"

enum {
	DIAGRAM_WHY = 160,
	DIAGRAM_RESULT = 272, /* a sentence and "(1/2-1/2)", including the NUL */
	DIAGRAM_LINE = 1024,  /* one line of words, including the NUL */
	DIAGRAM_LINES_MAX = 24,
	DIAGRAM_SQUARE_PX = 64,
};

/* The pieces of a position's text. */
struct diagram_board {
	const struct game *game;
	uint8_t at[RULES_SQUARES_MAX]; /* pieces, as of rules_at */
};

struct diagram {
	const struct game *game;
	const char *position; /* text of a position or a view; the caller owns it */
	const char *caption;  /* a line above the board, or NULL */
	struct sqset changed; /* highlighted squares: those of the last move */
	bool words;           /* describe things beside the board below it */
	const char *over;     /* first line: how the game ended; NULL: side to move */
};

/*
 * Parses the board of a text. Returns 0, or -1 with `why` set: not a position, or view, of
 * that game.
 */
MUST_USE int diagram_board_read(const struct game *g, const char *position,
				struct diagram_board *out, char why[DIAGRAM_WHY]);

/*
 * Describes the rest of the text: the side to move (or `over`, if not NULL), money,
 * graves, masks, cards … Lines are wrapped at that many letters; 0: never.
 */
struct diagram_words {
	unsigned n;
	char line[DIAGRAM_LINES_MAX][DIAGRAM_LINE];
};
void diagram_words(const struct game *g, const char *position, const char *over, unsigned letters,
		   struct diagram_words *out);
/* Returns the number of letters that fit below a board. */
unsigned diagram_letters(const struct game *g);

/*
 * Prints "White wins: checkmate (1-0)", "Score 3: the king is captured"; "" if the game is
 * not over.
 */
void diagram_result(const struct record *r, char out[DIAGRAM_RESULT]);

/* Returns an SVG file's text, which the caller frees. NULL with `why` set on error. */
char *diagram_svg(const struct diagram *d, char why[DIAGRAM_WHY]);
/* Returns the game as an SVG that plays by itself; a static viewer shows the last position. */
char *film_svg(const struct record *r, char why[DIAGRAM_WHY]);

/* ---- with cairo, librsvg and pango ---- */

/* Writes an SVG as a PNG file, 16 to 4096 pixels wide. Returns 0, or -1 with `why` set. Blocks. */
MUST_USE int picture_png(const char *svg, unsigned width, const char *path, char why[DIAGRAM_WHY]);
/*
 * Writes the game on A4 pages: moves, diagrams, hidden things. Returns 0, or -1 with `why`
 * set. Blocks.
 */
MUST_USE int sheet_pdf(const struct record *r, const char *path, char why[DIAGRAM_WHY]);

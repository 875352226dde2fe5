/*
 * Pictures of positions and games: diagrams, films, score sheets. Made from
 * the text of a position, so that a view (with `?` for what is hidden) is drawn
 * like any other. docs/halo.md shows what they are for.
 *
 * SVG is plain text with the pieces' own drawings in it and needs no other
 * file. Everything allocates; offline tools only.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/record/record.h"

enum {
	DIAGRAM_WHY = 160,
	DIAGRAM_RESULT = 272, /* a sentence and "(1/2-1/2)", their NUL included */
	DIAGRAM_LINE = 1024,  /* one line of words, its NUL included */
	DIAGRAM_LINES_MAX = 24,
	DIAGRAM_SQUARE_PX = 64,
};

/* What stands on the board, from a position's text. */
struct diagram_board {
	const struct game *game;
	uint8_t at[RULES_SQUARES_MAX]; /* piece bytes as of rules_at */
};

struct diagram {
	const struct game *game;
	const char *position; /* text of a position or a view; the caller's */
	const char *caption;  /* a line above the board, or NULL */
	struct sqset changed; /* squares to be tinted: the last move's */
	bool words;           /* what stands beside the board, below it in words */
	const char *over;     /* in its first line, how the game ended; NULL: whose turn it is */
};

/* 0, or -1 with `why` told: the text is no position, or view, of that game. */
MUST_USE int diagram_board_read(const struct game *g, const char *position,
				struct diagram_board *out, char why[DIAGRAM_WHY]);
/* The board field of FEN. */
void diagram_board_print(const struct diagram_board *b, FILE *out);

/*
 * What the rest of the text says, for people: whose move, or `over` if it is not NULL;
 * money, graves, masks, cards … A line that is longer than so many letters goes on in
 * another; 0: none does.
 */
struct diagram_words {
	unsigned n;
	char line[DIAGRAM_LINES_MAX][DIAGRAM_LINE];
};
void diagram_words(const struct game *g, const char *position, const char *over, unsigned letters,
		   struct diagram_words *out);
/* So many letters fit below a board. */
unsigned diagram_letters(const struct game *g);

/* "White wins: checkmate (1-0)", "Score 3: the king is captured"; "" of a game that is not over. */
void diagram_result(const struct record *r, char out[DIAGRAM_RESULT]);

/* An SVG file's text, the caller's to free. NULL with `why` told. */
char *diagram_svg(const struct diagram *d, char why[DIAGRAM_WHY]);
/* The game as an SVG that plays by itself; shown without motion it is the last position. */
char *film_svg(const struct record *r, char why[DIAGRAM_WHY]);

/* ---- by cairo, librsvg and pango ---- */

/* An SVG as a PNG file of that width, 16 to 4096 pixels. 0, or -1 with `why` told. Blocks. */
MUST_USE int picture_png(const char *svg, unsigned width, const char *path, char why[DIAGRAM_WHY]);
/* The game on A4 pages: moves, diagrams, what was hidden. 0, or -1 with `why` told. Blocks. */
MUST_USE int sheet_pdf(const struct record *r, const char *path, char why[DIAGRAM_WHY]);

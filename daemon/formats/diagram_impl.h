/* What diagrams and films share; private to halo_formats. */
#pragma once
#include "daemon/formats/diagram.h"

enum {
	SVG_LEFT = 26, /* of the board's left edge: the ranks' numbers stand there */
	SVG_TOP = 34,
	SVG_BELOW = 24,
	SVG_TEXT_PX = 15,
	SVG_LINE_PX = 21,
};

/* Where a square's upper left corner is. */
unsigned svg_x(const struct game *g, unsigned sq);
unsigned svg_y(const struct game *g, unsigned sq);
unsigned svg_width(const struct game *g);

void svg_text(FILE *out, const char *text);
void svg_open(FILE *out, const struct game *g, unsigned height, const char *title);
void svg_squares(FILE *out, const struct game *g);
/* The pieces' drawings as symbols, for all bytes that have a bit in `used`. */
void svg_symbols(FILE *out, const struct game *g, uint64_t used);
/* One piece with what lies under or over it; `more` stands in the group's tag or its content. */
void svg_piece(FILE *out, const struct game *g, unsigned sq, uint8_t piece, const char *attributes,
	       const char *content);
/* The mark's name for people, of a game that has one; else NULL. */
const char *diagram_mark_name(const struct game *g);
/* A text on as many lines as it takes of that many letters (0: any), the further ones set in. */
void diagram_words_add(struct diagram_words *w, size_t letters, const char *text);
/* 0 closed and whole; else the text is gone, and `why` told. */
MUST_USE int svg_close(FILE *out, char **text, char why[DIAGRAM_WHY]);

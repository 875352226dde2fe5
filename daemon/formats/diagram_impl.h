/* Shared by diagrams and films; private to halo_formats. */
#pragma once
#include "daemon/formats/diagram.h"

enum {
	SVG_LEFT = 26, /* left of the board: room for rank numbers */
	SVG_TOP = 34,
	SVG_BELOW = 24,
	SVG_TEXT_PX = 15,
	SVG_LINE_PX = 21,
};

/* The upper left corner of a square. */
unsigned svg_x(const struct game *g, unsigned sq);
unsigned svg_y(const struct game *g, unsigned sq);
unsigned svg_width(const struct game *g);

void svg_text(FILE *out, const char *text);
void svg_open(FILE *out, const struct game *g, unsigned height, const char *title);
void svg_squares(FILE *out, const struct game *g);
/* Writes the drawings of the pieces in `used` (a bit per piece byte) as symbols. */
void svg_symbols(FILE *out, const struct game *g, uint64_t used);
/*
 * Writes one piece with its mark; `attributes` go into the group's tag, `content` into the
 * group.
 */
void svg_piece(FILE *out, const struct game *g, unsigned sq, uint8_t piece, const char *attributes,
	       const char *content);
/* Returns the mark's display name if the game has one, else NULL. */
const char *diagram_mark_name(const struct game *g);
/* Adds a text, wrapped at that many letters (0: never), with continuation lines indented. */
void diagram_words_add(struct diagram_words *w, size_t letters, const char *text);
/* Closes the stream. Returns 0 with the whole text; else the text is freed and `why` set. */
MUST_USE int svg_close(FILE *out, char **text, char why[DIAGRAM_WHY]);

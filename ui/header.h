/* The top of the play page: whose turn it is, and what else the daemon says. */
#pragma once
#include "ui/page.h"

/* Returns the seat whose turn the header shows: after a shown move the next one. */
const char *header_seat(const struct ui_state *s);
/* Returns the height of the text below the header, in the width of the panel; 0: none. */
int header_below(const struct page_draw *d, struct rect panel);
/*
 * Draws the header, and its text into `below`, which may be empty. Returns whether the piece of the
 * side to move is in the header.
 */
bool header_layout(const struct page_draw *d, struct rect box, struct rect below);
/*
 * Makes the header a button to what can be done now: all of it that opens no troubles. Its badge
 * is on the piece of the side to move, or at the right edge.
 */
void header_button(const struct page_draw *d, struct rect box, bool has_piece);

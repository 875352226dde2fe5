/* Rows that several pages have: kept games, and who won how often. */
#pragma once
#include "ui/page.h"

/* Title, players, result of a kept game on one line, or on two where there is room. */
void sheet_game(const struct page_draw *d, struct rect box, const struct ui_kept *k);
/* The best players of the evening, as many as fit; how high it was. */
int sheet_scores(const struct page_draw *d, struct rect box);
/* "2", "2\u00bd" of halves. */
void sheet_points(unsigned points2, char text[12]);
/* A bar and words for each long work, with a button that ends it; how high. */
int sheet_works(const struct page_draw *d, struct rect box);
void sheet_cancel(const struct ui_model *m, unsigned row, struct ui_out *out);

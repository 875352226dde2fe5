/* Rows that several pages have: kept games, and who won how often. */
#pragma once
#include "ui/page.h"

enum { SHEET_FAR_TEXT = 32, SHEET_RESULT_TEXT = 48 };

/* Title, players, result of a kept game on one line, or on two where there is room. */
void sheet_game(const struct page_draw *d, struct rect box, const struct ui_kept *k);
/* The game that was played, in the language. */
const char *sheet_title(const struct ui_kept *k);
/* Whether the game of that number is the one that is being played now. */
bool sheet_is_played(const struct ui_model *m, uint32_t id);
/* Whether it has a result, and that in words: "1-0", "score 4", "unfinished". */
bool sheet_is_over(const struct ui_kept *k);
void sheet_result(const struct ui_kept *k, char text[SHEET_RESULT_TEXT]);
/* The best players of the evening, as many as fit; how high it was. */
int sheet_scores(const struct page_draw *d, struct rect box);
/* "2", "2\u00bd" of halves. */
void sheet_points(unsigned points2, char text[12]);
/* What a long work is called, "repair" in the language, and how far it is, "45 of 200". */
const char *sheet_work_name(const struct ui_work *w);
void sheet_work_far(const struct ui_work *w, char text[SHEET_FAR_TEXT]);
/* A bar and words for each, with a button that ends it where it can be ended; how high. */
int sheet_works(const struct page_draw *d, struct rect box);
void sheet_cancel(const struct ui_model *m, unsigned row, struct ui_out *out);

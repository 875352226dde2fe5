/* Rows shared by several pages: kept games, and the evening's scores. */
#pragma once
#include "ui/page.h"

enum { SHEET_FAR_TEXT = 64, SHEET_RESULT_TEXT = 48 };

/* Draws title, players and result of a kept game on one line, or on two if there is room. */
void sheet_game(const struct page_draw *d, struct rect box, const struct ui_kept *k);
/* Returns the game's title in the current language. */
const char *sheet_title(const struct ui_kept *k);
/* Reports whether this game is being played now. */
bool sheet_is_played(const struct ui_model *m, uint32_t id);
/* Reports whether the game has a result; sheet_result prints it: "1-0", "score 4", "unfinished". */
bool sheet_is_over(const struct ui_kept *k);
void sheet_result(const struct ui_kept *k, char text[SHEET_RESULT_TEXT]);
/* Draws the best players of the evening, as many as fit. Returns the used height. */
int sheet_scores(const struct page_draw *d, struct rect box);
/* Formats points given in halves: "2", "2\u00bd". */
void sheet_points(unsigned points2, char text[12]);
/* Formats the progress of a repair: "45 of 200", or "45" if the total is unknown. */
void sheet_work_far(const struct ui_work *w, char text[SHEET_FAR_TEXT]);

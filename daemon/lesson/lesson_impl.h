/* Shared by the reader of lessons and its part for positions. */
#pragma once
#include "daemon/lesson/lesson.h"

/*
 * Reads "White: Kh1 Rd4; Black: Kh8; White moves; key=value …", or a position in the game's form.
 * Returns 0, or -1 with `why`.
 */
MUST_USE int lesson_position(const struct game *g, const char *text, struct position *out,
			     char why[LESSON_WHY]);

/* The board field of a position's text: ranks from the last to the first, with `/` between. */
#pragma once
#include "rules/rules.h"

/*
 * Parses a board field of `len` bytes into one piece byte a square. foreign: accepts `?` as
 * INFER_FOREIGN. Returns 0, or -1: it is no board of this game.
 */
MUST_USE int field_parse(const struct game *g, const char *text, size_t len, bool foreign,
			 uint8_t out[RULES_SQUARES_MAX]);

/*
 * When the worlds overflow, the pieces on which all of them agreed are kept and followed
 * by later edges. A piece is then known on a square, known to be lifted, or one of the
 * mixed pieces, which are on mixed squares or lifted.
 */
#include <string.h>

#include "daemon/core/worlds.h"

/* Returns the place of the piece of `home` in all worlds, or WORLD_NOTHING, or WORLD_MIXED. */
static unsigned
agreed_place(const struct worlds *ws, unsigned home)
{
	unsigned at = worlds_place(ws, &ws->w[0], home);

	for (unsigned i = 1; i < ws->n; i++)
		if (worlds_place(ws, &ws->w[i], home) != at)
			return WORLD_MIXED;
	return at;
}

static uint8_t
agreed_piece(const struct worlds *ws, unsigned slot)
{
	uint8_t what = ws->w[0].at[slot];

	for (unsigned i = 1; i < ws->n; i++)
		if (ws->w[i].at[slot] != what)
			return WORLD_MIXED;
	return what;
}

/* Counts the pieces of `homes` that are lifted in w. */
static unsigned
count_up(const struct worlds *ws, const struct world *w, struct sqset homes)
{
	unsigned n = 0;

	while (!sqset_empty(homes))
		n += worlds_place(ws, w, sqset_pop(&homes)) == WORLD_NOTHING;
	return n;
}

void
worlds_sketch_begin(struct worlds *ws)
{
	ws->sketched = true;
	ws->mixed = (struct sqset){ { 0, 0 } };
	ws->mixed_up = 0;
	for (unsigned k = 0; k < ws->n_touched; k++) {
		unsigned home = ws->touched_sq[k];

		/* The piece on a blind square was never known. */
		if (sqset_has(ws->blind, home))
			continue;
		ws->sketch.at[k] = agreed_piece(ws, k);
		if (sqset_has(ws->home, home) && agreed_place(ws, home) == WORLD_MIXED)
			sqset_add(&ws->mixed, home);
	}
	/*
	 * This is a maximum, because a piece from the box or from a blind square may have taken
	 * their place.
	 */
	for (unsigned i = 0; i < ws->n; i++) {
		unsigned up = count_up(ws, &ws->w[i], ws->mixed);

		if (up > ws->mixed_up)
			ws->mixed_up = (uint8_t)up;
	}
}

void
worlds_sketch_lift(struct worlds *ws, unsigned sq)
{
	uint8_t *at = &ws->sketch.at[ws->index[sq]];

	if (*at == WORLD_MIXED)
		ws->mixed_up++;
	*at = WORLD_NOTHING;
}

/* Returns the homes of pieces known to be lifted. */
static struct sqset
known_up(const struct worlds *ws)
{
	struct sqset up = { { 0, 0 } };

	for (unsigned k = 0; k < ws->n_touched; k++)
		if (sqset_has(ws->home, ws->touched_sq[k]))
			sqset_add(&up, ws->touched_sq[k]);
	for (unsigned k = 0; k < ws->n_touched; k++)
		if (ws->sketch.at[k] < RULES_SQUARES_MAX)
			sqset_remove(&up, ws->sketch.at[k]);
	return sqset_minus(sqset_minus(up, ws->mixed), ws->blind);
}

static struct sqset
only_likely(const struct worlds *ws, struct sqset homes, const struct dropped *d)
{
	struct sqset likely = { { 0, 0 } };
	unsigned best = 1;

	while (!sqset_empty(homes)) {
		unsigned home = sqset_pop(&homes), alike = worlds_likeness(ws, home, d);

		if (alike > best)
			likely = (struct sqset){ { 0, 0 } };
		best = alike > best ? alike : best;
		if (alike == best)
			sqset_add(&likely, home);
	}
	return likely;
}

/* Reports whether all of these homes hold equal, interchangeable pieces. */
static bool
one_piece(const struct worlds *ws, struct sqset homes)
{
	uint8_t piece = ws->piece[sqset_pop(&homes)];

	while (!sqset_empty(homes))
		if (ws->piece[sqset_pop(&homes)] != piece)
			return false;
	return true;
}

void
worlds_sketch_drop(struct worlds *ws, unsigned sq, const struct dropped *d)
{
	uint8_t *at = &ws->sketch.at[ws->index[sq]];
	struct sqset up = known_up(ws), likely;
	unsigned home;

	likely = only_likely(ws, ws->mixed_up ? sqset_or(up, ws->mixed) : up, d);
	if (sqset_empty(likely)) {
		*at = WORLD_BOX;
		return;
	}
	if (!one_piece(ws, likely)) {
		likely = sqset_and(likely, up);
		ws->mixed = sqset_or(ws->mixed, likely);
		ws->mixed_up = (uint8_t)(ws->mixed_up + sqset_count(likely) - 1);
		*at = WORLD_MIXED;
		return;
	}
	home = sqset_has(likely, sq) ? sq : sqset_pop(&likely);
	if (sqset_has(ws->mixed, home)) {
		sqset_remove(&ws->mixed, home);
		ws->mixed_up--;
	}
	*at = (uint8_t)home;
}

bool
worlds_sketch_home(const struct worlds *ws)
{
	for (unsigned k = 0; k < ws->n_touched && ws->sketched; k++) {
		uint8_t what = ws->sketch.at[k];

		if (what < RULES_SQUARES_MAX && ws->piece[what] != ws->piece[ws->touched_sq[k]])
			return false;
	}
	return true;
}

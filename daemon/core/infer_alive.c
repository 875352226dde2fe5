/* Decides whether an action may still result from the edges so far. */
#include "daemon/core/infer.h"

static bool
occupancy_alive(const struct infer *f, const struct infer_candidate *x, bool rests)
{
	struct sqset gone = sqset_minus(f->worlds.home, f->worlds.now);
	struct sqset come = sqset_minus(f->worlds.now, f->worlds.home);

	if (x->way == WAY_WORD ||
	    !sqset_empty(sqset_minus(gone, sqset_or(x->loose, sqset_or(x->movers, x->captured)))))
		return false;
	if (rests)
		return sqset_count(come) <= x->n_arrivals;
	return sqset_empty(sqset_minus(come, x->after));
}

/* Reports whether action x allows the place that the piece of `home` has in world w. */
static bool
piece_alive(const struct worlds *ws, const struct world *w, const struct infer_candidate *x,
	    unsigned home, bool rests)
{
	unsigned at = worlds_place(ws, w, home);

	if (at == home)
		return true;
	if (at == WORLD_NOTHING)
		return sqset_has(x->movers, home) || sqset_has(x->captured, home) ||
		       sqset_has(x->loose, home);
	for (unsigned i = 0; i < x->n_arrivals; i++)
		if (x->arrival[i].sq == at && (x->arrival[i].home == home || x->promotes))
			return true;
	return rests && sqset_has(x->movers, home);
}

/* Reports whether a piece from the box may stand on sq. */
static bool
box_alive(const struct infer_candidate *x, unsigned sq, bool rests)
{
	if (x->way == WAY_PLACE)
		return rests || x->arrival[0].sq == sq;
	return x->promotes && x->arrival[0].sq == sq;
}

static bool
world_alive(const struct worlds *ws, const struct world *w, const struct infer_candidate *x,
	    bool rests)
{
	for (unsigned i = 0; i < ws->n_touched; i++) {
		unsigned sq = ws->touched_sq[i];

		if (sqset_has(ws->home, sq) && !piece_alive(ws, w, x, sq, rests))
			return false;
		if (w->at[i] == WORLD_BOX && !box_alive(x, sq, rests))
			return false;
	}
	return true;
}

static bool
candidate_alive(const struct infer *f, const struct infer_candidate *x, bool rests)
{
	const struct worlds *ws = &f->worlds;

	if (!occupancy_alive(f, x, rests))
		return false;
	if (ws->vague)
		return true;
	for (unsigned i = 0; i < ws->n; i++)
		if (world_alive(ws, &ws->w[i], x, rests))
			return true;
	return false;
}

bool
infer_alive(const struct infer *f, bool rests, unsigned *one)
{
	unsigned n = 0, first = INFER_NONE;

	for (unsigned c = 0; c < f->n; c++) {
		if (!candidate_alive(f, &f->candidate[c], rests))
			continue;
		if (!one)
			return true;
		if (n++ == 0)
			first = c;
		else if (infer_same_promotion(f, first, c))
			n--;
	}
	if (one)
		*one = n == 1 ? first : INFER_NONE;
	return n > 0;
}

/*
 * Reports whether w matches the board after candidate c (INFER_NONE: no action), except
 * for lifted pieces.
 */
static bool
world_only_lacks(const struct infer *f, const struct world *w, unsigned c)
{
	const struct worlds *ws = &f->worlds;
	const struct infer_candidate *x = c == INFER_NONE ? NULL : &f->candidate[c];

	for (unsigned i = 0; i < ws->n_touched; i++) {
		unsigned sq = ws->touched_sq[i];
		uint8_t have = w->at[i], want = infer_wanted(f, c, sq);
		bool stand_in = x && x->promotes && sq == x->arrival[0].sq && have != sq;
		bool loose = x && sqset_has(x->loose, sq) && have == sq;

		if (have == want || sqset_has(f->blind, sq) || loose)
			continue;
		if (have != WORLD_NOTHING) {
			if (!stand_in)
				return false;
		} else if (want != WORLD_BOX && worlds_place(ws, w, want) != WORLD_NOTHING) {
			return false;
		}
	}
	return true;
}

bool
infer_only_lacks(const struct infer *f, unsigned c)
{
	const struct worlds *ws = &f->worlds;
	struct sqset after = c == INFER_NONE ? ws->home : f->candidate[c].after;

	if (ws->vague)
		return sqset_empty(sqset_minus(sqset_minus(ws->now, after), f->blind));
	for (unsigned i = 0; i < ws->n; i++)
		if (world_only_lacks(f, &ws->w[i], c))
			return true;
	return false;
}

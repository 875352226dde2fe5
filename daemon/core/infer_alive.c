/* May an action still come of what the hands have done so far? */
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

/* The piece of that home, in this world, is where x allows it to be. */
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

/* A piece from the box may stand on sq. */
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

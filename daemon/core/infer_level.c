/*
 * Interprets levels: the stones of a stack, and the object under a piece.
 *
 * A level is an interval. It excludes the stacks whose stones lie outside it. If it
 * holds the stones of one candidate reading only, it decides; if it holds those of
 * two, both stay candidates and the player is asked. Transfers, giver g, receiver r:
 *
 *   1) g touched, then r         the transfer, if both readings hold it; if they also hold
 *                                the old stacks, adjusting explains the edges as well
 *   2) r stronger than before,   the same, in any order of touches
 *      or g weaker
 *   3) r stronger than before,   the transfer from g, if g's reading holds both heights:
 *      g without an edge         any such neighbour may have given the stone
 *   4) g weaker or empty,        the stone is in the hand, or on a stack whose reading
 *      no r with an edge         holds both: clock and OK decide (infer_unseen)
 *   5) neither with an edge      cannot be detected: touch the stacks, or use the screen
 *
 * An object that is missing or placed late is no action: a marked piece that reads as
 * on the wood excludes nothing. An object that is felt where the rules want none counts
 * against an action when two actions explain the edges equally.
 */
#include "daemon/core/infer.h"

static bool
has_level(const struct worlds *ws, unsigned sq)
{
	return ws->level_max[sq] != 0 && sqset_has(ws->now, sq);
}

bool
infer_level_fits(const struct infer *f, unsigned sq, uint8_t piece)
{
	const struct worlds *ws = &f->worlds;
	unsigned stones = rules_stones(f->game, piece);

	return stones == 0 || !has_level(ws, sq) ||
	       (stones >= ws->level_min[sq] && stones <= ws->level_max[sq]);
}

/* Reports whether the stack on sq has certainly gained a stone. */
static bool
is_stronger(const struct infer *f, unsigned sq)
{
	return has_level(&f->worlds, sq) &&
	       f->worlds.level_min[sq] > rules_stones(f->game, f->worlds.piece[sq]);
}

/* Reports whether the stack on sq has certainly lost a stone. */
static bool
is_weaker(const struct infer *f, unsigned sq)
{
	return has_level(&f->worlds, sq) &&
	       f->worlds.level_max[sq] < rules_stones(f->game, f->worlds.piece[sq]);
}

/* Reports whether the giver was first touched before the receiver was last touched. */
static bool
in_order(const struct infer *f, struct action a)
{
	unsigned first = f->n_log, last = 0;

	for (unsigned i = f->n_log; i-- > 0;)
		if (f->log[i].sq == a.from)
			first = i;
	for (unsigned i = 0; i < f->n_log; i++)
		if (f->log[i].sq == a.to)
			last = i;
	return first < last;
}

bool
infer_transfer_touched(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];
	struct action a = x->action;

	if (!sqset_has(f->worlds.touched, a.to))
		return false;
	if (!sqset_has(f->worlds.touched, a.from))
		return x->given && has_level(&f->worlds, a.from) && is_stronger(f, a.to);
	return in_order(f, a) || is_stronger(f, a.to) || (x->given && is_weaker(f, a.from));
}

/* Reports whether all pieces are at home in w, except for the given single stone. */
static bool
only_given(const struct worlds *ws, const struct world *w, const struct infer_candidate *x)
{
	for (unsigned i = 0; i < ws->n_touched; i++) {
		unsigned sq = ws->touched_sq[i];
		bool stands = sqset_has(ws->home, sq) && (sq != x->action.from || x->given);

		if (w->at[i] != (stands ? sq : WORLD_NOTHING))
			return false;
	}
	return true;
}

bool
infer_transfer_unseen(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];
	const struct worlds *ws = &f->worlds;
	struct action a = x->action;
	bool fits = false;

	if (x->way != WAY_TOUCH || ws->vague || !sqset_has(ws->touched, a.from) ||
	    sqset_has(ws->touched, a.to) || !has_level(ws, a.to) ||
	    (x->given && !is_weaker(f, a.from)) || !sqset_equal(x->after, ws->now) ||
	    !infer_readings_fit(f, c))
		return false;
	for (unsigned i = 0; i < ws->n && !fits; i++)
		fits = only_given(ws, &ws->w[i], x);
	return fits;
}

unsigned
infer_objects_odd(const struct infer *f, unsigned c)
{
	const struct worlds *ws = &f->worlds;
	const struct infer_candidate *x = &f->candidate[c];
	struct sqset left = sqset_and(ws->touched, ws->now);
	unsigned odd = 0;

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);
		uint8_t piece = sqset_has(x->changed, sq) ? 0 : ws->piece[sq];

		for (unsigned i = 0; i < x->n_arrivals; i++)
			if (x->arrival[i].sq == sq)
				piece = x->arrival[i].piece;
		odd += piece && !rules_stones(f->game, piece) && !(piece & PIECE_MARK) &&
		       ws->level_max[sq] == 1;
	}
	return odd;
}

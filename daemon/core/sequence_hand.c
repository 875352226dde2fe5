/* Reports whether a hand is still at work on an action. */
#include "daemon/core/sequence.h"

enum {
	/* Pieces that one player may hold: those of a castling, and two knocked over. */
	HELD_MAX = 4,
};

/* Reports whether fewer pieces are on the board than in *p: some are lifted. */
static bool
lacks_pieces(const struct infer *f, const struct position *p)
{
	return sqset_count(f->worlds.now) < sqset_count(rules_occupied(f->game, p));
}

/*
 * Reports whether the lifted pieces may still lead to the shown action, to another one
 * instead, or to its reply.
 */
static bool
shown_goes_on(const struct sequence *q)
{
	const struct sequence_shown *shown = q->shown;
	const struct infer *f = sequence_source(q, shown->source);
	struct sqset up, own;

	if (shown->state == SHOWN_NONE || !lacks_pieces(f, &shown->position))
		return false;
	up = sqset_minus(rules_occupied(f->game, &shown->position), f->worlds.now);
	own = rules_occupied_by(f->game, &shown->position, f->colour);
	return infer_alive(f, true, NULL) || sequence_replies(q, true) ||
	       (!sqset_empty(sqset_and(up, own)) && infer_only_lacks(f, shown->candidate));
}

/*
 * Reports whether the side of the last final action holds a piece and its opponent has
 * touched at most a victim. Then the holder completes the action, amends it or straightens
 * a piece.
 */
static bool
amendment_goes_on(const struct sequence *q)
{
	const struct infer *f = q->before;
	const struct position *settled = &q->current->position;
	struct sqset up, touched;

	if (!q->amendable || !lacks_pieces(f, settled))
		return false;
	up = sqset_minus(rules_occupied(f->game, settled), f->worlds.now);
	touched = sequence_touched_by_opponent(q, INFER_LOG_MAX);
	if (sqset_empty(sqset_minus(up, touched)) || !sqset_empty(sqset_minus(touched, up)))
		return false;
	return infer_alive(f, true, NULL) || infer_only_lacks(f, infer_find(f, q->last));
}

/*
 * Reports whether a piece that can act is up, and every other moved piece is up or back on its
 * square.
 */
static bool
action_goes_on(const struct infer *f)
{
	struct sqset up = sqset_minus(f->worlds.home, f->worlds.now), movers = { { 0, 0 } };

	for (unsigned c = 0; c < f->n; c++)
		movers = sqset_or(movers, f->candidate[c].movers);
	return !sqset_empty(sqset_and(up, movers)) && infer_only_lacks(f, INFER_NONE);
}

/*
 * Reports whether an action's piece is in place, and pieces are missing that were on the board
 * before: the mover knocked them over.
 */
static bool
lacks_knocked(const struct infer *f)
{
	if (f->n_log == 0 || !f->log[f->n_log - 1].reading.occupied)
		return false;
	for (unsigned c = 0; c < f->n; c++)
		if (infer_stands(f, c) && infer_only_lacks(f, c))
			return true;
	return false;
}

/*
 * Reports whether the number of lifted pieces fits in a hand; a torn wire empties more
 * squares at once.
 */
static bool
hand_can_hold(const struct infer *f)
{
	return sqset_count(f->worlds.home) <= sqset_count(f->worlds.now) + HELD_MAX;
}

bool
sequence_in_hand(const struct sequence *q)
{
	return hand_can_hold(q->current) &&
	       (shown_goes_on(q) || amendment_goes_on(q) || action_goes_on(q->current) ||
		lacks_knocked(q->current));
}

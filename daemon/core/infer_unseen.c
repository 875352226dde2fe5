/*
 * Finds captures without an edge on their target, and distinguishes a piece set down on
 * another from one that was only straightened.
 */
#include <string.h>

#include "daemon/core/infer.h"

/* Reports whether the piece of `from` may have captured between two scans. */
static bool
may_capture(const struct infer *f, unsigned from)
{
	for (unsigned c = 0; c < f->n; c++)
		if (f->candidate[c].action.from == from && !sqset_empty(f->candidate[c].captured))
			return true;
	return false;
}

/*
 * Reports whether setting `from` down on the own piece on sq is an attempt: castling onto the
 * rook, or a game with such captures.
 */
static bool
tries_own(const struct infer *f, unsigned from, unsigned sq)
{
	struct refusal r;

	if (piece_kind(rules_at(f->game, &f->position, from)) == PIECE_KING &&
	    piece_kind(rules_at(f->game, &f->position, sq)) == PIECE_ROOK)
		return true;
	rules_refuse(f->game, &f->position, SEAT_TABLE, from, sq, &r);
	return r.rule && strcmp(r.rule, "own-piece") != 0;
}

bool
infer_went_onto(const struct infer *f, unsigned from, unsigned sq)
{
	uint8_t mover = rules_at(f->game, &f->position, from);
	uint8_t other = rules_at(f->game, &f->position, sq);

	if (piece_colour(mover) != f->colour || piece_kind(other) == PIECE_NONE)
		return false;
	return piece_colour(other) != f->colour || tries_own(f, from, sq);
}

/* Reports whether in world w only the mover of x is not on its home. */
static bool
world_only_up(const struct worlds *ws, const struct world *w, const struct infer_candidate *x)
{
	for (unsigned i = 0; i < ws->n_touched; i++) {
		unsigned sq = ws->touched_sq[i];
		uint8_t want = sqset_has(ws->home, sq) && !sqset_has(x->movers, sq) ? (uint8_t)sq
										    : WORLD_NOTHING;

		if (w->at[i] != want && !sqset_has(ws->blind, sq) &&
		    !(sqset_has(x->loose, sq) && w->at[i] == WORLD_NOTHING))
			return false;
	}
	return true;
}

/* Reports whether the target still reads the victim's pole, so that no swap happened. */
static bool
victim_seen(const struct infer *f, const struct infer_candidate *x)
{
	unsigned target = x->arrival[0].sq, victim = piece_colour(f->worlds.piece[target]);
	uint8_t pole = f->worlds.pole[target];

	/* A substitute for a promoted piece may have either pole. */
	if (!sqset_empty(sqset_and(f->odd, sqset_or(x->movers, x->captured))))
		return false;
	return pole != POLE_UNKNOWN && (pole == POLE_BLACK) == (victim == 1) &&
	       piece_colour(x->arrival[0].piece) != victim;
}

/*
 * Reports whether the mover of `from` may have captured elsewhere unseen, so that the king on sq,
 * which cannot be captured, was only straightened.
 */
static bool
straightened_king(const struct infer *f, unsigned from, unsigned sq)
{
	uint8_t other = rules_at(f->game, &f->position, sq);

	return piece_kind(other) == PIECE_KING && piece_colour(other) != f->colour &&
	       rules_knows_check(f->game) && may_capture(f, from);
}

/* Reports whether a piece was set down on another piece's square while the mover of x was up. */
static bool
set_down_elsewhere(const struct infer *f, const struct infer_candidate *x)
{
	bool up = false;

	for (unsigned i = 0; i < f->n_log; i++) {
		const struct infer_edge *e = &f->log[i];

		if (e->sq == x->action.from)
			up = !e->reading.occupied;
		else if (up && infer_came_down(f, i) && e->sq != x->arrival[0].sq &&
			 infer_went_onto(f, x->action.from, e->sq) &&
			 !straightened_king(f, x->action.from, e->sq))
			return true;
	}
	return false;
}

bool
infer_victim_went(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];
	struct sqset victim = x->captured;
	bool up = false;

	for (unsigned i = 0; i < f->n_log; i++) {
		const struct infer_edge *e = &f->log[i];

		if (sqset_has(victim, e->sq))
			up = !e->reading.occupied;
		else if (up && e->sq == x->action.from && infer_came_down(f, i))
			return true;
	}
	return false;
}

unsigned
infer_unseen(const struct infer *f, uint16_t out[INFER_BEST_MAX])
{
	const struct worlds *ws = &f->worlds;
	unsigned n = 0;

	for (unsigned c = 0; c < f->n && n < INFER_BEST_MAX; c++) {
		const struct infer_candidate *x = &f->candidate[c];
		struct sqset unsure = sqset_or(x->loose, f->blind);
		bool fits = false;

		if (infer_transfer_unseen(f, c)) {
			out[n++] = (uint16_t)c;
			continue;
		}
		if (x->n_arrivals != 1 || !sqset_has(x->captured, x->arrival[0].sq) ||
		    sqset_has(f->blind, x->arrival[0].sq) ||
		    !sqset_equal(sqset_minus(x->after, unsure), sqset_minus(ws->now, unsure)) ||
		    (victim_seen(f, x) && !x->promotes) || !infer_readings_fit(f, c) ||
		    set_down_elsewhere(f, x))
			continue;
		if (n && infer_same_promotion(f, out[n - 1], c)) {
			if (x->action.arg > f->candidate[out[n - 1]].action.arg)
				out[n - 1] = (uint16_t)c;
			continue;
		}
		for (unsigned i = 0; i < ws->n && !fits; i++)
			fits = world_only_up(ws, &ws->w[i], x);
		if (fits && !ws->vague)
			out[n++] = (uint16_t)c;
	}
	return n;
}

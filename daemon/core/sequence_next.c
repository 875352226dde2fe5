/*
 * Judges whether the next player's move ends the shown action: the opponent's, or the
 * mover's own if the turn continues.
 */
#include "daemon/core/sequence.h"

/* Reports whether candidate c has just put down the piece on sq. */
static bool
is_arrival(const struct infer_candidate *c, unsigned sq)
{
	for (unsigned i = 0; i < c->n_arrivals; i++)
		if (c->arrival[i].sq == sq)
			return true;
	return false;
}

/*
 * Finds the first lift of the next player after the shown action was complete. It lifts an
 * opponent's piece or, if the mover may continue, any piece. *sure: the piece has no part
 * in the shown action.
 */
static bool
next_lift(const struct sequence *q, unsigned *at, bool *sure)
{
	const struct sequence_shown *shown = q->shown;
	const struct infer *f = sequence_source(q, shown->source);
	const struct infer_candidate *c = &f->candidate[shown->candidate];
	unsigned next = rules_turn_seat(f->game, &shown->position) & 1;

	for (unsigned i = shown->log_at; i < f->n_log; i++) {
		uint8_t piece = rules_at(f->game, &shown->position, f->log[i].sq);
		bool own = piece && piece_colour(piece) == next;

		/* The piece may have come from a blind square. */
		if (f->log[i].reading.occupied && !piece && !sqset_empty(f->blind)) {
			*at = i;
			*sure = false;
			return true;
		}
		if (f->log[i].reading.occupied || !piece || (!own && next != f->colour))
			continue;
		*at = i;
		*sure = own && (next != f->colour || !is_arrival(c, f->log[i].sq));
		return true;
	}
	return false;
}

bool
sequence_replies(const struct sequence *q, bool half)
{
	const struct sequence_shown *shown = q->shown;
	const struct infer *f = sequence_source(q, shown->source);

	return sequence_fits(q, f, shown->log_at, &shown->position, half) ||
	       sequence_set_aside(sequence_probe(q, f, shown->log_at, f->n_log,
						 &shown->position)) != INFER_NONE;
}

/*
 * Reports whether the mover was done before edge `at`. The shown action then explained
 * everything, and the last touch lifted at most a victim.
 */
static bool
was_done(const struct sequence *q, unsigned at)
{
	const struct infer *f = sequence_source(q, q->shown->source), *probe;
	unsigned shown = q->shown->candidate;
	struct infer_answer a;

	if (at > 0 && !f->log[at - 1].reading.occupied &&
	    !sqset_has(f->candidate[shown].captured, f->log[at - 1].sq))
		return false;
	probe = sequence_probe(q, f, 0, at, &f->position);
	infer_explain(probe, &a);
	for (unsigned i = 0; i < a.n; i++) {
		unsigned c = infer_find(f, probe->candidate[a.best[i]].action);

		if (c == shown || infer_same_promotion(f, c, shown))
			return true;
	}
	return false;
}

/*
 * Reports whether the shown action's piece rested only for a moment: it probably passed over
 * the square and captured nothing there.
 */
static bool
brushed(const struct sequence *q)
{
	const struct infer *f = sequence_source(q, q->shown->source);
	const struct infer_candidate *c = &f->candidate[q->shown->candidate];
	unsigned at = q->shown->log_at;

	if (at == 0 || at >= f->n_log || f->log[at].reading.occupied ||
	    f->log[at].t_us - f->log[at - 1].t_us >= INFER_BRUSH_US)
		return false;
	return is_arrival(c, f->log[at].sq);
}

/*
 * Reports whether the shown action's piece rested too briefly before the lift of edge `at`. It
 * may only pass over the square, or the arrival may belong to the lifted piece, whose new
 * contact closed before the old one opened.
 */
static bool
stood_briefly(const struct infer *f, const struct infer_candidate *c, unsigned at)
{
	return at > 0 && f->log[at - 1].reading.occupied && c->way != WAY_TOUCH &&
	       f->log[at].t_us - f->log[at - 1].t_us < INFER_BRUSH_US;
}

enum sequence_end
sequence_ended_by_next(const struct sequence *q, enum answered enough, uint64_t unsettled_us,
		       uint64_t *at_us)
{
	const struct sequence_shown *shown = q->shown;
	const struct infer *f = sequence_source(q, shown->source);
	bool alive, stands, sure, half;
	unsigned at;

	/* On a blind square only a confirmation shows that the piece has arrived. */
	if (shown->state == SHOWN_NONE || shown->trust == TRUST_WORD ||
	    infer_lands_blind(f, shown->candidate) || !next_lift(q, &at, &sure))
		return END_NOT;
	if (unsettled_us <= f->log[at].t_us)
		return END_UNSETTLED;
	alive = infer_alive(f, true, NULL);
	stands = infer_stands(f, shown->candidate);
	sure = sure && !q->resumed && !alive && stands && at + 1u == f->n_log &&
	       !stood_briefly(f, &f->candidate[shown->candidate], at) && was_done(q, at);
	half = enough == ANSWERED_HALF && stands && !alive;
	if (!sure && ((brushed(q) && enough == ANSWERED_AT_ONCE) || !sequence_replies(q, half)))
		return END_NOT;
	if (shown->source == SOURCE_CURRENT &&
	    (sequence_split_differs(q, shown->candidate) || q->doubt))
		return END_DIFFERS;
	if (sequence_rival(q, shown->source, shown->candidate, true) == RIVAL_OTHER)
		return END_RIVAL;
	*at_us = f->log[at].t_us;
	return END_NOW;
}

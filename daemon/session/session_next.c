/*
 * The next hand: the opponent's, or the mover's own where the turn goes on. Does it
 * end the action that is shown?
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* The piece on sq is one that candidate c has just put down. */
static bool
is_arrival(const struct infer_candidate *c, unsigned sq)
{
	for (unsigned i = 0; i < c->n_arrivals; i++)
		if (c->arrival[i].sq == sq)
			return true;
	return false;
}

/*
 * The first lift, after the shown action was complete, by whoever is next, in the
 * log: the opponent's piece; or, where the mover may go on, any piece. *sure: a
 * piece that has no part in the shown action.
 */
static bool
next_lift(struct session *s, unsigned *at, bool *sure)
{
	const struct infer *f = session_source(s, s->shown.source);
	const struct infer_candidate *c = &f->candidate[s->shown.candidate];
	unsigned next = rules_turn_seat(s->game, &s->shown.position) & 1;

	for (unsigned i = s->shown.log_at; i < f->n_log; i++) {
		uint8_t piece = rules_at(s->game, &s->shown.position, f->log[i].sq);
		bool own = piece && piece_colour(piece) == next;

		/* It may have come from a square where nothing is seen. */
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

/* The edges after the shown action make an action of who is next; half: or may yet. */
bool
session_reply_explains(struct session *s, bool half)
{
	return session_edges_fit(s, session_source(s, s->shown.source), s->shown.log_at,
				 &s->shown.position, half);
}

/*
 * Before edge `at` the shown action explained everything, and the last touch was
 * no piece taken up but a victim: the mover was done.
 */
static bool
was_done(struct session *s, unsigned at)
{
	const struct infer *f = session_source(s, s->shown.source);
	const struct infer *probe;
	struct infer_answer a;

	if (at > 0 && !f->log[at - 1].reading.occupied &&
	    !sqset_has(f->candidate[s->shown.candidate].captured, f->log[at - 1].sq))
		return false;
	probe = session_probe(s, f, 0, at, &f->position);
	infer_explain(probe, &a);
	for (unsigned i = 0; i < a.n; i++) {
		unsigned c = infer_find(f, probe->candidate[a.best[i]].action);

		if (c == s->shown.candidate || infer_same_promotion(f, c, s->shown.candidate))
			return true;
	}
	return false;
}

/*
 * The shown action's piece stood only for a moment and was taken up again: it
 * brushed the square on its way, more likely than that it was captured there.
 */
static bool
brushed(const struct session *s)
{
	const struct infer *f = &s->ctx[s->shown.source == SOURCE_AMENDING ? s->prev : s->cur];
	const struct infer_candidate *c = &f->candidate[s->shown.candidate];
	unsigned at = s->shown.log_at;

	if (at == 0 || at >= f->n_log || f->log[at].reading.occupied ||
	    f->log[at].t_us - f->log[at - 1].t_us >= SESSION_BRUSH_US)
		return false;
	return is_arrival(c, f->log[at].sq);
}

/*
 * The opponent began: is that the end of the shown action? True: it is final now.
 * It is for sure at the lift itself, if the mover was done; later the answer tells.
 */
bool
session_ended_by_next(struct session *s, enum answered enough)
{
	const struct infer *f = session_source(s, s->shown.source);
	bool alive, stands, sure, half;
	unsigned at;

	/* Where its square is blind nothing but a word can tell that its piece stands there. */
	if (!s->shown.on || s->shown.confirm_vague || infer_lands_blind(f, s->shown.candidate) ||
	    !next_lift(s, &at, &sure))
		return false;
	/* What changed before that lift, or with it, is not all believed yet. */
	if (session_unsettled_us(s) <= f->log[at].t_us) {
		s->deferred = true;
		return false;
	}
	alive = infer_alive(f, true, NULL);
	stands = infer_stands(f, s->shown.candidate);
	sure = sure && s->n_resumed == 0 && !alive && stands && at + 1u == f->n_log && was_done(s, at);
	half = enough == ANSWERED_HALF && stands && !alive;
	if (!sure &&
	    ((brushed(s) && enough == ANSWERED_AT_ONCE) || !session_reply_explains(s, half)))
		return false;
	if (s->shown.source == SOURCE_CURRENT && session_split_differs(s, s->shown.candidate))
		return false;
	if (session_rival_in_the_dark(s, s->shown.source, s->shown.candidate, true) ==
	    RIVAL_OTHER) {
		s->shown.confirm = s->shown.confirm_vague = true;
		return false;
	}
	session_finalise(s, f->log[at].t_us, BY_OPPONENT);
	return true;
}

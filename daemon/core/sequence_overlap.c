/*
 * A sliding reply on a board with overlapping sensors: its piece arrives on a square some
 * milliseconds before it departs. If a piece of the mover may have come to that square as
 * well, two readings remain:
 *
 *   L x D x L a  D b L o  a takes x, answered by o-b; or x was straightened,
 *    a came to b, and o was lifted at that moment
 *
 * The edges cannot decide. If the readings differ in the mover's action, the player is asked.
 */
#include "daemon/core/foresee.h"
#include "daemon/core/sequence.h"

/* Reports whether the edges from `from` on form a reply to candidate c, or the beginning of one. */
static bool
is_answered(const struct sequence *q, unsigned c, unsigned from)
{
	const struct infer *f = q->current;
	const struct infer *probe;
	struct position after;
	struct infer_answer a;

	foresee_action(f->game, &f->position, f->candidate[c].action, &after);
	probe = sequence_probe(q, f, from, f->n_log, &after);
	infer_explain(probe, &a);
	return a.n > 0 || infer_alive(probe, true, NULL);
}

/* Reports whether edge `at` lifts an opponent's piece right after an arrival elsewhere. */
static bool
may_depart_late(const struct infer *f, unsigned at)
{
	const struct infer_edge *e = &f->log[at];
	uint8_t piece = rules_at(f->game, &f->position, e->sq);

	return at > 0 && !e->reading.occupied && piece && piece_colour(piece) != f->colour &&
	       e[-1].sq != e->sq && infer_came_down(f, at - 1) &&
	       e->t_us - e[-1].t_us < INFER_OVERLAP_US;
}

unsigned
sequence_overlapped(const struct sequence *q, unsigned at, unsigned *log_at)
{
	const struct infer *f = q->current;

	if (!may_depart_late(f, at))
		return INFER_NONE;
	for (unsigned n = at - 1; n > 0; n--) {
		const struct infer *probe = sequence_probe(q, f, 0, n, &f->position);
		struct infer_answer a;
		unsigned c;

		infer_explain(probe, &a);
		if (a.n != 1 || a.null)
			continue;
		c = infer_find(f, probe->candidate[a.best[0]].action);
		if (!is_answered(q, c, n))
			continue;
		*log_at = n;
		return c;
	}
	return INFER_NONE;
}

#include "daemon/core/sequence.h"

#include <string.h>

static bool
is_later(const struct sequence_part *part, unsigned i)
{
	for (unsigned k = 0; k < part->n_later; k++)
		if (part->later[k] == i)
			return true;
	return false;
}

unsigned
sequence_sort(struct infer *f, const struct sequence_part *part)
{
	struct infer_edge later[SEQUENCE_LATER_MAX];
	unsigned n = 0;

	for (unsigned k = 0; k < part->n_later; k++)
		later[k] = f->log[part->later[k]];
	for (unsigned i = 0; i < part->until; i++)
		if (!is_later(part, i))
			f->log[n++] = f->log[i];
	memcpy(&f->log[n], later, part->n_later * sizeof(later[0]));
	return n;
}

const struct infer *
sequence_probe(const struct sequence *q, const struct infer *f, unsigned from, unsigned until,
	       const struct position *p)
{
	struct sqset touched = { { 0, 0 } };

	for (unsigned i = from; i < until; i++)
		sqset_add(&touched, f->log[i].sq);
	infer_start_probe(q->scratch, f, from, p, touched);
	for (unsigned i = from; i < until; i++)
		(void)infer_edge(q->scratch, f->log[i]);
	return q->scratch;
}

/* ---- the last final action, and another one instead ---- */

/* Returns the pieces of the side to act. */
static struct sqset
opponent_of(const struct sequence *q)
{
	const struct infer *f = q->current;

	return rules_occupied_by(f->game, &f->position, !q->before->colour);
}

struct sqset
sequence_touched_by_opponent(const struct sequence *q, unsigned until)
{
	const struct infer *f = q->before;
	struct sqset theirs = opponent_of(q), touched = { { 0, 0 } };

	for (unsigned i = q->final_at; i < f->n_log && i < until; i++)
		if (!f->log[i].reading.occupied && sqset_has(theirs, f->log[i].sq))
			sqset_add(&touched, f->log[i].sq);
	return touched;
}

bool
sequence_departed_since(const struct sequence *q, unsigned until)
{
	const struct infer *f = q->before;
	struct sqset theirs = opponent_of(q);

	for (unsigned i = q->final_at; i < until; i++)
		if (!f->log[i].reading.occupied && !sqset_has(theirs, f->log[i].sq))
			return true;
	return false;
}

/* Reports whether the last action left a piece in the hand: the action gave a single stone. */
static bool
left_in_hand(const struct sequence *q, unsigned home)
{
	const struct infer *f = q->before;
	unsigned last = infer_find(f, q->last);

	return last != INFER_NONE && f->candidate[last].way == WAY_TOUCH &&
	       home == f->candidate[last].action.from && !f->candidate[last].given;
}

/*
 * Reports whether a piece that c moves was lifted and set down after the last action was
 * final. An arrival alone amends nothing, unless c moves from a blind square, whose
 * departure is unseen.
 */
static bool
arrived_since(const struct sequence *q, const struct infer_candidate *c)
{
	const struct infer *f = q->before;
	bool unseen = !sqset_empty(sqset_and(c->movers, f->blind));

	for (unsigned i = q->final_at; i < f->n_log; i++)
		for (unsigned k = 0; infer_came_down(f, i) && k < c->n_arrivals; k++)
			if (c->arrival[k].sq == f->log[i].sq &&
			    (unseen || sequence_departed_since(q, i) ||
			     left_in_hand(q, c->arrival[k].home)))
				return true;
	return false;
}

/* Reports whether an arrival square of the last action was touched since it was final. */
static bool
left_again(const struct sequence *q)
{
	const struct infer *f = q->before;
	unsigned c = infer_find(f, q->last);

	for (unsigned i = q->final_at; c != INFER_NONE && i < f->n_log; i++)
		for (unsigned k = 0; k < f->candidate[c].n_arrivals; k++)
			if (f->candidate[c].arrival[k].sq == f->log[i].sq)
				return true;
	return false;
}

/*
 * Finds another action to replace the last final one. It must explain all edges since the
 * position before it, and no opponent's piece but a victim may have been touched.
 */
static bool
explain_amending(const struct sequence *q, struct infer_answer *a)
{
	const struct infer *f = q->before;
	struct infer_answer all;
	struct sqset touched;

	a->n = 0;
	if (!q->amendable || f->worlds.vague)
		return false;
	infer_explain(f, &all);
	if (all.n == 0)
		return false;
	touched = sequence_touched_by_opponent(q, INFER_LOG_MAX);
	for (unsigned i = 0; i < all.n; i++) {
		const struct infer_candidate *c = &f->candidate[all.best[i]];

		if (rules_action_equal(c->action, q->last))
			return false;
		if (sqset_empty(sqset_minus(touched, c->captured)) &&
		    (arrived_since(q, c) || (infer_lands_blind(f, all.best[i]) && left_again(q))))
			a->best[a->n++] = all.best[i];
	}
	a->null = all.null;
	a->cost = all.cost;
	return a->n > 0;
}

/* If several kinds from the box fit, keeps the one chosen on the screen. */
static void
keep_selected(const struct sequence *q, struct infer_answer *a)
{
	const struct infer *f = q->current;

	if (!q->selected[0] || a->n < 2)
		return;
	for (unsigned i = 0; i < a->n; i++) {
		char text[RULES_ACTION_TEXT];

		rules_action_print(f->game, &f->position, f->candidate[a->best[i]].action, text);
		if (strncmp(text, q->selected, strlen(q->selected)) != 0)
			continue;
		a->best[0] = a->best[i];
		a->n = 1;
		return;
	}
}

unsigned
sequence_explain(const struct sequence *q, struct infer_answer *a)
{
	struct infer_answer amending;

	infer_explain(q->current, a);
	keep_selected(q, a);
	if (a->n > 0 || !explain_amending(q, &amending))
		return SOURCE_CURRENT;
	/* The board is as recorded and the arrived piece was not touched since. */
	if (a->null && !left_again(q))
		return SOURCE_CURRENT;
	/*
	 * The board matches the settled position, so adjusting is an explanation too (king and rook
	 * exchanged).
	 */
	amending.null |= a->null;
	*a = amending;
	return SOURCE_AMENDING;
}

/* ---- actions without all of their edges ---- */

unsigned
sequence_set_aside(const struct infer *f)
{
	unsigned found = INFER_NONE;
	bool sure;

	for (unsigned c = 0; c < f->n; c++) {
		if (!infer_set_aside(f, c, &sure))
			continue;
		if (found != INFER_NONE && !infer_same_promotion(f, found, c))
			return INFER_NONE;
		if (found == INFER_NONE ||
		    f->candidate[c].action.arg > f->candidate[found].action.arg)
			found = c;
	}
	return found;
}

unsigned
sequence_unseen(const struct sequence *q, struct infer_answer *out)
{
	memset(out, 0, sizeof(*out));
	out->n = infer_unseen(q->current, out->best);
	if (out->n > 0 || !q->amendable ||
	    !sqset_empty(sequence_touched_by_opponent(q, INFER_LOG_MAX)))
		return SOURCE_CURRENT;
	out->n = infer_unseen(q->before, out->best);
	return SOURCE_AMENDING;
}

/* Reports whether the action may run from one blind square to another. */
static bool
is_dark(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];

	if (x->way == WAY_TOUCH)
		return !sqset_empty(sqset_and(x->changed, f->blind));
	return infer_lands_blind(f, c) &&
	       sqset_empty(sqset_minus(x->changed, sqset_or(x->loose, f->blind)));
}

bool
sequence_dark(const struct infer *f, struct infer_answer *out)
{
	uint16_t unseen[INFER_BEST_MAX];
	unsigned n;

	memset(out, 0, sizeof(*out));
	for (unsigned c = 0; c < f->n; c++) {
		if (!is_dark(f, c))
			continue;
		if (out->n == INFER_BEST_MAX)
			return false;
		out->best[out->n++] = (uint16_t)c;
	}
	/*
	 * Adds captures from a blind square, whose target had no edge or seemed to be
	 * straightened.
	 */
	n = infer_unseen(f, unseen);
	if (out->n + n > INFER_BEST_MAX)
		return false;
	for (unsigned i = 0; i < n; i++)
		out->best[out->n++] = unseen[i];
	return true;
}

/* ---- takebacks ---- */

/* Reports whether pieces of both sides were up at the same time. */
static bool
both_up(const struct infer *f)
{
	struct sqset side[2] = { rules_occupied_by(f->game, &f->position, 0),
				 rules_occupied_by(f->game, &f->position, 1) };
	unsigned up[2] = { 0, 0 };

	for (unsigned i = 0; i < f->n_log && (up[0] == 0 || up[1] == 0); i++) {
		unsigned sq = f->log[i].sq, of = up[1] > 0;

		if (!f->log[i].reading.occupied) {
			of = sqset_has(side[1], sq);
			sqset_remove(&side[of], sq);
			up[of]++;
		} else if (infer_came_down(f, i) && up[of] > 0) {
			sqset_add(&side[of], sq);
			up[of]--;
		}
	}
	return up[0] > 0 && up[1] > 0;
}

/*
 * Reports whether the side that is not to move set a piece down before the other side lifted one.
 * No move begins like that, but a takeback, move by move, does.
 */
static bool
out_of_turn(const struct infer *f)
{
	struct sqset own = rules_occupied_by(f->game, &f->position, f->colour);

	for (unsigned i = 0; i < f->n_log; i++) {
		if (f->log[i].reading.occupied)
			return i > 0 && infer_came_down(f, i);
		if (sqset_has(own, f->log[i].sq))
			return false;
	}
	return false;
}

bool
sequence_goes_back(const struct infer *f)
{
	return both_up(f) || (sqset_empty(f->blind) && out_of_turn(f));
}

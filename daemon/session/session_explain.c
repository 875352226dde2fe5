/*
 * Which action explains the edges: of the settled position, or, while it may be
 * amended, instead of the last one.
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* Squares of the side now to act that were lifted, before edge `until`, since the last action was final. */
struct sqset
session_touched_by_opponent(struct session *s, unsigned until)
{
	const struct infer *f = &s->ctx[s->prev];
	struct sqset theirs = rules_occupied_by(s->game, &s->settled, !f->colour);
	struct sqset touched = { { 0, 0 } };

	for (unsigned i = s->prev_final_at; i < f->n_log && i < until; i++)
		if (!f->log[i].reading.occupied && sqset_has(theirs, f->log[i].sq))
			sqset_add(&touched, f->log[i].sq);
	return touched;
}

/* A piece that it moves came to its square after the last action was final. */
static bool
arrived_since(const struct session *s, const struct infer_candidate *c)
{
	const struct infer *f = &s->ctx[s->prev];

	for (unsigned i = s->prev_final_at; i < f->n_log; i++)
		for (unsigned k = 0; infer_came_down(f, i) && k < c->n_arrivals; k++)
			if (c->arrival[k].sq == f->log[i].sq)
				return true;
	return false;
}

/* Since the last action was final something was touched where its pieces had come. */
static bool
left_again(const struct session *s)
{
	const struct infer *f = &s->ctx[s->prev];
	unsigned c = infer_find(f, s->ply[s->prev_n].action);

	for (unsigned i = s->prev_final_at; c != INFER_NONE && i < f->n_log; i++)
		for (unsigned k = 0; k < f->candidate[c].n_arrivals; k++)
			if (f->candidate[c].arrival[k].sq == f->log[i].sq)
				return true;
	return false;
}

/*
 * Another action instead of the last final one: one that explains all edges
 * since the position before it, with no piece of the opponent touched but as a
 * victim.
 */
static bool
explain_amending(struct session *s, struct infer_answer *a)
{
	const struct infer *f = &s->ctx[s->prev];
	struct infer_answer all;
	struct sqset touched;

	a->n = 0;
	if (!s->amendable || f->worlds.vague)
		return false;
	infer_explain(f, &all);
	if (all.n == 0)
		return false;
	touched = session_touched_by_opponent(s, INFER_LOG_MAX);
	for (unsigned i = 0; i < all.n; i++) {
		const struct infer_candidate *c = &f->candidate[all.best[i]];

		if (rules_action_equal(c->action, s->ply[s->prev_n].action))
			return false;
		if (sqset_empty(sqset_minus(touched, c->captured)) &&
		    (arrived_since(s, c) || (infer_lands_blind(f, all.best[i]) && left_again(s))))
			a->best[a->n++] = all.best[i];
	}
	a->null = all.null;
	a->cost = all.cost;
	return a->n > 0;
}

/* Of several kinds from the box, the one that was chosen on the screen. */
static void
keep_selected(const struct session *s, struct infer_answer *a)
{
	const struct infer *f = &s->ctx[s->cur];

	if (!s->selected[0] || a->n < 2)
		return;
	for (unsigned i = 0; i < a->n; i++) {
		char text[RULES_ACTION_TEXT];

		rules_action_print(s->game, &f->position, f->candidate[a->best[i]].action, text);
		if (strncmp(text, s->selected, strlen(s->selected)) != 0)
			continue;
		a->best[0] = a->best[i];
		a->n = 1;
		return;
	}
}

/* Edges of f alone, on no other squares than theirs, as the scratch question. */
struct infer *
session_probe(struct session *s, const struct infer *f, unsigned from, unsigned until,
	      const struct position *p)
{
	struct infer *probe = &s->ctx[s->scratch];
	struct sqset touched = { { 0, 0 } };

	for (unsigned i = from; i < until; i++)
		sqset_add(&touched, f->log[i].sq);
	infer_start_probe(probe, f, from, p, touched);
	for (unsigned i = from; i < until; i++)
		(void)infer_edge(probe, f->log[i]);
	return probe;
}

/* The best explanation of either question; the current position's goes first. */
unsigned
session_explain(struct session *s, struct infer_answer *a)
{
	struct infer_answer amending;

	infer_explain(session_current(s), a);
	keep_selected(s, a);
	if (a->n > 0 || !explain_amending(s, &amending))
		return SOURCE_CURRENT;
	/* All is as recorded, and the piece that came there was not touched since: it was that. */
	if (a->null && !left_again(s))
		return SOURCE_CURRENT;
	/* The settled board itself: adjusting explains it too (an exchange of king and rook). */
	amending.null |= a->null;
	*a = amending;
	return SOURCE_AMENDING;
}

/* Chooses the question to the players about edges with several readings. */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/core/sequence.h"

static bool
set_question(struct sequence_question *out, enum sequence_asked kind, unsigned source,
	     unsigned log_at)
{
	out->kind = kind;
	out->source = source;
	out->log_at = log_at;
	return true;
}

static void
add(struct sequence_question *out, unsigned c)
{
	out->answer.best[out->answer.n++] = (uint16_t)c;
}

/* An arrival just before the opponent's lift leaves two readings. */
static bool
ask_overlap(const struct sequence *q, struct sequence_question *out)
{
	const struct infer *f = q->current;
	const struct sequence_shown *shown = q->shown;
	unsigned log_at, c = INFER_NONE;

	if (!q->doubt || f->log_full || f->worlds.vague)
		return false;
	for (unsigned at = f->n_log; c == INFER_NONE && at-- > 0;)
		c = sequence_overlapped(q, at, &log_at);
	if (c == INFER_NONE)
		return false;
	add(out, c);
	if (shown->state >= SHOWN_PARTLY && shown->source == SOURCE_CURRENT &&
	    shown->candidate != c)
		add(out, shown->candidate);
	return set_question(out, ASKED_OFFERS, SOURCE_CURRENT, INFER_NONE);
}

/* With blind squares, asks about one of several first actions; `not_this` is not among them. */
static bool
ask_first(const struct sequence *q, unsigned not_this, struct sequence_question *out)
{
	struct infer_answer all;

	sequence_offers(q, &all);
	for (unsigned i = 0; i < all.n; i++)
		if (all.best[i] != not_this)
			add(out, all.best[i]);
	return out->answer.n > 0 && set_question(out, ASKED_FIRST, SOURCE_CURRENT, INFER_NONE);
}

/* The shown action ended on a blind square and has already been answered. */
static bool
ask_answered(const struct sequence *q, struct sequence_question *out)
{
	const struct sequence_shown *shown = q->shown;

	return shown->state >= SHOWN_PARTLY &&
	       infer_lands_blind(sequence_source(q, shown->source), shown->candidate) &&
	       sequence_replies(q, false) && set_question(out, ASKED_CONFIRM, shown->source, 0);
}

/*
 * After an amendment that still explains all edges, the opponent's piece was straightened. The
 * amendment is no longer the only explanation.
 */
static bool
ask_amended(const struct sequence *q, struct sequence_question *out)
{
	struct infer_answer *a = &out->answer;

	if (q->shown->state < SHOWN_PARTLY || q->shown->source != SOURCE_AMENDING)
		return false;
	infer_explain(q->before, a);
	for (unsigned i = 0; i < a->n; i++)
		if (a->best[i] == q->shown->candidate)
			return set_question(out, a->n == 1 ? ASKED_CONFIRM : ASKED_WHICH,
					    SOURCE_AMENDING, q->before->n_log);
	return false;
}

/* A capture without an edge was followed by edges that form the opponent's action. */
static bool
ask_unseen(const struct sequence *q, struct sequence_question *out)
{
	const struct infer *f = q->current;
	struct infer *probe = q->scratch;
	uint16_t unseen[INFER_BEST_MAX];
	unsigned at = sequence_other_lift(f, 0), n;

	if (at == 0 || at == f->n_log || f->log_full)
		return false;
	probe->blind = f->blind;
	probe->only = f->only;
	infer_start(probe, f->game, &f->position, false);
	for (unsigned i = 0; i < at; i++)
		(void)infer_edge(probe, f->log[i]);
	n = infer_unseen(probe, unseen);
	out->answer.n = 0;
	for (unsigned k = 0; k < n; k++) {
		struct position after;

		foresee_action(f->game, &f->position, f->candidate[unseen[k]].action, &after);
		if (sequence_fits(q, f, at, &after, false))
			add(out, unseen[k]);
	}
	return out->answer.n > 0 && set_question(out, ASKED_WHICH, SOURCE_CURRENT, at);
}

/*
 * Several first actions were equally good before the hands continued. After each, the remaining
 * edges form an action or, after a placement, may become one.
 */
static bool
ask_begun(const struct sequence *q, struct sequence_question *out)
{
	const struct infer *f = q->current;

	for (unsigned at = f->n_log; at-- > 1;) {
		struct infer_answer a;
		struct action first[INFER_BEST_MAX];
		const struct infer *probe = sequence_probe(q, f, 0, at, &f->position);
		bool half;

		infer_explain(probe, &a);
		if (a.n < 2)
			continue;
		half = probe->candidate[a.best[0]].way == WAY_PLACE;
		for (unsigned k = 0; k < a.n; k++)
			first[k] = probe->candidate[a.best[k]].action;
		out->answer.n = 0;
		for (unsigned k = 0; k < a.n; k++) {
			struct position after = f->position;

			rules_apply(f->game, &after, first[k]);
			if (sequence_fits(q, f, at, &after, half))
				add(out, infer_find(f, first[k]));
		}
		if (out->answer.n > 1)
			return set_question(out, ASKED_WHICH, SOURCE_CURRENT, at);
	}
	return false;
}

bool
sequence_ask(const struct sequence *q, enum sequence_when when, struct sequence_question *out)
{
	memset(out, 0, sizeof(*out));
	if (when == ASK_AFTER_NO)
		return ask_first(
			q, q->shown->source == SOURCE_CURRENT ? q->shown->candidate : INFER_NONE,
			out);
	return ask_overlap(q, out) || ask_first(q, INFER_NONE, out) ||
	       (when == ASK_AT_QUIET && (ask_answered(q, out) || ask_amended(q, out))) ||
	       ask_unseen(q, out) || ask_begun(q, out);
}

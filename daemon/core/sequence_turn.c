/* Edges at the end of a turn, before a purchase, and of actions that are made on the screen. */
#include "daemon/core/foresee.h"
#include "daemon/core/sequence.h"

unsigned
sequence_word(const struct infer *f, unsigned kind)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->candidate[i].action.kind == kind)
			return i;
	return INFER_NONE;
}

unsigned
sequence_other_lift(const struct infer *f, unsigned at)
{
	for (unsigned i = at; i < f->n_log; i++) {
		uint8_t piece = f->worlds.piece[f->log[i].sq];

		if (!f->log[i].reading.occupied && piece && piece_colour(piece) != f->colour)
			return i;
	}
	return f->n_log;
}

/* Advances *p past chance to a position with a move on the board. */
static void
after_chance(const struct game *g, struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];

	if (rules_to_act(g, p) == SEAT_CHANCE && rules_actions(g, p, list) > 0)
		rules_apply(g, p, list[0]);
}

bool
sequence_fits(const struct sequence *q, const struct infer *f, unsigned at,
	      const struct position *p, bool half)
{
	const struct infer *probe;
	struct position ready = *p;
	struct infer_answer a;

	after_chance(f->game, &ready);
	probe = sequence_probe(q, f, at, f->n_log, &ready);
	infer_explain(probe, &a);
	for (unsigned i = 0; i < a.n; i++)
		if (!infer_lands_blind(probe, a.best[i]))
			return true;
	return half && (a.n > 0 || infer_alive(probe, false, NULL));
}

bool
sequence_fits_other(const struct sequence *q)
{
	const struct infer *f = q->current;
	unsigned c = sequence_word(f, ACT_END);
	struct position after;

	if (c == INFER_NONE)
		return false;
	foresee_action(f->game, &f->position, f->candidate[c].action, &after);
	return sequence_fits(q, f, 0, &after, false);
}

bool
sequence_turn_over(const struct sequence *q)
{
	const struct infer *f = q->current;
	unsigned at = sequence_other_lift(f, 0);

	/* The other side's edges may now form an action that begins with its victim. */
	return at < f->n_log && (infer_all_home(sequence_probe(q, f, 0, at, &f->position)) ||
				 sequence_read_ended(q));
}

/* ---- giving a stone ---- */

unsigned
sequence_touched(const struct infer *f)
{
	if (f->n_log < 2 || !f->log[f->n_log - 1].reading.occupied || f->n_asleep > 0)
		return RULES_NO_SQ;
	for (unsigned i = 1; i < f->n_log; i++)
		if (f->log[i].sq != f->log[0].sq)
			return RULES_NO_SQ;
	return infer_all_home(f) ? f->log[0].sq : RULES_NO_SQ;
}

/* Returns the stacks that may receive a stone of the stack on sq. single: also one that is alone. */
static struct sqset
takers_of(const struct infer *f, unsigned sq, bool single)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned c = 0; c < f->n; c++)
		if (f->candidate[c].way == WAY_TOUCH && f->candidate[c].action.from == sq &&
		    (f->candidate[c].given ? infer_level_fits(f, sq, f->candidate[c].given) : single))
			sqset_add(&set, f->candidate[c].action.to);
	return set;
}

unsigned
sequence_giver(const struct infer *f, struct sqset *takers)
{
	unsigned sq = sequence_touched(f);
	struct sqset set = { { 0, 0 } };

	if (sq != RULES_NO_SQ)
		set = takers_of(f, sq, false);
	if (takers)
		*takers = set;
	return sqset_empty(set) ? RULES_NO_SQ : sq;
}

unsigned
sequence_gift(const struct infer *f, unsigned *taker)
{
	unsigned giver, n = f->n_log, last = 0;

	if (n == 0 || f->n_asleep > 0 || !f->log[n - 1].reading.occupied || !infer_all_home(f))
		return RULES_NO_SQ;
	giver = f->log[0].sq;
	*taker = f->log[n - 1].sq;
	while (last < n && f->log[last].sq == giver)
		last++;
	for (unsigned i = last; i < n; i++)
		if (f->log[i].sq != *taker)
			return RULES_NO_SQ;
	return last < n && !sqset_empty(takers_of(f, giver, true)) ? giver : RULES_NO_SQ;
}

bool
sequence_pay(const struct sequence *q, struct action *buy, struct action *move)
{
	const struct infer *f = q->current;
	unsigned n = 0;

	for (unsigned c = 0; c < f->n; c++) {
		struct position after = f->position;
		const struct infer *probe;
		struct infer_answer a;

		if (f->candidate[c].action.kind != ACT_BUY || f->candidate[c].way != WAY_WORD)
			continue;
		rules_apply(f->game, &after, f->candidate[c].action);
		probe = sequence_probe(q, f, 0, f->n_log, &after);
		infer_explain(probe, &a);
		if (a.n != 1)
			continue;
		n++;
		*buy = f->candidate[c].action;
		*move = probe->candidate[a.best[0]].action;
	}
	return n == 1;
}

/* ---- waiting ---- */

bool
sequence_waits_for_word(const struct sequence *q)
{
	const struct infer *f = q->current;
	struct sqset come = sqset_minus(f->worlds.now, f->worlds.home);

	if (infer_by_hand(f))
		return false;
	return sqset_empty(come) || sequence_fits(q, f, 0, &f->position, true);
}

/* Reports whether pieces are only up, and may form an action as public knowledge. */
static bool
only_begins(const struct sequence *q)
{
	const struct infer *f = q->current;
	struct position known;

	if (!sqset_empty(sqset_minus(f->worlds.now, f->worlds.home)))
		return false;
	rules_public(f->game, &f->position, &known);
	return sequence_fits(q, f, 0, &known, true);
}

bool
sequence_begins_by_victim(const struct sequence *q)
{
	const struct infer *f = q->current;

	return sqset_count(f->worlds.now) < sqset_count(f->worlds.home) && only_begins(q);
}

bool
sequence_waits_unknowing(const struct sequence *q)
{
	return rules_reveals(q->current->game, &q->current->position) && only_begins(q);
}

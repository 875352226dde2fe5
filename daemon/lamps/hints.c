#include "daemon/lamps/hints.h"

#include <string.h>

/* Effect of one action on the squares of the board, seen from the mover. */
struct effect {
	struct sqset left;  /* own pieces that leave their square; in castling also those that
			     * keep it */
	struct sqset came;  /* own pieces that arrive */
	struct sqset taken; /* captured or removed by rule */
	struct sqset touch; /* a stone is put on this piece */
	struct sqset lost;  /* own pieces that the rules destroy */
};

static bool
is_board_action(struct action a)
{
	return a.kind == ACT_MOVE || a.kind == ACT_CASTLE || a.kind == ACT_ATTEMPT ||
	       a.kind == ACT_TRANSFER;
}

static void
add_change(struct effect *e, const struct change *c, unsigned colour)
{
	bool was_own = c->before != 0 && piece_colour(c->before) == colour;
	bool is_own = c->after != 0 && piece_colour(c->after) == colour;

	switch ((enum change_cause)c->cause) {
	case CAUSE_CAPTURED:
		sqset_add(&e->taken, c->sq);
		if (is_own)
			sqset_add(&e->came, c->sq);
		break;
	case CAUSE_REMOVED:
		sqset_add(was_own ? &e->lost : &e->taken, c->sq);
		break;
	case CAUSE_MOVED:
	case CAUSE_PROMOTED:
	case CAUSE_CASTLED:
		if (was_own)
			sqset_add(&e->left, c->sq);
		if (is_own)
			sqset_add(&e->came, c->sq);
		break;
	case CAUSE_PLACED:
	case CAUSE_MARKED:
		break;
	}
}

static struct effect
effect_of(const struct game *g, const struct position *p, struct action a, unsigned colour)
{
	struct effect e = { 0 };
	struct footprint f;

	/*
	 * An attempt's outcome is secret, and giving a stone moves no stack: nothing is known
	 * to leave or arrive.
	 */
	if (a.kind == ACT_ATTEMPT || a.kind == ACT_TRANSFER) {
		e.left = sqset_of(a.from);
		if (a.kind == ACT_TRANSFER)
			e.touch = sqset_of(a.to);
		else
			e.came = e.taken = sqset_of(a.to);
		return e;
	}
	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		add_change(&e, &f.change[i], colour);
	/* The footprint has no change for a king or rook that keeps its square in castling. */
	if (a.kind == ACT_CASTLE) {
		sqset_add(&e.left, a.from);
		sqset_add(&e.left, a.arg);
	}
	return e;
}

/* ---- danger ---- */

/*
 * Returns the squares where a victim may stand that is not on the action's target: beside it
 * (en passant, indictment). Squares beyond the board's edge may be included, because the
 * footprint decides.
 */
static struct sqset
beside(const struct game *g, unsigned sq)
{
	unsigned files = rules_files(g);
	struct sqset set = { { 0, 0 } };

	if (sq > 0)
		sqset_add(&set, sq - 1);
	if (sq >= files)
		sqset_add(&set, sq - files);
	sqset_add(&set, sq + 1);
	sqset_add(&set, sq + files);
	return set;
}

/* Returns the squares of `at` on which a reply of the opponent captures. */
static struct sqset
endangered(const struct game *g, const struct position *before, struct action a, struct sqset at)
{
	struct action answer[RULES_ACTIONS_MAX];
	struct sqset danger = { 0 };
	struct position p = *before;
	unsigned colour = rules_turn_seat(g, before) & 1;
	size_t n;

	rules_apply(g, &p, a);
	n = fact_replies(g, &p, colour, answer);
	for (size_t i = 0; i < n; i++)
		if (is_board_action(answer[i]) && sqset_has(at, answer[i].to))
			sqset_add(&danger, answer[i].to);
	for (size_t i = 0; i < n && !sqset_equal(danger, at); i++) {
		struct sqset rest = sqset_minus(at, danger);

		if (answer[i].kind == ACT_MOVE &&
		    !sqset_empty(sqset_and(rest, beside(g, answer[i].to))))
			danger = sqset_or(
				danger,
				sqset_and(rest, effect_of(g, &p, answer[i], !colour).taken));
	}
	return danger;
}

/* ---- the result ---- */

/* Returns the targets of an action for the lifted pieces among all squares it changes. */
static struct sqset
goals_of(const struct hints_query *q, struct action a, const struct effect *e, struct sqset up)
{
	/* For a king lifted alone only the king's own target is lit, not the rook's. */
	if (a.kind == ACT_CASTLE && sqset_count(up) == 1 && sqset_has(up, a.from)) {
		struct position after = q->position;
		struct sqset came = sqset_or(e->came, sqset_or(sqset_of(a.from), sqset_of(a.arg)));
		unsigned king = piece_kind(rules_at(q->game, &q->position, a.from));

		rules_apply(q->game, &after, a);
		while (!sqset_empty(came)) {
			unsigned sq = sqset_pop(&came);

			if (piece_kind(rules_at(q->game, &after, sq)) == king)
				return sqset_of(sq);
		}
	}
	return e->came;
}

/* Grades the targets of an action; of several actions the best one counts. */
static void
add_grade(struct hints_answer *h, unsigned class, struct sqset goals)
{
	if (class == ADVICE_CLASSES)
		return;
	for (unsigned i = 0; i < class; i++)
		goals = sqset_minus(goals, h->grade[i]);
	for (unsigned i = class + 1; i < ADVICE_CLASSES; i++)
		h->grade[i] = sqset_minus(h->grade[i], goals);
	h->grade[class] = sqset_or(h->grade[class], goals);
}

static void
add_mover(struct hints_answer *h, const struct hints_query *q, struct action a,
	  const struct effect *e, struct sqset up)
{
	struct sqset goals = goals_of(q, a, e, up);

	h->legal = sqset_or(h->legal, goals);
	if (q->advice)
		add_grade(h, advice_class(q->advice, a), sqset_or(goals, e->touch));
	h->touch = sqset_or(h->touch, e->touch);
	h->lost = sqset_or(h->lost, e->lost);
	if (!sqset_empty(e->taken))
		h->capture = sqset_or(h->capture, sqset_or(e->taken, goals));
	if (a.kind == ACT_CASTLE)
		h->helper = sqset_or(h->helper, sqset_minus(e->left, up));
	if (a.kind == ACT_MOVE && rules_effect(q->game, &q->position, a) == ANNOUNCE_CROOKED)
		sqset_add(&h->tricks, a.to);
	if (q->safe && !sqset_empty(sqset_minus(goals, h->unsafe)))
		h->unsafe = sqset_or(h->unsafe, endangered(q->game, &q->position, a, goals));
}

/*
 * Reports, without the cost of a footprint, whether an action cannot concern the lifted pieces:
 * it moves none of them, and its victims can only be elsewhere.
 */
static bool
is_idle(const struct hints_query *q, struct action a, struct sqset occupied)
{
	struct sqset rest = q->up;

	if (a.kind == ACT_CASTLE)
		return !sqset_has(q->up, a.from) && !sqset_has(q->up, a.arg);
	if (a.kind == ACT_TRANSFER)
		return !sqset_has(q->up, a.from);
	sqset_remove(&rest, a.from);
	return !sqset_empty(rest) && !sqset_has(rest, a.to) &&
	       (sqset_has(occupied, a.to) || sqset_empty(sqset_and(rest, beside(q->game, a.to))));
}

static void
add_up(struct hints_answer *h, const struct hints_query *q, struct action a, unsigned colour)
{
	struct effect e = effect_of(q->game, &q->position, a, colour);
	struct sqset movers = sqset_and(q->up, e.left);
	struct sqset rest = sqset_minus(q->up, e.left);

	if (!sqset_empty(sqset_minus(rest, sqset_or(e.taken, e.touch))))
		return;
	if (!sqset_empty(movers)) {
		add_mover(h, q, a, &e, movers);
		return;
	}
	/* The action moves no lifted piece: light the pieces that can capture one. */
	h->helper = sqset_or(h->helper, e.left);
	h->capture = sqset_or(h->capture, e.taken);
}

/* Adds an action while nothing is up: movable pieces, and the reach of the requested kind. */
static void
add_idle(struct hints_answer *h, const struct hints_query *q, struct action a, unsigned colour)
{
	sqset_add(&h->helper, a.from);
	if (a.kind == ACT_CASTLE)
		sqset_add(&h->helper, a.arg);
	if (!q->reach_kind || piece_kind(rules_at(q->game, &q->position, a.from)) != q->reach_kind)
		return;
	struct effect e = effect_of(q->game, &q->position, a, colour);

	h->legal = sqset_or(h->legal, e.came);
	if (!sqset_empty(e.taken))
		h->capture = sqset_or(h->capture, sqset_or(e.taken, e.came));
}

static void
answer(struct hints_answer *h, const struct hints_query *q)
{
	struct action list[RULES_ACTIONS_MAX];
	struct sqset occupied = rules_occupied(q->game, &q->position);
	unsigned colour = rules_turn_seat(q->game, &q->position) & 1;
	size_t n = rules_actions(q->game, &q->position, list);

	*h = (struct hints_answer){ 0 };
	if (q->blunder.kind != ACT_NONE) {
		h->loss = fact_loss(q->game, &q->position, q->blunder);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		struct action a = list[i];

		if (sqset_empty(q->up) && a.kind == ACT_PROMOTE)
			sqset_add(&h->promote, a.to);
		if (!is_board_action(a))
			continue;
		if (sqset_empty(q->up))
			add_idle(h, q, a, colour);
		else if (!is_idle(q, a, occupied))
			add_up(h, q, a, colour);
	}
	h->lost = sqset_minus(h->lost, q->up);
}

static bool
same_query(const struct hints_query *a, const struct hints_query *b)
{
	/* Unused bytes of a position are zero (rules/position.h): equal ones compare equal. */
	return a->game == b->game && a->safe == b->safe && a->reach_kind == b->reach_kind &&
	       a->advice == b->advice && a->graded == b->graded && sqset_equal(a->up, b->up) &&
	       rules_action_equal(a->blunder, b->blunder) &&
	       /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	       memcmp(&a->position, &b->position, sizeof(a->position)) == 0;
}

const struct hints_answer *
hints_get(struct hints_cache *c, const struct hints_query *q)
{
	if (!c->valid || !same_query(&c->query, q)) {
		c->query = *q;
		answer(&c->answer, q);
		c->valid = true;
		c->computed++;
	}
	return &c->answer;
}

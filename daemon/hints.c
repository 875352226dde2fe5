#include "daemon/hints.h"

#include <string.h>

/* What one action does to the squares that are up, seen from the mover. */
struct effect {
	struct sqset left;  /* own pieces that go from here, or stay in a castling */
	struct sqset came;  /* and arrive here */
	struct sqset taken; /* victims' squares */
};

static struct effect
effect_of(const struct game *g, const struct position *p, struct action a, unsigned colour)
{
	struct effect e = { 0 };
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++) {
		const struct change *c = &f.change[i];

		if (c->before != 0 && piece_colour(c->before) == colour)
			sqset_add(&e.left, c->sq);
		if (c->after != 0 && piece_colour(c->after) == colour && c->cause != CAUSE_MARKED)
			sqset_add(&e.came, c->sq);
		if (c->before != 0 && c->cause == CAUSE_CAPTURED)
			sqset_add(&e.taken, c->sq);
	}
	/* A Chess960 king or rook that castles on its own square has no change there. */
	if (a.kind == ACT_CASTLE) {
		sqset_add(&e.left, a.from);
		sqset_add(&e.left, a.arg);
	}
	return e;
}

static struct sqset
own_squares(const struct hints_query *q, unsigned colour)
{
	return rules_occupied_by(q->game, &q->position, colour);
}

/* Squares of `at` on which an answer of the opponent captures. */
static struct sqset
endangered(const struct game *g, const struct position *before, struct action a, struct sqset at)
{
	struct action answer[RULES_ACTIONS_MAX];
	struct sqset danger = { 0 };
	struct position p = *before;
	unsigned colour = rules_to_act(g, before) & 1;

	rules_apply(g, &p, a);
	if (rules_to_act(g, &p) >= RULES_SEATS_MAX || (rules_to_act(g, &p) & 1) == colour)
		return danger; /* no answer yet: the same side acts on, or chance does */
	size_t n = rules_actions(g, &p, answer);

	for (size_t i = 0; i < n && !sqset_equal(danger, at); i++) {
		struct effect e = effect_of(g, &p, answer[i], colour ^ 1);

		danger = sqset_or(danger, sqset_and(e.taken, at));
	}
	return danger;
}

/* Where, of all squares it changes, an action takes the pieces that are up. */
static struct sqset
goals_of(const struct hints_query *q, struct action a, const struct effect *e, struct sqset up)
{
	/* A lone king lights where it lands, not where its rook does. */
	if (a.kind == ACT_CASTLE && sqset_count(up) == 1 && sqset_has(up, a.from)) {
		struct position after = q->position;
		struct sqset came = sqset_or(e->came, sqset_or(sqset_of(a.from), sqset_of(a.arg)));
		uint8_t king = rules_at(q->game, &q->position, a.from);

		rules_apply(q->game, &after, a);
		while (!sqset_empty(came)) {
			unsigned sq = sqset_pop(&came);

			if (rules_at(q->game, &after, sq) == king)
				return sqset_of(sq);
		}
	}
	return e->came;
}

static void
answer_mover(struct hints_answer *h, const struct hints_query *q, struct action a,
	     const struct effect *e, struct sqset up)
{
	struct sqset goals = goals_of(q, a, e, up);

	h->legal = sqset_or(h->legal, goals);
	if (!sqset_empty(e->taken))
		h->capture = sqset_or(h->capture, sqset_or(e->taken, goals));
	if (a.kind == ACT_CASTLE)
		h->helper = sqset_or(h->helper, sqset_minus(e->left, up));
	if (q->safe && !sqset_empty(sqset_minus(goals, h->unsafe)))
		h->unsafe = sqset_or(h->unsafe, endangered(q->game, &q->position, a, goals));
}

/* Nothing of the mover's is up: light what can act, or can take what is up. */
static void
answer_helpers(struct hints_answer *h, const struct effect *e)
{
	h->helper = sqset_or(h->helper, e->left);
	h->capture = sqset_or(h->capture, e->taken);
}

static void
answer(struct hints_answer *h, const struct hints_query *q)
{
	struct action action[RULES_ACTIONS_MAX];
	unsigned seat = rules_to_act(q->game, &q->position);
	unsigned colour = seat & 1;
	struct sqset mine = sqset_and(q->up, own_squares(q, colour));
	struct sqset theirs = sqset_and(q->up, own_squares(q, colour ^ 1));

	*h = (struct hints_answer){ 0 };
	if (seat >= RULES_SEATS_MAX)
		return;
	size_t n = rules_actions(q->game, &q->position, action);

	for (size_t i = 0; i < n; i++) {
		struct effect e = effect_of(q->game, &q->position, action[i], colour);

		if (!sqset_empty(sqset_minus(mine, e.left)) ||
		    !sqset_empty(sqset_minus(theirs, e.taken)) || sqset_empty(e.left))
			continue;
		if (sqset_empty(mine))
			answer_helpers(h, &e);
		else
			answer_mover(h, q, action[i], &e, mine);
	}
	if (sqset_empty(q->up))
		h->capture = (struct sqset){ 0 }; /* who can move was asked, not whereto */
}

static bool
same_query(const struct hints_query *a, const struct hints_query *b)
{
	/* Unused bytes of a position are zero (rules/position.h): equal ones compare equal. */
	return a->game == b->game && a->safe == b->safe && sqset_equal(a->up, b->up) &&
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

/* Compares an arrangement that the edges allow with a history, and their order. */
#include <string.h>

#include "tests/daemon/hands/oracle_impl.h"

static bool
reads_right(const struct asking *q, const struct wanted *want, unsigned sq)
{
	struct reading r = q->layouts.last[sq];
	uint8_t piece = rules_at(q->game, &want->position, sq);
	unsigned stones = rules_stones(q->game, piece);

	if (!sqset_has(q->layouts.touched, sq) || !r.occupied || piece == 0 ||
	    sqset_has(want->promoted, sq))
		return true;
	if (want->at[sq] == LAYOUT_BOX && q->layouts.poles && r.pole != POLE_UNKNOWN &&
	    (piece_colour(piece) != 0) != (r.pole == POLE_BLACK))
		return false;
	return r.level_min == 0 || stones == 0 || (stones >= r.level_min && stones <= r.level_max);
}

/* Reports whether the next side to act has a piece in the hand, or two. */
static bool
next_holds(const struct asking *q, const struct wanted *want, const struct layout *w, unsigned sq)
{
	uint8_t piece = want->at[sq];

	if (want->so_far.n == 0 || piece != sq || w->at[sq] != LAYOUT_NONE)
		return false;
	return layout_holds(w, piece) && rules_at(q->game, &want->position, sq) != 0;
}

/* Reports whether more than `most` of the wanted arrivals on sq have no edge. */
static bool
arrived_unseen(const struct asking *q, const struct wanted *want, unsigned sq, unsigned most)
{
	unsigned drops = 0;

	for (unsigned i = 0; i < q->layouts.n_edges; i++)
		drops += q->layouts.edge[i].sq == sq && q->layouts.edge[i].reading.occupied;
	return drops + most < want->arrivals[sq];
}

/* Returns the squares that matter: touched ones, and those that should look different. */
static struct sqset
telling(const struct asking *q, const struct wanted *want)
{
	struct sqset squares = q->layouts.touched;

	for (unsigned sq = 0; sq < q->squares; sq++)
		if (want->at[sq] != q->layouts.first.at[sq])
			sqset_add(&squares, sq);
	return sqset_minus(squares, want->loose);
}

/* Reports whether that piece may be in the hand; one from the box may be anywhere. */
static bool
may_be_held(const struct layout *w, uint8_t piece)
{
	return piece == LAYOUT_BOX || layout_holds(w, piece);
}

/* Reports whether a captured piece is on a square that should be empty. */
static bool
is_set_aside(const struct wanted *want, const struct layout *w, unsigned sq)
{
	uint8_t piece = w->at[sq];

	return want->so_far.n > 0 && want->at[sq] == LAYOUT_NONE && piece < RULES_SQUARES_MAX &&
	       memchr(want->at, piece, sizeof(want->at)) == NULL;
}

/* Returns TIERS if the arrangement does not fit. */
static enum oracle_tier
fits(const struct asking *q, const struct wanted *want, const struct layout *w,
     struct sqset squares)
{
	unsigned unseen = want->unfelt, held = 0, held_own = 0, aside = 0;

	while (!sqset_empty(squares)) {
		unsigned sq = sqset_pop(&squares);
		bool promoted = sqset_has(want->promoted, sq) && w->at[sq] != LAYOUT_NONE &&
				w->at[sq] != want->victim[sq];

		/* The victim may also have been set down again, with the pawn in the hand. */
		unseen += promoted && w->at[sq] != want->at[sq] &&
			  want->victim[sq] != LAYOUT_NONE && layout_holds(w, want->victim[sq]) &&
			  layout_holds(w, want->at[sq]) &&
			  layouts_may_be(&q->layouts, want->victim[sq], q->layouts.last[sq]);

		if (w->at[sq] == want->at[sq] || promoted) {
			if (!reads_right(q, want, sq))
				return TIERS;
			unseen += want->arrivals[sq] > 1 && arrived_unseen(q, want, sq, 0);
			continue;
		}
		/* A swap that no scan saw: the victim seems present, the captor is gone. */
		if (want->victim[sq] != LAYOUT_NONE && w->at[sq] == want->victim[sq] &&
		    may_be_held(w, want->at[sq])) {
			unseen += 1 + arrived_unseen(q, want, sq, 1);
		} else if (next_holds(q, want, w, sq)) {
			held++;
			held_own += piece_colour(q->layouts.on[want->at[sq]]) ==
				    (rules_turn_seat(q->game, &want->position) & 1);
		} else if (is_set_aside(want, w, sq)) {
			aside++;
		} else {
			return TIERS;
		}
	}
	if (unseen + aside > 1 || held > 2 || (held > 0 && held_own == 0))
		return TIERS;
	return unseen != 0 ? TIER_UNSEEN : held != 0 ? TIER_HELD : TIER_SEEN;
}

bool
oracle_within_reach(const struct asking *q, const struct wanted *want, unsigned more)
{
	unsigned extra = 0, missing = 0;

	for (unsigned sq = 0; sq < q->squares; sq++) {
		bool wanted = want->at[sq] != LAYOUT_NONE,
		     there = sqset_has(q->layouts.occupied, sq);

		if (sqset_has(want->loose, sq))
			continue;
		extra += there && !wanted;
		missing += wanted && !there;
	}
	/* One captured piece may be on the board. */
	return extra <= 1 + 2 * more && missing <= 2 + 3 * more;
}

enum oracle_tier
oracle_explains(struct asking *q, const struct wanted *want)
{
	struct sqset squares = telling(q, want);
	enum oracle_tier best = TIERS;

	if (!want->in_order || !sqset_empty(sqset_minus(want->must_touch, q->layouts.touched)))
		return TIERS;
	if (!oracle_within_reach(q, want, 0))
		return TIERS;
	q->effort += q->layouts.all->n;
	for (unsigned i = 0; i < q->layouts.all->n && best > TIER_SEEN; i++) {
		enum oracle_tier tier = fits(q, want, &q->layouts.all->layout[i], squares);

		best = tier < best ? tier : best;
	}
	return best;
}

/* ---- one action after the other ---- */

struct stages {
	unsigned n;
	struct {
		const struct wanted *want;
		struct sqset squares, fresh; /* that matter; where its own pieces arrive */
	} stage[2 * ORACLE_DEPTH_MAX];
};

/* A piece removed for good is not placed again. */
static void
forget_taken(const struct wanted *want, struct layout *w)
{
	for (unsigned i = w->n_air; i-- > 0;)
		if (memchr(want->at, w->air[i], sizeof(want->at)) == NULL)
			layout_drop_out(w, w->air[i]);
}

/*
 * Reports whether the action of that stage is complete: every square matches,
 * except one captor whose swap was unseen, and pieces that the next player
 * holds already.
 */
static bool
stage_is_done(const void *stages, unsigned k, struct layout *w)
{
	const struct stages *st = stages;
	const struct wanted *want = st->stage[k].want;
	struct sqset squares = st->stage[k].squares;
	unsigned unseen = 0, held = 0;

	while (!sqset_empty(squares)) {
		unsigned sq = sqset_pop(&squares);

		if (w->at[sq] == want->at[sq] ||
		    (sqset_has(want->promoted, sq) && w->at[sq] != LAYOUT_NONE))
			continue;
		if (want->victim[sq] != LAYOUT_NONE && w->at[sq] == want->victim[sq] &&
		    may_be_held(w, want->at[sq]))
			unseen++;
		else if (w->at[sq] == LAYOUT_NONE && !sqset_has(st->stage[k].fresh, sq) &&
			 may_be_held(w, want->at[sq]))
			held++;
		else
			return false;
	}
	if (unseen > 1 || held > 2)
		return false;
	if (unseen == 0)
		forget_taken(want, w);
	return true;
}

static struct sqset
arrived(const struct asking *q, const struct wanted *want)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; want->before != NULL && sq < q->squares; sq++)
		if (want->arrivals[sq] > want->before->arrivals[sq])
			sqset_add(&set, sq);
	return set;
}

static enum oracle_tier
explains_in_order(struct asking *q, const struct wanted *want, const struct stages *st)
{
	const struct layout_list *list = layouts_walk(&q->layouts, st->n, stage_is_done, st);
	struct sqset squares = telling(q, want);
	enum oracle_tier best = TIERS;

	q->effort += (uint64_t)list->n * (q->layouts.n_edges + 1);
	q->out->too_many |= list->too_many;
	for (unsigned i = 0; i < list->n && best > TIER_SEEN; i++) {
		enum oracle_tier tier = list->layout[i].stage == st->n
						? fits(q, want, &list->layout[i], squares)
						: TIERS;

		best = tier < best ? tier : best;
	}
	return best;
}

static enum oracle_tier
explains_in_either_order(struct asking *q, const struct wanted *want, const struct stages *st)
{
	enum oracle_tier best = explains_in_order(q, want, st), turned;

	if (best == TIER_SEEN || !layouts_turn_ties(&q->layouts))
		return best;
	turned = explains_in_order(q, want, st);
	(void)layouts_turn_ties(&q->layouts);
	return turned < best ? turned : best;
}

static unsigned
first_edge(const struct asking *q, unsigned sq, bool occupied)
{
	unsigned i = 0;

	while (i < q->layouts.n_edges &&
	       (q->layouts.edge[i].sq != sq || q->layouts.edge[i].reading.occupied != occupied))
		i++;
	return i;
}

static unsigned
behind_last_edge(const struct asking *q, unsigned sq, bool occupied)
{
	unsigned i = q->layouts.n_edges;

	while (i > 0 && (q->layouts.edge[i - 1].sq != sq ||
			 q->layouts.edge[i - 1].reading.occupied != occupied))
		i--;
	return i;
}

/* Each was up before the other was down: the order of drops does not matter. */
static bool
at_once(const struct asking *q, struct action a, struct action b)
{
	return piece_colour(q->layouts.on[a.from]) != piece_colour(q->layouts.on[b.from]) &&
	       first_edge(q, a.from, false) < behind_last_edge(q, b.to, true) &&
	       first_edge(q, b.from, false) < behind_last_edge(q, a.to, true);
}

/* Skips stage k: it and the next are both complete by then. */
static enum oracle_tier
explains_at_once(struct asking *q, const struct wanted *want, struct stages st, unsigned k)
{
	unsigned n = st.stage[k].want->so_far.n;

	if (!at_once(q, want->so_far.action[n - 1], want->so_far.action[n]))
		return TIERS;
	st.n--;
	memmove(&st.stage[k], &st.stage[k + 1], (st.n - k) * sizeof(st.stage[0]));
	return explains_in_either_order(q, want, &st);
}

enum oracle_tier
oracle_explains_in_turn(struct asking *q, const struct wanted *want)
{
	struct stages st = { .n = 0 };
	enum oracle_tier best, tier;
	unsigned k;

	for (const struct wanted *w = want->before; w != NULL && w->so_far.n > 0; w = w->before)
		st.n++;
	k = st.n;
	for (const struct wanted *w = want->before; k > 0; w = w->before) {
		st.stage[--k].want = w;
		st.stage[k].squares = telling(q, w);
		st.stage[k].fresh = arrived(q, w);
	}
	best = explains_in_either_order(q, want, &st);
	for (k = 0; k < st.n && best > TIER_SEEN; k++) {
		tier = explains_at_once(q, want, st, k);
		best = tier < best ? tier : best;
	}
	return best;
}

#include "tests/daemon/hands/oracle.h"

#include <string.h>

#include "tests/daemon/hands/deeds.h"
#include "tests/daemon/hands/oracle_impl.h"

/* Comparisons before the oracle gives up. */
enum { EFFORT_MAX = 20000000 };

/*
 * Reports whether the arriving piece is of another kind than the one that left,
 * whatever represents it.
 */
static bool
promotes(const struct asking *q, const struct wanted *want, struct action a, const struct change *c)
{
	return a.kind == ACT_MOVE &&
	       piece_kind(rules_at(q->game, &want->position, a.from)) != piece_kind(c->after);
}

static void
want_square(const struct asking *q, struct wanted *want, struct action a, const struct change *c,
	    const uint8_t before[RULES_SQUARES_MAX])
{
	bool arrives = a.kind != ACT_CASTLE ? c->sq == a.to : c->cause == CAUSE_CASTLED;

	if (c->cause == CAUSE_REMOVED) {
		sqset_add(&want->loose, c->sq);
	} else if (c->cause == CAUSE_PLACED) {
		want->at[c->sq] = LAYOUT_BOX;
		if (a.kind != ACT_BUY)
			sqset_add(&want->loose, c->sq);
	} else if (c->cause == CAUSE_MARKED) {
		return;
	} else if (c->after == 0) {
		want->at[c->sq] = LAYOUT_NONE;
		sqset_remove(&want->loose, c->sq);
	} else if (arrives) {
		sqset_remove(&want->loose, c->sq);
		want->arrivals[c->sq]++;
		bool rook = a.kind == ACT_CASTLE && piece_kind(c->after) == PIECE_ROOK;

		if (c->before != 0 && a.kind != ACT_CASTLE)
			want->victim[c->sq] = before[c->sq];
		want->at[c->sq] = before[rook ? a.arg : a.from];
		if (promotes(q, want, a, c))
			sqset_add(&want->promoted, c->sq);
		else if (sqset_has(want->promoted, a.from))
			sqset_add(&want->promoted, c->sq);
		else
			sqset_remove(&want->promoted, c->sq);
	}
}

static void
want_footprint(const struct asking *q, struct wanted *want, struct action a)
{
	uint8_t before[RULES_SQUARES_MAX];
	struct footprint f;

	memcpy(before, want->at, sizeof(before));
	rules_footprint(q->game, &want->position, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		want_square(q, want, a, &f.change[i], before);
}

/* The captor stays on the target, whatever the masks say, until it is put back. */
static void
want_attempt(struct wanted *want, struct action a)
{
	want->victim[a.to] = want->at[a.to];
	want->at[a.to] = want->at[a.from];
	want->at[a.from] = LAYOUT_NONE;
}

static unsigned
first_touch(const struct asking *q, unsigned sq)
{
	unsigned i = 0;

	while (i < q->layouts.n_edges && q->layouts.edge[i].sq != sq)
		i++;
	return i;
}

static unsigned
last_touch(const struct asking *q, unsigned sq)
{
	unsigned i = q->layouts.n_edges;

	while (i > 0 && q->layouts.edge[i - 1].sq != sq)
		i--;
	return i;
}

static bool
may_be_stones(struct reading r, unsigned stones)
{
	return r.level_min <= stones && stones <= r.level_max;
}

/* Reports whether a stack without an edge may read the same with one stone fewer or more. */
static bool
unfelt(const struct asking *q, unsigned sq, uint8_t after)
{
	struct reading r = q->layouts.reported[sq];

	return q->layouts.levels && !sqset_has(q->layouts.touched, sq) && r.level_min != 0 &&
	       after != 0 && may_be_stones(r, rules_stones(q->game, after));
}

/* Reports whether the final reading differs from the stack as it was. */
static bool
felt_change(const struct asking *q, const struct wanted *want, unsigned sq)
{
	struct reading r = q->layouts.last[sq];

	return q->layouts.levels && sqset_has(q->layouts.touched, sq) && r.level_min != 0 &&
	       !may_be_stones(r, rules_stones(q->game, rules_at(q->game, &want->position, sq)));
}

static void
want_transfer(const struct asking *q, struct wanted *want, struct action a)
{
	struct position after = want->position;

	rules_apply(q->game, &after, a);
	uint8_t given = rules_at(q->game, &after, a.from), received = rules_at(q->game, &after, a.to);
	bool from_unfelt = unfelt(q, a.from, given), to_unfelt = unfelt(q, a.to, received);

	/* One of the two readings changed; an added stone is more certain than a removed one. */
	if (!from_unfelt || to_unfelt || !felt_change(q, want, a.to))
		sqset_add(&want->must_touch, a.from);
	if (!to_unfelt || (given != 0 && !felt_change(q, want, a.from)))
		sqset_add(&want->must_touch, a.to);
	else
		want->unfelt++;
	/*
	 * Giver first: the other order is another transfer, unless strength
	 * identifies the giver.
	 */
	want->in_order &= from_unfelt || to_unfelt ||
			  first_touch(q, a.from) < last_touch(q, a.to) ||
			  felt_change(q, want, a.to) || felt_change(q, want, a.from);
	if (given == 0)
		want->at[a.from] = LAYOUT_NONE;
}

static void want_more(struct asking *q, const struct wanted *before);

/* Reports whether two actions are equal, ignoring the kind of a promotion. */
static bool
same_action(struct action a, struct action b)
{
	if (a.kind == ACT_MOVE)
		a.arg = b.arg;
	return rules_action_equal(a, b);
}

static bool
same_actions(const struct oracle_history *a, const struct oracle_history *b)
{
	if (a->n != b->n)
		return false;
	for (unsigned i = 0; i < a->n; i++)
		if (!same_action(a->action[i], b->action[i]))
			return false;
	return true;
}

static void
count_boxes(struct asking *q, const struct wanted *want)
{
	unsigned n = sqset_count(want->promoted);

	q->layouts.box_squares = sqset_or(q->layouts.box_squares, want->promoted);
	for (unsigned sq = 0; sq < q->squares; sq++) {
		if (want->at[sq] != LAYOUT_BOX)
			continue;
		n += !sqset_has(want->promoted, sq);
		sqset_add(&q->layouts.box_squares, sq);
	}
	q->layouts.n_boxes = n > q->layouts.n_boxes ? n : q->layouts.n_boxes;
}

static void
keep_if_explained(struct asking *q, const struct wanted *want)
{
	if (want->so_far.n < q->n_sure)
		return;
	if (q->scouting) {
		count_boxes(q, want);
		return;
	}
	enum oracle_tier tier = oracle_explains(q, want);
	struct oracle_answer *out = q->out;

	if (tier == TIERS)
		return;
	for (unsigned i = 0; i < out->tier[tier].n; i++)
		if (same_actions(&out->tier[tier].history[i], &want->so_far))
			return;
	if (want->so_far.n > 1)
		tier = oracle_explains_in_turn(q, want);
	if (tier == TIERS)
		return;
	for (unsigned i = 0; i < out->tier[tier].n; i++)
		if (same_actions(&out->tier[tier].history[i], &want->so_far))
			return;
	if (out->tier[tier].n < ORACLE_HISTORIES_MAX)
		out->tier[tier].history[out->tier[tier].n++] = want->so_far;
}

/* Adds the action, then everything that may follow it. */
static void
want_action(struct asking *q, const struct wanted *before, struct action a)
{
	struct wanted want = *before, back;

	want.before = before;
	want.n_words = 0;
	want.so_far.action[want.so_far.n++] = a;
	if (a.kind == ACT_ATTEMPT)
		want_attempt(&want, a);
	else if (a.kind == ACT_TRANSFER)
		want_transfer(q, &want, a);
	else
		want_footprint(q, &want, a);
	rules_apply(q->game, &want.position, a);
	keep_if_explained(q, &want);
	want_more(q, &want);
	if (a.kind != ACT_ATTEMPT || rules_at(q->game, &want.position, a.from) == 0)
		return;
	/* Refused: both pieces are back on their squares. */
	back = want;
	back.before = &want;
	memcpy(back.at, before->at, sizeof(back.at));
	memcpy(back.victim, before->victim, sizeof(back.victim));
	sqset_add(&back.must_touch, a.from);
	keep_if_explained(q, &back);
	want_more(q, &back);
}

static void
want_word(struct asking *q, const struct wanted *before, struct action a)
{
	struct wanted want = *before;

	if (want.n_words++ >= 4)
		return;
	/* Needs no stage of its own. */
	want.before = before->before;
	want_footprint(q, &want, a);
	rules_apply(q->game, &want.position, a);
	want_more(q, &want);
}

/* Reports whether this may be the history's n-th action, which needs a touch of the moved piece. */
static bool
may_be_done(const struct asking *q, unsigned n, struct action a)
{
	struct sqset t = q->layouts.touched;

	if (n < q->n_sure)
		return same_action(a, q->sure[n]);
	switch ((enum action_kind)a.kind) {
	case ACT_TRANSFER:
		return sqset_has(t, a.from) || (q->layouts.levels && sqset_has(t, a.to));
	case ACT_MOVE:
	case ACT_ATTEMPT:
		return sqset_has(t, a.from);
	case ACT_CASTLE:
		return sqset_has(t, a.from) || sqset_has(t, a.arg);
	case ACT_BUY:
		return sqset_has(t, a.to);
	case ACT_NONE:
	case ACT_PASS:
	case ACT_END:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_PROMOTE:
	case ACT_ASSIGN:
	case ACT_PLAY:
		break;
	}
	return false;
}

static bool
is_word(const struct asking *q, const struct position *p, struct action a)
{
	struct footprint f;

	rules_footprint(q->game, p, a, &f);
	return f.n == 0;
}

static bool
needs_no_hand(const struct asking *q, const struct position *p, struct action a)
{
	char text[RULES_ACTION_TEXT];

	if (a.kind == ACT_END || a.kind == ACT_PASS)
		return true;
	rules_action_print(q->game, p, a, text);
	return strcmp(text, "buy:flight") == 0;
}

static void
want_more(struct asking *q, const struct wanted *before)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	if (before->so_far.n == q->depth || q->effort > EFFORT_MAX ||
	    !oracle_within_reach(q, before, q->depth - before->so_far.n) ||
	    rules_outcome(q->game, &before->position, NULL).result != RESULT_ONGOING)
		return;
	n = rules_actions(q->game, &before->position, list);
	q->effort += n;
	for (size_t i = 0; i < n; i++) {
		if (needs_no_hand(q, &before->position, list[i]))
			want_word(q, before, list[i]);
		else if (may_be_done(q, before->so_far.n, list[i]) &&
			 (list[i].kind != ACT_BUY || !is_word(q, &before->position, list[i])))
			want_action(q, before, list[i]);
	}
}

/* Reports whether the square reads as in the position, at the end or on the way. */
static bool
put_right(const struct asking *q, unsigned sq, bool stands)
{
	for (unsigned i = 0; i < q->layouts.n_edges; i++)
		if (q->layouts.edge[i].sq == sq && q->layouts.edge[i].reading.occupied == stands)
			return true;
	return false;
}

/* Returns the piece at the base, with pending consequences of the rules applied. */
static void
want_base(const struct asking *q, const struct position *p, struct wanted *want)
{
	memset(want, 0, sizeof(*want));
	want->position = *p;
	memset(want->victim, LAYOUT_NONE, sizeof(want->victim));
	want->in_order = true;
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		bool stands = sq < q->squares && rules_at(q->game, &want->position, sq) != 0;

		want->at[sq] = !stands                  ? LAYOUT_NONE
			       : q->layouts.on[sq] != 0 ? (uint8_t)sq
							: LAYOUT_BOX;
		if (stands != (q->layouts.on[sq] != 0) && !put_right(q, sq, stands))
			sqset_add(&want->loose, sq);
	}
}

static void
begin_layouts(struct layouts *l, const struct sim *s, const struct oracle_base *b)
{
	l->game = s->meant->game;
	l->poles = s->config.senses != SENSES_OCCUPANCY;
	l->stand_ins = b->stand_ins;
	l->n_boxes = 0;
	l->box_squares = (struct sqset){ { 0, 0 } };
	l->levels = s->config.senses == SENSES_LEVEL &&
		    (rules_stones(l->game, PIECE_PAWN) != 0 || s->config.objects);
	memcpy(l->on, b->on, sizeof(l->on));
	memcpy(l->reported, b->reported, sizeof(l->reported));
	layouts_read(l, s, b->start_us);
}

static void
take_for_sure(struct asking *q, const struct meant *m, const struct oracle_base *b)
{
	q->n_sure = 0;
	for (unsigned ply = b->ply; ply < b->ply + b->n_sure; ply++)
		if (deed_by_hand(deed_of(m, ply)) && q->n_sure < ORACLE_DEPTH_MAX)
			q->sure[q->n_sure++] = m->action[ply];
}

void
oracle_ask(const struct sim *s, const struct oracle_base *b, unsigned depth,
	   struct oracle_answer *out)
{
	static struct asking q;
	struct wanted want;

	memset(out, 0, sizeof(*out));
	q.game = s->meant->game;
	q.squares = rules_squares(q.game);
	q.depth = depth < ORACLE_DEPTH_MAX ? depth : ORACLE_DEPTH_MAX;
	q.out = out;
	take_for_sure(&q, s->meant, b);
	begin_layouts(&q.layouts, s, b);
	want_base(&q, &s->meant->position[b->ply], &want);
	q.effort = 0;
	q.scouting = true;
	count_boxes(&q, &want);
	want_more(&q, &want);
	q.scouting = false;
	q.effort = 0;
	layouts_find(&q.layouts);
	out->too_many = q.layouts.all->too_many;
	out->nothing = q.n_sure == 0 && oracle_explains(&q, &want) == TIER_SEEN;
	want_more(&q, &want);
	out->too_many |= q.effort > EFFORT_MAX;
}

unsigned
oracle_count(const struct oracle_answer *answer)
{
	if (answer->tier[TIER_SEEN].n > 0 || answer->nothing)
		return answer->tier[TIER_SEEN].n + answer->nothing;
	return answer->tier[TIER_HELD].n + answer->tier[TIER_UNSEEN].n;
}

bool
oracle_unseen(const struct oracle_answer *answer)
{
	return answer->tier[TIER_SEEN].n == 0 && !answer->nothing &&
	       answer->tier[TIER_HELD].n == 0 && answer->tier[TIER_UNSEEN].n > 0;
}

bool
oracle_finds(const struct oracle_answer *answer, const struct meant *m, unsigned ply,
	     unsigned behind)
{
	struct oracle_history h = { .n = 0 };

	for (; ply < behind; ply++)
		if (deed_by_hand(deed_of(m, ply))) {
			if (h.n == ORACLE_DEPTH_MAX)
				return false;
			h.action[h.n++] = m->action[ply];
		}
	for (unsigned k = 0; k < TIERS; k++)
		for (unsigned i = 0; i < answer->tier[k].n; i++)
			if (same_actions(&answer->tier[k].history[i], &h))
				return true;
	return false;
}

bool
oracle_holds(const struct oracle_answer *answer, struct action a)
{
	for (unsigned k = 0; k < TIERS; k++)
		for (unsigned i = 0; i < answer->tier[k].n; i++)
			for (unsigned n = 0; n < answer->tier[k].history[i].n; n++)
				if (same_action(answer->tier[k].history[i].action[n], a))
					return true;
	return false;
}

static const char *const tier_names[TIERS] = { "seen", "held", "unseen" };

void
oracle_print(FILE *out, const struct game *g, const struct oracle_answer *answer)
{
	char from[4], to[4];

	for (unsigned k = 0; k < TIERS; k++)
		for (unsigned i = 0; i < answer->tier[k].n; i++) {
			const struct oracle_history *h = &answer->tier[k].history[i];

			(void)fprintf(out, "    %s:", tier_names[k]);
			for (unsigned n = 0; n < h->n; n++) {
				rules_square_print(g, h->action[n].from, from);
				rules_square_print(g, h->action[n].to, to);
				(void)fprintf(out, " %s-%s", from, to);
			}
			(void)fprintf(out, "\n");
		}
}

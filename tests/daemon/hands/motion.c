#include "tests/daemon/hands/motion.h"

#include <assert.h>
#include <stdlib.h>

struct player {
	struct script *s;
	const struct game *g;
	const struct position *p, *was; /* was: before the last action, or NULL */
	const struct style *st;
	struct rng *rng;
	struct sqset busy;         /* squares of the action itself: nothing is knocked over there */
	const struct carry *aside; /* the victim set down before its captor lands; NULL: none */
	unsigned aside_sq;         /* … on that square */
};

static uint64_t
pick(struct rng *r, struct span span)
{
	return rng_range(r, span.lo_us, span.hi_us);
}

/* Returns the time between two touches of the motion. */
static uint64_t
pick_touch(struct player *pl)
{
	/* Styles without slow hands must draw the same random numbers as before. */
	if (pl->st->slows == 0 || !rng_chance(pl->rng, pl->st->slows))
		return pick(pl->rng, pl->st->touch);
	pl->s->oddities |= ODD_SLOW;
	return pick(pl->rng, pl->st->slow);
}

static unsigned
pick_square(struct rng *r, struct sqset from)
{
	unsigned k = rng_below(r, sqset_count(from));

	while (k-- > 0)
		sqset_pop(&from);
	return sqset_pop(&from);
}

/* Returns the squares of one colour on the script's board: 0, 1, or 2 for both. */
static struct sqset
standing(const struct player *pl, unsigned colour)
{
	struct sqset set = { 0 };

	for (unsigned sq = 0; sq < rules_squares(pl->g); sq++)
		if (pl->s->on[sq] != 0 && (colour == 2 || piece_colour(pl->s->on[sq]) == colour))
			sqset_add(&set, sq);
	return set;
}

/* Lifts a piece and returns it to its square. */
static void
nudge(struct player *pl, unsigned sq)
{
	uint8_t piece = pl->s->on[sq];

	script_lift(pl->s, sq, pick(pl->rng, pl->st->touch));
	script_drop(pl->s, sq, piece, pick(pl->rng, pl->st->adjust));
}

static void
maybe_adjust(struct player *pl)
{
	if (!rng_chance(pl->rng, pl->st->adjusts))
		return;
	struct sqset some =
		standing(pl, rng_chance(pl->rng, 25) ? 2u : rules_to_act(pl->g, pl->p) & 1u);

	nudge(pl, pick_square(pl->rng, some));
	pl->s->oddities |= ODD_ADJUST;
}

static void
maybe_put_back(struct player *pl)
{
	if (!rng_chance(pl->rng, pl->st->puts_back))
		return;
	nudge(pl, pick_square(pl->rng, standing(pl, rules_to_act(pl->g, pl->p) & 1)));
	pl->s->oddities |= ODD_PUT_BACK;
}

/* A move that ends the game cannot be changed afterwards. */
static bool
goes_on_after(const struct player *pl, struct action a)
{
	struct position after = *pl->p;

	rules_apply(pl->g, &after, a);
	return rules_outcome(pl->g, &after, NULL).result == RESULT_ONGOING;
}

/* Chooses a legal plain move to an empty square, of the piece on `from` or of any other piece. */
static bool
some_quiet_move(const struct player *pl, unsigned from, bool same_piece, struct action not,
		struct action *out)
{
	static struct action action[RULES_ACTIONS_MAX];
	size_t n = rules_actions(pl->g, pl->p, action), left = 0;

	for (size_t i = 0; i < n; i++) {
		struct action a = action[i];

		if (a.kind != ACT_MOVE || a.arg != 0 || (a.from == from) != same_piece ||
		    rules_action_equal(a, not ) || pl->s->on[a.to] != 0 || pl->s->on[a.from] == 0)
			continue;
		struct carry c[CARRIES_MAX];
		struct footprint f;

		/* Moves whose rules change other pieces are excluded. */
		rules_footprint(pl->g, pl->p, a, &f);
		if (f.n == 2 && carries_of(pl->g, pl->p, a, c) == 1 && goes_on_after(pl, a))
			action[left++] = a;
	}
	if (left == 0)
		return false;
	*out = action[rng_below(pl->rng, (unsigned)left)];
	return true;
}

static uint64_t
pause_for_thought(struct player *pl)
{
	if (!rng_chance(pl->rng, pl->st->late_thoughts))
		return pick(pl->rng, pl->st->thought);
	pl->s->oddities |= ODD_LATE_THOUGHT;
	return pick(pl->rng, pl->st->late);
}

/* Moves another piece somewhere and back. */
static void
maybe_other_piece(struct player *pl, struct action a)
{
	struct action other;

	if (!rng_chance(pl->rng, pl->st->other_piece) ||
	    !some_quiet_move(pl, a.from, false, a, &other))
		return;
	uint8_t piece = pl->s->on[other.from];

	script_lift(pl->s, other.from, pick(pl->rng, pl->st->touch));
	script_drop(pl->s, other.to, piece, pick(pl->rng, pl->st->touch));
	script_lift(pl->s, other.to, pause_for_thought(pl));
	script_drop(pl->s, other.from, piece, pick(pl->rng, pl->st->touch));
	pl->s->oddities |= ODD_SECOND_THOUGHT;
}

/* Reports whether a partner may move the piece on after `wrong` and a pass: its next action. */
static bool
partner_may_go_on(const struct player *pl, struct action wrong, struct action meant)
{
	static struct action list[RULES_ACTIONS_MAX];
	struct position after = *pl->p;
	size_t n;

	rules_apply(pl->g, &after, wrong);
	if (rules_actions(pl->g, &after, list) != 1 || list[0].kind != ACT_PASS)
		return false;
	rules_apply(pl->g, &after, list[0]);
	n = rules_actions(pl->g, &after, list);
	for (size_t i = 0; i < n; i++)
		if (list[i].from == wrong.to && list[i].to == meant.to)
			return true;
	return false;
}

/* Sets the right piece on a wrong square first; its carry then begins there. */
static void
maybe_second_thought(struct player *pl, struct action a, struct carry *c, unsigned n)
{
	struct action wrong;

	if (a.kind != ACT_MOVE || !rng_chance(pl->rng, pl->st->second_thoughts) ||
	    !some_quiet_move(pl, a.from, true, a, &wrong) || partner_may_go_on(pl, wrong, a))
		return;
	for (unsigned i = 0; i < n; i++) {
		if (c[i].from != a.from || c[i].to == wrong.to || pl->s->on[wrong.to] != 0)
			continue;
		uint8_t piece = pl->s->on[a.from];

		script_lift(pl->s, a.from, pick(pl->rng, pl->st->touch));
		script_drop(pl->s, wrong.to, piece, pick(pl->rng, pl->st->touch));
		c[i].from = wrong.to;
		pl->s->touch[pl->s->n - 1].piece = piece;
		pl->s->oddities |= ODD_SECOND_THOUGHT;
		return;
	}
}

/*
 * Lists the squares that a piece passes from a to b, both excluded; knights go
 * straight, then aside.
 */
static unsigned
way(const struct player *pl, unsigned a, unsigned b, uint8_t out[RULES_FILES_MAX + RULES_RANKS_MAX])
{
	int files = (int)rules_files(pl->g);
	int x = (int)a % files, y = (int)a / files, bx = (int)b % files, by = (int)b / files;
	bool knight = abs(bx - x) + abs(by - y) == 3 && abs(bx - x) != 0 && abs(by - y) != 0;
	bool file_first = rng_chance(pl->rng, 50);
	unsigned n = 0;

	if (x != bx && y != by && abs(bx - x) != abs(by - y) && !knight)
		return 0;
	for (;;) {
		int dx = (bx > x) - (bx < x), dy = (by > y) - (by < y);

		if (knight && file_first && dx != 0)
			dy = 0;
		else if (knight && !file_first && dy != 0)
			dx = 0;
		x += dx;
		y += dy;
		if (x == bx && y == by)
			return n;
		out[n++] = (uint8_t)(y * files + x);
	}
}

/* Pieces pushed aside on the way and restored later: at most as many as a way has squares. */
struct knocked {
	unsigned n;
	uint8_t sq[RULES_FILES_MAX + RULES_RANKS_MAX];
	uint8_t piece[RULES_FILES_MAX + RULES_RANKS_MAX];
};

/* Adds the squares passed between lift and drop, which read as occupied one by one. */
static void
slide(struct player *pl, uint8_t piece, unsigned from, unsigned to, struct knocked *k)
{
	uint8_t sq[RULES_FILES_MAX + RULES_RANKS_MAX];
	unsigned n = way(pl, from, to, sq);

	for (unsigned i = 0; i < n; i++) {
		if (pl->s->on[sq[i]] == 0) {
			script_drop(pl->s, sq[i], piece, pick(pl->rng, pl->st->slide));
			script_lift(pl->s, sq[i], pick(pl->rng, pl->st->slide));
			pl->s->oddities |= ODD_SLIDE;
		} else if (!sqset_has(pl->busy, sq[i]) && rng_chance(pl->rng, pl->st->knocks)) {
			k->sq[k->n] = sq[i];
			k->piece[k->n++] = pl->s->on[sq[i]];
			script_lift(pl->s, sq[i], pick(pl->rng, pl->st->slide));
			pl->s->oddities |= ODD_KNOCK;
		}
	}
}

static void
put_right(struct player *pl, const struct knocked *k)
{
	for (unsigned i = 0; i < k->n; i++)
		if (pl->s->on[k->sq[i]] == 0)
			script_drop(pl->s, k->sq[i], k->piece[i], pick_touch(pl));
}

/* Reports whether the next two movements are: victim off, captor (already up) on. */
static bool
is_swap(const struct carry *c, const struct order *o, unsigned i)
{
	if (i + 1 >= o->n || o->op[i] % 2 != 0 || o->op[i + 1] % 2 == 0)
		return false;
	const struct carry *off = &c[o->op[i] / 2], *on = &c[o->op[i + 1] / 2];

	return off != on && off->to == RULES_NO_SQ && off->from == on->to;
}

/*
 * Pushes a piece over free squares, closing each next contact before opening the last.
 * Returns false if a square is not free.
 */
static bool
push(struct player *pl, const struct carry *c)
{
	uint8_t sq[RULES_FILES_MAX + RULES_RANKS_MAX + 1], piece = pl->s->on[c->from];
	unsigned n = way(pl, c->from, c->to, sq), from = c->from;

	sq[n++] = c->to;
	for (unsigned i = 0; i < n; i++)
		if (pl->s->on[sq[i]] != 0)
			return false;
	for (unsigned i = 0; i < n; i++) {
		script_drop(pl->s, sq[i], piece,
			    i == 0 ? pick_touch(pl) : pick(pl->rng, pl->st->slide));
		script_lift(pl->s, from, pick(pl->rng, pl->st->closes));
		from = sq[i];
	}
	pl->s->oddities |= ODD_ARRIVES;
	return true;
}

/* Reports whether the next two movements carry one piece from square to square. */
static bool
is_way(const struct carry *c, const struct order *o, unsigned i)
{
	const struct carry *now = &c[o->op[i] / 2];

	return o->op[i] % 2 == 0 && i + 1 < o->n && o->op[i + 1] == o->op[i] + 1 &&
	       now->to != RULES_NO_SQ && now->lifted == now->dropped;
}

static void
carry_out(struct player *pl, const struct carry *c, const struct order *o)
{
	struct knocked knocked = { 0 };

	for (unsigned i = 0; i < o->n; i++) {
		const struct carry *now = &c[o->op[i] / 2];
		bool lifts = o->op[i] % 2 == 0;

		if (is_swap(c, o, i) && rng_chance(pl->rng, pl->st->missed_swaps)) {
			const struct carry *on = &c[o->op[++i] / 2];

			script_swap(pl->s, on->to, on->dropped, pick_touch(pl));
			pl->s->oddities |= ODD_SWAP_MISSED;
			continue;
		}
		if (is_swap(c, o, i) && rng_chance(pl->rng, pl->st->swaps)) {
			const struct carry *on = &c[o->op[++i] / 2];

			uint64_t swap_us = pick(pl->rng, pl->st->swap);

			script_lift(pl->s, now->from, pick_touch(pl));
			script_drop(pl->s, on->to, on->dropped, swap_us);
			/* A slow scan may miss it. */
			pl->s->oddities |= swap_us > pl->st->scan_us ? ODD_SWAP : ODD_SWAP_MISSED;
			continue;
		}
		if (pl->st->arrives && is_way(c, o, i) && rng_chance(pl->rng, pl->st->arrives) &&
		    push(pl, now)) {
			i++;
			continue;
		}
		if (!lifts) {
			script_drop(pl->s, now->to, now->dropped, pick_touch(pl));
			continue;
		}
		script_lift(pl->s, now->from, pick_touch(pl));
		if (now == pl->aside) {
			script_drop(pl->s, pl->aside_sq, now->lifted, pick_touch(pl));
			pl->s->oddities |= ODD_SET_DOWN;
		}
		if (i + 1 < o->n && o->op[i + 1] == o->op[i] + 1 && now->to != RULES_NO_SQ &&
		    rng_chance(pl->rng, pl->st->slides))
			slide(pl, now->dropped, now->from, now->to, &knocked);
	}
	put_right(pl, &knocked);
}

/*
 * Sets a promoted pawn down on the last rank, then replaces it. The first
 * arrival is in the script already; the rest looks the same to the sensors for
 * any piece.
 */
static void
maybe_pawn_first(struct player *pl, const struct carry *c, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < n; k++)
			if (c[i].to == RULES_NO_SQ && c[k].from == RULES_NO_SQ &&
			    piece_colour(c[i].lifted) == piece_colour(c[k].dropped) &&
			    pl->s->on[c[k].to] == c[k].dropped &&
			    rng_chance(pl->rng, pl->st->pawn_first)) {
				script_lift(pl->s, c[k].to, pick(pl->rng, pl->st->touch));
				script_drop(pl->s, c[k].to, c[k].dropped,
					    pick(pl->rng, pl->st->touch));
				pl->s->oddities |= ODD_SWAPPED_PROMOTION;
				return;
			}
}

/* Adds touches of king and rook where castling leaves their squares as they are. */
static void
maybe_gesture(struct player *pl, struct action a)
{
	struct footprint f;
	struct sqset still = { 0 };

	if (a.kind != ACT_CASTLE || !rng_chance(pl->rng, pl->st->gestures))
		return;
	rules_footprint(pl->g, pl->p, a, &f);
	sqset_add(&still, a.from);
	sqset_add(&still, a.arg);
	for (unsigned i = 0; i < f.n; i++)
		sqset_remove(&still, f.change[i].sq);
	if (sqset_empty(still))
		return;
	nudge(pl, pick_square(pl->rng, still));
	pl->s->oddities |= ODD_GESTURE;
}

/* Promotes with any piece available, such as an upturned rook or a spare pawn. */
static void
maybe_odd_piece(struct player *pl, struct carry *c, unsigned n)
{
	static const uint8_t at_hand[] = { PIECE_QUEEN, PIECE_ROOK, PIECE_PAWN, PIECE_KNIGHT };

	for (unsigned i = 0; i < n; i++) {
		if (c[i].from != RULES_NO_SQ || !rng_chance(pl->rng, pl->st->odd_piece))
			continue;
		c[i].dropped = (uint8_t)(at_hand[rng_below(pl->rng, 4)] |
					 (rng_chance(pl->rng, 50) ? PIECE_BLACK : 0));
		pl->s->oddities |= ODD_ODD_PIECE;
	}
}

/*
 * Adapts the carries to the physical pieces, some of which are substitutes: an
 * upturned rook for a queen.
 */
static void
carries_match(struct carry *c, unsigned n, const uint8_t on[RULES_SQUARES_MAX])
{
	for (unsigned i = 0; i < n; i++) {
		if (c[i].from == RULES_NO_SQ)
			continue;
		c[i].lifted = on[c[i].from];
		if (c[i].to != RULES_NO_SQ)
			c[i].dropped = c[i].lifted;
	}
}

/* Returns the carry of a piece that the other side loses, or NULL. */
static const struct carry *
victim_of(const struct player *pl, const struct carry *c, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (c[i].to == RULES_NO_SQ &&
		    piece_colour(c[i].lifted) != (rules_to_act(pl->g, pl->p) & 1u))
			return &c[i];
	return NULL;
}

/* Chooses an order that takes the victim and then the captor; NULL: none, or not this time. */
static struct order *
maybe_hold(struct player *pl, const struct carry *c, unsigned n, struct order *o, unsigned n_orders)
{
	const struct carry *victim = victim_of(pl, c, n);

	if (pl->st->holds == 0 || !victim || !rng_chance(pl->rng, pl->st->holds))
		return NULL;
	for (unsigned i = 0; i < n_orders; i++)
		if (o[i].n > 1 && o[i].op[0] == 2 * (victim - c) && o[i].op[1] % 2 == 0)
			return &o[i];
	return NULL;
}

/* Reports whether an action of *p moves to that square. */
static bool
leads_to(const struct game *g, const struct position *p, unsigned sq)
{
	static struct action action[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, action);

	for (size_t i = 0; i < n; i++)
		if (action[i].to == sq)
			return true;
	return false;
}

/*
 * Returns a free square, or NO_SQ. No piece may be able to move there before the action,
 * after it, or before the last one: that would be another action.
 */
static unsigned
find_aside(struct player *pl, struct action a)
{
	struct position after = *pl->p;

	rules_apply(pl->g, &after, a);
	for (unsigned tries = 0; tries < 8; tries++) {
		unsigned sq = rng_below(pl->rng, rules_squares(pl->g));

		if (pl->s->on[sq] == 0 && rules_at(pl->g, pl->p, sq) == 0 &&
		    !leads_to(pl->g, pl->p, sq) && !leads_to(pl->g, &after, sq) &&
		    !(pl->was && leads_to(pl->g, pl->was, sq)))
			return sq;
	}
	return RULES_NO_SQ;
}

/* Prepares to set the victim down before its captor lands. */
static void
maybe_aside(struct player *pl, struct action a, const struct carry *victim)
{
	pl->aside = NULL;
	if (pl->st->sets_down == 0 || !victim || !rng_chance(pl->rng, pl->st->sets_down))
		return;
	pl->aside_sq = find_aside(pl, a);
	if (pl->aside_sq != RULES_NO_SQ)
		pl->aside = victim;
}

/* Moves the victim to such a square, unless it is there already, then to the box. */
static void
maybe_set_down(struct player *pl, struct action a, const struct carry *victim)
{
	unsigned sq = pl->aside_sq;

	if (pl->st->sets_down == 0 || !victim || (pl->s->oddities & ODD_SWAP_MISSED) != 0)
		return;
	if ((pl->s->oddities & ODD_SET_DOWN) == 0) {
		if (!rng_chance(pl->rng, pl->st->sets_down))
			return;
		sq = find_aside(pl, a);
		if (sq == RULES_NO_SQ)
			return;
		script_drop(pl->s, sq, victim->lifted, rng_range(pl->rng, 150000, 900000));
		pl->s->oddities |= ODD_SET_DOWN;
	}
	script_lift(pl->s, sq, rng_range(pl->rng, 1200000, 4000000));
}

void
motion_play(struct script *s, const struct game *g, const struct position *was,
	    const struct position *p, struct action a, const struct style *st, struct rng *rng,
	    bool tidies)
{
	struct player pl = { .s = s, .g = g, .p = p, .was = was, .st = st, .rng = rng };
	struct carry c[CARRIES_MAX];
	struct order orders[ORDERS_MAX];
	unsigned n = carries_of(g, p, a, c);

	assert(n <= CARRIES_MAX);
	for (unsigned i = 0; i < n; i++) {
		if (c[i].from != RULES_NO_SQ)
			sqset_add(&pl.busy, c[i].from);
		if (c[i].to != RULES_NO_SQ)
			sqset_add(&pl.busy, c[i].to);
	}
	carries_match(c, n, s->on);
	if (a.kind == ACT_MOVE)
		maybe_odd_piece(&pl, c, n);
	maybe_adjust(&pl);
	maybe_put_back(&pl);
	maybe_other_piece(&pl, a);
	maybe_second_thought(&pl, a, c, n);
	unsigned before = s->n;
	unsigned n_orders = orders_of(c, n, s->on, orders);

	assert(n_orders > 0);
	struct order *holding = maybe_hold(&pl, c, n, orders, n_orders);
	struct order *o = holding ? holding : &orders[rng_below(rng, n_orders)];

	maybe_aside(&pl, a, victim_of(&pl, c, n));
	carry_out(&pl, c, o);
	if (holding) {
		s->touch[before + 1].after_us = pick(rng, st->hold);
		s->oddities |= ODD_HELD;
	}
	if (before > 0 && (s->oddities & ODD_SECOND_THOUGHT) != 0)
		s->touch[before].after_us = pause_for_thought(&pl);
	maybe_pawn_first(&pl, c, n);
	maybe_gesture(&pl, a);
	maybe_set_down(&pl, a, victim_of(&pl, c, n));
	/* If the capture was not seen, the next touched piece would count as its victim. */
	if (tidies && (s->oddities & ODD_SWAP_MISSED) == 0)
		maybe_adjust(&pl);
}

void
motion_plain(struct script *s, const struct carry *c, const struct order *o, uint64_t touch_us)
{
	for (unsigned i = 0; i < o->n; i++) {
		const struct carry *now = &c[o->op[i] / 2];

		if (o->op[i] % 2 == 0)
			script_lift(s, now->from, touch_us);
		else
			script_drop(s, now->to, now->dropped, touch_us);
	}
}

void
motion_take_back(struct script *s, const struct game *g, const struct position *before,
		 struct action a, const struct style *st, struct rng *rng)
{
	struct carry c[CARRIES_MAX];
	struct order orders[ORDERS_MAX];
	unsigned n = carries_of(g, before, a, c);

	carries_reverse(c, n);
	carries_match(c, n, s->on);
	unsigned n_orders = orders_of(c, n, s->on, orders);

	assert(n_orders > 0);
	const struct order *o = &orders[rng_below(rng, n_orders)];

	for (unsigned i = 0; i < o->n; i++) {
		const struct carry *now = &c[o->op[i] / 2];
		uint64_t after_us = pick(rng, st->touch);

		if (o->op[i] % 2 == 0)
			script_lift(s, now->from, after_us);
		else
			script_drop(s, now->to, now->dropped, after_us);
	}
}

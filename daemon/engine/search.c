/*
 * The walk through the tree: alpha-beta for two sides, where the sign changes only when the side
 * to act does; the mean over rolls where chance acts; captures only at the leaves.
 */
#include "daemon/engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/engine/gain.h"
#include "daemon/engine/level.h"

enum {
	FULL_DEPTH = 3, /* iterations that omit and reduce nothing: they find wins in two moves */
	FIFTY_MOVES = 100, /* half-moves after which a draw may be claimed */
	SKIP_REDUCTION = 3,
	SKIP_DEPTH = 3, /* least depth for skipping a turn */
	FUTILE_DEPTH = 6,
	FUTILE_MARGIN = 85, /* per ply: what quiet play is not expected to change */
	LATE_DEPTH = 3,     /* least depth for reducing late actions */
	LATE_FIRST = 3,     /* actions searched in full */
	PRUNE_DEPTH = 4,    /* greatest depth for omitting late quiet actions */
	UNKNOWN_DEPTH = 4,  /* least depth for reducing a position without a known best action */
	DELTA_MARGIN = 150, /* what a capture may gain besides its victim */
	CHANCE_DEPTH = 3,   /* least depth for the mean over all rolls; below, one stands for all */
	ROLLS = 36,
	POINT = 1000, /* centipawns for each point of partners */
};

/* Counts a position; returns false if the search is to end. */
static bool
count_node(struct engine *e)
{
	const struct engine_task *t = e->task;

	if (e->stopped)
		return false;
	e->nodes++;
	if (t->nodes && e->nodes >= t->nodes && e->depth > t->sure)
		e->stopped = true;
	if (e->nodes % SEARCH_INTERVAL != 0)
		return !e->stopped;
	atomic_fetch_add_explicit(&e->intervals, 1, memory_order_relaxed);
	if (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed))
		e->stopped = true;
	return !e->stopped;
}

/* --- Values of positions --------------------------------------------------- */

/* Returns -noise to noise, always the same for a position. */
static int
noise(const struct engine *e, uint64_t key)
{
	unsigned width = 2 * e->task->noise + 1;
	uint64_t mixed;

	if (e->task->noise == 0)
		return 0;
	mixed = (key ^ e->seed) * UINT64_C(0x9e3779b97f4a7c15);
	return (int)((mixed >> 32) % width) - (int)e->task->noise;
}

/* Evaluates a position with that key from the view of its side to act. */
static int
evaluate(struct engine *e, const struct position *p, uint64_t key)
{
	struct search_eval *known = &e->eval[key % SEARCH_EVALS];
	int score;

	if (known->key != key)
		*known = (struct search_eval){ key, e->traits->eval(p) };
	score = known->score + noise(e, key);
	return traits_side(e->traits, p) ? -score : score;
}

/* Returns the value of a position without actions. A win counts more the sooner it comes. */
static int
end_score(const struct engine *e, const struct position *p, unsigned ply)
{
	struct outcome o = rules_outcome(e->g, p, NULL);

	switch (o.result) {
	case RESULT_WIN:
		return o.colour == traits_side(e->traits, p) ? ENGINE_WIN - (int)ply
							     : (int)ply - ENGINE_WIN;
	case RESULT_SCORE:
		return POINT * (o.score + 1) - (int)ply;
	case RESULT_LOST:
		return (int)ply - ENGINE_WIN;
	default:
		return 0;
	}
}

static bool
is_repeated(const struct engine *e, const struct position *p, unsigned ply)
{
	unsigned here = e->n_past + ply;
	unsigned back = p->b.halfmoves < here ? p->b.halfmoves : here;

	if (!e->traits->repeats)
		return false;
	if (p->b.halfmoves >= FIFTY_MOVES)
		return true;
	for (unsigned i = 1; i <= back; i++)
		if (e->key[here - i] == e->key[here])
			return true;
	return false;
}

/* The hash table counts wins from its position. */
static int
to_hash(int score, unsigned ply)
{
	if (score > SEARCH_WON)
		return score + (int)ply;
	return score < -SEARCH_WON ? score - (int)ply : score;
}

static int
from_hash(int score, unsigned ply)
{
	if (score > SEARCH_WON)
		return score - (int)ply;
	return score < -SEARCH_WON ? score + (int)ply : score;
}

/* Reports whether the side to act is in check, or may lose the game next. */
static bool
is_checked(const struct engine *e, const struct position *p)
{
	if (e->traits->in_danger)
		return e->traits->in_danger(p);
	return rules_in_check(e->g, p, p->b.seat & 1);
}

/* --- Actions whose effect is not known ------------------------------------------ */

enum { EVEN = 400, SURE = 1 << 24 };

/*
 * Returns how much of the game a score is: -SURE to SURE, half of it at EVEN centipawns. The means
 * of wins and losses would otherwise be nothing but chances to win or lose at once.
 */
static int64_t
part_of(int score)
{
	return (int64_t)score * SURE / (abs(score) + EVEN);
}

/* Returns the score for that part of the game; no win unless it is sure. */
static int
score_of(int64_t part)
{
	int64_t rest = SURE - (part < 0 ? -part : part);
	int64_t score = rest > 0   ? part * EVEN / rest
			: part < 0 ? -SEARCH_INFINITE
				   : SEARCH_INFINITE;

	return (int)(score < -SEARCH_INFINITE  ? -SEARCH_INFINITE
		     : score > SEARCH_INFINITE ? SEARCH_INFINITE
					       : score);
}

/* Returns the mean of both children's scores. */
static int
mean_of(const struct fork *f, const int score[2])
{
	int64_t all = f->ways[0] + f->ways[1];
	int mean =
		score_of((part_of(score[0]) * f->ways[0] + part_of(score[1]) * f->ways[1]) / all);

	if (score[0] > SEARCH_WON && score[1] > SEARCH_WON)
		return score[0] < score[1] ? score[0] : score[1];
	if (score[0] < -SEARCH_WON && score[1] < -SEARCH_WON)
		return score[0] > score[1] ? score[0] : score[1];
	return mean > SEARCH_WON ? SEARCH_WON : mean < -SEARCH_WON ? -SEARCH_WON : mean;
}

/* Returns the score that child i needs for the mean `goal` if the other one has that part. */
static int
needed(const struct fork *f, unsigned i, int goal, int64_t other)
{
	int64_t part =
		(part_of(goal) * (f->ways[0] + f->ways[1]) - other * f->ways[!i]) / f->ways[i];

	return part <= -SURE ? -SEARCH_INFINITE : part >= SURE ? SEARCH_INFINITE : score_of(part);
}

static void
apply(const struct engine *e, const struct position *p, struct action a, struct fork *f)
{
	if (e->traits->fork) {
		e->traits->fork(e, p, a, f);
		return;
	}
	f->n = 1;
	f->child[0] = *p;
	rules_apply(e->g, &f->child[0], a);
}

/* --- Leaves ------------------------------------------------------------------ */

static int quiesce(struct engine *e, const struct position *p, int alpha, int beta, unsigned ply,
		   unsigned left);

/* Searches captures after *p with the window of the parent, whose side is `side`. */
static int
quiesce_one(struct engine *e, const struct position *p, unsigned side, int alpha, int beta,
	    unsigned ply, unsigned left)
{
	e->key[e->n_past + ply] = rules_key(p);
	if (traits_side(e->traits, p) == side)
		return quiesce(e, p, alpha, beta, ply, left);
	return -quiesce(e, p, -beta, -alpha, ply, left);
}

/* Reports whether the position surely is not finished, so that its captures suffice. */
static bool
is_lively(const struct engine *e, const struct position *p)
{
	return e->traits->is_lively && e->traits->is_lively(p) && !is_checked(e, p);
}

static int
quiesce_child(struct engine *e, const struct fork *f, unsigned side, int alpha, int beta,
	      unsigned ply, unsigned left)
{
	int score[2], low, high;

	if (f->n == 1)
		return quiesce_one(e, &f->child[0], side, alpha, beta, ply, left);
	/* What follows a failure is quiet. */
	score[1] = evaluate(e, &f->child[1], rules_key(&f->child[1]));
	if (traits_side(e->traits, &f->child[1]) != side)
		score[1] = -score[1];
	low = needed(f, 0, alpha, part_of(score[1])) - 1;
	high = needed(f, 0, beta, part_of(score[1])) + 1;
	score[0] = quiesce_one(e, &f->child[0], side, low, high, ply, left);
	return mean_of(f, score);
}

static int
quiesce(struct engine *e, const struct position *p, int alpha, int beta, unsigned ply,
	unsigned left)
{
	unsigned side = traits_side(e->traits, p);
	bool lively = !e->task->blind && is_lively(e, p);
	struct order o;
	int best;

	if (!count_node(e))
		return 0;
	e->seldepth = ply > e->seldepth ? ply : e->seldepth;
	o.n = lively ? 0 : rules_actions(e->g, p, o.a);
	if (!lively && o.n == 0)
		return end_score(e, p, ply);
	if (e->task->blind)
		level_overlook(e, p, &o);
	best = evaluate(e, p, e->key[e->n_past + ply]);
	if (best >= beta || left == 0 || ply >= ENGINE_PLIES_MAX)
		return best;
	if (!lively && rules_to_act(e->g, p) == SEAT_CHANCE) {
		/* Captures do not depend on the roll. */
		struct position rolled = *p;

		rules_apply(e->g, &rolled, o.a[0]);
		e->key[e->n_past + ply] = rules_key(&rolled);
		return quiesce(e, &rolled, alpha, beta, ply, left - 1);
	}
	alpha = best > alpha ? best : alpha;
	if (lively)
		o.n = rules_captures(e->g, p, o.a);
	order_gains(e, p, &o);
	for (int stand = best; o.at < o.n && best < beta && !e->stopped;) {
		size_t i = order_next(&o);
		struct fork f;
		int score;

		if (stand + o.score[i] + DELTA_MARGIN <= alpha)
			break; /* the rest gains even less */
		if (e->traits->exchange && e->traits->exchange(p, o.a[i]) < 0)
			continue;
		apply(e, p, o.a[i], &f);
		score = quiesce_child(e, &f, side, alpha, beta, ply + 1, left - 1);
		best = score > best ? score : best;
		alpha = best > alpha ? best : alpha;
	}
	return best;
}

/* --- Chance ------------------------------------------------------------------ */

static int
clamped(int score)
{
	if (score > SEARCH_INFINITE)
		return SEARCH_INFINITE;
	return score < -SEARCH_INFINITE ? -SEARCH_INFINITE : score;
}

/*
 * Returns the mean over all rolls. Star1: the window of each roll follows from the values so far,
 * if every other roll had the greatest or least value.
 */
static int
search_rolls(struct engine *e, const struct position *p, int alpha, int beta, int depth,
	     unsigned ply)
{
	struct action roll[RULES_ACTIONS_MAX];
	size_t n = rules_actions(e->g, p, roll);
	int sum = 0, left = ROLLS;

	if (n == 0)
		return end_score(e, p, ply);
	if (depth < CHANCE_DEPTH)
		n = 1;
	for (size_t i = 0; i < n; i++) {
		/* Two unequal dice fall in two ways. */
		int ways = n == 1 ? ROLLS : 1 + (roll[i].arg / 8 != roll[i].arg % 8);
		struct position child = *p;
		int low, high, score;

		left -= ways;
		low = clamped((alpha * ROLLS - sum - ENGINE_WIN * left) / ways - 1);
		high = clamped((beta * ROLLS - sum + ENGINE_WIN * left) / ways + 1);
		rules_apply(e->g, &child, roll[i]);
		score = search_node(e, &child, low, high, depth - 1, ply + 1, false);
		if (e->stopped)
			return 0;
		sum += ways * score;
		if (score <= low && left > 0)
			return alpha;
		if (score >= high && left > 0)
			return beta;
	}
	return sum / ROLLS;
}

/* --- Inner positions ----------------------------------------------------------- */

/* What search_node knows about its position before it tries the actions. */
struct node {
	const struct position *p;
	unsigned side, ply;
	int alpha, beta, depth, eval;
	bool wide, checked; /* wide: not only "at least beta or not" */
	struct action hashed;
};

/* Returns the child's value from the view of side `side`. */
static int
search_one(struct engine *e, const struct position *child, unsigned side, int alpha, int beta,
	   int depth, unsigned ply, bool may_skip)
{
	if (traits_side(e->traits, child) == side)
		return search_node(e, child, alpha, beta, depth, ply, may_skip);
	return -search_node(e, child, -beta, -alpha, depth, ply, may_skip);
}

/*
 * Returns the value of what follows an action, from the view of side `side`. The window of each of
 * two children follows from the other, as in search_rolls.
 */
static int
search_child(struct engine *e, const struct fork *f, unsigned side, int alpha, int beta, int depth,
	     unsigned ply, bool may_skip)
{
	int score[2], low, high;

	if (f->n == 1)
		return search_one(e, &f->child[0], side, alpha, beta, depth, ply, may_skip);
	low = needed(f, 0, alpha, SURE) - 1;
	high = needed(f, 0, beta, -SURE) + 1;
	score[0] = search_one(e, &f->child[0], side, clamped(low), clamped(high), depth, ply,
			      may_skip);
	if (e->stopped)
		return 0;
	if (score[0] <= low)
		return alpha;
	if (score[0] >= high)
		return beta;
	low = needed(f, 1, alpha, part_of(score[0])) - 1;
	high = needed(f, 1, beta, part_of(score[0])) + 1;
	score[1] = search_one(e, &f->child[1], side, clamped(low), clamped(high), depth, ply,
			      may_skip);
	return mean_of(f, score);
}

/* Reports whether the table answers, or only gives the action to try first. */
static bool
probe(const struct engine *e, struct node *n, int *score)
{
	struct hash_result found;

	if (!hash_find(&e->hash, e->key[e->n_past + n->ply], &found))
		return false;
	n->hashed = found.best;
	if (n->wide || n->ply == 0 || found.depth < n->depth)
		return false;
	*score = from_hash(found.score, n->ply);
	return found.bound == HASH_EXACT || (found.bound == HASH_LOWER && *score >= n->beta) ||
	       (found.bound == HASH_UPPER && *score <= n->alpha);
}

/* Gives the other side the turn. */
static void
skip_turn(const struct engine *e, struct position *p)
{
	p->b.seat = (uint8_t)((p->b.seat + 1) % rules_seats(e->g));
	p->b.ep_sq = RULES_NO_SQ;
	p->b.halfmoves++;
}

/* Reports whether the position is so good that even skipping the turn keeps it above beta. */
static bool
is_safe_to_skip(struct engine *e, const struct node *n)
{
	struct position child = *n->p;
	int depth = n->depth - SKIP_REDUCTION - n->depth / 6, score;

	if (n->depth < SKIP_DEPTH || n->eval < n->beta || !e->traits->may_skip ||
	    !e->traits->may_skip(n->p))
		return false;
	skip_turn(e, &child);
	score = -search_node(e, &child, -n->beta, -n->beta + 1, depth - 1, n->ply + 1, false);
	return !e->stopped && score >= n->beta && score < SEARCH_WON;
}

/* Reports whether this iteration omits and reduces what seems to be of no use. */
static bool
is_selective(const struct engine *e)
{
	return e->traits->reduce && (e->depth > FULL_DEPTH || e->hides);
}

static int
log2_of(unsigned n)
{
	return 31 - __builtin_clz(n);
}

/* Returns by how much the i-th action is searched less deeply at first. */
static int
reduction(const struct engine *e, const struct node *n, size_t i, int score)
{
	int r;

	if (!is_selective(e) || n->depth < LATE_DEPTH || i < LATE_FIRST || n->checked ||
	    score >= ORDER_GOOD / 4 || n->alpha > SEARCH_WON)
		return 0;
	r = 1 + log2_of((unsigned)n->depth) * log2_of((unsigned)i) / 5 - n->wide;
	if (score > -ORDER_GOOD / 4)
		r -= score / 4096; /* what has caused many cuts is searched deeper */
	r = r < 0 ? 0 : r;
	return r < n->depth - 1 ? r : n->depth - 2;
}

/* Reports whether a late quiet action near the leaves cannot raise alpha, unless it checks. */
static bool
is_hopeless(const struct engine *e, const struct node *n, size_t i, int score)
{
	if (!is_selective(e) || n->wide || n->checked || n->depth > PRUNE_DEPTH || i == 0 ||
	    score >= ORDER_GOOD / 4 || n->alpha < -SEARCH_WON || n->alpha > SEARCH_WON)
		return false;
	return i > 4 + (size_t)(n->depth * n->depth) * 2 ||
	       n->eval + FUTILE_MARGIN * (n->depth + 1) <= n->alpha;
}

/* Searches the i-th action: the first in full, the others only for whether they are better. */
static int
search_action(struct engine *e, const struct node *n, const struct fork *child, size_t i, int score)
{
	int less, value;

	if (i == 0)
		return search_child(e, child, n->side, n->alpha, n->beta, n->depth - 1, n->ply + 1,
				    true);
	less = reduction(e, n, i, score);
	if (less && is_checked(e, &child->child[0]))
		less = 0;
	value = search_child(e, child, n->side, n->alpha, n->alpha + 1, n->depth - 1 - less,
			     n->ply + 1, true);
	if (value > n->alpha && less)
		value = search_child(e, child, n->side, n->alpha, n->alpha + 1, n->depth - 1,
				     n->ply + 1, true);
	if (value > n->alpha && value < n->beta)
		value = search_child(e, child, n->side, n->alpha, n->beta, n->depth - 1, n->ply + 1,
				     true);
	return value;
}

static void
set_line(struct engine *e, unsigned ply, struct action a)
{
	struct line *line = &e->pv[ply], *rest = &e->pv[ply + 1];

	line->a[0] = a;
	line->n = rest->n < ENGINE_PLIES_MAX ? rest->n + 1 : ENGINE_PLIES_MAX;
	memcpy(line->a + 1, rest->a, (line->n - 1) * sizeof(*line->a));
}

/* Reports whether the root leaves out this action. */
static bool
is_excluded(const struct engine *e, struct action a)
{
	const struct engine_task *t = e->task;
	bool listed = t->only == NULL;

	if (e->forced)
		return !rules_action_equal(a, *e->forced);
	for (unsigned i = 0; i < e->n_skip; i++)
		if (rules_action_equal(a, e->skip[i]))
			return true;
	for (size_t i = 0; i < t->n_only && !listed; i++)
		listed = rules_action_equal(a, t->only[i]);
	return !listed;
}

static int
search_actions(struct engine *e, struct node *n, struct order *o)
{
	int best = -SEARCH_INFINITE, alpha = n->alpha;
	struct action best_action = { .kind = ACT_NONE };
	enum hash_bound bound;
	size_t tried = 0;

	while (o->at < o->n) {
		size_t i = order_next(o);
		struct fork child;
		int score;

		if (n->ply == 0 && is_excluded(e, o->a[i]))
			continue;
		apply(e, n->p, o->a[i], &child);
		if (best > -SEARCH_WON && is_hopeless(e, n, i, o->score[i]) &&
		    !is_checked(e, &child.child[0]))
			continue;
		e->pv[n->ply + 1].n = 0;
		score = search_action(e, n, &child, tried++, o->score[i]);
		if (e->stopped)
			return 0;
		if (score > best) {
			best = score;
			best_action = score > alpha ? o->a[i] : best_action;
		}
		if (score > n->alpha) {
			n->alpha = score;
			set_line(e, n->ply, o->a[i]);
		}
		if (score >= n->beta) {
			order_learn(e, n->p, o, i, (unsigned)n->depth, n->ply);
			break;
		}
	}
	bound = best >= n->beta ? HASH_LOWER : best > alpha ? HASH_EXACT : HASH_UPPER;
	if (n->ply > 0 || (e->n_skip == 0 && !e->task->only && !e->forced))
		hash_store(&e->hash, e->key[e->n_past + n->ply],
			   (struct hash_result){ to_hash(best, n->ply), n->depth, bound,
						 best_action });
	return best;
}

/* Reports whether the action before was of another seat. */
static bool
begins_turn(const struct engine *e, unsigned ply)
{
	return ply == 0 || e->seat[ply - 1] != e->seat[ply];
}

int
search_node(struct engine *e, const struct position *p, int alpha, int beta, int depth,
	    unsigned ply, bool may_skip)
{
	struct node n = { .p = p, .ply = ply, .alpha = alpha, .beta = beta, .depth = depth };
	struct order o;
	int score;

	e->pv[ply].n = 0;
	if (ply >= ENGINE_PLIES_MAX)
		return evaluate(e, p, rules_key(p));
	e->key[e->n_past + ply] = rules_key(p);
	hash_prefetch(&e->hash, e->key[e->n_past + ply]);
	if (ply > 0 && is_repeated(e, p, ply))
		return 0;
	if (alpha >= ENGINE_WIN - (int)ply - 1)
		return alpha; /* a win from here would come later than one that is known */
	n.checked = is_checked(e, p);
	e->seat[ply] = p->b.seat;
	n.depth += n.checked && begins_turn(e, ply) && ply < 2 * e->depth;
	if (n.depth <= 0)
		return quiesce(e, p, alpha, beta, ply, e->traits->quiet_plies);
	if (!count_node(e))
		return 0;
	if (rules_to_act(e->g, p) == SEAT_CHANCE)
		return search_rolls(e, p, alpha, beta, n.depth, ply);
	n.side = traits_side(e->traits, p);
	n.wide = beta - alpha > 1;
	if (probe(e, &n, &score))
		return score;
	if (n.hashed.kind == ACT_NONE && n.depth >= UNKNOWN_DEPTH && is_selective(e))
		n.depth--; /* first finds out which action to try first */
	n.eval = evaluate(e, p, e->key[e->n_past + ply]);
	if (is_selective(e) && !n.wide && !n.checked && may_skip && beta < SEARCH_WON &&
	    beta > -SEARCH_WON) {
		if (n.depth <= FUTILE_DEPTH && n.eval - FUTILE_MARGIN * n.depth >= beta)
			return n.eval;
		if (is_safe_to_skip(e, &n))
			return beta;
		if (e->stopped)
			return 0;
	}
	o.n = rules_actions(e->g, p, o.a);
	if (o.n == 0)
		return end_score(e, p, ply);
	if (e->task->blind)
		level_overlook(e, p, &o);
	order_score(e, p, &o, n.hashed, ply);
	return search_actions(e, &n, &o);
}

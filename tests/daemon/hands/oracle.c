#include "tests/daemon/hands/oracle.h"

#include <string.h>

#include "tests/daemon/hands/deeds.h"

enum {
	WAYS_MAX = 8192, /* arrangements of pieces that the edges allow */
	AIR_MAX = 12,    /* pieces off their squares at a time */
	EFFORT_MAX = 20000000,
	BUCKETS = 4 * WAYS_MAX,
	EDGES_MAX = 1024,
	NONE = 0xff,
	BOX = 0xfe, /* a piece that did not stand on the board */
};

/* ---- edges that are believed: a reading that lasts ---- */

struct edge {
	uint64_t t_us;
	uint8_t sq;
	struct reading reading;
};

struct edges {
	unsigned n;
	struct edge edge[EDGES_MAX];
	struct sqset touched;
	struct reading last[RULES_SQUARES_MAX]; /* of touched squares */
};

static bool
reads_same(struct reading a, struct reading b)
{
	return a.occupied == b.occupied && a.pole == b.pole && a.level_min == b.level_min;
}

static void
believe(struct edges *e, unsigned sq, uint64_t t_us, struct reading r)
{
	unsigned at = e->n;

	if (e->n == EDGES_MAX)
		return;
	/* In the order of their times; what one scan has seen at once: emptied squares first. */
	while (at > 0 &&
	       (e->edge[at - 1].t_us > t_us ||
		(e->edge[at - 1].t_us == t_us && !r.occupied && e->edge[at - 1].reading.occupied)))
		at--;
	memmove(&e->edge[at + 1], &e->edge[at], (e->n - at) * sizeof(e->edge[0]));
	e->edge[at] = (struct edge){ t_us, (uint8_t)sq, r };
	e->n++;
	e->last[sq] = r;
	sqset_add(&e->touched, sq);
}

/* One square's readings: each that lasts its time is an edge, from when it began. */
static void
believe_square(struct edges *e, const struct sim *s, unsigned from, unsigned sq,
	       struct reading before)
{
	struct reading now = before, since = before;
	uint64_t since_us = 0;

	for (unsigned i = from; i <= s->n_log; i++) {
		bool end = i == s->n_log;
		uint64_t t_us = end ? s->now_us : s->log[i].t_us;

		if (!end && s->log[i].sensed.sq != sq)
			continue;
		uint64_t lasts_us = since.occupied ? s->config.debounce_occupied_us
						   : s->config.debounce_empty_us;

		if (!reads_same(since, now) && t_us - since_us >= lasts_us) {
			now = since;
			believe(e, sq, since_us, now);
		}
		if (!end) {
			since = s->log[i].sensed.reading;
			since_us = t_us;
		}
	}
}

/* ---- what hands can have done with the pieces ---- */

/* Where each piece may be: named by the square where it stood. */
struct way {
	uint8_t at[RULES_SQUARES_MAX];
	uint8_t n_air, n_box;
	uint8_t air[AIR_MAX]; /* sorted */
};

struct ways {
	unsigned n;
	bool too_many;
	struct way way[WAYS_MAX];
	uint16_t bucket[BUCKETS]; /* index + 1, by hash */
};

struct asking {
	const struct sim *sim;
	const struct game *game;
	unsigned squares;
	uint8_t on[RULES_SQUARES_MAX]; /* at the base */
	struct edges edges;
	struct way first;
	struct ways ways;
	unsigned depth;
	bool scouting; /* how many pieces from the box are wanted at most? */
	unsigned n_boxes;
	uint64_t effort;
	struct sqset occupied; /* in the end */
	struct oracle_answer *out;
};

static unsigned
hash_of(const struct way *w)
{
	const uint8_t *byte = (const uint8_t *)w;
	uint32_t h = 2166136261u;

	for (unsigned i = 0; i < sizeof(*w); i++)
		h = (h ^ byte[i]) * 16777619u;
	return h % BUCKETS;
}

static void
clear_ways(struct ways *to)
{
	to->n = 0;
	to->too_many = false;
	memset(to->bucket, 0, sizeof(to->bucket));
}

static void
add_way(struct ways *to, const struct way *w)
{
	unsigned h = hash_of(w);

	for (; to->bucket[h] != 0; h = (h + 1) % BUCKETS)
		if (memcmp(&to->way[to->bucket[h] - 1], w, sizeof(*w)) == 0)
			return;
	if (to->n == WAYS_MAX) {
		to->too_many = true;
		return;
	}
	to->way[to->n++] = *w;
	to->bucket[h] = (uint16_t)to->n;
}

static void
take_up(struct way *w, unsigned sq)
{
	uint8_t piece = w->at[sq];
	unsigned at;

	w->at[sq] = NONE;
	if (piece == BOX)
		w->n_box--;
	if (piece == NONE || piece == BOX || w->n_air == AIR_MAX)
		return;
	for (at = w->n_air; at > 0 && w->air[at - 1] > piece; at--)
		w->air[at] = w->air[at - 1];
	w->air[at] = piece;
	w->n_air++;
}

static bool
may_be(const struct asking *q, uint8_t piece, struct reading r)
{
	return piece == BOX || r.pole == POLE_UNKNOWN ||
	       (piece_colour(q->on[piece]) != 0) == (r.pole == POLE_BLACK);
}

/* Each piece in the air that reads so, and one from the box, set down there. */
static void
set_down(const struct asking *q, struct ways *to, const struct way *w, unsigned sq,
	 struct reading r)
{
	struct way next = *w;

	for (unsigned i = 0; i < w->n_air; i++) {
		if (!may_be(q, w->air[i], r))
			continue;
		next = *w;
		next.at[sq] = w->air[i];
		next.n_air--;
		memmove(&next.air[i], &next.air[i + 1], next.n_air - i);
		next.air[next.n_air] = 0;
		add_way(to, &next);
	}
	if (w->n_box == q->n_boxes)
		return;
	next = *w;
	next.at[sq] = BOX;
	next.n_box++;
	add_way(to, &next);
}

static void
follow_edge(const struct asking *q, struct ways *to, const struct way *w, const struct edge *e)
{
	struct way next = *w;

	if (e->reading.occupied && w->at[e->sq] == NONE) {
		set_down(q, to, w, e->sq, e->reading);
		return;
	}
	/* It reads differently: stones were put on or off, or it is another piece. */
	if (e->reading.occupied && may_be(q, w->at[e->sq], e->reading))
		add_way(to, w);
	take_up(&next, e->sq);
	if (e->reading.occupied)
		set_down(q, to, &next, e->sq, e->reading);
	else
		add_way(to, &next);
}

static void
find_ways(struct asking *q)
{
	static struct ways next;

	clear_ways(&q->ways);
	add_way(&q->ways, &q->first);
	for (unsigned i = 0; i < q->edges.n && !q->ways.too_many; i++) {
		clear_ways(&next);
		for (unsigned k = 0; k < q->ways.n && !next.too_many; k++)
			follow_edge(q, &next, &q->ways.way[k], &q->edges.edge[i]);
		q->ways = next;
	}
}

/* ---- what a sequence of actions wants ---- */

struct wanted {
	struct position position;
	uint8_t at[RULES_SQUARES_MAX];     /* a piece by its first square, BOX, NONE */
	uint8_t victim[RULES_SQUARES_MAX]; /* who stood where a piece was taken, else NONE */
	struct sqset promoted;             /* whatever stands there */
	struct sqset loose;                /* the rules' own doing: done or not */
	struct sqset must_touch;
	bool in_order;    /* giver before receiver */
	unsigned n_words; /* in a row, without a hand */
	struct oracle_history so_far;
};

static bool
holds(const struct way *w, uint8_t piece)
{
	for (unsigned i = 0; i < w->n_air; i++)
		if (w->air[i] == piece)
			return true;
	return false;
}

static bool
reads_right(const struct asking *q, const struct wanted *want, unsigned sq)
{
	struct reading r = q->edges.last[sq];
	uint8_t piece = rules_at(q->game, &want->position, sq);
	unsigned stones = rules_stones(q->game, piece);

	if (!sqset_has(q->edges.touched, sq) || !r.occupied || piece == 0 ||
	    sqset_has(want->promoted, sq))
		return true;
	if (want->at[sq] == BOX && r.pole != POLE_UNKNOWN &&
	    (piece_colour(piece) != 0) != (r.pole == POLE_BLACK))
		return false;
	return r.level_min == 0 || stones == 0 || (stones >= r.level_min && stones <= r.level_max);
}

/* The side to act after all this has a piece in the hand, or two. */
static bool
next_holds(const struct asking *q, const struct wanted *want, const struct way *w, unsigned sq)
{
	uint8_t piece = want->at[sq];

	return want->so_far.n > 0 && piece != BOX && piece != NONE && w->at[sq] == NONE &&
	       holds(w, piece) && rules_at(q->game, &want->position, sq) != 0;
}

/* TIERS: it does not fit. */
static enum oracle_tier
fits(const struct asking *q, const struct wanted *want, const struct way *w, struct sqset squares)
{
	unsigned unseen = 0, held = 0;

	while (!sqset_empty(squares)) {
		unsigned sq = sqset_pop(&squares);
		bool promoted = sqset_has(want->promoted, sq) && w->at[sq] != NONE &&
				w->at[sq] != want->victim[sq];

		if (w->at[sq] == want->at[sq] || promoted) {
			if (!reads_right(q, want, sq))
				return TIERS;
			continue;
		}
		/* A swap that no scan saw: the victim seems to stand, the captor is gone. */
		if (want->victim[sq] != NONE && w->at[sq] == want->victim[sq] &&
		    holds(w, want->at[sq]))
			unseen++;
		else if (next_holds(q, want, w, sq))
			held++;
		else
			return TIERS;
	}
	if (unseen > 1 || held > 2)
		return TIERS;
	return unseen != 0 ? TIER_UNSEEN : held != 0 ? TIER_HELD : TIER_SEEN;
}

/*
 * Can `more` actions lead from there to the squares that are occupied now? Each
 * fills two at most and empties three, and the next to act may hold two pieces.
 */
static bool
within_reach(const struct asking *q, const struct wanted *want, unsigned more)
{
	unsigned extra = 0, missing = 0;

	for (unsigned sq = 0; sq < q->squares; sq++) {
		bool wanted = want->at[sq] != NONE, there = sqset_has(q->occupied, sq);

		if (sqset_has(want->loose, sq))
			continue;
		extra += there && !wanted;
		missing += wanted && !there;
	}
	return extra <= 2 * more && missing <= 2 + 3 * more;
}

static enum oracle_tier
explains(struct asking *q, const struct wanted *want)
{
	enum oracle_tier best = TIERS;

	struct sqset squares = q->edges.touched;

	if (!want->in_order || !sqset_empty(sqset_minus(want->must_touch, q->edges.touched)))
		return TIERS;
	if (!within_reach(q, want, 0))
		return TIERS;
	q->effort += q->ways.n;
	for (unsigned sq = 0; sq < q->squares; sq++)
		if (want->at[sq] != q->first.at[sq])
			sqset_add(&squares, sq);
	squares = sqset_minus(squares, want->loose);
	for (unsigned i = 0; i < q->ways.n && best > TIER_SEEN; i++) {
		enum oracle_tier tier = fits(q, want, &q->ways.way[i], squares);

		best = tier < best ? tier : best;
	}
	return best;
}

/* The piece that arrives is another kind than the one that went, whatever stands for it. */
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
		want->at[c->sq] = BOX;
		if (a.kind != ACT_BUY)
			sqset_add(&want->loose, c->sq);
	} else if (c->cause == CAUSE_MARKED) {
		return;
	} else if (c->after == 0) {
		want->at[c->sq] = NONE;
	} else if (arrives) {
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

/* The captor stands on the target, whatever the masks say, until it is put back. */
static void
want_attempt(struct wanted *want, struct action a)
{
	want->victim[a.to] = want->at[a.to];
	want->at[a.to] = want->at[a.from];
	want->at[a.from] = NONE;
}

static unsigned
first_touch(const struct asking *q, unsigned sq)
{
	unsigned i = 0;

	while (i < q->edges.n && q->edges.edge[i].sq != sq)
		i++;
	return i;
}

static unsigned
last_touch(const struct asking *q, unsigned sq)
{
	unsigned i = q->edges.n;

	while (i > 0 && q->edges.edge[i - 1].sq != sq)
		i--;
	return i;
}

static void
want_transfer(const struct asking *q, struct wanted *want, struct action a)
{
	struct position after = want->position;

	rules_apply(q->game, &after, a);
	sqset_add(&want->must_touch, a.from);
	sqset_add(&want->must_touch, a.to);
	/* Giver first: the other way round it is another transfer. */
	want->in_order &= first_touch(q, a.from) < last_touch(q, a.to);
	if (rules_at(q->game, &after, a.from) == 0)
		want->at[a.from] = NONE;
}

static void want_more(struct asking *q, const struct wanted *before);

static bool
same_actions(const struct oracle_history *a, const struct oracle_history *b)
{
	if (a->n != b->n)
		return false;
	for (unsigned i = 0; i < a->n; i++) {
		struct action x = a->action[i], y = b->action[i];

		if (x.kind == ACT_MOVE)
			x.arg = y.arg;
		if (!rules_action_equal(x, y))
			return false;
	}
	return true;
}

static void
count_boxes(struct asking *q, const struct wanted *want)
{
	unsigned n = sqset_count(want->promoted);

	for (unsigned sq = 0; sq < q->squares; sq++)
		n += want->at[sq] == BOX && !sqset_has(want->promoted, sq);
	q->n_boxes = n > q->n_boxes ? n : q->n_boxes;
}

static void
keep_if_explained(struct asking *q, const struct wanted *want)
{
	if (q->scouting) {
		count_boxes(q, want);
		return;
	}
	enum oracle_tier tier = explains(q, want);
	struct oracle_answer *out = q->out;

	if (tier == TIERS)
		return;
	for (unsigned i = 0; i < out->tier[tier].n; i++)
		if (same_actions(&out->tier[tier].history[i], &want->so_far))
			return;
	if (out->tier[tier].n < ORACLE_HISTORIES_MAX)
		out->tier[tier].history[out->tier[tier].n++] = want->so_far;
}

/* The action is done; then all that may come of it. */
static void
want_action(struct asking *q, const struct wanted *before, struct action a)
{
	struct wanted want = *before;

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
	/* Refused, and both are back where they were. */
	memcpy(want.at, before->at, sizeof(want.at));
	memcpy(want.victim, before->victim, sizeof(want.victim));
	sqset_add(&want.must_touch, a.from);
	keep_if_explained(q, &want);
	want_more(q, &want);
}

static void
want_word(struct asking *q, const struct wanted *before, struct action a)
{
	struct wanted want = *before;

	if (want.n_words++ >= 4)
		return;
	want_footprint(q, &want, a);
	rules_apply(q->game, &want.position, a);
	want_more(q, &want);
}

/* Without a touch on the piece that goes nothing can have been done. */
static bool
may_be_done(const struct asking *q, struct action a)
{
	struct sqset t = q->edges.touched;

	switch ((enum action_kind)a.kind) {
	case ACT_MOVE:
	case ACT_TRANSFER:
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
	    !within_reach(q, before, q->depth - before->so_far.n) ||
	    rules_outcome(q->game, &before->position, NULL).result != RESULT_ONGOING)
		return;
	n = rules_actions(q->game, &before->position, list);
	q->effort += n;
	for (size_t i = 0; i < n; i++) {
		if (needs_no_hand(q, &before->position, list[i]))
			want_word(q, before, list[i]);
		else if (may_be_done(q, list[i]) &&
			 (list[i].kind != ACT_BUY || !is_word(q, &before->position, list[i])))
			want_action(q, before, list[i]);
	}
}

/* What stands at the base; where the rules' doing is not done yet, what should. */
static void
want_base(const struct asking *q, const struct oracle_base *b, struct wanted *want)
{
	memset(want, 0, sizeof(*want));
	want->position = q->sim->meant->position[b->ply];
	memset(want->victim, NONE, sizeof(want->victim));
	want->in_order = true;
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		bool stands = sq < q->squares && rules_at(q->game, &want->position, sq) != 0;

		want->at[sq] = !stands ? NONE : q->on[sq] != 0 ? (uint8_t)sq : BOX;
		if (stands != (q->on[sq] != 0))
			sqset_add(&want->loose, sq);
	}
}

static void
find_edges(struct asking *q, const struct oracle_base *b)
{
	unsigned from = 0;

	while (from < q->sim->n_log && q->sim->log[from].t_us < b->start_us)
		from++;
	memset(&q->edges, 0, sizeof(q->edges));
	q->occupied = (struct sqset){ { 0, 0 } };
	for (unsigned sq = 0; sq < q->squares; sq++) {
		struct reading before = { .occupied = q->on[sq] != 0 };
		unsigned stones = rules_stones(q->game, q->on[sq]);

		if (before.occupied && q->sim->config.senses >= SENSES_POLARITY)
			before.pole = piece_colour(q->on[sq]) ? POLE_BLACK : POLE_WHITE;
		if (before.occupied && q->sim->config.senses == SENSES_LEVEL)
			before.level_min = before.level_max = stones ? (uint8_t)stones : 2;
		believe_square(&q->edges, q->sim, from, sq, before);
		if (sqset_has(q->edges.touched, sq) ? q->edges.last[sq].occupied : before.occupied)
			sqset_add(&q->occupied, sq);
	}
}

void
oracle_ask(const struct sim *s, const struct oracle_base *b, unsigned depth,
	   struct oracle_answer *out)
{
	static struct asking q;
	struct wanted want;

	memset(out, 0, sizeof(*out));
	q.sim = s;
	q.game = s->meant->game;
	q.squares = rules_squares(q.game);
	q.depth = depth < ORACLE_DEPTH_MAX ? depth : ORACLE_DEPTH_MAX;
	q.out = out;
	memcpy(q.on, b->on, sizeof(q.on));
	memset(&q.first, 0, sizeof(q.first));
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		q.first.at[sq] = q.on[sq] != 0 ? (uint8_t)sq : NONE;
	find_edges(&q, b);
	want_base(&q, b, &want);
	q.n_boxes = 0;
	q.effort = 0;
	q.scouting = true;
	count_boxes(&q, &want);
	want_more(&q, &want);
	q.scouting = false;
	q.effort = 0;
	find_ways(&q);
	out->too_many = q.ways.too_many;
	out->nothing = explains(&q, &want) == TIER_SEEN;
	want_more(&q, &want);
	out->too_many |= q.effort > EFFORT_MAX;
}

unsigned
oracle_count(const struct oracle_answer *answer)
{
	for (unsigned i = 0; i < TIERS; i++)
		if (answer->tier[i].n > 0)
			return answer->tier[i].n;
	return 0;
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

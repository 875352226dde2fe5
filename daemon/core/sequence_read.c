/*
 * Reads a whole sequence of actions: edges that neither one action nor one action and its
 * reply explains. Tries every sequence of legal actions of either player, up to a depth,
 * against every arrangement of pieces that the edges allow.
 *
 *   L a D b  L b L o D b  L c D d     a-b, o takes it, c-d
 *
 * An action is done between two edges: the board then matches it, except for pieces that
 * the next player holds. If all sequences begin with the same action, that one is final
 * and the rest is the next question. If they differ, or would if two players had set
 * their pieces down in another order, none is taken.
 */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/core/sequence.h"

enum {
	READ_EDGES_MAX = 40,
	READ_DEPTH_MAX = 5,    /* actions */
	READ_WAYS_MAX = 20,    /* actions of one position that the touched squares allow */
	READ_NODES_MAX = 64,   /* positions; a limit on time */
	READ_WORK_MAX = 50000, /* comparisons */
	READ_HELD_MAX = 2,
	READ_NONE = INFER_NONE,
	READ_SEVERAL = INFER_NONE - 1,
	READ_END = INFER_NONE - 2, /* the turn ended without an edge, and the other side has
				    * acted */
};

/* The square where each piece belongs, by its home in the first position. */
struct scene {
	struct position position;
	uint8_t at[RULES_SQUARES_MAX];
	uint8_t victim[RULES_SQUARES_MAX]; /* piece on the square to which a promoted piece came */
	uint8_t came[RULES_SQUARES_MAX];   /* number of pieces that came, one after another */
	struct sqset changed;              /* since the first position */
	struct sqset loose;                /* squares that the rules change: changed already or
					    * not */
	struct sqset promoted;             /* any piece is right */
	struct sqset fresh;                /* arrival squares of the last action */
};

struct reader {
	const struct sequence *q;
	const struct infer *f;
	unsigned nodes, work;
	bool too_much;
	unsigned first, at; /* the sequences' first action, done before edge `at` */
	struct sqset held;  /* homes of pieces that the next player held at that time */
	unsigned depth;     /* length of the longest */
	/*
	 * With blind squares no sequence is taken. The reader answers one of these queries
	 * instead:
	 */
	enum read_for {
		READ_TO_TAKE,
		/* is there a sequence through a blind square that does not begin with `taken`? */
		READ_RIVAL,
		READ_OFFERS, /* which actions do sequences begin with? */
		READ_CHOSEN, /* by which edge is `taken` complete in sequences that begin with
			      * it? */
	} purpose;
	unsigned taken;
	bool dark;        /* `taken` involves a blind square */
	bool held_counts; /* accept sequences after which the next player holds a piece */
	enum sequence_rival rival;
	struct infer_answer offers;
};

/* A sequence under test: its first action. */
struct begun {
	unsigned depth, first, at;
	struct sqset held;
	bool dark; /* one of its actions involves a blind square */
};

static void
scene_first(struct scene *sc, const struct infer *f)
{
	memset(sc, 0, sizeof(*sc));
	sc->position = f->position;
	memset(sc->at, WORLD_NOTHING, sizeof(sc->at));
	memset(sc->victim, WORLD_NOTHING, sizeof(sc->victim));
	for (unsigned sq = 0; sq < rules_squares(f->game); sq++)
		if (sqset_has(f->worlds.home, sq))
			sc->at[sq] = (uint8_t)sq;
}

static void
scene_arrive(struct scene *sc, const struct scene *was, const struct infer_candidate *c, unsigned i)
{
	unsigned sq = c->arrival[i].sq, home = c->arrival[i].home;
	bool odd = c->promotes || (home != WORLD_BOX && sqset_has(was->promoted, home));

	sc->at[sq] = home == WORLD_BOX ? WORLD_BOX : was->at[home];
	sqset_add(&sc->fresh, sq);
	sc->came[sq]++;
	if (!odd)
		return;
	sqset_add(&sc->promoted, sq);
	sc->victim[sq] = was->at[sq];
}

/* Computes the scene after c, an action of was->position. */
static void
scene_after(const struct game *g, const struct scene *was, const struct infer_candidate *c,
	    struct scene *out)
{
	struct sqset ruled = foresee_ruled(g, &was->position, c->action);
	struct sqset left = sqset_or(c->changed, ruled);

	*out = *was;
	out->fresh = (struct sqset){ { 0, 0 } };
	foresee_action(g, &was->position, c->action, &out->position);
	out->changed = sqset_or(was->changed, left);
	out->promoted = sqset_minus(was->promoted, left);
	out->loose = sqset_or(sqset_minus(was->loose, left), ruled);
	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		out->at[sq] = sqset_has(ruled, sq) && rules_at(g, &out->position, sq)
				      ? WORLD_BOX
				      : WORLD_NOTHING;
	}
	for (unsigned i = 0; i < c->n_arrivals; i++)
		scene_arrive(out, was, c, i);
}

/* Reports whether w matches the scene, except for pieces that the next player holds, *held. */
static bool
scene_is(const struct scene *sc, const struct worlds *ws, const struct world *w, struct sqset *held)
{
	unsigned n_held = 0;

	*held = (struct sqset){ { 0, 0 } };
	for (unsigned i = 0; i < ws->n_touched; i++) {
		unsigned sq = ws->touched_sq[i];
		uint8_t have = w->at[i], want = sc->at[sq];

		if (have == want || sqset_has(sc->loose, sq) || sqset_has(ws->blind, sq))
			continue;
		if (have != WORLD_NOTHING) {
			if (!sqset_has(sc->promoted, sq) || have == sc->victim[sq])
				return false;
			continue;
		}
		if (sqset_has(sc->fresh, sq) ||
		    (want != WORLD_BOX && worlds_place(ws, w, want) != WORLD_NOTHING) ||
		    ++n_held > READ_HELD_MAX)
			return false;
		sqset_add(held, sq);
	}
	return true;
}

/* Reports whether the final readings agree with the pieces of the scene. */
static bool
readings_agree(const struct reader *r, const struct scene *sc, const struct worlds *ws)
{
	struct sqset left = sqset_and(ws->touched, ws->now);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left), pole = ws->pole[sq];
		uint8_t piece = rules_at(r->f->game, &sc->position, sq);
		unsigned stones = rules_stones(r->f->game, piece);

		if (!piece || sqset_has(sc->promoted, sq) || sqset_has(sc->loose, sq))
			continue;
		if (pole != POLE_UNKNOWN && (pole == POLE_BLACK) != (piece_colour(piece) == 1) &&
		    !(sc->at[sq] < RULES_SQUARES_MAX && sqset_has(ws->odd, sc->at[sq])))
			return false;
		if (stones && ws->level_max[sq] &&
		    (stones < ws->level_min[sq] || stones > ws->level_max[sq]))
			return false;
	}
	return true;
}

static bool
is_taken(const struct reader *r, unsigned c)
{
	return c == r->taken || (c < READ_END && infer_same_promotion(r->f, c, r->taken));
}

static void
note_rival(struct reader *r, const struct begun *b)
{
	if ((b->dark || r->dark) && !is_taken(r, b->first))
		r->rival = RIVAL_OTHER;
	else if (b->dark && b->depth > 1 && r->rival == RIVAL_NONE)
		r->rival = RIVAL_LONGER;
}

static void
add_offer(struct reader *r, unsigned c)
{
	struct infer_answer *o = &r->offers;
	unsigned i = 0;

	while (i < o->n && o->best[i] != c)
		i++;
	if (i == o->n && o->n < INFER_BEST_MAX)
		o->best[o->n++] = (uint16_t)c;
}

static void
found(struct reader *r, const struct begun *b)
{
	bool same = r->first == b->first;

	if (r->purpose == READ_RIVAL)
		note_rival(r, b);
	else if (r->purpose == READ_OFFERS && b->first < READ_END)
		add_offer(r, b->first);
	if (r->first == READ_SEVERAL || r->purpose == READ_RIVAL || r->purpose == READ_OFFERS ||
	    (r->purpose == READ_CHOSEN && !is_taken(r, b->first)))
		return;
	r->depth = b->depth > r->depth ? b->depth : r->depth;
	if (r->first == READ_NONE || (same && sqset_empty(b->held) && !sqset_empty(r->held))) {
		r->first = b->first;
		r->at = b->at;
		r->held = b->held;
	} else if (r->first == READ_END || b->first == READ_END) {
		r->first = same ? READ_END : READ_SEVERAL;
	} else if (!same && !infer_same_promotion(r->f, r->first, b->first)) {
		r->first = READ_SEVERAL;
	}
}

/*
 * Finds the actions of the scene's position that the touched squares allow; returns their
 * number.
 */
static unsigned
find_ways(struct reader *r, const struct scene *sc, struct infer_candidate out[READ_WAYS_MAX])
{
	struct infer *probe = r->q->scratch;
	struct sqset touched = r->f->worlds.touched, known = sqset_or(touched, r->f->blind);
	unsigned n = 0;

	infer_start_probe(probe, r->f, 0, &sc->position, touched);
	for (unsigned i = 0; i < probe->n; i++) {
		const struct infer_candidate *c = &probe->candidate[i];

		if (c->way == WAY_WORD || c->way == WAY_ATTEMPT ||
		    !sqset_empty(sqset_minus(sqset_minus(c->changed, c->loose), known)) ||
		    sqset_empty(sqset_and(c->changed, touched)) ||
		    (c->promotes && c->action.arg != PIECE_NONE && c->action.arg != PIECE_QUEEN))
			continue;
		/* Touched stacks and transferred stones are not read by sequences. */
		r->too_much |= c->way == WAY_TOUCH || n == READ_WAYS_MAX;
		if (c->way != WAY_TOUCH && n < READ_WAYS_MAX)
			out[n++] = *c;
	}
	return n;
}

static void read_on(struct reader *r, const struct scene *sc, const struct worlds *from,
		    unsigned at, const struct begun *b);

/* Continues with the other side, because the turn may have ended without an edge. */
static void
read_ended(struct reader *r, const struct scene *sc, const struct worlds *from, unsigned at,
	   const struct begun *b)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(r->f->game, &sc->position, list);
	struct scene ended = *sc;

	for (size_t i = 0; i < n; i++) {
		if (list[i].kind != ACT_END)
			continue;
		foresee_action(r->f->game, &sc->position, list[i], &ended.position);
		ended.loose =
			sqset_or(ended.loose, foresee_ruled(r->f->game, &sc->position, list[i]));
		read_on(r, &ended, from, at, b);
		return;
	}
}

/* Continues from the arrangements in which the action is complete after edge at - 1. */
static void
read_done(struct reader *r, const struct scene *sc, const struct worlds *ws, unsigned at,
	  const struct begun *before, unsigned first)
{
	struct begun b = *before;
	struct worlds done;
	struct sqset held, least = { { 0, 0 } };
	bool all = false;

	if (!sqset_empty(sqset_minus(sqset_minus(sc->changed, sqset_or(sc->loose, ws->blind)),
				     ws->touched)))
		return;
	done = *ws;
	done.n = 0;
	for (unsigned i = 0; i < ws->n; i++) {
		if (!scene_is(sc, ws, &ws->w[i], &held))
			continue;
		all |= sqset_empty(held);
		least = all ? (struct sqset){ { 0, 0 } } : held;
		done.w[done.n++] = ws->w[i];
	}
	r->work += ws->n;
	if (done.n == 0)
		return;
	if (b.depth++ == 0 && b.first != READ_END) {
		b.first = first;
		b.at = at;
		b.held = least;
	}
	if (at < r->f->n_log) {
		read_on(r, sc, &done, at, &b);
		read_ended(r, sc, &done, at, &b);
	} else if ((all || r->held_counts) &&
		   (b.depth > 1 || b.first == READ_END || r->purpose != READ_TO_TAKE) &&
		   readings_agree(r, sc, ws)) {
		found(r, &b);
	}
}

static void
read_on(struct reader *r, const struct scene *sc, const struct worlds *from, unsigned at,
	const struct begun *b)
{
	struct infer_candidate way[READ_WAYS_MAX];
	struct scene after[READ_WAYS_MAX];
	struct worlds ws = *from;
	unsigned n;

	if (b->depth == READ_DEPTH_MAX || r->first == READ_SEVERAL)
		return;
	r->too_much |= r->nodes++ == READ_NODES_MAX;
	if (r->too_much)
		return;
	n = find_ways(r, sc, way);
	/* The scene after an action does not depend on the edge that completes it. */
	for (unsigned k = 0; k < n && !r->too_much; k++)
		scene_after(r->f->game, sc, &way[k], &after[k]);
	for (; n > 0 && at < r->f->n_log && !r->too_much; at++) {
		worlds_edge(&ws, r->f->log[at].sq, r->f->log[at].reading);
		r->too_much |= ws.vague || r->work > READ_WORK_MAX;
		for (unsigned k = 0; k < n && !r->too_much && r->rival != RIVAL_OTHER; k++) {
			struct begun with = *b;

			with.dark |= !sqset_empty(sqset_and(way[k].changed, ws.blind));
			read_done(r, &after[k], &ws, at + 1, &with,
				  b->depth ? b->first : infer_find(r->f, way[k].action));
		}
	}
}

static void
read_from_start(struct reader *r)
{
	struct begun b = { .depth = 0 }, ended = { .first = READ_END };
	struct worlds ws;
	struct scene sc;

	scene_first(&sc, r->f);
	infer_worlds_before(r->f, &ws);
	read_on(r, &sc, &ws, 0, &b);
	read_ended(r, &sc, &ws, 0, &ended);
}

/* Returns the action with which all fitting sequences begin, or READ_NONE, READ_SEVERAL. */
static unsigned
read_all(struct reader *r, const struct sequence *q, const struct infer *f)
{
	*r = (struct reader){ .q = q, .f = f, .first = READ_NONE };
	/* Pieces on blind squares are unknown between two edges. */
	if (f->log_full || f->worlds.vague || !sqset_empty(f->blind) || f->n_log < 3 ||
	    f->n_log > READ_EDGES_MAX)
		return READ_NONE;
	read_from_start(r);
	return r->too_much ? READ_SEVERAL : r->first;
}

/* Finds sequences through a blind square that are not candidate c of f alone. */
static enum sequence_rival
find_rival(const struct sequence *q, const struct infer *f, unsigned c, bool begun)
{
	struct reader r = { .q = q,
			    .f = f,
			    .first = READ_NONE,
			    .purpose = READ_RIVAL,
			    .taken = c,
			    .dark = infer_relies_on_blind(f, c),
			    .held_counts = begun };

	if (f->log_full || f->worlds.vague || f->n_log > READ_EDGES_MAX)
		return RIVAL_OTHER;
	read_from_start(&r);
	return r.too_much ? RIVAL_OTHER : r.rival;
}

enum sequence_rival
sequence_rival(const struct sequence *q, unsigned source, unsigned c, bool begun)
{
	const struct infer *f = sequence_source(q, source);

	if (sqset_empty(f->blind))
		return RIVAL_NONE;
	if (source == SOURCE_CURRENT && q->amendable &&
	    find_rival(q, q->before, infer_find(q->before, q->last), begun) == RIVAL_OTHER)
		return RIVAL_OTHER;
	return find_rival(q, f, c, begun);
}

/* Reports whether every arrival was seen as an edge. */
static bool
all_seen(const struct infer *f, const struct scene *sc, unsigned until)
{
	for (unsigned i = 0; i < f->worlds.n_touched; i++) {
		unsigned sq = f->worlds.touched_sq[i], drops = 0;

		for (unsigned k = 0; k < until; k++)
			drops += f->log[k].sq == sq && infer_came_down(f, k);
		if (drops < sc->came[sq])
			return false;
	}
	return true;
}

/*
 * Tries sequences in which actions may be completed in any order: two players may have set their
 * pieces down at the same time. Limited to the depth found in order.
 */
static void
read_together(struct reader *r, const struct scene *sc, const struct worlds *ws,
	      const struct begun *before, unsigned depth, unsigned until)
{
	struct infer_candidate way[READ_WAYS_MAX];
	struct scene after;
	struct sqset held;
	unsigned n;

	r->too_much |= r->nodes++ == READ_NODES_MAX;
	n = r->too_much ? 0 : find_ways(r, sc, way);
	for (unsigned k = 0; k < n && !r->too_much; k++) {
		struct begun b = *before;

		scene_after(r->f->game, sc, &way[k], &after);
		if (b.depth++ == 0)
			b.first = infer_find(r->f, way[k].action);
		for (unsigned i = 0; i < ws->n && b.depth > 1; i++)
			if (scene_is(&after, ws, &ws->w[i], &held) && sqset_empty(held) &&
			    all_seen(r->f, &after, until))
				found(r, &b);
		if (b.depth < depth)
			read_together(r, &after, ws, &b, depth, until);
	}
}

/*
 * Reports whether the action stays the only one if its piece was set down while the next player
 * held one. Checked as soon as both players' pieces are down, or, if no sequence fits then, at
 * the end.
 */
static bool
stands_together(const struct reader *in_order)
{
	const struct infer *f = in_order->f;
	struct reader r = { .q = in_order->q, .f = f, .first = READ_NONE };
	struct begun b = { .depth = 0 };
	struct worlds ws;
	struct scene sc;

	if (sqset_empty(in_order->held))
		return true;
	scene_first(&sc, f);
	infer_worlds_before(f, &ws);
	for (unsigned k = 0; k < f->n_log && r.first == READ_NONE; k++) {
		worlds_edge(&ws, f->log[k].sq, f->log[k].reading);
		if (k >= in_order->at)
			read_together(&r, &sc, &ws, &b, 2, k + 1);
	}
	if (r.first == READ_NONE)
		read_together(&r, &sc, &ws, &b, in_order->depth, f->n_log);
	return !r.too_much && r.first < READ_END &&
	       (r.first == in_order->first || infer_same_promotion(f, r.first, in_order->first));
}

/* Reports whether the amendable action may have been another one. */
static bool
amended(const struct sequence *q)
{
	struct reader r;
	unsigned c;

	if (!q->amendable)
		return false;
	c = read_all(&r, q, q->before);
	return c == READ_SEVERAL || c == READ_END ||
	       (c != READ_NONE && !rules_action_equal(q->before->candidate[c].action, q->last));
}

/* Returns the first action's edges, without lifts of the next player before the action's end. */
static struct sequence_part
own_edges(const struct reader *r)
{
	struct sequence_part part = { .until = (uint16_t)r->at };
	struct sqset held = r->held;

	while (!sqset_empty(held)) {
		unsigned sq = sqset_pop(&held), i = r->at;

		while (i > 0 && r->f->log[--i].sq != sq)
			;
		if (r->f->log[i].sq == sq)
			part.later[part.n_later++] = (uint16_t)i;
	}
	return part;
}

void
sequence_offers(const struct sequence *q, struct infer_answer *out)
{
	const struct infer *f = q->current;
	struct reader r = { .q = q, .f = f, .first = READ_NONE, .purpose = READ_OFFERS };

	memset(out, 0, sizeof(*out));
	if (sqset_empty(f->blind) || f->log_full || f->worlds.vague || f->n_log > READ_EDGES_MAX)
		return;
	read_from_start(&r);
	if (!r.too_much)
		*out = r.offers;
}

struct sequence_part
sequence_chosen(const struct sequence *q, unsigned c)
{
	const struct infer *f = q->current;
	struct reader r = {
		.q = q, .f = f, .first = READ_NONE, .purpose = READ_CHOSEN, .taken = c
	};

	read_from_start(&r);
	return r.first == READ_NONE ? (struct sequence_part){ .until = f->n_log } : own_edges(&r);
}

static void
take(const struct reader *r, unsigned source, unsigned c, struct sequence_first *out)
{
	*out = (struct sequence_first){
		.source = source,
		.candidate = c,
		.done_us = r->f->log[r->at].t_us,
		.part = own_edges(r),
	};
}

/*
 * Reads an action that replaces the last final one, and the actions after it; the other side
 * must not have moved before.
 */
static bool
read_amending(const struct sequence *q, struct sequence_first *out)
{
	const struct infer *f = q->before;
	struct reader r;
	unsigned c;

	if (!q->amendable)
		return false;
	c = read_all(&r, q, f);
	if (c >= READ_END || c == infer_find(f, q->last) || !sequence_departed_since(q, r.at) ||
	    !sqset_empty(
		    sqset_minus(sequence_touched_by_opponent(q, r.at), f->candidate[c].captured)) ||
	    !stands_together(&r))
		return false;
	take(&r, SOURCE_AMENDING, c, out);
	return true;
}

bool
sequence_read_ended(const struct sequence *q)
{
	struct reader r;

	return read_all(&r, q, q->current) == READ_END;
}

bool
sequence_read(const struct sequence *q, struct sequence_first *out)
{
	const struct infer *f = q->current;
	struct reader r;
	unsigned c = read_all(&r, q, f);

	if (c == READ_NONE)
		return read_amending(q, out);
	if (c >= READ_END || !stands_together(&r) ||
	    foresee_reveals(f->game, &f->position, f->candidate[c].action) || amended(q))
		return false;
	take(&r, SOURCE_CURRENT, c, out);
	return true;
}

#include "daemon/core/guide.h"

#include <limits.h>
#include <string.h>

/* The present and the required piece of each square, in one arrangement. */
struct scene {
	unsigned n;                      /* squares */
	uint8_t have[RULES_SQUARES_MAX]; /* as in struct world */
	uint8_t want[RULES_SQUARES_MAX];
	const uint8_t *piece; /* by home */
	struct sqset ignored; /* treated as right: unreadable, or due and no arrival of the action */
	bool belied;          /* a reading's level contradicts the piece there */
	uint8_t any_sq;       /* any piece is right there (promotion), or NO_SQ */
	uint8_t promoted;     /* a piece from the box replaces this home, or NO_SQ */
};

static bool
is_home(uint8_t what)
{
	return what < RULES_SQUARES_MAX;
}

static void
scene_goal(struct scene *s, const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = c == INFER_NONE ? NULL : &f->candidate[c];

	s->n = rules_squares(f->game);
	s->any_sq = x && x->promotes ? x->arrival[0].sq : RULES_NO_SQ;
	s->promoted = f->promoted;
	s->piece = f->worlds.piece;
	s->ignored = f->due;
	for (unsigned i = 0; x && i < x->n_arrivals; i++)
		sqset_remove(&s->ignored, x->arrival[i].sq);
	s->ignored = sqset_or(s->ignored, f->blind);
	for (unsigned sq = 0; sq < s->n; sq++)
		s->want[sq] = infer_wanted(f, c, sq);
}

static void
scene_world(struct scene *s, const struct infer *f, const struct world *w)
{
	const struct worlds *ws = &f->worlds;

	s->belied = false;
	for (unsigned sq = 0; sq < s->n; sq++) {
		if (sqset_has(s->ignored, sq)) {
			s->have[sq] = s->want[sq];
			continue;
		}
		if (ws->index[sq] != 0xff)
			s->have[sq] = w->at[ws->index[sq]];
		else
			s->have[sq] = sqset_has(ws->home, sq) ? (uint8_t)sq : WORLD_NOTHING;
		if (is_home(s->have[sq]) && !infer_level_fits(f, sq, ws->piece[s->have[sq]])) {
			s->have[sq] = WORLD_BOX;
			s->belied = true;
		}
	}
}

/* Reports whether the pole read on sq contradicts piece `what`. */
static bool
pole_denies(const struct infer *f, unsigned sq, uint8_t what)
{
	return what < RULES_SQUARES_MAX && !worlds_pole_fits(&f->worlds, what, f->worlds.pole[sq]);
}

/* Reports whether two pieces are interchangeable, such as two pawns of one colour. */
static bool
alike(const struct scene *s, uint8_t a, uint8_t b)
{
	return a == b || (is_home(a) && is_home(b) && s->piece[a] == s->piece[b]);
}

static bool
right(const struct scene *s, unsigned sq)
{
	return alike(s, s->have[sq], s->want[sq]) ||
	       (s->promoted != RULES_NO_SQ && s->want[sq] == s->promoted &&
		s->have[sq] == WORLD_BOX) ||
	       (sq == s->any_sq && s->have[sq] != WORLD_NOTHING);
}

/* ---- mixed pieces ---- */

/* Reports whether the pole or the level read on sq contradicts piece `what`. */
static bool
sensor_denies(const struct infer *f, unsigned sq, uint8_t what)
{
	return is_home(what) &&
	       (pole_denies(f, sq, what) || !infer_level_fits(f, sq, f->worlds.piece[what]));
}

/* Returns the mixed piece that belongs on sq, or one like it; WORLD_MIXED: none. */
static uint8_t
mixed_right(const struct scene *s, const struct infer *f, struct sqset mixed, unsigned sq)
{
	uint8_t want = s->want[sq];

	if (!is_home(want) || sensor_denies(f, sq, want))
		return WORLD_MIXED;
	if (sqset_has(mixed, want))
		return want;
	while (!sqset_empty(mixed)) {
		uint8_t home = (uint8_t)sqset_pop(&mixed);

		if (alike(s, home, want))
			return home;
	}
	return WORLD_MIXED;
}

static unsigned
square_distance(unsigned files, unsigned a, unsigned b)
{
	int df = (int)(a % files) - (int)(b % files), dr = (int)(a / files) - (int)(b / files);

	return (unsigned)(df * df + dr * dr);
}

/*
 * Returns the mixed piece whose home is nearest, free homes first. WORLD_BOX: the sensor
 * excludes all of them.
 */
static uint8_t
mixed_nearest(const struct scene *s, const struct infer *f, struct sqset mixed, unsigned sq)
{
	enum { TAKEN = 1000 }; /* further than any square */
	unsigned least = UINT_MAX;
	uint8_t nearest = WORLD_BOX;

	while (!sqset_empty(mixed)) {
		uint8_t home = (uint8_t)sqset_pop(&mixed);
		unsigned far = square_distance(rules_files(f->game), sq, home) +
			       (s->have[home] == WORLD_NOTHING ? 0 : TAKEN);

		if (far >= least || sensor_denies(f, sq, home))
			continue;
		least = far;
		nearest = home;
	}
	return nearest;
}

/* Assigns each mixed piece to a square where it may belong, otherwise to the nearest gap. */
static void
resolve_mixed(struct scene *s, const struct infer *f)
{
	struct sqset mixed = f->worlds.mixed;

	for (unsigned pass = 0; pass < 3; pass++)
		for (unsigned sq = 0; sq < s->n; sq++) {
			uint8_t what;

			if (s->have[sq] != WORLD_MIXED)
				continue;
			what = pass < 2 ? mixed_right(s, f, mixed, sq)
					: mixed_nearest(s, f, mixed, sq);
			/* Assigns the exact piece in the first pass, one like it in the second. */
			if (what == WORLD_MIXED || (pass == 0 && what != s->want[sq]))
				continue;
			s->have[sq] = what;
			if (is_home(what))
				sqset_remove(&mixed, what);
		}
}

/*
 * Builds the scene when the pieces are unknown: any piece on a square that must hold one counts
 * as right, unless its pole contradicts this.
 */
static void
scene_vague(struct scene *s, const struct infer *f)
{
	if (f->worlds.sketched) {
		scene_world(s, f, &f->worlds.sketch);
		resolve_mixed(s, f);
		return;
	}
	for (unsigned sq = 0; sq < s->n; sq++) {
		bool there = sqset_has(f->worlds.now, sq);
		bool fits = s->want[sq] != WORLD_NOTHING && !pole_denies(f, sq, s->want[sq]);

		if (sqset_has(s->ignored, sq)) {
			s->have[sq] = s->want[sq];
			continue;
		}
		s->have[sq] = !there ? WORLD_NOTHING : fits ? s->want[sq] : WORLD_BOX;
	}
}

/* ---- counting steps ---- */

/*
 * Missing and misplaced pieces by kind. Kinds that occupy each other's squares are linked.
 * Each missing or extra piece costs one step. A group of linked kinds costs one step more
 * unless it is open: it has a free square, or a piece that enters or leaves the board.
 */
struct kinds {
	uint8_t missing[256], extra[256];
	uint8_t link[256]; /* next link towards the group's representative; 0: this is it */
	bool open[256];
};

static unsigned
kind_root(const struct kinds *k, unsigned piece)
{
	while (k->link[piece])
		piece = k->link[piece];
	return piece;
}

/* Counts sq in *k and returns its extra steps: one if an unknown piece must leave. */
static unsigned
kinds_count(struct kinds *k, const struct scene *s, unsigned sq)
{
	unsigned have = is_home(s->have[sq]) ? s->piece[s->have[sq]] : 0;
	unsigned want = is_home(s->want[sq]) ? s->piece[s->want[sq]] : 0;
	unsigned a = kind_root(k, have), b = kind_root(k, want);

	if (have)
		k->extra[have]++;
	if (want)
		k->missing[want]++;
	if (have == 0 || want == 0)
		k->open[have | want] = true;
	else if (a != b)
		k->link[a] = (uint8_t)b;
	return s->have[sq] == WORLD_BOX;
}

static unsigned
count_steps(const struct scene *s)
{
	struct kinds k;
	unsigned n = 0;

	memset(&k, 0, sizeof(k));
	for (unsigned sq = 0; sq < s->n; sq++)
		if (!right(s, sq))
			n += kinds_count(&k, s, sq);
	for (unsigned p = 1; p < 256; p++) {
		n += k.missing[p] > k.extra[p] ? k.missing[p] : k.extra[p];
		if (k.open[p] || k.missing[p] != k.extra[p])
			k.open[kind_root(&k, p)] = true;
	}
	for (unsigned p = 1; p < 256; p++)
		n += k.extra[p] && !k.link[p] && !k.open[p];
	return n;
}

/* ---- choosing an arrangement ---- */

/*
 * Returns the distance of an arrangement from the goal in steps. No steps is best; then come
 * arrangements that agree with the piece the player meant. The caller takes the minimum, so
 * that the guidance has no unnecessary step.
 */
static unsigned
distance(const struct scene *s, const struct infer *f)
{
	enum { FAR = 4 * RULES_SQUARES_MAX }; /* further than any number of steps */
	unsigned steps = count_steps(s) + (s->belied ? 2 * FAR : 0);
	bool meant = f->meant_sq == RULES_NO_SQ || s->have[f->meant_sq] == f->meant_home;

	return steps == 0 || meant ? steps : steps + FAR;
}

/* Chooses the arrangement nearest to the goal among those that the edges allow. */
static void
scene_choose(struct scene *s, const struct infer *f)
{
	const struct worlds *ws = &f->worlds;
	struct scene best;
	unsigned least = UINT_MAX;

	if (ws->vague) {
		scene_vague(s, f);
		return;
	}
	for (unsigned i = 0; i < ws->n; i++) {
		unsigned far;

		scene_world(s, f, &ws->w[i]);
		far = distance(s, f);
		if (far < least) {
			least = far;
			best = *s;
		}
	}
	*s = best;
}

/* ---- the next step ---- */

static void
step(struct guidance *out, unsigned lift_sq, unsigned put_sq)
{
	out->lift_sq = (uint8_t)lift_sq;
	out->put_sq = (uint8_t)put_sq;
}

/*
 * Reports whether moving the piece from lift_sq (or `what` from the hand) to put_sq leaves
 * one step less.
 */
static bool
step_helps(const struct scene *s, unsigned lift_sq, unsigned put_sq, uint8_t what)
{
	struct scene then = *s;

	if (lift_sq != RULES_NO_SQ)
		then.have[lift_sq] = WORLD_NOTHING;
	if (put_sq != RULES_NO_SQ)
		then.have[put_sq] = what;
	return count_steps(&then) < count_steps(s);
}

static bool
stands(const struct scene *s, uint8_t what)
{
	return memchr(s->have, what, s->n) != NULL;
}

static bool
lacks(const struct scene *s, unsigned sq)
{
	return s->have[sq] == WORLD_NOTHING && s->want[sq] != WORLD_NOTHING;
}

/*
 * Reports whether `what` belongs on `to`: an interchangeable piece does, or with `own` only
 * exactly that one.
 */
static bool
belongs(const struct scene *s, uint8_t what, unsigned to, bool own)
{
	return own ? what == s->want[to] : alike(s, what, s->want[to]);
}

/* Proposes moving a piece on the board to its free square. */
static bool
step_move(const struct scene *s, struct guidance *out, bool own)
{
	for (unsigned sq = 0; sq < s->n; sq++)
		for (unsigned to = 0; to < s->n && is_home(s->have[sq]) && !right(s, sq); to++)
			if (lacks(s, to) && belongs(s, s->have[sq], to, own) &&
			    step_helps(s, sq, to, s->have[sq])) {
				step(out, sq, to);
				return true;
			}
	return false;
}

/*
 * Proposes putting a piece from the hand on a square that lacks one; with `own` only a
 * piece that is not on the board.
 */
static bool
step_put(const struct scene *s, struct guidance *out, bool own)
{
	for (unsigned sq = 0; sq < s->n; sq++)
		if (lacks(s, sq) && !(own && stands(s, s->want[sq])) &&
		    step_helps(s, RULES_NO_SQ, sq, s->want[sq])) {
			step(out, RULES_NO_SQ, sq);
			return true;
		}
	return false;
}

/* Without known identities, pairs an extra piece with the nearest gap that its pole allows. */
static bool
step_pair(const struct infer *f, const struct scene *s, struct guidance *out)
{
	unsigned files = rules_files(f->game), best = UINT32_MAX;

	for (unsigned from = 0; from < s->n; from++) {
		if (s->have[from] != WORLD_BOX)
			continue;
		for (unsigned to = 0; to < s->n; to++) {
			unsigned far = square_distance(files, from, to);

			if (!lacks(s, to) || pole_denies(f, from, s->want[to]) || far >= best ||
			    stands(s, s->want[to]))
				continue;
			best = far;
			step(out, from, to);
		}
	}
	return best != UINT32_MAX;
}

/* Proposes removing an extra piece, or one of a ring of misplaced pieces. */
static bool
step_away(const struct scene *s, struct guidance *out)
{
	for (unsigned sq = 0; sq < s->n; sq++)
		if (!right(s, sq) && s->have[sq] != WORLD_NOTHING &&
		    step_helps(s, sq, RULES_NO_SQ, 0)) {
			step(out, sq, RULES_NO_SQ);
			return true;
		}
	return false;
}

static void
choose_step(const struct infer *f, const struct scene *s, struct guidance *out)
{
	step(out, RULES_NO_SQ, RULES_NO_SQ);
	if (f->worlds.vague && step_pair(f, s, out))
		return;
	/* Pieces in the hand come first, so that no other step replaces one that has begun. */
	for (unsigned own = 2; own-- > 0;)
		if (step_put(s, out, own))
			return;
	for (unsigned own = 2; own-- > 0;)
		if (step_move(s, out, own))
			return;
	(void)step_away(s, out);
}

/*
 * Counts the steps if pieces cannot be distinguished: an extra piece and a gap make one
 * step. This is the minimum.
 */
static unsigned
vague_steps(const struct guidance *g)
{
	unsigned missing = sqset_count(g->missing), extra = sqset_count(g->extra);
	unsigned wrong = sqset_count(g->wrong), most = missing > extra ? missing : extra;

	return most + wrong + (most == 0 && wrong > 0);
}

/* Reports whether the piece on lift_sq stood on put_sq before or at the first edge. */
static bool
came_from(const struct infer *f, const struct scene *s, unsigned lift_sq, unsigned put_sq)
{
	uint8_t what = s->have[lift_sq], known = f->known.standing[put_sq];

	if (!is_home(what) || what != s->want[put_sq])
		return false;
	if (f->meant_sq == lift_sq && f->meant_home == put_sq)
		return true;
	for (unsigned i = 0; what != put_sq && i < f->n_log; i++)
		if (f->log[i].sq == put_sq && infer_came_down(f, i))
			return true;
	return what == put_sq &&
	       (!f->has_present || (f->present[put_sq].occupied &&
				    (known == 0 || known == (s->piece[what] & ~PIECE_MARK))));
}

void
guide_compute(const struct infer *f, unsigned c, struct guidance *out)
{
	struct scene s;

	memset(out, 0, sizeof(*out));
	scene_goal(&s, f, c);
	scene_choose(&s, f);
	for (unsigned sq = 0; sq < s.n; sq++) {
		if (right(&s, sq))
			continue;
		if (s.have[sq] == WORLD_NOTHING)
			sqset_add(&out->missing, sq);
		else if (s.want[sq] == WORLD_NOTHING)
			sqset_add(&out->extra, sq);
		else
			sqset_add(&out->wrong, sq);
	}
	if (!sqset_empty(sqset_or(sqset_or(out->missing, out->extra), out->wrong)))
		out->kind = GUIDANCE_LEADS;
	choose_step(f, &s, out);
	if (out->put_sq != RULES_NO_SQ) {
		out->put_piece = f->worlds.piece[s.want[out->put_sq]];
		out->put_from_box =
			out->lift_sq == RULES_NO_SQ && infer_off_before(f, s.want[out->put_sq]);
		out->put_back =
			out->lift_sq != RULES_NO_SQ && came_from(f, &s, out->lift_sq, out->put_sq);
	}
	out->steps = (uint8_t)(f->worlds.vague ? vague_steps(out) : count_steps(&s));
}

void
guide_due(const struct infer *f, struct guidance *out)
{
	struct sqset left;

	memset(out, 0, sizeof(*out));
	if (sqset_empty(f->due))
		return;
	step(out, RULES_NO_SQ, RULES_NO_SQ);
	out->missing = sqset_and(f->due, f->worlds.home);
	out->extra = sqset_minus(f->due, f->worlds.home);
	out->kind = GUIDANCE_DUE;
	out->steps = (uint8_t)sqset_count(f->due);
	if (!sqset_empty(left = out->extra)) {
		out->lift_sq = (uint8_t)sqset_pop(&left);
	} else if (!sqset_empty(left = out->missing)) {
		out->put_sq = (uint8_t)sqset_pop(&left);
		out->put_piece = f->worlds.piece[out->put_sq];
	}
}

#include "daemon/guide.h"

#include <limits.h>
#include <string.h>

/* What stands and what is wanted on each square, in one arrangement. */
struct scene {
	unsigned n;                      /* squares */
	uint8_t have[RULES_SQUARES_MAX]; /* as in struct world */
	uint8_t want[RULES_SQUARES_MAX];
	const uint8_t *piece; /* by home */
	struct sqset blind;   /* right, as far as anybody can see */
	/* By square: where the piece that stands there belongs, or NO_SQ: nowhere, or it is right. */
	uint8_t goal[RULES_SQUARES_MAX];
	uint8_t any_sq; /* whatever stands there will do (promotion), or NO_SQ */
};

static void
scene_goal(struct scene *s, const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = c == INFER_NONE ? NULL : &f->candidate[c];

	s->n = rules_squares(f->game);
	s->any_sq = x && x->promotes ? x->arrival[0].sq : RULES_NO_SQ;
	s->piece = f->worlds.piece;
	s->blind = f->blind;
	for (unsigned sq = 0; sq < s->n; sq++)
		s->want[sq] = infer_wanted(f, c, sq);
}

static void
scene_world(struct scene *s, const struct infer *f, const struct world *w)
{
	const struct worlds *ws = &f->worlds;

	for (unsigned sq = 0; sq < s->n; sq++) {
		if (sqset_has(f->blind, sq)) {
			s->have[sq] = s->want[sq];
			continue;
		}
		if (ws->index[sq] != 0xff)
			s->have[sq] = w->at[ws->index[sq]];
		else
			s->have[sq] = sqset_has(ws->home, sq) ? (uint8_t)sq : WORLD_NOTHING;
	}
}

/* The sensor tells a pole that what belongs on sq has not. */
static bool
other_pole(const struct infer *f, unsigned sq, uint8_t what)
{
	uint8_t pole = f->worlds.pole[sq];

	return pole != POLE_UNKNOWN && what < RULES_SQUARES_MAX &&
	       (pole == POLE_BLACK) != (piece_colour(f->worlds.piece[what]) == 1);
}

/* Which piece is which is lost: one where one is wanted is the right one, but for its pole. */
static void
scene_vague(struct scene *s, const struct infer *f)
{
	for (unsigned sq = 0; sq < s->n; sq++) {
		bool there = sqset_has(f->worlds.now, sq);
		bool fits = s->want[sq] != WORLD_NOTHING && !other_pole(f, sq, s->want[sq]);

		if (sqset_has(f->blind, sq)) {
			s->have[sq] = s->want[sq];
			continue;
		}
		s->have[sq] = !there ? WORLD_NOTHING : fits ? s->want[sq] : WORLD_BOX;
	}
}

static bool
is_home(uint8_t what)
{
	return what < RULES_SQUARES_MAX;
}

/* One pawn is as good as another. */
static bool
alike(const struct scene *s, uint8_t a, uint8_t b)
{
	return a == b || (is_home(a) && is_home(b) && s->piece[a] == s->piece[b]);
}

static bool
right(const struct scene *s, unsigned sq)
{
	return alike(s, s->have[sq], s->want[sq]) ||
	       (sq == s->any_sq && s->have[sq] != WORLD_NOTHING);
}

/* Gives the piece on sq the first free square for one like it; its own only if `own`. */
static void
find_goal(struct scene *s, unsigned sq, bool own, struct sqset *claimed)
{
	for (unsigned to = 0; to < s->n && s->goal[sq] == RULES_NO_SQ; to++) {
		bool fits = own ? s->want[to] == s->have[sq] : alike(s, s->want[to], s->have[sq]);

		if (!fits || sqset_has(*claimed, to) ||
		    (right(s, to) && !(own && sqset_has(s->blind, to))))
			continue;
		s->goal[sq] = (uint8_t)to;
		sqset_add(claimed, to);
	}
}

/* Every misplaced piece belongs somewhere: where it came from, else where one like it lacks. */
static void
scene_goals(struct scene *s)
{
	struct sqset claimed = { { 0, 0 } };

	memset(s->goal, RULES_NO_SQ, sizeof(s->goal));
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned sq = 0; sq < s->n; sq++)
			if (is_home(s->have[sq]) && !right(s, sq))
				find_goal(s, sq, pass == 0, &claimed);
}

static unsigned
count_wrong(const struct scene *s)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < s->n; sq++)
		n += !right(s, sq);
	return n;
}

/* How far off: nothing is nearer than home, then come those that hands have meant. */
static unsigned
distance(const struct scene *s, const struct infer *f)
{
	unsigned wrong = count_wrong(s);
	bool meant = f->meant_sq == RULES_NO_SQ || s->have[f->meant_sq] == f->meant_home;

	return wrong == 0 || meant ? wrong : wrong + RULES_SQUARES_MAX;
}

/* The arrangement nearest to the goal, of all that the edges allow. */
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

/* Takes one displaced piece of an unbroken ring aside; counts as the ring's extra step. */
static unsigned
count_rings(const struct scene *s)
{
	struct sqset seen = { { 0, 0 } };
	unsigned rings = 0;

	for (unsigned start = 0; start < s->n; start++) {
		unsigned sq = start;

		while (!sqset_has(seen, sq) && !right(s, sq) && is_home(s->have[sq])) {
			sqset_add(&seen, sq);
			if (s->goal[sq] == RULES_NO_SQ)
				break;
			sq = s->goal[sq];
			if (sq == start) {
				rings++;
				break;
			}
		}
	}
	return rings;
}

/* A piece that must come from the hand or the box counts, and one that must move or go. */
static unsigned
count_steps(const struct scene *s)
{
	struct sqset served = { { 0, 0 } };
	unsigned n = 0;

	for (unsigned sq = 0; sq < s->n; sq++) {
		if (right(s, sq) || s->have[sq] == WORLD_NOTHING)
			continue;
		n++;
		if (s->goal[sq] != RULES_NO_SQ)
			sqset_add(&served, s->goal[sq]);
	}
	for (unsigned sq = 0; sq < s->n; sq++)
		n += !right(s, sq) && s->want[sq] != WORLD_NOTHING && !sqset_has(served, sq);
	return n + count_rings(s);
}

static void
step(struct guidance *out, unsigned lift_sq, unsigned put_sq)
{
	out->lift_sq = (uint8_t)lift_sq;
	out->put_sq = (uint8_t)put_sq;
}

/* A piece on the board whose own square is free goes there. */
static bool
step_move(const struct scene *s, struct guidance *out)
{
	for (unsigned sq = 0; sq < s->n; sq++) {
		unsigned to;

		to = s->goal[sq];
		if (to != RULES_NO_SQ &&
		    (s->have[to] == WORLD_NOTHING || sqset_has(s->blind, to))) {
			step(out, sq, to);
			return true;
		}
	}
	return false;
}

/* A square that lacks a piece which stands nowhere on the board gets it. */
static bool
step_put(const struct scene *s, struct guidance *out)
{
	struct sqset served = { { 0, 0 } };

	for (unsigned sq = 0; sq < s->n; sq++)
		if (s->goal[sq] != RULES_NO_SQ)
			sqset_add(&served, s->goal[sq]);
	for (unsigned sq = 0; sq < s->n; sq++)
		if (s->want[sq] != WORLD_NOTHING && s->have[sq] == WORLD_NOTHING &&
		    !sqset_has(served, sq)) {
			step(out, RULES_NO_SQ, sq);
			return true;
		}
	return false;
}

/* Unknown pieces where occupancy alone is known: the nearest gap is taken for theirs. */
static bool
step_pair(const struct infer *f, const struct scene *s, struct guidance *out)
{
	unsigned files = rules_files(f->game), best = UINT32_MAX;

	for (unsigned from = 0; from < s->n; from++) {
		if (s->have[from] != WORLD_BOX || s->want[from] != WORLD_NOTHING)
			continue;
		for (unsigned to = 0; to < s->n; to++) {
			int df = (int)(from % files) - (int)(to % files);
			int dr = (int)(from / files) - (int)(to / files);
			unsigned far = (unsigned)(df * df + dr * dr);

			if (s->want[to] == WORLD_NOTHING || s->have[to] != WORLD_NOTHING ||
			    far >= best)
				continue;
			best = far;
			step(out, from, to);
		}
	}
	return best != UINT32_MAX;
}

/* What belongs nowhere leaves the board; else one of a ring is taken aside. */
static bool
step_away(const struct scene *s, struct guidance *out, bool ring)
{
	for (unsigned sq = 0; sq < s->n; sq++) {
		bool stray = s->goal[sq] == RULES_NO_SQ;

		if (right(s, sq) || s->have[sq] == WORLD_NOTHING || stray == ring)
			continue;
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
	/* What is in the hand goes down first: a step once begun is not exchanged for another. */
	if (step_put(s, out) || step_move(s, out) || step_away(s, out, false))
		return;
	(void)step_away(s, out, true);
}

/* With occupancy alone an unknown piece and a gap make one step. */
static unsigned
vague_steps(const struct guidance *g)
{
	unsigned missing = sqset_count(g->missing), extra = sqset_count(g->extra);

	return (missing > extra ? missing : extra) + 2 * sqset_count(g->wrong);
}

void
guide_compute(const struct infer *f, unsigned c, struct guidance *out)
{
	struct scene s;

	memset(out, 0, sizeof(*out));
	scene_goal(&s, f, c);
	scene_choose(&s, f);
	scene_goals(&s);
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
	out->on = !guide_reached(out);
	choose_step(f, &s, out);
	if (out->put_sq != RULES_NO_SQ) {
		out->put_piece = f->worlds.piece[s.want[out->put_sq]];
		out->put_from_box =
			out->lift_sq == RULES_NO_SQ && infer_off_before(f, s.want[out->put_sq]);
	}
	out->steps = (uint8_t)(f->worlds.vague ? vague_steps(out) : count_steps(&s));
}

bool
guide_reached(const struct guidance *g)
{
	return sqset_empty(g->missing) && sqset_empty(g->extra) && sqset_empty(g->wrong);
}

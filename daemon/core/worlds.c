#include "daemon/core/worlds.h"

#include <assert.h>
#include <string.h>

/* Gives the square an index among the touched ones. */
static void
place(struct worlds *ws, unsigned sq)
{
	uint8_t what = sqset_has(ws->home, sq) ? (uint8_t)sq : WORLD_NOTHING;

	if (ws->index[sq] != 0xff)
		return;
	for (unsigned i = 0; i < ws->n; i++)
		ws->w[i].at[ws->n_touched] = what;
	ws->sketch.at[ws->n_touched] = what;
	ws->index[sq] = ws->n_touched;
	ws->touched_sq[ws->n_touched++] = (uint8_t)sq;
}

static void
touch(struct worlds *ws, unsigned sq)
{
	sqset_add(&ws->touched, sq);
	place(ws, sq);
}

void
worlds_start(struct worlds *ws, const struct game *g, const struct position *p, struct sqset blind)
{
	unsigned n = rules_squares(g);
	struct sqset left;

	memset(ws, 0, sizeof(*ws));
	memset(ws->index, 0xff, sizeof(ws->index));
	ws->home = ws->now = rules_occupied(g, p);
	for (unsigned sq = 0; sq < n; sq++)
		ws->piece[sq] = rules_at(g, p, sq);
	memset(&ws->w[0], WORLD_NOTHING, sizeof(ws->w[0]));
	ws->n = 1;
	ws->stacks = rules_stones(g, PIECE_PAWN) != 0;
	ws->files = (uint8_t)rules_files(g);
	ws->blind = blind;
	left = sqset_and(blind, ws->home);
	while (!sqset_empty(left))
		place(ws, sqset_pop(&left));
}

static bool
world_equal(const struct worlds *ws, const struct world *a, const struct world *b)
{
	return memcmp(a->at, b->at, ws->n_touched) == 0;
}

/* Adds w unless it is present; sets `vague` on overflow. */
static void
add_world(struct worlds *ws, struct world *list, unsigned *n, const struct world *w)
{
	for (unsigned i = 0; i < *n; i++)
		if (world_equal(ws, &list[i], w))
			return;
	if (*n == WORLDS_MAX) {
		ws->vague = true;
		return;
	}
	list[(*n)++] = *w;
}

static void
lift(struct worlds *ws, unsigned sq)
{
	unsigned n = 0;

	for (unsigned i = 0; i < ws->n; i++) {
		struct world w = ws->w[i];

		w.at[ws->index[sq]] = WORLD_NOTHING;
		add_world(ws, ws->w, &n, &w); /* in place: n never overtakes i */
	}
	ws->n = (uint16_t)n;
}

unsigned
worlds_place(const struct worlds *ws, const struct world *w, unsigned home)
{
	if (ws->index[home] == 0xff)
		return home;
	for (unsigned i = 0; i < ws->n_touched; i++)
		if (w->at[i] == home)
			return ws->touched_sq[i];
	return WORLD_NOTHING;
}

static bool
colour_fits(unsigned colour, uint8_t pole)
{
	return pole == POLE_UNKNOWN || (pole == POLE_BLACK) == (colour == 1);
}

bool
worlds_pole_fits(const struct worlds *ws, unsigned home, uint8_t pole)
{
	return sqset_has(ws->odd, home) || colour_fits(piece_colour(ws->piece[home]), pole);
}

unsigned
worlds_likeness(const struct worlds *ws, unsigned home, const struct dropped *d)
{
	uint8_t piece = ws->piece[home];

	if (!worlds_pole_fits(ws, home, d->pole))
		return 0;
	if (d->seen == 0)
		return 1;
	if (piece_colour(piece) != piece_colour(d->seen))
		return 0;
	if (piece_kind(piece) == piece_kind(d->seen))
		return WORLDS_ALIKE;
	/* A pawn may have been promoted. */
	return ws->exact ? 0 : piece_kind(piece) == PIECE_PAWN || piece_kind(d->seen) == PIECE_PAWN;
}

/* Reports whether the piece of `home` may be in a hand in w. */
static bool
in_hand(const struct worlds *ws, const struct world *w, unsigned home)
{
	unsigned at = worlds_place(ws, w, home);

	return at == WORLD_NOTHING || (at == home && sqset_has(ws->blind, home));
}

static bool
may_be(const struct worlds *ws, const struct world *w, unsigned home, const struct dropped *d)
{
	return sqset_has(ws->home, home) && home != d->not_this && in_hand(ws, w, home);
}

/* Returns how well the best of the lifted pieces matches the seen piece, at least 1. */
static unsigned
best_likeness(const struct worlds *ws, const struct world *w, const struct dropped *d)
{
	unsigned best = 1;

	for (unsigned k = 0; k < ws->n_touched && d->seen; k++) {
		unsigned home = ws->touched_sq[k];

		if (may_be(ws, w, home, d) && worlds_likeness(ws, home, d) > best)
			best = worlds_likeness(ws, home, d);
	}
	return best;
}

static unsigned
way(const struct worlds *ws, unsigned a, unsigned b)
{
	int files = (int)(a % ws->files) - (int)(b % ws->files);
	int ranks = (int)(a / ws->files) - (int)(b / ws->files);

	return (unsigned)(files * files + ranks * ranks);
}

/*
 * Returns the home nearest to sq among lifted pieces of exactly the seen kind, or
 * RULES_NO_SQ. Equal pieces are interchangeable; one world for each would overflow soon.
 */
static unsigned
just_like(const struct worlds *ws, const struct world *w, unsigned sq, const struct dropped *d)
{
	unsigned nearest = RULES_NO_SQ;

	for (unsigned k = 0; k < ws->n_touched && d->seen; k++) {
		unsigned home = ws->touched_sq[k];

		if (!sqset_has(ws->blind, home) && may_be(ws, w, home, d) &&
		    worlds_likeness(ws, home, d) == WORLDS_ALIKE &&
		    (nearest == RULES_NO_SQ || way(ws, sq, home) < way(ws, sq, nearest)))
			nearest = home;
	}
	return nearest;
}

static void
drop(struct worlds *ws, unsigned sq, const struct dropped *d)
{
	struct world list[WORLDS_MAX];
	unsigned n = 0, slot = ws->index[sq];

	for (unsigned i = 0; i < ws->n && !ws->vague; i++) {
		unsigned best = best_likeness(ws, &ws->w[i], d);
		unsigned only = just_like(ws, &ws->w[i], sq, d);
		bool any = false; /* some lifted piece fits */

		for (unsigned k = 0; k < ws->n_touched; k++) {
			unsigned home = ws->touched_sq[k];
			struct world w = ws->w[i];

			if (!may_be(ws, &w, home, d) || worlds_likeness(ws, home, d) < best ||
			    (only != RULES_NO_SQ && home != only))
				continue;
			any |= !sqset_has(ws->blind, home);
			if (sqset_has(ws->blind, home))
				w.at[k] = WORLD_NOTHING;
			w.at[slot] = (uint8_t)home;
			add_world(ws, list, &n, &w);
		}
		if (!any || d->box) {
			struct world w = ws->w[i];

			w.at[slot] = WORLD_BOX;
			add_world(ws, list, &n, &w);
		}
	}
	if (ws->vague) {
		worlds_sketch_begin(ws);
		worlds_sketch_drop(ws, sq, d);
		return;
	}
	memcpy(ws->w, list, n * sizeof(list[0]));
	ws->n = (uint16_t)n;
}

/* Handles another pole on an occupied square: the piece was exchanged between two scans. */
static void
swap(struct worlds *ws, unsigned sq, uint8_t pole)
{
	struct world list[WORLDS_MAX];
	struct worlds one = *ws;
	struct dropped d = { .pole = pole };
	unsigned n = 0;

	for (unsigned i = 0; i < ws->n && !ws->vague; i++) {
		d.not_this = ws->w[i].at[ws->index[sq]];
		one.n = 1;
		one.w[0] = ws->w[i];
		lift(&one, sq);
		drop(&one, sq, &d);
		for (unsigned k = 0; k < one.n; k++)
			add_world(ws, list, &n, &one.w[k]);
	}
	if (ws->vague) {
		d.not_this = WORLD_NOTHING;
		worlds_sketch_begin(ws);
		worlds_sketch_lift(ws, sq);
		worlds_sketch_drop(ws, sq, &d);
		return;
	}
	memcpy(ws->w, list, n * sizeof(list[0]));
	ws->n = (uint16_t)n;
}

/*
 * Handles an object that appeared or vanished under a piece: by itself, or because the piece
 * was exchanged for a lifted one of that colour. If the worlds overflow, the object appeared by
 * itself.
 */
static void
maybe_swap(struct worlds *ws, unsigned sq, uint8_t pole)
{
	struct worlds one = *ws;
	struct dropped d = { .pole = pole };
	unsigned n = ws->n, slot = ws->index[sq];

	for (unsigned i = 0; i < ws->n; i++) {
		d.not_this = ws->w[i].at[slot];
		one.n = 1;
		one.w[0] = ws->w[i];
		lift(&one, sq);
		drop(&one, sq, &d);
		for (unsigned k = 0; k < one.n && n < WORLDS_MAX; k++)
			if (one.w[k].at[slot] != WORLD_BOX)
				add_world(ws, ws->w, &n, &one.w[k]);
	}
	ws->n = (uint16_t)n;
}

/* Handles an edge: a piece left the square, came to it, or both. */
static void
rearrange(struct worlds *ws, unsigned sq, struct reading r, uint8_t seen, bool box)
{
	const struct dropped d = {
		.pole = r.pole, .not_this = WORLD_NOTHING, .seen = seen, .box = box
	};
	bool was = sqset_has(ws->now, sq);

	if (ws->vague && !ws->sketched)
		return;
	if (ws->vague) {
		if (was)
			worlds_sketch_lift(ws, sq);
		if (r.occupied)
			worlds_sketch_drop(ws, sq, &d);
	} else if (!r.occupied) {
		lift(ws, sq);
	} else if (!was) {
		drop(ws, sq, &d);
	} else {
		swap(ws, sq, r.pole);
	}
}

static void
edge(struct worlds *ws, unsigned sq, struct reading r, uint8_t seen, bool box)
{
	bool was = sqset_has(ws->now, sq);
	bool as_before = ws->pole[sq] != POLE_UNKNOWN
				 ? colour_fits(ws->pole[sq] == POLE_BLACK, r.pole)
				 : worlds_pole_fits(ws, sq, r.pole);
	bool other_pole = was && r.occupied && r.pole != POLE_UNKNOWN && !as_before;

	/* The first level that is read on a square is no change. */
	bool other_level = was && r.occupied && ws->level_max[sq] && r.level_max &&
			   (r.level_min != ws->level_min[sq] || r.level_max != ws->level_max[sq]);

	/* The piece was on an object and is certainly on the wood now, or the reverse. */
	bool other_object = other_level && !ws->stacks &&
			    (ws->level_max[sq] == 1 ? r.level_min > 1
						    : ws->level_min[sq] > 1 && r.level_max == 1);

	assert(sq < RULES_SQUARES_MAX);
	if (was == (r.occupied != 0) && !other_pole && !other_level) {
		if (r.level_max) {
			ws->level_min[sq] = r.level_min;
			ws->level_max[sq] = r.level_max;
		}
		return;
	}
	touch(ws, sq);
	if (was != (r.occupied != 0) || other_pole)
		rearrange(ws, sq, r, seen, box);
	else if (other_object && !ws->vague)
		maybe_swap(ws, sq, r.pole);
	if (r.occupied)
		sqset_add(&ws->now, sq);
	else
		sqset_remove(&ws->now, sq);
	ws->pole[sq] = r.occupied ? r.pole : (uint8_t)POLE_UNKNOWN;
	ws->level_min[sq] = r.level_min;
	ws->level_max[sq] = r.level_max;
}

void
worlds_edge(struct worlds *ws, unsigned sq, struct reading r)
{
	edge(ws, sq, r, 0, false);
}

void
worlds_edge_or_box(struct worlds *ws, unsigned sq, struct reading r)
{
	edge(ws, sq, r, 0, true);
}

void
worlds_put(struct worlds *ws, unsigned sq, struct reading r, uint8_t seen)
{
	edge(ws, sq, r, seen, false);
}

/* Reports whether all measured poles match the pieces on their home squares. */
static bool
poles_home(const struct worlds *ws)
{
	struct sqset left = sqset_and(ws->home, ws->touched);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (!worlds_pole_fits(ws, sq, ws->pole[sq]))
			return false;
	}
	return true;
}

bool
worlds_all_home(const struct worlds *ws)
{
	if (!sqset_equal(ws->home, ws->now))
		return false;
	if (ws->vague)
		return poles_home(ws) && worlds_sketch_home(ws);
	for (unsigned i = 0; i < ws->n; i++) {
		unsigned k = 0;

		while (k < ws->n_touched &&
		       ws->w[i].at[k] == (sqset_has(ws->home, ws->touched_sq[k]) ? ws->touched_sq[k]
										 : WORLD_NOTHING))
			k++;
		if (k == ws->n_touched)
			return true;
	}
	return false;
}

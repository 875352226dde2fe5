#include "daemon/core/layout.h"

#include <limits.h>
#include <string.h>

/* Returns the piece that belongs on sq, without its mark. */
static uint8_t
wanted(const struct layout *l, unsigned sq)
{
	return l->want[sq] & (uint8_t)~PIECE_MARK;
}

static bool
right(const struct layout *l, unsigned sq)
{
	return sqset_has(l->blind, sq) || l->have[sq] == wanted(l, sq) ||
	       (l->have[sq] == LAYOUT_ANY && l->want[sq]);
}

void
layout_begin(struct layout *l, const struct game *g, const struct position *p,
	     const struct reading *board, const struct infer_known *known, struct sqset blind)
{
	memset(l, 0, sizeof(*l));
	l->game = g;
	l->blind = blind;
	l->from = RULES_NO_SQ;
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		l->want[sq] = rules_at(g, p, sq);
		if (board[sq].occupied)
			l->have[sq] = known->standing[sq] ? known->standing[sq] : LAYOUT_ANY;
	}
}

/* ---- edges ---- */

/* Takes the i-th lifted piece out of the hand. */
static uint8_t
take(struct layout *l, unsigned i)
{
	uint8_t piece = l->up[i];

	l->n_up--;
	memmove(&l->up[i], &l->up[i + 1], l->n_up - i);
	return piece;
}

/* Returns the index of the last lifted piece of that kind, or n_up. */
static unsigned
find_up(const struct layout *l, uint8_t piece)
{
	for (unsigned i = l->n_up; i-- > 0;)
		if (l->up[i] == piece)
			return i;
	return l->n_up;
}

/* Reports whether a piece of that kind stands on a square where it does not belong. */
static bool
is_spare(const struct layout *l, uint8_t piece)
{
	for (unsigned sq = 0; sq < rules_squares(l->game); sq++)
		if (l->have[sq] == piece && !right(l, sq))
			return true;
	return false;
}

/* Returns the piece that was set down on sq. */
static uint8_t
set_down(struct layout *l, unsigned sq)
{
	uint8_t want = wanted(l, sq);
	bool carried = l->from != RULES_NO_SQ && l->from != sq;

	if (want && find_up(l, want) < l->n_up)
		return take(l, find_up(l, want));
	if (find_up(l, LAYOUT_ANY) < l->n_up)
		return take(l, find_up(l, LAYOUT_ANY));
	if (l->n_up && l->from == sq) {
		uint8_t back = take(l, l->n_up - 1u);

		return !want || is_spare(l, want) ? back : LAYOUT_ANY;
	}
	if (l->n_up && (want ? carried && is_spare(l, want) : carried || l->n_up == 1))
		return take(l, l->n_up - 1u);
	return LAYOUT_ANY;
}

void
layout_edge(struct layout *l, unsigned sq, bool occupied)
{
	if (occupied == (l->have[sq] != 0))
		return;
	if (occupied) {
		l->have[sq] = set_down(l, sq);
		l->from = RULES_NO_SQ;
	} else {
		if (l->n_up == RULES_SQUARES_MAX)
			(void)take(l, 0);
		l->up[l->n_up++] = l->have[sq];
		l->have[sq] = 0;
		l->from = (uint8_t)sq;
	}
}

/* ---- guidance ---- */

/* Returns the number of pieces to touch: each gap takes one, and may take a misplaced one. */
static unsigned
count(const struct layout *l)
{
	uint8_t spare[UINT8_MAX + 1] = { 0 };
	unsigned gaps = 0, misplaced = 0, moved = 0;

	for (unsigned sq = 0; sq < rules_squares(l->game); sq++) {
		if (right(l, sq))
			continue;
		misplaced += l->have[sq] != 0;
		gaps += l->want[sq] != 0;
		spare[l->have[sq]]++;
	}
	for (unsigned sq = 0; sq < rules_squares(l->game); sq++) {
		uint8_t want = right(l, sq) ? 0 : wanted(l, sq);
		uint8_t from = spare[want] ? want : LAYOUT_ANY;

		if (want && spare[from]) {
			spare[from]--;
			moved++;
		}
	}
	return gaps + misplaced - moved;
}

static void
step(struct guidance *out, const struct layout *l, unsigned lift_sq, unsigned put_sq)
{
	out->lift_sq = (uint8_t)lift_sq;
	out->put_sq = (uint8_t)put_sq;
	out->put_piece = put_sq == RULES_NO_SQ ? 0 : l->want[put_sq];
}

static unsigned
distance(const struct layout *l, unsigned a, unsigned b)
{
	unsigned files = rules_files(l->game);
	int df = (int)(a % files) - (int)(b % files), dr = (int)(a / files) - (int)(b / files);

	return (unsigned)(df * df + dr * dr);
}

/*
 * Returns the nearest misplaced piece of the kind that belongs on `to`, or RULES_NO_SQ. One on a
 * square that needs another piece comes first.
 */
static unsigned
nearest(const struct layout *l, unsigned to)
{
	enum { FAR = 1000 }; /* further than any square */
	unsigned best = RULES_NO_SQ, least = UINT_MAX;

	for (unsigned sq = 0; sq < rules_squares(l->game); sq++) {
		unsigned far = distance(l, sq, to) + (l->want[sq] ? 0 : FAR);

		if (!right(l, sq) && l->have[sq] == wanted(l, to) && far < least) {
			best = sq;
			least = far;
		}
	}
	return best;
}

/* Finds a gap for a lifted piece, for one on the board, or for one from the box. */
static bool
step_fill(const struct layout *l, const struct sqset *missing, struct guidance *out)
{
	struct sqset left = *missing;

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (find_up(l, wanted(l, sq)) < l->n_up) {
			step(out, l, RULES_NO_SQ, sq);
			return true;
		}
	}
	for (left = *missing; !sqset_empty(left);) {
		unsigned sq = sqset_pop(&left), from = nearest(l, sq);

		if (from != RULES_NO_SQ) {
			step(out, l, from, sq);
			return true;
		}
	}
	if (sqset_empty(left = *missing))
		return false;
	step(out, l, RULES_NO_SQ, sqset_pop(&left));
	return true;
}

void
layout_guide(const struct layout *l, struct guidance *out)
{
	struct sqset left;

	memset(out, 0, sizeof(*out));
	for (unsigned sq = 0; sq < rules_squares(l->game); sq++)
		if (!right(l, sq))
			sqset_add(l->have[sq] == 0   ? &out->missing
				  : l->want[sq] == 0 ? &out->extra
						     : &out->wrong,
				  sq);
	step(out, l, RULES_NO_SQ, RULES_NO_SQ);
	out->steps = (uint8_t)count(l);
	if (out->steps == 0)
		return;
	out->kind = GUIDANCE_LEADS;
	out->lays = true;
	left = sqset_empty(out->wrong) ? out->extra : out->wrong;
	if (!step_fill(l, &out->missing, out))
		step(out, l, sqset_pop(&left), RULES_NO_SQ);
}

void
layout_know(const struct layout *l, struct infer_known *out)
{
	memset(out, 0, sizeof(*out));
	for (unsigned sq = 0; sq < rules_squares(l->game); sq++)
		if (l->have[sq] == LAYOUT_ANY)
			out->standing[sq] = wanted(l, sq);
		else
			out->standing[sq] = l->have[sq];
}

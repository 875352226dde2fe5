#include "daemon/core/debounce.h"

#include <assert.h>
#include <string.h>

void
debounce_init(struct debounce *d, uint64_t empty_us, uint64_t occupied_us,
	      const struct reading *board, unsigned n_squares)
{
	assert(n_squares <= RULES_SQUARES_MAX);
	memset(d, 0, sizeof(*d));
	d->empty_us = empty_us;
	d->occupied_us = occupied_us;
	d->n_squares = n_squares;
	if (board)
		debounce_board(d, board);
}

void
debounce_board(struct debounce *d, const struct reading *board)
{
	for (unsigned sq = 0; sq < d->n_squares; sq++)
		debounce_believe(d, sq, board[sq]);
}

void
debounce_believe(struct debounce *d, unsigned sq, struct reading r)
{
	sqset_remove(&d->pending, sq);
	d->square[sq].believed = d->square[sq].raw = r;
}

/* Returns the deadline of a reading, saturating on overflow. */
static uint64_t
due(const struct debounce *d, struct reading r, uint64_t t_us)
{
	uint64_t window_us = r.occupied ? d->occupied_us : d->empty_us;

	return window_us > UINT64_MAX - t_us ? UINT64_MAX : t_us + window_us;
}

void
debounce_edge(struct debounce *d, unsigned sq, struct reading r, uint64_t t_us)
{
	struct debounce_square *s = &d->square[sq];
	bool pending;

	assert(sq < d->n_squares);
	if (reading_equal(r, s->raw))
		return;
	pending = sqset_has(d->pending, sq);
	assert(!pending || s->due_us > t_us);
	s->raw = r;
	if (reading_equal(r, s->believed)) {
		sqset_remove(&d->pending, sq);
		return;
	}
	sqset_add(&d->pending, sq);
	s->raw_us = t_us;
	s->due_us = due(d, r, t_us);
}

/* Orders pending squares by deadline, then by raw time; callers iterate in the order of squares. */
static bool
earlier(const struct debounce_square *a, const struct debounce_square *b)
{
	return a->due_us != b->due_us ? a->due_us < b->due_us : a->raw_us < b->raw_us;
}

/* Returns the pending square with the earliest deadline, or RULES_NO_SQ. */
static unsigned
first(const struct debounce *d)
{
	struct sqset left = d->pending;
	unsigned best = RULES_NO_SQ;

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (best == RULES_NO_SQ || earlier(&d->square[sq], &d->square[best]))
			best = sq;
	}
	return best;
}

uint64_t
debounce_next(const struct debounce *d)
{
	unsigned sq = first(d);

	return sq == RULES_NO_SQ ? DEBOUNCE_NO_DEADLINE : d->square[sq].due_us;
}

uint64_t
debounce_unsettled_us(const struct debounce *d)
{
	struct sqset pending = d->pending;
	uint64_t t_us = DEBOUNCE_NO_DEADLINE;

	while (!sqset_empty(pending)) {
		unsigned sq = sqset_pop(&pending);

		if (d->square[sq].raw_us < t_us)
			t_us = d->square[sq].raw_us;
	}
	return t_us;
}

bool
debounce_take(struct debounce *d, uint64_t now_us, struct debounced *out)
{
	unsigned sq = first(d);
	struct debounce_square *s;

	if (sq == RULES_NO_SQ || d->square[sq].due_us > now_us)
		return false;
	s = &d->square[sq];
	*out = (struct debounced){
		.t_us = s->due_us,
		.raw_us = s->raw_us,
		.sq = (uint8_t)sq,
		.before = s->believed,
		.reading = s->raw,
	};
	s->believed = s->raw;
	sqset_remove(&d->pending, sq);
	return true;
}

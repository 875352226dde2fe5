#include "tests/daemon/hands/layouts.h"

#include <string.h>

static bool
reads_same(const struct layouts *l, struct reading a, struct reading b)
{
	return a.occupied == b.occupied && (!l->poles || a.pole == b.pole) &&
	       (!l->levels || (a.level_min == b.level_min && a.level_max == b.level_max));
}

static void
believe(struct layouts *e, unsigned sq, uint64_t t_us, struct reading r)
{
	unsigned at = e->n_edges;

	if (e->n_edges == LAYOUT_EDGES_MAX)
		return;
	/* Sorts by time; for edges of one scan, emptied squares come first. */
	while (at > 0 &&
	       (e->edge[at - 1].t_us > t_us ||
		(e->edge[at - 1].t_us == t_us && !r.occupied && e->edge[at - 1].reading.occupied)))
		at--;
	memmove(&e->edge[at + 1], &e->edge[at], (e->n_edges - at) * sizeof(e->edge[0]));
	e->edge[at] = (struct layout_edge){ t_us, (uint8_t)sq, r };
	e->n_edges++;
	e->last[sq] = r;
	sqset_add(&e->touched, sq);
}

/* Filters one square's readings: each that lasts long enough is an edge, from its beginning. */
static void
believe_square(struct layouts *l, const struct sim *s, unsigned from, unsigned sq,
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

		if (!reads_same(l, since, now) && t_us - since_us >= lasts_us) {
			now = since;
			believe(l, sq, since_us, now);
		}
		if (!end) {
			since = s->log[i].sensed.reading;
			since_us = t_us;
		}
	}
}

static struct reading
first_reading(const struct layouts *l, const struct sim *s, unsigned sq)
{
	uint8_t piece = l->on[sq];
	struct reading r = { .occupied = piece != 0 };

	if (piece != 0 && s->config.senses >= SENSES_POLARITY)
		r.pole = piece_colour(piece) ? POLE_BLACK : POLE_WHITE;
	if (piece != 0 && l->reported[sq].occupied) {
		r.level_min = l->reported[sq].level_min;
		r.level_max = l->reported[sq].level_max;
	}
	return r;
}

void
layouts_read(struct layouts *l, const struct sim *s, uint64_t from_us)
{
	unsigned from = 0;

	for (; from < s->n_log && s->log[from].t_us < from_us; from++)
		l->reported[s->log[from].sensed.sq] = s->log[from].sensed.reading;
	memset(&l->first, 0, sizeof(l->first));
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		l->first.at[sq] = l->on[sq] != 0 ? (uint8_t)sq : LAYOUT_NONE;
	l->n_edges = 0;
	l->touched = l->occupied = (struct sqset){ { 0, 0 } };
	for (unsigned sq = 0; sq < rules_squares(l->game); sq++) {
		struct reading before = first_reading(l, s, sq);

		believe_square(l, s, from, sq, before);
		if (sqset_has(l->touched, sq) ? l->last[sq].occupied : before.occupied)
			sqset_add(&l->occupied, sq);
	}
}

static unsigned
hash_of(const struct layout *w)
{
	const uint8_t *byte = (const uint8_t *)w;
	uint32_t h = 2166136261u;

	for (unsigned i = 0; i < sizeof(*w); i++)
		h = (h ^ byte[i]) * 16777619u;
	return h % LAYOUT_BUCKETS;
}

static void
clear(struct layout_list *to)
{
	to->n = 0;
	to->too_many = false;
	memset(to->bucket, 0, sizeof(to->bucket));
}

static void
add(struct layout_list *to, const struct layout *w)
{
	unsigned h = hash_of(w);

	for (; to->bucket[h] != 0; h = (h + 1) % LAYOUT_BUCKETS)
		if (memcmp(&to->layout[to->bucket[h] - 1], w, sizeof(*w)) == 0)
			return;
	if (to->n == LAYOUTS_MAX) {
		to->too_many = true;
		return;
	}
	to->layout[to->n++] = *w;
	to->bucket[h] = (uint16_t)to->n;
}

static void
take_up(struct layout *w, unsigned sq)
{
	uint8_t piece = w->at[sq];
	unsigned at;

	w->at[sq] = LAYOUT_NONE;
	if (piece == LAYOUT_BOX)
		w->n_box--;
	if (piece == LAYOUT_NONE || piece == LAYOUT_BOX || w->n_air == LAYOUT_AIR_MAX)
		return;
	for (at = w->n_air; at > 0 && w->air[at - 1] > piece; at--)
		w->air[at] = w->air[at - 1];
	w->air[at] = piece;
	w->n_air++;
}

bool
layouts_may_be(const struct layouts *l, uint8_t piece, struct reading r)
{
	return piece == LAYOUT_BOX || !l->poles || r.pole == POLE_UNKNOWN ||
	       sqset_has(l->stand_ins, piece) ||
	       (piece_colour(l->on[piece]) != 0) == (r.pole == POLE_BLACK);
}

/* Adds a layout for each lifted piece that reads so, or one from the box, set down there. */
static void
set_down(const struct layouts *l, struct layout_list *to, const struct layout *w, unsigned sq,
	 struct reading r)
{
	struct layout next;

	for (unsigned i = 0; i < w->n_air; i++) {
		if (!layouts_may_be(l, w->air[i], r))
			continue;
		next = *w;
		next.at[sq] = w->air[i];
		next.n_air--;
		memmove(&next.air[i], &next.air[i + 1], next.n_air - i);
		next.air[next.n_air] = 0;
		add(to, &next);
	}
	if (w->n_box == l->n_boxes || !sqset_has(l->box_squares, sq))
		return;
	next = *w;
	next.at[sq] = LAYOUT_BOX;
	next.n_box++;
	add(to, &next);
}

static void
follow_edge(const struct layouts *l, struct layout_list *to, const struct layout *w,
	    const struct layout_edge *e)
{
	struct layout next = *w;

	if (e->reading.occupied && w->at[e->sq] == LAYOUT_NONE) {
		set_down(l, to, w, e->sq, e->reading);
		return;
	}
	/* The reading changes: stones were added or removed, or the piece is another. */
	if (e->reading.occupied && layouts_may_be(l, w->at[e->sq], e->reading))
		add(to, w);
	take_up(&next, e->sq);
	if (e->reading.occupied)
		set_down(l, to, &next, e->sq, e->reading);
	else
		add(to, &next);
}

static void
follow_all(const struct layouts *l, struct layout_list *to, const struct layout_list *from,
	   const struct layout_edge *e)
{
	clear(to);
	for (unsigned k = 0; k < from->n && !to->too_many; k++)
		follow_edge(l, to, &from->layout[k], e);
	to->too_many |= from->too_many;
}

/* Layouts that complete the next stage are added too; they in turn may complete more. */
static void
advance_all(struct layout_list *list, unsigned n, layouts_done *done, const void *stages)
{
	for (unsigned k = 0; k < list->n; k++) {
		struct layout next = list->layout[k];

		if (next.stage == n || !done(stages, next.stage, &next))
			continue;
		next.stage++;
		add(list, &next);
	}
}

static struct layout_list *
follow_edges(struct layouts *l, struct layout_list *now, struct layout_list *next, unsigned n,
	     layouts_done *done, const void *stages)
{
	clear(now);
	add(now, &l->first);
	for (unsigned i = 0; i < l->n_edges && !now->too_many; i++) {
		struct layout_list *was = now;

		follow_all(l, next, was, &l->edge[i]);
		if (n > 0)
			advance_all(next, n, done, stages);
		now = next;
		next = was;
	}
	return now;
}

void
layouts_find(struct layouts *l)
{
	l->all = follow_edges(l, &l->list[0], &l->list[1], 0, NULL, NULL);
}

const struct layout_list *
layouts_walk(struct layouts *l, unsigned n, layouts_done *done, const void *stages)
{
	struct layout_list *spare = l->all == &l->list[0] ? &l->list[1] : &l->list[0];

	return follow_edges(l, spare, &l->list[2], n, done, stages);
}

bool
layouts_turn_ties(struct layouts *l)
{
	bool any = false;

	for (unsigned i = 0, n; i < l->n_edges; i += n) {
		n = 1;
		if (!l->edge[i].reading.occupied)
			continue;
		while (i + n < l->n_edges && l->edge[i + n].t_us == l->edge[i].t_us)
			n++;
		any |= n > 1;
		for (unsigned a = i, b = i + n; a + 1 < b; a++) {
			struct layout_edge e = l->edge[a];

			l->edge[a] = l->edge[--b];
			l->edge[b] = e;
		}
	}
	return any;
}

void
layout_drop_out(struct layout *w, uint8_t piece)
{
	unsigned i = 0;

	while (i < w->n_air && w->air[i] != piece)
		i++;
	if (i == w->n_air)
		return;
	w->n_air--;
	memmove(&w->air[i], &w->air[i + 1], w->n_air - i);
	w->air[w->n_air] = 0;
}

bool
layout_holds(const struct layout *w, uint8_t piece)
{
	for (unsigned i = 0; i < w->n_air; i++)
		if (w->air[i] == piece)
			return true;
	return false;
}

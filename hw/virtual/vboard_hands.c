/* Actions of hands on the squares, and the sensors' reactions. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "hw/virtual/chance.h"
#include "hw/virtual/vboard_impl.h"

enum {
	CHANCE_BOUNCE = 1,
	CHANCE_NOISE = 2,
	/* The bounces of one edge come in pairs: away and back. */
	BOUNCE_PAIRS_MAX = 3,
	/* Noise searches this far ahead for the next change before it stops. */
	NOISE_HORIZON_TICKS = 4096,
};

static void
train_push(struct vboard_train *t, uint64_t t_us, bool level)
{
	assert(t->n < VBOARD_TRAIN_MAX);
	t->edge[t->n].t_us = t_us;
	t->edge[t->n].level = level;
	t->n++;
}

/*
 * Adds one contact change at t_us. With bounce, one to three excursions follow,
 * all within span_us. Their times increase, because each is drawn from its own
 * slice.
 */
static void
train_add(struct vboard *v, struct vboard_train *t, bool level, uint64_t t_us, uint64_t span_us)
{
	uint64_t draw = chance(v->seed, CHANCE_BOUNCE, v->changes++);
	unsigned edges = 2 * (1 + (unsigned)(draw % BOUNCE_PAIRS_MAX));

	train_push(t, t_us, level);
	for (unsigned i = 0; i < edges && span_us >= edges; i++) {
		uint64_t slice = span_us / edges;
		uint64_t within = chance_mix(draw + i) % slice;

		train_push(t, t_us + slice * i + within + 1, i % 2 == 0 ? !level : level);
	}
}

static void
square_move(struct vboard *v, unsigned sq, uint64_t t_us)
{
	struct vboard_square *s = &v->square[sq];

	s->train = (struct vboard_train){ 0 };
	train_add(v, &s->train, s->man.letter || s->hovering, t_us, v->bounce_us);
	vboard_run(v, t_us);
}

static void
explain_square(const struct vboard *v, unsigned sq, const char *what, char why[VBOARD_WHY_MAX])
{
	char name[3];

	square_name(sq, v->board->files, name);
	snprintf(why, VBOARD_WHY_MAX, "%s is %s", name, what);
}

int
vboard_put(struct vboard *v, unsigned sq, struct man man, uint64_t t_us, char why[VBOARD_WHY_MAX])
{
	struct vboard_square *s = &v->square[sq];

	if (s->man.letter) {
		explain_square(v, sq, "occupied", why);
		return -1;
	}
	s->man = man;
	s->hovering = false;
	square_move(v, sq, t_us);
	return 0;
}

int
vboard_lift(struct vboard *v, unsigned sq, uint64_t t_us, char why[VBOARD_WHY_MAX])
{
	struct vboard_square *s = &v->square[sq];

	if (!s->man.letter) {
		explain_square(v, sq, "empty", why);
		return -1;
	}
	s->man = (struct man){ 0 };
	square_move(v, sq, t_us);
	return 0;
}

int
vboard_swap(struct vboard *v, unsigned sq, struct man man, uint64_t gap_us, uint64_t t_us,
	    char why[VBOARD_WHY_MAX])
{
	struct vboard_square *s = &v->square[sq];
	uint64_t first_span = v->bounce_us < gap_us ? v->bounce_us : gap_us - (gap_us > 0);

	if (!s->man.letter) {
		explain_square(v, sq, "empty, nothing to swap", why);
		return -1;
	}
	s->man = man;
	s->train = (struct vboard_train){ 0 };
	if (gap_us > 0)
		train_add(v, &s->train, false, t_us, first_span);
	train_add(v, &s->train, true, t_us + gap_us, v->bounce_us);
	vboard_run(v, t_us);
	return 0;
}

void
vboard_setup(struct vboard *v, const struct man *men, uint64_t t_us)
{
	unsigned squares = (unsigned)v->board->files * v->board->ranks;

	for (unsigned sq = 0; sq < squares; sq++) {
		struct vboard_square *s = &v->square[sq];
		bool changed = !s->man.letter != !men[sq].letter || s->hovering;

		s->man = men[sq];
		s->hovering = false;
		if (changed)
			square_move(v, sq, t_us);
	}
}

void
vboard_hover(struct vboard *v, unsigned sq, bool on, uint64_t t_us)
{
	struct vboard_square *s = &v->square[sq];

	if (s->man.letter || s->hovering == on)
		return;
	s->hovering = on;
	square_move(v, sq, t_us);
}

/* Noise. */

static bool
noise_at(const struct vboard *v, unsigned sq, uint64_t tick)
{
	return chance(v->seed, CHANCE_NOISE << 8 | sq, tick) % 100 < v->square[sq].noise;
}

/* Finds the next tick at which the reading flips, or stops at the horizon. */
static void
noise_schedule(struct vboard *v, unsigned sq, uint64_t tick)
{
	struct vboard_square *s = &v->square[sq];
	uint64_t end = tick + NOISE_HORIZON_TICKS;

	do
		tick++;
	while (tick < end && noise_at(v, sq, tick) == s->flipped);
	s->noise_next_us = s->noise_start_us + tick * VBOARD_NOISE_TICK_US;
}

static void
noise_step(struct vboard *v, unsigned sq)
{
	struct vboard_square *s = &v->square[sq];
	uint64_t t_us = s->noise_next_us;
	uint64_t tick = (t_us - s->noise_start_us) / VBOARD_NOISE_TICK_US;

	s->flipped = noise_at(v, sq, tick);
	noise_schedule(v, sq, tick);
	vboard_sense(v, sq, t_us);
}

void
vboard_fault_noise(struct vboard *v, unsigned sq, unsigned percent, uint64_t t_us)
{
	struct vboard_square *s = &v->square[sq];

	s->noise = (uint8_t)percent;
	s->flipped = false;
	s->noise_start_us = t_us;
	s->noise_next_us = VBOARD_NEVER;
	if (percent > 0)
		noise_schedule(v, sq, 0);
	vboard_sense(v, sq, t_us);
}

/* Time. */

static uint64_t
square_next(const struct vboard_square *s)
{
	uint64_t next = s->noise_next_us;

	if (s->train.next < s->train.n && s->train.edge[s->train.next].t_us < next)
		next = s->train.edge[s->train.next].t_us;
	return next;
}

static unsigned
earliest(const struct vboard *v)
{
	unsigned squares = (unsigned)v->board->files * v->board->ranks;
	unsigned first = 0;

	for (unsigned sq = 1; sq < squares; sq++)
		if (square_next(&v->square[sq]) < square_next(&v->square[first]))
			first = sq;
	return first;
}

uint64_t
vboard_next_us(const struct vboard *v)
{
	return square_next(&v->square[earliest(v)]);
}

static void
square_step(struct vboard *v, unsigned sq)
{
	struct vboard_square *s = &v->square[sq];
	uint64_t t_us = square_next(s);

	if (t_us == s->noise_next_us) {
		noise_step(v, sq);
		return;
	}
	s->field = s->train.edge[s->train.next++].level;
	vboard_sense(v, sq, t_us);
}

void
vboard_run(struct vboard *v, uint64_t t_us)
{
	for (;;) {
		unsigned sq = earliest(v);

		if (square_next(&v->square[sq]) > t_us)
			return;
		square_step(v, sq);
	}
}

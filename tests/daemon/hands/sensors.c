#include "tests/daemon/hands/sensors.h"

#include <assert.h>
#include <string.h>

const struct sensors_band sensors_bands[SENSORS_LEVELS] = {
	{ 250, 760 },   { 700, 1130 },  { 1060, 1300 },
	{ 1160, 1400 }, { 1220, 1470 }, { 1250, 1700 },
};

/* Returns the field in thousandths; more distance, by further stones or an object, weakens it. */
static unsigned
field_of(const struct sensors *s, uint8_t piece, bool object)
{
	static const uint16_t stack[SENSORS_LEVELS] = { 620, 1000, 1200, 1310, 1370, 1410 };
	unsigned stones = rules_stones(s->game, piece);

	if (stones > 0 && stones <= SENSORS_LEVELS)
		return stack[stones - 1];
	return object ? 550 : 1000;
}

/* Returns all levels that a field may be. */
static void
read_field(struct reading *r, unsigned field)
{
	for (unsigned i = 0; i < SENSORS_LEVELS; i++) {
		if (field < sensors_bands[i].lo || field > sensors_bands[i].hi)
			continue;
		r->level_min = r->level_min ? r->level_min : (uint8_t)(i + 1);
		r->level_max = (uint8_t)(i + 1);
	}
}

/* Returns a reading of the piece on sq, or of its piece before the last change. */
static struct reading
read_square(const struct sensors *s, unsigned sq, bool before)
{
	uint8_t piece = before ? s->before[sq] : s->piece[sq];
	int off = before ? s->off_before[sq] : s->off[sq];
	bool object = sqset_has(before ? s->objects_before : s->objects, sq);
	struct reading r = { 0 };

	if (piece == 0)
		return r;
	r.occupied = 1;
	if (s->senses >= SENSES_POLARITY)
		r.pole = piece_colour(piece) != 0 ? POLE_BLACK : POLE_WHITE;
	if (s->senses >= SENSES_LEVEL)
		read_field(&r, field_of(s, piece, object) * (unsigned)(1000 + off) / 1000);
	return r;
}

static void
stand_anew(struct sensors *s, unsigned sq)
{
	s->off_before[sq] = s->off[sq];
	s->off[sq] = (int8_t)((int)rng_below(&s->off_rng, 2 * SENSORS_OFF_MIDDLE + 1) -
			      SENSORS_OFF_MIDDLE);
}

void
sensors_init(struct sensors *s, const struct game *g, uint8_t senses, uint32_t scan_us,
	     uint32_t bounce_max_us, const uint8_t on[RULES_SQUARES_MAX], struct sqset objects,
	     uint64_t now_us, uint64_t seed)
{
	memset(s, 0, sizeof(*s));
	s->game = g;
	s->senses = senses;
	s->scan_us = scan_us;
	s->buses = 1;
	s->bounce_max_us = bounce_max_us;
	s->rng.state = seed;
	s->off_rng.state = ~seed;
	s->now_us = now_us;
	memcpy(s->piece, on, sizeof(s->piece));
	memcpy(s->before, on, sizeof(s->before));
	s->objects = objects;
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		stand_anew(s, sq);
		s->reported[sq] = read_square(s, sq, false);
	}
}

static void
unsteady(struct sensors *s, unsigned sq, uint64_t until_us)
{
	assert(sq < RULES_SQUARES_MAX);
	if (sqset_has(s->blind, sq))
		return;
	if (until_us > s->steady_us[sq])
		s->steady_us[sq] = until_us;
	sqset_add(&s->active, sq);
}

void
sensors_change(struct sensors *s, unsigned sq, uint8_t piece, uint64_t now_us)
{
	s->now_us = now_us > s->now_us ? now_us : s->now_us;
	s->before[sq] = s->piece[sq];
	s->piece[sq] = piece;
	if (sqset_has(s->objects, sq))
		sqset_add(&s->objects_before, sq);
	else
		sqset_remove(&s->objects_before, sq);
	stand_anew(s, sq);
	unsteady(s, sq, now_us + rng_range(&s->rng, 0, s->bounce_max_us));
}

void
sensors_lay(struct sensors *s, unsigned sq, bool lies, uint64_t now_us)
{
	sensors_change(s, sq, s->piece[sq], now_us);
	if (lies)
		sqset_add(&s->objects, sq);
	else
		sqset_remove(&s->objects, sq);
}

void
sensors_jolt(struct sensors *s, unsigned sq, uint64_t now_us)
{
	if (!sqset_has(s->active, sq))
		sensors_change(s, sq, s->piece[sq], now_us);
}

void
sensors_disturb(struct sensors *s, unsigned sq, uint64_t now_us, uint64_t for_us)
{
	s->now_us = now_us > s->now_us ? now_us : s->now_us;
	if (sqset_has(s->active, sq))
		return;
	s->before[sq] = s->piece[sq] != 0 ? 0 : PIECE_PAWN;
	unsteady(s, sq, now_us + for_us);
}

uint64_t
sensors_next(const struct sensors *s)
{
	if (sqset_empty(s->active))
		return UINT64_MAX;
	uint32_t step_us = s->scan_us / s->buses;

	return (s->now_us / step_us + 1) * step_us;
}

static bool
is_its_turn(const struct sensors *s, unsigned sq)
{
	unsigned files = rules_files(s->game), bus = sq % files * s->buses / files;

	return s->now_us / (s->scan_us / s->buses) % s->buses == bus;
}

static bool
same_reading(struct reading a, struct reading b)
{
	return a.occupied == b.occupied && a.pole == b.pole && a.level_min == b.level_min &&
	       a.level_max == b.level_max;
}

unsigned
sensors_scan(struct sensors *s, struct sensed out[RULES_SQUARES_MAX])
{
	struct sqset active = s->active;
	unsigned n = 0;

	s->now_us = sensors_next(s);
	while (!sqset_empty(active)) {
		unsigned sq = sqset_pop(&active);

		if (!is_its_turn(s, sq))
			continue;
		bool steady = s->now_us >= s->steady_us[sq];
		bool lies = !steady && rng_chance(&s->rng, 50);
		struct reading r = read_square(s, sq, lies);

		if (steady)
			sqset_remove(&s->active, sq);
		if (same_reading(r, s->reported[sq]))
			continue;
		s->reported[sq] = r;
		out[n++] = (struct sensed){ (uint8_t)sq, r };
	}
	return n;
}

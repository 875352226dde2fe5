#include "drivers/hall.h"

#include <assert.h>
#include <stdlib.h>

enum {
	STEADY = 40,      /* thousandths: a smaller change is no news */
	STEADY_CODES = 2, /* nor is one within the converter's own noise */
	OPEN_DIVISOR = 4, /* a square opens that part below what closes it */
	/*
	 * Zero moves by a sixteenth of a code in 32 readings: at 50 readings a
	 * second one code in ten seconds. A room warms more slowly than that, and
	 * a hand that hovers does not stay that long.
	 */
	CALM_READINGS = 32,
	STRENGTH_MAX = 9999,
};

void
hall_init(struct hall *h, uint8_t zero, int8_t span)
{
	assert(span != 0);
	*h = (struct hall){ .zero = zero, .span = span };
}

static int
strength(const struct hall *h, uint8_t code)
{
	int s = ((code - h->zero) * 16 - h->drift_16) * 1000 / (16 * h->span);

	return s > STRENGTH_MAX ? STRENGTH_MAX : s < -STRENGTH_MAX ? -STRENGTH_MAX : s;
}

/* An empty square: zero goes after what it reads. */
static void
follow(struct hall *h, const struct hall_levels *levels, uint8_t code)
{
	int most = abs(h->span) * 16 * levels->level[0].lo / 1000 / 2;
	int off = (code - h->zero) * 16 - h->drift_16;

	if (++h->calm < CALM_READINGS)
		return;
	h->calm = 0;
	if (off > 0 && h->drift_16 < most)
		h->drift_16++;
	else if (off < 0 && h->drift_16 > -most)
		h->drift_16--;
}

/* What the converter's noise comes to, in thousandths, rounded up. */
static int
noise(const struct hall *h)
{
	int span = abs(h->span);

	return (STEADY_CODES * 1000 + span - 1) / span;
}

static bool
is_news(const struct hall *h, int s)
{
	return abs(s - h->told) > (noise(h) > STEADY ? noise(h) : STEADY);
}

/* Below this a closed square opens: well below what closes it, or it would flutter. */
static int
opens_at(const struct hall *h, int closes_at)
{
	int margin = closes_at / OPEN_DIVISOR;

	return closes_at - (margin > noise(h) ? margin : noise(h));
}

static struct hall_field
field_of(const struct hall_levels *levels, int told)
{
	struct hall_field f = { .closed = told != 0, .pole = (int8_t)((told > 0) - (told < 0)) };

	for (unsigned i = 0; told != 0 && i < levels->n; i++) {
		if (abs(told) >= levels->level[i].lo || i == 0)
			f.level_max = (uint8_t)(i + 1);
		if (f.level_min == 0 && (abs(told) <= levels->level[i].hi || i + 1 == levels->n))
			f.level_min = (uint8_t)(i + 1);
	}
	return f;
}

struct hall_field
hall_read(struct hall *h, const struct hall_levels *levels, uint8_t code)
{
	int lo = levels->level[0].lo;
	int s = strength(h, code);
	struct hall_field f;

	if (code < HALL_CODE_MIN || code > HALL_CODE_MAX) {
		f = field_of(levels, h->told);
		f.broken = true;
		return f;
	}
	if (h->told == 0 && abs(s) < lo) {
		follow(h, levels, code);
		return field_of(levels, 0);
	}
	h->calm = 0;
	/* Gone; or the pole has turned, and the other one is still too weak. */
	if (abs(s) < opens_at(h, lo) || (abs(s) < lo && (s > 0) != (h->told > 0)))
		h->told = 0;
	else if (is_news(h, s))
		h->told = (int16_t)s;
	return field_of(levels, h->told);
}

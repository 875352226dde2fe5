#include "drivers/hall.h"

#include <assert.h>
#include <stdlib.h>

enum {
	STEADY = 40,      /* thousandths: a smaller change is not reported */
	STEADY_CODES = 2, /* a smaller change is noise of the converter */
	OPEN_DIVISOR = 4, /* a square opens at this fraction below the closing strength */
	/*
	 * Zero moves by a sixteenth of a code per 32 readings: at 50 readings a
	 * second, one code in ten seconds. A room warms more slowly, and a hand
	 * does not hover that long.
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

/* Moves the zero of an empty square towards its readings. */
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

/* Returns the converter's noise in thousandths, rounded up. */
static int
noise(const struct hall *h)
{
	int span = abs(h->span);

	return (STEADY_CODES * 1000 + span - 1) / span;
}

static bool
is_change(const struct hall *h, int s)
{
	return abs(s - h->reported) > (noise(h) > STEADY ? noise(h) : STEADY);
}

/*
 * Returns the strength below which a closed square opens: well below the
 * closing strength, to avoid flutter.
 */
static int
opens_at(const struct hall *h, int closes_at)
{
	int margin = closes_at / OPEN_DIVISOR;

	return closes_at - (margin > noise(h) ? margin : noise(h));
}

static struct hall_field
field_of(const struct hall_levels *levels, int reported)
{
	struct hall_field f = { .closed = reported != 0,
				.pole = (int8_t)((reported > 0) - (reported < 0)) };

	for (unsigned i = 0; reported != 0 && i < levels->n; i++) {
		if (abs(reported) >= levels->level[i].lo || i == 0)
			f.level_max = (uint8_t)(i + 1);
		if (f.level_min == 0 &&
		    (abs(reported) <= levels->level[i].hi || i + 1 == levels->n))
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
		f = field_of(levels, h->reported);
		f.broken = true;
		return f;
	}
	if (h->reported == 0 && abs(s) < lo) {
		follow(h, levels, code);
		return field_of(levels, 0);
	}
	h->calm = 0;
	/* The piece is gone, or the pole has turned and the new one is still too weak. */
	if (abs(s) < opens_at(h, lo) || (abs(s) < lo && (s > 0) != (h->reported > 0)))
		h->reported = 0;
	else if (is_change(h, s))
		h->reported = (int16_t)s;
	return field_of(levels, h->reported);
}

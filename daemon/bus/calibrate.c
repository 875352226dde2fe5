#include "daemon/bus/calibrate.h"

#include <stdlib.h>
#include <string.h>

#include "drivers/hall.h"
#include "drivers/sensor.h"

enum { CODE_MAX = 255, SPAN_MAX = 127, FIRST_LEVEL_CODES = 4 };

static unsigned
squares(const struct calibrate *c)
{
	return (unsigned)c->board->files * c->board->ranks;
}

static bool
chip_measures(const struct board_sensor *s)
{
	const struct sensor_chip *chip = sensor_chip_find(s->part);

	return chip && chip->measures;
}

bool
calibrate_measures(const struct board *b)
{
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (chip_measures(&b->sensor[i]))
			return true;
	return false;
}

void
calibrate_begin(struct calibrate *c, const struct board *b)
{
	memset(c, 0, sizeof(*c));
	c->board = b;
	for (unsigned i = 0; i < b->n_sensors; i++)
		for (unsigned ch = 0; ch < BOARD_CHANNELS_MAX; ch++) {
			unsigned sq = b->sensor[i].sq[ch];

			if (sq == BOARD_NO_SQ)
				continue;
			c->at[sq] = (struct calibrate_square){
				.sensor = (uint8_t)i,
				.channel = (uint8_t)ch,
				.measures = chip_measures(&b->sensor[i]),
			};
		}
}

void
calibrate_zero(struct calibrate *c)
{
	c->phase = CALIBRATE_ZERO;
	c->rounds = 0;
}

/* ---- zero ---- */

static int
by_code(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* Returns the mean of the middle half, and its width. */
static uint8_t
middle(const uint8_t code[CALIBRATE_ROUNDS], int *spread)
{
	enum { FROM = CALIBRATE_ROUNDS / 4, TO = CALIBRATE_ROUNDS - FROM, N = TO - FROM };
	uint8_t sorted[CALIBRATE_ROUNDS];
	unsigned sum = 0;

	memcpy(sorted, code, sizeof(sorted));
	qsort(sorted, CALIBRATE_ROUNDS, 1, by_code);
	for (unsigned i = FROM; i < TO; i++)
		sum += sorted[i];
	*spread = sorted[TO - 1] - sorted[FROM];
	return (uint8_t)((sum + N / 2) / N);
}

/* Returns the usual zero: the median of the squares' zeros. */
static int
usual_zero(const struct calibrate *c)
{
	uint8_t zero[BOARD_SQUARES_MAX];
	unsigned n = 0;

	for (unsigned sq = 0; sq < squares(c); sq++)
		if (c->at[sq].measures)
			zero[n++] = c->at[sq].zero;
	if (n == 0)
		return 0;
	qsort(zero, n, 1, by_code);
	return zero[n / 2];
}

static bool
odd_zero(const struct calibrate_square *s, int spread, int usual)
{
	return spread > 2 * CALIBRATE_ALIKE_CODES || abs(s->zero - usual) >= CALIBRATE_FAR_CODES ||
	       s->zero < HALL_CODE_MIN || s->zero > HALL_CODE_MAX;
}

/* Evaluates the rounds of the empty board. If more squares are odd, the rounds start again. */
static void
zero_end(struct calibrate *c)
{
	int spread[BOARD_SQUARES_MAX], usual;
	bool again = false;

	for (unsigned sq = 0; sq < squares(c); sq++)
		if (c->at[sq].measures)
			c->at[sq].zero = middle(c->code[sq], &spread[sq]);
	usual = usual_zero(c);
	for (unsigned sq = 0; sq < squares(c); sq++) {
		struct calibrate_square *s = &c->at[sq];
		/* A switch: closed in more than half of the rounds. */
		bool odd = s->measures ? odd_zero(s, spread[sq], usual)
				       : middle(c->code[sq], &spread[sq]) > 0;

		again |= odd && !s->odd;
		s->odd = odd;
	}
	c->phase = again ? CALIBRATE_EMPTY : CALIBRATE_PIECES;
}

static bool
zero_round(struct calibrate *c, const struct calibrate_reading r[BOARD_SQUARES_MAX])
{
	for (unsigned sq = 0; sq < squares(c); sq++)
		c->code[sq][c->rounds] = c->at[sq].measures ? r[sq].code : r[sq].occupied;
	if (++c->rounds < CALIBRATE_ROUNDS)
		return false;
	zero_end(c);
	return true;
}

/* ---- pieces ---- */

/* Returns the smallest span that a description accepts: its distance from zero to level 1. */
static int
least_span(const struct calibrate *c)
{
	int lo = c->board->n_levels ? c->board->level[0].lo : 1000;
	int least = (FIRST_LEVEL_CODES * 1000 + lo - 1) / lo;

	return least > CALIBRATE_SPAN_MIN ? least : CALIBRATE_SPAN_MIN;
}

static enum calibrate_found
judge(const struct calibrate *c, const struct calibrate_square *s, int span)
{
	int far = abs(span), room = s->zero < CODE_MAX - s->zero ? s->zero : CODE_MAX - s->zero;

	if (far < least_span(c))
		return CALIBRATE_WEAK;
	return far > room || far > SPAN_MAX ? CALIBRATE_STRONG : CALIBRATE_SPAN;
}

/* Handles a reading near zero: after several, the piece is gone. */
static void
note_removed(struct calibrate_square *s)
{
	s->n = 0;
	if (s->gone < CALIBRATE_GONE)
		s->gone++;
	if (s->gone == CALIBRATE_GONE)
		s->taken = false;
}

/* Adds a code; returns true if an unmeasured piece is there. */
static bool
add_code(const struct calibrate *c, struct calibrate_square *s, uint8_t code)
{
	int far = abs(code - s->zero);

	/* The limit is half of the minimum, so that weak pieces are reported and noise is not. */
	if (far < CALIBRATE_SPAN_MIN / 2) {
		note_removed(s);
		return false;
	}
	s->gone = 0;
	if (s->n == 0 || abs(code - s->first) > CALIBRATE_ALIKE_CODES) {
		s->first = code;
		s->sum = 0;
		s->n = 0;
	}
	s->sum += code;
	if (++s->n < CALIBRATE_STILL)
		return false;
	int span = (s->sum * 2 / s->n + 1) / 2 - s->zero;

	s->n = 0;
	if (s->taken)
		return false;
	s->taken = true;
	s->found = (uint8_t)judge(c, s, span);
	s->span = (int8_t)(s->found == CALIBRATE_SPAN ? span : 0);
	return true;
}

static bool
check_switch(struct calibrate_square *s, bool occupied)
{
	if (!occupied) {
		s->odd = false; /* it opens after all */
		return false;
	}
	if (s->odd || s->found == CALIBRATE_SPAN)
		return false;
	s->found = CALIBRATE_SPAN;
	return true;
}

bool
calibrate_round(struct calibrate *c, const struct calibrate_reading r[BOARD_SQUARES_MAX])
{
	bool news = false;

	if (c->phase == CALIBRATE_ZERO)
		return zero_round(c, r);
	if (c->phase == CALIBRATE_EMPTY)
		return false;
	for (unsigned sq = 0; sq < squares(c); sq++) {
		struct calibrate_square *s = &c->at[sq];

		s->was_read |= r[sq].known;
		if (r[sq].known)
			news |= s->measures ? add_code(c, s, r[sq].code)
					    : check_switch(s, r[sq].occupied);
	}
	return news;
}

/* ---- results ---- */

unsigned
calibrate_left(const struct calibrate *c)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < squares(c); sq++)
		n += c->at[sq].found != CALIBRATE_SPAN;
	return n;
}

bool
calibrate_is_turned(const struct calibrate *c, unsigned sq)
{
	int8_t span = c->at[sq].span;
	int up = 0;

	for (unsigned i = 0; i < squares(c); i++)
		up += (c->at[i].span > 0) - (c->at[i].span < 0);
	return (span > 0 && up < 0) || (span < 0 && up > 0);
}

/*
 * Reports whether a square found nothing. A weak or strong piece is a finding. Silent chips and
 * broken wires do not count: they are reported elsewhere.
 */
static bool
is_silent(const struct calibrate *c, unsigned sq)
{
	const struct calibrate_square *s = &c->at[sq];

	if (s->measures && (s->zero < HALL_CODE_MIN || s->zero > HALL_CODE_MAX))
		return false;
	return s->was_read && s->found == CALIBRATE_NOTHING;
}

bool
calibrate_is_blind(const struct calibrate *c, unsigned sq)
{
	unsigned n = 0;

	for (unsigned i = 0; i < squares(c); i++)
		n += is_silent(c, i);
	return is_silent(c, sq) && (n <= squares(c) / CALIBRATE_DEAF_PART || c->board->blind[sq]);
}

void
calibrate_apply(const struct calibrate *c, struct board *b)
{
	for (unsigned sq = 0; sq < squares(c); sq++) {
		const struct calibrate_square *s = &c->at[sq];

		b->blind[sq] = calibrate_is_blind(c, sq);
		if (!s->measures || s->found != CALIBRATE_SPAN)
			continue;
		b->sensor[s->sensor].zero[s->channel] = s->zero;
		b->sensor[s->sensor].span[s->channel] = s->span;
	}
}

/*
 * Turns meanings into light: colours and rhythms of the palette, within the current limits
 * of the chips, no faster than allowed. lamps_layers.c decides the meanings.
 */
#include "daemon/lamps/lamps.h"

#include <assert.h>
#include <string.h>

#include "daemon/lamps/palette.h"

static const char *const meaning_names[MEANINGS] = {
	[MEANING_MISSING] = "missing", [MEANING_EXTRA] = "extra",
	[MEANING_ASKED] = "asked",     [MEANING_CHECK] = "check",
	[MEANING_FROM] = "from",       [MEANING_TO] = "to",
	[MEANING_CAPTURE] = "capture", [MEANING_UNSAFE] = "unsafe",
	[MEANING_LEGAL] = "legal",     [MEANING_HINT] = "hint",
	[MEANING_ZOMBIE] = "zombie",   [MEANING_CROOKED] = "crooked",
	[MEANING_MIRROR] = "mirror",   [MEANING_AREA] = "area",
	[MEANING_LAST] = "last",       [MEANING_STICK] = "stick",
	[MEANING_PLAN] = "plan",       [MEANING_BEST] = "best",
	[MEANING_GOOD] = "good",       [MEANING_PLAYABLE] = "playable",
	[MEANING_MISTAKE] = "mistake", [MEANING_BLUNDER] = "blunder",
};

const char *
lamps_meaning_name(unsigned meaning)
{
	assert(meaning < MEANINGS);
	return meaning_names[meaning];
}

struct lamps_config
lamps_config_default(void)
{
	struct lamps_config c = { .rgb = true, .brightness = 255 };

	memset(c.hints, HINTS_MOVES, sizeof(c.hints));
	return c;
}

/*
 * Returns one brightness factor for all chips, in 1/65536, so that no chip exceeds its
 * current limit at these peaks. Uses the config's squares.
 */
static uint32_t
current_factor(const struct lamps_config *c, const uint8_t (*peak)[3], unsigned n)
{
	uint64_t factor = UINT64_C(1) << 16;

	for (unsigned i = 0; i < c->n_chips; i++) {
		const struct lamps_chip *chip = &c->chip[i];
		uint64_t sum = 0; /* µA × 255 × 255 */

		for (unsigned sq = 0; sq < n; sq++) {
			if (!sqset_has(chip->squares, sq))
				continue;
			for (unsigned k = 0; k < (c->rgb ? 3u : 1u); k++)
				sum += (uint64_t)chip->channel_ua[k] * peak[sq][k] * c->brightness;
		}
		uint64_t most = (uint64_t)chip->max_ua * 255 * 255;

		if (sum > most && (most << 16) / sum < factor)
			factor = (most << 16) / sum;
	}
	return (uint32_t)factor;
}

static void
dim(uint8_t rgb[3], const struct lamps_config *c, uint64_t factor)
{
	for (unsigned k = 0; k < 3; k++)
		rgb[k] = (uint8_t)((rgb[k] * c->brightness * factor / 255) >> 16);
}

void
lamps_limit(const struct lamps_config *c, uint8_t (*rgb)[3], unsigned n)
{
	uint32_t factor = current_factor(c, (const uint8_t(*)[3])rgb, n);

	for (unsigned sq = 0; sq < n; sq++)
		dim(rgb[sq], c, factor);
}

/*
 * Computes the colours of a frame. The factor counts every rhythm at its peak, so steady
 * lamps keep their brightness while a neighbour flashes. Returns the rhythms in use, as
 * bits.
 */
static unsigned
render(const struct lamps_frame *f, const struct lamps_config *c, uint64_t since_us,
       uint8_t rgb[RULES_SQUARES_MAX][3])
{
	uint8_t peak[RULES_SQUARES_MAX][3];
	unsigned rhythms = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		struct palette_lamp lamp =
			palette_lamp(c, f->means[sq], sqset_has(f->step, sq), since_us);

		memcpy(rgb[sq], lamp.rgb, sizeof(rgb[sq]));
		memcpy(peak[sq], lamp.peak, sizeof(peak[sq]));
		rhythms |= 1u << lamp.rhythm;
	}
	uint64_t factor = current_factor(c, (const uint8_t(*)[3])peak, RULES_SQUARES_MAX);

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		dim(rgb[sq], c, factor);
	return rhythms & ~(1u << RHYTHM_STEADY);
}

/*
 * Returns when the phase of the rhythms starts. If the picture was still, the phase starts with
 * the bright half, for an immediate response, but not sooner than one flash after the last
 * start.
 */
static uint64_t
phase_start(const struct lamps *l, uint64_t now_us)
{
	bool may = !l->phased || now_us - l->phase_us >= LAMPS_FLASH_MIN_US;

	return may && !l->rhythm ? now_us : l->phase_us;
}

static uint64_t
next_change(unsigned rhythms, uint64_t phase_us, uint64_t now_us)
{
	uint64_t next = LAMPS_NO_DEADLINE;

	for (unsigned r = 0; r < RHYTHMS; r++) {
		if ((rhythms >> r & 1) == 0)
			continue;
		uint64_t t = palette_next(r, now_us - phase_us);

		if (t != UINT64_MAX && phase_us + t < next)
			next = phase_us + t;
	}
	return next;
}

uint64_t
lamps_step(struct lamps *l, const struct session_state *s, const struct lamps_config *c,
	   uint64_t now_us)
{
	struct lamps_picture next;
	uint64_t phase_us = phase_start(l, now_us);

	lamps_compose(&l->hints, s, c, &next.frame);
	unsigned rhythms = render(&next.frame, c, now_us - phase_us, next.rgb);

	next.changed = memcmp(next.rgb, l->shown.rgb, sizeof(next.rgb)) != 0;
	if (next.changed && l->drawn && now_us - l->shown_us < LAMPS_FRAME_US) {
		l->shown.changed = false;
		return l->shown_us + LAMPS_FRAME_US;
	}
	l->shown = next;
	if (next.changed) {
		l->shown_us = now_us;
		l->drawn = true;
	}
	l->rhythm = rhythms != 0;
	if (l->rhythm) {
		l->phase_us = phase_us;
		l->phased = true;
	}
	return next_change(rhythms, l->phase_us, now_us);
}

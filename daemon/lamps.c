/*
 * Layers, from the one that stands over all others down:
 *
 *   1) guidance		alone: what is missing, what is too much, the next step
 *   2) a piece is up		alone: its squares, and what goes with it
 *   3) an open question	over 4 to 7
 *   4) check			the king's square
 *   5) the shown move		from and to, until it is final
 *   6) the hint button		pieces that can move
 *   7) the last move		when there is no shown one
 *
 * Each only adds meanings to squares; which of several on a square is seen is
 * the order of enum meaning. When the game is over nothing answers a lift: the
 * hands are clearing up.
 */
#include "daemon/lamps.h"

#include <assert.h>
#include <string.h>

#include "daemon/palette.h"

static const char *const meaning_names[MEANINGS] = {
	[MEANING_MISSING] = "missing", [MEANING_EXTRA] = "extra",   [MEANING_ASKED] = "asked",
	[MEANING_CHECK] = "check",     [MEANING_FROM] = "from",     [MEANING_TO] = "to",
	[MEANING_CAPTURE] = "capture", [MEANING_UNSAFE] = "unsafe", [MEANING_LEGAL] = "legal",
	[MEANING_HINT] = "hint",       [MEANING_ZOMBIE] = "zombie", [MEANING_CROOKED] = "crooked",
	[MEANING_MIRROR] = "mirror",   [MEANING_AREA] = "area",     [MEANING_LAST] = "last",
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

static void
mean(struct lamps_frame *f, struct sqset squares, enum meaning m)
{
	while (!sqset_empty(squares))
		f->means[sqset_pop(&squares)] |= (uint16_t)(1u << m);
}

/* Where an action's pieces leave (and nothing arrives), arrive, or both. */
struct change_sets {
	struct sqset left, came, taken;
};

static struct change_sets
changes_of(const struct game *g, const struct position *p, struct action a)
{
	struct change_sets s = { 0 };
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++) {
		const struct change *c = &f.change[i];

		if (c->cause == CAUSE_CAPTURED)
			sqset_add(&s.taken, c->sq);
		if (c->after != 0)
			sqset_add(&s.came, c->sq);
		else if (c->cause != CAUSE_CAPTURED)
			sqset_add(&s.left, c->sq);
	}
	return s;
}

static struct sqset
all_changes(const struct change_sets *s)
{
	return sqset_or(s->left, sqset_or(s->came, s->taken));
}

static struct sqset
kings_of(const struct game *g, const struct position *p, bool white, bool black)
{
	struct sqset squares = rules_occupied(g, p), kings = { 0 };

	while (!sqset_empty(squares)) {
		unsigned sq = sqset_pop(&squares);
		uint8_t piece = rules_at(g, p, sq);

		if (piece_kind(piece) == PIECE_KING && (piece_colour(piece) ? black : white))
			sqset_add(&kings, sq);
	}
	return kings;
}

/*
 * The joint for games with secrets: what light is made from must be the table's
 * view. Chess and Chess960 hide nothing, so their positions are that view.
 */
static const struct position *
table_view(const struct position *p)
{
	return p;
}

static uint8_t
hints_level(const struct lamps_config *c, const struct game *g, const struct position *p)
{
	unsigned seat = rules_to_act(g, p);

	return seat < RULES_SEATS_MAX ? c->hints[seat] : (uint8_t)HINTS_OFF;
}

static void
layer_guidance(struct lamps_frame *f, const struct guidance *g)
{
	mean(f, sqset_or(g->missing, g->wrong), MEANING_MISSING);
	mean(f, sqset_or(g->extra, g->wrong), MEANING_EXTRA);
	if (g->lift_sq != RULES_NO_SQ)
		sqset_add(&f->step, g->lift_sq);
	if (g->put_sq != RULES_NO_SQ)
		sqset_add(&f->step, g->put_sq);
}

/*
 * The mover touches its pieces again while its action is only shown: as seen
 * from the settled position, what the action moved or took is up from where it
 * stood, and so is whatever else is in the hand.
 */
static struct sqset
up_again(const struct session_state *s)
{
	const struct action a = s->provisional;
	struct change_sets sets = changes_of(s->game, s->settled, a);
	struct sqset up = sqset_minus(s->lifted, sets.came);

	up = sqset_or(up, sqset_or(sets.left, sets.taken));
	if (a.kind == ACT_CASTLE) {
		sqset_add(&up, a.from);
		sqset_add(&up, a.arg);
	}
	return up;
}

/* Which position the hands act from, and what is up in it. */
static const struct position *
hands_position(const struct session_state *s, struct sqset *up)
{
	*up = s->lifted;
	if (!s->has_provisional)
		return s->settled;
	unsigned seat = rules_to_act(s->game, s->shown);

	if (seat < RULES_SEATS_MAX) {
		struct sqset next = rules_occupied_by(s->game, s->shown, seat & 1);

		if (!sqset_empty(sqset_and(s->lifted, next)))
			return s->shown; /* the opponent has begun */
	}
	*up = up_again(s);
	return s->settled;
}

static void
layer_lift(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s,
	   const struct lamps_config *c)
{
	struct sqset up;
	const struct position *p = table_view(hands_position(s, &up));
	uint8_t level = hints_level(c, s->game, p);
	unsigned colour = rules_to_act(s->game, p) & 1;
	struct sqset seen = up;

	if (level != HINTS_OFF) {
		struct hints_query q = { .game = s->game, .up = up, .safe = level == HINTS_SAFE };

		q.position = *p;
		const struct hints_answer *a = hints_get(h, &q);

		mean(f, a->legal, MEANING_LEGAL);
		mean(f, a->capture, MEANING_CAPTURE);
		mean(f, a->unsafe, MEANING_UNSAFE);
		mean(f, a->helper, MEANING_HINT);
		seen = sqset_minus(up,
				   sqset_minus(a->capture, rules_occupied_by(s->game, p, colour)));
	}
	mean(f, seen, MEANING_FROM);
}

static struct sqset
squares_of_option(const struct session_state *s, struct action a)
{
	const struct position *from[] = { s->settled, s->shown };

	for (unsigned i = 0; i < 2; i++) {
		if (rules_legal(s->game, from[i], a)) {
			struct change_sets sets = changes_of(s->game, from[i], a);

			return all_changes(&sets);
		}
	}
	return (struct sqset){ 0 }; /* answered already: the position has moved on */
}

static struct sqset
last_squares(const struct session_state *s)
{
	if (!s->has_last || s->before_last == NULL)
		return (struct sqset){ 0 };
	struct change_sets sets = changes_of(s->game, s->before_last, s->last);

	return all_changes(&sets);
}

static struct sqset
new_game_squares(const struct prompt *p)
{
	struct rules_error err;
	struct position start;

	if (p->game == NULL || rules_parse(p->game, p->position, &start, &err) != 0)
		return (struct sqset){ 0 };
	return kings_of(p->game, &start, true, true);
}

static struct sqset
asked_squares(const struct session_state *s)
{
	const struct prompt *p = &s->prompt;
	struct sqset asked = { 0 };
	bool black = (p->seat & 1) != 0;

	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
		break;
	case PROMPT_WHICH:
	case PROMPT_CONFIRM:
		for (unsigned i = 0; i < p->n_options; i++)
			asked = sqset_or(asked, squares_of_option(s, p->option[i]));
		break;
	case PROMPT_PROMOTION:
		if (p->n_options > 0)
			sqset_add(&asked, p->option[0].to);
		break;
	case PROMPT_PAY:
		return squares_of_option(s, p->option[0]);
	case PROMPT_END:
	case PROMPT_TAKEBACK:
		return last_squares(s);
	case PROMPT_NEW_GAME:
		return new_game_squares(p);
	case PROMPT_DRAW:
	case PROMPT_MENU:
		return kings_of(s->game, s->shown, true, true);
	case PROMPT_RESIGN:
		return kings_of(s->game, s->shown, !black, black);
	}
	return asked;
}

static void
layer_shown(struct lamps_frame *f, const struct session_state *s)
{
	struct change_sets sets;

	if (!s->has_provisional) {
		mean(f, last_squares(s), MEANING_LAST);
		return;
	}
	sets = changes_of(s->game, s->settled, s->provisional);
	mean(f, sets.left, MEANING_FROM);
	mean(f, sets.came, MEANING_TO);
}

static void
layer_hint(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s,
	   const struct lamps_config *c)
{
	const struct position *p = table_view(s->shown);
	struct hints_query q = { .game = s->game };

	if (!s->hint_asked || s->over || hints_level(c, s->game, p) == HINTS_OFF)
		return;
	q.position = *p;
	mean(f, hints_get(h, &q)->helper, MEANING_HINT);
}

void
lamps_compose(struct hints_cache *h, const struct session_state *s, const struct lamps_config *c,
	      struct lamps_frame *out)
{
	memset(out, 0, sizeof(*out));
	if (s->phase == SESSION_NO_GAME)
		return;
	if (s->guidance.on) {
		layer_guidance(out, &s->guidance);
		return;
	}
	if (!sqset_empty(s->lifted) && !s->over) {
		layer_lift(out, h, s, c);
		return;
	}
	mean(out, asked_squares(s), MEANING_ASKED);
	mean(out, rules_checked(s->game, table_view(s->shown)), MEANING_CHECK);
	layer_shown(out, s);
	layer_hint(out, h, s, c);
}

/* How much of each chip's limit a picture's peaks draw decides one factor for all. */
static uint32_t
current_factor(const struct lamps_config *c, const struct palette_lamp *lamp, unsigned n)
{
	uint64_t factor = UINT64_C(1) << 16;

	for (unsigned i = 0; i < c->n_chips; i++) {
		const struct lamps_chip *chip = &c->chip[i];
		uint64_t sum = 0; /* µA × 255 × 255 */

		for (unsigned sq = 0; sq < n; sq++) {
			if (!sqset_has(chip->squares, sq))
				continue;
			for (unsigned k = 0; k < (c->rgb ? 3u : 1u); k++)
				sum += (uint64_t)chip->channel_ua[k] * lamp[sq].peak[k] *
				       c->brightness;
		}
		uint64_t most = (uint64_t)chip->max_ua * 255 * 255;

		if (sum > most && (most << 16) / sum < factor)
			factor = (most << 16) / sum;
	}
	return (uint32_t)factor;
}

/*
 * Colours of a frame. The factor counts every rhythm at its peak: what stands
 * still keeps its brightness while something beside it flashes.
 * Returns the rhythms in use, a bit each.
 */
static unsigned
render(const struct lamps_frame *f, const struct lamps_config *c, uint64_t since_us,
       uint8_t rgb[RULES_SQUARES_MAX][3])
{
	struct palette_lamp lamp[RULES_SQUARES_MAX];
	unsigned rhythms = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		lamp[sq] = palette_lamp(c->rgb, f->means[sq], sqset_has(f->step, sq), since_us);
		rhythms |= 1u << lamp[sq].rhythm;
	}
	uint64_t factor = current_factor(c, lamp, RULES_SQUARES_MAX);

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		for (unsigned k = 0; k < 3; k++)
			rgb[sq][k] =
				(uint8_t)((lamp[sq].rgb[k] * c->brightness * factor / 255) >> 16);
	}
	return rhythms & ~(1u << RHYTHM_STEADY);
}

/*
 * Rhythms that start from a still picture start with their bright half, so that
 * light answers at once; but not sooner than a flash after the last start.
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

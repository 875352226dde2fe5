/*
 * Layers, from the one that stands over all others down:
 *
 *   1) guidance		alone: what is missing, what is too much, the next step,
 *			and the pieces behind a refusal
 *   2) a piece is up		alone: its squares, what goes with it, what it would cost,
 *			and a capture that is asked for
 *   3) consequences		what the rules put on the board or took off it; objects too
 *   4) a purchase		where the piece from the box may go
 *   5) check			the king's square
 *   6) the shown move		from and to, until it is final
 *   7) the hint button		pieces that can move; a reach
 *   8) the last move		when there is no shown one
 *   9) a USB stick		the corners, while one is at work or in trouble
 *   10) marks and areas
 *
 * An open question stands beside them all: who is asked has to see it whatever else
 * goes on. Beside all but guidance stand a touched transfer and the words that are
 * awaited: pawns to be promoted first, a king whose player has to speak.
 *
 * Each only adds meanings to squares; which of several on a square is seen is
 * the order of enum meaning. When the game is over nothing answers a lift: the
 * hands are clearing up.
 *
 * Positions here are what the table may know: *known of the state, which is the
 * shown board, and rules_public of the one that the shown action is played on.
 */
#include <string.h>

#include "daemon/lamps/lamps.h"
#include "daemon/lamps/marks.h"

static void
mean(struct lamps_frame *f, struct sqset squares, enum meaning m)
{
	while (!sqset_empty(squares))
		f->means[sqset_pop(&squares)] |= (uint16_t)(1u << m);
}

/* ---- what actions do ---- */

/* Where an action's pieces leave (and nothing arrives), arrive, or both. */
struct change_sets {
	struct sqset left, came, taken;
	struct sqset removed, lost; /* by rule: the other side's, the mover's own */
};

static void
add_change(struct change_sets *s, const struct change *c, unsigned colour)
{
	if (c->cause == CAUSE_MARKED)
		return;
	if (c->cause == CAUSE_REMOVED)
		sqset_add(piece_colour(c->before) == colour ? &s->lost : &s->removed, c->sq);
	else if (c->cause == CAUSE_CAPTURED)
		sqset_add(&s->taken, c->sq);
	else if (c->after == 0)
		sqset_add(&s->left, c->sq);
	if (c->after != 0)
		sqset_add(&s->came, c->sq);
}

static struct change_sets
changes_of(const struct game *g, const struct position *known, struct action a)
{
	unsigned colour = rules_turn_seat(g, known) & 1;
	struct change_sets s = { 0 };
	struct footprint f;

	if (a.kind == ACT_ATTEMPT) { /* its answer is not told by light */
		s.left = sqset_of(a.from);
		s.came = s.taken = sqset_of(a.to);
		return s;
	}
	rules_footprint(g, known, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		add_change(&s, &f.change[i], colour);
	return s;
}

/* Some purchases stand on a square: "buy:N@e4". */
static bool
has_place(const struct session_state *s, struct action a)
{
	char text[RULES_ACTION_TEXT];

	rules_action_print(s->game, &s->known, a, text);
	return strchr(text, '@') != NULL;
}

/* The squares that an action names. */
static struct sqset
squares_of(const struct session_state *s, struct action a)
{
	struct sqset set = { { 0, 0 } };

	switch ((enum action_kind)a.kind) {
	case ACT_CASTLE:
		sqset_add(&set, a.arg);
		/* fall through */
	case ACT_MOVE:
	case ACT_TRANSFER:
	case ACT_ATTEMPT:
		sqset_add(&set, a.from);
		sqset_add(&set, a.to);
		break;
	case ACT_PROMOTE:
		sqset_add(&set, a.to);
		break;
	case ACT_BUY:
		if (has_place(s, a))
			sqset_add(&set, a.to);
		break;
	case ACT_NONE:
	case ACT_PASS:
	case ACT_END:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_ASSIGN:
	case ACT_PLAY:
		break;
	}
	return set;
}

/*
 * The board that the shown action is played on, as the table may know it: the
 * shown board itself where there is none, else in *room.
 */
static const struct position *
from_known(const struct session_state *s, struct position *room)
{
	if (!s->has_provisional)
		return &s->known;
	rules_public(s->game, s->shown_from, room);
	return room;
}

static uint8_t
hints_level(const struct lamps_config *c, const struct game *g, const struct position *known)
{
	unsigned seat = rules_turn_seat(g, known);

	return seat < RULES_SEATS_MAX ? c->hints[seat] : (uint8_t)HINTS_OFF;
}

/* ---- guidance ---- */

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

/* The pieces behind a refusal, as far as everybody may know why. */
static void
layer_refusal(struct lamps_frame *f, const struct session_state *s)
{
	struct position room;
	struct refusal why;

	if (s->refusal.rule == NULL || s->refused_from >= rules_squares(s->game))
		return;
	rules_public(s->game, s->settled, &room);
	rules_refuse(s->game, &room, SEAT_TABLE, s->refused_from, s->refused_to, &why);
	if (why.rule != NULL)
		mean(f, why.squares, MEANING_HINT);
}

/* ---- a piece that is up ---- */

/* The board stands as the question has it: what the shown one lacks is in nobody's hand. */
static bool
asks_of_another_board(const struct session_state *s)
{
	return s->prompt.kind == PROMPT_TAKEBACK || s->prompt.kind == PROMPT_NEW_GAME ||
	       s->prompt.kind == PROMPT_WHICH || s->prompt.kind == PROMPT_PAY;
}

/* What is up of the shown board; what is still to be put there by rule is not. */
static struct sqset
hands_up(const struct session_state *s)
{
	return s->guidance.due ? sqset_minus(s->lifted, s->guidance.missing) : s->lifted;
}

/*
 * The mover touches its pieces again while its action is only shown: as seen
 * from the position before it, what the action moved or took is up from where it
 * stood, and so is whatever else is in the hand.
 */
static struct sqset
up_again(struct action a, const struct change_sets *sets, struct sqset lifted)
{
	struct sqset up = sqset_minus(lifted, sets->came);

	up = sqset_or(up, sqset_or(sets->left, sets->taken));
	if (a.kind == ACT_CASTLE) {
		sqset_add(&up, a.from);
		sqset_add(&up, a.arg);
	}
	return up;
}

/* Which position the hands act from, and what is up in it. */
static const struct position *
hands_position(const struct session_state *s, struct position *room, struct sqset *up)
{
	const struct position *from = from_known(s, room);
	unsigned colour = rules_turn_seat(s->game, from) & 1;
	struct change_sets sets;

	*up = hands_up(s);
	if (!s->has_provisional)
		return from;
	if (!sqset_empty(sqset_and(*up, rules_occupied_by(s->game, &s->known, !colour))))
		return &s->known; /* the opponent has begun, or a further capture */
	sets = changes_of(s->game, from, s->provisional);
	if ((rules_turn_seat(s->game, &s->known) & 1) == colour &&
	    sqset_empty(sqset_and(*up, sets.came)))
		return &s->known;                /* the turn goes on with another piece */
	if (s->provisional.kind == ACT_TRANSFER) /* touched, not moved: but for a single stone */
		*up = sqset_or(*up, sets.left);
	else
		*up = up_again(s->provisional, &sets, *up);
	return from;
}

/* The stone that is up may go to one of these: to be touched, if it is a single one. */
static void
layer_touch(struct lamps_frame *f, const struct hints_query *q, struct sqset touch)
{
	struct sqset up = q->up;
	bool single = sqset_count(up) == 1 &&
		      rules_stones(q->game, rules_at(q->game, &q->position, sqset_pop(&up))) == 1;

	mean(f, touch, single ? MEANING_ASKED : MEANING_HINT);
}

static void
layer_lift(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s,
	   const struct lamps_config *c)
{
	struct hints_query q = { .game = s->game };
	struct position room;
	const struct position *p = hands_position(s, &room, &q.up);
	uint8_t level = hints_level(c, s->game, p);
	unsigned colour = rules_turn_seat(s->game, p) & 1;
	struct sqset seen = q.up;

	if (level != HINTS_OFF && !sqset_empty(q.up)) {
		q.safe = level == HINTS_SAFE;
		q.position = *p;
		const struct hints_answer *a = hints_get(h, &q);

		mean(f, a->legal, MEANING_LEGAL);
		mean(f, a->capture, MEANING_CAPTURE);
		mean(f, a->unsafe, MEANING_UNSAFE);
		mean(f, a->helper, MEANING_HINT);
		mean(f, a->lost, MEANING_ZOMBIE);
		mean(f, a->lost, MEANING_UNSAFE);
		layer_touch(f, &q, a->touch);
		seen = sqset_minus(seen,
				   sqset_minus(a->capture, rules_occupied_by(s->game, p, colour)));
	}
	mean(f, seen, MEANING_FROM);
}

/* ---- questions ---- */

/* What a game is lost with: kings, or where there are none the generals. */
static struct sqset
royals_of(const struct game *g, const struct position *p, bool white, bool black)
{
	struct sqset squares = rules_occupied(g, p), kings = { 0 }, queens = { 0 };

	while (!sqset_empty(squares)) {
		unsigned sq = sqset_pop(&squares);
		uint8_t piece = rules_at(g, p, sq);

		if (!(piece_colour(piece) ? black : white))
			continue;
		if (piece_kind(piece) == PIECE_KING)
			sqset_add(&kings, sq);
		else if (piece_kind(piece) == PIECE_QUEEN)
			sqset_add(&queens, sq);
	}
	return sqset_empty(kings) ? queens : kings;
}

/* Of the side whose turn it is, or of both. */
static struct sqset
royals(const struct session_state *s, bool both)
{
	bool black = (rules_turn_seat(s->game, &s->known) & 1) != 0;

	return royals_of(s->game, &s->known, both || !black, both || black);
}

static struct sqset
new_game_squares(const struct prompt *p)
{
	struct rules_error err;
	struct position start;

	if (p->game == NULL || rules_parse(p->game, p->position, &start, &err) != 0)
		return (struct sqset){ 0 };
	return royals_of(p->game, &start, true, true);
}

/* The pieces of which there are several kinds, where arrays differ; not while squares lack one. */
static struct sqset
array_squares(const struct session_state *s)
{
	struct sqset left = rules_occupied(s->game, &s->known), out = { 0 };

	while (!s->guidance.on && !sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (piece_kind(rules_at(s->game, &s->known, sq)) != PIECE_PAWN)
			sqset_add(&out, sq);
	}
	return out;
}

/* What a question is about; nothing where it is about no square. */
static struct sqset
asked_about(const struct session_state *s)
{
	const struct prompt *p = &s->prompt;
	struct sqset asked = { 0 };
	bool black = (p->seat & 1) != 0;

	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
		break;
	case PROMPT_WHICH:
	case PROMPT_CONFIRM:
	case PROMPT_PAY:
		for (unsigned i = 0; i < p->n_options; i++)
			asked = sqset_or(asked, squares_of(s, p->option[i]));
		break;
	case PROMPT_PROMOTION:
		if (p->n_options > 0)
			sqset_add(&asked, p->option[0].to);
		break;
	case PROMPT_END:
	case PROMPT_TAKEBACK:
		return s->last_squares;
	case PROMPT_NEW_GAME:
		return new_game_squares(p);
	case PROMPT_ARRAY:
		return array_squares(s);
	case PROMPT_DRAW:
	case PROMPT_MENU:
		return royals_of(s->game, &s->known, true, true);
	case PROMPT_RESIGN:
		return royals_of(s->game, &s->known, !black, black);
	}
	return asked;
}

/* No question is dark: what is about no square (a roll taken back, a card) is put to the kings. */
static struct sqset
asked_squares(const struct session_state *s)
{
	struct sqset asked = asked_about(s);

	/* The way to the array is lit, and the question comes after it. */
	if (s->prompt.kind == PROMPT_ARRAY && s->guidance.on)
		return asked;
	return s->prompt.kind != PROMPT_NONE && sqset_empty(asked) ? royals(s, true) : asked;
}

/*
 * No hand can do what comes next: dice, a card, a secret, or the end of the turn.
 * A burial that waits for what is due is not next.
 */
static void
layer_word(struct lamps_frame *f, const struct session_state *s)
{
	const unsigned by_hand = AWAIT_MOVE | AWAIT_TRANSFER | AWAIT_PROMOTE;

	if (s->over || s->has_provisional || s->prompt.kind != PROMPT_NONE || s->awaits == 0 ||
	    (s->awaits & by_hand) || session_burial_waits(s))
		return;
	mean(f, royals(s, false), MEANING_ASKED);
}

/* Promotions that come before all else: the pawns are public, the screen has the kinds. */
static void
layer_promote(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s)
{
	struct hints_query q = { .game = s->game };

	if (!(s->awaits & AWAIT_PROMOTE))
		return;
	q.position = s->known;
	q.reach_kind = marks_reach_kind(s->game);
	mean(f, hints_get(h, &q)->promote, MEANING_ASKED);
}

/* ---- the rest ---- */

static void
layer_shown(struct lamps_frame *f, const struct session_state *s)
{
	struct change_sets sets;
	struct position room;

	if (!s->has_provisional) {
		mean(f, s->last_squares, MEANING_LAST);
		return;
	}
	sets = changes_of(s->game, from_known(s, &room), s->provisional);
	mean(f, sets.left, MEANING_FROM);
	mean(f, sets.came, MEANING_TO);
	mean(f, sets.removed, MEANING_CAPTURE);
	mean(f, sets.lost, MEANING_ZOMBIE);
	mean(f, sets.lost, MEANING_UNSAFE);
}

static void
layer_hint(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s,
	   const struct lamps_config *c)
{
	struct hints_query q = { .game = s->game };
	const struct hints_answer *a;

	if (!s->hint_asked || s->over || hints_level(c, s->game, &s->known) == HINTS_OFF)
		return;
	q.position = s->known;
	q.reach_kind = marks_reach_kind(s->game);
	a = hints_get(h, &q);
	mean(f, a->helper, MEANING_HINT);
	mean(f, a->legal, MEANING_LEGAL);
	mean(f, a->capture, MEANING_CAPTURE);
}

static void
layer_marks(struct lamps_frame *f, const struct session_state *s, const struct lamps_config *c)
{
	struct marks m;

	marks_find(s->game, &s->known, c->objects, &m);
	mean(f, sqset_minus(m.crooked, s->lifted), MEANING_CROOKED);
	mean(f, sqset_minus(m.zombie, s->lifted), MEANING_ZOMBIE);
	mean(f, sqset_minus(m.behind, s->lifted), MEANING_MIRROR);
	/* One colour cannot tell two sides apart: there the other one stays dark. */
	if (c->rgb)
		mean(f, sqset_minus(m.before, s->lifted), MEANING_AREA);
	if (!s->over)
		mean(f, m.area, MEANING_AREA);
}

/* The corners are looked for least in play. */
static void
layer_stick(struct lamps_frame *f, const struct session_state *s, const struct lamps_config *c)
{
	const unsigned files = rules_files(s->game), last = rules_squares(s->game) - 1;
	struct sqset corners = { 0 };

	if (c->stick == LAMPS_STICK_NONE)
		return;
	sqset_add(&corners, 0);
	sqset_add(&corners, files - 1);
	sqset_add(&corners, last - (files - 1));
	sqset_add(&corners, last);
	mean(f, corners, MEANING_STICK);
	if (c->stick == LAMPS_STICK_TROUBLE)
		f->step = sqset_or(f->step, corners);
}

void
lamps_compose(struct hints_cache *h, const struct session_state *s, const struct lamps_config *c,
	      struct lamps_frame *out)
{
	memset(out, 0, sizeof(*out));
	if (s->phase == SESSION_NO_GAME)
		return;
	mean(out, asked_squares(s), MEANING_ASKED);
	if (guidance_leads(&s->guidance) && !asks_of_another_board(s)) {
		layer_guidance(out, &s->guidance);
		layer_refusal(out, s);
		return;
	}
	mean(out, sqset_or(s->attempt, s->transfer), MEANING_ASKED);
	layer_word(out, s);
	layer_promote(out, h, s);
	if (!sqset_empty(hands_up(s)) && !s->over && !asks_of_another_board(s)) {
		layer_lift(out, h, s, c);
		return;
	}
	if (s->guidance.on && s->guidance.due)
		layer_guidance(out, &s->guidance);
	mean(out, s->lay, MEANING_MISSING);
	mean(out, s->unlay, MEANING_EXTRA);
	layer_refusal(out, s);
	mean(out, s->buy, MEANING_LEGAL);
	mean(out, rules_checked(s->game, &s->known), MEANING_CHECK);
	layer_shown(out, s);
	layer_hint(out, h, s, c);
	layer_stick(out, s, c);
	layer_marks(out, s, c);
}

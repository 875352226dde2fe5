/*
 * Layers, in order of priority:
 *
 *   1) guidance  alone: missing and extra pieces, the next step,
 *   and the pieces behind a refusal; while pieces are set up, one rank at a time;
 *   of a half-made action, its shown squares and what is left to do
 *   2) a lifted piece  alone: its targets, helpers and losses,
 *   and an attempted capture; also the pieces behind the mirror
 *   … or a computer's move  which hands have to make: then no lifted, shown or last move is lit
 *   3) consequences  pieces the rules added or removed; objects too
 *   4) a purchase  where the piece from the box may be put
 *   5) check   the king's square; after mate also the pieces that leave it no way out
 *   6) the shown move  from and to, until it is final
 *   7) the hint button  pieces that can move; a reach
 *   8) the last move  if there is no shown one
 *   9) a USB stick  the corners, while one is in use or has a problem
 *   10) marks and areas
 *
 * An open question is shown with every layer, as it must not be missed. A touched
 * transfer and pending choices (pawns to be promoted first, a king whose player has
 * to choose) are shown with every layer except guidance.
 *
 * Layers only add meanings to squares; the order of enum meaning decides which is
 * visible. After the game a lift shows nothing: the players are clearing up. Once more than
 * two squares differ from its end, only a question and a USB stick are lit.
 *
 * Positions here are public knowledge: *known of the state, which is the shown board,
 * and rules_public of the position in which the shown action is played.
 */
#include <string.h>

#include "daemon/lamps/lamps.h"
#include "daemon/lamps/marks.h"

static void
mean(struct lamps_frame *f, struct sqset squares, enum meaning m)
{
	while (!sqset_empty(squares))
		f->means[sqset_pop(&squares)] |= 1u << m;
}

/* ---- effects of actions ---- */

/* The squares where an action's pieces leave (and none arrives), arrive, or both. */
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

	if (a.kind == ACT_ATTEMPT) { /* the outcome of an attempt must stay secret */
		s.left = sqset_of(a.from);
		s.came = s.taken = sqset_of(a.to);
		return s;
	}
	rules_footprint(g, known, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		add_change(&s, &f.change[i], colour);
	return s;
}

/* Reports whether a purchase names a square: "buy:N@e4". */
static bool
has_place(const struct session_state *s, struct action a)
{
	char text[RULES_ACTION_TEXT];

	rules_action_print(s->game, &s->known, a, text);
	return strchr(text, '@') != NULL;
}

/* Returns the squares named by an action. */
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
 * Returns the public position in which the shown action is played: the shown board itself
 * if there is none, else in *room.
 */
static const struct position *
position_from(const struct session_state *s, struct position *room)
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

/* Lights the rank that is set up next; the last few squares all at once. */
static void
layer_setup(struct lamps_frame *f, const struct session_state *s)
{
	unsigned files = rules_files(s->game), ranks = rules_ranks(s->game);
	unsigned rank = guidance_rank(&s->guidance, files, ranks);
	struct guidance now = s->guidance;
	struct sqset squares = { 0 };

	if (now.steps > GUIDANCE_FEW && rank < ranks) {
		for (unsigned sq = rank * files; sq < (rank + 1) * files; sq++)
			sqset_add(&squares, sq);
		now.missing = sqset_and(now.missing, squares);
		now.extra = sqset_and(now.extra, squares);
		now.wrong = sqset_and(now.wrong, squares);
		now.lift_sq = now.put_sq = RULES_NO_SQ;
	}
	layer_guidance(f, &now);
}

/*
 * Lights what a half-made action still needs, in the colours of a lifted piece's choice: the
 * piece to move, its square, a captured piece to take off.
 */
static void
layer_onward(struct lamps_frame *f, const struct session_state *s)
{
	const struct guidance *g = &s->guidance;
	struct position room;
	const struct change_sets sets =
		changes_of(s->game, position_from(s, &room), s->provisional);
	const struct sqset lacking = sqset_or(g->missing, g->wrong);

	mean(f, sqset_minus(sets.left, g->extra), MEANING_FROM);
	mean(f, sqset_minus(sets.came, lacking), MEANING_TO);
	mean(f, lacking, MEANING_LEGAL);
	mean(f, sqset_and(g->extra, sets.taken), MEANING_CAPTURE);
	mean(f, sqset_minus(g->extra, sets.taken), MEANING_HINT);
	if (g->lift_sq != RULES_NO_SQ)
		sqset_add(&f->step, g->lift_sq);
	if (g->put_sq != RULES_NO_SQ)
		sqset_add(&f->step, g->put_sq);
}

/* Lights the pieces behind a refusal, if its reason is public. */
static void
layer_refusal(struct lamps_frame *f, const struct session_state *s)
{
	struct position room;
	struct refusal why;

	/* Beside a giver the colour of a reason means: this stack may take the stone. */
	if (s->refusal.rule == NULL || s->refused_from >= rules_squares(s->game) ||
	    !sqset_empty(s->takers))
		return;
	rules_public(s->game, s->settled, &room);
	rules_refuse(s->game, &room, SEAT_TABLE, s->refused_from, s->refused_to, &why);
	if (why.rule != NULL)
		mean(f, why.squares, MEANING_HINT);
}

/*
 * Reports whether a refused capture has to be undone: a piece stands, or stood, on the square where
 * it was meant to go, and no guidance leads.
 */
static bool
is_put_back(const struct session_state *s)
{
	return s->guidance.kind == GUIDANCE_NONE && s->refusal.rule != NULL &&
	       s->refused_from < rules_squares(s->game) && s->refused_to < rules_squares(s->game) &&
	       rules_at(s->game, &s->known, s->refused_to) != 0;
}

/* Lights the two squares where pieces belong after a refused capture, as the sentence names them. */
static void
layer_put_back(struct lamps_frame *f, const struct session_state *s)
{
	struct sqset to = sqset_of(s->refused_to);

	mean(f, sqset_minus(sqset_of(s->refused_from), s->present), MEANING_MISSING);
	mean(f, to, MEANING_MISSING);
	mean(f, sqset_and(to, s->present), MEANING_EXTRA);
	layer_refusal(f, s);
	mean(f, rules_checked(s->game, &s->known), MEANING_CHECK);
}

/* ---- a lifted piece ---- */

/*
 * Reports whether the question is about another position, in which missing pieces need not be
 * in a hand.
 */
static bool
assumes_other_board(const struct session_state *s)
{
	return s->prompt.kind == PROMPT_TAKEBACK || s->prompt.kind == PROMPT_NEW_GAME ||
	       s->prompt.kind == PROMPT_WHICH || s->prompt.kind == PROMPT_PAY;
}

/* Returns the lifted pieces of the shown board, without those still due by rule. */
static struct sqset
lifted_squares(const struct session_state *s)
{
	return s->guidance.kind == GUIDANCE_DUE ? sqset_minus(s->lifted, s->guidance.missing)
						: s->lifted;
}

/*
 * Returns the lifted squares, as of the position before the shown action, when the mover
 * touches its pieces again. Pieces that the action moved or captured count as lifted from
 * their old squares.
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

const struct position *
lamps_find_acting(const struct session_state *s, struct position *room, struct sqset *up)
{
	const struct position *from = position_from(s, room);
	unsigned colour = rules_turn_seat(s->game, from) & 1;
	struct change_sets sets;

	*up = lifted_squares(s);
	if (!s->has_provisional)
		return from;
	if (!sqset_empty(sqset_and(*up, rules_occupied_by(s->game, &s->known, !colour))))
		return &s->known; /* the opponent has begun, or another capture */
	sets = changes_of(s->game, from, s->provisional);
	if ((rules_turn_seat(s->game, &s->known) & 1) == colour &&
	    sqset_empty(sqset_and(*up, sets.came)))
		return &s->known;                /* the turn continues with another piece */
	if (s->provisional.kind == ACT_TRANSFER) /* touched, not moved, except a single stone */
		*up = sqset_or(*up, sets.left);
	else
		*up = up_again(s->provisional, &sets, *up);
	return from;
}

/* Lights where a piece in the hand goes that completes a half-made action: castling's rook. */
static void
layer_half(struct lamps_frame *f, const struct session_state *s)
{
	struct position before;

	if (!s->half_made)
		return;
	rules_public(s->game, s->half_from, &before);
	mean(f, sqset_minus(changes_of(s->game, &before, s->half).came, s->present), MEANING_LEGAL);
}

/* Reports whether the lifted pieces are among those that may be graded in this turn. */
static bool
may_grade(const struct lamps_config *c, const struct game *g, const struct position *p,
	  struct sqset up)
{
	struct sqset own = rules_occupied_by(g, p, rules_turn_seat(g, p) & 1);

	return !c->few_graded || sqset_empty(sqset_minus(sqset_and(up, own), c->graded));
}

static void
layer_lift(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s,
	   const struct lamps_config *c)
{
	struct hints_query q = { .game = s->game };
	struct position room;
	const struct position *p = lamps_find_acting(s, &room, &q.up);
	uint8_t level = hints_level(c, s->game, p);
	unsigned colour = rules_turn_seat(s->game, p) & 1;
	struct sqset seen = q.up;

	if (level != HINTS_OFF && !sqset_empty(q.up)) {
		q.safe = level == HINTS_SAFE;
		q.position = *p;
		if (level == HINTS_GRADED && may_grade(c, s->game, p, q.up) &&
		    advice_is_for(c->advice, s->game, p)) {
			q.advice = c->advice;
			q.graded = c->advice->number;
		}
		const struct hints_answer *a = hints_get(h, &q);

		mean(f, a->legal, MEANING_LEGAL);
		for (unsigned i = 0; i < ADVICE_CLASSES; i++)
			mean(f, a->grade[i], MEANING_BEST + i);
		mean(f, a->capture, MEANING_CAPTURE);
		mean(f, a->unsafe, MEANING_UNSAFE);
		mean(f, a->helper, MEANING_HINT);
		mean(f, a->lost, MEANING_ZOMBIE);
		mean(f, a->lost, MEANING_UNSAFE);
		f->tricks = a->tricks;
		mean(f, a->touch, MEANING_HINT);
		layer_half(f, s);
		seen = sqset_minus(seen,
				   sqset_minus(a->capture, rules_occupied_by(s->game, p, colour)));
	}
	mean(f, seen, MEANING_FROM);
}

/* ---- questions ---- */

/* Returns the royal pieces: kings, or generals in games without kings. */
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

/* Returns the royals of the side to move, or of both. */
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

/* Returns the squares on which arrays differ; none while pieces are missing. */
static struct sqset
array_squares(const struct session_state *s)
{
	struct sqset left = rules_occupied(s->game, &s->known), out = { 0 };

	while (s->guidance.kind == GUIDANCE_NONE && !sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (piece_kind(rules_at(s->game, &s->known, sq)) != PIECE_PAWN)
			sqset_add(&out, sq);
	}
	return out;
}

/* Returns the squares a question concerns, or none. */
static struct sqset
question_squares(const struct session_state *s)
{
	const struct prompt *p = &s->prompt;
	struct sqset asked = { 0 };
	bool black = (p->seat & 1) != 0;

	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
	case PROMPT_BLUNDER: /* layer_blunder */
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
	case PROMPT_TAKEBACK:
		return p->moves > 0 ? s->last_squares : asked;
	case PROMPT_END:
		return s->last_squares;
	case PROMPT_NEW_GAME:
		return new_game_squares(p);
	case PROMPT_ARRAY:
		return array_squares(s);
	case PROMPT_DRAW:
	case PROMPT_MENU:
	case PROMPT_REVEAL:
		return royals_of(s->game, &s->known, true, true);
	case PROMPT_RESIGN:
		return royals_of(s->game, &s->known, !black, black);
	}
	return asked;
}

/*
 * Returns the squares to light for a question; kings if it concerns none (a roll taken
 * back, a card).
 */
static struct sqset
asked_squares(const struct session_state *s)
{
	struct sqset asked = question_squares(s);

	/* Guidance to the array comes first, then the question. */
	if (s->prompt.kind == PROMPT_ARRAY && s->guidance.kind != GUIDANCE_NONE)
		return asked;
	return s->prompt.kind != PROMPT_NONE && sqset_empty(asked) ? royals(s, true) : asked;
}

/* Lights what the shown action costs: the threatened piece, or the king; else the action. */
static void
layer_blunder(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s)
{
	struct hints_query q = { .game = s->game, .blunder = s->prompt.option[0] };
	struct sqset cost = squares_of(s, q.blunder);
	const struct hints_answer *a;
	bool black;

	rules_public(s->game, s->shown_from, &q.position);
	black = (rules_turn_seat(s->game, &q.position) & 1) != 0;
	a = hints_get(h, &q);
	if (a->loss.kind == FACT_LOSES)
		cost = sqset_of(a->loss.sq);
	else if (a->loss.kind == FACT_GIVES_GAME)
		cost = royals_of(s->game, &s->known, !black, black);
	mean(f, cost, MEANING_ASKED);
}

/*
 * Lights the king if the next action cannot be made on the board: dice, a card, a secret,
 * or the end of the turn. A burial that waits for due pieces is not next.
 */
static void
layer_choice(struct lamps_frame *f, const struct session_state *s)
{
	const unsigned by_hand = AWAIT_MOVE | AWAIT_TRANSFER | AWAIT_PROMOTE;

	if (s->over || s->has_provisional || s->prompt.kind != PROMPT_NONE || s->awaits == 0 ||
	    (s->awaits & by_hand) || session_burial_waits(s))
		return;
	mean(f, royals(s, false), MEANING_ASKED);
}

/*
 * Lights pawns that must be promoted first, once they are on the board, and a pawn to be exchanged
 * for the kind that was chosen. Where they stand is public; the screen offers the kinds.
 */
static void
layer_promote(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s)
{
	struct hints_query q = { .game = s->game };
	struct sqset pawns = { 0 };

	if (s->has_last && s->last.kind == ACT_PROMOTE && !s->exchanged &&
	    !s->has_provisional)
		pawns = sqset_of(s->last.to);
	if (s->awaits & AWAIT_PROMOTE) {
		q.position = s->known;
		q.reach_kind = (uint8_t)rules_removing_kind(s->game);
		pawns = sqset_or(pawns, hints_get(h, &q)->promote);
	}
	mean(f, sqset_minus(pawns, s->guidance.missing), MEANING_ASKED);
}

/* ---- other layers ---- */

static void
layer_shown(struct lamps_frame *f, const struct session_state *s)
{
	struct change_sets sets;
	struct position room;

	if (!s->has_provisional) {
		mean(f, s->last_squares, MEANING_LAST);
		return;
	}
	sets = changes_of(s->game, position_from(s, &room), s->provisional);
	mean(f, sets.left, MEANING_FROM);
	mean(f, sets.came, MEANING_TO);
	mean(f, sets.removed, MEANING_CAPTURE);
	mean(f, sets.lost, MEANING_ZOMBIE);
	mean(f, sets.lost, MEANING_UNSAFE);
}

/* Reports whether a computer's move waits for hands. */
static bool
plan_waits(const struct session_state *s)
{
	return s->has_plan && !s->has_provisional && s->prompt.kind != PROMPT_ARRAY;
}

/* Lights a computer's move; its next step is the captured piece, then the moving one. */
static void
layer_plan(struct lamps_frame *f, const struct session_state *s)
{
	struct change_sets sets = changes_of(s->game, &s->known, s->plan);
	struct sqset taken = sqset_and(sets.taken, s->present);
	struct sqset left = sqset_and(sets.left, s->present);

	mean(f, sqset_or(sets.left, sqset_or(sets.came, sets.taken)), MEANING_PLAN);
	f->step = sqset_or(f->step, !sqset_empty(taken)  ? taken
				    : !sqset_empty(left) ? left
							 : sets.came);
}

/* Lights the best action, as far as the hint button asks. Returns whether there is advice. */
static bool
layer_best(struct lamps_frame *f, const struct session_state *s, const struct lamps_config *c)
{
	struct action best;

	if (c->hint == LAMPS_HINT_MOVABLE || !advice_is_for(c->advice, s->game, &s->known))
		return false;
	best = c->advice->row[0].action;
	if (best.kind != ACT_MOVE && best.kind != ACT_CASTLE && best.kind != ACT_TRANSFER &&
	    best.kind != ACT_ATTEMPT)
		return true; /* the screen says it */
	mean(f, sqset_of(best.from), MEANING_HINT);
	if (c->hint == LAMPS_HINT_TARGET)
		mean(f, sqset_of(best.to), MEANING_BEST);
	return true;
}

static void
layer_hint(struct lamps_frame *f, struct hints_cache *h, const struct session_state *s,
	   const struct lamps_config *c)
{
	struct hints_query q = { .game = s->game };
	const struct hints_answer *a;

	if (!s->hint_asked || s->over || hints_level(c, s->game, &s->known) == HINTS_OFF ||
	    layer_best(f, s, c))
		return;
	q.position = s->known;
	q.reach_kind = (uint8_t)rules_removing_kind(s->game);
	a = hints_get(h, &q);
	mean(f, a->helper, MEANING_HINT);
	mean(f, a->legal, MEANING_LEGAL);
	mean(f, a->capture, MEANING_CAPTURE);
}

/* Lights marks. On a square of s->takers the mark replaces the hint, which would cover what a lesson speaks of. */
static void
layer_marks(struct lamps_frame *f, const struct session_state *s, const struct lamps_config *c)
{
	struct sqset covered;
	struct marks m;

	marks_find(s->game, &s->known, c->objects, &m);
	if (c->regulators && !c->objects)
		m.crooked = sqset_or(m.crooked, marks_regulators(s->game, &s->known));
	mean(f, sqset_minus(m.crooked, s->lifted), MEANING_CROOKED);
	mean(f, sqset_minus(m.zombie, s->lifted), MEANING_ZOMBIE);
	mean(f, sqset_minus(m.behind, s->lifted), MEANING_MIRROR);
	/* Single-colour lamps cannot distinguish two sides, so the other side stays dark. */
	if (c->rgb)
		mean(f, sqset_minus(m.before, s->lifted), MEANING_AREA);
	if (!s->over)
		mean(f, m.area, MEANING_AREA);
	covered = sqset_and(s->takers, sqset_or(m.crooked, sqset_or(m.zombie, m.behind)));
	while (!sqset_empty(covered))
		f->means[sqset_pop(&covered)] &= ~(1u << MEANING_HINT);
}

/*
 * Lights the pieces behind the mirror while a piece is up, too: the squares where it may go depend
 * on them.
 */
static void
layer_mirror(struct lamps_frame *f, const struct session_state *s, const struct lamps_config *c)
{
	struct marks m;

	marks_find(s->game, &s->known, c->objects, &m);
	mean(f, sqset_minus(m.behind, s->lifted), MEANING_MIRROR);
}

/* Reports whether nothing is wrong but that a piece without a move is up. */
static bool
only_holds_piece(const struct guidance *g)
{
	return g->steps == 1 && g->lift_sq == RULES_NO_SQ && g->put_sq != RULES_NO_SQ;
}

/* Lights the corners, the least important squares in play. */
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

/* Reports whether the game is over and other pieces stand on the board: a lesson's, or the box is packed. */
static bool
is_left(const struct session_state *s)
{
	enum { IN_HANDS = 2 };

	return s->over && sqset_count(sqset_xor(s->present, rules_occupied(s->game, &s->known))) >
				  IN_HANDS;
}

/* Lights guidance that blocks play. */
static void
layer_leading(struct lamps_frame *f, const struct session_state *s)
{
	if (s->guidance.onward && s->has_provisional) {
		layer_onward(f, s);
	} else if (s->sets_up) {
		layer_setup(f, s);
	} else {
		layer_guidance(f, &s->guidance);
		layer_refusal(f, s);
		if (s->refusal.rule != NULL)
			mean(f, rules_checked(s->game, &s->known), MEANING_CHECK);
	}
}

void
lamps_compose(struct hints_cache *h, const struct session_state *s, const struct lamps_config *c,
	      struct lamps_frame *out)
{
	memset(out, 0, sizeof(*out));
	if (s->phase == SESSION_NO_GAME)
		return;
	if (s->prompt.kind == PROMPT_BLUNDER)
		layer_blunder(out, h, s);
	else
		mean(out, asked_squares(s), MEANING_ASKED);
	mean(out, c->about, MEANING_HINT);
	if (s->guidance.kind == GUIDANCE_LEADS && !assumes_other_board(s)) {
		layer_leading(out, s);
		if (only_holds_piece(&s->guidance))
			layer_mirror(out, s, c);
		return;
	}
	if (is_left(s)) {
		layer_stick(out, s, c);
		return;
	}
	mean(out, s->takers, MEANING_HINT);
	mean(out, sqset_or(s->attempt, s->transfer), MEANING_ASKED);
	layer_choice(out, s);
	layer_promote(out, h, s);
	if (!sqset_empty(lifted_squares(s)) && !s->over && !assumes_other_board(s)) {
		if (plan_waits(s))
			layer_plan(out, s);
		else if (is_put_back(s))
			layer_put_back(out, s);
		else
			layer_lift(out, h, s, c);
		layer_mirror(out, s, c);
		return;
	}
	if (s->guidance.kind == GUIDANCE_DUE)
		layer_guidance(out, &s->guidance);
	mean(out, s->lay, MEANING_MISSING);
	mean(out, s->unlay, MEANING_EXTRA);
	layer_refusal(out, s);
	mean(out, s->buy, MEANING_LEGAL);
	mean(out, rules_checked(s->game, &s->known), MEANING_CHECK);
	if (s->over && rules_outcome(s->game, &s->known, NULL).reason == REASON_CHECKMATE)
		mean(out, rules_mate_squares(s->game, &s->known), MEANING_HINT);
	if (plan_waits(s)) {
		layer_plan(out, s);
	} else {
		layer_shown(out, s);
		layer_hint(out, h, s, c);
	}
	layer_stick(out, s, c);
	layer_marks(out, s, c);
}

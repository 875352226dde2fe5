/* Fills the session's public state. */
#include "daemon/session/session_priv.h"

#include <assert.h>
#include <string.h>

static void
state_game(const struct session *s, struct session_state *out)
{
	out->phase = s->phase;
	out->game = s->game;
	out->settled = &s->settled;
	out->history = &s->history;
	out->before_last = &s->before_last;
	out->shown = out->shown_from = out->option_from = &s->settled;
	out->last_squares = s->last_squares;
	out->removed = s->removed;
	out->n_actions = s->n;
	out->undone = s->undone;
	out->has_last = s->n > 0;
	if (s->n)
		out->last = s->ply[s->n - 1].action;
	if (s->n > 1)
		out->earlier = s->ply[s->n - 2].action;
	out->over = s->phase == SESSION_OVER || s->phase == SESSION_CLOSED;
	out->outcome = s->outcome;
	out->end = s->end;
	out->end_colour = s->end_colour;
	out->to_act = out->over ? SEAT_NONE : (uint8_t)rules_to_act(s->game, &s->settled);
	out->has_plan = s->phase == SESSION_PLAYING && s->plan.kind != ACT_NONE;
	out->plan = s->plan;
	out->claims = out->over ? 0 : rules_claims(s->game, &s->settled, &s->history);
}

/* Reports whether the piece of that square is up in every arrangement, or by occupancy. */
static bool
is_up(const struct session_state *st, unsigned sq)
{
	return sqset_has(st->lifted, sq);
}

/* Fills in unfinished attempts, transfers and purchases. */
static void
state_touches(const struct session *s, struct session_state *out)
{
	const struct infer *f = s->current;
	unsigned giver;

	if (out->has_provisional && out->provisional.kind == ACT_TRANSFER) {
		sqset_add(&out->transfer, out->provisional.from);
		sqset_add(&out->transfer, out->provisional.to);
	}
	giver = out->has_provisional ? RULES_NO_SQ : session_giver(s, &out->takers);
	if (giver != RULES_NO_SQ)
		sqset_add(&out->transfer, giver);
	for (unsigned i = 0; i < f->n; i++) {
		const struct action a = f->candidate[i].action;
		char text[RULES_ACTION_TEXT];

		if (a.kind == ACT_ATTEMPT && is_up(out, a.from) && is_up(out, a.to)) {
			sqset_add(&out->attempt, a.from);
			sqset_add(&out->attempt, a.to);
		}
		if (f->candidate[i].way != WAY_PLACE || !s->selected[0])
			continue;
		rules_action_print(s->game, &f->position, a, text);
		if (strncmp(text, s->selected, strlen(s->selected)) == 0)
			sqset_add(&out->buy, a.to);
	}
}

/*
 * Returns the only action that the pieces up begin. One piece may stand on the other's square: king
 * and rook of Chess960.
 */
static unsigned
half_of(const struct infer *f, const struct session_state *st)
{
	unsigned one;

	if (!infer_alive(f, false, &one) || one == INFER_NONE ||
	    f->candidate[one].way != WAY_MOVE ||
	    (sqset_count(st->lifted) < 2 && f->candidate[one].action.kind != ACT_CASTLE))
		return INFER_NONE;
	return one;
}

/*
 * Finds the action that the pieces in the hand begin, or a castling whose rook was moved first.
 * Where something is hidden, legal actions may depend on it.
 */
static void
state_half(const struct session *s, struct session_state *out)
{
	const struct infer *f = s->current;
	unsigned one;

	if (out->has_provisional || out->guidance.kind != GUIDANCE_NONE ||
	    out->prompt.kind != PROMPT_NONE || out->over || sqset_empty(out->lifted) ||
	    /* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	    memcmp(&out->known, &s->settled, sizeof(s->settled)) != 0)
		return;
	one = sqset_count(f->worlds.touched) > 1 ? half_of(f, out) : INFER_NONE;
	if (one == INFER_NONE && (s->amend & AMEND_ACTION)) {
		f = s->before;
		one = half_of(f, out);
	}
	if (one == INFER_NONE)
		return;
	out->half_made = true;
	out->half = f->candidate[one].action;
	out->half_from = &f->position;
}

/* Compares objects under pieces with the marks of the shown position. */
static void
state_objects(const struct session *s, struct session_state *out)
{
	const struct infer *f = s->current;
	struct sqset left = sqset_and(out->present, rules_occupied(s->game, &out->known));

	out->objects = s->config.objects;
	out->laid = s->laid;
	out->unlaid = s->unlaid;
	if (!s->config.objects || s->config.senses != SENSES_LEVEL)
		return;
	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);
		uint8_t piece = rules_at(s->game, &out->known, sq);

		/*
		 * A stack's level is its height; a plain piece reads two on wood, one on
		 * an object.
		 */
		if (rules_stones(s->game, piece) || f->worlds.level_max[sq] == 0)
			continue;
		if ((piece & PIECE_MARK) && f->worlds.level_min[sq] > 1)
			sqset_add(&out->lay, sq);
		else if (!(piece & PIECE_MARK) && f->worlds.level_max[sq] == 1)
			sqset_add(&out->unlay, sq);
	}
}

static const uint16_t awaits_of[] = {
	[ACT_MOVE] = AWAIT_MOVE, [ACT_CASTLE] = AWAIT_MOVE,     [ACT_END] = AWAIT_END,
	[ACT_ROLL] = AWAIT_ROLL, [ACT_BUY] = AWAIT_BUY,         [ACT_TRANSFER] = AWAIT_TRANSFER,
	[ACT_BURY] = AWAIT_BURY, [ACT_PROMOTE] = AWAIT_PROMOTE, [ACT_ASSIGN] = AWAIT_ASSIGN,
	[ACT_PLAY] = AWAIT_CARD, [ACT_ATTEMPT] = AWAIT_MOVE,
};

unsigned
session_awaits(const struct game *g, const struct position *known)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, known, list);
	unsigned awaits = 0;

	for (size_t i = 0; i < n; i++)
		awaits |= awaits_of[list[i].kind];
	return awaits;
}

/* Recomputes the possible actions if the shown position has changed. */
void
session_note_awaits(struct session *s)
{
	struct position known;
	unsigned awaits;
	bool same;

	if (s->phase != SESSION_PLAYING || s->origin == ORIGIN_REPLAYED)
		return;
	rules_public(s->game, s->shown.state >= SHOWN_PARTLY ? &s->shown.position : &s->settled,
		     &known);
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	same = memcmp(&known, &s->awaits_for, sizeof(known)) == 0;
	if (same && s->awaits)
		return;
	awaits = session_awaits(s->game, &known);
	if (same && awaits == s->awaits)
		return; /* nothing to do, as in a mate that is shown */
	s->awaits_for = known;
	s->awaits = awaits;
	s->version++;
}

static const struct position *
option_from(const struct session *s, const struct session_state *st)
{
	if (s->prompt.kind == PROMPT_WHICH)
		return &session_source(s, s->offered_source)->position;
	if (s->prompt.kind == PROMPT_PROMOTION && !st->has_provisional)
		return &s->before->position;
	return st->shown_from;
}

void
session_state(const struct session *s, struct session_state *out)
{
	const struct infer *f = s->current;
	struct sqset same;

	memset(out, 0, sizeof(*out));
	out->version = s->version;
	out->prompt.seat = SEAT_NONE;
	if (s->phase == SESSION_NO_GAME)
		return;
	state_game(s, out);
	if (s->origin == ORIGIN_REPLAYED) {
		out->present = rules_occupied(s->game, &s->settled);
		rules_public(s->game, &s->settled, &out->known);
		return;
	}
	if (s->shown.state >= SHOWN_PARTLY) {
		const struct infer *source =
			session_source(s, s->shown.source);

		out->shown = &s->shown.position;
		out->shown_from = &source->position;
		out->has_provisional = true;
		out->provisional = source->candidate[s->shown.candidate].action;
	}
	out->present = infer_now(f);
	out->lifted = sqset_minus(sqset_minus(rules_occupied(s->game, out->shown), out->present),
				  f->blind);
	same = sqset_minus(f->worlds.home, sqset_xor(f->worlds.home, f->worlds.now));
	if (!out->has_provisional)
		out->adjusted = sqset_and(same, f->worlds.touched);
	out->guidance = s->guidance;
	out->sets_up = s->prompt.kind == PROMPT_ARRAY || session_lays_out(s);
	out->prompt = s->prompt;
	out->option_from = option_from(s, out);
	out->refusal = s->refusal;
	out->refused_from = s->refused_from;
	out->refused_to = s->refused_to;
	out->lone_stone = s->lone_stone;
	out->hint_asked = s->hint_asked;
	out->exchanged = s->exchanged;
	rules_public(s->game, out->shown, &out->known);
	out->awaits = out->over ? 0 : s->awaits;
	state_touches(s, out);
	state_half(s, out);
	state_objects(s, out);
}

struct action
session_action(const struct session *s, uint32_t i, uint64_t *t_us)
{
	assert(i < s->n);
	if (t_us)
		*t_us = s->ply[i].t_us;
	return s->ply[i].action;
}

const struct position *
session_first(const struct session *s)
{
	return &s->first;
}

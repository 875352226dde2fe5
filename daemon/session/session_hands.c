/*
 * Edges against explanations: what is shown, and what the opponent's edges make final.
 * session_quiet.c has the table of quiet, session_settle.c that of buttons.
 *
 *   event                     explanation now             what follows
 *   edge                      one best                    shown (replaces another)
 *   edge                      several, equally good       nothing shown; quiet or clock asks
 *   edge                      none, opponent's piece up,
 *                             no own action alive         the shown action is final, at that lift
 *   edge                      none, but split between
 *                             two players an action and
 *                             its reply                   the action is final (sequence_split.c)
 *   edge                      none, otherwise             the shown one is kept or withdrawn
 *
 * With blind squares none of this is final while another history through one of them
 * explains the edges (sequence_rival).
 */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/session/session_priv.h"

/* Reports whether so many squares are blind that nothing is certain. */
static bool
blind_to_most(const struct infer *f)
{
	return sqset_count(f->blind) > INFER_BLIND_MAX;
}

/*
 * Reports whether an arrival with a late departure may be another piece: a captured piece set
 * aside, or the last moved piece read on two squares.
 */
static bool
may_be_another(const struct session *s, const struct infer *f, unsigned c)
{
	unsigned at = infer_departed_late(f);
	struct sqset beside = s->last_squares;
	bool captured = s->n > 0 && sqset_count(s->ply[s->n - 1].occupied) >
					    sqset_count(rules_occupied(s->game, &s->settled));

	/* A promoted piece comes from the box. */
	if (at == INFER_NONE || f->candidate[c].promotes)
		return false;
	if (captured && !sqset_has(f->worlds.home, f->log[at].sq))
		return true;
	while (f->log[at].t_us < s->done_us + INFER_BRUSH_US && !sqset_empty(beside))
		if (infer_is_beside(s->game, sqset_pop(&beside), f->log[at].sq))
			return true;
	return false;
}

/* Reports whether the last piece slid to its square: its arrival was brief, or overlapped. */
static bool
is_sliding(const struct infer *f)
{
	const struct infer_edge *last = &f->log[f->n_log];

	return f->n_log > 1 &&
	       (last[-2].lag_us > 0 || last[-1].t_us - last[-2].t_us < INFER_BRUSH_US);
}

/*
 * Reports whether another action replaces a shown capture although its captor may still be in
 * place: the last arrival may be the captured piece.
 */
static bool
replaces_capture(const struct session *s, unsigned source, unsigned c)
{
	const struct infer *f = session_source(s, source);
	unsigned was = s->shown.candidate;

	if (f->n_log < 2 || s->shown.state < SHOWN_PARTLY || s->shown.source != source ||
	    was == c || !sqset_empty(f->blind) || is_sliding(f))
		return false;
	return !sqset_empty(f->candidate[was].captured) && infer_stands(f, was) &&
	       !infer_same_promotion(f, was, c);
}

/* Returns what may make the shown action, the best answer, final. */
static enum shown_trust
trust_best(const struct session *s, const struct infer_answer *a)
{
	unsigned source = s->shown.source, c = s->shown.candidate;
	const struct infer *f = session_source(s, source);

	if (f->worlds.vague || (s->doubt & DOUBT_READINGS) || blind_to_most(f) ||
	    foresee_reveals(s->game, &f->position, f->candidate[c].action))
		return TRUST_WORD;
	if (f->candidate[c].way == WAY_ATTEMPT && infer_victim_went(f, c))
		return TRUST_WORD;
	/* Adjusting is an explanation too, unless another piece came unseen from a blind square. */
	if (a->null)
		return sqset_empty(f->blind) ? TRUST_REPLY : TRUST_WORD;
	/* On a blind square the piece may still be in the hand. */
	if ((s->doubt & DOUBT_ASIDE) || infer_lands_blind(f, c) ||
	    (source == SOURCE_CURRENT && (s->n_resumed > 0 || may_be_another(s, f, c))))
		return TRUST_REPLY;
	return TRUST_QUIET;
}

static void
show_best(struct session *s, unsigned source, const struct infer_answer *a, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	unsigned c = a->best[0];

	/* An earlier promotion choice is kept. */
	if (s->shown.state != SHOWN_NONE && s->shown.source == source &&
	    infer_same_promotion(f, s->shown.candidate, c))
		c = s->shown.candidate;
	if (replaces_capture(s, source, c) ||
	    (source == SOURCE_CURRENT && !is_sliding(f) && sequence_set_aside(f) != INFER_NONE))
		s->doubt |= DOUBT_ASIDE;
	session_show(s, source, c, t_us);
	s->shown.trust = (uint8_t)trust_best(s, a);
}

/*
 * Compares two readings: an amendment, and a reply to the shown action with a reply to that. If
 * the amendment leaves edges unexplained, the replies are right: returns true, and the first is
 * final. Otherwise neither reading counts without a question.
 */
static bool
answered_instead(struct session *s, const struct sequence *q, unsigned left_over)
{
	if (s->shown.state == SHOWN_NONE || s->shown.source != SOURCE_CURRENT ||
	    !sequence_replies(q, false))
		return false;
	if (left_over > 0)
		return session_end_by_next(s, ANSWERED_WHOLE);
	s->doubt |= DOUBT_READINGS;
	return false;
}

/* Reports whether the hands made a computer's move although they were led back. */
static bool
made_plan(const struct session *s)
{
	struct infer_answer a;

	if (s->plan.kind == ACT_NONE || s->guidance.kind != GUIDANCE_LEADS ||
	    s->goal != GOAL_SETTLED || session_puts_back_first(s))
		return false;
	infer_explain(s->current, &a);
	return a.n > 0 && !a.null;
}

/* Continues guidance; returns whether it is still on. */
static bool
guided(struct session *s, uint64_t t_us)
{
	if (s->guidance.kind == GUIDANCE_DUE) {
		session_light_due(s, t_us);
	} else if (made_plan(s)) {
		session_stop_guiding(s);
		session_report(s, NOTE_GUIDE, t_us)->n = 0;
	} else if (s->guidance.kind == GUIDANCE_LEADS && !session_gives_up(s, t_us)) {
		session_guide_follow(s, t_us);
		if (s->guidance.kind != GUIDANCE_NONE)
			return true;
		if (s->goal == GOAL_SHOWN)
			session_light_due(s, t_us);
		else
			session_resume_position(s, t_us);
	}
	return false;
}

/*
 * Reports whether candidate c is an attempt, and the piece just set down on the target is certainly
 * the captor.
 */
static bool
is_attempt(struct session *s, const struct sequence *q, unsigned source, unsigned c)
{
	const struct infer *f = sequence_source(q, source);

	return f->candidate[c].way == WAY_ATTEMPT && s->n_resumed == 0 &&
	       !infer_victim_went(f, c) && !infer_lands_blind(f, c) && !blind_to_most(q->current) &&
	       sequence_rival(q, source, c, true) != RIVAL_OTHER;
}

static void
consider_best(struct session *s, const struct sequence *q, unsigned source,
	      const struct infer_answer *a, uint64_t t_us)
{
	bool attempt = !a->null && is_attempt(s, q, source, a->best[0]);

	/* The amended action with its reply fits as well as a reply to the old action. */
	if (!attempt && source == SOURCE_CURRENT && s->shown.state != SHOWN_NONE &&
	    s->shown.source == SOURCE_AMENDING && sequence_replies(q, false))
		s->doubt |= DOUBT_READINGS;
	show_best(s, source, a, t_us);
	/* An attempt is final at once, because the next actions depend on its hidden outcome. */
	if (attempt)
		session_finalise(s, t_us, BY_CHOICE);
}

void
session_consider(struct session *s, uint64_t t_us)
{
	struct sequence q;
	struct infer_answer a;
	unsigned source;
	bool explained;

	if (guided(s, t_us))
		return;
	q = session_sequence(s);
	source = sequence_explain(&q, &a);
	explained = a.n > 0 || (a.null && source == SOURCE_CURRENT);
	if ((source == SOURCE_AMENDING && answered_instead(s, &q, a.cost)) ||
	    (!explained && session_end_by_next(s, ANSWERED_AT_ONCE))) {
		session_consider(s, t_us);
	} else if (a.n == 1) {
		consider_best(s, &q, source, &a, t_us);
	} else if (explained) {
		session_withdraw(s, t_us);
		/* The pieces are back, so all edges from here on are seen. */
		if (a.n == 0 && s->n_resumed > 0)
			session_forget_edges(s);
	} else {
		s->pending |= PENDING_SPLIT;
		if (s->shown.state == SHOWN_WHOLE)
			s->shown.state = SHOWN_PARTLY;
		if (s->shown.state == SHOWN_PARTLY &&
		    !infer_stands(session_source(s, s->shown.source), s->shown.candidate))
			session_hide(s, t_us);
	}
}

bool
session_untangle(struct session *s)
{
	if (!(s->pending & PENDING_SPLIT) || s->guidance.kind == GUIDANCE_LEADS ||
	    s->phase != SESSION_PLAYING || session_goes_back(s))
		return false;
	s->pending &= (uint8_t)~PENDING_SPLIT;
	if (!session_split(s, false))
		return false;
	session_consider(s, s->last_edge_us);
	return true;
}

/*
 * Reports whether the lift is of a sliding piece, which arrived on this square a moment ago or
 * has closed the next square already.
 */
static bool
is_brush(const struct session *s, const struct event *e)
{
	const struct infer *f = s->current;
	const struct infer_edge *last = f->n_log > 0 ? &f->log[f->n_log - 1] : NULL;

	if (!last || e->reading.occupied)
		return false;
	if (last->reading.occupied && e->t_us < last->t_us + INFER_OVERLAP_US)
		return true;
	for (unsigned i = f->n_log; i-- > 0;)
		if (f->log[i].sq == e->sq)
			return e->t_us < f->log[i].t_us + INFER_BRUSH_US;
	return false;
}

/* Reports whether the piece on sq belongs to the side to move. */
static bool
is_own(const struct session *s, unsigned sq)
{
	uint8_t piece = rules_at(s->game, &s->settled, sq);

	return piece && piece_colour(piece) == (rules_turn_seat(s->game, &s->settled) & 1);
}

/* Discards a giving stack once a square that holds no own stack was touched. */
static void
forget_giver(struct session *s, const struct event *e)
{
	unsigned giver = session_giver(s, NULL);

	if (giver != RULES_NO_SQ && giver != e->sq && !is_own(s, e->sq) &&
	    e->t_us >= s->last_edge_us + s->config.settle_us)
		session_forget_edges(s);
}

/* Returns the last two edges of a stack that was touched: it was lifted and set down. */
static struct session_touch
touch_of(const struct infer *f, unsigned sq)
{
	struct session_touch t = { .n = 0 };

	for (unsigned i = 0; i < f->n_log; i++) {
		if (f->log[i].sq != sq)
			continue;
		if (t.n == 2)
			t.edge[0] = t.edge[1];
		t.n = t.n < 2 ? t.n + 1 : 2;
		t.edge[t.n - 1] = f->log[i];
	}
	return t;
}

static void
add_touch(struct session *s, const struct session_touch *t)
{
	for (unsigned i = 0; i < t->n; i++)
		(void)infer_edge(s->current, t->edge[i]);
}

static unsigned
find_gift(const struct session *s, unsigned giver, unsigned taker)
{
	return infer_find(s->current,
			  (struct action){ ACT_TRANSFER, (uint8_t)giver, (uint8_t)taker, 0 });
}

/*
 * Lets the stack that was refused after the giver give to `taker`, which the giver cannot do: then the
 * giver was only straightened. Reports whether it does.
 */
static bool
gives_refused(struct session *s, unsigned taker, uint64_t t_us)
{
	const struct infer *f = s->current;
	const struct session_touch *refused = &s->refused_touch, taken = touch_of(f, taker);

	if (refused->n == 0 || refused->edge[0].t_us <= f->log[0].t_us ||
	    find_gift(s, refused->edge[0].sq, taker) == INFER_NONE)
		return false;
	session_forget_edges(s);
	add_touch(s, refused);
	add_touch(s, &taken);
	session_consider(s, t_us);
	return true;
}

/* Says why the giver cannot give to the stack that was touched next, and keeps only the giver's touch. */
static void
refuse_gift(struct session *s, unsigned giver, unsigned taker)
{
	const struct session_touch kept = touch_of(s->current, giver);

	s->refused_touch = touch_of(s->current, taker);
	session_forget_edges(s);
	add_touch(s, &kept);
	rules_refuse(s->game, &s->settled, SEAT_TABLE, giver, taker, &s->refusal);
	s->refused_from = (uint8_t)giver;
	s->refused_to = (uint8_t)taker;
}

/*
 * Judges two touched stacks that show no action: asks for the single stone that is still on its
 * square, or says why it cannot be given. The first stack remains the giver.
 */
static void
judge_gift(struct session *s, uint64_t t_us)
{
	unsigned taker = RULES_NO_SQ, giver = sequence_gift(s->current, &taker), c;

	if (giver == RULES_NO_SQ || s->shown.state != SHOWN_NONE || !is_own(s, taker))
		return;
	c = find_gift(s, giver, taker);
	if (c == INFER_NONE && gives_refused(s, taker, t_us)) {
		if (s->shown.state != SHOWN_NONE)
			return;
		giver = sequence_gift(s->current, &taker);
		c = find_gift(s, giver, taker);
	}
	if (c != INFER_NONE)
		session_guide_gift(s, c, t_us);
	else
		refuse_gift(s, giver, taker);
}

/* Notes a single stone that was touched alone: it gives nothing, and players ask why. */
static void
note_stone(struct session *s)
{
	unsigned sq = sequence_touched(s->current);

	s->lone_stone = RULES_NO_SQ;
	if (sq != RULES_NO_SQ && is_own(s, sq) &&
	    rules_stones(s->game, rules_at(s->game, &s->settled, sq)) == 1)
		s->lone_stone = (uint8_t)sq;
}

/*
 * Handles an opponent's lift that comes right after an arrival: the shown action is not sure,
 * or the reply began earlier.
 */
static void
doubt_overlap(struct session *s)
{
	const struct sequence q = session_sequence(s);
	const struct infer *f = q.current;
	unsigned log_at, c;

	if (f->n_log == 0 || f->log_full || f->worlds.vague)
		return;
	c = sequence_overlapped(&q, f->n_log - 1u, &log_at);
	if (c == INFER_NONE)
		return;
	/*
	 * Both readings agree on the shown action. If it was complete, the arrival begins the
	 * reply.
	 */
	if (s->shown.state != SHOWN_NONE && s->shown.source == SOURCE_CURRENT &&
	    s->shown.candidate == c) {
		if (s->shown.state == SHOWN_WHOLE)
			s->shown.log_at = (uint16_t)log_at;
		return;
	}
	s->doubt |= DOUBT_READINGS;
	s->shown.trust = TRUST_WORD;
}

/*
 * Adds the edge to both questions. If its departure is moved before its arrival, the indices
 * shift.
 */
static void
take_edge(struct session *s, struct infer_edge e)
{
	unsigned at = infer_edge(s->current, e), before = INFER_NONE;

	if (s->amend)
		before = infer_edge(s->before, e);
	if (s->shown.state != SHOWN_NONE &&
	    (s->shown.source == SOURCE_AMENDING ? before : at) < s->shown.log_at)
		s->shown.log_at++;
	if (before < s->prev_final_at)
		s->prev_final_at++;
	doubt_overlap(s);
	s->departs_us = infer_awaits_departure_us(s->current);
}

void
session_edge(struct session *s, const struct event *e)
{
	forget_giver(s, e);
	/* Until now the pieces of both players were at rest, except one that only slid past. */
	if (!is_brush(s, e))
		(void)session_untangle(s);
	s->pending &= (uint8_t)~PENDING_SPLIT;
	if (s->back == BACK_UNWATCHED && infer_all_home(s->current))
		s->back = BACK_WATCHED;
	s->version++;
	if (e->t_us > s->last_edge_us)
		s->last_edge_us = e->t_us;
	s->pending |= PENDING_QUIET;
	if (s->back == BACK_DECLINED)
		s->back = BACK_WATCHED;
	s->hint_asked = false;
	s->exchanged |= e->reading.occupied && s->n > 0 &&
			s->ply[s->n - 1].action.kind == ACT_PROMOTE &&
			s->ply[s->n - 1].action.to == e->sq;
	memset(&s->refusal, 0, sizeof(s->refusal));
	if (s->prompt.kind != PROMPT_PROMOTION)
		session_close_prompt(s);
	take_edge(s, (struct infer_edge){ .t_us = e->t_us, .sq = e->sq, .reading = e->reading });
	session_end_choice(s);
	if (s->phase == SESSION_PLAYING) {
		session_consider(s, e->t_us);
		judge_gift(s, e->t_us);
		note_stone(s);
		return;
	}
	session_withdraw(s, e->t_us);
	if (s->guidance.kind == GUIDANCE_DUE)
		session_light_due(s, e->t_us);
}

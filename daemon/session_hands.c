/*
 * Hands against explanations: what is shown, what quiet, a button or the
 * opponent's hand makes final, what is asked, and when the way back is lit.
 *
 *   event                     explanation now             what follows
 *   edge                      one best                    shown (replaces another)
 *   edge                      several, equally good       nothing shown; quiet or clock asks
 *   edge                      none, opponent's piece up,
 *                             no own action alive         the shown action is final, at that lift
 *   edge                      none, but shared out between
 *                             two hands an action and
 *                             its answer                  the action is final (session_split.c)
 *   edge                      none, otherwise             the shown one stays or is withdrawn
 *   quiet                     one best, sure              final
 *   quiet                     one best, adjusting too     PROMPT_CONFIRM
 *   quiet                     several                     PROMPT_WHICH
 *   quiet                     all at home                 nothing happened, the edges are forgotten
 *   quiet                     none, but an unseen capture
 *                             before the opponent's move  PROMPT_WHICH
 *   quiet                     none, an earlier position   PROMPT_TAKEBACK
 *   quiet                     none, the start array       PROMPT_NEW_GAME
 *   quiet                     none, a hand is at work     wait
 *   quiet                     none                        guidance
 *   quiet in guidance         an earlier position         PROMPT_TAKEBACK
 *   clock, OK                 one best                    final
 *   clock, OK                 one unseen capture          final
 *   clock, OK                 several                     PROMPT_WHICH
 */
#include "daemon/session_priv.h"

#include <string.h>

/* ---- showing ---- */

static bool
shown_is(const struct session *s, unsigned source, unsigned c)
{
	return s->shown.on && s->shown.source == source && s->shown.candidate == c;
}

static void
offer_promotions(struct session *s, const struct infer *f, unsigned c, uint64_t t_us)
{
	struct prompt *p;

	if (!f->candidate[c].promotes)
		return;
	p = session_ask(s, PROMPT_PROMOTION, t_us);
	p->seat = (uint8_t)rules_to_act(f->game, &f->position);
	for (unsigned i = 0; i < f->n && p->n_options < SESSION_OPTIONS_MAX; i++)
		if (infer_same_promotion(f, i, c))
			p->option[p->n_options++] = f->candidate[i].action;
	if (p->n_options == 1)
		session_close_prompt(s);
}

void
session_show(struct session *s, unsigned source, unsigned c, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	bool again = shown_is(s, source, c) && s->shown.visible;

	s->shown.complete = true;
	s->shown.log_at = f->n_log;
	if (again)
		return;
	s->shown.on = s->shown.visible = true;
	s->shown.source = (uint8_t)source;
	s->shown.candidate = (uint16_t)c;
	session_foresee(s->game, &f->position, f->candidate[c].action, &s->shown.position);
	session_close_prompt(s);
	session_tell_action(s, TOLD_SHOWN, t_us, &f->position, f->candidate[c].action);
	offer_promotions(s, f, c, t_us);
}

/* Its pieces are up again, or another explanation is wanted: no longer told. */
static void
hide(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->shown.source);

	s->shown.complete = false;
	if (!s->shown.visible)
		return;
	s->shown.visible = false;
	if (s->prompt.kind == PROMPT_PROMOTION)
		session_close_prompt(s);
	session_tell_action(s, TOLD_WITHDRAWN, t_us, &f->position,
			    f->candidate[s->shown.candidate].action);
}

void
session_withdraw(struct session *s, uint64_t t_us)
{
	if (s->shown.on)
		hide(s, t_us);
	s->shown.on = false;
}

/* ---- the opponent's hand ---- */

/* The piece on sq is one that candidate c has just put down. */
static bool
is_arrival(const struct infer_candidate *c, unsigned sq)
{
	for (unsigned i = 0; i < c->n_arrivals; i++)
		if (c->arrival[i].sq == sq)
			return true;
	return false;
}

/*
 * The first lift, after the shown action was complete, of a piece of whoever is
 * next, in the log: the opponent, or the mover going on with another piece.
 */
static bool
next_lift(struct session *s, unsigned *at)
{
	const struct infer *f = session_source(s, s->shown.source);
	const struct infer_candidate *c = &f->candidate[s->shown.candidate];
	unsigned next = rules_turn_seat(s->game, &s->shown.position) & 1;

	for (unsigned i = s->shown.log_at; i < f->n_log; i++) {
		uint8_t piece = rules_at(s->game, &s->shown.position, f->log[i].sq);

		if (!f->log[i].reading.occupied && piece && piece_colour(piece) == next &&
		    (next != f->colour || !is_arrival(c, f->log[i].sq))) {
			*at = i;
			return true;
		}
	}
	return false;
}

/* The edges after the shown action make an action of who is next; half: or may yet. */
static bool
reply_explains(struct session *s, bool half)
{
	return session_edges_fit(s, session_source(s, s->shown.source), s->shown.log_at,
				 &s->shown.position, half);
}

/*
 * Before edge `at` the shown action explained everything, and the last touch was
 * no piece taken up but a victim: the mover was done.
 */
static bool
was_done(struct session *s, unsigned at)
{
	const struct infer *f = session_source(s, s->shown.source);
	struct infer *probe = &s->ctx[s->scratch];
	struct infer_answer a;

	if (at > 0 && !f->log[at - 1].reading.occupied &&
	    !sqset_has(f->candidate[s->shown.candidate].captured, f->log[at - 1].sq))
		return false;
	infer_start_touched(probe, s->game, &f->position, f->worlds.touched);
	for (unsigned i = 0; i < at; i++)
		(void)infer_edge(probe, f->log[i]);
	infer_explain(probe, &a);
	for (unsigned i = 0; i < a.n; i++) {
		unsigned c = infer_find(f, probe->candidate[a.best[i]].action);

		if (c == s->shown.candidate || infer_same_promotion(f, c, s->shown.candidate))
			return true;
	}
	return false;
}

/*
 * The shown action's piece stood only for a moment and was taken up again: it
 * brushed the square on its way, more likely than that it was captured there.
 */
static bool
brushed(const struct session *s)
{
	const struct infer *f = &s->ctx[s->shown.source == SOURCE_AMENDING ? s->prev : s->cur];
	const struct infer_candidate *c = &f->candidate[s->shown.candidate];
	unsigned at = s->shown.log_at;

	if (at == 0 || at >= f->n_log || f->log[at].reading.occupied ||
	    f->log[at].t_us - f->log[at - 1].t_us >= SESSION_BRUSH_US)
		return false;
	for (unsigned i = 0; i < c->n_arrivals; i++)
		if (c->arrival[i].sq == f->log[at].sq)
			return true;
	return false;
}

/* How much an answer must be to end the action before it, where the lift alone did not. */
enum answered {
	ANSWERED_AT_ONCE, /* whole, to an action that stood for a while */
	ANSWERED_WHOLE,   /* whole */
	ANSWERED_HALF,    /* begun: a piece is up */
};

/*
 * The opponent began: is that the end of the shown action? True: it is final now.
 * It is for sure at the lift itself, if the mover was done; later the answer tells.
 */
static bool
ended_by_opponent(struct session *s, enum answered enough)
{
	const struct infer *f = session_source(s, s->shown.source);
	bool alive, stands, sure, half;
	unsigned at;

	if (!s->shown.on || s->shown.confirm_vague || !next_lift(s, &at))
		return false;
	/* What changed before that lift, or with it, is not all believed yet. */
	if (session_unsettled_us(s) <= f->log[at].t_us) {
		s->deferred = true;
		return false;
	}
	alive = infer_alive(f, true, NULL);
	stands = infer_stands(f, s->shown.candidate);
	sure = !alive && stands && at + 1u == f->n_log && was_done(s, at);
	half = enough == ANSWERED_HALF && stands && !alive;
	if (!sure && ((brushed(s) && enough == ANSWERED_AT_ONCE) || !reply_explains(s, half)))
		return false;
	if (s->shown.source == SOURCE_CURRENT && session_split_differs(s, s->shown.candidate))
		return false;
	session_finalise(s, f->log[at].t_us, BY_OPPONENT);
	return true;
}

/* ---- explanations ---- */

/* Squares of the side now to act that were lifted since the last action was final. */
static struct sqset
touched_by_opponent(struct session *s)
{
	const struct infer *f = &s->ctx[s->prev];
	struct sqset theirs = rules_occupied_by(s->game, &s->settled, !f->colour);
	struct sqset touched = { { 0, 0 } };

	for (unsigned i = s->prev_final_at; i < f->n_log; i++)
		if (!f->log[i].reading.occupied && sqset_has(theirs, f->log[i].sq))
			sqset_add(&touched, f->log[i].sq);
	return touched;
}

/* A piece that it moves came to its square after the last action was final. */
static bool
arrived_since(const struct session *s, const struct infer_candidate *c)
{
	const struct infer *f = &s->ctx[s->prev];

	for (unsigned i = s->prev_final_at; i < f->n_log; i++)
		for (unsigned k = 0; f->log[i].reading.occupied && k < c->n_arrivals; k++)
			if (c->arrival[k].sq == f->log[i].sq)
				return true;
	return false;
}

/*
 * Another action instead of the last final one: one that explains all edges
 * since the position before it, with no piece of the opponent touched but as a
 * victim.
 */
static bool
explain_amending(struct session *s, struct infer_answer *a)
{
	const struct infer *f = &s->ctx[s->prev];
	struct infer_answer all;
	struct sqset touched;

	a->n = 0;
	if (!s->amendable || f->worlds.vague)
		return false;
	infer_explain(f, &all);
	if (all.n == 0)
		return false;
	touched = touched_by_opponent(s);
	for (unsigned i = 0; i < all.n; i++) {
		const struct infer_candidate *c = &f->candidate[all.best[i]];

		if (rules_action_equal(c->action, s->ply[s->n - 1].action))
			return false;
		if (sqset_empty(sqset_minus(touched, c->captured)) && arrived_since(s, c))
			a->best[a->n++] = all.best[i];
	}
	a->null = all.null;
	a->cost = all.cost;
	return a->n > 0;
}

/* Of several kinds from the box, the one that was chosen on the screen. */
static void
keep_selected(const struct session *s, struct infer_answer *a)
{
	const struct infer *f = &s->ctx[s->cur];

	if (!s->selected[0] || a->n < 2)
		return;
	for (unsigned i = 0; i < a->n; i++) {
		char text[RULES_ACTION_TEXT];

		rules_action_print(s->game, &f->position, f->candidate[a->best[i]].action, text);
		if (strncmp(text, s->selected, strlen(s->selected)) != 0)
			continue;
		a->best[0] = a->best[i];
		a->n = 1;
		return;
	}
}

/* The best explanation of either question; the current position's goes first. */
static unsigned
explain(struct session *s, struct infer_answer *a)
{
	struct infer_answer amending;

	infer_explain(session_current(s), a);
	keep_selected(s, a);
	if (a->n > 0 || !explain_amending(s, &amending))
		return SOURCE_CURRENT;
	/* The settled board itself: adjusting explains it too (an exchange of king and rook). */
	amending.null |= a->null;
	*a = amending;
	return SOURCE_AMENDING;
}

static void
show_best(struct session *s, unsigned source, const struct infer_answer *a, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	unsigned c = a->best[0];

	/* A promotion chosen before stays chosen. */
	if (s->shown.on && s->shown.source == source &&
	    infer_same_promotion(f, s->shown.candidate, c))
		c = s->shown.candidate;
	s->rivals = false;
	session_show(s, source, c, t_us);
	s->shown.confirm_vague = f->worlds.vague || s->doubt || session_digs(f, c);
	s->shown.confirm = a->null || s->shown.confirm_vague;
}

static void
guidance_follow(struct session *s, uint64_t t_us)
{
	struct guidance was = s->guidance, home;

	guide_compute(session_current(s), INFER_NONE, &home);
	if (s->guide_shown && home.on) {
		guide_compute(session_current(s), s->shown.candidate, &s->guidance);
	} else {
		s->guidance = home;
		s->guide_shown = false;
	}
	/* At worst the same step is told twice. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	if (memcmp(&was, &s->guidance, sizeof(was)) != 0)
		session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
}

void
session_consider(struct session *s, uint64_t t_us)
{
	struct infer_answer a;
	unsigned source;

	if (s->guidance.on && s->guidance.due) {
		session_light_due(s, t_us);
	} else if (s->guidance.on) {
		guidance_follow(s, t_us);
		if (s->guidance.on)
			return;
		if (!s->guide_shown)
			session_begin_position(s);
	}
	source = explain(s, &a);
	if (a.n == 1 && session_source(s, source)->candidate[a.best[0]].way == WAY_ATTEMPT) {
		/* The question is put with the piece: its answer cannot wait. */
		show_best(s, source, &a, t_us);
		session_finalise(s, t_us, BY_CHOICE);
		return;
	}
	if (a.n == 1) {
		/* The amended action and its answer read as well as an answer to the old one. */
		if (source == SOURCE_CURRENT && s->shown.on && s->shown.source == SOURCE_AMENDING &&
		    reply_explains(s, false))
			s->doubt = true;
		show_best(s, source, &a, t_us);
		return;
	}
	s->rivals = a.n > 1;
	if (s->rivals || (a.null && source == SOURCE_CURRENT)) {
		session_withdraw(s, t_us);
		return;
	}
	if (ended_by_opponent(s, ANSWERED_AT_ONCE)) {
		session_consider(s, t_us);
		return;
	}
	s->tangled = true;
	s->shown.complete = false;
	if (s->shown.on && !infer_stands(session_source(s, s->shown.source), s->shown.candidate))
		hide(s, t_us);
}

/* Two hands' edges that no single reading explained, if they can be told apart: true. */
bool
session_untangle(struct session *s)
{
	if (!s->tangled || s->guidance.on || s->phase != SESSION_PLAYING)
		return false;
	s->tangled = false;
	if (!session_split(s, false))
		return false;
	session_consider(s, s->last_edge_us);
	return true;
}

/* It takes up a piece that had come to this square only a moment ago. */
static bool
is_brush(const struct session *s, const struct debounced *d)
{
	const struct infer *f = &s->ctx[s->cur];

	for (unsigned i = f->n_log; !d->reading.occupied && i-- > 0;)
		if (f->log[i].sq == d->sq)
			return d->raw_us < f->log[i].t_us + SESSION_BRUSH_US;
	return false;
}

void
session_edge(struct session *s, const struct debounced *d)
{
	struct infer_edge e = { .t_us = d->raw_us,
				.sq = d->sq,
				.reading = session_trusted(s, d->reading) };

	/* Both hands' pieces stood until now: not so when one was only sliding past. */
	if (!is_brush(s, d))
		(void)session_untangle(s);
	s->tangled = false;
	s->version++;
	if (d->raw_us > s->last_edge_us)
		s->last_edge_us = d->raw_us;
	s->armed = true;
	s->hint_asked = false;
	memset(&s->refusal, 0, sizeof(s->refusal));
	if (s->prompt.kind != PROMPT_PROMOTION)
		session_close_prompt(s);
	(void)infer_edge(session_current(s), e);
	if (s->amendable)
		(void)infer_edge(&s->ctx[s->prev], e);
	if (s->phase == SESSION_PLAYING) {
		session_consider(s, d->raw_us);
		return;
	}
	session_withdraw(s, d->raw_us);
	if (s->guidance.due)
		session_light_due(s, d->raw_us);
}

/* ---- asking ---- */

static void
ask_which(struct session *s, unsigned source, const struct infer_answer *a, unsigned log_at,
	  uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	struct prompt *p = session_ask(s, PROMPT_WHICH, t_us);

	p->seat = (uint8_t)rules_to_act(s->game, &f->position);
	for (unsigned i = 0; i < a->n; i++)
		p->option[p->n_options++] = f->candidate[a->best[i]].action;
	s->offered = *a;
	s->offered_source = (uint8_t)source;
	s->offered_log_at = (uint16_t)log_at;
}

/* The candidate was chosen out of those offered. */
bool
session_choose(struct session *s, struct action a, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->offered_source);

	if (s->prompt.kind != PROMPT_WHICH)
		return false;
	for (unsigned i = 0; i < f->n; i++) {
		bool offered = false;

		for (unsigned k = 0; k < s->offered.n; k++)
			offered |= s->offered.best[k] == i ||
				   infer_same_promotion(f, s->offered.best[k], i);
		if (!offered || !rules_action_equal(f->candidate[i].action, a))
			continue;
		session_show(s, s->offered_source, i, t_us);
		s->shown.log_at = s->offered_log_at;
		session_finalise(s, t_us, BY_CHOICE);
		session_consider(s, t_us);
		s->armed = true;
		return true;
	}
	return false;
}

/* Which piece of the box came first, when the same hand has gone on since? */
static bool
ask_begun(struct session *s, uint64_t t_us)
{
	struct infer_answer a;
	unsigned log_at;

	if (!session_find_begun(s, &a, &log_at))
		return false;
	ask_which(s, SOURCE_CURRENT, &a, log_at, t_us);
	return true;
}

/* ---- unseen captures that the opponent answered ---- */

static unsigned
first_opponent_edge(const struct session *s, const struct infer *f)
{
	for (unsigned i = 0; i < f->n_log; i++) {
		uint8_t piece = rules_at(s->game, &f->position, f->log[i].sq);

		if (!f->log[i].reading.occupied && piece && piece_colour(piece) != f->colour)
			return i;
	}
	return f->n_log;
}

/* Captures without an edge after which the rest of the edges is the opponent's action. */
static bool
ask_unseen_answered(struct session *s, uint64_t t_us)
{
	struct infer *f = session_current(s), *probe = &s->ctx[s->scratch];
	struct infer_answer good = { .n = 0 };
	uint16_t unseen[INFER_BEST_MAX];
	unsigned at = first_opponent_edge(s, f), n;

	if (at == 0 || at == f->n_log || f->log_full)
		return false;
	infer_start(probe, s->game, &f->position, false);
	for (unsigned i = 0; i < at; i++)
		(void)infer_edge(probe, f->log[i]);
	n = infer_unseen(probe, unseen);
	for (unsigned k = 0; k < n; k++) {
		struct position after;

		session_foresee(s->game, &f->position, f->candidate[unseen[k]].action, &after);
		if (session_edges_fit(s, f, at, &after, false))
			good.best[good.n++] = unseen[k];
	}
	if (good.n)
		ask_which(s, SOURCE_CURRENT, &good, at, t_us);
	return good.n > 0;
}

/* ---- guidance ---- */

/* One of the mover's own pieces stands where it may not: say why. */
static void
find_refusal(struct session *s)
{
	const struct infer *f = session_current(s);
	const struct worlds *ws = &f->worlds;
	struct sqset gone = sqset_minus(ws->home, ws->now), come = sqset_minus(ws->now, ws->home);
	unsigned from, to = RULES_NO_SQ;

	if (sqset_count(gone) != 1 || sqset_count(come) > 1)
		return;
	from = sqset_pop(&gone);
	if (!sqset_empty(come)) {
		to = sqset_pop(&come);
	} else {
		/* Its piece went onto an occupied square: the one last set down on. */
		for (unsigned i = 0; i < f->n_log; i++)
			if (f->log[i].reading.occupied && f->log[i].sq != from)
				to = f->log[i].sq;
		if (to == RULES_NO_SQ)
			return;
	}
	rules_refuse(s->game, &f->position, SEAT_TABLE, from, to, &s->refusal);
	s->refused_from = (uint8_t)from;
	s->refused_to = (uint8_t)to;
}

/* Lights the way to the nearest board that is right: the shown one or the settled one. */
void
session_guide(struct session *s, uint64_t t_us)
{
	struct guidance to_shown;

	find_refusal(s);
	guide_compute(session_current(s), INFER_NONE, &s->guidance);
	s->guide_shown = false;
	if (s->shown.on && s->shown.source == SOURCE_CURRENT) {
		guide_compute(session_current(s), s->shown.candidate, &to_shown);
		if (to_shown.on && to_shown.steps < s->guidance.steps) {
			s->guidance = to_shown;
			s->guide_shown = true;
			s->doubt = true; /* who follows it need not have meant it */
		}
	}
	if (!s->guide_shown)
		session_withdraw(s, t_us);
	/* Two pieces that are alike changed places. */
	if (!s->guidance.on && !s->guide_shown)
		session_begin_position(s);
	if (s->guidance.on)
		session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
}

/* No hand is at work, the position changed by other ways: what must be moved is lit at once. */
void
session_check_board(struct session *s, uint64_t t_us)
{
	if (s->phase == SESSION_PLAYING && !infer_all_home(session_current(s)))
		session_guide(s, t_us);
}

/* A move begun and left half done (a king that castled alone): the way on, not back. */
static bool
guide_onward(struct session *s, unsigned c, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	struct sqset come = sqset_minus(f->worlds.now, f->worlds.home);

	if (c == INFER_NONE || sqset_empty(come))
		return false;
	session_show(s, SOURCE_CURRENT, c, t_us);
	s->shown.complete = false;
	guide_compute(f, c, &s->guidance);
	s->guide_shown = true;
	session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
	return true;
}

/* ---- quiet ---- */

static bool
ask_takeback(struct session *s, uint64_t t_us)
{
	unsigned n = session_find_earlier(s);

	/* A finished game whose start array stands: a new game is meant, not 60 takebacks. */
	if (n == 0 || (s->phase == SESSION_OVER && n == s->n))
		return false;
	session_ask_undo(s, n, t_us);
	return true;
}

void
session_ask_undo(struct session *s, unsigned n, uint64_t t_us)
{
	unsigned needs = session_takeback_needs(s, n);
	struct prompt *p = session_ask(s, PROMPT_TAKEBACK, t_us);

	p->n = (uint16_t)n;
	p->needs = (uint8_t)needs;
}

bool
session_ask_new_game(struct session *s, uint64_t t_us)
{
	struct prompt *p;

	if (!session_is_start_array(s))
		return false;
	p = session_ask(s, PROMPT_NEW_GAME, t_us);
	p->game = s->game;
	rules_print(s->game, &s->first, p->position);
	return true;
}

static void
quiet_unexplained(struct session *s, uint64_t t_us)
{
	unsigned one;

	if (ended_by_opponent(s, ANSWERED_WHOLE)) {
		session_consider(s, t_us);
		s->armed = true; /* the same quiet judges the answer */
		return;
	}
	if (ask_unseen_answered(s, t_us) || ask_begun(s, t_us) || session_ask_turn(s, t_us) ||
	    session_ask_pay(s, t_us) || ask_takeback(s, t_us) || session_ask_new_game(s, t_us))
		return;
	if (ended_by_opponent(s, ANSWERED_HALF) || session_split(s, true)) {
		session_consider(s, t_us);
		return;
	}
	if (session_waits_for_word(s))
		return;
	if (infer_alive(session_current(s), false, &one)) {
		(void)guide_onward(s, one, t_us);
		return;
	}
	/* Both readings live: the opponent holds a piece that the mover might yet take. */
	if (s->shown.on && s->shown.visible &&
	    infer_alive(session_source(s, s->shown.source), true, NULL) &&
	    sqset_count(session_source(s, s->shown.source)->worlds.now) <
		    sqset_count(rules_occupied(s->game, &s->shown.position)))
		return;
	session_guide(s, t_us);
}

/* All stands as it should: what was only adjusted is forgotten. */
void
session_forget_edges(struct session *s)
{
	/* The question that may be amended keeps its edges: they tell who touched what. */
	session_withdraw(s, s->now_us);
	s->doubt = false;
	infer_rest(session_current(s));
}

void
session_quiet(struct session *s, uint64_t t_us)
{
	struct infer_answer a;
	unsigned source;

	if (s->guidance.on && !s->guidance.due) {
		(void)ask_takeback(s, t_us);
		return;
	}
	if (s->phase != SESSION_PLAYING) {
		if (!ask_takeback(s, t_us))
			(void)session_ask_new_game(s, t_us);
		return;
	}
	(void)session_untangle(s);
	source = explain(s, &a);
	if (a.n > 1) {
		ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
	} else if (a.n == 1 && s->shown.confirm) {
		struct prompt *p = session_ask(s, PROMPT_CONFIRM, t_us);

		p->n_options = 1;
		p->option[0] = session_source(s, source)->candidate[s->shown.candidate].action;
	} else if (a.n == 1) {
		session_finalise(s, t_us, BY_QUIET);
	} else if (a.null) {
		session_forget_edges(s);
	} else {
		quiet_unexplained(s, t_us);
	}
}

/* ---- clock and OK ---- */

static bool
shown_stands(struct session *s)
{
	return s->shown.on && s->shown.visible &&
	       infer_stands(session_source(s, s->shown.source), s->shown.candidate);
}

/* Captures without an edge on their target: now, or instead of the last action. */
static unsigned
unseen(struct session *s, struct infer_answer *a)
{
	memset(a, 0, sizeof(*a));
	a->n = infer_unseen(session_current(s), a->best);
	if (a->n > 0 || !s->amendable || !sqset_empty(touched_by_opponent(s)))
		return SOURCE_CURRENT;
	a->n = infer_unseen(&s->ctx[s->prev], a->best);
	return SOURCE_AMENDING;
}

/* Nothing was set down yet: a button pressed with pieces in the hand means little. */
static bool
only_up(const struct infer *f)
{
	return f->n_log == sqset_count(sqset_minus(f->worlds.home, f->worlds.now));
}

/* The shown action, and with it the turn if the same side might go on. */
static void
final_by_button(struct session *s, uint64_t t_us, enum session_by by)
{
	unsigned seat = rules_turn_seat(s->game, &s->settled);

	session_finalise(s, t_us, by);
	if (s->phase == SESSION_PLAYING && rules_turn_seat(s->game, &s->settled) == seat &&
	    session_end_turn(s, t_us, by))
		return;
	session_consider(s, t_us);
}

void
session_settle_now(struct session *s, uint64_t t_us, enum session_by by)
{
	struct infer_answer a;
	unsigned source;

	if ((s->guidance.on && !s->guidance.due) || s->phase != SESSION_PLAYING)
		return;
	source = explain(s, &a);
	if (a.n > 1) {
		ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
		return;
	}
	if (a.n == 1 || (shown_stands(s) && !s->doubt)) {
		final_by_button(s, t_us, by);
		return;
	}
	if (a.null) {
		(void)session_end_turn(s, t_us, by);
		return;
	}
	if (ended_by_opponent(s, ANSWERED_WHOLE)) {
		session_consider(s, t_us);
		if (s->shown.on && s->shown.complete)
			session_settle_now(s, t_us, by); /* the answer, too */
		return;
	}
	if (ask_unseen_answered(s, t_us))
		return;
	if (session_split(s, true)) {
		session_consider(s, t_us);
		return;
	}
	source = unseen(s, &a);
	if (a.n == 1) {
		session_show(s, source, a.best[0], t_us);
		session_finalise(s, t_us, by);
	} else if (a.n > 1) {
		ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
	} else if (!only_up(session_current(s))) {
		/* They say that it is done, and it is no action. */
		session_guide(s, t_us);
	}
}

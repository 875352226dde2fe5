/*
 * Turns of several actions: what follows an action by itself, what ends a turn,
 * what has to be paid first, what the rules put on the board or take off it.
 *
 *   situation                                  what the session does
 *   a sole `end` or `pass` is left             plays it, unless it brings hidden things to light
 *   clock, OK while `end` is legal             plays it, a piece of the opponent's up already or not
 *   the opponent's hand while `end` is legal   PROMPT_END
 *   an action that ends a turn over graves     shown; clock, OK or a yes makes it final
 *   a move that only a purchase makes legal    PROMPT_PAY, after quiet, clock or OK
 *   a piece from the box, several kinds fit    PROMPT_WHICH, at once if the move followed
 *   pieces removed or placed by the rules      due: lit, awaited, nobody's move
 *   an attempt that failed                     the way back
 *   a hand at work before dice, card or secret waits for it
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* ---- words: actions that no hand does ---- */

/* The candidate of that kind, or INFER_NONE. */
static unsigned
find_word(const struct infer *f, unsigned kind)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->candidate[i].action.kind == kind)
			return i;
	return INFER_NONE;
}

/* A word of the current position becomes final; the edges go on to the next question. */
void
session_word(struct session *s, unsigned c, uint64_t t_us, enum session_by by)
{
	session_close_prompt(s);
	session_withdraw(s, t_us);
	memset(&s->guidance, 0, sizeof(s->guidance));
	memset(&s->shown, 0, sizeof(s->shown));
	s->shown.source = SOURCE_CURRENT;
	s->shown.candidate = (uint16_t)c;
	session_finalise(s, t_us, by);
	if (s->phase != SESSION_PLAYING)
		return;
	session_consider(s, t_us);
	s->armed |= session_current(s)->n_log > 0;
}

bool
session_may_end(const struct session *s)
{
	return s->phase == SESSION_PLAYING && find_word(&s->ctx[s->cur], ACT_END) != INFER_NONE;
}

/* The turn is over, if it may be: true then. */
bool
session_end_turn(struct session *s, uint64_t t_us, enum session_by by)
{
	unsigned c = find_word(session_current(s), ACT_END);

	if (s->phase != SESSION_PLAYING || c == INFER_NONE)
		return false;
	session_word(s, c, t_us, by);
	return true;
}

/* The first edge from `at` on by which a piece of the other side is taken up; n_log: none. */
static unsigned
other_side_lift(const struct infer *f, unsigned at)
{
	for (unsigned i = at; i < f->n_log; i++) {
		uint8_t piece = f->worlds.piece[f->log[i].sq];

		if (!f->log[i].reading.occupied && piece && piece_colour(piece) != f->colour)
			return i;
	}
	return f->n_log;
}

/* The other side began too early, and then the clock: the turn is over all the same. */
bool
session_end_before_other(struct session *s, uint64_t t_us, enum session_by by)
{
	const struct infer *f = session_current(s);
	unsigned at = other_side_lift(f, 0);

	if (s->shown.on || !session_may_end(s) || at == f->n_log)
		return false;
	/* What it has done may be an action by now, and begin with its victim. */
	return (infer_all_home(session_probe(s, f, 0, at, &f->position)) ||
		session_read_ended(s)) &&
	       session_end_turn(s, t_us, by);
}

/* The only thing left is `end` or `pass`: *a is it. */
bool
session_forced(const struct game *g, const struct position *p, struct action *a)
{
	struct action list[RULES_ACTIONS_MAX];

	if (rules_actions(g, p, list) != 1 || (list[0].kind != ACT_END && list[0].kind != ACT_PASS))
		return false;
	*a = list[0];
	return true;
}

/* Only `end` or `pass` is left. */
static bool
is_forced(const struct infer *f)
{
	return f->n == 1 &&
	       (f->candidate[0].action.kind == ACT_END || f->candidate[0].action.kind == ACT_PASS);
}

/* A game that begins so has something to do at once: a sole word, or pieces that lack. */
bool
session_opens(const struct session *s)
{
	const struct infer *f = &s->ctx[s->cur];

	return s->phase == SESSION_PLAYING &&
	       (is_forced(f) || (!s->guidance.on && !infer_all_home(f)));
}

bool
session_leads(const struct session *s)
{
	return s->phase == SESSION_PLAYING &&
	       (guidance_leads(&s->guidance) ||
		(s->opening && !s->stale && !infer_all_home(&s->ctx[s->cur])));
}

void
session_open(struct session *s, uint64_t t_us)
{
	s->opening = false;
	if (s->phase == SESSION_PLAYING && is_forced(session_current(s)))
		session_word(s, 0, t_us, BY_CHOICE);
	if (!s->guidance.on)
		session_check_board(s, t_us);
}

/* ---- what an action leads to, before it is final ---- */

/*
 * The position to show while a is provisional: what is hidden stays so, and what
 * would be played by itself is.
 */
void
session_foresee(const struct game *g, const struct position *before, struct action a,
		struct position *out)
{
	struct action more;

	*out = *before;
	if (rules_reveals(g, before))
		rules_public(g, before, out);
	rules_apply(g, out, a);
	/* An end by the rules has no actions; a turn goes on or passes, but not for ever. */
	for (unsigned i = 0; i < RULES_SEATS_MAX && session_forced(g, out, &more); i++)
		rules_apply(g, out, more);
}

/* With that action the turn is over, and hidden things may come to light. */
bool
session_digs(const struct game *g, const struct position *before, struct action a)
{
	struct position after;
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	if (!rules_reveals(g, before))
		return false;
	session_foresee(g, before, a, &after);
	if (rules_turn_seat(g, &after) != rules_turn_seat(g, before))
		return true;
	n = rules_actions(g, &after, list);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_MOVE)
			return false;
	return true;
}

/* After *p and whatever chance decides: a position in which a hand may act. */
static void
after_chance(const struct game *g, struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];

	if (rules_to_act(g, p) == SEAT_CHANCE && rules_actions(g, p, list) > 0)
		rules_apply(g, p, list[0]);
}

/* Do edges `at` and on of f, from *p on, make an action; half: or may they yet? */
bool
session_edges_fit(struct session *s, const struct infer *f, unsigned at, const struct position *p,
		  bool half)
{
	const struct infer *probe;
	struct position ready = *p;
	struct infer_answer a;

	after_chance(s->game, &ready);
	probe = session_probe(s, f, at, f->n_log, &ready);
	infer_explain(probe, &a);
	for (unsigned i = 0; i < a.n; i++)
		if (!infer_lands_blind(probe, a.best[i]))
			return true;
	return half && (a.n > 0 || infer_alive(probe, false, NULL));
}

/* Were the turn over without a word, the edges would make an action of the other side. */
bool
session_fits_other(struct session *s)
{
	const struct infer *f = session_current(s);
	unsigned c = find_word(f, ACT_END);
	struct position after;

	if (c == INFER_NONE)
		return false;
	session_foresee(s->game, &f->position, f->candidate[c].action, &after);
	return session_edges_fit(s, f, 0, &after, false);
}

/* ---- questions about the turn ---- */

bool
session_other_began(const struct session *s)
{
	const struct infer *f = &s->ctx[s->cur];

	return other_side_lift(f, s->shown.on ? s->shown.log_at : 0) < f->n_log;
}

/* The opponent began while the mover might have gone on: asked. */
bool
session_ask_turn(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	bool shown = s->shown.on && s->shown.source == SOURCE_CURRENT &&
		     infer_stands(f, s->shown.candidate);
	unsigned at = other_side_lift(f, shown ? s->shown.log_at : 0);
	struct prompt *p;

	if (at == f->n_log)
		return false;
	if (shown && s->shown.confirm &&
	    session_digs(s->game, &f->position, f->candidate[s->shown.candidate].action)) {
		session_ask_confirm(s, t_us);
		return true;
	}
	/* The move was done by then; only whether the turn is remains to be asked. */
	if (shown && !s->shown.confirm && (session_awaits(s->game, &s->shown.position) & AWAIT_END))
		session_finalise(s, f->log[at].t_us, BY_OPPONENT);
	if (!session_may_end(s))
		return false;
	p = session_ask(s, PROMPT_END, t_us);
	p->seat = (uint8_t)rules_to_act(s->game, &s->settled);
	return true;
}

/* A move that a purchase without a place would make legal, and no other would. */
bool
session_ask_pay(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	struct action buy = { 0 }, move = { 0 };
	struct prompt *p;
	unsigned n = 0;

	for (unsigned c = 0; c < f->n; c++) {
		struct position after = f->position;
		const struct infer *probe;
		struct infer_answer a;

		if (f->candidate[c].action.kind != ACT_BUY || f->candidate[c].way != WAY_WORD)
			continue;
		rules_apply(s->game, &after, f->candidate[c].action);
		probe = session_probe(s, f, 0, f->n_log, &after);
		infer_explain(probe, &a);
		if (a.n != 1)
			continue;
		n++;
		buy = f->candidate[c].action;
		move = probe->candidate[a.best[0]].action;
	}
	if (n != 1)
		return false;
	p = session_ask(s, PROMPT_PAY, t_us);
	p->seat = (uint8_t)rules_to_act(s->game, &s->settled);
	p->option[p->n_options++] = buy;
	p->option[p->n_options++] = move;
	return true;
}

/* Yes: both actions, one after the other. */
void
session_pay(struct session *s, struct action buy, uint64_t t_us)
{
	unsigned c = infer_find(session_current(s), buy);

	if (c == INFER_NONE)
		return;
	session_word(s, c, t_us, BY_CHOICE);
	if (s->shown.on && s->shown.complete)
		session_finalise(s, t_us, BY_CHOICE);
}

/*
 * Several actions were equally good, and then the same hand went on: the first
 * of them are offered after which the rest is an action, or may become one.
 */
bool
session_find_begun(struct session *s, struct infer_answer *out, unsigned *log_at)
{
	const struct infer *f = session_current(s);

	for (unsigned at = f->n_log; at-- > 1;) {
		struct infer_answer a, good = { .n = 0 };
		struct action first[INFER_BEST_MAX];
		const struct infer *probe = session_probe(s, f, 0, at, &f->position);

		infer_explain(probe, &a);
		if (a.n < 2 || probe->candidate[a.best[0]].way != WAY_PLACE)
			continue;
		for (unsigned k = 0; k < a.n; k++)
			first[k] = probe->candidate[a.best[k]].action;
		for (unsigned k = 0; k < a.n; k++) {
			struct position after = f->position;

			rules_apply(s->game, &after, first[k]);
			if (session_edges_fit(s, f, at, &after, true))
				good.best[good.n++] = (uint16_t)infer_find(f, first[k]);
		}
		if (good.n > 1) {
			*out = good;
			*log_at = at;
			return true;
		}
	}
	return false;
}

/*
 * Dice, a card or a secret come first, but a hand is at work already: as long as
 * its edges may be an action then, or pieces are only up, nobody is sent back.
 */
bool
session_waits_for_word(struct session *s)
{
	const struct infer *f = session_current(s);
	struct sqset come = sqset_minus(f->worlds.now, f->worlds.home);

	if (infer_by_hand(f))
		return false;
	return sqset_empty(come) || session_edges_fit(s, f, 0, &f->position, true);
}

/*
 * Pieces are up, and as far as the table knows something may come of it: what only
 * the mover knows against it (a grave of its own) must not send the hand back yet.
 */
bool
session_waits_unknowing(struct session *s)
{
	const struct infer *f = session_current(s);
	struct position known;

	if (!rules_reveals(s->game, &f->position) ||
	    !sqset_empty(sqset_minus(f->worlds.now, f->worlds.home)))
		return false;
	rules_public(s->game, &f->position, &known);
	return session_edges_fit(s, f, 0, &known, true);
}

/* ---- dues ---- */

/* Squares that the rules emptied or filled by this action. */
struct sqset
session_by_rule(const struct game *g, const struct position *before, struct action a)
{
	struct sqset set = { { 0, 0 } };
	struct footprint fp;

	if (a.kind == ACT_BUY)
		return set;
	rules_footprint(g, before, a, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].cause == CAUSE_REMOVED || fp.change[i].cause == CAUSE_PLACED)
			sqset_add(&set, fp.change[i].sq);
	return set;
}

/* What is due is lit; without it nothing is. */
void
session_light_due(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	struct guidance was = s->guidance, *g = &s->guidance;
	struct sqset left;

	if (session_lost(s))
		return;
	memset(g, 0, sizeof(*g));
	g->lift_sq = g->put_sq = RULES_NO_SQ;
	g->missing = sqset_and(f->due, f->worlds.home);
	g->extra = sqset_minus(f->due, f->worlds.home);
	g->on = g->due = !sqset_empty(f->due);
	g->steps = (uint8_t)sqset_count(f->due);
	if (!sqset_empty(left = g->extra)) {
		g->lift_sq = (uint8_t)sqset_pop(&left);
	} else if (!sqset_empty(left = g->missing)) {
		g->put_sq = (uint8_t)sqset_pop(&left);
		g->put_piece = f->worlds.piece[g->put_sq];
	}
	if (!g->on)
		memset(g, 0, sizeof(*g));
	/* At worst the same is told twice. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	if (memcmp(&was, g, sizeof(was)) != 0)
		session_tell(s, TOLD_GUIDE, t_us)->n = g->steps;
}

/* Asks the players when edges have more than one reading. */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/session/session_priv.h"

void
session_ask_which(struct session *s, unsigned source, const struct infer_answer *a, unsigned log_at,
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

/* Asks about the shown action. Of a promotion, the other kinds follow it as options. */
static void
ask_shown(struct session *s, enum session_prompt kind, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->shown.source);
	unsigned shown = s->shown.candidate;
	struct prompt *p = session_ask(s, kind, t_us);

	p->n_options = 1;
	p->option[0] = f->candidate[shown].action;
	for (unsigned i = 0; i < f->n && p->n_options < SESSION_OPTIONS_MAX; i++)
		if (i != shown && infer_same_promotion(f, i, shown))
			p->option[p->n_options++] = f->candidate[i].action;
}

void
session_ask_confirm(struct session *s, uint64_t t_us)
{
	ask_shown(s, PROMPT_CONFIRM, t_us);
}

void
session_ask_blunder(struct session *s, uint64_t t_us)
{
	ask_shown(s, PROMPT_BLUNDER, t_us);
}

static unsigned
own_edges(struct session *s, unsigned log_at, unsigned c)
{
	const struct sequence q = session_sequence(s);
	struct sequence_part part;

	if (log_at != INFER_NONE)
		return log_at;
	part = sequence_chosen(&q, c);
	return sequence_sort(s->current, &part);
}

/*
 * Shows a single offer, so that a button can confirm it; only a button or an answer makes it
 * final.
 */
void
session_ask_offers(struct session *s, unsigned source, const struct infer_answer *a,
		   unsigned log_at, uint64_t t_us)
{
	if (a->n > 1) {
		session_ask_which(s, source, a, log_at, t_us);
	} else if (a->n == 1) {
		session_show(s, source, a->best[0], t_us);
		s->shown.state = SHOWN_PARTLY;
		s->shown.log_at = (uint16_t)own_edges(s, log_at, a->best[0]);
		session_ask_confirm(s, t_us);
	}
}

void
session_ask_by_word(struct session *s, unsigned source, const struct infer_answer *a, uint64_t t_us)
{
	session_ask_offers(s, source, a, session_source(s, source)->n_log, t_us);
	if (a->n == 1)
		s->shown.trust = TRUST_WORD;
}

bool
session_ask_edges(struct session *s, enum sequence_when when, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	struct sequence_question ask;

	if (!sequence_ask(&q, when, &ask))
		return false;
	switch (ask.kind) {
	case ASKED_CONFIRM:
		session_ask_confirm(s, t_us);
		break;
	case ASKED_WHICH:
		session_ask_which(s, ask.source, &ask.answer, ask.log_at, t_us);
		break;
	case ASKED_FIRST:
		session_withdraw(s, t_us);
		session_ask_offers(s, ask.source, &ask.answer, ask.log_at, t_us);
		break;
	case ASKED_OFFERS:
		session_ask_offers(s, ask.source, &ask.answer, ask.log_at, t_us);
		break;
	}
	return true;
}

/* Finalises the offered candidate that was chosen. */
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
		s->shown.log_at = (uint16_t)own_edges(s, s->offered_log_at, i);
		session_finalise(s, t_us, BY_CHOICE);
		session_consider(s, t_us);
		s->pending |= PENDING_QUIET;
		return true;
	}
	return false;
}

bool
session_ask_unseen(struct session *s, uint64_t t_us)
{
	struct infer_answer dark;

	/*
	 * If there are too many actions to list, the player chooses from all legal actions on
	 * the screen.
	 */
	if (!sequence_dark(s->current, &dark))
		return false;
	session_ask_offers(s, SOURCE_CURRENT, &dark, s->current->n_log, t_us);
	return dark.n > 0;
}

/* ---- the turn ---- */

/* Reports whether the mover may have lifted its next victim: a hand at work. */
static bool
begins_by_victim(struct session *s)
{
	const struct sequence q = session_sequence(s);

	return sequence_begins_by_victim(&q);
}

/* Asks whether the turn is over: the opponent began while the mover might have continued. */
bool
session_ask_turn(struct session *s, uint64_t t_us)
{
	const struct infer *f = s->current;
	bool shown = s->shown.state != SHOWN_NONE && s->shown.source == SOURCE_CURRENT &&
		     infer_stands(f, s->shown.candidate);
	unsigned at = sequence_other_lift(f, shown ? s->shown.log_at : 0);
	struct prompt *p;

	if (at == f->n_log)
		return false;
	if (shown && s->shown.trust != TRUST_QUIET &&
	    foresee_reveals(s->game, &f->position, f->candidate[s->shown.candidate].action)) {
		session_ask_confirm(s, t_us);
		return true;
	}
	/*
	 * The move was complete before the opponent began; only the end of the turn must be
	 * asked.
	 */
	if (shown && s->shown.trust == TRUST_QUIET &&
	    (session_awaits(s->game, &s->shown.position) & AWAIT_END))
		session_finalise(s, f->log[at].t_us, BY_OPPONENT);
	if (s->phase != SESSION_PLAYING || sequence_word(s->current, ACT_END) == INFER_NONE ||
	    begins_by_victim(s))
		return false;
	p = session_ask(s, PROMPT_END, t_us);
	p->seat = (uint8_t)rules_to_act(s->game, &s->settled);
	return true;
}

/* Asks about a move that is legal only after one purchase, of which nothing is put on the board. */
bool
session_ask_pay(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	struct action buy = { 0 }, move = { 0 };
	struct prompt *p;

	if (session_waits_for_plan(s) || !sequence_pay(&q, &buy, &move))
		return false;
	p = session_ask(s, PROMPT_PAY, t_us);
	p->seat = (uint8_t)rules_to_act(s->game, &s->settled);
	p->option[p->n_options++] = buy;
	p->option[p->n_options++] = move;
	return true;
}

/* ---- takeback, new game ---- */

/* Returns how many actions back the present board was, or 0. */
static unsigned
set_up_earlier(const struct session *s)
{
	/* If the board matches the game, an equal earlier position means nothing. */
	if (s->phase == SESSION_CLOSED || s->back == BACK_UNWATCHED ||
	    infer_all_home(s->current))
		return 0;
	return session_find_earlier(s);
}

bool
session_ask_takeback(struct session *s, uint64_t t_us)
{
	unsigned n = set_up_earlier(s);

	/*
	 * After a finished game, the first position means a new game, not a takeback of all
	 * actions.
	 */
	if (n == 0 || (s->phase == SESSION_OVER && n == s->n))
		return false;
	session_ask_undo(s, n, t_us);
	s->prompt.by_board = true;
	return true;
}

void
session_ask_undo(struct session *s, unsigned n, uint64_t t_us)
{
	unsigned needs = session_takeback_needs(s, n);
	struct prompt *p = session_ask(s, PROMPT_TAKEBACK, t_us);

	p->n = (uint16_t)n;
	p->moves = (uint16_t)session_count_moves(s, n);
	p->first = s->ply[s->n - n].action;
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

bool
session_ask_past(struct session *s, uint64_t t_us)
{
	if (s->back == BACK_DECLINED)
		return false;
	if (!session_began_whole(s))
		return session_ask_takeback(s, t_us) || session_ask_new_game(s, t_us);
	if (!session_ask_new_game(s, t_us))
		return session_ask_takeback(s, t_us);
	if (s->phase == SESSION_PLAYING)
		s->prompt.n = (uint16_t)set_up_earlier(s);
	return true;
}

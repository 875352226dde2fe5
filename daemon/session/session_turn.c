/*
 * Turns of several actions: automatic actions, the end of a turn, purchases that must come
 * first, and pieces that the rules add or remove.
 *
 *   situation                                  what the session does
 *   only `end` or `pass` is left               plays it, unless it reveals hidden things
 *   clock, OK while `end` is legal             plays it, even if an opponent's piece is up already
 *   the opponent's move while `end` is legal   PROMPT_END
 *   … both in a computer's turn                nothing: its next choice decides (session_plan.c),
 *                                              because no action is a candidate before
 *   an action that ends a turn over graves     shown; clock, OK or a yes makes it final
 *   a move that only a purchase makes legal    PROMPT_PAY, after quiet, clock or OK
 *   a piece from the box, several kinds fit    PROMPT_WHICH, at once if the move followed
 *   pieces removed or placed by the rules      due: lit, awaited, never an action
 *   an attempt that failed                     guidance
 *   a move before dice, card or secret         waits for it
 */
#include <string.h>

#include "daemon/session/session_priv.h"

/* Finalises an action without edges; the edges become the next question. */
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
	if (s->current->n_log > 0)
		s->pending |= PENDING_QUIET;
}

/* Ends the turn if that is legal; returns whether it was. */
bool
session_end_turn(struct session *s, uint64_t t_us, enum session_by by)
{
	unsigned c = sequence_word(s->current, ACT_END);

	if (s->phase != SESSION_PLAYING || c == INFER_NONE)
		return false;
	session_word(s, c, t_us, by);
	return true;
}

/* Ends the turn by the clock, although the other side has begun already. */
bool
session_end_before_other(struct session *s, uint64_t t_us, enum session_by by)
{
	const struct sequence q = session_sequence(s);

	return s->shown.state == SHOWN_NONE && sequence_word(q.current, ACT_END) != INFER_NONE &&
	       sequence_turn_over(&q) && session_end_turn(s, t_us, by);
}

/* Reports whether `end` or `pass` is the only candidate. */
static bool
is_forced(const struct infer *f)
{
	return f->n == 1 &&
	       (f->candidate[0].action.kind == ACT_END || f->candidate[0].action.kind == ACT_PASS);
}

bool
session_opens(const struct session *s)
{
	return s->phase == SESSION_PLAYING &&
	       (is_forced(s->current) ||
		(s->guidance.kind == GUIDANCE_NONE && !infer_all_home(s->current)));
}

bool
session_leads(const struct session *s)
{
	return s->phase == SESSION_PLAYING &&
	       (s->guidance.kind == GUIDANCE_LEADS ||
		(s->origin == ORIGIN_NEW && !infer_all_home(s->current)));
}

void
session_open(struct session *s, uint64_t t_us)
{
	s->origin = ORIGIN_RUNNING;
	if (s->phase == SESSION_PLAYING && is_forced(s->current))
		session_word(s, 0, t_us, BY_CHOICE);
	if (s->guidance.kind == GUIDANCE_NONE)
		session_check_board(s, t_us);
}

bool
session_other_began(const struct session *s)
{
	const struct infer *f = s->current;

	return sequence_other_lift(f, s->shown.state != SHOWN_NONE ? s->shown.log_at : 0) <
	       f->n_log;
}

/* After a yes: plays both actions in order. */
void
session_pay(struct session *s, struct action buy, uint64_t t_us)
{
	unsigned c = infer_find(s->current, buy);

	if (c == INFER_NONE)
		return;
	session_word(s, c, t_us, BY_CHOICE);
	if (s->shown.state == SHOWN_WHOLE)
		session_finalise(s, t_us, BY_CHOICE);
}

/*
 * An action chosen on the screen, EVENT_ACT. It is final at once.
 *
 *   the action named                       what follows
 *   an option of the open question         the question is answered
 *   another piece for the promotion that   that piece; refused for the latter once the
 *   is shown, or final from the board      opponent has touched a piece
 *   a reply to the shown action            the shown action is final, then the reply
 *   an action of the settled position      it is played
 *   one after certain moves on the board   those moves are final first
 *   anything else                          refused, with the rule as public knowledge
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* Refuses a choice and reports its text. */
struct session_note *
session_refuse_act(struct session *s, const struct event *e, enum session_refused why)
{
	struct session_note *t = session_report(s, NOTE_REFUSED, e->t_us);

	memcpy(t->text, e->text, sizeof(t->text));
	t->text[sizeof(t->text) - 1] = '\0';
	t->refused = (uint8_t)why;
	return t;
}

/* Returns the candidate of f with that text, or INFER_NONE. */
static unsigned
find_named(const struct infer *f, const char *text)
{
	struct action a;

	if (rules_action_parse(f->game, &f->position, text, &a) < 0)
		return INFER_NONE;
	return infer_find(f, a);
}

/* Makes candidate c final. chooses: c is the piece of a promotion made on the board. */
static void
choose_final(struct session *s, unsigned source, unsigned c, bool chooses, uint64_t t_us)
{
	if (session_source(s, source)->candidate[c].way == WAY_WORD) {
		bool led = s->guidance.kind == GUIDANCE_LEADS;

		session_word(s, c, t_us, BY_CHOICE);
		/*
		 * A roll, a card or a burial moves no piece, so the guidance of the board
		 * continues.
		 */
		if (led && s->shown.state == SHOWN_NONE)
			session_check_board(s, t_us);
		return;
	}
	session_show(s, source, c, t_us);
	/* The move named the piece: no question is needed. */
	if (!chooses && s->prompt.kind == PROMPT_PROMOTION)
		session_close_prompt(s);
	/* Edges after the amended action was final belong to the opponent. */
	if (source == SOURCE_AMENDING)
		s->shown.log_at = s->prev_final_at;
	session_finalise(s, t_us, BY_CHOICE);
	if (source == SOURCE_AMENDING)
		session_consider(s, t_us);
	else
		session_check_board(s, t_us);
}

/* Reports whether the text names another piece for the promotion that quiet made final: *c. */
static bool
names_amendment(const struct session *s, const char *text, unsigned *c)
{
	const struct infer *f = s->before;
	unsigned last;

	if (!s->amend || s->n == 0)
		return false;
	*c = find_named(f, text);
	last = infer_find(f, s->ply[s->prev_n].action);
	return *c != INFER_NONE && last != INFER_NONE && *c != last &&
	       infer_same_promotion(f, last, *c);
}

/* Reports whether the opponent has touched a piece other than c's victim: too late to amend. */
static bool
too_late(struct session *s, unsigned c)
{
	const struct sequence q = session_sequence(s);

	return !sqset_empty(sqset_minus(sequence_touched_by_opponent(&q, INFER_LOG_MAX),
					s->before->candidate[c].captured));
}

/* Changes the piece of a promotion that is shown, or that quiet made final. */
static bool
choose_promotion(struct session *s, const char *text, uint64_t t_us)
{
	unsigned source = SOURCE_AMENDING, c;

	if (s->shown.state != SHOWN_NONE) {
		const struct infer *f = session_source(s, s->shown.source);

		source = s->shown.source;
		c = find_named(f, text);
		if (c == INFER_NONE || !infer_same_promotion(f, s->shown.candidate, c))
			return false;
	} else if (!names_amendment(s, text, &c) || too_late(s, c)) {
		return false;
	}
	choose_final(s, source, c, true, t_us);
	return true;
}

/* Refuses a promotion choice that came after the opponent touched a piece. */
static bool
refuse_late(struct session *s, const struct event *e)
{
	unsigned c;

	if (!names_amendment(s, e->text, &c))
		return false;
	(void)session_refuse_act(s, e, REFUSED_TOUCHED);
	return true;
}

/*
 * Refuses an action that is not legal now, with the rule as public knowledge. A rule that
 * only the seat's secrets reveal is not reported.
 */
void
session_refuse_illegal(struct session *s, const struct event *e)
{
	struct refusal r;

	if (refuse_late(s, e))
		return;
	rules_refuse_text(s->game, &s->current->position, SEAT_TABLE, e->text, &r);
	if (r.rule && strcmp(r.rule, "no-such-action") != 0)
		session_refuse_act(s, e, REFUSED_RULE)->rule = r;
	else
		(void)session_refuse_act(s, e, REFUSED_NAME);
}

/* Refuses an action. A computer's seat refuses all in the same words: legality may be its secret. */
static void
refuse(struct session *s, const struct event *e)
{
	if (s->plan.kind != ACT_NONE || session_waits_for_plan(s))
		(void)session_refuse_act(s, e, REFUSED_PLANNED);
	else
		session_refuse_illegal(s, e);
}

/* Reports whether a client may name an action that replies to the shown one. */
static bool
may_reply(const struct session *s, const char *text)
{
	struct action a;

	return !session_is_computer(s, rules_to_act(s->game, &s->shown.position)) &&
	       rules_action_parse(s->game, &s->shown.position, text, &a) == 0;
}

/*
 * Reports whether the edges match the shown action, or that action and a reply. An action that
 * ended on a blind square waits for a choice, of the next seat too.
 */
static bool
shown_holds(struct session *s)
{
	const struct sequence q = session_sequence(s);

	return s->shown.state == SHOWN_WHOLE ||
	       (s->shown.state == SHOWN_PARTLY && s->shown.source == SOURCE_AMENDING && !q.doubt &&
		sequence_replies(&q, false));
}

void
session_act_over(struct session *s, const struct event *e)
{
	if (!s->amend || (!choose_promotion(s, e->text, e->t_us) && !refuse_late(s, e)))
		(void)session_refuse_act(s, e, REFUSED_OVER);
}

void
session_act(struct session *s, const struct event *e)
{
	unsigned c;
	struct action a;

	s->hint_asked = false;
	if (s->prompt.kind == PROMPT_WHICH &&
	    rules_action_parse(s->game, &session_source(s, s->offered_source)->position, e->text,
			       &a) == 0 &&
	    session_choose(s, a, e->t_us))
		return;
	if (choose_promotion(s, e->text, e->t_us))
		return;
	c = find_named(s->current, e->text);
	if (c != INFER_NONE && s->current->candidate[c].way == WAY_WORD)
		c = INFER_NONE; /* chosen after the shown action, if possible */
	if ((c == INFER_NONE || s->shown.source == SOURCE_AMENDING) && shown_holds(s) &&
	    may_reply(s, e->text)) {
		/* The opponent replies on the screen: the shown action is final. */
		session_finalise(s, e->t_us, BY_OPPONENT);
	}
	c = find_named(s->current, e->text);
	/* Players made moves on the board before: the certain ones become final first. */
	if (c == INFER_NONE && session_read(s)) {
		session_consider(s, e->t_us);
		if (s->phase == SESSION_PLAYING)
			session_act(s, e);
		else
			session_act_over(s, e);
		return;
	}
	if (s->phase != SESSION_PLAYING)
		(void)session_refuse_act(s, e, REFUSED_OVER);
	else if (c == INFER_NONE)
		refuse(s, e);
	else if (e->seat != SEAT_NONE && e->seat != rules_to_act(s->game, &s->settled))
		(void)session_refuse_act(s, e, REFUSED_SEAT);
	else
		choose_final(s, SOURCE_CURRENT, c, false, e->t_us);
}

/*
 * An action chosen on the screen, EVENT_ACT. It is final at once.
 *
 *   what it names                          what comes of it
 *   an option of the open question         it was that
 *   another piece for the promotion that   that one; once the opponent has touched a piece,
 *   is shown, or that quiet made final     of the latter: refused
 *   an answer to what is shown             that is final, then the answer
 *   an action of the settled position      it is played
 *   one after what hands did meanwhile     what they surely did is final first
 *   anything else                          refused, with the rule as the table knows it
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* A refused choice says which. */
static struct told *
refuse_act(struct session *s, const struct event *e, enum session_refused why)
{
	struct told *t = session_tell(s, TOLD_REFUSED, e->t_us);

	memcpy(t->text, e->text, sizeof(t->text));
	t->text[sizeof(t->text) - 1] = '\0';
	t->refused = (uint8_t)why;
	return t;
}

/* The candidate of f that the text names, or INFER_NONE. */
static unsigned
named(const struct infer *f, const char *text)
{
	struct action a;

	if (rules_action_parse(f->game, &f->position, text, &a) < 0)
		return INFER_NONE;
	return infer_find(f, a);
}

static void
choose_final(struct session *s, unsigned source, unsigned c, uint64_t t_us)
{
	if (session_source(s, source)->candidate[c].way == WAY_WORD) {
		session_word(s, c, t_us, BY_CHOICE);
		return;
	}
	session_show(s, source, c, t_us);
	/* Edges since the amended action was final are the opponent's, as they were. */
	if (source == SOURCE_AMENDING)
		s->shown.log_at = s->prev_final_at;
	session_finalise(s, t_us, BY_CHOICE);
	if (source == SOURCE_AMENDING)
		session_consider(s, t_us);
	else
		session_check_board(s, t_us);
}

/* The text names another piece for the promotion that quiet made final: *c. */
static bool
names_amendment(const struct session *s, const char *text, unsigned *c)
{
	const struct infer *f = &s->ctx[s->prev];
	unsigned last;

	if (!s->amendable || s->n == 0)
		return false;
	*c = named(f, text);
	last = infer_find(f, s->ply[s->prev_n].action);
	return *c != INFER_NONE && last != INFER_NONE && *c != last &&
	       infer_same_promotion(f, last, *c);
}

/* The opponent has touched a piece since, other than as c's victim: nothing is amended any more. */
static bool
too_late(struct session *s, unsigned c)
{
	return !sqset_empty(sqset_minus(session_touched_by_opponent(s, INFER_LOG_MAX),
					s->ctx[s->prev].candidate[c].captured));
}

/* Another piece for a promotion that is shown, or that quiet made final. */
static bool
choose_promotion(struct session *s, const char *text, uint64_t t_us)
{
	unsigned source = SOURCE_AMENDING, c;

	if (s->shown.on) {
		const struct infer *f = session_source(s, s->shown.source);

		source = s->shown.source;
		c = named(f, text);
		if (c == INFER_NONE || !infer_same_promotion(f, s->shown.candidate, c))
			return false;
	} else if (!names_amendment(s, text, &c) || too_late(s, c)) {
		return false;
	}
	choose_final(s, source, c, t_us);
	return true;
}

/* Another promotion could have been chosen before the opponent touched a piece: says so. */
static bool
refuse_late(struct session *s, const struct event *e)
{
	unsigned c;

	if (!names_amendment(s, e->text, &c))
		return false;
	(void)refuse_act(s, e, REFUSED_TOUCHED);
	return true;
}

/*
 * No action that may be played now is named so: refused with the rule, as the
 * table knows it. What only its seat's secrets forbid is not said here.
 */
static void
refuse_illegal(struct session *s, const struct event *e)
{
	struct refusal r;

	if (refuse_late(s, e))
		return;
	rules_refuse_text(s->game, &session_current(s)->position, SEAT_TABLE, e->text, &r);
	if (r.rule && strcmp(r.rule, "no-such-action") != 0)
		refuse_act(s, e, REFUSED_RULE)->rule = r;
	else
		(void)refuse_act(s, e, REFUSED_NAME);
}

/*
 * The edges are those of what is shown, or of that and an answer: one that went where
 * nothing is seen waits for a word, also the next seat's.
 */
static bool
shown_holds(struct session *s)
{
	if (!s->shown.on || s->shown.complete)
		return s->shown.on;
	return s->shown.source == SOURCE_AMENDING && s->shown.visible && !s->doubt &&
	       session_reply_explains(s, false);
}

void
session_act(struct session *s, const struct event *e)
{
	unsigned c;
	struct action a;

	if (s->phase != SESSION_PLAYING) {
		if (!s->amendable || (!choose_promotion(s, e->text, e->t_us) && !refuse_late(s, e)))
			(void)refuse_act(s, e, REFUSED_OVER);
		return;
	}
	if (s->prompt.kind == PROMPT_WHICH &&
	    rules_action_parse(s->game, &session_source(s, s->offered_source)->position, e->text,
			       &a) == 0 &&
	    session_choose(s, a, e->t_us))
		return;
	if (choose_promotion(s, e->text, e->t_us))
		return;
	c = named(session_current(s), e->text);
	if (c != INFER_NONE && session_current(s)->candidate[c].way == WAY_WORD)
		c = INFER_NONE; /* said after what is shown, if it can be */
	if ((c == INFER_NONE || s->shown.source == SOURCE_AMENDING) && shown_holds(s) &&
	    rules_action_parse(s->game, &s->shown.position, e->text, &a) == 0) {
		/* The opponent's answer, on the screen: so the shown action is final. */
		session_finalise(s, e->t_us, BY_OPPONENT);
	}
	c = named(session_current(s), e->text);
	/* Hands went on before anybody looked: what they surely did comes first. */
	if (c == INFER_NONE && session_read(s)) {
		session_consider(s, e->t_us);
		session_act(s, e);
		return;
	}
	if (s->phase != SESSION_PLAYING)
		(void)refuse_act(s, e, REFUSED_OVER);
	else if (c == INFER_NONE)
		refuse_illegal(s, e);
	else if (e->seat != SEAT_NONE && e->seat != rules_to_act(s->game, &s->settled))
		(void)refuse_act(s, e, REFUSED_SEAT);
	else
		choose_final(s, SOURCE_CURRENT, c, e->t_us);
}

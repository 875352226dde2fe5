/* The output of a step: notes, prompts, guidance and the shown action. */
#include <assert.h>
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/core/guide.h"
#include "daemon/session/session_priv.h"

struct session_note *
session_report(struct session *s, unsigned kind, uint64_t t_us)
{
	struct session_out *out = s->out;
	bool journalled = kind == NOTE_FINAL || kind == NOTE_UNDO || kind == NOTE_RESULT;
	struct session_note *t;

	s->version++;
	if (out->n < (journalled ? SESSION_NOTES_MAX : SESSION_NOTES_MAX - SESSION_NOTES_KEPT)) {
		t = &out->note[out->n++];
	} else {
		/* On overflow other notes may be lost, but no journalled one. */
		assert(!journalled);
		t = &out->spare;
	}
	memset(t, 0, sizeof(*t));
	t->kind = (uint8_t)kind;
	t->t_us = t_us;
	return t;
}

/*
 * Returns the time of a journalled note. Journal times must not decrease, but a late answer
 * finalises an action after the quiet of the next one.
 */
uint64_t
session_journal_us(struct session *s, uint64_t t_us)
{
	if (t_us > s->journal_us)
		s->journal_us = t_us;
	return s->journal_us;
}

void
session_refuse(struct session *s, uint64_t t_us, enum session_refused why)
{
	session_report(s, NOTE_REFUSED, t_us)->refused = (uint8_t)why;
}

void
session_report_action(struct session *s, unsigned kind, uint64_t t_us,
		      const struct position *before, struct action a)
{
	struct session_note *t = session_report(s, kind, t_us);

	t->action = a;
	rules_action_print(s->game, before, a, t->text);
}

struct prompt *
session_ask(struct session *s, unsigned kind, uint64_t t_us)
{
	struct prompt *p = &s->prompt;

	memset(p, 0, sizeof(*p));
	p->id = ++s->prompt_id;
	p->kind = (uint8_t)kind;
	p->seat = SEAT_NONE;
	session_report(s, NOTE_ASKED, t_us)->n = (uint16_t)kind;
	return p;
}

void
session_close_prompt(struct session *s)
{
	if (s->prompt.kind == PROMPT_NONE)
		return;
	s->version++;
	memset(&s->prompt, 0, sizeof(s->prompt));
	s->prompt.seat = SEAT_NONE;
	s->offered.n = 0;
}

void
session_report_guide(struct session *s, const struct guidance *was, uint64_t t_us)
{
	/* Padding may differ: harmless. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	if (memcmp(was, &s->guidance, sizeof(*was)) != 0)
		session_report(s, NOTE_GUIDE, t_us)->n = s->guidance.steps;
}

void
session_light_due(struct session *s, uint64_t t_us)
{
	struct guidance was = s->guidance;

	if (s->guidance.kind == GUIDANCE_LEADS)
		return;
	guide_due(s->current, &s->guidance);
	session_report_guide(s, &was, t_us);
}

/* ---- the shown action, and the choice of a promotion's kind ---- */

static void
offer_promotions(struct session *s, const struct infer *f, unsigned c, uint64_t t_us)
{
	struct prompt *p;

	if (!f->candidate[c].promotes)
		return;
	p = session_ask(s, PROMPT_PROMOTION, t_us);
	p->seat = (uint8_t)rules_to_act(f->game, &f->position);
	for (unsigned i = 0; i < f->n && p->n_options < SESSION_OPTIONS_MAX; i++) {
		if (!infer_same_promotion(f, i, c))
			continue;
		if (i == c)
			p->chosen = p->n_options;
		p->option[p->n_options++] = f->candidate[i].action;
	}
	if (p->n_options == 1)
		session_close_prompt(s);
}

void
session_end_choice(struct session *s)
{
	const struct sequence q = session_sequence(s);

	if ((s->amend & AMEND_KIND) && s->prompt.kind == PROMPT_PROMOTION &&
	    s->shown.state == SHOWN_NONE &&
	    !sqset_empty(sequence_touched_by_opponent(&q, INFER_LOG_MAX)))
		session_close_prompt(s);
}

void
session_show(struct session *s, unsigned source, unsigned c, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	bool again = s->shown.state >= SHOWN_PARTLY && s->shown.source == source &&
		     s->shown.candidate == c;

	s->shown.state = SHOWN_WHOLE;
	s->shown.log_at = f->n_log;
	if (again)
		return;
	s->shown.source = (uint8_t)source;
	s->shown.candidate = (uint16_t)c;
	foresee_action(s->game, &f->position, f->candidate[c].action, &s->shown.position);
	session_close_prompt(s);
	session_report_action(s, NOTE_SHOWN, t_us, &f->position, f->candidate[c].action);
	offer_promotions(s, f, c, t_us);
}

void
session_hide(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->shown.source);

	if (s->shown.state < SHOWN_PARTLY)
		return;
	s->shown.state = SHOWN_KEPT;
	if (s->prompt.kind == PROMPT_PROMOTION)
		session_close_prompt(s);
	session_report_action(s, NOTE_WITHDRAWN, t_us, &f->position,
			      f->candidate[s->shown.candidate].action);
}

void
session_show_again(struct session *s, uint64_t t_us)
{
	uint16_t log_at = s->shown.log_at;

	if (s->shown.state != SHOWN_KEPT)
		return;
	session_show(s, s->shown.source, s->shown.candidate, t_us);
	s->shown.state = SHOWN_PARTLY;
	s->shown.log_at = log_at;
}

void
session_withdraw(struct session *s, uint64_t t_us)
{
	session_hide(s, t_us);
	s->shown.state = SHOWN_NONE;
}

void
session_forget_edges(struct session *s)
{
	/* The amendable question keeps its edges: they record which side touched what. */
	session_withdraw(s, s->now_us);
	s->doubt = 0;
	s->n_resumed = 0;
	s->blunder = (struct action){ 0 };
	infer_rest(s->current);
}

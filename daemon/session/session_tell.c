/* What a step has to say: told entries and prompts. */
#include "daemon/session/session_priv.h"

#include <assert.h>
#include <string.h>

struct told *
session_tell(struct session *s, unsigned kind, uint64_t t_us)
{
	struct session_out *out = s->out;
	bool journalled = kind == TOLD_FINAL || kind == TOLD_UNDO || kind == TOLD_RESULT;
	struct told *t;

	s->version++;
	if (out->n < (journalled ? SESSION_TOLD_MAX : SESSION_TOLD_MAX - SESSION_TOLD_KEPT)) {
		t = &out->told[out->n++];
	} else {
		/* Notes may be lost in such a rush; what is journalled never. */
		assert(!journalled);
		t = &out->spare;
	}
	memset(t, 0, sizeof(*t));
	t->kind = (uint8_t)kind;
	t->t_us = t_us;
	return t;
}

/*
 * When what is journalled holds from: an answer that was long in coming makes
 * an action final after the quiet of the next one, which cannot be final first.
 */
uint64_t
session_journal_us(struct session *s, uint64_t t_us)
{
	if (t_us > s->journal_us)
		s->journal_us = t_us;
	return s->journal_us;
}

void
session_tell_action(struct session *s, unsigned kind, uint64_t t_us, const struct position *before,
		    struct action a)
{
	struct told *t = session_tell(s, kind, t_us);

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
	session_tell(s, TOLD_ASKED, t_us)->n = (uint16_t)kind;
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

/*
 * "Set up this array": pieces stand on the board that nobody has followed there, and the
 * sensors cannot tell them from those that belong there. Until somebody says that they are
 * the right ones hands set up, and nothing that they do is a move.
 *
 *   event                          what follows
 *   edge                           the way to the position, by what stands there now
 *   quiet                          nothing: time does not tell that anybody has looked
 *   clock, OK, yes                 where all squares are as they must be: each piece is taken
 *                                  for the one that belongs there, and the game begins;
 *                                  else refused, the lamps go on leading
 *   back, no                       nothing
 *   act                            played, and asked again of the position that comes of it
 *   undo                           refused
 *   blind                          asked again, of the squares that are seen
 *   resign, draw                   the game is over, and nothing is asked
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* What stands now, against the position: edges tell nothing of pieces that nobody knows. */
static void
look(struct session *s, uint64_t t_us)
{
	struct infer_known known = session_current(s)->known;
	struct guidance was = s->guidance;

	known.held = 0;
	session_begin_position(s, &known);
	guide_compute(session_current(s), INFER_NONE, &s->guidance);
	s->guide_shown = s->armed = false;
	/* At worst the same step is told twice. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	if (memcmp(&was, &s->guidance, sizeof(was)) != 0)
		session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
}

bool
session_ask_array(struct session *s, uint64_t t_us)
{
	if (s->phase != SESSION_PLAYING)
		return false;
	session_withdraw(s, t_us);
	session_close_prompt(s);
	s->believed = false;
	look(s, t_us);
	(void)session_ask(s, PROMPT_ARRAY, t_us);
	return true;
}

bool
session_sets_up(const struct session *s)
{
	return s->prompt.kind == PROMPT_ARRAY;
}

void
session_array_edge(struct session *s, const struct debounced *d)
{
	s->version++;
	if (d->raw_us > s->last_edge_us)
		s->last_edge_us = d->raw_us;
	session_current(s)->known.standing[d->sq] = 0;
	sqset_remove(&s->sure, d->sq);
	look(s, d->raw_us);
}

void
session_array_act(struct session *s, const struct event *e)
{
	session_close_prompt(s);
	session_act(s, e);
	(void)session_ask_array(s, e->t_us);
}

void
session_array_stands(struct session *s, uint64_t t_us)
{
	if (s->guidance.on) {
		session_tell(s, TOLD_REFUSED, t_us)->refused = REFUSED_LACKING;
		return;
	}
	session_close_prompt(s);
	s->believed = true;
	s->sure = (struct sqset){ { 0, 0 } };
	session_begin_position(s, NULL);
}

bool
session_stands(const struct session *s)
{
	return s->phase != SESSION_NO_GAME && s->believed;
}

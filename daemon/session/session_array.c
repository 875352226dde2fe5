/*
 * "Set up this array": unknown pieces are on the board, and the sensors cannot distinguish them
 * from the right ones. Until a player confirms, the pieces are set up and no edge is a move.
 *
 *   event                          what follows
 *   edge                           guidance to the position from the present board
 *   quiet                          nothing: quiet does not prove that anyone has looked
 *   clock, OK, yes                 if every piece may be the one that belongs there, as far as
 *                                  sensors can tell: it counts as that, and the game begins;
 *                                  else refused, guidance continues
 *   back, no                       nothing
 *   act                            played; the question is repeated for the new position
 *   undo                           refused
 *   blind                          the question is repeated for the visible squares
 *   resign, draw                   the game is over without a question
 */
#include "daemon/session/session_priv.h"

/*
 * Compares the present board with the position, without edges, because edges identify no
 * unknown pieces.
 */
static void
compare_board(struct session *s, uint64_t t_us)
{
	struct infer_known known = s->current->known;
	struct guidance was = s->guidance;

	known.held = 0;
	session_begin_position(s, &known);
	guide_compute(s->current, INFER_NONE, &s->guidance);
	s->goal = GOAL_SETTLED;
	s->pending &= (uint8_t)~PENDING_QUIET;
	session_report_guide(s, &was, t_us);
}

void
session_ask_array(struct session *s, uint64_t t_us)
{
	if (s->phase != SESSION_PLAYING)
		return;
	session_withdraw(s, t_us);
	session_close_prompt(s);
	s->believed = false;
	compare_board(s, t_us);
	(void)session_ask(s, PROMPT_ARRAY, t_us);
}

void
session_array_edge(struct session *s, const struct event *e)
{
	s->version++;
	if (e->t_us > s->last_edge_us)
		s->last_edge_us = e->t_us;
	s->current->known.standing[e->sq] = 0;
	sqset_remove(&s->sure, e->sq);
	compare_board(s, e->t_us);
}

/*
 * Takes each piece for the one that belongs on its square, against what edges showed.
 * Returns false, and changes nothing, if sensors contradict that.
 */
static bool
take_as_set(struct session *s)
{
	struct infer *kept = s->scratch;
	struct guidance guidance = s->guidance;

	*kept = *s->current;
	session_begin_position(s, NULL);
	if (infer_all_home(s->current))
		return true;
	*s->current = *kept;
	s->guidance = guidance;
	return false;
}

void
session_array_stands(struct session *s, uint64_t t_us)
{
	if (!take_as_set(s)) {
		session_refuse(s, t_us, REFUSED_LACKING);
		return;
	}
	session_close_prompt(s);
	session_trust(s, NULL);
	s->goal = GOAL_SETTLED;
}

bool
session_stands(const struct session *s)
{
	return s->phase != SESSION_NO_GAME && s->believed;
}

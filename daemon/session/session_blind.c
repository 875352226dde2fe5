/*
 * Squares go blind and come back while a game is on.
 *
 *   what                                   what the session does
 *   a square goes blind                    its edges sleep; the rest is read without them
 *   … while guidance leads                 the board may be right: what explains it is asked after
 *                                          quiet, else guidance goes on
 *   it comes back as it was left           its edges wake: what was shown, or up, is so again
 *   it comes back otherwise                nobody saw how: what explains it is asked, else the way
 *                                          back is lit at once, for no hand is at work
 */
#include <string.h>

#include "daemon/session/session_priv.h"

/* The question f, and the session's places in its log. */
static void
question_blind(struct session *s, struct infer *f, struct sqset blind)
{
	bool current = f == session_current(s);
	uint16_t *at[INFER_INDICES_MAX];
	unsigned n = 0;

	if (s->shown.on && (s->shown.source == SOURCE_CURRENT) == current)
		at[n++] = &s->shown.log_at;
	if (!current)
		at[n++] = &s->prev_final_at;
	infer_set_blind(f, blind, at, n);
}

/* What these squares read now is news, as far as the edges do not say so already; true: some is. */
static bool
read_again(struct session *s, struct sqset back)
{
	bool news = false;

	while (!sqset_empty(back)) {
		unsigned sq = sqset_pop(&back);
		struct infer_edge e = { .t_us = s->now_us,
					.sq = (uint8_t)sq,
					.reading = s->behind[sq] };

		debounce_believe(&s->debounce, sq, e.reading);
		if (s->amendable && infer_unlike(&s->ctx[s->prev], sq, e.reading))
			(void)infer_edge(&s->ctx[s->prev], e);
		if (!infer_unlike(session_current(s), sq, e.reading))
			continue;
		(void)infer_edge(session_current(s), e);
		news = true;
	}
	return news;
}

/* What the way back was lit for may have been that sensor's doing. */
static void
stop_leading(struct session *s)
{
	memset(&s->guidance, 0, sizeof(s->guidance));
	s->guide_shown = false;
	s->doubt = true;
	session_tell(s, TOLD_GUIDE, s->now_us)->n = 0;
}

void
session_go_blind(struct session *s, struct sqset blind)
{
	struct sqset back = sqset_minus(s->config.blind, blind);
	struct sqset gone = sqset_minus(blind, s->config.blind);
	bool news, went = !sqset_empty(gone), array = session_sets_up(s);

	if (s->phase == SESSION_NO_GAME || (sqset_empty(back) && sqset_empty(gone)))
		return;
	s->version++;
	s->config.blind = blind;
	s->tangled = false;
	/* What somebody wishes is no question of what the board shows. */
	if (s->prompt.kind != PROMPT_TAKEBACK || s->prompt.by_board)
		session_close_prompt(s);
	while (!sqset_empty(gone)) {
		unsigned sq = sqset_pop(&gone);

		s->behind[sq] = debounce_believed(&s->debounce, sq);
		debounce_believe(&s->debounce, sq, s->behind[sq]);
	}
	question_blind(s, session_current(s), blind);
	if (s->amendable)
		question_blind(s, &s->ctx[s->prev], blind);
	news = read_again(s, back);
	s->doubt |= news;
	if (s->phase == SESSION_PLAYING) {
		session_consider(s, s->now_us);
		if (went && session_lost(s)) {
			stop_leading(s);
			session_consider(s, s->now_us);
		}
		if (news && !session_lost(s) && !(s->shown.on && s->shown.complete))
			session_check_board(s, s->now_us);
	}
	/* A hand may be at work: quiet judges what stands there. */
	s->last_edge_us = s->now_us;
	s->armed = true;
	if (array)
		(void)session_ask_array(s, s->now_us);
}

bool
session_sleeps(const struct session *s)
{
	return s->ctx[s->cur].n_asleep > 0 || (s->amendable && s->ctx[s->prev].n_asleep > 0);
}

/*
 * Squares become blind and return during a game.
 *
 *   change                                 what the session does
 *   a square becomes blind                 its edges are suspended; the rest is read without them
 *   … during guidance                      the board may be right: an explanation is asked after
 *                                          quiet, else guidance continues
 *   it returns unchanged                   its edges are restored: a shown action or a lifted
 *                                          piece is so again
 *   it returns changed                     the change was unseen: an explanation is asked, else
 *                                          guidance starts at once, no move is in progress
 */
#include "daemon/session/session_priv.h"

/* Updates the question f and the session's indices into its log. */
static void
question_blind(struct session *s, struct infer *f, struct sqset blind)
{
	bool current = f == s->current;
	uint16_t *at[INFER_INDICES_MAX];
	unsigned n = 0;

	if (s->shown.state != SHOWN_NONE && (s->shown.source == SOURCE_CURRENT) == current)
		at[n++] = &s->shown.log_at;
	if (!current)
		at[n++] = &s->prev_final_at;
	infer_set_blind(f, blind, at, n);
}

/*
 * Applies the readings of returned squares as far as they differ from the edges; returns
 * whether any does.
 */
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
		if ((s->amend & AMEND_ACTION) && infer_differs(s->before, sq, e.reading))
			(void)infer_edge(s->before, e);
		if (!infer_differs(s->current, sq, e.reading))
			continue;
		(void)infer_edge(s->current, e);
		news = true;
	}
	return news;
}

void
session_go_blind(struct session *s, struct sqset blind)
{
	struct sqset back = sqset_minus(s->config.blind, blind);
	struct sqset gone = sqset_minus(blind, s->config.blind);
	bool news, went = !sqset_empty(gone), array = s->prompt.kind == PROMPT_ARRAY;

	if (s->phase == SESSION_NO_GAME || (sqset_empty(back) && sqset_empty(gone)))
		return;
	s->version++;
	s->config.blind = blind;
	s->pending &= (uint8_t)~PENDING_SPLIT;
	s->amend &= (uint8_t)~AMEND_KIND;
	/* A requested takeback does not depend on the board. */
	if (s->prompt.kind != PROMPT_TAKEBACK || s->prompt.by_board)
		session_close_prompt(s);
	while (!sqset_empty(gone)) {
		unsigned sq = sqset_pop(&gone);

		s->behind[sq] = debounce_believed(&s->debounce, sq);
		debounce_believe(&s->debounce, sq, s->behind[sq]);
	}
	question_blind(s, s->current, blind);
	if (s->amend & AMEND_ACTION)
		question_blind(s, s->before, blind);
	news = read_again(s, back);
	if (news)
		s->doubt |= DOUBT_READINGS;
	if (s->phase == SESSION_PLAYING) {
		session_consider(s, s->now_us);
		if (went && s->guidance.kind == GUIDANCE_LEADS) {
			/* The faulty sensor may have caused it. */
			session_stop_guiding(s);
			s->doubt |= DOUBT_READINGS;
			session_report(s, NOTE_GUIDE, s->now_us)->n = 0;
			session_consider(s, s->now_us);
		}
		if (news && s->guidance.kind != GUIDANCE_LEADS && s->shown.state != SHOWN_WHOLE)
			session_check_board(s, s->now_us);
	}
	/* A player may be moving now, so the board is judged at quiet. */
	s->last_edge_us = s->now_us;
	s->pending |= PENDING_QUIET;
	if (array)
		session_ask_array(s, s->now_us);
}

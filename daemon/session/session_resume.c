/*
 * A board read in the middle of an action, after a restart or when a bus returns: the moves
 * that led to it were not seen. Differences from the game count as moves of one player, all
 * lifts first:
 *
 *   the differences are                             what follows
 *   one action                                      shown, and asked
 *   … a promotion                                   shown, and the other pieces offered
 *   several actions, equally good                   asked which
 *   a lifted piece that may have captured by a swap asked; several: which
 *   the other side's action, while `end` is legal   asked whether the turn is over
 *   a move that has to be paid first                asked whether to pay
 *   lifted pieces that some action moves or takes   waits as usual; guidance completes half
 *                                                   a castling
 *   anything else                                   guidance as before
 *
 * None of this becomes final by quiet, nor by the other side before it has made a complete
 * action: pieces may have fallen or been straightened unseen. While the other side holds a
 * piece, the question is repeated.
 */
#include "daemon/core/reading.h"
#include "daemon/session/session_priv.h"

#include <string.h>

static bool
differs(const struct infer *f, unsigned sq)
{
	const struct worlds *ws = &f->worlds;
	bool home = sqset_has(ws->home, sq);

	return f->present[sq].occupied != home ||
	       (home && (!worlds_pole_fits(ws, sq, f->present[sq].pole) ||
			 !infer_level_fits(f, sq, ws->piece[sq])));
}

/* Reports whether the piece on sq is known to differ from the game's, or has another reading. */
static bool
known_astray(const struct session *s, unsigned sq)
{
	const struct infer *f = s->current;
	uint8_t known = f->known.standing[sq];

	return known && (differs(f, sq) ||
			 known != (rules_at(s->game, &s->settled, sq) & (uint8_t)~PIECE_MARK));
}

/* Reports whether the board was only read: no edge was seen. */
static bool
only_read(const struct session *s)
{
	const struct infer *f = s->current;

	if (s->phase != SESSION_PLAYING || s->prompt.kind != PROMPT_NONE || !f->has_present ||
	    f->n_log > 0 || !sqset_empty(sqset_or(f->due, f->blind)) || infer_all_home(f))
		return false;
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (known_astray(s, sq))
			return false;
	return true;
}

/* Restarts the question with the differences as edges. */
static void
take_for_hands(struct session *s, const struct reading *now, uint64_t t_us)
{
	struct infer *f = s->current;
	struct reading board[RULES_SQUARES_MAX];
	struct sqset changed = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(s->game); sq++) {
		board[sq] = now[sq];
		if (!differs(f, sq))
			continue;
		sqset_add(&changed, sq);
		board[sq] = session_usable_reading(
			s, reading_of_piece(s->game, s->config.senses,
					    rules_at(s->game, &s->settled, sq)));
	}
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_begin_question(s);
	infer_present(f, board, NULL);
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
			if (sqset_has(changed, sq) && sqset_has(f->worlds.home, sq) == (pass == 0))
				(void)infer_edge(f, (struct infer_edge){
							    .t_us = t_us,
							    .reading = now[sq],
							    .sq = (uint8_t)sq,
						    });
	s->n_resumed = f->n_log;
}

/* Asks about a lifted piece that may have captured. */
static bool
ask_unseen(struct session *s, uint64_t t_us)
{
	const struct infer *f = s->current;
	struct infer_answer a = { .n = 0 };

	a.n = infer_unseen(f, a.best);
	session_ask_offers(s, SOURCE_CURRENT, &a, f->n_log, t_us);
	s->shown.trust = TRUST_WORD;
	return a.n > 0;
}

/* Reports whether the edges form an action or may become one. */
static bool
resume_action(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	const struct infer *f = q.current;
	struct infer_answer a;

	infer_explain(f, &a);
	if (f->worlds.vague)
		return false;
	if (a.n > 1) {
		session_ask_which(s, SOURCE_CURRENT, &a, f->n_log, t_us);
		return true;
	}
	if (a.n == 1) {
		session_consider(s, t_us);
		if (s->prompt.kind != PROMPT_PROMOTION)
			session_ask_confirm(s, t_us);
		return true;
	}
	if (ask_unseen(s, t_us) || (sequence_fits_other(&q) && session_ask_turn(s, t_us)) ||
	    session_ask_pay(s, t_us))
		return true;
	if (!infer_alive(f, false, NULL))
		return false;
	s->last_edge_us = t_us;
	s->pending |= PENDING_QUIET;
	return true;
}

static bool
ask_move(struct session *s, uint64_t t_us)
{
	struct reading now[RULES_SQUARES_MAX];
	struct infer_known known;

	if (!only_read(s))
		return false;
	memcpy(now, s->current->present, sizeof(now));
	known = s->current->known;
	take_for_hands(s, now, t_us);
	if (resume_action(s, t_us))
		return true;
	session_begin_position(s, &known);
	session_check_board(s, t_us);
	return false;
}

bool
session_ask_resumed(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);

	if (s->n_resumed == 0 || s->shown.state == SHOWN_NONE ||
	    s->shown.source != SOURCE_CURRENT ||
	    !infer_stands(s->current, s->shown.candidate) || !sequence_replies(&q, true))
		return false;
	/* Choosing the piece is the confirmation. */
	if (s->prompt.kind != PROMPT_PROMOTION)
		session_ask_confirm(s, t_us);
	return true;
}

/*
 * Repeats an open question after a restart. If the board caused the question, the board must be
 * unchanged. Guidance is then stopped: it was on only because the question was missing.
 */
static bool
ask_again(struct session *s, const struct event *e)
{
	if (s->prompt.kind != PROMPT_NONE)
		return false;
	if (e->n == 0 && e->yes)
		return ask_move(s, e->t_us);
	if (e->n > 0 && !e->yes) {
		if (s->phase == SESSION_CLOSED || e->n > s->n || !session_takeback_needs(s, e->n))
			return false;
		session_ask_undo(s, e->n, e->t_us);
		return true;
	}
	if (e->n > 0 && session_find_earlier(s) != e->n)
		return false;
	/* The earlier question proves that the board matched the game. */
	if (s->back == BACK_UNWATCHED)
		s->back = BACK_WATCHED;
	if (e->n > 0 ? !session_ask_takeback(s, e->t_us)
		     : !session_is_start_array(s) || !session_ask_past(s, e->t_us))
		return false;
	memset(&s->guidance, 0, sizeof(s->guidance));
	return true;
}

void
session_ask_again(struct session *s, const struct event *e)
{
	if (!ask_again(s, e))
		session_refuse(s, e->t_us, REFUSED_NOT_ASKED);
}

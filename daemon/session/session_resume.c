/*
 * A board that was read anew, after a restart or when a bus is back, in the middle of an
 * action: the hands that left it so were not seen. What differs from the game is taken for
 * what one hand did, all that it took up first, and
 *
 *   it is                                           what follows
 *   one action                                      shown, and asked
 *   … a promotion                                   shown, and the other pieces offered
 *   several actions, equally good                   asked which
 *   a piece up that may have taken one, by a swap   asked; several: which
 *   the other side's action, where `end` is legal   asked whether the turn is over
 *   a move that has to be paid first                asked whether it is
 *   pieces up that some action moves or takes       waits, as for any hand; half a castling
 *                                                   is led on
 *   anything else                                   the way back, as it was lit before
 *
 * Nothing of it becomes final by quiet, nor by the other side's hand before that has done a
 * whole action: pieces may have fallen, or been straightened, while nobody looked. While that
 * hand holds a piece it is asked again.
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

/* Another piece than the game has there is known to stand there, or one that reads otherwise. */
static bool
known_astray(const struct session *s, unsigned sq)
{
	const struct infer *f = &s->ctx[s->cur];
	uint8_t known = f->known.standing[sq];

	return known && (differs(f, sq) ||
			 known != (rules_at(s->game, &s->settled, sq) & (uint8_t)~PIECE_MARK));
}

/* All that is known of the board is how its squares read. */
static bool
only_read(const struct session *s)
{
	const struct infer *f = &s->ctx[s->cur];

	if (s->phase != SESSION_PLAYING || s->prompt.kind != PROMPT_NONE || !f->has_present ||
	    f->n_log > 0 || !sqset_empty(sqset_or(f->due, f->blind)) || infer_all_home(f))
		return false;
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (known_astray(s, sq))
			return false;
	return true;
}

/* The question anew, with what differs as edges. */
static void
take_for_hands(struct session *s, const struct reading *now, uint64_t t_us)
{
	struct infer *f = session_current(s);
	struct reading board[RULES_SQUARES_MAX];
	struct sqset changed = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(s->game); sq++) {
		board[sq] = now[sq];
		if (!differs(f, sq))
			continue;
		sqset_add(&changed, sq);
		board[sq] = session_heard(s, reading_of_piece(s->game, s->config.senses,
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

/* A piece is up, and stands perhaps where another was taken. */
static bool
ask_unseen(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	struct infer_answer a = { .n = 0 };

	a.n = infer_unseen(f, a.best);
	session_ask_offers(s, SOURCE_CURRENT, &a, f->n_log, t_us);
	s->shown.confirm = s->shown.confirm_vague = true;
	return a.n > 0;
}

/* True: the edges are an action, or may become one. */
static bool
go_on(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_current(s);
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
	if (ask_unseen(s, t_us) || (session_fits_other(s) && session_ask_turn(s, t_us)) ||
	    session_ask_pay(s, t_us))
		return true;
	if (!infer_alive(f, false, NULL))
		return false;
	s->last_edge_us = t_us;
	s->armed = true;
	return true;
}

bool
session_ask_move(struct session *s, uint64_t t_us)
{
	struct reading now[RULES_SQUARES_MAX];
	struct infer_known known;

	if (!only_read(s))
		return false;
	memcpy(now, session_current(s)->present, sizeof(now));
	known = session_current(s)->known;
	take_for_hands(s, now, t_us);
	if (go_on(s, t_us))
		return true;
	session_begin_position(s, &known);
	session_check_board(s, t_us);
	return false;
}

bool
session_ask_resumed(struct session *s, uint64_t t_us)
{
	if (s->n_resumed == 0 || !s->shown.on || s->shown.source != SOURCE_CURRENT ||
	    !infer_stands(session_current(s), s->shown.candidate) ||
	    !session_reply_explains(s, true))
		return false;
	/* Where a piece is to be chosen, that is the yes. */
	if (s->prompt.kind != PROMPT_PROMOTION)
		session_ask_confirm(s, t_us);
	return true;
}

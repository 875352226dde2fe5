/* An action becomes final. */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/session/session_priv.h"

/* Moves the edges after the action to the next question. */
static void
move_edges(struct session *s, const struct infer *from, unsigned at)
{
	struct infer *to = s->current;

	for (unsigned i = at; i < from->n_log; i++)
		(void)infer_edge(to, from->log[i]);
	to->worlds.vague |= from->log_full;
}

/*
 * Synchronises the next question with the board, which may not match the position after the
 * action: the action came from the screen, or the opponent is moving already.
 */
static void
follow_board(struct session *s, const struct infer *from, unsigned at)
{
	struct sqset now = infer_now(from);
	struct infer *to = s->current;
	struct reading board[RULES_SQUARES_MAX] = { { 0 } };
	struct infer_known known;

	now = sqset_or(sqset_minus(now, s->config.blind),
		       sqset_and(infer_now(to), s->config.blind));
	move_edges(s, from, at);
	if (sqset_equal(infer_now(to), now))
		return;
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++) {
		board[sq].occupied = sqset_has(now, sq);
		board[sq].pole = from->worlds.pole[sq];
		board[sq].level_min = from->worlds.level_min[sq];
		board[sq].level_max = from->worlds.level_max[sq];
	}
	infer_know(from, &known);
	infer_present(to, board, &known);
}

static void
rotate_questions(struct session *s, unsigned source)
{
	struct infer *was = s->current;

	/* After an amendment, the earlier question stays the one to amend. */
	if (source == SOURCE_AMENDING) {
		s->current = s->scratch;
		s->scratch = was;
	} else {
		s->current = s->scratch;
		s->scratch = s->before;
		s->before = was;
	}
}

bool
session_attempt_failed(const struct session *s, struct action a)
{
	return a.kind == ACT_ATTEMPT && rules_at(s->game, &s->settled, a.from) != 0 &&
	       rules_at(s->game, &s->settled, a.from) == rules_at(s->game, &s->before_last, a.from);
}

bool
session_puts_back_first(const struct session *s)
{
	const struct infer *f = s->current;
	struct sqset others = sqset_minus(f->worlds.touched, s->last_squares);

	return s->guidance.kind == GUIDANCE_LEADS && s->n > 0 &&
	       session_attempt_failed(s, s->ply[s->n - 1].action) &&
	       sqset_empty(sqset_and(others, f->candidate[0].changed));
}

/* Returns the squares emptied before edge `at`. Pieces there now belong to the reply. */
static struct sqset
emptied_before(const struct infer *from, unsigned at)
{
	struct sqset empty = { { 0, 0 } };

	for (unsigned i = 0; i < at && i < from->n_log; i++)
		if (from->log[i].reading.occupied)
			sqset_remove(&empty, from->log[i].sq);
		else
			sqset_add(&empty, from->log[i].sq);
	return empty;
}

/*
 * Returns the squares that the rules changed and the board has not followed by edge `at`, and
 * the earlier due squares.
 */
static struct sqset
dues(const struct session *s, const struct infer *from, unsigned at, struct sqset ruled)
{
	struct sqset stands = rules_occupied(s->game, &s->settled);
	struct sqset lags = sqset_xor(infer_now(from), stands);

	lags = sqset_minus(lags, sqset_minus(emptied_before(from, at), stands));
	return sqset_minus(sqset_and(lags, sqset_or(ruled, from->due)), from->blind);
}

/*
 * In games with stones given by touch, moves the next side's touches behind the action's edges.
 * Returns the number of the action's edges.
 */
static unsigned
own_edges(struct infer *f, const struct sequence_shown *shown)
{
	struct sqset theirs =
		sqset_minus(rules_occupied_by(f->game, &shown->position,
					      rules_turn_seat(f->game, &shown->position) & 1),
			    f->candidate[shown->candidate].changed);
	struct infer_edge later[INFER_LOG_MAX];
	unsigned n = 0, n_later = 0;

	if (rules_stones(f->game, PIECE_PAWN) == 0 || f->n_asleep > 0 ||
	    (rules_turn_seat(f->game, &shown->position) & 1) == f->colour)
		return shown->log_at;
	for (unsigned i = 0; i < shown->log_at; i++)
		if (sqset_has(theirs, f->log[i].sq))
			later[n_later++] = f->log[i];
		else
			f->log[n++] = f->log[i];
	memcpy(&f->log[n], later, n_later * sizeof(later[0]));
	return n;
}

/*
 * Starts the next question from the edges that are not the action's, with the squares that do not
 * match the rules yet.
 */
static void
pose_next(struct session *s, const struct sequence_shown *shown, struct action a, bool hidden,
	  struct sqset ruled)
{
	struct infer *from = s->before;
	unsigned at = hidden ? shown->log_at : own_edges(from, shown);
	unsigned resumed = shown->source == SOURCE_CURRENT ? s->n_resumed : 0;

	if (a.kind == ACT_MOVE && sqset_has(s->stand_ins, a.to))
		infer_reads_odd(from, a.from);
	session_begin_question(s);
	infer_set_due(s->current, dues(s, from, at, ruled), sqset_or(ruled, from->due));
	infer_set_levels(s->current, from, at);
	follow_board(s, from, session_attempt_failed(s, a) ? 0 : at);
	if (resumed > shown->log_at && s->current->n_log > 0)
		s->n_resumed = (uint16_t)(resumed - shown->log_at);
	s->prev_final_at = shown->log_at;
	s->done_us = shown->log_at > 0 && shown->log_at <= from->n_log
			     ? from->log[shown->log_at - 1].t_us
			     : 0;
}

void
session_finalise(struct session *s, uint64_t t_us, enum session_by by)
{
	struct sequence_shown shown = s->shown;
	const struct infer *asked = session_source(s, shown.source);
	struct action a = asked->candidate[shown.candidate].action;
	bool hidden = foresee_reveals(s->game, &asked->position, a) || a.kind == ACT_ATTEMPT ||
		      asked->candidate[shown.candidate].way == WAY_WORD;
	bool choosing = s->prompt.kind == PROMPT_PROMOTION && !hidden;
	bool played_on = by == BY_QUIET || by == BY_OPPONENT;
	struct infer_known known;
	struct sqset ruled;

	if (s->n + 2 > SESSION_ACTIONS_MAX && shown.source == SOURCE_CURRENT) {
		infer_know(s->current, &known);
		session_refuse(s, t_us, REFUSED_TOO_LONG);
		session_begin_position(s, &known);
		return;
	}
	t_us = session_journal_us(s, t_us);
	if (!choosing)
		session_close_prompt(s);
	if (shown.source == SOURCE_AMENDING) {
		session_report(s, NOTE_UNDO, t_us)->n = (uint16_t)(s->n - s->prev_n);
		session_rewind(s, s->prev_n);
	}
	s->prev_n = s->n;
	s->selected[0] = '\0';
	if (played_on && s->back == BACK_UNWATCHED)
		s->back = BACK_WATCHED;
	ruled = session_apply(s, a, t_us);
	rotate_questions(s, shown.source);
	pose_next(s, &shown, a, hidden, ruled);
	s->amend = (!hidden && played_on ? AMEND_ACTION : 0) | (choosing ? AMEND_KIND : 0);
	session_end_choice(s);
	memset(&s->refusal, 0, sizeof(s->refusal));
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_light_due(s, t_us);
	if (session_attempt_failed(s, a)) {
		infer_meant(s->current, a.to, a.from);
		session_check_board(s, t_us);
	}
}

void
session_finalise_alone(struct session *s, const struct sequence *q, uint64_t t_us, enum session_by by)
{
	struct sequence_part part;

	if (s->shown.source == SOURCE_CURRENT) {
		part = sequence_chosen(q, s->shown.candidate);
		s->shown.log_at = (uint16_t)sequence_sort(s->current, &part);
	}
	session_finalise(s, t_us, by);
}

bool
session_end_by_next(struct session *s, enum answered enough)
{
	const struct sequence q = session_sequence(s);
	uint64_t at_us;

	if (session_blunders_alone(s))
		return false;
	switch (sequence_ended_by_next(&q, enough, debounce_unsettled_us(&s->debounce), &at_us)) {
	case END_NOT:
		break;
	case END_UNSETTLED:
		s->pending |= PENDING_REPLY;
		break;
	case END_DIFFERS:
		s->doubt |= DOUBT_READINGS;
		break;
	case END_RIVAL:
		s->shown.trust = TRUST_WORD;
		break;
	case END_NOW:
		session_finalise(s, at_us, BY_OPPONENT);
		return true;
	}
	return false;
}

/* Finalises the first action of a sequence. An earlier choice of a promotion is kept. */
static void
finalise_first(struct session *s, const struct sequence_first *first)
{
	struct infer *f = session_source(s, first->source);
	unsigned c = first->candidate;

	if (s->shown.state != SHOWN_NONE && s->shown.source == first->source &&
	    infer_same_promotion(f, s->shown.candidate, c))
		c = s->shown.candidate;
	session_show(s, first->source, c, first->done_us);
	s->shown.log_at = (uint16_t)sequence_sort(f, &first->part);
	session_finalise(s, first->done_us, BY_OPPONENT);
}

bool
session_split(struct session *s, bool half)
{
	const struct sequence q = session_sequence(s);
	struct sequence_first first;

	if (session_blunders_alone(s))
		return false;
	switch (sequence_split(&q, half, &first)) {
	case SEQUENCE_NONE:
		break;
	case SEQUENCE_SEVERAL:
		/* If adjusting alone fits later, that is unreliable. */
		s->doubt |= DOUBT_READINGS;
		break;
	case SEQUENCE_FIRST:
		finalise_first(s, &first);
		return true;
	}
	return false;
}

bool
session_read(struct session *s)
{
	const struct sequence q = session_sequence(s);
	struct sequence_first first;

	/* Guided to the shown board, the hands may have gone on from there. */
	if (s->phase != SESSION_PLAYING ||
	    (s->guidance.kind == GUIDANCE_LEADS && s->goal == GOAL_SETTLED) ||
	    (q.doubt && s->goal == GOAL_SHOWN) || !sequence_read(&q, &first))
		return false;
	finalise_first(s, &first);
	return true;
}

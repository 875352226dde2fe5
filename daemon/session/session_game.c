/* The game in the session: final actions, ends, takebacks. */
#include "daemon/core/foresee.h"
#include "daemon/core/reading.h"
#include "daemon/session/session_priv.h"

#include <assert.h>
#include <string.h>

/* Starts a new question at the settled position, without edges. */
void
session_begin_question(struct session *s)
{
	s->current->blind = s->config.blind;
	s->current->odd = s->stand_ins;
	s->current->only = s->plan;
	infer_start(s->current, s->game, &s->settled,
		    s->phase == SESSION_OVER || s->phase == SESSION_CLOSED ||
			    session_waits_for_plan(s));
	if (s->n > 0 && s->ply[s->n - 1].action.kind == ACT_MOVE &&
	    s->ply[s->n - 1].action.arg != PIECE_NONE)
		s->current->promoted = s->ply[s->n - 1].action.to;
	memset(&s->shown, 0, sizeof(s->shown));
	s->doubt = 0;
	s->declined = (struct sqset){ 0 };
	s->pending &= (uint8_t)~PENDING_SPLIT;
	if (s->back == BACK_DECLINED)
		s->back = BACK_WATCHED;
	s->n_resumed = 0;
	s->undone = s->blunder = (struct action){ 0 };
}

static void
judge(struct session *s, uint64_t t_us)
{
	s->outcome = rules_outcome(s->game, &s->settled, &s->history);
	if (s->outcome.result == RESULT_ONGOING)
		return;
	s->phase = SESSION_OVER;
	s->end = SESSION_END_RULES;
	if (s->out)
		session_report(s, NOTE_RESULT, session_journal_us(s, t_us));
}

/* Applies a to the settled position. */
static void
apply_action(struct session *s, struct action a)
{
	s->before_last = s->settled;
	rules_apply(s->game, &s->settled, a);
	rules_history_push(s->game, &s->history, &s->settled);
}

/* Records the squares that visibly changed by a. */
static void
see_changes(struct session *s, struct action a)
{
	struct sqset differ = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(s->game); sq++) {
		uint8_t before = rules_at(s->game, &s->before_last, sq);
		uint8_t now = rules_at(s->game, &s->settled, sq);

		if (before != now)
			sqset_add(&differ, sq);
		if (~before & now & PIECE_MARK)
			sqset_add(&s->laid, sq);
		if (before & ~now & PIECE_MARK)
			sqset_add(&s->unlaid, sq);
	}
	if (a.kind == ACT_ATTEMPT)
		differ = sqset_or(differ, sqset_or(sqset_of(a.from), sqset_of(a.to)));
	if (!sqset_empty(differ))
		s->last_squares = differ;
}

/* Appends an action to journal and history. */
static void
push(struct session *s, struct action a, uint64_t t_us)
{
	struct session_ply *ply;

	assert(s->n < SESSION_ACTIONS_MAX);
	s->plan = (struct action){ 0 };
	s->exchanged = false;
	ply = &s->ply[s->n++];
	ply->t_us = t_us;
	ply->action = a;
	ply->occupied = rules_occupied(s->game, &s->settled);
	ply->white = rules_occupied_by(s->game, &s->settled, 0);
	apply_action(s, a);
	see_changes(s, a);
	ply->last_squares = s->last_squares;
	session_follow_stand_ins(s, a, piece_kind(rules_at(s->game, &s->before_last, a.from)));
}

void
session_rewind(struct session *s, uint32_t k)
{
	s->plan = (struct action){ 0 };
	s->exchanged = true; /* what was promoted before has been played with */
	s->settled = s->before_last = s->first;
	s->last_squares = k ? s->ply[k - 1].last_squares : (struct sqset){ { 0, 0 } };
	rules_history_start(s->game, &s->history, &s->first);
	for (uint32_t i = 0; i < k; i++)
		apply_action(s, s->ply[i].action);
	s->laid = s->unlaid = (struct sqset){ { 0, 0 } };
	s->n = k;
	s->phase = SESSION_PLAYING;
	s->end = SESSION_END_NONE;
	memset(&s->outcome, 0, sizeof(s->outcome));
}

/* Begins the question. known: what is known of the pieces on the board, or NULL. */
static void
begin(struct session *s, struct sqset due, struct sqset emptied, const struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX] = { { 0 } };

	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (sqset_has(s->config.blind, sq))
			board[sq].occupied = rules_at(s->game, &s->settled, sq) != 0;
		else
			board[sq] = debounce_believed(&s->debounce, sq);
	s->amend &= (uint8_t)~AMEND_ACTION;
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_begin_question(s);
	infer_set_due(s->current, due, emptied);
	infer_present(s->current, board, known);
}

/* Ends the choice of a promotion's kind. */
static void
end_choice(struct session *s)
{
	s->amend &= (uint8_t)~AMEND_KIND;
	if (s->prompt.kind == PROMPT_PROMOTION)
		session_close_prompt(s);
}

/* Compares the present board with the position, after a new game or a read of the whole board. */
void
session_begin_position(struct session *s, const struct infer_known *known)
{
	end_choice(s);
	begin(s, (struct sqset){ { 0, 0 } }, (struct sqset){ { 0, 0 } }, known);
}

/* Continues in the same position from the present board; dues are kept. */
void
session_resume_position(struct session *s, uint64_t t_us)
{
	const struct infer *f = s->current;
	struct infer_known known;

	infer_know(f, &known);
	/* Pieces moved until the board matched. */
	s->sure = sqset_or(s->sure, known.moved);
	begin(s, f->due, f->emptied, &known);
	session_light_due(s, t_us);
}

void
session_undo(struct session *s, unsigned n, bool stands, uint64_t t_us)
{
	struct position was = s->settled;
	struct sqset due = s->current->due, left = due;
	unsigned moves = session_count_moves(s, n);
	struct action first;
	struct infer_known known;

	assert(n <= s->n);
	first = s->ply[s->n - n].action;
	s->hint_asked = false;
	session_save_known(s, n, &known);
	session_report(s, NOTE_UNDO, session_journal_us(s, t_us))->n = (uint16_t)n;
	end_choice(s);
	session_rewind(s, s->n - n);
	session_find_stand_ins(s);
	/* Squares that the undone action did not change are still due. */
	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (rules_at(s->game, &was, sq) != rules_at(s->game, &s->settled, sq))
			sqset_remove(&due, sq);
	}
	/* Edges do not show which pieces came from the box, so the players' confirmation counts. */
	stands = stands && !infer_exchanged(&known, s->game, &s->settled);
	if (stands)
		session_trust(s, NULL);
	begin(s, due, due, stands ? NULL : &known);
	if (moves == 1 && infer_by_hands(first))
		s->undone = first;
	session_light_due(s, t_us);
}

/* Applies and reports one action; adds squares changed by the rules to *ruled. */
static void
take(struct session *s, struct action a, uint64_t t_us, struct sqset *ruled)
{
	struct announcements said;
	struct sqset changed;

	session_report_action(s, NOTE_FINAL, t_us, &s->settled, a);
	changed = foresee_ruled(s->game, &s->settled, a);
	*ruled = sqset_or(*ruled, changed);
	while (!sqset_empty(changed)) {
		unsigned sq = sqset_pop(&changed);

		s->removed[sq] = rules_at(s->game, &s->settled, sq);
	}
	rules_announce(s->game, &s->settled, a, &said);
	push(s, a, t_us);
	session_trust(s, NULL);
	for (unsigned i = 0; i < said.n; i++)
		session_report(s, NOTE_ANNOUNCED, t_us)->said = said.said[i];
	judge(s, t_us);
}

struct sqset
session_apply(struct session *s, struct action a, uint64_t t_us)
{
	struct sqset ruled = { { 0, 0 } };

	s->laid = s->unlaid = (struct sqset){ { 0, 0 } };
	take(s, a, t_us, &ruled);
	while (s->phase == SESSION_PLAYING && s->n < SESSION_ACTIONS_MAX &&
	       foresee_forced(s->game, &s->settled, &a))
		take(s, a, t_us, &ruled);
	return ruled;
}

void
session_end_game(struct session *s, unsigned end, unsigned colour, uint64_t t_us)
{
	struct infer_known known;

	session_save_known(s, 0, &known);
	/* After guidance a pawn is a pawn, never a substitute. */
	known.exact |= s->guidance.kind == GUIDANCE_LEADS;
	s->phase = SESSION_OVER;
	s->plan = (struct action){ 0 };
	s->end = (uint8_t)end;
	s->end_colour = (uint8_t)colour;
	session_close_prompt(s);
	session_report(s, NOTE_RESULT, session_journal_us(s, t_us));
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_begin_position(s, &known);
}

/* ---- beginning ---- */

/* Computes the readings of the position *p for these sensors. */
static void
board_of_position(const struct game *g, unsigned senses, const struct position *p,
		  struct reading board[RULES_SQUARES_MAX])
{
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		board[sq] = reading_of_piece(g, senses, rules_at(g, p, sq));
}

static int
first_position(const struct game *g, const char *position, const char *options, struct position *p,
	       struct rules_error *err)
{
	if (position)
		return rules_parse(g, position, p, err);
	return rules_start(g, options ? options : "", p, err);
}

int
session_start(struct session *s, const struct session_config *c, const struct game *g,
	      const char *position, const char *options, const struct reading *board,
	      const struct infer_known *known, uint64_t t_us, struct rules_error *err)
{
	struct reading own[RULES_SQUARES_MAX] = { { 0 } };
	struct position first;
	uint32_t version = s->version, prompt_id = s->prompt_id;

	if (first_position(g, position, options, &first, err) < 0)
		return -1;
	memset(s, 0, sizeof(*s));
	s->version = version + 1;
	s->prompt_id = prompt_id;
	s->prompt.seat = SEAT_NONE;
	s->config = *c;
	s->refused_from = s->refused_to = s->lone_stone = RULES_NO_SQ;
	s->game = g;
	s->now_us = t_us;
	s->first = first;
	s->current = &s->question[0];
	s->before = &s->question[1];
	s->scratch = &s->question[2];
	session_rewind(s, 0);
	judge(s, t_us);
	if (!board)
		board_of_position(g, c->senses, &first, own);
	session_usable_board(s, board ? board : own, own);
	debounce_init(&s->debounce, c->debounce_empty_us, c->debounce_occupied_us, own,
		      rules_squares(g));
	memcpy(s->behind, own, sizeof(own));
	session_trust(s, board ? known : NULL);
	session_begin_position(s, board ? known : NULL);
	session_note_awaits(s);
	s->origin = ORIGIN_NEW;
	return 0;
}

void
session_set_computers(struct session *s, unsigned seats)
{
	s->config.computers = (uint8_t)seats;
	if (s->phase == SESSION_PLAYING && s->origin == ORIGIN_NEW)
		infer_list(s->current, !session_waits_for_plan(s));
}

int
session_play(struct session *s, const char *action, uint64_t t_us)
{
	struct action a;

	if (s->phase != SESSION_PLAYING || s->n == SESSION_ACTIONS_MAX ||
	    rules_action_parse(s->game, &s->settled, action, &a) < 0)
		return -1;
	s->version++;
	s->laid = s->unlaid = (struct sqset){ { 0, 0 } };
	s->origin = ORIGIN_REPLAYED;
	push(s, a, t_us);
	judge(s, t_us);
	s->now_us = t_us > s->now_us ? t_us : s->now_us;
	return 0;
}

void
session_play_past(struct session *s, const struct session *past, uint64_t t_us)
{
	assert(s->game == past->game && s->n == 0);
	if (past->n == 0)
		return;
	s->version += past->n;
	s->origin = ORIGIN_REPLAYED;
	for (s->n = 0; s->n < past->n; s->n++) {
		s->ply[s->n] = past->ply[s->n];
		s->ply[s->n].t_us = t_us;
	}
	s->settled = past->settled;
	s->before_last = past->before_last;
	s->history = past->history;
	s->last_squares = past->last_squares;
	s->laid = past->laid;
	s->unlaid = past->unlaid;
	s->stand_ins = past->stand_ins;
	s->phase = past->phase;
	s->end = past->end;
	s->outcome = past->outcome;
	s->now_us = t_us > s->now_us ? t_us : s->now_us;
}

void
session_copy(struct session *to, const struct session *from)
{
	*to = *from;
	to->current = &to->question[from->current - from->question];
	to->before = &to->question[from->before - from->question];
	to->scratch = &to->question[from->scratch - from->question];
}

/*
 * Assumes the board of the replayed record until the board is read. Called once after the
 * replay, because a call for each action would be slow.
 */
void
session_freshen(struct session *s)
{
	struct reading board[RULES_SQUARES_MAX] = { { 0 } };

	if (s->origin != ORIGIN_REPLAYED)
		return;
	s->origin = ORIGIN_NEW;
	board_of_position(s->game, s->config.senses, &s->settled, board);
	session_usable_board(s, board, board);
	memcpy(s->behind, board, sizeof(board));
	debounce_board(&s->debounce, board);
	session_drop_stand_ins(s);
	session_begin_position(s, NULL);
}

void
session_accept_board(struct session *s, const struct reading *board,
		     const struct infer_known *known)
{
	struct reading heard[RULES_SQUARES_MAX] = { { 0 } };

	session_usable_board(s, board, heard);
	debounce_board(&s->debounce, heard);
	memcpy(s->behind, heard, sizeof(heard));
	session_drop_stand_ins(s);
	session_trust(s, known);
	s->back = BACK_UNWATCHED;
	session_begin_position(s, known);
}

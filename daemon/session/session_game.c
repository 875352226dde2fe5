/* The game inside the session: final actions, ends, takebacks. */
#include "daemon/core/reading.h"
#include "daemon/session/session_priv.h"

#include <assert.h>
#include <string.h>

/* A new question: the settled position, with the hands' edges still to come. */
void
session_begin_question(struct session *s)
{
	session_current(s)->blind = s->config.blind;
	session_current(s)->odd = s->stand_ins;
	infer_start(session_current(s), s->game, &s->settled, s->phase == SESSION_OVER);
	memset(&s->shown, 0, sizeof(s->shown));
	s->rivals = s->doubt = s->tangled = false;
	s->n_resumed = 0;
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
		session_tell(s, TOLD_RESULT, session_journal_us(s, t_us));
}

/* The piece on sq reads as the other colour's. */
static bool
reads_odd(const struct session *s, unsigned sq)
{
	uint8_t pole = debounce_believed(&s->debounce, sq).pole;
	uint8_t piece = rules_at(s->game, &s->settled, sq);

	return piece != 0 && pole != POLE_UNKNOWN &&
	       (pole == POLE_BLACK) != (piece_colour(piece) == 1);
}

/* What reads as the proper colour, or is gone by the rules, stands in for nothing. */
static void
drop_stand_ins(struct session *s)
{
	struct sqset left = s->stand_ins;

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (rules_at(s->game, &s->settled, sq) == 0 ||
		    (debounce_believed(&s->debounce, sq).pole != POLE_UNKNOWN && !reads_odd(s, sq)))
			sqset_remove(&s->stand_ins, sq);
	}
}

/*
 * After action a of a piece of that kind: whatever stands in for a promoted one goes
 * on reading as it does, until the proper piece takes its place. While a record is
 * played in, any promoted one may be such: the readings are still of another board.
 */
static void
follow_stand_ins(struct session *s, struct action a, enum piece_kind kind)
{
	bool was = sqset_has(s->stand_ins, a.from);

	if (a.kind == ACT_MOVE) {
		bool promoted = piece_kind(rules_at(s->game, &s->settled, a.to)) != kind;

		sqset_remove(&s->stand_ins, a.from);
		sqset_remove(&s->stand_ins, a.to);
		if (was || (promoted && (s->stale || reads_odd(s, a.to))))
			sqset_add(&s->stand_ins, a.to);
	}
	if (!s->stale)
		drop_stand_ins(s);
}

/* After a takeback they stand somewhere else, or not at all. */
static void
find_stand_ins(struct session *s)
{
	if (sqset_empty(s->stand_ins))
		return;
	memset(&s->stand_ins, 0, sizeof(s->stand_ins));
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (reads_odd(s, sq))
			sqset_add(&s->stand_ins, sq);
}

/*
 * A level tells the stones of a stack, or that an object lies under a piece. Where there
 * is neither, how strong a piece reads is chance, and a change of it is no hand.
 */
struct reading
session_heard(const struct session *s, struct reading r)
{
	if (rules_stones(s->game, PIECE_PAWN) == 0 && !(s->config.objects && rules_marks(s->game)))
		r.level_min = r.level_max = 0;
	return r;
}

static void
hear_board(const struct session *s, const struct reading *board, struct reading *out)
{
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		out[sq] = session_heard(s, board[sq]);
}

/* The settled position moves on by a. */
static void
move_on(struct session *s, struct action a)
{
	s->before_last = s->settled;
	rules_apply(s->game, &s->settled, a);
	rules_history_push(s->game, &s->history, &s->settled);
}

/* Which squares everybody saw change by a is kept. */
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

/* Journal and history take one more action. */
static void
push(struct session *s, struct action a, uint64_t t_us)
{
	struct session_ply *ply;

	assert(s->n < SESSION_ACTIONS_MAX);
	ply = &s->ply[s->n++];
	ply->t_us = t_us;
	ply->action = a;
	ply->occupied = rules_occupied(s->game, &s->settled);
	ply->white = rules_occupied_by(s->game, &s->settled, 0);
	move_on(s, a);
	see_changes(s, a);
	ply->last_squares = s->last_squares;
	follow_stand_ins(s, a, piece_kind(rules_at(s->game, &s->before_last, a.from)));
}

/* The position after k actions, its history, and the one before. */
static void
rewind_to(struct session *s, uint32_t k)
{
	s->settled = s->before_last = s->first;
	s->last_squares = k ? s->ply[k - 1].last_squares : (struct sqset){ { 0, 0 } };
	rules_history_start(s->game, &s->history, &s->first);
	for (uint32_t i = 0; i < k; i++)
		move_on(s, s->ply[i].action);
	s->laid = s->unlaid = (struct sqset){ { 0, 0 } };
	s->n = k;
	s->phase = SESSION_PLAYING;
	s->end = SESSION_END_NONE;
	memset(&s->outcome, 0, sizeof(s->outcome));
}

/* known: what is known of the pieces that stand there, or NULL. */
static void
begin(struct session *s, struct sqset due, struct sqset emptied, const struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX] = { { 0 } };

	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (sqset_has(s->config.blind, sq))
			board[sq].occupied = rules_at(s->game, &s->settled, sq) != 0;
		else
			board[sq] = debounce_believed(&s->debounce, sq);
	s->amendable = false;
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_begin_question(s);
	infer_set_due(session_current(s), due, emptied);
	infer_present(session_current(s), board, known);
}

static void
trust(struct session *s, const struct infer_known *known)
{
	s->believed = known == NULL;
	s->sure = (struct sqset){ { 0, 0 } };
	for (unsigned sq = 0; known && sq < rules_squares(s->game); sq++)
		if (known->standing[sq])
			sqset_add(&s->sure, sq);
}

/* After a new game or a whole board: what stands there now, against the position. */
void
session_begin_position(struct session *s, const struct infer_known *known)
{
	begin(s, (struct sqset){ { 0, 0 } }, (struct sqset){ { 0, 0 } }, known);
}

/* The squares whose piece is known while nobody has played: of what hands moved where they are led. */
static struct sqset
sure_of(const struct session *s, struct sqset moved)
{
	return s->guidance.on ? sqset_or(s->sure, moved) : sqset_minus(s->sure, moved);
}

/* What the question that follows is to know of the board; it no longer has the edges. */
static void
know_on(struct session *s, struct infer_known *known)
{
	infer_know(session_current(s), known);
	s->sure = sure_of(s, known->moved);
}

/* The same position goes on from the board as it stands; what was due is so still. */
void
session_resume_position(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	struct infer_known known;

	infer_know(f, &known);
	/* What hands did until the board stood right. */
	s->sure = sqset_or(s->sure, known.moved);
	begin(s, f->due, f->emptied, &known);
	session_light_due(s, t_us);
}

void
session_undo(struct session *s, unsigned n, uint64_t t_us)
{
	struct position was = s->settled;
	struct sqset due = session_current(s)->due, left = due;
	struct infer_known known;

	assert(n <= s->n);
	know_on(s, &known);
	session_tell(s, TOLD_UNDO, session_journal_us(s, t_us))->n = (uint16_t)n;
	rewind_to(s, s->n - n);
	find_stand_ins(s);
	/* Where that action left it alone the board lags behind as before. */
	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (rules_at(s->game, &was, sq) != rules_at(s->game, &s->settled, sq))
			sqset_remove(&due, sq);
	}
	begin(s, due, due, &known);
	session_light_due(s, t_us);
}

/* The edges that came after the action belong to the next question. */
static void
pass_on_edges(struct session *s, const struct infer *from, unsigned at)
{
	struct infer *to = session_current(s);

	for (unsigned i = at; i < from->n_log; i++)
		(void)infer_edge(to, from->log[i]);
	to->worlds.vague |= from->log_full;
}

/*
 * The board need not be as the action leaves it: chosen on the screen, or an
 * opponent's hand is already at work; edges or the readings say what stands.
 */
static void
follow_board(struct session *s, const struct infer *from, unsigned at)
{
	struct sqset now = infer_now(from);
	struct infer *to = session_current(s);
	struct reading board[RULES_SQUARES_MAX] = { { 0 } };
	struct infer_known known;

	now = sqset_or(sqset_minus(now, s->config.blind),
		       sqset_and(infer_now(to), s->config.blind));
	pass_on_edges(s, from, at);
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
	uint8_t was = s->cur;

	/* Amending: the question that was asked before stays the one to amend. */
	if (source == SOURCE_AMENDING) {
		s->cur = s->scratch;
		s->scratch = was;
	} else {
		s->cur = s->scratch;
		s->scratch = s->prev;
		s->prev = was;
	}
}

/* One action more, told; what the rules did to the board with it joins *ruled. */
static void
take(struct session *s, struct action a, uint64_t t_us, struct sqset *ruled)
{
	struct announcements said;
	struct sqset changed;

	session_tell_action(s, TOLD_FINAL, t_us, &s->settled, a);
	changed = session_by_rule(s->game, &s->settled, a);
	*ruled = sqset_or(*ruled, changed);
	while (!sqset_empty(changed)) {
		unsigned sq = sqset_pop(&changed);

		s->removed[sq] = rules_at(s->game, &s->settled, sq);
	}
	rules_announce(s->game, &s->settled, a, &said);
	push(s, a, t_us);
	s->believed = true;
	for (unsigned i = 0; i < said.n; i++)
		session_tell(s, TOLD_SAID, t_us)->said = said.said[i];
	judge(s, t_us);
}

/* The action, and what follows it by itself. */
static struct sqset
take_all(struct session *s, struct action a, uint64_t t_us)
{
	struct sqset ruled = { { 0, 0 } };

	s->laid = s->unlaid = (struct sqset){ { 0, 0 } };
	take(s, a, t_us, &ruled);
	while (s->phase == SESSION_PLAYING && s->n < SESSION_ACTIONS_MAX &&
	       session_forced(s->game, &s->settled, &a))
		take(s, a, t_us, &ruled);
	return ruled;
}

/* An attempt that failed: the position is as before, the pieces are not. */
static bool
failed(const struct session *s, struct action a)
{
	return a.kind == ACT_ATTEMPT && rules_at(s->game, &s->settled, a.from) != 0 &&
	       rules_at(s->game, &s->settled, a.from) == rules_at(s->game, &s->before_last, a.from);
}

/* Squares that were emptied before edge `at`: what stands there now came with the answer. */
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

/* What the rules did and the board did not show by edge `at`; dues of before go on. */
static struct sqset
dues(const struct session *s, const struct infer *from, unsigned at, struct sqset ruled)
{
	struct sqset stands = rules_occupied(s->game, &s->settled);
	struct sqset lags = sqset_xor(infer_now(from), stands);

	lags = sqset_minus(lags, sqset_minus(emptied_before(from, at), stands));
	return sqset_minus(sqset_and(lags, sqset_or(ruled, from->due)), from->blind);
}

void
session_finalise(struct session *s, uint64_t t_us, enum session_by by)
{
	struct session_shown shown = s->shown;
	unsigned resumed = shown.source == SOURCE_CURRENT ? s->n_resumed : 0;
	const struct infer *asked = session_source(s, shown.source);
	struct action a = asked->candidate[shown.candidate].action;
	bool hidden = session_digs(s->game, &asked->position, a) || a.kind == ACT_ATTEMPT ||
		      asked->candidate[shown.candidate].way == WAY_WORD;
	struct infer_known known;
	struct sqset ruled;
	struct infer *from;

	if (s->n + 2 > SESSION_ACTIONS_MAX && shown.source == SOURCE_CURRENT) {
		infer_know(session_current(s), &known);
		session_tell(s, TOLD_REFUSED, t_us)->refused = REFUSED_TOO_LONG;
		session_begin_position(s, &known);
		return;
	}
	t_us = session_journal_us(s, t_us);
	session_close_prompt(s);
	if (shown.source == SOURCE_AMENDING) {
		session_tell(s, TOLD_UNDO, t_us)->n = (uint16_t)(s->n - s->prev_n);
		rewind_to(s, s->prev_n);
	}
	s->prev_n = s->n;
	s->selected[0] = '\0';
	/* Hands have played on it. */
	s->stood |= by == BY_QUIET || by == BY_OPPONENT;
	ruled = take_all(s, a, t_us);
	rotate_questions(s, shown.source);
	from = &s->ctx[s->prev];
	if (a.kind == ACT_MOVE && sqset_has(s->stand_ins, a.to))
		infer_reads_odd(from, a.from);
	session_begin_question(s);
	infer_set_due(session_current(s), dues(s, from, shown.log_at, ruled),
		      sqset_or(ruled, from->due));
	infer_set_levels(session_current(s), from, shown.log_at);
	follow_board(s, from, failed(s, a) ? 0 : shown.log_at);
	if (resumed > shown.log_at && session_current(s)->n_log > 0)
		s->n_resumed = (uint16_t)(resumed - shown.log_at);
	s->amendable = !hidden && (by == BY_QUIET || by == BY_OPPONENT);
	s->prev_final_at = shown.log_at;
	memset(&s->refusal, 0, sizeof(s->refusal));
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_light_due(s, t_us);
	if (failed(s, a)) {
		infer_meant(session_current(s), a.to, a.from);
		session_check_board(s, t_us);
	}
}

void
session_end_game(struct session *s, unsigned end, unsigned colour, uint64_t t_us)
{
	struct infer_known known;

	know_on(s, &known);
	/* Where hands were led a pawn is a pawn, and stands in for nothing. */
	known.exact |= session_lost(s);
	s->phase = SESSION_OVER;
	s->end = (uint8_t)end;
	s->end_colour = (uint8_t)colour;
	session_close_prompt(s);
	session_tell(s, TOLD_RESULT, session_journal_us(s, t_us));
	memset(&s->guidance, 0, sizeof(s->guidance));
	session_begin_position(s, &known);
}

/* ---- beginning ---- */

/* What these sensors read when the pieces stand as in *p. */
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
	s->refused_from = s->refused_to = RULES_NO_SQ;
	s->game = g;
	s->now_us = t_us;
	s->first = first;
	s->prev = 1;
	s->scratch = 2;
	rewind_to(s, 0);
	judge(s, t_us);
	if (!board)
		board_of_position(g, c->senses, &first, own);
	hear_board(s, board ? board : own, own);
	debounce_init(&s->debounce, c->debounce_empty_us, c->debounce_occupied_us, own,
		      rules_squares(g));
	memcpy(s->behind, own, sizeof(own));
	trust(s, board ? known : NULL);
	session_begin_position(s, board ? known : NULL);
	session_note_awaits(s);
	s->opening = true;
	return 0;
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
	s->stale = true;
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
	s->stale = true;
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

/*
 * After a record was played in: the board is taken to stand as it says, until
 * readings tell otherwise. Not done at each action: a long game would take long.
 */
void
session_freshen(struct session *s)
{
	struct reading board[RULES_SQUARES_MAX] = { { 0 } };

	if (!s->stale)
		return;
	s->stale = false;
	board_of_position(s->game, s->config.senses, &s->settled, board);
	hear_board(s, board, board);
	memcpy(s->behind, board, sizeof(board));
	debounce_board(&s->debounce, board);
	drop_stand_ins(s);
	session_begin_position(s, NULL);
}

/* ---- a board read anew ---- */

void
session_know(const struct session *s, struct infer_known *out)
{
	memset(out, 0, sizeof(*out));
	if (s->phase == SESSION_NO_GAME || s->stale)
		return;
	infer_know(&s->ctx[s->cur], out);
	for (unsigned sq = 0; !s->believed && sq < rules_squares(s->game); sq++)
		if (!sqset_has(sure_of(s, out->moved), sq))
			out->standing[sq] = 0;
}

void
session_board(struct session *s, const struct reading *board, const struct infer_known *known,
	      uint64_t t_us, struct session_out *out)
{
	struct reading heard[RULES_SQUARES_MAX] = { { 0 } };

	out->n = 0;
	s->out = out;
	s->stale = false;
	s->now_us = t_us > s->now_us ? t_us : s->now_us;
	s->version++;
	session_close_prompt(s);
	hear_board(s, board, heard);
	debounce_board(&s->debounce, heard);
	memcpy(s->behind, heard, sizeof(heard));
	drop_stand_ins(s);
	trust(s, known);
	s->stood = false;
	session_begin_position(s, known);
	session_check_board(s, s->now_us);
	s->armed = false;
	session_note_awaits(s);
	s->out = NULL;
}

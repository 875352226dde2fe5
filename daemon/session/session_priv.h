/*
 * Shared by the session's files only. A file calls only files above it in this list, so the
 * order of the headings below is the order of the layers; session.c is the last.
 */
#pragma once
#include "daemon/core/guide.h"
#include "daemon/session/session.h"

enum session_by {
	BY_QUIET,
	BY_BUTTON,   /* clock or OK */
	BY_CHOICE,   /* on the screen */
	BY_OPPONENT, /* the opponent's move */
};

static inline struct infer *
session_source(const struct session *s, unsigned source)
{
	return source == SOURCE_AMENDING ? s->before : s->current;
}

/* The input of the hypotheses, valid until the next change of *s. */
static inline struct sequence
session_sequence(struct session *s)
{
	return (struct sequence){
		.current = s->current,
		.before = s->before,
		.amendable = s->amend & AMEND_ACTION,
		.last = s->ply[s->prev_n].action,
		.final_at = s->prev_final_at,
		.selected = s->selected,
		.shown = &s->shown,
		.resumed = s->n_resumed > 0,
		.doubt = s->doubt & DOUBT_READINGS,
		.scratch = s->scratch,
	};
}

/* Reports whether guidance leads to a position that has not been on the board yet. */
static inline bool
session_lays_out(const struct session *s)
{
	return s->phase == SESSION_PLAYING && s->back == BACK_UNWATCHED &&
	       guidance_leads_back(&s->guidance);
}

/* Reports whether a computer plays that seat. */
static inline bool
session_is_computer(const struct session *s, unsigned seat)
{
	return seat < RULES_SEATS_MAX && (s->config.computers >> seat & 1u);
}

/* Reports whether a computer has to choose the next action, and has not. */
static inline bool
session_waits_for_plan(const struct session *s)
{
	return s->phase == SESSION_PLAYING && s->plan.kind == ACT_NONE &&
	       session_is_computer(s, rules_to_act(s->game, &s->settled));
}

/* Returns the shown action; kind ACT_NONE: none. */
static inline struct action
session_shown(const struct session *s)
{
	return s->shown.state >= SHOWN_PARTLY
		       ? session_source(s, s->shown.source)->candidate[s->shown.candidate].action
		       : (struct action){ 0 };
}

/* Reports whether quiet must not make the shown action final, because it is a blunder. */
static inline bool
session_blunders(const struct session *s)
{
	return s->blunder.kind != ACT_NONE && rules_action_equal(session_shown(s), s->blunder);
}

/* Reports whether that action waits for a word, as no person could reply to it. */
static inline bool
session_blunders_alone(const struct session *s)
{
	return session_blunders(s) &&
	       session_is_computer(s, rules_to_act(s->game, &s->shown.position));
}

/* Reports whether the open question is about the shown action. */
static inline bool
session_asks_shown(const struct session *s)
{
	return s->prompt.kind == PROMPT_CONFIRM || s->prompt.kind == PROMPT_BLUNDER;
}

/* Returns the stack that may give a stone (sequence_giver), or RULES_NO_SQ. */
static inline unsigned
session_giver(const struct session *s, struct sqset *takers)
{
	return s->phase == SESSION_PLAYING ? sequence_giver(s->current, takers) : RULES_NO_SQ;
}

/* session_report.c: the notes of a step; prompts; guidance; the shown action. */
struct session_note *session_report(struct session *s, unsigned kind, uint64_t t_us);
void session_refuse(struct session *s, uint64_t t_us, enum session_refused why);
uint64_t session_journal_us(struct session *s, uint64_t t_us);
void session_report_action(struct session *s, unsigned kind, uint64_t t_us,
			   const struct position *before, struct action a);
struct prompt *session_ask(struct session *s, unsigned kind, uint64_t t_us);
void session_close_prompt(struct session *s);
/* Reports the guidance if it differs from *was. */
void session_report_guide(struct session *s, const struct guidance *was, uint64_t t_us);
/* Updates the guidance for due pieces; clears it if none are due. */
void session_light_due(struct session *s, uint64_t t_us);
void session_show(struct session *s, unsigned source, unsigned c, uint64_t t_us);
/* Reports that the shown action no longer holds; the opponent's edges may still decide. */
void session_hide(struct session *s, uint64_t t_us);
/* Shows an action again that session_hide withdrew; it keeps log_at. */
void session_show_again(struct session *s, uint64_t t_us);
void session_withdraw(struct session *s, uint64_t t_us);
/* Closes the choice of a promotion's kind once the opponent has touched a piece. */
void session_end_choice(struct session *s);
/* Discards the edges of adjusting: the board matches. */
void session_forget_edges(struct session *s);

/* session_state.c: AWAIT_… bits of a position, cached for the shown one. */
unsigned session_awaits(const struct game *g, const struct position *known);
void session_note_awaits(struct session *s);

/* session_past.c: returns how many actions ago the board had the present position, or 0. */
unsigned session_find_earlier(const struct session *s);
/* Reports whether the edges look like a takeback, and an earlier position resulted. */
bool session_goes_back(const struct session *s);
bool session_is_start_array(const struct session *s);
/* Reports whether the game began with all pieces of its start array, in any Chess960 order. */
bool session_began_whole(const struct session *s);
/* Counts the last n actions that were made on the board. */
unsigned session_count_moves(const struct session *s, unsigned n);
/* Returns how many actions to take back for the last n: some go with the action before them. */
unsigned session_count_chosen(const struct session *s, unsigned n);
/* Returns the seats that must agree to take back the last n actions, as bits; 0: none. */
unsigned session_takeback_needs(const struct session *s, unsigned n);

/* session_pieces.c: what is known of the pieces on the board. */
/*
 * Returns a reading, without its level in games with neither stacks nor objects, where the
 * strength of a piece means nothing.
 */
struct reading session_usable_reading(const struct session *s, struct reading r);
/* Writes the readings of a whole board likewise; out may be board. */
void session_usable_board(const struct session *s, const struct reading *board,
			  struct reading *out);
/* Removes substitutes that read as their own colour, or that the rules removed. */
void session_drop_stand_ins(struct session *s);
/*
 * Updates the substitutes for promoted pieces after action a of a piece of that kind. A
 * substitute keeps its reading until the proper piece replaces it. During the replay of a
 * record, any promoted piece may be a substitute, because the readings belong to another board.
 */
void session_follow_stand_ins(struct session *s, struct action a, enum piece_kind kind);
/* Finds the substitutes again after a takeback, because they may have moved or vanished. */
void session_find_stand_ins(struct session *s);
/* Counts all pieces as certain (NULL), or only the known ones. */
void session_trust(struct session *s, const struct infer_known *known);
/*
 * Saves what the question before the last n actions must know about the board, because that
 * question will not have the edges.
 */
void session_save_known(struct session *s, unsigned n, struct infer_known *known);

/* session_game.c: the game itself. */
/* Applies and reports the action and those that follow automatically; returns the squares
 * changed by the rules. */
struct sqset session_apply(struct session *s, struct action a, uint64_t t_us);
/* Rewinds to the position after k actions, with its history and the position before. */
void session_rewind(struct session *s, uint32_t k);
void session_end_game(struct session *s, unsigned end, unsigned colour, uint64_t t_us);
/* stands: the players have agreed that the pieces match the resulting position. */
void session_undo(struct session *s, unsigned n, bool stands, uint64_t t_us);
/* Starts at the settled position, without edges. */
void session_begin_question(struct session *s);
void session_begin_position(struct session *s, const struct infer_known *known);
void session_resume_position(struct session *s, uint64_t t_us);
void session_freshen(struct session *s);
/* Takes the readings of the whole board as settled, and begins the position anew. */
void session_accept_board(struct session *s, const struct reading *board,
			  const struct infer_known *known);

/* session_guide.c: guidance. */
void session_find_refusal(struct session *s);
/*
 * Shows the only capture that is complete while a captured piece is on the board; guidance then
 * leads that piece off. Returns false if there is none.
 */
bool session_show_set_aside(struct session *s, uint64_t t_us);
/* Starts guidance to the shown or the settled board, whichever is nearer. */
void session_guide(struct session *s, uint64_t t_us);
/*
 * Guides onward to the end of action c, of which half is done (a king that castled alone). Returns
 * false if c is INFER_NONE.
 */
bool session_guide_onward(struct session *s, unsigned c, uint64_t t_us);
/* After giver and receiver of gift c were touched, asks for a single stone to be taken off. */
void session_guide_gift(struct session *s, unsigned c, uint64_t t_us);
/*
 * Ends guidance to the end of a half-made action if its pieces are all up again, because the player
 * may mean another action. Reports whether it did.
 */
bool session_gives_up(struct session *s, uint64_t t_us);
/* Follows the hands towards the goal. */
void session_guide_follow(struct session *s, uint64_t t_us);
/* Stops guidance, because the board may be right after all. */
void session_stop_guiding(struct session *s);
/* Starts guidance at once when the position changed without a move on the board. */
void session_check_board(struct session *s, uint64_t t_us);

/* session_final.c: an action becomes final. The functions return whether one did. */
void session_finalise(struct session *s, uint64_t t_us, enum session_by by);
/* Finalises the shown action with its own edges alone, because later moves may be unseen. */
void session_finalise_alone(struct session *s, const struct sequence *q, uint64_t t_us,
			    enum session_by by);
/* Reports whether the last action, a, is an attempt that failed: its piece stands as before. */
bool session_attempt_failed(const struct session *s, struct action a);
/*
 * Reports whether the pieces of a failed attempt are led back and hands have touched nothing of the
 * plan: the pieces come first, then the plan.
 */
bool session_puts_back_first(const struct session *s);
/* Finalises the shown action, ended by the next player's move. */
bool session_end_by_next(struct session *s, enum answered enough);
/* Finalises the mover's action; the opponent's edges become the next question. */
bool session_split(struct session *s, bool half);
/* Finalises the first of several actions; the remaining edges become the next question. */
bool session_read(struct session *s);

/* session_hands.c: edges against explanations. */
void session_consider(struct session *s, uint64_t t_us);
void session_edge(struct session *s, const struct event *e);
/*
 * Splits the edges between two players if no single explanation fits; returns whether that
 * worked.
 */
bool session_untangle(struct session *s);

/* session_turn.c: turns of several actions; see the table on top of it. */
/*
 * Reports whether a new game has something to do at once: an automatic action, or missing
 * pieces.
 */
bool session_opens(const struct session *s);
void session_open(struct session *s, uint64_t t_us);
void session_word(struct session *s, unsigned c, uint64_t t_us, enum session_by by);
bool session_end_turn(struct session *s, uint64_t t_us, enum session_by by);
bool session_end_before_other(struct session *s, uint64_t t_us, enum session_by by);
/* Reports whether the other side has lifted a piece after the shown action, or without one. */
bool session_other_began(const struct session *s);
void session_pay(struct session *s, struct action buy, uint64_t t_us);

/* session_ask.c: functions return whether they asked. */
void session_ask_which(struct session *s, unsigned source, const struct infer_answer *a,
		       unsigned log_at, uint64_t t_us);
void session_ask_offers(struct session *s, unsigned source, const struct infer_answer *a,
			unsigned log_at, uint64_t t_us);
/* Asks about a candidate that lacks certain edges: only a button or a choice makes it final. */
void session_ask_by_word(struct session *s, unsigned source, const struct infer_answer *a,
			 uint64_t t_us);
void session_ask_confirm(struct session *s, uint64_t t_us);
/* The same for an action that advice finds a blunder. */
void session_ask_blunder(struct session *s, uint64_t t_us);
/* Asks about edges with several readings. */
bool session_ask_edges(struct session *s, enum sequence_when when, uint64_t t_us);
bool session_ask_turn(struct session *s, uint64_t t_us);
bool session_ask_pay(struct session *s, uint64_t t_us);
bool session_ask_unseen(struct session *s, uint64_t t_us);
bool session_ask_takeback(struct session *s, uint64_t t_us);
bool session_ask_new_game(struct session *s, uint64_t t_us);
/*
 * Asks about an earlier position on the board. For the start array: first about a new game, then
 * about taking everything back. For another position: first about its takeback, then about a new
 * game.
 */
bool session_ask_past(struct session *s, uint64_t t_us);
void session_ask_undo(struct session *s, unsigned n, uint64_t t_us);
bool session_choose(struct session *s, struct action a, uint64_t t_us);

/* session_array.c: setting up unknown pieces until a player confirms. */
void session_ask_array(struct session *s, uint64_t t_us);
void session_array_edge(struct session *s, const struct event *e);
void session_array_stands(struct session *s, uint64_t t_us);

/* session_resume.c: a board read during an action, and questions of before a restart. */
/* Repeats the question if its reading still holds and the other side lifts a piece to reply. */
bool session_ask_resumed(struct session *s, uint64_t t_us);
/* Repeats an open question after a restart, if it still applies. */
void session_ask_again(struct session *s, const struct event *e);

/* session_blind.c: sets the blind squares; returned ones read as `behind`. */
void session_go_blind(struct session *s, struct sqset blind);

/* session_act.c: handles an action chosen on the screen; refused, or final. */
void session_act(struct session *s, const struct event *e);
/*
 * Handles an action after the end: another piece for the promotion that ended the game; others
 * are refused.
 */
void session_act_over(struct session *s, const struct event *e);

struct session_note *session_refuse_act(struct session *s, const struct event *e,
					enum session_refused why);
void session_refuse_illegal(struct session *s, const struct event *e);

/* session_plan.c: handles an action that a computer has chosen. */
void session_plan(struct session *s, const struct event *e);

/* session_quiet.c: handles quiet. */
void session_quiet(struct session *s, uint64_t t_us);
/*
 * Judges a board that did not follow guidance and may show a legal action, or several in a row.
 * Each is asked about, because guidance may have led there.
 */
void session_quiet_guided(struct session *s, uint64_t t_us);

/* session_settle.c: handles clock and OK. asked: the button answers the question about the shown action. */
void session_settle_now(struct session *s, uint64_t t_us, enum session_by by, bool asked);

/* session_answer.c: answers and buttons. */
void session_answer(struct session *s, bool yes, unsigned seat, uint64_t t_us);
void session_press(struct session *s, unsigned button, unsigned seat, uint64_t t_us);

/* session_event.c: handles the event, by the state of the play. */
void session_judge(struct session *s, const struct event *e);

/* What the session's files share; nobody else includes this. */
#pragma once
#include "daemon/core/guide.h"
#include "daemon/session/session.h"

enum session_by {
	BY_QUIET,
	BY_BUTTON,   /* clock or OK */
	BY_CHOICE,   /* on the screen */
	BY_OPPONENT, /* the opponent's hand */
};

static inline struct infer *
session_current(struct session *s)
{
	return &s->ctx[s->cur];
}

static inline struct infer *
session_source(struct session *s, unsigned source)
{
	return &s->ctx[source == SOURCE_AMENDING ? s->prev : s->cur];
}

static inline bool
session_lost(const struct session *s)
{
	return guidance_leads(&s->guidance);
}

/* session_tell.c: what happened, into the step's answer; prompts. */
struct told *session_tell(struct session *s, unsigned kind, uint64_t t_us);
uint64_t session_journal_us(struct session *s, uint64_t t_us);
void session_tell_action(struct session *s, unsigned kind, uint64_t t_us,
			 const struct position *before, struct action a);
struct prompt *session_ask(struct session *s, unsigned kind, uint64_t t_us);
void session_close_prompt(struct session *s);

/* session_game.c: the game itself. */
void session_finalise(struct session *s, uint64_t t_us, enum session_by by);
void session_end_game(struct session *s, unsigned end, unsigned colour, uint64_t t_us);
void session_undo(struct session *s, unsigned n, uint64_t t_us);
/* The settled position, with the hands' edges still to come. */
void session_begin_question(struct session *s);
void session_begin_position(struct session *s, const struct infer_known *known);
void session_resume_position(struct session *s, uint64_t t_us);
void session_freshen(struct session *s);
/* What a sensor says, without a level that tells nothing in this game. */
struct reading session_heard(const struct session *s, struct reading r);

/* session_past.c: the earlier position that stands on the board, how many actions back; 0: none. */
unsigned session_find_earlier(const struct session *s);
bool session_is_start_array(const struct session *s);
/* Before an edge is taken: does the board stand as the game has it, as it was left? */
void session_note_stood(struct session *s);

/* How much an answer must be to end the action before it, where the lift alone did not. */
enum answered {
	ANSWERED_AT_ONCE, /* whole, to an action that stood for a while */
	ANSWERED_WHOLE,   /* whole */
	ANSWERED_HALF,    /* begun: a piece is up */
};

/* session_next.c: did who is next, by its hand, end the shown action? True: it is final now. */
bool session_reply_explains(struct session *s, bool half);
bool session_ended_by_next(struct session *s, enum answered enough);

/*
 * session_explain.c: the best explanation, of either question: enum session_source;
 * and edges from … until - 1 of f alone, as a question of their own that begins at *p.
 * There is one such question at a time: the next call overwrites it.
 */
struct sqset session_touched_by_opponent(struct session *s, unsigned until);
unsigned session_explain(struct session *s, struct infer_answer *a);
struct infer *session_probe(struct session *s, const struct infer *f, unsigned from, unsigned until,
			    const struct position *p);

/* session_ask.c: true: it was asked. */
void session_ask_which(struct session *s, unsigned source, const struct infer_answer *a,
		       unsigned log_at, uint64_t t_us);
void session_ask_offers(struct session *s, unsigned source, const struct infer_answer *a,
			unsigned log_at, uint64_t t_us);
void session_ask_confirm(struct session *s, uint64_t t_us);
bool session_ask_in_the_dark(struct session *s, unsigned not_this, uint64_t t_us);
bool session_ask_answered(struct session *s, uint64_t t_us);
bool session_ask_amended(struct session *s, uint64_t t_us);
bool session_ask_begun(struct session *s, uint64_t t_us);
bool session_ask_unseen_answered(struct session *s, uint64_t t_us);
bool session_ask_takeback(struct session *s, uint64_t t_us);
bool session_ask_new_game(struct session *s, uint64_t t_us);
void session_ask_undo(struct session *s, unsigned n, uint64_t t_us);
bool session_ask_again(struct session *s, const struct event *e);
unsigned session_takeback_needs(const struct session *s, unsigned n);
bool session_choose(struct session *s, struct action a, uint64_t t_us);
bool session_ask_dark(struct session *s, uint64_t t_us);

/* session_resume.c: a board read anew in the middle of an action; true: it is asked, or goes on. */
bool session_ask_move(struct session *s, uint64_t t_us);
/* What it made of the board stands, and the other side has a piece up to answer it: asked again. */
bool session_ask_resumed(struct session *s, uint64_t t_us);

/* session_array.c: pieces that nobody knows are set up until somebody says that they stand. */
bool session_ask_array(struct session *s, uint64_t t_us); /* true: it is asked now */
void session_array_edge(struct session *s, const struct debounced *d);
void session_array_act(struct session *s, const struct event *e);
void session_array_stands(struct session *s, uint64_t t_us);

/* session_hands.c: edges against the explanations, what is shown, and the way back. */
void session_consider(struct session *s, uint64_t t_us);
void session_edge(struct session *s, const struct debounced *d);
/* Two hands' edges that no single reading explained, told apart where they can be: true then. */
bool session_untangle(struct session *s);
void session_show(struct session *s, unsigned source, unsigned c, uint64_t t_us);
void session_withdraw(struct session *s, uint64_t t_us);
void session_find_refusal(struct session *s);
void session_guide(struct session *s, uint64_t t_us);
void session_check_board(struct session *s, uint64_t t_us);

/* session_blind.c: other squares are blind from now on; those that come back read as `behind`. */
void session_go_blind(struct session *s, struct sqset blind);

/* session_act.c: an action chosen on the screen; refused, or final. */
void session_act(struct session *s, const struct event *e);

/* session_quiet.c: quiet, and clock and OK, against the explanations. */
void session_quiet(struct session *s, uint64_t t_us);
/* asked: it was the answer to what is shown. */
void session_settle_now(struct session *s, uint64_t t_us, enum session_by by, bool asked);
void session_forget_edges(struct session *s);

/*
 * session_split.c: both hands at once. The mover's action, if that is the sole
 * reading, becomes final and the opponent's edges the next question; true then.
 * half: also when the opponent's piece is still in its hand.
 */
bool session_split(struct session *s, bool half);
/* Another action than candidate c comes of both hands' edges: in doubt from now on. */
bool session_split_differs(struct session *s, unsigned c);

/*
 * session_read.c: edges of a whole sequence of actions. The first of them, if all
 * readings begin with it, becomes final and the rest the next question; true then.
 */
bool session_read(struct session *s);
/* All sequences begin with the turn's end, which nobody said. */
bool session_read_ended(struct session *s);
/*
 * Where squares are blind: are the edges as well those of a sequence of actions of which one
 * comes from a blind square or goes there? OTHER: one that does not begin with candidate c
 * (or with the last final action while that may be amended); LONGER: one that goes on after c.
 * begun: the next hand may hold a piece by now.
 */
enum session_rival {
	RIVAL_NONE,
	RIVAL_LONGER,
	RIVAL_OTHER,
};
enum session_rival session_rival_in_the_dark(struct session *s, unsigned source, unsigned c,
					     bool begun);
/* Where squares are blind: the actions that sequences begin with which explain the edges. */
void session_read_offers(struct session *s, struct infer_answer *out);
/* One of these was chosen: its edges go first in the log; how many they are. */
unsigned session_read_chosen(struct session *s, unsigned c);

/* session_turn.c: turns of several actions; see the table on top of it. */
bool session_opens(const struct session *s);
void session_open(struct session *s, uint64_t t_us);
void session_word(struct session *s, unsigned c, uint64_t t_us, enum session_by by);
bool session_may_end(const struct session *s);
bool session_end_turn(struct session *s, uint64_t t_us, enum session_by by);
bool session_end_before_other(struct session *s, uint64_t t_us, enum session_by by);
bool session_forced(const struct game *g, const struct position *p, struct action *a);
void session_foresee(const struct game *g, const struct position *before, struct action a,
		     struct position *out);
bool session_digs(const struct game *g, const struct position *before, struct action a);
/* The other side's hand came after what is shown, or without it. */
bool session_other_began(const struct session *s);
bool session_edges_fit(struct session *s, const struct infer *f, unsigned at,
		       const struct position *p, bool half);
bool session_fits_other(struct session *s);
bool session_ask_turn(struct session *s, uint64_t t_us);
bool session_ask_pay(struct session *s, uint64_t t_us);
void session_pay(struct session *s, struct action buy, uint64_t t_us);
bool session_find_begun(struct session *s, struct infer_answer *out, unsigned *log_at);
bool session_waits_for_word(struct session *s);
bool session_waits_unknowing(struct session *s);
struct sqset session_by_rule(const struct game *g, const struct position *before, struct action a);
void session_light_due(struct session *s, uint64_t t_us);

/* session_state.c: AWAIT_… bits of a position; keeps those of the one that is shown. */
unsigned session_awaits(const struct game *g, const struct position *known);
void session_note_awaits(struct session *s);

/* session.c: the earliest raw time of a square that has not settled; UINT64_MAX: all have. */
uint64_t session_unsettled_us(const struct session *s);

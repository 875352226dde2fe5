/*
 * One table's game from raw edges to final actions: debounce, inference, the rules
 * and the questions, in a single machine without clock, files or threads. The caller
 * hands in each event with the time it carries and asks three things in return: what
 * has happened, what is to be shown, and when to come back at the latest.
 *
 * The caller owns the memory; struct session is large (a whole game is kept),
 * so it is static or allocated once at start-up. Nothing in here allocates.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "daemon/core/guidance.h"
#include "rules/rules.h"

#define SESSION_NO_DEADLINE UINT64_MAX

enum {
	/*
	 * Final actions of one game. Orthodox chess cannot last longer than
	 * 11 797 moves of one side under the 75-move rule; 16384 leaves room.
	 */
	SESSION_ACTIONS_MAX = 16384,
	/*
	 * Things told by one step. A late wake-up may find an edge on each of 99
	 * squares due at once, each showing one action and withdrawing another; the end
	 * of a Zombie turn may say a word on each of 64 squares.
	 */
	SESSION_TOLD_MAX = 512,
	SESSION_TOLD_KEPT = 64,		/* of them, for what is journalled */
	SESSION_OPTIONS_MAX = 16,	/* candidates a prompt may offer */
	/*
	 * Blind squares: that many are a row of wires. With more too much is never seen for
	 * what is seen to be believed: every action is asked about.
	 */
	SESSION_BLIND_MAX = 8,
};

/* How much light helps a seat. */
enum hints {
	HINTS_OFF,
	HINTS_MOVES,	/* a lifted piece's legal squares, captures apart */
	HINTS_SAFE,	/* also which of them the opponent could capture on next turn */
};

struct session_config {
	uint8_t senses;			/* enum senses */
	uint64_t settle_us;		/* quiet that makes an action final; 1 s by default */
	uint64_t debounce_empty_us;	/* an emptied square is believed after this */
	uint64_t debounce_occupied_us;	/* an occupied one after this */
	uint8_t hints[RULES_SEATS_MAX];	/* enum hints */
	/*
	 * Squares whose sensor is not to be believed: no edge of theirs is looked at but
	 * the last, when EVENT_BLIND brings them back. Where they read otherwise then than
	 * they were left, nobody saw how: what explains it is asked, else it is guided.
	 */
	struct sqset blind;
	/* Checkers, coins and halos lie on the board; else lamps stand for them. */
	bool objects;
};

/* The defaults of the house, for occupancy sensors. */
struct session_config session_config_default(void);

enum session_prompt {
	PROMPT_NONE,
	PROMPT_WHICH,		/* which of option[] was it? answered by EVENT_ACT */
	PROMPT_CONFIRM,		/* option[0], shown: clock or OK makes it final */
	PROMPT_PROMOTION,	/* option[]: other pieces for the shown move; does not block */
	PROMPT_TAKEBACK,	/* take back n actions? yes or no */
	PROMPT_NEW_GAME,	/* begin anew (game, start position text)? yes or no */
	PROMPT_DRAW,		/* seat offers a draw, or claims one: yes or no */
	PROMPT_RESIGN,		/* does seat resign? yes or no */
	PROMPT_MENU,		/* OK was held: claim, draw, resign */
	PROMPT_END,		/* the opponent began: is the turn over (`end`)? yes or no */
	PROMPT_PAY,		/* option[0] buys what makes option[1], on the board, legal: yes or no */
	PROMPT_ARRAY,		/* do the pieces stand as in *settled? yes; until then hands set up */
};

/* What the seat to act, or chance, may do now: bits, as everybody may know. */
enum session_awaits {
	AWAIT_MOVE = 1,		/* a move or a capture on the board */
	AWAIT_ROLL = 2,
	AWAIT_BUY = 4,
	AWAIT_TRANSFER = 8,
	AWAIT_BURY = 16,	/* secret: on that seat's page alone */
	AWAIT_PROMOTE = 32,	/* pieces that stand on their last rank already */
	AWAIT_ASSIGN = 64,	/* secret */
	AWAIT_CARD = 128,
	AWAIT_END = 256,	/* the turn may be ended: clock or OK */
};

struct prompt {
	uint32_t id;		/* grows by one with each prompt opened */
	uint8_t kind;		/* enum session_prompt */
	uint8_t seat;		/* whose answer counts, or SEAT_NONE: anybody's */
	uint8_t n_options;
	/* Bits of seats whose yes is needed; 0: anybody's, a button's too. Those that have said it. */
	uint8_t needs, agreed;
	uint16_t n;		/* PROMPT_TAKEBACK: how many actions */
	uint16_t moves;		/* … and how many of them hands did: no rolls, no words */
	bool by_board;		/* … and it is hands that ask, by the board they set up */
	struct action option[SESSION_OPTIONS_MAX];
	const struct game *game;	/* PROMPT_NEW_GAME */
	char position[RULES_POSITION_TEXT];	/* PROMPT_NEW_GAME: its start */
};

enum session_phase {
	SESSION_NO_GAME,	/* before the first session_start */
	SESSION_PLAYING,
	SESSION_OVER,
};

/*
 * What the session is now, as a plain value: all that lamps, link and screen
 * are made from. Positions hold hidden things; whoever shows them uses a view.
 */
struct session_state {
	uint32_t version;		/* grows with every change of what is in here */
	uint8_t phase;			/* enum session_phase */
	const struct game *game;
	const struct position *settled;	/* after the final actions */
	const struct history *history;	/* that ends with *settled */
	const struct position *shown;	/* with the provisional action, or == settled */
	bool has_provisional;
	struct action provisional;
	const struct position *shown_from;	/* it is played in; == settled unless it amends */
	uint32_t n_actions;		/* final ones */
	bool has_last;
	struct action last;		/* the last final action … */
	const struct position *before_last;	/* … and the position it was played in */
	struct sqset last_squares;	/* that the last final action on the board changed; asked about */
	uint8_t to_act;			/* seat, or SEAT_NONE when over */
	bool over;
	struct outcome outcome;		/* when the rules ended it */
	uint8_t end;			/* enum session_end */
	uint8_t end_colour;		/* SESSION_END_RESIGNED, _TIME: who lost by it */
	const uint8_t *removed;		/* by square: what the rules took off there last, 0: nothing */
	struct sqset present;		/* debounced: where pieces stand now */
	struct sqset lifted;		/* a piece of *shown is up from here */
	struct sqset adjusted;		/* touched and set down again, nothing more */
	/*
	 * With objects: pieces that lack one, or have one too many, where sensors of level
	 * tell. Nobody's move, and never in the way of one.
	 */
	struct sqset lay, unlay;
	struct sqset laid, unlaid;	/* squares that the last action marked, and unmarked */
	bool objects;			/* as configured */
	struct guidance guidance;
	struct prompt prompt;
	struct refusal refusal;		/* why what the hands show is no legal action; rule NULL: none */
	uint8_t refused_from, refused_to;
	unsigned claims;		/* CLAIM_… that the side to act holds */
	unsigned awaits;		/* AWAIT_… bits, of *shown */
	/*
	 * What everybody may know of *shown: all that lights, hints and clients are made
	 * from. A position to ask for legal actions, no fact (see rules_public).
	 */
	struct position known;
	/* A capture that is asked for: captor and target are up, both pulse (Masquerade). */
	struct sqset attempt;
	/* A transfer that was touched, not final: giver and receiver (Abstract). */
	struct sqset transfer;
	/* A kind chosen to be bought: the squares where it may be put. */
	struct sqset buy;
	bool hint_asked;		/* the hint button was pressed with no piece up */
};

/* How a game ended, when not by the rules. */
enum session_end {
	SESSION_END_NONE,
	SESSION_END_RULES,
	SESSION_END_RESIGNED,
	SESSION_END_TIME,
	SESSION_END_AGREED,
	SESSION_END_THREEFOLD,
	SESSION_END_FIFTY,
};

enum session_told {
	TOLD_FINAL,	/* action became final at t_us: journal it */
	TOLD_UNDO,	/* the last n final actions are taken back */
	TOLD_RESULT,	/* the game is over, see state */
	TOLD_NEW_GAME,	/* the answer to PROMPT_NEW_GAME was yes: the caller starts it */
	TOLD_SHOWN,	/* a provisional action came up or replaced another */
	TOLD_WITHDRAWN,	/* the provisional action is gone */
	TOLD_ASKED,	/* a prompt opened */
	TOLD_GUIDE,	/* guidance began, changed its step or ended */
	TOLD_REFUSED,	/* an EVENT_ACT, UNDO … was refused: `refused`, `rule` */
	TOLD_SAID,	/* an announcement of the last TOLD_FINAL: `said` */
};

/* Why the session refused something; words.h makes sentences of it. */
enum session_refused {
	REFUSED_FOR_ALL,	/* every seat answers that for itself */
	REFUSED_ONE_OF,		/* a yes, where one of several is to be chosen */
	REFUSED_NOT_ASKED,	/* an answer, and nothing is asked */
	REFUSED_SEAT,		/* it is not that seat's turn */
	REFUSED_NAME,		/* no legal action is named so */
	REFUSED_RULE,		/* the rules refuse it: told.rule */
	REFUSED_OVER,		/* the game is over */
	REFUSED_TOUCHED,	/* another promotion, after the opponent touched a piece */
	REFUSED_CLAIM,		/* no draw can be claimed */
	REFUSED_TOO_MANY,	/* there are not so many actions to take back */
	REFUSED_TOO_LONG,	/* SESSION_ACTIONS_MAX */
	REFUSED_ARRAY,		/* PROMPT_ARRAY has not been answered */
	REFUSED_LACKING,	/* … with yes, and squares lack pieces or hold too many */
};

struct told {
	uint8_t kind;		/* enum session_told */
	uint64_t t_us;		/* when it holds from; FINAL, UNDO and RESULT never decrease */
	struct action action;
	char text[RULES_ACTION_TEXT];	/* the action, printed */
	uint16_t n;
	uint8_t refused;	/* enum session_refused */
	struct refusal rule;	/* as the table may know it */
	struct announcement said;
};

struct session_out {
	unsigned n;
	struct told told[SESSION_TOLD_MAX];
	struct told spare;	/* the session's own */
};

#include "daemon/session/session_impl.h"	/* struct session: fields are the session's own */

/*
 * Begins a game. position: text in the game's form, or NULL for the start with
 * `options` ("" or key=value words). board: the readings of all squares now,
 * NULL: as the position. known: which pieces stand there, as the game before knew them
 * (infer_know_exactly); where it does not tell, a piece is taken for the one that belongs
 * there, but not handed on as known before the first action. NULL: as the position says. 0, or -1 with *err told and *s untouched.
 */
MUST_USE int session_start(struct session *s, const struct session_config *c,
			   const struct game *g, const char *position, const char *options,
			   const struct reading *board, const struct infer_known *known,
			   uint64_t t_us, struct rules_error *err);
/* The pieces are those of the position: players have played on it, left it so, or said so. */
bool session_stands(const struct session *s);
/* Hands are led until the board stands right, or will be at the first step of a game that begins. */
bool session_leads(const struct session *s);
/* PROMPT_ARRAY is open. */
bool session_sets_up(const struct session *s);
/* What is known of the pieces on the board, for the game that follows. */
void session_know(const struct session *s, struct infer_known *out);
/* Replays a final action of the record: no inference, nothing told. -1: not legal. */
MUST_USE int session_play(struct session *s, const char *action, uint64_t t_us);
/*
 * As if all that was played in from a record to `past` were played in to *s, which stands
 * at the same start: what takes long is done once, wherever that was. At t_us.
 */
void session_play_past(struct session *s, const struct session *past, uint64_t t_us);
/* The sensors' whole board anew (after start-up, reconnection): settled at once. known: as in session_start. */
void session_board(struct session *s, const struct reading *board, const struct infer_known *known,
		   uint64_t t_us, struct session_out *out);

/* Edges of squares that are blind by now are kept, and count again when those come back. */
bool session_sleeps(const struct session *s);

/*
 * One event. *out says what happened, in order. Returns the time by which it
 * wants EVENT_TIME, or SESSION_NO_DEADLINE. Events whose time lies before an
 * earlier one's are taken at the earlier one's time.
 */
uint64_t session_step(struct session *s, const struct event *e, struct session_out *out);
uint64_t session_deadline(const struct session *s);

void session_state(const struct session *s, struct session_state *out);
/*
 * What was captured is buried after the hands have done what the rules did to the
 * board: nobody looks away while they work. It is the screen and the link that
 * hold the burial back; a trace in which it came first is replayed as it was.
 */
static inline bool
session_burial_waits(const struct session_state *s)
{
	return (s->awaits & AWAIT_BURY) && s->guidance.on && s->guidance.due;
}
/* The i-th final action (0 <= i < n_actions) and when it became final. */
struct action session_action(const struct session *s, uint32_t i, uint64_t *t_us);
/* The position the game began with. */
const struct position *session_first(const struct session *s);

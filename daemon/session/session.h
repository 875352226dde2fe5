/*
 * One table's game from raw edges to final actions: debounce, inference, rules and
 * questions in one state machine without clock, files or threads. The caller passes each
 * event with its time. It then reads what happened, the state to show, and the next
 * deadline.
 *
 * The caller owns the memory; struct session holds a whole game and is large, so it is
 * static or allocated once at start-up. Nothing in here allocates.
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
	 * Final actions of one game. Orthodox chess lasts at most 11 797 moves of one side
	 * under the 75-move rule; 16384 leaves room.
	 */
	SESSION_ACTIONS_MAX = 16384,
	/*
	 * Notes of one step. A late wake-up may find a due edge on each of 99 squares,
	 * each showing one action and withdrawing another. The end of a turn may
	 * announce something on each of 64 squares.
	 */
	SESSION_NOTES_MAX = 512,
	SESSION_NOTES_KEPT = 64,  /* of these, reserved for journalled notes */
	SESSION_OPTIONS_MAX = 16, /* candidates a prompt may offer */
};

/* How much the lamps help a seat. */
enum hints {
	HINTS_OFF,
	HINTS_MOVES,	/* legal squares of a lifted piece, captures marked */
	HINTS_SAFE,	/* also the squares on which the opponent could capture next turn */
	HINTS_GRADED,	/* moves, and how good an engine finds each */
	HINTS_LEVELS,
};

struct session_config {
	uint8_t senses;			/* enum senses */
	uint64_t settle_us;		/* quiet that makes an action final; 1 s by default */
	uint64_t debounce_empty_us;	/* time until an emptied square is believed */
	uint64_t debounce_occupied_us;	/* time until an occupied square is believed */
	uint8_t hints[RULES_SEATS_MAX];	/* enum hints */
	/*
	 * Squares with an unreliable sensor. Their edges are ignored until EVENT_BLIND restores the
	 * squares; then only the last reading counts. If that reading differs from before, the
	 * change was unseen: the player must confirm an explanation, or guidance starts.
	 */
	struct sqset blind;
	/* Checkers, coins and halos are placed on the board; else lamps represent them. */
	bool objects;
	/* Seats that computers play, as bits: only EVENT_PLAN chooses their actions. */
	uint8_t computers;
};

/* Returns the default configuration for occupancy sensors. */
struct session_config session_config_default(void);

enum session_prompt {
	PROMPT_NONE,
	PROMPT_WHICH,		/* which of option[]? answered by EVENT_ACT */
	PROMPT_CONFIRM,		/* option[0], shown: clock or OK makes it final */
	PROMPT_BLUNDER,		/* the same, because advice finds it a blunder */
	/*
	 * option[]: the kinds for the shown move, or for the final one until the opponent
	 * touches a piece.
	 */
	PROMPT_PROMOTION,
	PROMPT_TAKEBACK,	/* take back n actions? yes or no */
	/*
	 * Start a new game (game, start position text)? Yes or no; a no may lead to
	 * PROMPT_TAKEBACK.
	 */
	PROMPT_NEW_GAME,
	PROMPT_DRAW,		/* seat offers a draw, or claims one: yes or no */
	PROMPT_RESIGN,		/* does seat resign? yes or no */
	PROMPT_MENU,		/* OK was held: claim, draw, resign */
	PROMPT_REVEAL,		/* make the end permanent and show hidden things? yes or no */
	PROMPT_END,		/* the opponent has begun: end the turn? yes or no */
	/* buy option[0], which makes option[1] on the board legal? yes or no */
	PROMPT_PAY,
	/* do the pieces match *settled? yes; until then the pieces are set up */
	PROMPT_ARRAY,
};

/* What the seat to act, or chance, may do now, as public knowledge: bits. */
enum session_awaits {
	AWAIT_MOVE = 1,		/* a move or a capture on the board */
	AWAIT_ROLL = 2,
	AWAIT_BUY = 4,
	AWAIT_TRANSFER = 8,
	AWAIT_BURY = 16,	/* secret: on that seat's private page only */
	AWAIT_PROMOTE = 32,	/* pieces already on their last rank */
	AWAIT_ASSIGN = 64,	/* secret */
	AWAIT_CARD = 128,
	AWAIT_END = 256,	/* the turn may be ended: clock or OK */
};

struct prompt {
	uint32_t id;		/* increases by one with each opened prompt */
	uint8_t kind;		/* enum session_prompt */
	uint8_t seat;		/* the seat that may answer, or SEAT_NONE: any */
	uint8_t n_options;
	/* Seats whose yes is needed, as bits (0: any seat or a button), and seats that agreed. */
	uint8_t needs, agreed;
	/* PROMPT_TAKEBACK: number of actions. PROMPT_NEW_GAME: number to take back after a no. */
	uint16_t n;
	uint16_t moves;		/* number of these made on the board: no rolls or choices */
	bool by_board;		/* asked because of the pieces on the board */
	uint8_t chosen;		/* PROMPT_PROMOTION: the current option */
	struct action option[SESSION_OPTIONS_MAX];
	struct action first;	/* PROMPT_TAKEBACK: the first of the actions to take back */
	const struct game *game;	/* PROMPT_NEW_GAME */
	char position[RULES_POSITION_TEXT];	/* PROMPT_NEW_GAME: its start position */
};

enum session_phase {
	SESSION_NO_GAME,	/* before the first session_start */
	SESSION_PLAYING,
	SESSION_OVER,		/* the end can be taken back, on request or on the board */
	SESSION_CLOSED,		/* the end is permanent */
};

/*
 * The session's current state as a plain value: the source for lamps, link and screen.
 * Positions include hidden things, so a reader shows them through a view only.
 */
struct session_state {
	uint32_t version;		/* increases with every change of this struct */
	uint8_t phase;			/* enum session_phase */
	const struct game *game;
	const struct position *settled;	/* after the final actions */
	const struct history *history;	/* ends with *settled */
	const struct position *shown;	/* with the provisional action, or == settled */
	bool has_provisional;
	struct action provisional;
	/* the position in which it is played; settled, unless it replaces the last action */
	const struct position *shown_from;
	uint32_t n_actions;		/* final ones */
	struct action undone;		/* taken back, in *settled, until the board is right; ACT_NONE */
	bool has_last;
	struct action last;		/* the last final action */
	const struct position *before_last;	/* the position in which it was played */
	struct action earlier;		/* the one before it, or ACT_NONE */
	/* squares changed by the last final action on the board; also set while asked */
	struct sqset last_squares;
	uint8_t to_act;			/* seat, or SEAT_NONE when over */
	bool over;			/* SESSION_OVER or SESSION_CLOSED */
	struct outcome outcome;		/* if the rules ended the game */
	uint8_t end;			/* enum session_end */
	uint8_t end_colour;		/* SESSION_END_RESIGNED, _TIME: the loser's colour */
	const uint8_t *removed;		/* by square: piece that the rules last removed there, 0:
					 * none */
	struct sqset present;		/* debounced: occupied squares */
	struct sqset lifted;		/* squares from which pieces of *shown are lifted */
	struct sqset adjusted;		/* squares whose piece was touched and set down again, if
					 * nothing else was */
	/*
	 * With real objects and sensors that read levels: pieces that lack an object, and pieces
	 * that have one too many. No action depends on them.
	 */
	struct sqset lay, unlay;
	struct sqset laid, unlaid;	/* squares marked and unmarked by the last action */
	bool objects;			/* as configured */
	struct guidance guidance;
	/*
	 * The pieces are set up: the board has not matched the game since it was last read
	 * whole, or PROMPT_ARRAY is open. Guidance then leads there, and is about no mistake.
	 */
	bool sets_up;
	struct prompt prompt;
	/* position in which the prompt's options are played */
	const struct position *option_from;
	struct refusal refusal;		/* why the edges form no legal action; rule NULL: none */
	uint8_t refused_from, refused_to;
	unsigned claims;		/* CLAIM_… bits held by the side to act */
	unsigned awaits;		/* AWAIT_… bits, of *shown */
	/*
	 * Public view of *shown, the source for lamps, hints and clients. Valid for legal
	 * actions, but not a fact (see rules_public).
	 */
	struct position known;
	/* Several pieces are up, and one legal action alone moves or takes all of them. */
	bool half_made;
	struct action half;
	/* the position in which it is played; settled, unless it completes the last action */
	const struct position *half_from;
	/* A capture attempt in progress: captor and target are up, both pulse. */
	struct sqset attempt;
	/* A touched transfer that is not final: giver and receiver; or only the giver. */
	struct sqset transfer;
	struct sqset takers;	/* the stacks that may receive the giver's stone */
	uint8_t lone_stone;	/* a single stone that was just touched alone, or RULES_NO_SQ */
	/* A kind was chosen to buy: squares where it may be placed. */
	struct sqset buy;
	bool exchanged;			/* the pawn that `last` promoted was replaced by a piece */
	bool hint_asked;		/* the hint button was pressed while no piece was up */
	/* A computer's action in *settled waits for hands: no other action counts. */
	bool has_plan;
	struct action plan;
};

/* How a game ended, if not by the rules. */
enum session_end {
	SESSION_END_NONE,
	SESSION_END_RULES,
	SESSION_END_RESIGNED,
	SESSION_END_TIME,
	SESSION_END_AGREED,
	SESSION_END_THREEFOLD,
	SESSION_END_FIFTY,
};

enum session_note_kind {
	NOTE_FINAL,     /* action became final at t_us: journal it */
	NOTE_UNDO,      /* the last n final actions are taken back */
	NOTE_RESULT,    /* the game is over, see the state */
	NOTE_CLOSED,    /* the end of the game is permanent */
	NOTE_NEW_GAME,  /* the answer to PROMPT_NEW_GAME was yes: the caller starts it */
	NOTE_SHOWN,     /* a provisional action is shown or replaces another */
	NOTE_WITHDRAWN, /* the provisional action was withdrawn */
	NOTE_ASKED,     /* a prompt opened */
	NOTE_GUIDE,     /* guidance began, changed its step or ended */
	NOTE_REFUSED,   /* an EVENT_ACT, UNDO … was refused: `refused`, `rule` */
	NOTE_ANNOUNCED, /* an announcement after the last NOTE_FINAL: `said` */
};

/* Why the session refused an event; words.h makes the sentences. */
enum session_refused {
	REFUSED_FOR_ALL,	/* each seat must answer for itself */
	REFUSED_ONE_OF,		/* a yes, but one of several options must be chosen */
	REFUSED_NOT_ASKED,	/* an answer without an open question */
	REFUSED_SEAT,		/* it is not that seat's turn */
	REFUSED_NAME,		/* no legal action has that name */
	REFUSED_RULE,		/* the rules refuse it: see `rule` */
	REFUSED_OVER,		/* the game is over */
	REFUSED_CLOSED,		/* the end is permanent */
	REFUSED_GOES_ON,	/* EVENT_CLOSE of a game in progress */
	REFUSED_TOUCHED,	/* another promotion, after the opponent touched a piece */
	REFUSED_CLAIM,		/* no draw can be claimed */
	REFUSED_TOO_MANY,	/* fewer actions to take back */
	REFUSED_TOO_LONG,	/* SESSION_ACTIONS_MAX */
	REFUSED_ARRAY,		/* PROMPT_ARRAY is still open */
	REFUSED_LACKING,	/* refused yes: squares lack pieces or hold extra ones */
	REFUSED_PLANNED,	/* a computer has chosen another action */
	REFUSED_BEGUN,		/* another plan, after a hand has begun */
};

struct session_note {
	uint8_t kind;           /* enum session_note_kind */
	uint64_t t_us;		/* valid from; FINAL, UNDO and RESULT never decrease */
	struct action action;
	char text[RULES_ACTION_TEXT];	/* the action, printed */
	uint16_t n;
	uint8_t refused;	/* enum session_refused */
	struct refusal rule;	/* as public knowledge */
	struct announcement said;
};

struct session_out {
	unsigned n;
	struct session_note note[SESSION_NOTES_MAX];
	struct session_note spare; /* used internally on overflow */
};

#include "daemon/session/session_impl.h"	/* struct session: fields are the session's own */

/*
 * Begins a game. position: text in the game's form, or NULL for the start with `options`
 * ("" or key=value words). board: the readings of all squares, NULL: as the position.
 * known: pieces known from the game before (infer_know_exactly). An unknown piece counts
 * as the one that belongs there, but stays unknown to later games until the first action.
 * NULL: as the position. Returns 0, or -1 with *err set and *s unchanged.
 */
MUST_USE int session_start(struct session *s, const struct session_config *c,
			   const struct game *g, const char *position, const char *options,
			   const struct reading *board, const struct infer_known *known,
			   uint64_t t_us, struct rules_error *err);
/*
 * Reports whether the pieces match the position because they were played on, left by the last
 * daemon, or confirmed.
 */
bool session_stands(const struct session *s);
/* Reports whether guidance blocks play, now or from the first step of a new game. */
bool session_leads(const struct session *s);
/*
 * Computes what hands have still to do for the computer's choice, as onward guidance, while the
 * edges may become that action; else the guidance to the settled position.
 */
void session_lead(const struct session *s, struct guidance *out);
/* Exports what is known about the pieces on the board, for the next game. */
void session_know(const struct session *s, struct infer_known *out);
/* Sets config.computers, before the first event. */
void session_set_computers(struct session *s, unsigned seats);
/* Replays a final action of the record without inference or notes. Returns -1 if it is illegal. */
MUST_USE int session_play(struct session *s, const char *action, uint64_t t_us);
/*
 * Copies a replayed record: *s, at the same start, gets all actions played into `past`, as
 * of t_us. A long replay can thus run once, elsewhere.
 */
void session_play_past(struct session *s, const struct session *past, uint64_t t_us);
/* A plain assignment is wrong: a session points into itself. */
void session_copy(struct session *to, const struct session *from);
/*
 * Sets the readings of the whole board (after start-up or reconnection): settled at once.
 * known: as in session_start.
 */
void session_board(struct session *s, const struct reading *board, const struct infer_known *known,
		   uint64_t t_us, struct session_out *out);


/*
 * Processes one event. *out lists what happened, in order. Returns the time by which
 * EVENT_TIME is needed, or SESSION_NO_DEADLINE. An event older than the previous one is
 * processed at the time of the previous one.
 */
uint64_t session_step(struct session *s, const struct event *e, struct session_out *out);
/* Returns the time at which session_step processes an event of t_us. */
uint64_t session_time(const struct session *s, uint64_t t_us);
uint64_t session_deadline(const struct session *s);
/* Reports whether the future depends only on game, actions and readings: a trace may begin here. */
bool session_rests(const struct session *s);

void session_state(const struct session *s, struct session_state *out);
/*
 * Reports whether a burial is postponed until the players have updated the board, so that
 * they watch while they work. Screen and link postpone it; a trace with the burial first
 * replays unchanged.
 */
static inline bool
session_burial_waits(const struct session_state *s)
{
	return (s->awaits & AWAIT_BURY) && s->guidance.kind == GUIDANCE_DUE;
}
/* Returns the i-th final action (0 <= i < n_actions) and when it became final. */
struct action session_action(const struct session *s, uint32_t i, uint64_t *t_us);
/* Returns the position the game began with. */
const struct position *session_first(const struct session *s);

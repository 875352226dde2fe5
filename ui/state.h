/*
 * The daemon's latest state as a plain value: everything that a page is drawn
 * from. It is read from a `state` message of docs/protocol.md and replaced as a
 * whole. The screen never computes legal moves.
 *
 * The socket is not trusted. Every text and list has a limit. Sentences for
 * people are truncated to their field and cleaned of control characters.
 * Identifiers (squares, actions, ids) are rejected if they are too long or
 * malformed. A rejected message changes nothing.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

enum {
	UI_MOVES_MAX = 80,		/* the newest ones */
	UI_OPTIONS_MAX = 16,		/* of one prompt */
	UI_TROUBLES_MAX = 8,
	UI_SEAT_TEXT = 8,		/* "w", "wk", "chance" */
	UI_NAME_TEXT = 48,
	UI_SENTENCE_TEXT = 256,
	UI_WORDS_MAX = 160,		/* the 120 masks are the largest list */
	UI_WORD_TEXT = 16,
	UI_SPEC_TEXT = 256,		/* of a clock: the daemon's longest, with its NUL */
	UI_PLAYER_TEXT = 40,		/* a player's name */
	UI_WORKS_MAX = 3,
	UI_STICKS_MAX = 4,
	UI_COVERS_MAX = 16,
	UI_CLOSE_S = 20,		/* timeout of a seat's page without a setting */
	UI_SAID_MAX = 4,		/* the newest announcements */
	UI_CARDS_MAX = 32,
	UI_CARD_TEXT = 4,
	UI_PRICES = 8,			/* extra1 extra2 opponent pawn minor rook queen flight */
	UI_KINDS = 5,
	UI_GRAVES_MAX = 64,		/* one a square and side, possible in edited positions */
	UI_PIECES_TEXT = 256,		/* of a list of pieces: 255 in the dust, 240 lost */
	UI_PRICE_MAX = 2000000000,	/* the rules allow a thousand million, and prices rise */
};

/* The game that uses the whole board of 11 x 9: sensors' squares are named as in this game. */
#define UI_WHOLE_BOARD "american"

/*
 * What a lamp means, as in the daemon's `lights`; of several meanings of a square the first in
 * this list is visible.
 */
enum ui_light {
	UI_LIGHT_ASKED,
	UI_LIGHT_MISSING,
	UI_LIGHT_EXTRA,
	UI_LIGHT_CHECK,
	UI_LIGHT_FROM,
	UI_LIGHT_TO,
	UI_LIGHT_PLAN,
	UI_LIGHT_BEST,
	UI_LIGHT_GOOD,
	UI_LIGHT_PLAYABLE,
	UI_LIGHT_MISTAKE,
	UI_LIGHT_BLUNDER,
	UI_LIGHT_CAPTURE,
	UI_LIGHT_UNSAFE,
	UI_LIGHT_LEGAL,
	UI_LIGHT_HINT,
	UI_LIGHT_STICK,
	UI_LIGHT_ZOMBIE,
	UI_LIGHT_CROOKED,
	UI_LIGHT_MIRROR,
	UI_LIGHT_LAST,
	UI_LIGHT_AREA,
	UI_LIGHTS,
};

/* As in the board field: upper case White; letter 0 empty, '?' unknown. */
struct ui_piece {
	char letter;
	char mark;			/* 0 or one of * ^ @ */
};

/* Cards by name, such as "10H", or only their number. */
struct ui_cards {
	uint8_t n;
	bool open;			/* card[] is filled in */
	char card[UI_CARDS_MAX][UI_CARD_TEXT];
};

struct ui_grave {
	char letter;
	uint8_t sq;			/* or RULES_NO_SQ: hidden from the viewer */
};

/*
 * A game's data besides the board, White's first; all zero if the game lacks
 * it. Lists of pieces are letters, in the colour's case.
 */
struct ui_keys {
	char stage[12];
	/* dice, money and prices */
	uint8_t n_dice, dice[2];
	int16_t money[2];
	int32_t price[2][UI_PRICES];
	char lost[2][UI_PIECES_TEXT];
	uint8_t extra;
	bool flight;
	/* stacks of stones */
	char table[12], turns[12];
	/* graves, and the turn of the horde */
	uint8_t n_buried[2];
	struct ui_grave buried[2][UI_GRAVES_MAX];
	bool has_hiding;
	struct sqset hiding[2];	/* squares that may still hide a burial of that side */
	char hold[UI_PIECES_TEXT], dust[UI_PIECES_TEXT];
	/* masks, and the possible masks of each kind, from K Q R B N */
	char mask[2][UI_KINDS + 1], known[2][UI_KINDS][UI_KINDS + 1];
	uint8_t combos[2];		/* masks still possible, 0: unknown */
	/* four seats */
	char seat[4];
	uint8_t passes;
	/* cards */
	char cards[8];
	struct ui_cards hand[2], discards[2], captured, pile;
	uint8_t piece_sq;		/* or RULES_NO_SQ */
	bool wild;
	/* free checkers */
	uint8_t checkers[2];
};

/* One seat's clock at the time of the message; the screen counts down from there. */
struct ui_clock_seat {
	char seat[UI_SEAT_TEXT];
	int32_t left_ms;
	bool flag;			/* has fallen */
	int16_t moves_left;		/* to the next period, -1: no periods */
};

enum ui_paused { UI_PAUSED_NO, UI_PAUSED_ASKED, UI_PAUSED_RESTART, UI_PAUSED_BOARD };

struct ui_clock {
	bool on;
	uint8_t paused;			/* enum ui_paused */
	uint8_t n;
	char spec[UI_SPEC_TEXT];
	char running[UI_SEAT_TEXT], gains[UI_SEAT_TEXT];	/* "": none */
	struct ui_clock_seat seat[RULES_SEATS_MAX];
};

enum ui_cue { UI_CUE_MOVE, UI_CUE_CAPTURE, UI_CUE_CHECK, UI_CUE_ASKED, UI_CUE_WRONG, UI_CUES };

/* The daemon's settings, as far as the screen needs them. */
struct ui_settings {
	bool known; /* the daemon has settings */
	bool objects, speech, exact_marks, power_off;
	bool transitions; /* pages fade into each other; false without the setting */
	bool keep_traces, usb_stick, usb_traces, usb_disk, usb_serial;
	bool introduced;		/* the first steps were shown */
	bool cue[UI_CUES];
	uint8_t brightness, volume;	/* per cent */
	uint16_t close_s;		/* timeout of a seat's page since the last touch */
	uint32_t traces_kept;		/* most games with kept traces */
	char palette[UI_WORD_TEXT], theme[UI_WORD_TEXT], hints[UI_WORD_TEXT];
	char squares[UI_WORD_TEXT], pieces[UI_WORD_TEXT];
	char below[UI_WORD_TEXT];	/* the side at the lower edge: "white", "black", "turn" */
	bool regulator_halos, ask_blunders;
	char language[UI_NAME_TEXT], clock[UI_SPEC_TEXT];
	char own_clocks[UI_SPEC_TEXT];	/* separated by one space, the newest first */
};

/* A USB stick that is plugged in. */
struct ui_stick {
	char stage[UI_WORD_TEXT]; /* reading writing done failed */
	char text[UI_SENTENCE_TEXT];
};

struct ui_work {
	uint32_t id, done, of;		/* `of` is 0 if the total is unknown */
	char kind[UI_WORD_TEXT];
};

struct ui_calibration {
	bool on;
	char step[UI_WORD_TEXT];
	/* Squares still to come, and squares to repeat; on a board of 11 x 9. */
	struct sqset left, wrong;
	char text[UI_SENTENCE_TEXT];
};

/* A seat's pending choice on its private page. */
struct ui_secret {
	char kind[UI_WORD_TEXT];	/* "bury", "assign", "": nothing */
	char piece;
	uint8_t n_options;
	char option[UI_COVERS_MAX][UI_WORD_TEXT];	/* bury: covers, by square */
};

enum ui_phase { UI_PHASE_NONE, UI_PHASE_PLAYING, UI_PHASE_OVER };

enum ui_prompt_kind {
	UI_PROMPT_NONE,
	UI_PROMPT_WHICH,
	UI_PROMPT_CONFIRM,
	UI_PROMPT_BLUNDER,		/* the shown move is a blunder: is it played? */
	UI_PROMPT_PROMOTION,
	UI_PROMPT_TAKEBACK,
	UI_PROMPT_NEW_GAME,
	UI_PROMPT_DRAW,
	UI_PROMPT_RESIGN,
	UI_PROMPT_MENU,
	UI_PROMPT_END,
	UI_PROMPT_PAY,
	UI_PROMPT_TIME,			/* asks whether to claim a win on time */
	UI_PROMPT_REVEAL,		/* asks whether the end is permanent */
	UI_PROMPT_PLAY_ON,		/* after a lesson: the game that it interrupted? */
	UI_PROMPT_ARRAY,		/* asks whether the pieces stand as the board shows them */
	UI_PROMPT_OTHER,		/* a kind unknown to this screen: yes or no */
};

enum ui_hints { UI_HINTS_OFF, UI_HINTS_MOVES, UI_HINTS_SAFE, UI_HINTS_GRADED, UI_HINTS_LEVELS };

/* Returns the name of a level in the protocol. */
const char *ui_hints_name(unsigned level);
/* Returns the level of a name; UI_HINTS_LEVELS: none. */
unsigned ui_hints_of(const char *name);

/* The answers of the hint button about a lifted piece, or about a refused move. */
enum ui_about {
	UI_ABOUT_NONE,
	UI_ABOUT_HOW,			/* how the piece moves */
	UI_ABOUT_WAYS,			/* where it may go now */
	UI_ABOUT_WHY,			/* why not elsewhere */
	UI_ABOUTS,
};

enum { UI_CLAIM_TIME = 4 }; /* besides the rules' CLAIM_THREEFOLD and CLAIM_FIFTY */

/* What a final action did to its piece, as in the daemon's `effect`. */
enum ui_effect { UI_EFFECT_NONE, UI_EFFECT_CAPTURE, UI_EFFECT_NO_CAPTURE, UI_EFFECT_CROOKED };

struct ui_move {
	char text[RULES_SAN_TEXT];	/* the note, or the action, truncated */
	bool is_note;			/* a move on the board, with its piece */
	bool provisional;
	bool black;			/* of Black's seats */
	uint8_t earned;			/* money */
	uint8_t effect;			/* enum ui_effect */
	uint32_t turn;
};

struct ui_option {
	char action[RULES_ACTION_TEXT];
	char text[UI_NAME_TEXT];
};

struct ui_prompt {
	uint32_t id;
	uint8_t kind;			/* enum ui_prompt_kind */
	uint8_t n_options;
	uint8_t chosen;			/* promotion: the selected option; n_options: none */
	bool black;			/* colour of the promoted pieces */
	char seat[UI_SEAT_TEXT];	/* the seat that answers; "": any */
	uint16_t n;			/* takeback, and refusing a new game: number of actions */
	uint8_t needs, agreed;		/* bits of rows of hints[]: must agree, have agreed */
	char text[UI_SENTENCE_TEXT];
	struct ui_option option[UI_OPTIONS_MAX];
};

struct ui_guidance {
	bool on;
	bool due;			/* an automatic move is still to be made on the board */
	bool onward;			/* no mistake: an action is half made, and this is left of it */
	bool idle;			/* no mistake: a piece without a move is in the hand */
	uint8_t rank;			/* the pieces are set up, this rank next; 0: they are not */
	uint8_t lift_sq, put_sq;	/* or RULES_NO_SQ */
	uint8_t steps;
	struct sqset missing, extra, wrong;
	char text[UI_SENTENCE_TEXT];
};

struct ui_refusal {
	bool on;
	char text[UI_SENTENCE_TEXT];
};

/* A kept game that is replayed on the board. */
struct ui_showing {
	bool on;
	uint32_t game_id, move;
	char text[UI_SENTENCE_TEXT];	/* the next step */
	struct sqset light[UI_LIGHTS];
};

enum ui_lesson_stage {
	UI_LESSON_SETUP,
	UI_LESSON_READ,
	UI_LESSON_TASK,
	UI_LESSON_REPLY,
	UI_LESSON_END,
};

/* How far a player is in the puzzles of a game; n 0: there are none. */
struct ui_puzzles {
	uint16_t n, solved;
	uint16_t streak, best;		/* solved in a row without a mistake: now, and at most */
	uint16_t mistakes;		/* of the player's reviewed games, still to be solved */
};

enum ui_lesson_kind {
	UI_LESSON_TAUGHT,
	UI_LESSON_PUZZLE,
	UI_LESSON_MISTAKE,		/* a puzzle from a reviewed game of the learner */
};

/* The lesson or puzzle on the board, without its position. */
struct ui_lesson {
	bool on;
	uint8_t kind;			/* enum ui_lesson_kind */
	uint8_t stage;			/* enum ui_lesson_stage */
	uint8_t step, steps;		/* from 1 */
	uint8_t n_options;
	char name[UI_NAME_TEXT];
	char text[UI_SENTENCE_TEXT], remark[UI_SENTENCE_TEXT];
	char option[UI_OPTIONS_MAX][RULES_ACTION_TEXT];	/* actions without hands */
	struct ui_puzzles puzzles;	/* of a puzzle */
};

/* The review that the partner makes. */
struct ui_reviewing {
	uint32_t game_id;		/* 0: none */
	uint32_t done, of;		/* actions */
	bool failed;
};

struct ui_trouble {
	char name[16];			/* "stuck", "sensor.3" */
	char who[16];
	char what[UI_SENTENCE_TEXT];
};

struct ui_seat_hints {
	char seat[UI_SEAT_TEXT];
	uint8_t level;			/* enum ui_hints */
	char graded[UI_WORD_TEXT];	/* pieces that are graded in a turn: "all", "1" */
};

struct ui_state {
	uint8_t phase;			/* enum ui_phase */
	uint8_t files, ranks;		/* of the game; 8 x 8 without one */
	char game[24];			/* "chess960" */
	char title[UI_NAME_TEXT];
	struct ui_piece at[RULES_SQUARES_MAX];	/* with the provisional action applied */
	char to_act[UI_SEAT_TEXT];	/* in the settled position; "": no seat */
	char colour;			/* w or b: side to move in the drawn position; 0: none */
	char turn_seat[UI_SEAT_TEXT];	/* seat whose turn it is, even while chance acts */
	char viewer[UI_SEAT_TEXT];	/* "table", or a seat */
	uint32_t turn;
	uint32_t n_actions;
	bool hides;			/* the game hides something and cannot be resumed once it
					 * was left */
	bool closed;			/* the end is permanent */
	bool reveal;			/* the game has ended, and hides something that Reveal
					 * shows */
	struct ui_keys keys;
	uint8_t n_words;
	char word[UI_WORDS_MAX][UI_WORD_TEXT];	/* legal actions made on the screen; "buy:N" */
	/* What some legal move of the board does; the moves themselves are not kept. */
	bool may_castle, may_pass_pawn, may_promote, may_bilk, may_attempt, may_transfer;
	uint8_t n_said;
	struct announcement said[UI_SAID_MAX];	/* oldest first */
	uint32_t said_of[UI_SAID_MAX];	/* index of the action that caused it, from 0 */
	bool has_provisional;
	char provisional[RULES_ACTION_TEXT];
	char last_action[RULES_ACTION_TEXT];
	bool has_plan;			/* hands have to make a computer's move */
	uint8_t plan_from, plan_to;	/* or RULES_NO_SQ: it is no move of a piece */
	struct sqset lifted, check;
	bool selected;			/* a bought piece waits to be set down */
	struct sqset light[UI_LIGHTS];	/* the squares of each meaning */
	struct sqset tricks;	/* of these: the lifted piece becomes crooked there */
	uint16_t n_moves;
	uint32_t moves_from;		/* number of move[0] in the game, from 0 */
	struct ui_move move[UI_MOVES_MAX];
	bool over_known; /* there is a result */
	char result_text[UI_SENTENCE_TEXT];
	struct ui_prompt prompt;
	struct ui_guidance guidance;
	struct ui_refusal refusal;
	uint8_t about_shown, about_next; /* enum ui_about: the answer in `message`, and the one that Hint shows next */
	unsigned claims;		/* CLAIM_…, UI_CLAIM_TIME */
	uint8_t n_hints;
	struct ui_seat_hints hints[RULES_SEATS_MAX];
	bool clock_button;		/* the board has a clock button; otherwise the screen
					 * shows one */
	char names[RULES_SEATS_MAX][UI_PLAYER_TEXT];	/* by row of hints[]; "": unnamed */
	bool in_match;
	uint8_t points2[RULES_SEATS_MAX];	/* in the match, in halves, by row of hints[] */
	struct ui_clock clock;
	struct ui_settings settings;
	uint8_t pins;			/* bits of rows of hints[]: seats protected by a PIN */
	uint8_t asks_blunders;		/* likewise: seats that are asked before a blunder is final */
	uint8_t computers;		/* likewise: seats that are no persons */
	bool thinks;			/* a computer is about to choose */
	bool date_by_hand;		/* the player may set it */
	char date[UI_WORD_TEXT];
	struct ui_showing showing;
	struct ui_lesson lesson;
	struct ui_reviewing reviewing;
	bool lamp_test;
	uint8_t legend;			/* enum ui_light that the lamps explain; UI_LIGHTS: none */
	struct ui_calibration calibration;
	struct sqset suspects, blind;	/* squares of a board of 11 x 9, by sensor */
	uint8_t n_sticks;
	struct ui_stick stick[UI_STICKS_MAX];
	uint8_t n_works;
	struct ui_work work[UI_WORKS_MAX];
	struct ui_secret secret;
	uint32_t game_id;		/* 0: none yet */
	char result[UI_WORD_TEXT], reason[UI_NAME_TEXT];
	uint8_t n_troubles;
	struct ui_trouble trouble[UI_TROUBLES_MAX];
	char message[UI_SENTENCE_TEXT];
};

/* The erroneous field and the error: "prompt.options[3].action: longer than 23 bytes". */
struct ui_error {
	char why[160];
};

/* Returns the daemon's name of a light: "asked". */
const char *ui_light_name(enum ui_light light);

/* Returns 0, or -EINVAL with *err set and *s unchanged. */
MUST_USE int ui_state_parse(const json_t *message, struct ui_state *s, struct ui_error *err);

/* Returns a setting that is on or off, and one of a few words (NULL: none), by the daemon's key. */
bool ui_settings_flag(const struct ui_settings *t, const char *key);
const char *ui_settings_word(const struct ui_settings *t, const char *key);

/* Reports whether the pieces are set up, and a square still lacks one or has one too many. */
bool ui_state_lacks(const struct ui_state *s);
/* Returns the level of a seat; UI_HINTS_OFF if the daemon sent none. */
enum ui_hints ui_state_hints(const struct ui_state *s, const char *seat);

/*
 * What the daemon told last, as a plain value: everything that a page is drawn
 * from. It is read whole from a `state` message of docs/protocol.md and replaced
 * whole; nothing in here is ever worked out from rules.
 *
 * The socket is not trusted. Every text and list has a limit: sentences for
 * people are cut to their field and cleaned of control characters, whatever
 * names a thing (squares, actions, ids) is refused when it is too long or of
 * the wrong form. A refused message changes nothing.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	UI_FILES_MAX = 11,
	UI_RANKS_MAX = 9,
	UI_SQUARES_MAX = UI_FILES_MAX * UI_RANKS_MAX,
	UI_NO_SQ = 0xff,
	UI_MOVES_MAX = 80,		/* the newest ones, of however many are told */
	UI_OPTIONS_MAX = 16,		/* of one prompt */
	UI_TROUBLES_MAX = 8,
	UI_SEATS_MAX = 4,
	UI_SEAT_TEXT = 8,		/* "w", "wk", "chance" */
	UI_ACTION_TEXT = 24,
	UI_SAN_TEXT = 16,
	UI_NAME_TEXT = 48,
	UI_SENTENCE_TEXT = 256,
	UI_WORDS_MAX = 160,		/* the 120 masks are the most there is at a time */
	UI_WORD_TEXT = 16,
	UI_SPEC_TEXT = 256,		/* of a clock: the longest of the daemon, and its NUL */
	UI_PLAYER_TEXT = 40,		/* a player's name */
	UI_WORKS_MAX = 3,
	UI_STICKS_MAX = 4,
	UI_COVERS_MAX = 16,
	UI_CLOSE_S = 20,		/* a seat's page, where no setting says otherwise */
	UI_SAID_MAX = 4,		/* the newest announcements */
	UI_CARDS_MAX = 32,
	UI_CARD_TEXT = 4,
	UI_PRICES = 8,			/* extra1 extra2 opponent pawn minor rook queen flight */
	UI_KINDS = 5,
	UI_GRAVES_MAX = 64,		/* one a square and side, as positions set by hand may have */
	UI_PIECES_TEXT = 256,		/* likewise: 255 to dust, 240 lost */
	UI_PRICE_MAX = 2000000000,	/* the rules take a thousand million, and prices rise */
};

/* Squares as the rules number them: rank * files + file, a1 is 0. */
struct ui_set {
	uint64_t w[2];
};

static inline bool
ui_set_has(const struct ui_set *s, unsigned sq)
{
	return sq < UI_SQUARES_MAX && (s->w[sq >> 6] >> (sq & 63) & 1) != 0;
}

static inline void
ui_set_add(struct ui_set *s, unsigned sq)
{
	s->w[sq >> 6] |= UINT64_C(1) << (sq & 63);
}

/* As the board field writes it: upper case White; letter 0 empty, '?' unknown. */
struct ui_piece {
	char letter;
	char mark;			/* 0 or one of * ^ @ */
};

/* Cards by name, "10H", or only how many there are. */
struct ui_cards {
	uint8_t n;
	bool open;			/* card[] is told */
	char card[UI_CARDS_MAX][UI_CARD_TEXT];
};

struct ui_grave {
	char letter;
	uint8_t sq;			/* or UI_NO_SQ: not known to the viewer */
};

/*
 * What a game needs besides its board, White's first; all zero where it has no
 * such thing. Lists of pieces are letters, in the colour's case.
 */
struct ui_keys {
	char stage[12];
	/* Dice-Money */
	uint8_t n_dice, dice[2];
	int16_t money[2];
	int32_t price[2][UI_PRICES];
	char lost[2][UI_PIECES_TEXT];
	uint8_t extra;
	bool flight;
	/* Abstract */
	char table[12], turns[12], transfers[12];
	/* Zombie */
	uint8_t n_buried[2];
	struct ui_grave buried[2][UI_GRAVES_MAX];
	struct ui_set left, moved;
	bool has_hiding;
	struct ui_set hiding[2];	/* squares that may still hide one of that side's burials */
	char hold[UI_PIECES_TEXT], dust[UI_PIECES_TEXT];
	/* Masquerade: masks and what each kind may still be, of K Q R B N */
	char mask[2][UI_KINDS + 1], known[2][UI_KINDS][UI_KINDS + 1];
	uint8_t combos[2];		/* masks still possible, 0: not told */
	/* Crowded House */
	char seat[4];
	uint8_t passes;
	/* Cooperative */
	char cards[8];
	struct ui_cards hand[2], discards[2], captured, pile;
	uint8_t piece_sq;		/* or UI_NO_SQ */
	bool wild;
	/* Half Alice */
	uint8_t checkers[2];
};

/* One seat's clock as it was when the message came; it is counted down from there. */
struct ui_clock_seat {
	char seat[UI_SEAT_TEXT];
	int32_t left_ms;
	bool flag;			/* has fallen */
	int16_t moves_left;		/* to the next period, -1: no periods */
};

enum ui_paused { UI_PAUSED_NO, UI_PAUSED_ASKED, UI_PAUSED_RESTART, UI_PAUSED_BOARD };

struct ui_clock {
	bool on;
	bool started;
	uint8_t paused;			/* enum ui_paused */
	uint8_t n;
	char spec[UI_SPEC_TEXT];
	char running[UI_SEAT_TEXT], gains[UI_SEAT_TEXT];	/* "": nobody's */
	struct ui_clock_seat seat[UI_SEATS_MAX];
};

enum ui_cue { UI_CUE_MOVE, UI_CUE_CAPTURE, UI_CUE_CHECK, UI_CUE_ASKED, UI_CUE_WRONG, UI_CUES };

/* What the daemon keeps for the table, as far as the screen needs it. */
struct ui_settings {
	bool told;			/* the daemon has settings */
	bool objects, speech, exact_marks, power_off;
	bool keep_traces, usb_stick, usb_traces, usb_disk, usb_serial;
	bool cue[UI_CUES];
	uint8_t brightness, volume;	/* per cent */
	uint16_t close_s;		/* a seat's page, after the last touch */
	uint32_t traces_kept;		/* games whose traces are kept at most */
	char palette[UI_WORD_TEXT], hints[UI_WORD_TEXT];
	char language[UI_NAME_TEXT], clock[UI_SPEC_TEXT];
};

/* A USB stick that is plugged in. */
struct ui_stick {
	char stage[UI_WORD_TEXT]; /* reading writing done failed */
	char text[UI_SENTENCE_TEXT];
};

struct ui_work {
	uint32_t id, done, of;		/* of 0: not known */
	char kind[UI_WORD_TEXT];
};

struct ui_calibration {
	bool on;
	char step[UI_WORD_TEXT];
	/* Squares still to come, and those to look at again; of a board of 11 x 9. */
	struct ui_set left, wrong;
	char text[UI_SENTENCE_TEXT];
};

/* What a seat is to choose on its own page. */
struct ui_secret {
	char kind[UI_WORD_TEXT];	/* "bury", "assign", "": nothing */
	char piece;
	uint8_t n_options;
	char option[UI_COVERS_MAX][UI_WORD_TEXT];	/* bury: where, by squares */
};

enum ui_phase { UI_PHASE_NONE, UI_PHASE_PLAYING, UI_PHASE_OVER };

enum ui_prompt_kind {
	UI_PROMPT_NONE,
	UI_PROMPT_WHICH,
	UI_PROMPT_CONFIRM,
	UI_PROMPT_PROMOTION,
	UI_PROMPT_TAKEBACK,
	UI_PROMPT_NEW_GAME,
	UI_PROMPT_DRAW,
	UI_PROMPT_RESIGN,
	UI_PROMPT_MENU,
	UI_PROMPT_END,
	UI_PROMPT_PAY,
	UI_PROMPT_TIME,			/* a fallen flag is claimed */
	UI_PROMPT_ARRAY,		/* do the pieces stand as the board shows them? */
	UI_PROMPT_OTHER,		/* of a kind this screen does not know: yes or no */
};

enum ui_hints { UI_HINTS_OFF, UI_HINTS_MOVES, UI_HINTS_SAFE };
enum { UI_CLAIM_THREEFOLD = 1, UI_CLAIM_FIFTY = 2, UI_CLAIM_TIME = 4 };

struct ui_move {
	char text[UI_SAN_TEXT];		/* SAN where the game has it, else the action, cut */
	bool provisional;
};

struct ui_option {
	char action[UI_ACTION_TEXT];
	char text[UI_NAME_TEXT];
};

struct ui_prompt {
	uint32_t id;
	uint8_t kind;			/* enum ui_prompt_kind */
	uint8_t n_options;
	uint16_t n;			/* takeback: how many actions */
	uint8_t needs, agreed;		/* bits of rows of hints[]: who must say yes, who has */
	char text[UI_SENTENCE_TEXT];
	struct ui_option option[UI_OPTIONS_MAX];
};

struct ui_guidance {
	bool on;
	bool due;			/* the rules moved it: the hands follow, play may go on */
	uint8_t lift_sq, put_sq;	/* or UI_NO_SQ */
	uint8_t steps;
	struct ui_set missing, extra, wrong;
	char text[UI_SENTENCE_TEXT];
};

struct ui_refusal {
	bool on;
	uint8_t from_sq, to_sq;		/* or UI_NO_SQ */
	struct ui_set squares;
	char text[UI_SENTENCE_TEXT];
};

struct ui_trouble {
	char name[16];			/* "stuck", "sensor.3" */
	char who[16];
	char what[UI_SENTENCE_TEXT];
};

struct ui_seat_hints {
	char seat[UI_SEAT_TEXT];
	uint8_t level;			/* enum ui_hints */
};

struct ui_state {
	uint8_t phase;			/* enum ui_phase */
	uint8_t files, ranks;		/* at least 1 */
	char game[24];			/* "chess960" */
	char title[UI_NAME_TEXT];
	struct ui_piece at[UI_SQUARES_MAX];	/* with the provisional action applied */
	char to_act[UI_SEAT_TEXT];	/* in the settled position; "" when nobody is */
	char colour;			/* w or b: whose turn the drawn position says it is; 0 */
	char turn_seat[UI_SEAT_TEXT];	/* whose turn it is, chance's part in it too */
	char viewer[UI_SEAT_TEXT];	/* whose eyes: "table", or a seat */
	uint32_t turn;
	uint32_t n_actions;
	bool hides;			/* put aside it cannot be played on */
	struct ui_keys keys;
	uint8_t n_words;
	char word[UI_WORDS_MAX][UI_WORD_TEXT];	/* legal actions that no hand does; "buy:N" */
	uint8_t n_said;
	char said[UI_SAID_MAX][UI_NAME_TEXT];	/* oldest first */
	uint32_t said_of[UI_SAID_MAX];	/* which action of the game made it so, from 0 */
	bool has_provisional;
	char provisional[UI_ACTION_TEXT];
	char last_action[UI_ACTION_TEXT];
	struct ui_set last, lifted, check;
	bool selected;			/* something bought waits to be set down */
	struct ui_set begun;		/* attempt, transfer, purchase: squares that wait */
	struct ui_set reach;		/* where an action from a lifted square may end */
	uint16_t n_moves;
	uint32_t moves_from;		/* number of move[0] in the game, from 0 */
	struct ui_move move[UI_MOVES_MAX];
	/*
	 * Half-move of move[0], counted from White's first: 2 is White's second.
	 * -1 where moves have no numbers (games without SAN).
	 */
	int32_t first_ply;
	bool over_told;			/* there is a result */
	char result_text[UI_SENTENCE_TEXT];
	struct ui_prompt prompt;
	struct ui_guidance guidance;
	struct ui_refusal refusal;
	unsigned claims;		/* UI_CLAIM_… */
	uint8_t n_hints;
	struct ui_seat_hints hints[UI_SEATS_MAX];
	bool clock_button;		/* the board has one; else the screen offers it */
	char names[UI_SEATS_MAX][UI_PLAYER_TEXT];	/* by row of hints[]; "": not told */
	uint16_t round;			/* of a match, 0: none */
	bool in_match;
	uint8_t points2[UI_SEATS_MAX];	/* of it, in halves, by row of hints[] */
	struct ui_clock clock;
	struct ui_settings settings;
	uint8_t pins;			/* bits of rows of hints[]: seats with a number of their own */
	bool date_by_hand;		/* it may be set */
	char date[UI_WORD_TEXT];
	bool showing;			/* the lamps follow an old game */
	bool lamp_test;
	struct ui_calibration calibration;
	struct ui_set suspects, blind;	/* squares of a board of 11 x 9: sensors */
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

/* Which field was wrong, and how: "prompt.options[3].action: longer than 23 bytes". */
struct ui_error {
	char why[160];
};

/* 0, or -EINVAL with *err told and *s untouched. */
MUST_USE int ui_state_parse(const json_t *message, struct ui_state *s, struct ui_error *err);

/* The board field of a position text; at[] is files * ranks long. 0 or -EINVAL, *err told. */
MUST_USE int ui_board_parse(const char *text, unsigned files, unsigned ranks,
			    struct ui_piece *at, struct ui_error *err);

/* Up to `len` bytes of text as a square of the board, or UI_NO_SQ. */
unsigned ui_square_parse(const char *text, size_t len, unsigned files, unsigned ranks);

/* The level of a seat, UI_HINTS_OFF where the daemon told none. */
enum ui_hints ui_state_hints(const struct ui_state *s, const char *seat);

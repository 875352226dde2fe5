/*
 * The screen's side of docs/protocol.md: parses received lines and prints
 * requests. Uses no sockets.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "ui/answer.h"

enum {
	UI_LINK_VERSION = 1,
	UI_REQUEST_TEXT = 4096,		/* size of the longest request, newline and NUL included */
};

enum ui_message_kind {
	UI_MESSAGE_HELLO,		/* version, program */
	UI_MESSAGE_STATE,		/* state */
	UI_MESSAGE_OK,			/* id, answer */
	UI_MESSAGE_ERROR,		/* id, why */
	UI_MESSAGE_BUTTON,		/* press */
	UI_MESSAGE_OTHER,		/* a kind that the screen ignores */
};

/* A button of the board, reported at the screen's request. */
enum ui_press_button { UI_PRESS_OK, UI_PRESS_BACK, UI_PRESS_HINT };
enum ui_press_what { UI_PRESS_DOWN, UI_PRESS_UP, UI_PRESS_HELD };

struct ui_press {
	uint8_t button;			/* enum ui_press_button */
	uint8_t what;			/* enum ui_press_what */
};

/* The board's name, and the size of its playing area in squares; 0: unknown. */
struct ui_room {
	char name[UI_NAME_TEXT];
	uint8_t files, ranks;
	uint8_t home_file, home_rank;	/* of a1 of a smaller game, from 0 */
};

struct ui_message {
	uint8_t kind;			/* enum ui_message_kind */
	struct ui_room room;		/* hello: the board's; the link adds it to each state */
	struct ui_press press;
	int64_t id;			/* -1: not a reply */
	int64_t version;
	char program[UI_NAME_TEXT];
	char why[UI_SENTENCE_TEXT];
	struct ui_state state;
	struct ui_state lesson_at;	/* state: the position of its lesson, if it has one */
	struct ui_answer answer;
};

/* Parses one line without its newline. Returns 0, or -EINVAL with *err set and *m undefined. */
MUST_USE int ui_message_parse(const char *line, size_t len, struct ui_message *m,
			      struct ui_error *err);

/* Reads a state with the position of its lesson. Returns 0, or -EINVAL with *err set. */
MUST_USE int ui_message_state(const json_t *object, struct ui_message *m, struct ui_error *err);

enum ui_request_kind {
	UI_REQUEST_ACT,			/* action */
	UI_REQUEST_PRESS,		/* word: clock ok back hint */
	UI_REQUEST_ANSWER,		/* prompt, yes; seat: who answers, "": unspecified; n: 1 with a
					 * no to a new game: no takeback either */
	UI_REQUEST_CHOOSE,		/* prompt, action */
	UI_REQUEST_NEW,			/* word: game; options or position, players, lot, text: clock;
					 * yes: force */
	UI_REQUEST_NEXT,		/* of the match; yes: force */
	UI_REQUEST_UNDO,		/* n */
	UI_REQUEST_RESIGN,		/* seat */
	UI_REQUEST_DRAW,
	UI_REQUEST_REVEAL,		/* asks whether the end is permanent */
	UI_REQUEST_CLAIM,		/* word: "" a draw, "time" a fallen flag */
	UI_REQUEST_HINTS,		/* seat, word: off moves safe graded */
	UI_REQUEST_GRADED,		/* seat, word: all 1 2 3 */
	UI_REQUEST_BLUNDERS,		/* seat, yes: asks before a blunder is final */
	UI_REQUEST_MOVE_NOW,		/* the computer stops thinking */
	UI_REQUEST_SAY,			/* to the voice; yes: the position, no: the last move */
	UI_REQUEST_ROLL,		/* the daemon's dice */
	UI_REQUEST_SELECT,		/* action: "buy:N" to set down next; "": cancel */
	UI_REQUEST_SCREEN,		/* this client is the screen, and may open pages */
	UI_REQUEST_HANDOVER,		/* seat: opens its page, "" closes it; pin */
	UI_REQUEST_PIN,			/* seat, pin: "" removes it */
	UI_REQUEST_CLOCK,		/* yes: pause, no: resume */
	UI_REQUEST_SET_FLAG,		/* word: the setting; yes */
	UI_REQUEST_SET_NUMBER,		/* word, n */
	UI_REQUEST_SET_TEXT,		/* word, text */
	UI_REQUEST_DATE,		/* text: 2026-01-31 */
	UI_REQUEST_LIST,		/* prompt: only games below this number, 0: the newest; text: to find */
	UI_REQUEST_SHOW,		/* prompt: game, 0: current; n: move, UINT16_MAX: end; line: of the
					 * review, 0: the game; yes: lamps */
	UI_REQUEST_REVIEW,		/* prompt: game, 0: current; n: move */
	UI_REQUEST_QR,			/* prompt: game, 0: the one on the board; n: part */
	UI_REQUEST_OPEN,		/* prompt: the kept game to resume */
	UI_REQUEST_LEAVE,		/* end the replay on the board */
	UI_REQUEST_EVENING,		/* yes: start a new one */
	UI_REQUEST_DIAGNOSTICS,
	UI_REQUEST_LAMPTEST,		/* yes: on */
	UI_REQUEST_LEGEND,		/* word: the light to explain; "": none */
	UI_REQUEST_CALIBRATE,		/* word: the step: begin empty end keep cancel */
	UI_REQUEST_BLIND,		/* word: a square of the board; yes: ignore its sensor */
	UI_REQUEST_POWEROFF,
	UI_REQUEST_LESSON,		/* word: game, lesson, text: the learner; n: number of a
					 * lesson, 0: lists them, or of a puzzle, 0: the next one;
					 * or action; or yes: goes on; else leaves */
	UI_REQUEST_FOCUS,		/* yes: the board's buttons control the screen */
};

enum ui_lot { UI_LOT_NAMED, UI_LOT_SWAPPED, UI_LOT_DRAWN };	/* how the seats are assigned */

enum { UI_PIN_TEXT = 9 };

struct ui_request {
	uint8_t kind;			/* enum ui_request_kind */
	bool yes;
	uint16_t n, line;
	uint32_t prompt;
	char word[24];
	char seat[UI_SEAT_TEXT];
	char action[RULES_ACTION_TEXT];
	char options[96];		/* NEW: "" or "key=value" words */
	char position[RULES_POSITION_TEXT];	/* NEW: "" or where the game begins */
	char text[UI_SPEC_TEXT];
	char pin[UI_PIN_TEXT];
	uint8_t lot;			/* NEW: enum ui_lot */
	uint8_t lesson;			/* LESSON: enum ui_lesson_kind */
	struct {
		char seat[UI_SEAT_TEXT];
		char name[UI_PLAYER_TEXT];	/* "": no name */
		uint8_t level;			/* of a computer; 0: a person */
	} player[RULES_SEATS_MAX];
};

/* Prints the request as a line with its newline and returns the length. The reply repeats `id`. */
size_t ui_request_print(const struct ui_request *q, uint32_t id, char out[UI_REQUEST_TEXT]);

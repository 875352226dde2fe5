/*
 * Replies to requests of a page: lists of kept games, a past position, the
 * evening's results, sensor readings. Plain values of fixed size, validated as
 * strictly as states.
 */
#pragma once
#include "ui/reader.h"
#include "ui/state.h"

enum {
	UI_LESSONS_MAX = 30,
	UI_LIST_MAX = 20,		/* games in one reply */
	UI_SHEET_MAX = 24,		/* most players, and most games, of an evening on screen */
	UI_CHIPS_MAX = 24,
	UI_BUSES_MAX = 8,
	/*
	 * Bytes of a code, version 20 at the lowest correction. Its modules are three pixels wide
	 * in the small design, quiet zone included; longer games take several codes.
	 */
	UI_CODE_BYTES = 858,
	UI_CODE_MIN = 21,		/* modules a side */
	UI_CODE_MAX = 97,
	UI_CODE_CELLS = UI_CODE_MAX * ((UI_CODE_MAX + 3) / 4) + 1,
};

enum ui_answer_kind {
	UI_ANSWER_NONE,			/* a bare ok */
	UI_ANSWER_LIST,
	UI_ANSWER_SHOWN,
	UI_ANSWER_EVENING,
	UI_ANSWER_DIAGNOSTICS,
	UI_ANSWER_CODE,
	UI_ANSWER_LESSONS,
};

struct ui_kept {			/* one game of a list */
	uint32_t id, actions;
	char title[UI_NAME_TEXT];
	char players[2 * UI_PLAYER_TEXT + 8];	/* "Anna – Ben"; "" without names */
	char game[24];			/* the daemon's name for the game */
	char result[UI_WORD_TEXT], reason[UI_NAME_TEXT], date[UI_WORD_TEXT];
	char event[UI_NAME_TEXT];	/* "": unknown */
};

struct ui_list {
	uint8_t n;
	bool more;			/* there may be older games */
	struct ui_kept game[UI_LIST_MAX];
};

struct ui_score {
	char name[UI_PLAYER_TEXT];
	uint16_t played, won, drawn, lost;
	uint16_t points2;		/* in halves */
};

struct ui_sheet {
	uint16_t n_games;		/* all games of the evening, not only those listed */
	uint8_t n_listed, n_scores;
	struct ui_kept game[UI_SHEET_MAX];	/* the newest, oldest first */
	struct ui_score score[UI_SHEET_MAX];	/* best first */
};

enum { UI_SENSE_EMPTY, UI_SENSE_FULL, UI_SENSE_WHITE, UI_SENSE_BLACK };

struct ui_sensor {
	bool known;
	uint8_t sense;			/* UI_SENSE_… */
	bool odd;			/* silent or flickering */
	int16_t raw;			/* raw measurement; -1: a plain switch */
	uint32_t edges;
};

struct ui_chip {
	char name[UI_WORD_TEXT];	/* "Sensors" */
	uint16_t index;
	char where[UI_NAME_TEXT];	/* a chip's address, or a bus's device */
	bool works;
	uint32_t errors;
};

struct ui_diagnostics {
	struct ui_sensor at[RULES_SQUARES_MAX];
	struct sqset weak, stuck;
	uint8_t n_chips;		/* buses first */
	struct ui_chip chip[UI_CHIPS_MAX + UI_BUSES_MAX];
	char down[UI_NAME_TEXT];	/* names of the buttons held down */
};

/* A kept game after one of its moves. `at` is a complete state without prompts. */
struct ui_shown {
	uint32_t game_id, n, move;
	bool over;
	struct ui_state at;
};

/* A game, or one part of it, as a QR code. */
struct ui_code {
	uint16_t part, parts;
	uint8_t size, quiet;		/* in modules: the side, and the white margin */
	char cells[UI_CODE_CELLS];	/* in the format of draw_code */
};

struct ui_lesson_row {
	char name[UI_NAME_TEXT];
	uint8_t steps, step;		/* step: the one to go on with, from 1; 0: not begun */
	bool done;
};

/* The lessons of a game. */
struct ui_lessons {
	uint8_t n;
	struct ui_lesson_row row[UI_LESSONS_MAX];
};

struct ui_answer {
	uint8_t kind;			/* enum ui_answer_kind */
	union {
		struct ui_list list;
		struct ui_shown shown;
		struct ui_sheet sheet;
		struct ui_diagnostics diagnostics;
		struct ui_code code;
		struct ui_lessons lessons;
	} u;
};

/* Reads the content of an `ok` message into *a and sets its kind. Errors are kept in the reader. */
void ui_answer_read(struct reader *r, const json_t *message, struct ui_answer *a);

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
	UI_SCORES_MAX = 2001,		/* of a review, as many as the daemon's REVIEW_ACTIONS_MAX and one */
	UI_TURNING_MAX = 20,
	UI_LINE_MAX = 8,		/* moves of a best line */
};

enum ui_answer_kind {
	UI_ANSWER_NONE,			/* a bare ok */
	UI_ANSWER_LIST,
	UI_ANSWER_SHOWN,
	UI_ANSWER_EVENING,
	UI_ANSWER_DIAGNOSTICS,
	UI_ANSWER_CODE,
	UI_ANSWER_LESSONS,
	UI_ANSWER_REVIEW,
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
	char position[RULES_POSITION_TEXT];	/* as the daemon's; "": a part is hidden */
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
	struct ui_puzzles puzzles;
	struct ui_lesson_row row[UI_LESSONS_MAX];
};

enum ui_class { UI_CLASS_BEST, UI_CLASS_GOOD, UI_CLASS_PLAYABLE, UI_CLASS_MISTAKE, UI_CLASS_BLUNDER };

/* An action of a review. */
struct ui_reviewed {
	uint32_t move;			/* the move after it; 0: none */
	uint8_t class;			/* enum ui_class */
	int16_t score, best_score;	/* White's, after it and after the best one */
	struct ui_move played, best;
};

/* The review of a finished game. */
struct ui_review {
	uint32_t game_id;
	char game[24];			/* the daemon's name for the game */
	uint16_t n_scores;
	int16_t score[UI_SCORES_MAX];	/* White's, at the start and after each action */
	uint8_t n_turning;
	struct ui_reviewed turning[UI_TURNING_MAX];
	struct ui_reviewed at;		/* the requested action */
	uint8_t n_line;
	struct ui_move line[UI_LINE_MAX];	/* the best line instead of it */
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
		struct ui_review review;
	} u;
};

/* Reads the content of an `ok` message into *a and sets its kind. Errors are kept in the reader. */
void ui_answer_read(struct reader *r, const json_t *message, struct ui_answer *a);

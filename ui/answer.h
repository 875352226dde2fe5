/*
 * What the daemon answers when a page asks: kept games, one of them at a move,
 * the evening's sheet, what the sensors read. Plain values of fixed size; read
 * with the same distrust as states.
 */
#pragma once
#include "ui/reader.h"
#include "ui/state.h"

enum {
	UI_LIST_MAX = 20,		/* games of one answer: what is asked for at a time */
	UI_SHEET_MAX = 24,		/* players, and games, of an evening that are shown */
	UI_CHIPS_MAX = 24,
	UI_BUSES_MAX = 8,
	/*
	 * Bytes of a code, version 20 at the lowest correction: modules of three
	 * pixels in the small design, quiet zone included; longer games take several.
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
};

struct ui_kept {			/* a game of a list */
	uint32_t id, actions;
	char title[UI_NAME_TEXT];
	char players[2 * UI_PLAYER_TEXT + 8];	/* "Anna – Ben", "" where nobody is named */
	char game[UI_WORD_TEXT];	/* the daemon's name for it */
	char result[UI_WORD_TEXT], reason[UI_NAME_TEXT], date[UI_WORD_TEXT];
};

struct ui_list {
	uint8_t n;
	bool more;			/* there may be older ones */
	struct ui_kept game[UI_LIST_MAX];
};

struct ui_score {
	char name[UI_PLAYER_TEXT];
	uint16_t played, won, drawn, lost;
	uint16_t points2;		/* in halves */
};

struct ui_sheet {
	char since[UI_WORD_TEXT];
	uint16_t n_games;		/* all of the evening, not only those listed */
	uint8_t n_listed, n_scores;
	struct ui_kept game[UI_SHEET_MAX];	/* the newest, oldest first */
	struct ui_score score[UI_SHEET_MAX];	/* best first */
};

enum { UI_SENSE_EMPTY, UI_SENSE_FULL, UI_SENSE_WHITE, UI_SENSE_BLACK };

struct ui_sensor {
	bool told;
	uint8_t sense;			/* UI_SENSE_… */
	bool odd;			/* silent or flickering */
	int16_t raw;			/* what it measures, -1: it only switches */
	uint32_t edges;
};

struct ui_chip {
	char name[UI_WORD_TEXT];	/* "Sensors" */
	uint16_t index;
	char where[UI_NAME_TEXT];	/* its address, or a bus's device */
	bool works;
	uint32_t errors;
};

struct ui_diagnostics {
	struct ui_sensor at[UI_SQUARES_MAX];
	struct ui_set weak, stuck;
	uint8_t n_chips;		/* buses first */
	struct ui_chip chip[UI_CHIPS_MAX + UI_BUSES_MAX];
	char down[UI_NAME_TEXT];	/* buttons that are pressed, by name */
};

/* A kept game at one of its moves. `at` is a state of its own, without prompts. */
struct ui_shown {
	uint32_t game_id, n, move;
	bool over;
	struct ui_state at;
};

/* A game, or a part of it, as a QR code. */
struct ui_code {
	uint16_t part, parts;
	uint8_t size, quiet;		/* modules: a side; of white around it */
	char cells[UI_CODE_CELLS];	/* as draw_code takes them */
};

struct ui_answer {
	uint8_t kind;			/* enum ui_answer_kind */
	union {
		struct ui_list list;
		struct ui_shown shown;
		struct ui_sheet sheet;
		struct ui_diagnostics diagnostics;
		struct ui_code code;
	} u;
};

/* Which of them a message of kind ok carries, and its content; faults stick to the reader. */
void ui_answer_read(struct reader *r, const json_t *message, struct ui_answer *a);

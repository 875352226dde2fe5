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
};

enum ui_hints { UI_HINTS_OFF, UI_HINTS_MOVES, UI_HINTS_SAFE };
enum { UI_CLAIM_THREEFOLD = 1, UI_CLAIM_FIFTY = 2 };

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
	char text[UI_SENTENCE_TEXT];
	struct ui_option option[UI_OPTIONS_MAX];
};

struct ui_guidance {
	bool on;
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
	uint32_t turn;
	uint32_t n_actions;
	bool has_provisional;
	char provisional[UI_ACTION_TEXT];
	struct ui_set last, lifted, check;
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

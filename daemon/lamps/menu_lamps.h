/*
 * Chooses a game without a screen, then who plays each seat. Squares in the middle of the board
 * represent the games that need none, each in its own colour; then a person and the levels of a
 * computer, and the seat's side of the board is lit. A piece left on a square for a while chooses it.
 *
 * Pure: raw edges and times in, the choice and a picture out. Squares here are the
 * board's, not a game's.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/lamps/lamps.h"
#include "hw/board/board.h"
#include "rules/rules.h"

#define MENU_LAMPS_NO_DEADLINE UINT64_MAX

enum {
	MENU_LAMPS_MAX = BOARD_FILES_MAX, /* side by side */
	MENU_LAMPS_REST_US = 1000000, /* a piece that rests this long chooses; contacts bounce */
	MENU_LAMPS_NONE = 0xff,
};

struct menu_choice {
	const struct game *game;
	uint8_t level; /* of a computer in the seat; 0: a person, or the game is chosen */
	uint8_t board_sq;
	uint8_t rgb[3];
	bool there; /* the square is occupied */
};

struct menu_lamps {
	uint8_t n;
	struct menu_choice choice[MENU_LAMPS_MAX];
	struct sqset side; /* squares of the board that name the seat; none: the game is chosen */
	uint8_t put; /* choice that last received a piece, or MENU_LAMPS_NONE */
	uint64_t put_us;
};

/*
 * Opens the choice of games that fit on the board. occupied: board squares with a piece
 * now; such a square chooses nothing until the piece was lifted.
 */
void menu_lamps_open(struct menu_lamps *m, const struct board *b, struct sqset occupied);
/*
 * Asks who plays a seat of the game: a person, or a computer at one of its levels. On a narrow board
 * only some levels are offered, always the lowest and the highest.
 */
void menu_lamps_ask(struct menu_lamps *m, const struct board *b, struct sqset occupied,
		    const struct game *g, unsigned seat, unsigned levels);
/* Adds an edge: a board square becomes full or empty. */
void menu_lamps_edge(struct menu_lamps *m, unsigned board_sq, bool full, uint64_t t_us);
/* Returns when the placed piece chooses. */
uint64_t menu_lamps_deadline(const struct menu_lamps *m);
/* Returns what is chosen by now_us, or NULL. */
const struct menu_choice *menu_lamps_chosen(const struct menu_lamps *m, uint64_t now_us);
/*
 * Paints the seat's side, and all choices or only the one with a piece, in c's colours. The caller
 * limits the current (lamps_limit).
 */
void menu_lamps_paint(const struct menu_lamps *m, const struct lamps_config *c,
		      uint8_t rgb[BOARD_SQUARES_MAX][3]);

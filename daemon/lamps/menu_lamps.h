/*
 * Chooses a game without a screen: squares in the middle of the board represent the games
 * that need none, each in its own colour. A piece left on one for a while chooses it.
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
	MENU_LAMPS_MAX = 8, /* side by side on the smallest board */
	MENU_LAMPS_REST_US = 1000000, /* a piece that rests this long chooses; contacts bounce */
	MENU_LAMPS_NONE = 0xff,
};

struct menu_lamps {
	uint8_t n;
	struct {
		const struct game *game;
		uint8_t board_sq;
		bool there; /* the square is occupied */
	} choice[MENU_LAMPS_MAX];
	uint8_t put; /* choice that last received a piece, or MENU_LAMPS_NONE */
	uint64_t put_us;
};

/*
 * Opens the choice of games that fit on the board. occupied: board squares with a piece
 * now; such a square chooses nothing until the piece was lifted.
 */
void menu_lamps_open(struct menu_lamps *m, const struct board *b, struct sqset occupied);
/* Adds an edge: a board square becomes full or empty. */
void menu_lamps_edge(struct menu_lamps *m, unsigned board_sq, bool full, uint64_t t_us);
/* Returns when the placed piece chooses. */
uint64_t menu_lamps_deadline(const struct menu_lamps *m);
/* Returns the game chosen by now_us, or NULL. */
const struct game *menu_lamps_chosen(const struct menu_lamps *m, uint64_t now_us);
/*
 * Paints all choices, or only the one with a piece, in c's colours. The caller limits the
 * current (lamps_limit).
 */
void menu_lamps_paint(const struct menu_lamps *m, const struct lamps_config *c,
		      uint8_t rgb[BOARD_SQUARES_MAX][3]);

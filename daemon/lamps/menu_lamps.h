/*
 * The choice of a game without a screen: squares in the middle of the board stand
 * for the games that need none, each in a colour of its own. A piece that is put
 * on one and left there for a while chooses it.
 *
 * Pure: raw edges and times go in, the choice and a picture come out. Squares
 * here are the board's, not a game's.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/lamps/lamps.h"
#include "hw/board/board.h"
#include "rules/rules.h"

#define MENU_LAMPS_NO_DEADLINE UINT64_MAX

enum {
	MENU_LAMPS_MAX = 7,
	MENU_LAMPS_REST_US = 1000000, /* a piece that stands so long is meant; contacts bounce */
	MENU_LAMPS_NONE = 0xff,
};

struct menu_lamps {
	uint8_t n;
	struct {
		const struct game *game;
		uint8_t board_sq;
		bool there; /* something stands on it */
	} choice[MENU_LAMPS_MAX];
	uint8_t put; /* index of the choice a piece was put on last, or MENU_LAMPS_NONE */
	uint64_t put_us;
};

/*
 * Opens the choice of the games that this board has room for. occupied: board
 * squares where something stands now; it chooses nothing before it was lifted.
 */
void menu_lamps_open(struct menu_lamps *m, const struct board *b, struct sqset occupied);
/* A square reads full or empty from now on. */
void menu_lamps_edge(struct menu_lamps *m, unsigned board_sq, bool full, uint64_t t_us);
/* When the piece that was put down will have chosen. */
uint64_t menu_lamps_deadline(const struct menu_lamps *m);
/* The game that is chosen by now_us, or NULL. */
const struct game *menu_lamps_chosen(const struct menu_lamps *m, uint64_t now_us);
/*
 * The picture: all choices, or the one alone that a piece was put on. c as for
 * lamps_step, but its chips' squares are the board's.
 */
void menu_lamps_paint(const struct menu_lamps *m, const struct lamps_config *c,
		      uint8_t rgb[BOARD_SQUARES_MAX][3]);

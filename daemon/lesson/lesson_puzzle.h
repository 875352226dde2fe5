/*
 * Puzzles: positions in which one action wins, or in Cooperative Chess captures most, and no other
 * does. A game's file has a puzzle a line, the easiest first, in the form of docs/engine.md.
 * hw/puzzles/generate.sh writes these files.
 */
#pragma once
#include "daemon/lesson/lesson.h"

enum {
	LESSON_PUZZLES_MAX = 256, /* of one game */
	LESSON_THEME = 40,
	LESSON_PUZZLE_LINE = 16, /* actions of a line */
	LESSON_LEVEL_STEP = 4,   /* rows by which the next puzzle is harder or easier */
};

struct lesson_puzzle {
	struct position position;
	char theme[LESSON_THEME]; /* "fork", "checkmate-in-2"; docs/engine.md lists them */
	uint8_t n;                /* actions; the first one is the solution */
	struct action line[LESSON_PUZZLE_LINE];
};

struct lesson_puzzles {
	const struct game *game;
	unsigned n;
	struct lesson_puzzle row[LESSON_PUZZLES_MAX];
};

/* Reads a file. Returns 0, or -1 with *err set; all positions and actions are then legal. */
MUST_USE int lesson_puzzles_load(struct lesson_puzzles *p, const struct game *g, const char *path,
				 struct lesson_error *err);
/* Writes the path of a game's file. Returns false if there is none. */
bool lesson_puzzles_path(const char *game, char path[LESSON_PATH]);
/*
 * Checks by the rule core what the themes claim: that the line ends the game by that reason in so
 * many turns, or captures so many pieces. Returns 0, or -1 with *err set.
 */
MUST_USE int lesson_puzzles_check(const struct lesson_puzzles *p, struct lesson_error *err);

/*
 * Counts the pieces that hands touch to make the position of the pieces on the board. board: by square,
 * without marks; 0: empty or unknown.
 */
unsigned lesson_touched(const struct game *g, const uint8_t board[RULES_SQUARES_MAX],
			const struct position *to);
/*
 * Chooses the puzzle to be solved next: of the unsolved ones nearest to `level` the one for which
 * the fewest pieces are touched, then the one with the fewest pieces. solved: by row. Returns the row,
 * or p->n if all are solved.
 */
unsigned lesson_puzzle_next(const struct lesson_puzzles *p, const uint8_t board[RULES_SQUARES_MAX],
			    const bool solved[LESSON_PUZZLES_MAX], unsigned level);

/*
 * A large board for small games: the session behind the daemon's table, which maps the
 * game's squares to the board's. Squares outside the game are unlit but watched. Players
 * set lifted pieces down there, and take them away again. The table must report both, and
 * nothing else may follow.
 */
#pragma once
#include "daemon/table/table.h"
#include "tests/daemon/hands/rng.h"

struct hall {
	struct board board; /* 11 × 9; home and senses differ for each game */
	struct table_config config;
	struct table table; /* large, so it is reused */
	struct rng rng;
	/* By square of the board: belongs to the game; holds a piece outside the game. */
	bool game[BOARD_SQUARES_MAX], stands[BOARD_SQUARES_MAX];
	uint64_t changed_us; /* when that last changed */
	unsigned stood, reported,
		cleared; /* pieces so far; how often one was seen reported, and reported gone */
	unsigned slips;  /* pieces set down there by mistake and guided home */
};

/*
 * Begins a game at the position, with the readings by square of the game. Uses the config's
 * senses, settle time and objects. Returns false with the reason in *why, or in
 * h->table.why.
 */
bool hall_start(struct hall *h, const struct game *g, const char *position,
		const struct session_config *config,
		const struct reading reported[RULES_SQUARES_MAX], uint64_t now_us, uint64_t seed);
/* Sends one event at its time; squares are the game's. */
void hall_step(struct hall *h, const struct event *e);
/* After a lift or drop, sometimes sets a piece down outside the game or removes one. */
void hall_touched(struct hall *h, bool lifted, uint64_t now_us);
/* Sets a piece down outside the game or removes one. Returns false if there is no room, or none. */
bool hall_put(struct hall *h, bool stands, uint64_t now_us);
/* Returns an error in the reports of the outside squares, once they have rested, or NULL. */
const char *hall_judge(struct hall *h, uint64_t now_us);

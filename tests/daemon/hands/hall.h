/*
 * A large board for small games: the session behind the daemon's table, which knows where
 * on the board the game lies and calls its squares by its own names. Squares beside it
 * are dark and watched. Players stand there what they take up, and take it away again; the table
 * has to tell that something stands there, and that nothing does any more, and nothing else
 * may come of it.
 */
#pragma once
#include "daemon/table/table.h"
#include "tests/daemon/hands/rng.h"

struct hall {
	struct board board; /* 11 × 9, home and senses another each game */
	struct table_config config;
	struct table table; /* large: one is used again and again */
	struct rng rng;
	/* By square of the board: it is the game's; something stands there, beside the game. */
	bool game[BOARD_SQUARES_MAX], stands[BOARD_SQUARES_MAX];
	uint64_t changed_us; /* when that last changed */
	unsigned stood, told,
		cleared; /* pieces so far; times it was found told, and told as gone */
	unsigned slips;  /* pieces that were set down there by mistake, and led home */
};

/*
 * Begins a game at the position, with what the sensors tell by square of the game. The
 * config's senses, settle time and objects are used. False: refused, *why says, in
 * h->table.why.
 */
bool hall_start(struct hall *h, const struct game *g, const char *position,
		const struct session_config *config, const struct reading told[RULES_SQUARES_MAX],
		uint64_t now_us, uint64_t seed);
/* One event at its time; squares are the game's. */
void hall_step(struct hall *h, const struct event *e);
/* A piece is up, or set down: now and then one comes to stand beside, or goes from there. */
void hall_touched(struct hall *h, bool lifted, uint64_t now_us);
/* Some piece comes down beside the game, or goes from there. False: there is no room, or nothing. */
bool hall_put(struct hall *h, bool stands, uint64_t now_us);
/* What is said of the squares beside, once they have rested; NULL: as it should be. */
const char *hall_judge(struct hall *h, uint64_t now_us);

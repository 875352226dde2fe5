/* The hooks of chess and Chess960 that a faster processor makes faster. */
#pragma once
#include "rules/game.h"

struct orthodox_moves {
	size_t (*chess_actions)(const struct position *p, struct action *out);
	size_t (*captures)(const struct position *p, struct action *out);
	size_t (*chess_count)(const struct position *p);
	uint64_t (*chess_perft)(const struct position *p, unsigned depth, bool bulk);
	size_t (*chess960_actions)(const struct position *p, struct action *out);
	size_t (*chess960_count)(const struct position *p);
	uint64_t (*chess960_perft)(const struct position *p, unsigned depth, bool bulk);
	void (*apply)(struct position *p, struct action a);
};

extern const struct orthodox_moves orthodox_moves_any;
/* For x86-64 with popcnt, BMI and BMI2; only if HALO_RULES_BMI is defined. */
extern const struct orthodox_moves orthodox_moves_bmi;

#ifndef ORTHODOX_MOVES
#define ORTHODOX_MOVES orthodox_moves_any
#endif

/* Squares whose sensor is unreliable, or whose chip is silent. */
#pragma once
#include "daemon/table/duty.h"
#include "rules/rules.h"

struct table_blind_state {
	int8_t square_err[BOARD_SQUARES_MAX];   /* as BUSIO_SQUARE reports, or WORDS_SQUARE_BLIND */
	/* ---- private ---- */
	bool sensor_dead[BOARD_SENSORS_MAX];    /* the chip or its mux is silent */
};

extern const struct duty table_blind_duty;

/* Returns whether the square cannot be read: its sensor, its chip or its mux is dead. */
bool table_square_silent(const struct table *t, unsigned board_sq);
/* Returns the squares of game g whose sensor is not used. */
struct sqset table_blind_squares(const struct table *t, const struct game *g);
/* Handles a change of the description's blind squares. */
void table_blind_described(struct table *t);

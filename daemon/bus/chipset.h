/*
 * Creates the drivers' devices for the chips of a board description. No other file joins
 * hw/board and drivers.
 */
#pragma once
#include "drivers/lamp.h"
#include "drivers/line.h"
#include "drivers/sensor.h"
#include "hw/board/board.h"

enum {
	CHIPSET_LIMITS_MAX = 16,
};

/* Fills in the drivers' limits for board_load; returns the number of rows. */
size_t chipset_limits(struct board_chip_limits out[CHIPSET_LIMITS_MAX]);
/*
 * Initialises the device of sensor chip i, or lamp chip i, at `bus` (a mux's port, if it
 * is behind one). No traffic. b was loaded with chipset_limits.
 */
void chipset_sensor(struct sensor_dev *d, const struct board *b, unsigned i, struct bus *bus);
/* Replaces zero and span of a measuring chip, from its next reading on. */
void chipset_tune(struct sensor_dev *d, const struct board *b,
		  const uint8_t zero[BOARD_MEASURES_MAX], const int8_t span[BOARD_MEASURES_MAX]);
void chipset_lamp(struct lamp_dev *d, const struct board *b, unsigned i, struct bus *bus);

/* Returns the line's offset on the description's GPIO chip, or -errno of line_find. */
MUST_USE int chipset_line(const struct board *b, int line);
/* Reports whether a line resets the chips of a bus; a virtual board has no such line. */
bool chipset_has_reset(const struct board *b);
/* Requests that line for line_pulse. Returns 0 or -errno of line_open; `user` as there. */
MUST_USE int chipset_reset(struct line *l, const struct board *b, const char *user);

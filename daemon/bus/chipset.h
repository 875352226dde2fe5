/*
 * A board description's chips as the drivers' devices: the one place where the
 * rooms hw/board and drivers are joined.
 */
#pragma once
#include "drivers/drivers.h"
#include "drivers/lamp.h"
#include "drivers/sensor.h"
#include "hw/board/board.h"

/* What the drivers can do, for board_load; how many rows. */
size_t chipset_limits(struct board_chip_limits out[DRIVERS_LIMITS_MAX]);
/*
 * Sensor chip i, or lamp chip i, of the description at `bus` (a mux's port, where
 * it is behind one). No traffic. b was loaded with chipset_limits.
 */
void chipset_sensor(struct sensor_dev *d, const struct board *b, unsigned i, struct bus *bus);
/* Other numbers for a chip that measures, from its next reading on. */
void chipset_tune(struct sensor_dev *d, const struct board *b,
		  const uint8_t zero[BOARD_MEASURES_MAX], const int8_t span[BOARD_MEASURES_MAX]);
void chipset_lamp(struct lamp_dev *d, const struct board *b, unsigned i, struct bus *bus);

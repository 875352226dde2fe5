/* Wood, light and other computed pictures, as ARGB pixels. */
#pragma once
#include <stdint.h>

#include "hw/virtual/table.h"

/*
 * Draws the table top, the frame, the squares and the tray into w * h pixels. american: the
 * files e, f and g, the gauntlet, are stained dark.
 */
void scene_wood_ground(uint32_t *px, const struct table_layout *l, bool american);
/* Draws a soft round light, white with alpha; side * side pixels. */
void scene_wood_glow(uint32_t *px, int side);
/* Draws a turned disc with a rim, white with alpha; narrow enough to leave a lamp visible. */
void scene_wood_disc(uint32_t *px, int side);

/* Wood, light and other pictures made by arithmetic, as ARGB pixels. */
#pragma once
#include <stdint.h>

#include "hw/virtual/table.h"

/* The table top, the frame, the squares and the tray, into w * h pixels. */
void scene_wood_ground(uint32_t *px, const struct table_layout *l);
/* A soft round light, white with alpha; side * side pixels. */
void scene_wood_glow(uint32_t *px, int side);
/* A turned disc with a rim, white with alpha; narrow enough to leave a lamp visible. */
void scene_wood_disc(uint32_t *px, int side);

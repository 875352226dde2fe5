/* Shared between the files of vboard only. */
#pragma once
#include "hw/virtual/vboard.h"

/* Updates the chip of a square whose reading may have changed, then the lines. */
void vboard_sense(struct vboard *v, unsigned sq, uint64_t t_us);
/* Reports the lines that changed with chips or buttons. */
void vboard_lines_update(struct vboard *v, uint64_t t_us);
void vboard_violation(struct vboard *v, const char *why);

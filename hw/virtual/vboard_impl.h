/* Shared between the files of vboard; nobody else's business. */
#pragma once
#include "hw/virtual/vboard.h"

/* The square's sensor may read otherwise now: tell its chip, then the lines. */
void vboard_sense(struct vboard *v, unsigned sq, uint64_t t_us);
/* Chips or buttons changed: tell the lines that moved. */
void vboard_lines_update(struct vboard *v, uint64_t t_us);
void vboard_violation(struct vboard *v, const char *why);

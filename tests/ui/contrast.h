/* How well colours can be told apart, from their values 0xrrggbb. */
#pragma once
#include <stdint.h>

/* Returns the WCAG 2.1 contrast ratio of two colours, 1 to 21. */
double contrast_of(uint32_t rgb_a, uint32_t rgb_b);
/* Returns `over`, blended with its alpha on `under` like the painter does. */
uint32_t contrast_blend(uint32_t over, uint8_t alpha, uint32_t under);

/*
 * Rows and columns on one MCP23017: 64 switches with a diode each, wired as in
 * docs/chips.md. Rows 0-3 are GPA4-GPA7, rows 4-7 GPB4-GPB7; columns 0-3 are
 * GPA0-GPA3, columns 4-7 GPB0-GPB3. Channel = row * 8 + column.
 *
 * A closed switch lets its row pull its column low, but because of the diode
 * never the reverse. Three closed switches thus never imitate a fourth.
 */
#pragma once
#include "hw/virtual/emul_mcp23017.h"

enum {
	EMUL_MATRIX_SIDE = 8,
};

struct emul_matrix {
	struct emul_mcp23017 mcp;         /* first; its first member is the chip */
	uint8_t closed[EMUL_MATRIX_SIDE]; /* by row: bit c is the switch to column c */
};

extern const struct emul_ops emul_matrix_ops;

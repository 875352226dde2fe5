/*
 * The wires around one MCP23017: how its row outputs affect its column inputs.
 * The registers belong to the chip's own model.
 */
#include "hw/virtual/emul_matrix.h"

#include <assert.h>

enum {
	IODIR_A = 0x00, /* registers of the data sheet's table 3-1, BANK = 0 */
	GPIO_A = 0x12,
	GPIO_B = 0x13,
};

static struct emul_matrix *
matrix(struct emul *e)
{
	return (struct emul_matrix *)e;
}

static unsigned
row_pin(unsigned row)
{
	return row < 4 ? 4 + row : 12 + row - 4;
}

static unsigned
column_pin(unsigned column)
{
	return column < 4 ? column : 8 + column - 4;
}

/* Returns the rows that the chip drives low, as bits. */
static unsigned
rows_low(const struct emul_matrix *m)
{
	unsigned rows = 0;

	for (unsigned row = 0; row < EMUL_MATRIX_SIDE; row++) {
		unsigned pin = row_pin(row);
		bool input = m->mcp.reg[IODIR_A][pin / 8] >> pin % 8 & 1;

		if (!input && !emul_mcp23017_level(&m->mcp, pin))
			rows |= 1u << row;
	}
	return rows;
}

static void
settle(struct emul_matrix *m)
{
	unsigned rows = rows_low(m);
	uint8_t pulled = 0;

	for (unsigned row = 0; row < EMUL_MATRIX_SIDE; row++)
		if (rows >> row & 1)
			pulled |= m->closed[row];
	for (unsigned c = 0; c < EMUL_MATRIX_SIDE; c++)
		emul_mcp23017_set(&m->mcp, column_pin(c), pulled >> c & 1 ? EMUL_LOW : EMUL_OPEN);
}

static void
outputs_moved(struct emul_mcp23017 *mcp)
{
	settle(matrix(&mcp->emul));
}

static void
matrix_reset(struct emul *e)
{
	struct emul_matrix *m = matrix(e);

	m->mcp.outputs = outputs_moved;
	for (unsigned row = 0; row < EMUL_MATRIX_SIDE; row++)
		emul_mcp23017_set(&m->mcp, row_pin(row), EMUL_OPEN); /* the wires are connected */
	emul_mcp23017_ops.reset(e);
}

static void
matrix_write(struct emul *e, const uint8_t *w, size_t n)
{
	emul_mcp23017_ops.write(e, w, n);
}

static void
matrix_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	const struct emul_matrix *m = matrix(e);
	unsigned rows = rows_low(m);

	if ((m->mcp.pointer == GPIO_A || m->mcp.pointer == GPIO_B) && (rows & (rows - 1)))
		emul_violation(e, "columns read while rows 0x%02x are low at once", rows);
	emul_mcp23017_ops.read(e, r, n, addressed);
}

static void
matrix_contact(struct emul *e, unsigned channel, bool closed)
{
	struct emul_matrix *m = matrix(e);
	uint8_t bit = (uint8_t)(1u << channel % EMUL_MATRIX_SIDE);
	uint8_t *row = &m->closed[channel / EMUL_MATRIX_SIDE];

	assert(channel < EMUL_MATRIX_SIDE * EMUL_MATRIX_SIDE);
	*row = (uint8_t)(closed ? *row | bit : *row & ~bit);
	settle(m);
}

static enum emul_int
matrix_interrupt(const struct emul *e)
{
	return emul_mcp23017_ops.interrupt(e);
}

const struct emul_ops emul_matrix_ops = {
	.size = sizeof(struct emul_matrix),
	.part = "MCP23017-MATRIX",
	.addr_min = 0x20,
	.addr_max = 0x27,
	.bus_hz_max = 400000,
	.channels = EMUL_MATRIX_SIDE * EMUL_MATRIX_SIDE,
	.reset = matrix_reset,
	.write = matrix_write,
	.read = matrix_read,
	.contact = matrix_contact,
	.interrupt = matrix_interrupt,
};

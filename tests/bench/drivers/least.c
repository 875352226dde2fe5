#include "tests/bench/drivers/least.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

enum {
	BYTE_BITS = 9, /* including its acknowledge bit */
	EDGE_BITS = 1, /* a start, a repeated start, a stop */
};

static struct cost
transaction(unsigned wlen, unsigned rlen)
{
	unsigned bytes = (wlen ? 1 + wlen : 0) + (rlen ? 1 + rlen : 0);

	return (struct cost){
		.transactions = 1,
		.bytes = bytes,
		.bits = bytes * BYTE_BITS + (wlen && rlen ? 3u : 2u) * EDGE_BITS,
	};
}

void
cost_add(struct cost *sum, struct cost c)
{
	sum->transactions += c.transactions;
	sum->bytes += c.bytes;
	sum->bits += c.bits;
}

uint64_t
cost_us(uint64_t bits, uint32_t hz)
{
	return (bits * 1000000 + hz - 1) / hz;
}

static struct cost
times(unsigned n, struct cost c)
{
	return (struct cost){ n * c.transactions, n * c.bytes, n * c.bits };
}

/*
 * MCP23017 (3.2): the address of a register, then both ports. PCF8575 (9.3): no
 * registers. ADS7830 (page 11): each input needs its own command.
 *
 * The matrix: a row is one write to the ports and one reading of both. The next
 * row is on the same port except after rows 3 and 7. So six of the eight writes
 * are to one port, and the address alternates between the two.
 */
struct cost
least_scan(const char *part)
{
	struct cost c;

	if (strcmp(part, "MCP23017") == 0)
		return transaction(1, 2);
	if (strcmp(part, "PCF8575") == 0)
		return transaction(0, 2);
	if (strcmp(part, "ADS7830") == 0)
		return times(8, transaction(1, 1));
	if (strcmp(part, "MCP23017-MATRIX") == 0) {
		c = times(6, transaction(2, 2));
		cost_add(&c, times(2, transaction(3, 2)));
		return c;
	}
	fprintf(stderr, "least: no sensor chip %s\n", part);
	exit(1);
}

/* TCA9548A (8.5): one byte. */
struct cost
least_port(void)
{
	return transaction(1, 0);
}

/* ---- lamps ---- */

/* Registers of the picture: memory in rows, and the way to open a row's page. */
struct memory {
	const char *part;
	unsigned first[3]; /* first register of each row; the end */
	unsigned rows;
	unsigned page_writes; /* one register each */
};

static const struct memory memories[] = {
	{ "IS31FL3741", { 0, 180, 351 }, 2, 2 }, /* unlock FEh, then FDh */
	{ "IS31FL3731", { 0, 144 }, 1, 1 },      /* FDh */
	{ "HT16K33", { 0, 16 }, 1, 0 },
};

static const struct memory *
memory_of(const char *part)
{
	for (size_t i = 0; i < ARRAY_LEN(memories); i++)
		if (strcmp(memories[i].part, part) == 0)
			return &memories[i];
	fprintf(stderr, "least: no lamp chip %s\n", part);
	exit(1);
}

void
picture_take(struct picture *p, const union emul_any *chip)
{
	const struct emul_ops *ops = chip->emul.ops;

	*p = (struct picture){ .page = -1 };
	if (ops == &emul_is31fl3741_ops) {
		memcpy(p->reg, chip->is31fl3741.pwm, sizeof(chip->is31fl3741.pwm));
		p->page = chip->is31fl3741.page < 2 ? chip->is31fl3741.page : -1;
	} else if (ops == &emul_is31fl3731_ops) {
		for (unsigned c = 0; c < EMUL_IS31FL3731_CHANNELS; c++)
			p->reg[c] = ops->light(&chip->emul, c);
		p->page = chip->is31fl3731.page < EMUL_IS31FL3731_FRAMES ? 0 : -1;
	} else {
		memcpy(p->reg, chip->ht16k33.ram, sizeof(chip->ht16k33.ram));
		p->dimming = chip->ht16k33.dimming;
	}
}

/* Finds the cheapest writes for the registers from first to end - 1, computed from the end. */
static struct cost
cheapest(const struct picture *from, const struct picture *to, unsigned first, unsigned end)
{
	struct cost best[LEAST_REGISTERS_MAX + 1] = { { 0 } };

	for (unsigned i = end; i-- > first;) {
		best[i] = best[i + 1];
		if (from->reg[i] == to->reg[i])
			continue;
		best[i].bits = ~0u;
		for (unsigned n = 1; i + n <= end; n++) {
			struct cost c = transaction(1 + n, 0);

			cost_add(&c, best[i + n]);
			if (c.bits < best[i].bits)
				best[i] = c;
		}
	}
	return best[first];
}

struct cost
least_change(const char *part, const struct picture *from, const struct picture *to)
{
	const struct memory *m = memory_of(part);
	struct cost sum = { 0 };

	for (unsigned r = 0; r < m->rows; r++) {
		struct cost c = cheapest(from, to, m->first[r], m->first[r + 1]);

		if (c.bits > 0 && m->page_writes > 0 && from->page != (int)r)
			cost_add(&sum, times(m->page_writes, transaction(2, 0)));
		cost_add(&sum, c);
	}
	/* The chip's brightness is a command of one byte. */
	if (from->dimming != to->dimming)
		cost_add(&sum, transaction(1, 0));
	return sum;
}

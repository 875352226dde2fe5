#include "hw/virtual/emul_bus.h"

#include <assert.h>
#include <errno.h>

enum {
	BITS_BYTE = 9, /* eight bits and the acknowledge */
	BITS_START = 1,
	BITS_STOP = 1,
};

static int
emul_bus_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct emul_bus *b = (struct emul_bus *)bus;
	int place = emul_bus_find(b, addr);

	assert(wlen + rlen > 0 && wlen <= BUS_XFER_MAX && rlen <= BUS_XFER_MAX);
	b->transactions++;
	if (place < 0) {
		b->bytes++;
		b->bits += emul_bus_bits(0, 0);
		return -ENXIO;
	}
	b->bytes += (wlen ? 1 + wlen : 0) + (rlen ? 1 + rlen : 0);
	b->bits += emul_bus_bits(wlen, rlen);
	if (wlen > b->longest)
		b->longest = wlen;
	emul_bus_exchange(b->place[place].emul, w, wlen, r, rlen);
	return 0;
}

void
emul_bus_init(struct emul_bus *b)
{
	static const struct bus_ops ops = { .xfer = emul_bus_xfer };

	*b = (struct emul_bus){ .bus.ops = &ops };
}

unsigned
emul_bus_add(struct emul_bus *b, struct emul *e, const struct emul_tca9548a *mux, uint8_t port)
{
	assert(b->n < EMUL_BUS_PLACES && port < EMUL_TCA9548A_PORTS);
	b->place[b->n] = (struct emul_place){ e, mux, port };
	return b->n++;
}

int
emul_bus_find(struct emul_bus *b, uint8_t addr)
{
	int found = -1;

	for (unsigned i = 0; i < b->n; i++) {
		const struct emul_place *p = &b->place[i];

		if (p->emul->addr != addr || (p->mux && !(p->mux->selected >> p->port & 1)))
			continue;
		if (found >= 0)
			b->violations++;
		else
			found = (int)i;
	}
	return found;
}

void
emul_bus_exchange(struct emul *e, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	if (wlen > 0)
		e->ops->write(e, w, wlen);
	if (rlen > 0)
		e->ops->read(e, r, rlen, wlen > 0);
}

uint64_t
emul_bus_bits(size_t wlen, size_t rlen)
{
	uint64_t bits = BITS_STOP;

	if (wlen > 0 || rlen == 0)
		bits += BITS_START + BITS_BYTE * (1 + (uint64_t)wlen);
	if (rlen > 0)
		bits += BITS_START + BITS_BYTE * (1 + (uint64_t)rlen);
	return bits;
}

uint64_t
emul_bus_violations(const struct emul_bus *b)
{
	uint64_t n = b->violations;

	for (unsigned i = 0; i < b->n; i++)
		n += b->place[i].emul->violations;
	return n;
}

void
emul_bus_reset_counts(struct emul_bus *b)
{
	b->transactions = b->bytes = b->bits = 0;
	b->longest = 0;
}

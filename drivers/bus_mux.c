#include "drivers/bus_mux.h"

#include <assert.h>
#include <errno.h>

enum {
	NONE_KNOWN = -1,
	PORTS = 8,
};

/*
 * Performs a port's batch. After an error the open port is unknown: a reset of
 * the mux closes all ports, and then the chip behind it does not answer.
 */
static int
port_batch(struct bus *b, const struct bus_transfer *t, unsigned n)
{
	struct bus_port *p = (struct bus_port *)b;
	struct bus_mux *m = p->mux;
	uint8_t select = (uint8_t)(1u << p->port);
	int ret = 0;

	if (m->open != (int)p->port)
		ret = bus_write(m->inner, m->addr, &select, 1);
	if (ret == -ENXIO) {
		ret = -EHOSTUNREACH;
	} else if (ret == 0) {
		m->open = (int8_t)p->port;
		ret = bus_batch(m->inner, t, n);
	}
	if (ret < 0)
		m->open = NONE_KNOWN;
	return ret;
}

static int
port_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	const struct bus_transfer t = { addr, w, wlen, r, rlen };

	return port_batch(b, &t, 1);
}

void
bus_mux_init(struct bus_mux *m, struct bus *inner, uint8_t addr)
{
	*m = (struct bus_mux){ .inner = inner, .addr = addr, .open = NONE_KNOWN };
}

void
bus_port_init(struct bus_port *p, struct bus_mux *m, uint8_t port)
{
	static const struct bus_ops ops = { .xfer = port_xfer, .batch = port_batch };

	assert(port < PORTS);
	*p = (struct bus_port){ .bus.ops = &ops, .mux = m, .port = port };
}

void
bus_mux_invalidate(struct bus_mux *m)
{
	m->open = NONE_KNOWN;
}

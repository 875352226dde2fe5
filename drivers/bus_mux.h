/*
 * Chips behind a TCA9548A (or PCA9548A): each port is a bus of its own.
 *
 * Texas Instruments SCPS207 revision H: one register; bit p opens port p from
 * the stop condition on. A port is opened when a transaction needs it and stays
 * open. Only one port is open at a time, so chips behind two ports may share an
 * address.
 */
#pragma once
#include "drivers/bus.h"

struct bus_mux {
	struct bus *inner; /* the bus that the mux is on */
	uint8_t addr;      /* 0x70 to 0x77 */
	int8_t open;       /* the open port, or -1: unknown, as after an error */
};

struct bus_port {
	struct bus bus; /* first: &p->bus is the bus */
	struct bus_mux *mux;
	uint8_t port; /* 0 to 7 */
};

/*
 * Set up a mux and its ports, without bus traffic. inner outlives m, m outlives
 * its ports.
 *
 * A port's transactions may also fail with -EHOSTUNREACH: the mux itself does
 * not answer.
 */
void bus_mux_init(struct bus_mux *m, struct bus *inner, uint8_t addr);
void bus_port_init(struct bus_port *p, struct bus_mux *m, uint8_t port);
/* Makes the next transaction open its port again, even if it seems open. */
void bus_mux_invalidate(struct bus_mux *m);

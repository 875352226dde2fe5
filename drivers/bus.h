/*
 * The seam between a chip driver and the outside world; the one header that
 * drivers and the virtual board's chip models share.
 *
 * A bus carries one transaction at a time: write wlen bytes, repeated start,
 * read rlen bytes. Behind the seam stand i2c-dev, the Unix socket of the
 * virtual board, a fault injector or a recorder; a driver cannot tell.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	/* Longest write or read of one transaction, address byte not counted. */
	BUS_XFER_MAX = 256,
	/* A transaction that takes longer has failed: -ETIMEDOUT. */
	BUS_TIMEOUT_MS = 30,
};

struct bus;

struct bus_ops {
	/*
	 * All or nothing. addr: 7 bits. Either length may be 0, not both.
	 * Returns 0 or -errno and never sets errno: -ENXIO no chip answered,
	 * -EIO short or broken, -ETIMEDOUT stuck, -ENODEV the bus is gone; behind a
	 * mux -EHOSTUNREACH, the mux does not answer.
	 */
	int (*xfer)(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r,
		    size_t rlen);
};

struct bus {
	const struct bus_ops *ops;
};

MUST_USE static inline int
bus_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	return b->ops->xfer(b, addr, w, wlen, r, rlen);
}

MUST_USE static inline int
bus_write(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen)
{
	return b->ops->xfer(b, addr, w, wlen, NULL, 0);
}

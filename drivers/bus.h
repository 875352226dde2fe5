/*
 * The interface between a chip driver and the outside world: the one header
 * that drivers and the virtual board's chip models share.
 *
 * A bus carries one transaction at a time: write wlen bytes, repeated start,
 * read rlen bytes. A batch is a series of transactions, in one call if the bus
 * supports it. The implementation may be i2c-dev, the Unix socket of the
 * virtual board, a fault injector or a recorder. Drivers cannot distinguish
 * them.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	/* Longest write or read of one transaction, without the address byte. */
	BUS_XFER_MAX = 256,
	/* A transaction that takes longer fails with -ETIMEDOUT. */
	BUS_TIMEOUT_MS = 30,
	/* Transactions per batch: eight converters of eight inputs. */
	BUS_BATCH_MAX = 64,
};

struct bus;

/* One transaction of a batch. One length may be 0, not both. */
struct bus_transfer {
	uint8_t addr; /* 7 bits */
	const uint8_t *w;
	size_t wlen;
	uint8_t *r;
	size_t rlen;
};

struct bus_ops {
	/*
	 * Performs a transaction completely or not at all. addr: 7 bits. One length may be 0, not
	 * both. A write of more than 33 bytes must go to registers that count up, because an SMBus
	 * adapter splits it. Returns 0 or -errno. -ENXIO: no chip answered;
	 * -EIO: short or broken; -ETIMEDOUT: stuck; -ENODEV: the bus is gone. -EBUSY: a kernel
	 * driver owns the chip; -EOPNOTSUPP: the adapter lacks this transfer; -EHOSTUNREACH: the
	 * mux before the chip does not answer.
	 */
	int (*xfer)(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r,
		    size_t rlen);
	/*
	 * Performs n transactions, 1 to BUS_BATCH_MAX, in this order. Returns 0
	 * or the error of a failed one. The transactions after it may be
	 * skipped, and all r are then undefined. NULL: they are performed one
	 * by one.
	 */
	int (*batch)(struct bus *b, const struct bus_transfer *t, unsigned n);
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

MUST_USE static inline int
bus_one_by_one(struct bus *b, const struct bus_transfer *t, unsigned n)
{
	int ret = 0;

	for (unsigned i = 0; i < n && ret == 0; i++)
		ret = b->ops->xfer(b, t[i].addr, t[i].w, t[i].wlen, t[i].r, t[i].rlen);
	return ret;
}

/* Performs a batch: saves a system call and a wake-up for each transaction but the first. */
MUST_USE static inline int
bus_batch(struct bus *b, const struct bus_transfer *t, unsigned n)
{
	return b->ops->batch ? b->ops->batch(b, t, n) : bus_one_by_one(b, t, n);
}

/*
 * The bus over Linux's i2c-dev: /dev/i2c-N. One I2C_RDWR per transaction, or
 * per batch if the adapter supports it; SMBus calls if the adapter lacks plain
 * I2C.
 */
#pragma once
#include <stdbool.h>

#include "drivers/bus.h"

struct bus_i2cdev {
	struct bus bus;       /* first: &b->bus is the bus */
	int fd;               /* -1: closed */
	bool refuses_batches; /* the adapter allows one transaction per call */
	unsigned long funcs;  /* of the adapter: I2C_FUNC_… */
};

/*
 * Opens the device and sets the adapter's time-out to BUS_TIMEOUT_MS; the
 * kernel counts it in steps of 10 ms. Use one bus_i2cdev per device node: the
 * time-out belongs to the adapter, not to the descriptor.
 *
 * Returns 0, or -errno of open. -EOPNOTSUPP: the adapter has neither plain I2C
 * nor SMBus byte and word transfers; -ENOTTY: not an I2C device.
 */
MUST_USE int bus_i2cdev_open(struct bus_i2cdev *b, const char *path);
/*
 * Reports whether a chip answers at `addr` without writing data to it. Probes
 * like i2cdetect if the adapter has SMBus calls, otherwise by reading a byte.
 * Returns 0, -ENXIO or another -errno of bus.h.
 */
MUST_USE int bus_i2cdev_probe(struct bus_i2cdev *b, uint8_t addr);
/* Closes the device; harmless if it was never opened or is already closed. */
void bus_i2cdev_close(struct bus_i2cdev *b);

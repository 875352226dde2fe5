/*
 * The bus over Linux's i2c-dev: /dev/i2c-N, one I2C_RDWR a transaction.
 *
 * Frames never go by SMBus block writes: those end at 32 bytes, and the common
 * helper for them cuts longer ones short without a word.
 */
#pragma once
#include "drivers/bus.h"

struct bus_i2cdev {
	struct bus bus; /* first: &b->bus is the bus */
	int fd;         /* -1: closed */
};

/*
 * Opens the device and sets the adapter's time-out to BUS_TIMEOUT_MS; the
 * kernel counts it in steps of 10 ms. One user a device node: the time-out
 * belongs to the adapter, not to the descriptor.
 *
 * 0, or -errno of open; -EOPNOTSUPP: an adapter that has no plain I2C (SMBus
 * only); -ENOTTY: not an I2C device.
 */
MUST_USE int bus_i2cdev_open(struct bus_i2cdev *b, const char *path);
/* Also for one that never opened, or was closed. */
void bus_i2cdev_close(struct bus_i2cdev *b);

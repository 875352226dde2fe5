/*
 * For bus_i2cdev.c only: transactions on an adapter that supports only SMBus (a PC's own, several
 * USB bridges), by libi2c.
 *
 * A transaction becomes the SMBus call that sends the same bytes:
 *
 *   write R                send byte
 *   write R A              write byte data
 *   write R A B …          I2C block writes, split at 32 bytes
 *   write R, read 1, n     read byte data, I2C block
 *   write R A B, read 2    process call, if the adapter has it
 *   read 1                 receive byte
 *
 * SMBus has no other transfers: they return -EOPNOTSUPP. An adapter without I2C blocks gets word
 * data instead, split at 2 bytes. Each piece goes to the register that the chip's auto-increment
 * has reached.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reports whether an adapter with these functions (I2C_FUNC_…) can drive chips with registers. */
bool bus_smbus_suffices(unsigned long funcs);
/* Performs one transaction as in bus.h on an open device node. Returns 0 or -errno of bus.h. */
int bus_smbus_xfer(int fd, unsigned long funcs, uint8_t addr, const uint8_t *w, size_t wlen,
		   uint8_t *r, size_t rlen);
/* Reports whether the adapter can probe addresses. */
bool bus_smbus_probes(unsigned long funcs);
/*
 * Probes an address like i2cdetect: by a quick write, or by reading a byte at
 * addresses where a quick write may alter an EEPROM. Returns 0, -ENXIO, -EBUSY
 * (a kernel driver owns the chip) or another -errno of bus.h.
 */
int bus_smbus_probe(int fd, unsigned long funcs, uint8_t addr);

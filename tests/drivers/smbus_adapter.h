/*
 * A fake SMBus-only adapter over emulated chips. A test that includes this
 * header handles every ioctl of the program, including libi2c's.
 */
#pragma once
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rig.h"

enum { ADAPTER_CALLS = 16 };

struct adapter_call {
	int size; /* I2C_SMBUS_QUICK … */
	bool reads;
	uint8_t addr; /* 7 bits */
	uint8_t len;  /* of a block */
};

static struct {
	unsigned long funcs;
	struct rig rig;
	uint8_t addr;    /* the selected address */
	uint8_t claimed; /* an address claimed by a kernel driver, or 0 */
	int error;       /* result of every transfer, or 0 */
	int short_by;    /* number of bytes missing from blocks that are read */
	unsigned n;      /* calls so far; the first are recorded */
	struct adapter_call call[ADAPTER_CALLS];
} adapter;

int ioctl(int fd, unsigned long request, ...);

static inline unsigned long
adapter_func(int size, bool reads)
{
	switch (size) {
	case I2C_SMBUS_QUICK:
		return I2C_FUNC_SMBUS_QUICK;
	case I2C_SMBUS_BYTE:
		return reads ? I2C_FUNC_SMBUS_READ_BYTE : I2C_FUNC_SMBUS_WRITE_BYTE;
	case I2C_SMBUS_BYTE_DATA:
		return reads ? I2C_FUNC_SMBUS_READ_BYTE_DATA : I2C_FUNC_SMBUS_WRITE_BYTE_DATA;
	case I2C_SMBUS_WORD_DATA:
		return reads ? I2C_FUNC_SMBUS_READ_WORD_DATA : I2C_FUNC_SMBUS_WRITE_WORD_DATA;
	case I2C_SMBUS_PROC_CALL:
		return I2C_FUNC_SMBUS_PROC_CALL;
	default:
		return reads ? I2C_FUNC_SMBUS_READ_I2C_BLOCK : I2C_FUNC_SMBUS_WRITE_I2C_BLOCK;
	}
}

/* Performs the call's bytes on the wire, as in the SMBus specification. */
static inline int
adapter_transfer(const struct i2c_smbus_ioctl_data *d, bool reads)
{
	struct bus *bus = &adapter.rig.bus.bus;
	uint8_t out[2 + I2C_SMBUS_BLOCK_MAX] = { d->command }, in[I2C_SMBUS_BLOCK_MAX] = { 0 };
	size_t wlen = 1, rlen = 0;
	int ret;

	switch (d->size) {
	case I2C_SMBUS_BYTE:
		wlen = reads ? 0 : 1;
		rlen = reads;
		break;
	case I2C_SMBUS_BYTE_DATA:
		rlen = reads;
		wlen = reads ? 1 : 2;
		out[1] = reads ? 0 : d->data->byte;
		break;
	case I2C_SMBUS_WORD_DATA:
	case I2C_SMBUS_PROC_CALL:
		rlen = reads || d->size == I2C_SMBUS_PROC_CALL ? 2 : 0;
		if (!reads) {
			wlen = 3;
			out[1] = (uint8_t)d->data->word;
			out[2] = (uint8_t)(d->data->word >> 8);
		}
		break;
	default:
		assert_true(d->data->block[0] > 0 && d->data->block[0] <= I2C_SMBUS_BLOCK_MAX);
		rlen = reads ? d->data->block[0] : 0;
		wlen = reads ? 1 : 1u + d->data->block[0];
		memcpy(out + 1, d->data->block + 1, wlen - 1);
		break;
	}
	ret = bus_xfer(bus, adapter.addr, out, wlen, in, rlen);
	if (ret < 0 || rlen == 0)
		return ret;
	if (d->size == I2C_SMBUS_WORD_DATA || d->size == I2C_SMBUS_PROC_CALL) {
		d->data->word = (uint16_t)(in[0] | in[1] << 8);
	} else if (d->size == I2C_SMBUS_I2C_BLOCK_DATA) {
		d->data->block[0] = (uint8_t)(rlen - (size_t)adapter.short_by);
		memcpy(d->data->block + 1, in, rlen);
	} else {
		d->data->byte = in[0];
	}
	return 0;
}

static inline int
adapter_smbus(struct i2c_smbus_ioctl_data *d)
{
	bool reads = d->read_write == I2C_SMBUS_READ;
	struct adapter_call call;

	/* libi2c's older name for a block; the kernel maps it too. */
	if (d->size == I2C_SMBUS_I2C_BLOCK_BROKEN)
		d->size = I2C_SMBUS_I2C_BLOCK_DATA;
	call = (struct adapter_call){ (int)d->size, reads, adapter.addr, 0 };
	if (d->size == I2C_SMBUS_I2C_BLOCK_DATA)
		call.len = d->data->block[0];
	if (adapter.n < ADAPTER_CALLS)
		adapter.call[adapter.n] = call;
	adapter.n++;
	if (!(adapter.funcs & adapter_func((int)d->size, reads)))
		return -EOPNOTSUPP;
	if (adapter.error)
		return -adapter.error;
	if (d->size == I2C_SMBUS_QUICK)
		return emul_bus_find(&adapter.rig.bus, adapter.addr) < 0 ? -ENXIO : 0;
	return adapter_transfer(d, reads);
}

static inline int
adapter_ioctl(unsigned long request, void *arg)
{
	switch (request) {
	case I2C_FUNCS:
		memcpy(arg, &adapter.funcs, sizeof(adapter.funcs));
		return 0;
	case I2C_TIMEOUT:
		return 0;
	case I2C_SLAVE:
		adapter.addr = (uint8_t)(uintptr_t)arg;
		return adapter.addr == adapter.claimed ? -EBUSY : 0;
	case I2C_SMBUS:
		return adapter_smbus(arg);
	default:
		return -ENOTTY; /* includes I2C_RDWR */
	}
}

int
ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;
	int ret;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (fd <= STDERR_FILENO)
		return (int)syscall(SYS_ioctl, fd, request, arg);
	ret = adapter_ioctl(request, arg);
	if (ret >= 0)
		return ret;
	errno = -ret;
	return -1;
}

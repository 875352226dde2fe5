/*
 * The bus over i2c-dev with a fake kernel (the linker redirects every ioctl of
 * the program to __wrap_ioctl).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>

#include <cmocka.h>

#include "drivers/bus_errno.h"
#include "drivers/bus_i2cdev.h"

int __wrap_ioctl(int fd, unsigned long request, ...);
int __real_ioctl(int fd, unsigned long request, ...);

/* The adapter with its one chip at 0x20. */
static struct {
	unsigned long funcs;
	int funcs_errno, timeout_errno, xfer_errno;
	int done; /* result of I2C_RDWR, -1: all messages */
	unsigned long timeout;
	unsigned calls, n;
	bool one_read; /* like i2c-bcm2835: one reading message per call, the last */
	struct i2c_msg msgs[I2C_RDWR_IOCTL_MAX_MSGS];
	uint8_t written[256];
} adapter;

static int
reply(int error, int ok)
{
	if (error == 0)
		return ok;
	errno = error;
	return -1;
}

static int
rdwr(const struct i2c_rdwr_ioctl_data *d)
{
	adapter.calls++;
	if (d->nmsgs > I2C_RDWR_IOCTL_MAX_MSGS)
		return reply(EINVAL, 0);
	if (adapter.one_read && d->nmsgs > 2)
		return reply(EOPNOTSUPP, 0);
	adapter.n = d->nmsgs;
	memcpy(adapter.msgs, d->msgs, d->nmsgs * sizeof(*d->msgs));
	for (unsigned i = 0; i < d->nmsgs; i++) {
		if (d->msgs[i].flags & I2C_M_RD)
			for (unsigned k = 0; k < d->msgs[i].len; k++)
				d->msgs[i].buf[k] = (uint8_t)(0xa0 + k);
		else
			memcpy(adapter.written, d->msgs[i].buf, d->msgs[i].len);
	}
	return reply(adapter.xfer_errno, adapter.done < 0 ? (int)d->nmsgs : adapter.done);
}

int
__wrap_ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	switch (request) {
	case I2C_FUNCS:
		memcpy(arg, &adapter.funcs, sizeof(adapter.funcs));
		return reply(adapter.funcs_errno, 0);
	case I2C_TIMEOUT:
		adapter.timeout = (uintptr_t)arg;
		return reply(adapter.timeout_errno, 0);
	case I2C_RDWR:
		return rdwr(arg);
	default:
		return __real_ioctl(fd, request, arg);
	}
}

static void
open_bus(struct bus_i2cdev *b)
{
	memset(&adapter, 0, sizeof(adapter));
	adapter.funcs = I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
	adapter.done = -1;
	assert_int_equal(bus_i2cdev_open(b, "/dev/null"), 0);
	assert_int_equal(adapter.timeout, 3); /* in units of 10 ms */
}

static void
test_write_then_read(void **state)
{
	const uint8_t w[] = { 0x0c };
	struct bus_i2cdev b;
	uint8_t r[8];

	(void)state;
	open_bus(&b);
	assert_int_equal(bus_xfer(&b.bus, 0x20, w, 1, r, 8), 0);
	assert_int_equal(adapter.calls, 1);
	assert_int_equal(adapter.n, 2);
	assert_int_equal(adapter.msgs[0].addr, 0x20);
	assert_int_equal(adapter.msgs[0].flags, 0);
	assert_int_equal(adapter.msgs[0].len, 1);
	assert_int_equal(adapter.msgs[1].addr, 0x20);
	assert_int_equal(adapter.msgs[1].flags, I2C_M_RD);
	assert_int_equal(adapter.msgs[1].len, 8);
	assert_int_equal(adapter.written[0], 0x0c);
	assert_int_equal(r[0], 0xa0);
	assert_int_equal(r[7], 0xa7);
	bus_i2cdev_close(&b);
}

static void
test_one_way(void **state)
{
	struct bus_i2cdev b;
	uint8_t w[BUS_XFER_MAX], r[BUS_XFER_MAX];

	(void)state;
	open_bus(&b);
	for (unsigned i = 0; i < sizeof(w); i++)
		w[i] = (uint8_t)(i * 7);
	assert_int_equal(bus_write(&b.bus, 0x30, w, sizeof(w)), 0);
	assert_int_equal(adapter.n, 1);
	assert_int_equal(adapter.msgs[0].len, BUS_XFER_MAX);
	assert_memory_equal(adapter.written, w, sizeof(w)); /* whole: nothing is split at 32 */
	assert_int_equal(bus_xfer(&b.bus, 0x30, NULL, 0, r, sizeof(r)), 0);
	assert_int_equal(adapter.n, 1);
	assert_int_equal(adapter.msgs[0].flags, I2C_M_RD);
	assert_int_equal(r[255], (uint8_t)(0xa0 + 255));
	bus_i2cdev_close(&b);
}

static const struct {
	int said, meant;
} words[] = {
	{ ENXIO, -ENXIO },         { EREMOTEIO, -ENXIO },  { ETIMEDOUT, -ETIMEDOUT },
	{ ENODEV, -ENODEV },       { ESHUTDOWN, -ENODEV }, { ENOTCONN, -ENODEV },
	{ ECONNABORTED, -ENODEV }, { EBADF, -ENODEV },     { EIO, -EIO },
	{ EAGAIN, -EIO },          { EINTR, -EIO },        { EOPNOTSUPP, -EOPNOTSUPP },
	{ ENOMEM, -EIO },          { EBUSY, -ETIMEDOUT },
};

static void
test_errors(void **state)
{
	const uint8_t w[] = { 0 };
	struct bus_i2cdev b;

	(void)state;
	open_bus(&b);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		adapter.xfer_errno = words[i].said;
		assert_int_equal(bus_write(&b.bus, 0x20, w, 1), words[i].meant);
		assert_int_equal(bus_errno(words[i].said), words[i].meant);
	}
	adapter.xfer_errno = 0;
	adapter.done = 1; /* the write succeeded, the read did not */
	assert_int_equal(bus_xfer(&b.bus, 0x20, w, 1, (uint8_t[1]){ 0 }, 1), -EIO);
	bus_i2cdev_close(&b);
	adapter.calls = 0;
	assert_int_equal(bus_write(&b.bus, 0x20, w, 1), -ENODEV);
	assert_int_equal(adapter.calls, 0);
}

/*
 * 30 transactions take two ioctls of at most 42 messages, or 30 ioctls if the
 * adapter allows no more.
 */
static void
test_batch(void **state)
{
	enum { N = 30 };
	static const uint8_t w[1] = { 0x0c };
	static const uint8_t long_write[64];
	struct bus_transfer t[N];
	struct bus_i2cdev b;
	uint8_t r[N];

	(void)state;
	for (unsigned i = 0; i < N; i++)
		t[i] = (struct bus_transfer){ (uint8_t)(0x20 + i), w, 1, &r[i], 1 };
	open_bus(&b);
	memset(r, 0, sizeof(r));
	assert_int_equal(bus_batch(&b.bus, t, N), 0);
	assert_int_equal(adapter.calls, 2);
	assert_int_equal(adapter.n, 2 * (N - 21));
	assert_int_equal(adapter.msgs[0].addr, 0x20 + 21);
	assert_int_equal(adapter.msgs[0].flags, 0);
	assert_int_equal(adapter.msgs[1].flags, I2C_M_RD);
	for (unsigned i = 0; i < N; i++)
		assert_int_equal(r[i], 0xa0);
	adapter.xfer_errno = EREMOTEIO;
	assert_int_equal(bus_batch(&b.bus, t, N), -ENXIO);
	assert_int_equal(adapter.calls, 3); /* nothing follows an error */
	adapter.xfer_errno = 0;
	adapter.calls = 0;
	t[3].w = long_write;
	t[3].wlen = sizeof(long_write);
	assert_int_equal(bus_batch(&b.bus, t, N), 0);
	assert_int_equal(adapter.calls, N);
	t[3].wlen = 1;
	adapter.calls = 0;
	adapter.one_read = true;
	memset(r, 0, sizeof(r));
	assert_int_equal(bus_batch(&b.bus, t, N), 0);
	assert_int_equal(adapter.calls, 1 + N);
	for (unsigned i = 0; i < N; i++)
		assert_int_equal(r[i], 0xa0);
	assert_int_equal(bus_batch(&b.bus, t, N), 0);
	assert_int_equal(adapter.calls, 1 + 2 * N); /* the adapter is not tried again */
	bus_i2cdev_close(&b);
	assert_int_equal(bus_batch(&b.bus, t, N), -ENODEV);
}

static void
test_open_refused(void **state)
{
	struct bus_i2cdev b;

	(void)state;
	assert_int_equal(bus_i2cdev_open(&b, "/dev/i2c-none"), -ENOENT);
	assert_int_equal(b.fd, -1);
	adapter.funcs_errno = ENOTTY; /* not an I2C device */
	assert_int_equal(bus_i2cdev_open(&b, "/dev/null"), -ENOTTY);
	assert_int_equal(b.fd, -1);
	adapter.funcs_errno = 0;
	/* cannot access a chip's registers */
	adapter.funcs = I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE;
	assert_int_equal(bus_i2cdev_open(&b, "/dev/null"), -EOPNOTSUPP);
	assert_int_equal(b.fd, -1);
	adapter.funcs = I2C_FUNC_I2C;
	adapter.timeout_errno = EINVAL;
	assert_int_equal(bus_i2cdev_open(&b, "/dev/null"), -EINVAL);
	bus_i2cdev_close(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_write_then_read), cmocka_unit_test(test_one_way),
		cmocka_unit_test(test_errors),          cmocka_unit_test(test_batch),
		cmocka_unit_test(test_open_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

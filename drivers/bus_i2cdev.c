/*
 * The bus over i2c-dev. Each transaction is one ioctl, so the kernel excludes
 * other users of the adapter between write and read.
 *
 * An adapter with plain I2C gets I2C_RDWR, for which libi2c has no call: a lamp
 * frame goes out in one write. Other adapters get libi2c's SMBus calls
 * (bus_smbus.h).
 */
#include "drivers/bus_i2cdev.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "drivers/bus_errno.h"
#include "drivers/bus_smbus.h"

enum {
	TIMEOUT_STEP_MS = 10,                     /* the unit of I2C_TIMEOUT */
	BATCH_WRITE_MAX = 8,                      /* a batch with longer writes is sent one by
						   * one */
	BATCH_PART = I2C_RDWR_IOCTL_MAX_MSGS / 2, /* transactions per ioctl */
};

/* Returns 0 or the kernel's errno. */
static int
transfer(int fd, struct i2c_msg *msgs, unsigned n)
{
	struct i2c_rdwr_ioctl_data data = { .msgs = msgs, .nmsgs = n };
	int done = ioctl(fd, I2C_RDWR, &data);

	if (done < 0)
		return errno;
	return (unsigned)done == n ? 0 : EIO;
}

/* Adds the transaction's messages; out holds its bytes, since i2c_msg has no const pointer. */
static unsigned
add_messages(struct i2c_msg *msgs, unsigned n, const struct bus_transfer *t, uint8_t *out)
{
	assert(t->wlen + t->rlen > 0 && t->wlen <= BUS_XFER_MAX && t->rlen <= BUS_XFER_MAX);
	if (t->wlen > 0) {
		memcpy(out, t->w, t->wlen);
		msgs[n++] =
			(struct i2c_msg){ .addr = t->addr, .len = (uint16_t)t->wlen, .buf = out };
	}
	if (t->rlen > 0)
		msgs[n++] = (struct i2c_msg){
			.addr = t->addr, .flags = I2C_M_RD, .len = (uint16_t)t->rlen, .buf = t->r
		};
	return n;
}

static int
i2cdev_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct bus_i2cdev *b = (struct bus_i2cdev *)bus;
	const struct bus_transfer t = { addr, w, wlen, r, rlen };
	uint8_t out[BUS_XFER_MAX];
	struct i2c_msg msgs[2];

	if (b->fd < 0)
		return -ENODEV;
	return bus_errno(transfer(b->fd, msgs, add_messages(msgs, 0, &t, out)));
}

static bool
fits_batch(const struct bus_transfer *t, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (t[i].wlen > BATCH_WRITE_MAX)
			return false;
	return true;
}

/* Performs one ioctl of at most BATCH_PART transactions. Returns 0 or the kernel's errno. */
static int
transfer_part(int fd, const struct bus_transfer *t, unsigned n)
{
	uint8_t out[BATCH_PART][BATCH_WRITE_MAX];
	struct i2c_msg msgs[2 * BATCH_PART];
	unsigned n_msgs = 0;

	for (unsigned i = 0; i < n; i++)
		n_msgs = add_messages(msgs, n_msgs, &t[i], out[i]);
	return transfer(fd, msgs, n_msgs);
}

/*
 * Performs a batch. The adapters of a Raspberry Pi before the 5 (i2c-bcm2835)
 * allow one reading message per call; they refuse a batch before any byte is
 * sent.
 */
static int
i2cdev_batch(struct bus *bus, const struct bus_transfer *t, unsigned n)
{
	struct bus_i2cdev *b = (struct bus_i2cdev *)bus;
	int ret = 0;

	if (b->fd < 0)
		return -ENODEV;
	if (b->refuses_batches || !fits_batch(t, n))
		return bus_one_by_one(bus, t, n);
	for (unsigned i = 0; i < n && ret == 0; i += BATCH_PART)
		ret = transfer_part(b->fd, &t[i], n - i < BATCH_PART ? n - i : BATCH_PART);
	if (ret != EOPNOTSUPP)
		return bus_errno(ret);
	b->refuses_batches = true;
	return bus_one_by_one(bus, t, n);
}

static int
smbus_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct bus_i2cdev *b = (struct bus_i2cdev *)bus;

	assert(wlen + rlen > 0 && wlen <= BUS_XFER_MAX && rlen <= BUS_XFER_MAX);
	if (b->fd < 0)
		return -ENODEV;
	return bus_smbus_xfer(b->fd, b->funcs, addr, w, wlen, r, rlen);
}

static const struct bus_ops i2cdev_ops = { .xfer = i2cdev_xfer, .batch = i2cdev_batch };
static const struct bus_ops smbus_ops = { .xfer = smbus_xfer };

/* Chooses the transfers by the adapter's functions and sets its time-out. */
static int
set_up(struct bus_i2cdev *b)
{
	if (ioctl(b->fd, I2C_FUNCS, &b->funcs) < 0)
		return -errno;
	if (!(b->funcs & I2C_FUNC_I2C)) {
		if (!bus_smbus_suffices(b->funcs))
			return -EOPNOTSUPP;
		b->bus.ops = &smbus_ops;
	}
	if (ioctl(b->fd, I2C_TIMEOUT, (unsigned long)(BUS_TIMEOUT_MS / TIMEOUT_STEP_MS)) < 0)
		return -errno;
	return 0;
}

int
bus_i2cdev_open(struct bus_i2cdev *b, const char *path)
{
	int ret;

	*b = (struct bus_i2cdev){ .bus.ops = &i2cdev_ops, .fd = -1 };
	b->fd = open(path, O_RDWR | O_CLOEXEC);
	ret = b->fd < 0 ? -errno : set_up(b);
	if (ret < 0)
		bus_i2cdev_close(b);
	return ret;
}

int
bus_i2cdev_probe(struct bus_i2cdev *b, uint8_t addr)
{
	uint8_t byte;

	if (b->fd < 0)
		return -ENODEV;
	if (bus_smbus_probes(b->funcs))
		return bus_smbus_probe(b->fd, b->funcs, addr);
	return bus_xfer(&b->bus, addr, NULL, 0, &byte, 1);
}

void
bus_i2cdev_close(struct bus_i2cdev *b)
{
	/* A zeroed struct never opened a descriptor; its fd 0 belongs to other code. */
	if (b->bus.ops && b->fd >= 0)
		close(b->fd);
	b->fd = -1;
}

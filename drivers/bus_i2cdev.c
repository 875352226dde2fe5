/*
 * The bus over i2c-dev. One ioctl a transaction, so the kernel keeps other
 * users of the adapter out between write and read.
 *
 * libi2c is not asked: its calls are those of SMBus, of 32 bytes at most (more are
 * cut, and success is told), and for I2C_RDWR, which frames need, it has none.
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

enum { TIMEOUT_STEP_MS = 10 }; /* the unit of I2C_TIMEOUT */

static int
transfer(int fd, struct i2c_msg *msgs, unsigned n)
{
	struct i2c_rdwr_ioctl_data data = { .msgs = msgs, .nmsgs = n };
	int done = ioctl(fd, I2C_RDWR, &data);

	if (done < 0)
		return bus_errno(errno);
	return (unsigned)done == n ? 0 : -EIO;
}

static int
i2cdev_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct bus_i2cdev *b = (struct bus_i2cdev *)bus;
	uint8_t out[BUS_XFER_MAX]; /* i2c_msg has no const pointer */
	struct i2c_msg msgs[2];
	int kept = errno;
	unsigned n = 0;
	int ret;

	assert(wlen + rlen > 0 && wlen <= BUS_XFER_MAX && rlen <= BUS_XFER_MAX);
	if (b->fd < 0)
		return -ENODEV;
	if (wlen > 0) {
		memcpy(out, w, wlen);
		msgs[n++] = (struct i2c_msg){ .addr = addr, .len = (uint16_t)wlen, .buf = out };
	}
	if (rlen > 0)
		msgs[n++] = (struct i2c_msg){
			.addr = addr, .flags = I2C_M_RD, .len = (uint16_t)rlen, .buf = r
		};
	ret = transfer(b->fd, msgs, n);
	errno = kept;
	return ret;
}

static const struct bus_ops i2cdev_ops = { .xfer = i2cdev_xfer };

/* The adapter does whole transactions, and gives up on a stuck one in time. */
static int
set_up(int fd)
{
	unsigned long funcs = 0;

	if (ioctl(fd, I2C_FUNCS, &funcs) < 0)
		return -errno;
	if (!(funcs & I2C_FUNC_I2C))
		return -EOPNOTSUPP;
	if (ioctl(fd, I2C_TIMEOUT, (unsigned long)(BUS_TIMEOUT_MS / TIMEOUT_STEP_MS)) < 0)
		return -errno;
	return 0;
}

int
bus_i2cdev_open(struct bus_i2cdev *b, const char *path)
{
	int kept = errno;
	int ret;

	*b = (struct bus_i2cdev){ .bus.ops = &i2cdev_ops, .fd = -1 };
	b->fd = open(path, O_RDWR | O_CLOEXEC);
	ret = b->fd < 0 ? -errno : set_up(b->fd);
	if (ret < 0)
		bus_i2cdev_close(b);
	errno = kept;
	return ret;
}

void
bus_i2cdev_close(struct bus_i2cdev *b)
{
	/* A zeroed one never opened; its 0 is somebody else's descriptor. */
	if (b->bus.ops && b->fd >= 0)
		close(b->fd);
	b->fd = -1;
}

#include "drivers/bus_smbus.h"

#include <errno.h>
#include <i2c/smbus.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "drivers/bus_errno.h"

enum {
	WORD = 2,
	BLOCK = I2C_SMBUS_BLOCK_MAX, /* libi2c silently truncates longer writes to this */
};

#define NEEDED (I2C_FUNC_SMBUS_BYTE | I2C_FUNC_SMBUS_BYTE_DATA | I2C_FUNC_SMBUS_WORD_DATA)

static bool
has(unsigned long funcs, unsigned long wanted)
{
	return (funcs & wanted) == wanted;
}

bool
bus_smbus_suffices(unsigned long funcs)
{
	return has(funcs, NEEDED);
}

/* Reports whether the adapter was unplugged: its node is gone from /dev. */
static bool
is_unplugged(int fd)
{
	struct stat st;

	return fstat(fd, &st) < 0 || st.st_nlink == 0;
}

/*
 * Maps libi2c's ret to 0 or a bus.h error. Some adapters return ENODEV for a
 * chip that does not answer.
 */
static int
outcome(int fd, int ret)
{
	if (ret >= 0)
		return 0;
	return ret == -ENODEV && !is_unplugged(fd) ? -ENXIO : bus_errno(-ret);
}

static int
select_chip(int fd, uint8_t addr)
{
	if (ioctl(fd, I2C_SLAVE, (unsigned long)addr) == 0)
		return 0;
	return errno == EBUSY ? -EBUSY : bus_errno(errno);
}

static uint16_t
word_of(const uint8_t *low_high)
{
	return (uint16_t)(low_high[0] | low_high[1] << 8);
}

static void
word_into(uint8_t *low_high, int word)
{
	low_high[0] = (uint8_t)word;
	low_high[1] = (uint8_t)(word >> 8);
}

static size_t
piece_of(bool blocks, size_t n)
{
	size_t most = blocks ? BLOCK : WORD;

	return n < most ? n : most;
}

/* Writes one piece of a run. */
static int
write_piece(int fd, bool blocks, uint8_t reg, const uint8_t *data, size_t n)
{
	if (n == 0)
		return outcome(fd, i2c_smbus_write_byte(fd, reg));
	if (n == 1)
		return outcome(fd, i2c_smbus_write_byte_data(fd, reg, data[0]));
	if (blocks)
		return outcome(fd, i2c_smbus_write_i2c_block_data(fd, reg, (uint8_t)n, data));
	return outcome(fd, i2c_smbus_write_word_data(fd, reg, word_of(data)));
}

/* Reads a block; a short block is an error. */
static int
read_block(int fd, uint8_t reg, uint8_t *data, size_t n)
{
	uint8_t block[BLOCK];
	int ret = i2c_smbus_read_i2c_block_data(fd, reg, (uint8_t)n, block);

	if (ret < 0)
		return outcome(fd, ret);
	if ((size_t)ret != n)
		return -EIO;
	memcpy(data, block, n);
	return 0;
}

static int
read_piece(int fd, bool blocks, uint8_t reg, uint8_t *data, size_t n)
{
	int ret;

	if (n > 1 && blocks)
		return read_block(fd, reg, data, n);
	ret = n == 1 ? i2c_smbus_read_byte_data(fd, reg) : i2c_smbus_read_word_data(fd, reg);
	if (ret >= 0 && n == 1)
		data[0] = (uint8_t)ret;
	else if (ret >= 0)
		word_into(data, ret);
	return outcome(fd, ret);
}

static int
write_run(int fd, unsigned long funcs, const uint8_t *w, size_t wlen)
{
	bool blocks = has(funcs, I2C_FUNC_SMBUS_WRITE_I2C_BLOCK);
	size_t at = 1, n;
	int ret;

	do {
		n = piece_of(blocks, wlen - at);
		ret = write_piece(fd, blocks, (uint8_t)(w[0] + at - 1), w + at, n);
		at += n;
	} while (ret == 0 && at < wlen);
	return ret;
}

static int
read_run(int fd, unsigned long funcs, uint8_t reg, uint8_t *r, size_t rlen)
{
	bool blocks = has(funcs, I2C_FUNC_SMBUS_READ_I2C_BLOCK);
	size_t at = 0, n;
	int ret;

	do {
		n = piece_of(blocks, rlen - at);
		ret = read_piece(fd, blocks, (uint8_t)(reg + at), r + at, n);
		at += n;
	} while (ret == 0 && at < rlen);
	return ret;
}

static int
receive_byte(int fd, uint8_t *r)
{
	int ret = i2c_smbus_read_byte(fd);

	if (ret >= 0)
		*r = (uint8_t)ret;
	return outcome(fd, ret);
}

static int
process_call(int fd, const uint8_t *w, uint8_t *r)
{
	int ret = i2c_smbus_process_call(fd, w[0], word_of(w + 1));

	if (ret >= 0)
		word_into(r, ret);
	return outcome(fd, ret);
}

int
bus_smbus_xfer(int fd, unsigned long funcs, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r,
	       size_t rlen)
{
	int ret = select_chip(fd, addr);

	if (ret < 0)
		return ret;
	if (rlen == 0)
		return write_run(fd, funcs, w, wlen);
	if (wlen == 1)
		return read_run(fd, funcs, w[0], r, rlen);
	if (wlen == 0 && rlen == 1)
		return receive_byte(fd, r);
	if (wlen == 1 + WORD && rlen == WORD && (funcs & I2C_FUNC_SMBUS_PROC_CALL))
		return process_call(fd, w, r);
	return -EOPNOTSUPP;
}

bool
bus_smbus_probes(unsigned long funcs)
{
	return (funcs & (I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_READ_BYTE)) != 0;
}

int
bus_smbus_probe(int fd, unsigned long funcs, uint8_t addr)
{
	bool eeprom = (addr >= 0x30 && addr <= 0x37) || (addr >= 0x50 && addr <= 0x5f);
	int ret = select_chip(fd, addr);

	if (ret < 0)
		return ret;
	if (!eeprom && (funcs & I2C_FUNC_SMBUS_QUICK))
		return outcome(fd, i2c_smbus_write_quick(fd, I2C_SMBUS_WRITE));
	if (funcs & I2C_FUNC_SMBUS_READ_BYTE)
		return outcome(fd, i2c_smbus_read_byte(fd));
	return -EOPNOTSUPP;
}

/*
 * kernel-wires: the virtual board behind real kernel interfaces. Its chips
 * reply at /dev/i2c-N, which CUSE makes, and its interrupt outputs and buttons
 * drive the lines of a gpio-sim chip. It takes the commands of halo-board on
 * the same socket, and runs as root in a guest.
 *
 *   HALO_NODE   i2c-1: the name of the device node
 *   HALO_LINES  the chip's folder below /sys/devices/platform, with sim_gpioN
 */
#define FUSE_USE_VERSION  31
#define _FILE_OFFSET_BITS 64 /* required by fuse */
#include <cuse_lowlevel.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <getopt.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hw/virtual/engine.h"

enum {
	/* The parts of an ioctl: its own argument, the messages, and the bytes of two messages. */
	PARTS_MAX = 4,
	MESSAGES_MAX = 2,
};

static struct {
	struct engine engine;
	struct board board;
	const char *lines; /* folder */
	struct fuse_session *session;
} wires;

/* Returns the line that the description names: `init` requests line 17 of the chip GPIO17. */
static unsigned
offset_of(uint8_t line)
{
	const char *name = board_line_name(&wires.board, line);
	unsigned offset = line;

	if (name && sscanf(name, "GPIO%u", &offset) != 1)
		fprintf(stderr, "kernel-wires: no line is called %s\n", name);
	return offset;
}

/* An undriven gpio-sim line follows its pull. */
static void
line_set(void *ctx, uint8_t line, bool level, uint64_t t_us)
{
	const char *pull = level ? "pull-up" : "pull-down";
	char path[256];
	int fd;

	(void)ctx;
	(void)t_us;
	snprintf(path, sizeof(path), "%s/sim_gpio%u/pull", wires.lines, offset_of(line));
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, pull, strlen(pull)) < 0)
		fprintf(stderr, "kernel-wires: %s: %s\n", path, strerror(errno));
	if (fd >= 0)
		close(fd);
}

/* A transaction as i2c-dev passes it: a write, a read, or a write and a read. */
struct request {
	struct i2c_rdwr_ioctl_data data;
	struct i2c_msg msg[MESSAGES_MAX];
	const uint8_t *out; /* data to write, in the buffer that the kernel fetched */
	size_t wlen, rlen;
};

/* Returns 0, or an error for the caller of the ioctl. */
static int
request_take(struct request *q)
{
	const struct i2c_msg *last = &q->msg[q->data.nmsgs - 1];

	if (q->data.nmsgs == 2 && ((q->msg[0].flags & I2C_M_RD) || !(last->flags & I2C_M_RD) ||
				   q->msg[0].addr != last->addr))
		return EOPNOTSUPP;
	q->wlen = q->msg[0].flags & I2C_M_RD ? 0 : q->msg[0].len;
	q->rlen = last->flags & I2C_M_RD ? last->len : 0;
	if (q->wlen > BUS_XFER_MAX || q->rlen > BUS_XFER_MAX || q->wlen + q->rlen == 0)
		return EOPNOTSUPP;
	return 0;
}

/*
 * The argument points to messages, which point to bytes. The kernel is asked
 * for each in turn and calls again with all data. Returns true if nothing is
 * missing.
 */
static bool
request_whole(fuse_req_t req, struct request *q, void *arg, const void *in, size_t in_len,
	      size_t out_len)
{
	struct iovec want[PARTS_MAX] = { { arg, sizeof(q->data) } }, back = { 0 };
	size_t have = sizeof(q->data), n = 1, list;
	int err = 0;

	if (in_len >= have) {
		memcpy(&q->data, in, have);
		if (q->data.nmsgs < 1 || q->data.nmsgs > MESSAGES_MAX)
			goto refuse;
		list = q->data.nmsgs * sizeof(q->msg[0]);
		want[n++] = (struct iovec){ q->data.msgs, list };
		if (in_len >= have + list) {
			memcpy(q->msg, (const char *)in + have, list);
			if (request_take(q) != 0)
				goto refuse;
			have += list;
			q->out = (const uint8_t *)in + have;
			if (q->wlen > 0)
				want[n++] = (struct iovec){ q->msg[0].buf, q->wlen };
			back = (struct iovec){ q->msg[q->data.nmsgs - 1].buf, q->rlen };
			if (in_len >= have + q->wlen && out_len >= q->rlen)
				return true;
		}
	}
	err = fuse_reply_ioctl_retry(req, want, n, &back, back.iov_len > 0);
	if (err == 0)
		return false;
refuse:
	fuse_reply_err(req, err ? -err : EOPNOTSUPP);
	return false;
}

/* Waits until the wire would have transferred the last bit. */
static void
wire_wait(uint64_t us)
{
	struct timespec ts = { (time_t)(us / 1000000), (long)(us % 1000000) * 1000 };

	while (nanosleep(&ts, &ts) < 0 && errno == EINTR)
		;
}

/* This changes no deadline, so no waiting thread is woken. */
static void
exchange(fuse_req_t req, const struct request *q)
{
	struct engine *e = &wires.engine;
	uint8_t addr = (uint8_t)q->msg[0].addr, r[BUS_XFER_MAX];
	uint64_t now_us = engine_enter(e);
	struct vboard_xfer x = vboard_xfer_begin(&e->board, addr, q->wlen, q->rlen, now_us);

	engine_unlock(e);
	wire_wait(x.wire_us);
	now_us = engine_enter(e);
	vboard_xfer_end(&e->board, &x, q->out, q->wlen, r, q->rlen, now_us);
	engine_unlock(e);
	/* The Raspberry Pi's adapters report an address without a chip so. */
	if (x.err)
		fuse_reply_err(req, x.err == -ENXIO ? EREMOTEIO : -x.err);
	else
		fuse_reply_ioctl(req, (int)q->data.nmsgs, r, q->rlen);
}

static void
wires_ioctl(fuse_req_t req, int cmd, void *arg, struct fuse_file_info *fi, unsigned flags,
	    const void *in, size_t in_len, size_t out_len)
{
	unsigned long funcs = I2C_FUNC_I2C;
	struct request q = { 0 };
	struct iovec whole = { arg, sizeof(funcs) };

	(void)fi;
	if (flags & FUSE_IOCTL_COMPAT) {
		fuse_reply_err(req, ENOSYS);
		return;
	}
	switch ((unsigned)cmd) {
	case I2C_FUNCS:
		if (out_len < sizeof(funcs))
			fuse_reply_ioctl_retry(req, NULL, 0, &whole, 1);
		else
			fuse_reply_ioctl(req, 0, &funcs, sizeof(funcs));
		return;
	case I2C_RETRIES:
	case I2C_TIMEOUT:
		fuse_reply_ioctl(req, 0, NULL, 0);
		return;
	case I2C_RDWR:
		if (request_whole(req, &q, arg, in, in_len, out_len))
			exchange(req, &q);
		return;
	default:
		fuse_reply_err(req, ENOTTY);
	}
}

static void
wires_open(fuse_req_t req, struct fuse_file_info *fi)
{
	fuse_reply_open(req, fi);
}

static const struct cuse_lowlevel_ops wires_ops = { .open = wires_open, .ioctl = wires_ioctl };

static void *
serve(void *arg)
{
	(void)arg;
	/* In sequence, as on a wire. */
	fuse_session_loop(wires.session);
	engine_stop(&wires.engine);
	return NULL;
}

static bool
node_make(char *program)
{
	const char *name = getenv("HALO_NODE");
	char dev[64], foreground[] = "-f";
	const char *info_argv[] = { dev };
	struct cuse_info info = {
		.dev_info_argc = 1,
		.dev_info_argv = info_argv,
		.flags = CUSE_UNRESTRICTED_IOCTL,
	};
	char *argv[] = { program, foreground, NULL };
	int multithreaded;

	snprintf(dev, sizeof(dev), "DEVNAME=%s", name ? name : "i2c-1");
	wires.session = cuse_lowlevel_setup(2, argv, &info, &wires_ops, &multithreaded, NULL);
	return wires.session != NULL;
}

static bool
board_read(const char *name)
{
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);
	struct board_error err;
	char path[4096], text[4096 + 512];

	snprintf(path, sizeof(path), "%s", name);
	if (board_find(name, path, &err) == 0 &&
	    board_load(path, limits, n, &wires.board, &err) == 0)
		return true;
	board_error_print(path, &err, text, sizeof(text));
	fprintf(stderr, "kernel-wires: %s\n", text);
	return false;
}

static const struct option long_options[] = {
	{ "board", required_argument, NULL, 'b' },
	{ "bus", required_argument, NULL, 'u' },
	{ "control", required_argument, NULL, 'c' },
	{ "seed", required_argument, NULL, 's' },
	{ NULL, 0, NULL, 0 },
};

static bool
options_take(int argc, char **argv, struct engine_options *o)
{
	const char *board = NULL;
	int opt;

	while ((opt = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (opt) {
		case 'b':
			board = optarg;
			break;
		case 'u':
			o->bus_path = optarg;
			break;
		case 'c':
			o->control_path = optarg;
			break;
		case 's':
			o->seed = strtoull(optarg, NULL, 10);
			break;
		default:
			return false;
		}
	}
	wires.lines = getenv("HALO_LINES");
	if (board && o->bus_path && o->control_path && wires.lines)
		return board_read(board);
	fprintf(stderr, "usage: HALO_LINES=FOLDER kernel-wires --board NAME|FILE "
			"--bus PATH --control PATH [--seed N]\n");
	return false;
}

int
main(int argc, char **argv)
{
	struct engine_options o = { 0 };
	struct engine *e = &wires.engine;
	char why[BUS_SERVER_WHY_MAX];
	pthread_t thread;

	if (!options_take(argc, argv, &o))
		return 2;
	if (engine_init(e, &wires.board, &o, why) < 0) {
		fprintf(stderr, "kernel-wires: %s\n", why);
		return 1;
	}
	e->board.hooks.line = line_set;
	for (unsigned i = 0; i < e->board.n_lines; i++)
		line_set(NULL, e->board.line[i].line, e->board.line[i].level, e->now_us);
	if (!node_make(argv[0]) || pthread_create(&thread, NULL, serve, NULL) != 0) {
		fprintf(stderr, "kernel-wires: no device node\n");
		return 1;
	}
	engine_run(e);
	/* The node ends with the process; until then its thread waits in the kernel. */
	engine_finish(e);
	return 0;
}

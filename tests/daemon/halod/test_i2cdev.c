/*
 * The bus thread on i2c-dev: real ioctls on a real path, answered by umockdev
 * with our chip models behind it (the test runs under umockdev-wrapper). As on
 * a Raspberry Pi, a missing acknowledgement is EREMOTEIO and a held wire
 * ETIMEDOUT.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <umockdev.h>
#include <unistd.h>

#include "daemon/bus/busio.h"
#include "daemon/bus/chipset.h"
#include "hw/virtual/emul_any.h"
#include "tests/drivers/emul_bus.h"

enum { SENSORS = 5, PATIENCE_MS = 120000 };

/* The adapter and its chips; both threads read them under the lock. */
static struct {
	pthread_mutex_t lock;
	struct emul_bus bus;
	union emul_any chip[SENSORS + 1]; /* the last lights */
	bool held;                        /* one wire is: every transfer times out */
	uint8_t absent;                   /* an address, or 0 */
	unsigned long timeout;
	unsigned opened;
} adapter = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- the kernel's side ---- */

typedef struct {
	UMockdevIoctlBase parent;
} PlayI2c;
typedef struct {
	UMockdevIoctlBaseClass parent;
} PlayI2cClass;
GType play_i2c_get_type(void);
G_DEFINE_TYPE(PlayI2c, play_i2c, UMOCKDEV_TYPE_IOCTL_BASE)

static UMockdevIoctlData *
resolve(UMockdevIoctlData *d, size_t offset, size_t size)
{
	UMockdevIoctlData *r = umockdev_ioctl_data_resolve(d, offset, size, NULL);

	g_assert(r != NULL);
	return r;
}

/* Serves one or two messages, as the program sends them: a write, a read, or a write and a read. */
static int
transfer(UMockdevIoctlData *arg)
{
	UMockdevIoctlData *d = resolve(arg, 0, sizeof(struct i2c_rdwr_ioctl_data));
	unsigned n = ((const struct i2c_rdwr_ioctl_data *)(const void *)d->data)->nmsgs;
	UMockdevIoctlData *list = resolve(d, 0, n * sizeof(struct i2c_msg)), *buf[2] = { 0 };
	const struct i2c_msg *m = (const struct i2c_msg *)(const void *)list->data;
	uint8_t in[BUS_XFER_MAX];
	size_t wlen = 0, rlen = 0;
	int r;

	g_assert(n == 1 || n == 2);
	for (unsigned i = 0; i < n; i++) {
		bool reads = (m[i].flags & I2C_M_RD) != 0;

		g_assert(i == 0 || (reads && m[0].addr == m[1].addr));
		buf[reads] =
			resolve(list, i * sizeof(*m) + offsetof(struct i2c_msg, buf), m[i].len);
		*(reads ? &rlen : &wlen) = m[i].len;
	}
	if (adapter.held)
		return -ETIMEDOUT;
	if (m[0].addr == adapter.absent)
		return -EREMOTEIO;
	r = bus_xfer(&adapter.bus.bus, (uint8_t)m[0].addr, wlen ? buf[0]->data : NULL, wlen, in,
		     rlen);
	if (r < 0)
		return r == -ENXIO ? -EREMOTEIO : r;
	if (rlen)
		umockdev_ioctl_data_update(buf[1], 0, in, (gint)rlen);
	return (int)n;
}

static gboolean
play_i2c_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client)
{
	UMockdevIoctlData *arg = umockdev_ioctl_client_get_arg(client);
	unsigned long funcs = I2C_FUNC_I2C;
	int r = 0;

	(void)base;
	pthread_mutex_lock(&adapter.lock);
	switch (umockdev_ioctl_client_get_request(client)) {
	case I2C_FUNCS:
		adapter.opened++;
		umockdev_ioctl_data_update(resolve(arg, 0, sizeof(funcs)), 0, (guint8 *)&funcs,
					   sizeof(funcs));
		break;
	case I2C_TIMEOUT:
		adapter.timeout = *(unsigned long *)(void *)arg->data;
		break;
	case I2C_RDWR:
		r = transfer(arg);
		break;
	default:
		r = -ENOTTY;
	}
	pthread_mutex_unlock(&adapter.lock);
	umockdev_ioctl_client_complete(client, r < 0 ? -1 : r, r < 0 ? -r : 0);
	return TRUE;
}

static void
play_i2c_init(PlayI2c *p)
{
	(void)p;
}

static void
play_i2c_class_init(PlayI2cClass *c)
{
	c->parent.handle_ioctl = play_i2c_ioctl;
}

/* ---- the board ---- */

struct bench {
	struct board board;
	struct busio *bus;
	int wake_fd;
};

static void
plug_chips(void)
{
	adapter.held = false;
	adapter.absent = 0;
	emul_bus_init(&adapter.bus);
	for (unsigned i = 0; i <= SENSORS; i++) {
		struct emul *e = &adapter.chip[i].emul;

		emul_init(e, emul_kind(i < SENSORS ? "MCP23017" : "IS31FL3741"),
			  (uint8_t)(i < SENSORS ? 0x20 + i : 0x30));
		emul_warm(e, i + 1);
		emul_bus_add(&adapter.bus, e, NULL, 0);
	}
	for (unsigned i = 0; i < SENSORS; i++)
		for (unsigned c = 0; c < 16; c++)
			if (c % 8 != 7)
				adapter.chip[i].emul.ops->contact(&adapter.chip[i].emul, c, false);
}

/* Waits for a message of that kind and error; discards others before it. */
static struct busio_msg
await(struct bench *b, enum busio_kind kind, int err)
{
	struct busio_msg m;
	struct pollfd p = { .fd = b->wake_fd, .events = POLLIN };

	for (;;) {
		uint64_t count;

		while (busio_next(b->bus, &m))
			if (m.kind == kind && m.err == err)
				return m;
		if (poll(&p, 1, PATIENCE_MS) != 1)
			fail_msg("kind %d with error %d never came", (int)kind, err);
		assert_int_equal(read(b->wake_fd, &count, sizeof(count)), sizeof(count));
	}
}

static void
start(struct bench *b, uint32_t speed_hz)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096];
	int r;

	plug_chips();
	assert_int_equal(board_find("reed-8x8", path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &b->board, &err), 0);
	strcpy(b->board.bus[0].device, "/dev/i2c-1");
	strcpy(b->board.gpio, "/dev/gpiochip-none"); /* so the chips are polled */
	b->board.bus[0].speed_hz = speed_hz;
	b->wake_fd = eventfd(0, EFD_CLOEXEC);
	b->bus = busio_create(&(struct busio_config){ .board = &b->board, .wake_fd = b->wake_fd },
			      &r);
	assert_non_null(b->bus);
	(void)await(b, BUSIO_GPIO, -ENOENT);
	(void)await(b, BUSIO_SCANNED, 0);
}

/* Ends the thread: all lamps are dark, and no chip got a request that its data sheet forbids. */
static void
stop(struct bench *b)
{
	busio_destroy(b->bus);
	close(b->wake_fd);
	for (unsigned c = 0; c < 351; c++)
		assert_int_equal(
			adapter.chip[SENSORS].emul.ops->light(&adapter.chip[SENSORS].emul, c), 0);
	assert_int_equal(emul_bus_violations(&adapter.bus), 0);
}

static void
contact(unsigned chip, unsigned channel, bool closed)
{
	struct emul *e = &adapter.chip[chip].emul;

	pthread_mutex_lock(&adapter.lock);
	e->ops->contact(e, channel, closed);
	pthread_mutex_unlock(&adapter.lock);
}

static void
test_edge(void **state)
{
	struct bench b;
	struct busio_msg m;

	(void)state;
	start(&b, 400000);
	assert_int_equal(adapter.timeout, BUS_TIMEOUT_MS / 10);
	contact(2, 0, true); /* e4 */
	do
		m = await(&b, BUSIO_EDGE, 0);
	while (!m.reading.occupied);
	assert_int_equal(m.sq, 3 * 8 + 4);
	stop(&b);
}

/* A held wire is reported once as a bus fault; the bus is reopened until it is free. */
static void
test_held(void **state)
{
	struct bench b;
	unsigned opened;

	(void)state;
	start(&b, 400000);
	pthread_mutex_lock(&adapter.lock);
	opened = adapter.opened;
	adapter.held = true;
	pthread_mutex_unlock(&adapter.lock);
	(void)await(&b, BUSIO_BUS, -ETIMEDOUT);
	pthread_mutex_lock(&adapter.lock);
	adapter.held = false;
	pthread_mutex_unlock(&adapter.lock);
	(void)await(&b, BUSIO_BUS, 0);
	pthread_mutex_lock(&adapter.lock);
	assert_true(adapter.opened > opened);
	pthread_mutex_unlock(&adapter.lock);
	stop(&b);
}

/* A silent chip is a fault of that chip, until it answers. */
static void
test_absent(void **state)
{
	struct bench b;

	(void)state;
	start(&b, 400000);
	pthread_mutex_lock(&adapter.lock);
	adapter.absent = 0x23;
	pthread_mutex_unlock(&adapter.lock);
	assert_int_equal(await(&b, BUSIO_SENSOR, -ENXIO).index, 3);
	pthread_mutex_lock(&adapter.lock);
	adapter.absent = 0;
	pthread_mutex_unlock(&adapter.lock);
	assert_int_equal(await(&b, BUSIO_SENSOR, 0).index, 3);
	stop(&b);
}

/* Lamp writes follow the configured speed: none blocks the bus for long. */
static void
lit_at(uint32_t speed_hz, size_t longest)
{
	uint8_t rgb[BOARD_SQUARES_MAX][3];
	const struct emul *e = &adapter.chip[SENSORS].emul;
	struct bench b;
	bool lit = false;

	start(&b, speed_hz);
	memset(rgb, 0xff, sizeof(rgb));
	assert_true(busio_show(b.bus, (const uint8_t(*)[3])rgb));
	for (unsigned i = 0; i < PATIENCE_MS && !lit; i++) {
		(void)poll(NULL, 0, 1);
		pthread_mutex_lock(&adapter.lock);
		lit = e->ops->light(e, 233) > 0; /* h8, the last */
		pthread_mutex_unlock(&adapter.lock);
	}
	assert_true(lit);
	stop(&b);
	if (adapter.bus.longest > longest)
		fail_msg("%zu bytes in one write at %u Hz", adapter.bus.longest, speed_hz);
}

static void
test_budgets(void **state)
{
	(void)state;
	lit_at(400000, 97);
	lit_at(100000, 27);
}

static void *
serve(void *loop)
{
	g_main_context_push_thread_default(g_main_loop_get_context(loop));
	g_main_loop_run(loop);
	return NULL;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edge),
		cmocka_unit_test(test_held),
		cmocka_unit_test(test_absent),
		cmocka_unit_test(test_budgets),
	};
	GMainLoop *loop = g_main_loop_new(NULL, FALSE);
	UMockdevTestbed *bed;
	pthread_t thread;
	int failed;

	bed = umockdev_testbed_new();
	g_assert(umockdev_testbed_add_from_string(bed,
						  "P: /devices/i2c-1/i2c-dev/i2c-1\nN: i2c-1\n"
						  "E: DEVNAME=/dev/i2c-1\nE: SUBSYSTEM=i2c-dev\n"
						  "E: MAJOR=89\nE: MINOR=1\n",
						  NULL));
	g_assert(umockdev_testbed_attach_ioctl(bed, "/dev/i2c-1",
					       g_object_new(play_i2c_get_type(), NULL), NULL));
	pthread_create(&thread, NULL, serve, loop);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	g_main_loop_quit(loop);
	pthread_join(thread, NULL);
	g_object_unref(bed);
	g_main_loop_unref(loop);
	return failed;
}

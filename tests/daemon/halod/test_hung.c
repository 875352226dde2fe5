/* A bus whose adapter's driver does not return from a call. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "daemon/bus/busio.h"
#include "daemon/bus/chipset.h"
#include "daemon/dark.h"
#include "daemon/table/log.h"
#include "hw/board/board.h"

static struct {
	pthread_mutex_t lock;
	pthread_cond_t moved;
	bool open;
	unsigned entered, left;
} gate = { .lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER };

int __wrap_ioctl(int fd, unsigned long request, ...);

/* Makes every driver call wait for the gate, then report a missing adapter. */
int
__wrap_ioctl(int fd, unsigned long request, ...)
{
	(void)fd;
	(void)request;
	pthread_mutex_lock(&gate.lock);
	gate.entered++;
	pthread_cond_broadcast(&gate.moved);
	while (!gate.open)
		pthread_cond_wait(&gate.moved, &gate.lock);
	gate.left++;
	pthread_mutex_unlock(&gate.lock);
	errno = ENODEV;
	return -1;
}

static void
open_gate(bool open)
{
	pthread_mutex_lock(&gate.lock);
	gate.open = open;
	pthread_cond_broadcast(&gate.moved);
	pthread_mutex_unlock(&gate.lock);
}

static char told[1024];
static int enough_fd;

static void
take_line(void *arg, const char *line)
{
	size_t n = strlen(told);
	uint64_t one = 1;

	(void)arg;
	(void)snprintf(told + n, sizeof(told) - n, "%s\n", line);
	/* The other bus has reported: give the hanging one time. */
	assert_int_equal(write(enough_fd, &one, sizeof(one)), sizeof(one));
}

static struct board board; /* an abandoned thread reads it */

static void
load_board(void)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096];

	assert_int_equal(board_find("matrix-8x8", path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &board, &err), 0);
	strcpy(board.bus[0].device, "/dev/null");
	gate.open = false;
	gate.entered = gate.left = 0;
}

/* Starts the thread, which blocks in its first call. */
static struct busio *
start(int wake_fd)
{
	struct busio *b;
	int r;

	load_board();
	b = busio_create(&(struct busio_config){ .board = &board, .wake_fd = wake_fd }, &r);
	assert_non_null(b);
	pthread_mutex_lock(&gate.lock);
	while (gate.entered == 0)
		pthread_cond_wait(&gate.moved, &gate.lock);
	pthread_mutex_unlock(&gate.lock);
	return b;
}

/* Before the first reading the horizon is unknown; the blocked thread is detected. */
static void
test_first_reading(void **state)
{
	int wake_fd = eventfd(0, EFD_CLOEXEC);
	struct pollfd p = { .fd = wake_fd, .events = POLLIN };
	struct busio *b = start(wake_fd);
	struct busio_msg m;
	uint64_t away = busio_away(b);

	(void)state;
	assert_true(away > 0 && away != UINT64_MAX);
	assert_int_equal(busio_horizon(b), 0);
	open_gate(true);
	do
		assert_true(poll(&p, 1, -1) == 1);
	while (!busio_next(b, &m) || m.kind != BUSIO_SCANNED);
	busio_destroy(b);
	close(wake_fd);
}

/* A request that is not taken does not block the loop; later there is room again. */
static void
test_wishes(void **state)
{
	static const uint8_t dark[BOARD_SQUARES_MAX][3], zero[BOARD_MEASURES_MAX];
	static const int8_t span[BOARD_MEASURES_MAX];
	int wake_fd = eventfd(0, EFD_CLOEXEC);
	struct busio *b = start(wake_fd);

	(void)state;
	while (busio_show(b, dark))
		continue;
	assert_false(busio_tune(b, 0, zero, span));
	open_gate(true);
	while (!busio_show(b, dark))
		(void)poll(NULL, 0, 1);
	busio_destroy(b);
	close(wake_fd);
}

/* The same with a full request ring. The thread frees what it held: see LeakSanitizer. */
static void
test_destroy(void **state)
{
	static const uint8_t dark[BOARD_SQUARES_MAX][3];
	int wake_fd = eventfd(0, EFD_CLOEXEC);
	struct busio *b = start(wake_fd);

	(void)state;
	while (busio_show(b, dark))
		continue;
	busio_destroy(b);
	assert_int_equal(gate.left, 0);
	open_gate(true);
	close(wake_fd);
}

/* A hanging bus does not block `--dark` forever; the other bus is still tried. */
static void
test_dark(void **state)
{
	(void)state;
	load_board();
	board.n_buses = 2;
	strcpy(board.bus[1].device, "unix:/nowhere");
	enough_fd = eventfd(0, EFD_CLOEXEC);
	log_sink(take_line, NULL);
	assert_int_equal(dark_board(&board, enough_fd), -ETIMEDOUT);
	log_sink(NULL, NULL);
	close(enough_fd);
	assert_true(strstr(told, "bus 0 (/dev/null) is held") != NULL);
	assert_true(strstr(told, "bus 1 (unix:/nowhere) is gone") != NULL);
	assert_int_equal(gate.left, 0);
	open_gate(true);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_first_reading),
		cmocka_unit_test(test_wishes),
		cmocka_unit_test(test_destroy),
		cmocka_unit_test(test_dark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

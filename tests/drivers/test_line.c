/*
 * GPIO lines with a fake library (play_gpiod1.c, play_gpiod2.c): the program's
 * own gpiod_… functions replace those of libgpiod.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <cmocka.h>

#include "drivers/line.h"
#include "play_gpiod.h"

static int
set_up(void **state)
{
	(void)state;
	play = (struct play){ 0 };
	return pipe2(play.fd, O_NONBLOCK);
}

static int
tear_down(void **state)
{
	(void)state;
	close(play.fd[0]);
	close(play.fd[1]);
	return 0;
}

static void
test_edges(void **state)
{
	struct line_event e;
	struct line l;

	(void)state;
	assert_int_equal(line_open(&l, "/dev/gpiochip0", 17, "haloboard"), 0);
	assert_int_equal(play.offset, 17);
	assert_string_equal(play.user, "haloboard");
	assert_true(play.both_edges);
	assert_true(play.pulled_up);
	assert_int_equal(l.fd, play.fd[0]);
	assert_int_equal(line_next(&l, &e), 0);
	play_edge(0, UINT64_C(12345678901));
	play_edge(1, UINT64_C(12345679999));
	assert_int_equal(line_next(&l, &e), 1);
	assert_int_equal(e.level, 0);
	assert_true(e.t_us == 12345678);
	assert_int_equal(line_next(&l, &e), 1);
	assert_int_equal(e.level, 1);
	assert_true(e.t_us == 12345679);
	assert_int_equal(line_next(&l, &e), 0);
	play.value = 1;
	assert_int_equal(line_level(&l), 1);
	play.value = 0;
	assert_int_equal(line_level(&l), 0);
	play.value_errno = EIO;
	assert_int_equal(line_level(&l), -EIO);
	line_close(&l);
	assert_int_equal(play.released, 1);
	assert_int_equal(play.opened, 0);
	assert_int_equal(l.fd, -1);
	assert_int_equal(line_next(&l, &e), -ENODEV);
	assert_int_equal(line_level(&l), -ENODEV);
	line_close(&l);
	assert_int_equal(play.released, 1);
}

/* The GPIO chip is unplugged: its descriptor hangs up. */
static void
test_chip_gone(void **state)
{
	struct line_event e;
	struct line l;

	(void)state;
	assert_int_equal(line_open(&l, "/dev/gpiochip0", 0, "haloboard"), 0);
	close(play.fd[1]);
	assert_int_equal(line_next(&l, &e), -ENODEV);
	line_close(&l);
	play.fd[1] = dup(play.fd[0]);
}

static void
test_refused(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_open(&l, "/dev/gpiochip9", 17, "haloboard"), -ENOENT);
	assert_int_equal(line_open(&l, "/dev/gpiochip0", 54, "haloboard"), -EINVAL);
	play.request_errno = EBUSY;
	assert_int_equal(line_open(&l, "/dev/gpiochip0", 17, "haloboard"), -EBUSY);
	assert_int_equal(play.opened, 0);
	assert_int_equal(play.released, 0);
	assert_int_equal(l.fd, -1);
}

static void
test_names(void **state)
{
	(void)state;
	assert_int_equal(line_find("/dev/gpiochip0", "GPIO17"), 17);
	assert_int_equal(line_find("/dev/gpiochip0", "GPIO99"), -EINVAL);
	assert_int_equal(line_find("/dev/gpiochip9", "GPIO17"), -ENOENT);
	assert_int_equal(play.opened, 0);
}

/* High from the request on; each pulse drives the line low and releases it. */
static void
test_pulse(void **state)
{
	struct line l;

	(void)state;
	assert_int_equal(line_open_drain(&l, "/dev/gpiochip0", 22, "haloboard"), 0);
	assert_int_equal(play.offset, 22);
	assert_string_equal(play.user, "haloboard");
	assert_true(play.drain);
	assert_string_equal(play.drive, "");
	assert_int_equal(line_pulse(&l, 1), 0);
	assert_string_equal(play.drive, "01");
	assert_int_equal(line_pulse(&l, 1), 0);
	assert_string_equal(play.drive, "0101");
	play.drive_errno = ENODEV;
	assert_int_equal(line_pulse(&l, 1), -ENODEV);
	line_close(&l);
	assert_int_equal(play.released, 1);
	assert_int_equal(line_pulse(&l, 1), -ENODEV);
	assert_int_equal(line_open_drain(&l, "/dev/gpiochip9", 22, "haloboard"), -ENOENT);
	assert_int_equal(line_open_drain(&l, "/dev/gpiochip0", 54, "haloboard"), -EINVAL);
	play.request_errno = EBUSY;
	assert_int_equal(line_open_drain(&l, "/dev/gpiochip0", 22, "haloboard"), -EBUSY);
	assert_int_equal(line_pulse(&l, 1), -ENODEV);
	assert_int_equal(play.opened, 0);
	assert_int_equal(play.released, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_edges, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_chip_gone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_pulse, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

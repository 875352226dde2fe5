/*
 * kernel-touch: a touch screen made by uinput. Each line of standard input is a
 * tap, "X Y" from 0 to 4095 from the upper left corner.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
	AXIS_MAX = 4095,
	FINGER = 1,
	/* A finger touches the glass for longer than one frame. */
	TAP_NS = 120000000,
};

static bool
axis(int fd, uint16_t code, int max)
{
	struct uinput_abs_setup a = { .code = code, .absinfo.maximum = max };

	return ioctl(fd, UI_ABS_SETUP, &a) == 0;
}

/* Makes a direct multi-touch device, which udev and SDL recognize as a screen, not a tablet. */
static bool
create(int fd)
{
	struct uinput_setup s = { .id = { .bustype = BUS_I2C, .vendor = 1 }, .name = "touch" };

	return ioctl(fd, UI_SET_EVBIT, EV_KEY) == 0 && ioctl(fd, UI_SET_EVBIT, EV_ABS) == 0 &&
	       ioctl(fd, UI_SET_KEYBIT, BTN_TOUCH) == 0 &&
	       ioctl(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT) == 0 && axis(fd, ABS_X, AXIS_MAX) &&
	       axis(fd, ABS_Y, AXIS_MAX) && axis(fd, ABS_MT_SLOT, 1) &&
	       axis(fd, ABS_MT_TRACKING_ID, UINT16_MAX) && axis(fd, ABS_MT_POSITION_X, AXIS_MAX) &&
	       axis(fd, ABS_MT_POSITION_Y, AXIS_MAX) && ioctl(fd, UI_DEV_SETUP, &s) == 0 &&
	       ioctl(fd, UI_DEV_CREATE) == 0;
}

static bool
send_all(int fd, const struct input_event *events, size_t size)
{
	return write(fd, events, size) == (ssize_t)size;
}

static bool
tap(int fd, int x, int y)
{
	const struct input_event down[] = {
		{ .type = EV_ABS, .code = ABS_MT_SLOT, .value = 0 },
		{ .type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = FINGER },
		{ .type = EV_ABS, .code = ABS_MT_POSITION_X, .value = x },
		{ .type = EV_ABS, .code = ABS_MT_POSITION_Y, .value = y },
		{ .type = EV_KEY, .code = BTN_TOUCH, .value = 1 },
		{ .type = EV_ABS, .code = ABS_X, .value = x },
		{ .type = EV_ABS, .code = ABS_Y, .value = y },
		{ .type = EV_SYN, .code = SYN_REPORT },
	};
	const struct input_event up[] = {
		{ .type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1 },
		{ .type = EV_KEY, .code = BTN_TOUCH, .value = 0 },
		{ .type = EV_SYN, .code = SYN_REPORT },
	};
	const struct timespec held = { .tv_nsec = TAP_NS };

	return send_all(fd, down, sizeof(down)) && nanosleep(&held, NULL) == 0 &&
	       send_all(fd, up, sizeof(up));
}

int
main(void)
{
	int fd = open("/dev/uinput", O_WRONLY | O_CLOEXEC), x, y;
	char line[64];

	if (fd < 0 || !create(fd)) {
		fprintf(stderr, "kernel-touch: /dev/uinput: %s\n", strerror(errno));
		return 1;
	}
	while (fgets(line, sizeof(line), stdin))
		if (sscanf(line, "%d %d", &x, &y) == 2 && !tap(fd, x, y))
			return 1;
	return 0;
}

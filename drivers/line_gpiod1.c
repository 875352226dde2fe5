/* Lines by libgpiod 1.6 (Debian 12): one request and one descriptor per line. */
#include "drivers/line_wait.h"

#include <errno.h>
#include <gpiod.h>

enum { HIGH = 1 }; /* an open-drain output that does not drive */

static int
request(struct line *l, const struct gpiod_line_request_config *config)
{
	if (l->offset >= gpiod_chip_num_lines(l->chip))
		return -EINVAL;
	l->request = gpiod_chip_get_line(l->chip, l->offset);
	if (!l->request)
		return -errno;
	if (gpiod_line_request(l->request, config, HIGH) < 0) {
		int error = errno;

		l->request = NULL;
		return -error;
	}
	return 0;
}

static int
open_as(struct line *l, const char *chip, unsigned offset,
	const struct gpiod_line_request_config *config)
{
	*l = (struct line){ .fd = -1, .offset = offset };
	l->chip = gpiod_chip_open(chip);
	return l->chip ? request(l, config) : -errno;
}

int
line_find(const char *chip, const char *name)
{
	struct gpiod_chip *c = gpiod_chip_open(chip);
	int ret = -errno;

	if (c) {
		struct gpiod_line *line = gpiod_chip_find_line(c, name);

		ret = line ? (int)gpiod_line_offset(line) : -EINVAL;
		gpiod_chip_close(c);
	}
	return ret;
}

int
line_open(struct line *l, const char *chip, unsigned offset, const char *user)
{
	const struct gpiod_line_request_config config = {
		.consumer = user,
		.request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
		.flags = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
	};
	int ret = open_as(l, chip, offset, &config);

	if (ret == 0) {
		l->fd = gpiod_line_event_get_fd(l->request);
		ret = l->fd < 0 ? -errno : 0;
	}
	if (ret < 0)
		line_close(l);
	return ret;
}

int
line_open_drain(struct line *l, const char *chip, unsigned offset, const char *user)
{
	const struct gpiod_line_request_config config = {
		.consumer = user,
		.request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
		.flags = GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN,
	};
	int ret = open_as(l, chip, offset, &config);

	if (ret < 0)
		line_close(l);
	return ret;
}

static int
set_level(struct line *l, int level)
{
	if (!l->request)
		return -ENODEV;
	return gpiod_line_set_value(l->request, level) < 0 ? -errno : 0;
}

int
line_pulse(struct line *l, unsigned us)
{
	int ret = set_level(l, 0);

	if (ret == 0) {
		line_sleep(us);
		ret = set_level(l, HIGH);
	}
	return ret;
}

void
line_close(struct line *l)
{
	if (l->request)
		gpiod_line_release(l->request);
	if (l->chip)
		gpiod_chip_close(l->chip);
	*l = (struct line){ .fd = -1 };
}

int
line_level(struct line *l)
{
	int level = l->request ? gpiod_line_get_value(l->request) : -1;

	if (level < 0)
		level = l->request ? -errno : -ENODEV;
	return level;
}

int
line_next(struct line *l, struct line_event *event)
{
	struct gpiod_line_event e;
	int ret = line_waits(l);

	if (ret > 0 && gpiod_line_event_read(l->request, &e) < 0)
		ret = -errno;
	if (ret > 0)
		*event = (struct line_event){
			.t_us = (uint64_t)e.ts.tv_sec * 1000000 + (uint64_t)e.ts.tv_nsec / 1000,
			.level = e.event_type == GPIOD_LINE_EVENT_RISING_EDGE,
		};
	return ret;
}

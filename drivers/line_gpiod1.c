/* Input lines by libgpiod 1.6 (Debian 12): one request, one descriptor a line. */
#include "drivers/line_wait.h"

#include <errno.h>
#include <gpiod.h>

static int
request(struct line *l, unsigned offset, const char *user)
{
	const struct gpiod_line_request_config config = {
		.consumer = user,
		.request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
		.flags = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
	};

	if (offset >= gpiod_chip_num_lines(l->chip))
		return -EINVAL;
	l->request = gpiod_chip_get_line(l->chip, offset);
	if (!l->request)
		return -errno;
	if (gpiod_line_request(l->request, &config, 0) < 0) {
		int error = errno;

		l->request = NULL;
		return -error;
	}
	l->fd = gpiod_line_event_get_fd(l->request);
	return l->fd < 0 ? -errno : 0;
}

int
line_find(const char *chip, const char *name)
{
	int kept = errno;
	struct gpiod_chip *c = gpiod_chip_open(chip);
	int ret = -errno;

	if (c) {
		struct gpiod_line *line = gpiod_chip_find_line(c, name);

		ret = line ? (int)gpiod_line_offset(line) : -EINVAL;
		gpiod_chip_close(c);
	}
	errno = kept;
	return ret;
}

int
line_open(struct line *l, const char *chip, unsigned offset, const char *user)
{
	int kept = errno;
	int ret;

	*l = (struct line){ .fd = -1, .offset = offset };
	l->chip = gpiod_chip_open(chip);
	ret = l->chip ? request(l, offset, user) : -errno;
	if (ret < 0)
		line_close(l);
	errno = kept;
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
	int kept = errno;
	int level = l->request ? gpiod_line_get_value(l->request) : -1;

	if (level < 0)
		level = l->request ? -errno : -ENODEV;
	errno = kept;
	return level;
}

int
line_next(struct line *l, struct line_event *event)
{
	struct gpiod_line_event e;
	int kept = errno;
	int ret = line_waits(l);

	if (ret > 0 && gpiod_line_event_read(l->request, &e) < 0)
		ret = -errno;
	if (ret > 0)
		*event = (struct line_event){
			.t_us = (uint64_t)e.ts.tv_sec * 1000000 + (uint64_t)e.ts.tv_nsec / 1000,
			.level = e.event_type == GPIOD_LINE_EVENT_RISING_EDGE,
		};
	errno = kept;
	return ret;
}

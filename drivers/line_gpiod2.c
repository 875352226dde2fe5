/* Lines by libgpiod 2.x (Debian 13): one request per line. */
#include "drivers/line_wait.h"

#include <errno.h>
#include <gpiod.h>

/* Applies the settings of an input line: both edges, pulled up, stamped by the monotonic clock. */
static int
configure(struct gpiod_line_settings *s)
{
	if (gpiod_line_settings_set_direction(s, GPIOD_LINE_DIRECTION_INPUT) < 0 ||
	    gpiod_line_settings_set_edge_detection(s, GPIOD_LINE_EDGE_BOTH) < 0 ||
	    gpiod_line_settings_set_bias(s, GPIOD_LINE_BIAS_PULL_UP) < 0 ||
	    gpiod_line_settings_set_event_clock(s, GPIOD_LINE_CLOCK_MONOTONIC) < 0)
		return -errno;
	return 0;
}

/* Applies the settings of an open-drain output that does not drive. */
static int
configure_drain(struct gpiod_line_settings *s)
{
	if (gpiod_line_settings_set_direction(s, GPIOD_LINE_DIRECTION_OUTPUT) < 0 ||
	    gpiod_line_settings_set_drive(s, GPIOD_LINE_DRIVE_OPEN_DRAIN) < 0 ||
	    gpiod_line_settings_set_output_value(s, GPIOD_LINE_VALUE_ACTIVE) < 0)
		return -errno;
	return 0;
}

static int
request(struct line *l, const char *user, int (*settle)(struct gpiod_line_settings *s))
{
	struct gpiod_line_settings *settings = gpiod_line_settings_new();
	struct gpiod_line_config *lines = gpiod_line_config_new();
	struct gpiod_request_config *who = gpiod_request_config_new();
	int ret = settings && lines && who ? settle(settings) : -ENOMEM;

	if (ret == 0 && gpiod_line_config_add_line_settings(lines, &l->offset, 1, settings) < 0)
		ret = -errno;
	if (ret == 0) {
		gpiod_request_config_set_consumer(who, user);
		l->request = gpiod_chip_request_lines(l->chip, who, lines);
		ret = l->request ? 0 : -errno;
	}
	if (settings)
		gpiod_line_settings_free(settings);
	if (lines)
		gpiod_line_config_free(lines);
	if (who)
		gpiod_request_config_free(who);
	return ret;
}

static int
open_as(struct line *l, const char *chip, unsigned offset, const char *user,
	int (*settle)(struct gpiod_line_settings *s))
{
	*l = (struct line){ .fd = -1, .offset = offset };
	l->chip = gpiod_chip_open(chip);
	return l->chip ? request(l, user, settle) : -errno;
}

int
line_find(const char *chip, const char *name)
{
	struct gpiod_chip *c = gpiod_chip_open(chip);
	int ret = c ? gpiod_chip_get_line_offset_from_name(c, name) : -errno;

	if (c) {
		ret = ret < 0 ? -EINVAL : ret;
		gpiod_chip_close(c);
	}
	return ret;
}

int
line_open(struct line *l, const char *chip, unsigned offset, const char *user)
{
	int ret = open_as(l, chip, offset, user, configure);

	if (ret == 0) {
		l->buffer = gpiod_edge_event_buffer_new(1);
		ret = l->buffer ? 0 : -ENOMEM;
	}
	if (ret == 0)
		l->fd = gpiod_line_request_get_fd(l->request);
	else
		line_close(l);
	return ret;
}

void
line_close(struct line *l)
{
	if (l->buffer)
		gpiod_edge_event_buffer_free(l->buffer);
	if (l->request)
		gpiod_line_request_release(l->request);
	if (l->chip)
		gpiod_chip_close(l->chip);
	*l = (struct line){ .fd = -1 };
}

int
line_open_drain(struct line *l, const char *chip, unsigned offset, const char *user)
{
	int ret = open_as(l, chip, offset, user, configure_drain);

	if (ret < 0)
		line_close(l);
	return ret;
}

static int
set_level(struct line *l, enum gpiod_line_value level)
{
	if (!l->request)
		return -ENODEV;
	return gpiod_line_request_set_value(l->request, l->offset, level) < 0 ? -errno : 0;
}

int
line_pulse(struct line *l, unsigned us)
{
	int ret = set_level(l, GPIOD_LINE_VALUE_INACTIVE);

	if (ret == 0) {
		line_sleep(us);
		ret = set_level(l, GPIOD_LINE_VALUE_ACTIVE);
	}
	return ret;
}

int
line_level(struct line *l)
{
	int ret = -ENODEV;

	if (l->request) {
		enum gpiod_line_value v = gpiod_line_request_get_value(l->request, l->offset);

		ret = v == GPIOD_LINE_VALUE_ERROR ? -errno : v == GPIOD_LINE_VALUE_ACTIVE;
	}
	return ret;
}

int
line_next(struct line *l, struct line_event *event)
{
	int ret = line_waits(l);

	if (ret > 0) {
		ret = gpiod_line_request_read_edge_events(l->request, l->buffer, 1);
		if (ret < 0)
			ret = -errno;
	}
	if (ret > 0) {
		struct gpiod_edge_event *e = gpiod_edge_event_buffer_get_event(l->buffer, 0);

		event->t_us = gpiod_edge_event_get_timestamp_ns(e) / 1000;
		event->level = gpiod_edge_event_get_event_type(e) == GPIOD_EDGE_EVENT_RISING_EDGE;
	}
	return ret;
}

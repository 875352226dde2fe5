/* A fake of libgpiod 2.x. */
#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play_gpiod.h"

struct gpiod_chip {
	int unused;
};

struct gpiod_line_settings {
	bool input, both_edges, pulled_up, monotonic, output, open_drain, high;
};

struct gpiod_line_config {
	unsigned offset;
	struct gpiod_line_settings settings;
};

struct gpiod_request_config {
	char user[32];
};

struct gpiod_line_request {
	int unused;
};

struct gpiod_edge_event {
	uint64_t t_ns;
	enum gpiod_edge_event_type type;
};

struct gpiod_edge_event_buffer {
	size_t capacity;
	struct gpiod_edge_event event;
};

struct play play;
static struct gpiod_chip the_chip;
static struct gpiod_line_request the_request;

void
play_edge(int level, uint64_t t_ns)
{
	struct gpiod_edge_event e;

	memset(&e, 0, sizeof(e));
	e.t_ns = t_ns;
	e.type = level ? GPIOD_EDGE_EVENT_RISING_EDGE : GPIOD_EDGE_EVENT_FALLING_EDGE;
	if (write(play.fd[1], &e, sizeof(e)) != sizeof(e))
		abort();
}

struct gpiod_chip *
gpiod_chip_open(const char *path)
{
	if (strcmp(path, "/dev/gpiochip0") != 0) {
		errno = ENOENT;
		return NULL;
	}
	play.opened++;
	return &the_chip;
}

int
gpiod_chip_get_line_offset_from_name(struct gpiod_chip *chip, const char *name)
{
	(void)chip;
	errno = ENOENT;
	return strcmp(name, "GPIO17") == 0 ? 17 : -1;
}

void
gpiod_chip_close(struct gpiod_chip *chip)
{
	(void)chip;
	play.opened--;
}

struct gpiod_line_settings *
gpiod_line_settings_new(void)
{
	return calloc(1, sizeof(struct gpiod_line_settings));
}

void
gpiod_line_settings_free(struct gpiod_line_settings *s)
{
	free(s);
}

int
gpiod_line_settings_set_direction(struct gpiod_line_settings *s, enum gpiod_line_direction d)
{
	s->input = d == GPIOD_LINE_DIRECTION_INPUT;
	s->output = d == GPIOD_LINE_DIRECTION_OUTPUT;
	return 0;
}

int
gpiod_line_settings_set_drive(struct gpiod_line_settings *s, enum gpiod_line_drive drive)
{
	s->open_drain = drive == GPIOD_LINE_DRIVE_OPEN_DRAIN;
	return 0;
}

int
gpiod_line_settings_set_output_value(struct gpiod_line_settings *s, enum gpiod_line_value value)
{
	s->high = value == GPIOD_LINE_VALUE_ACTIVE;
	return 0;
}

int
gpiod_line_request_set_value(struct gpiod_line_request *r, unsigned int offset,
			     enum gpiod_line_value value)
{
	(void)r;
	if (offset != play.offset)
		abort();
	strcat(play.drive, value == GPIOD_LINE_VALUE_ACTIVE ? "1" : "0");
	errno = play.drive_errno;
	return play.drive_errno ? -1 : 0;
}

int
gpiod_line_settings_set_edge_detection(struct gpiod_line_settings *s, enum gpiod_line_edge edge)
{
	s->both_edges = edge == GPIOD_LINE_EDGE_BOTH;
	return 0;
}

int
gpiod_line_settings_set_bias(struct gpiod_line_settings *s, enum gpiod_line_bias bias)
{
	s->pulled_up = bias == GPIOD_LINE_BIAS_PULL_UP;
	return 0;
}

int
gpiod_line_settings_set_event_clock(struct gpiod_line_settings *s, enum gpiod_line_clock clock)
{
	s->monotonic = clock == GPIOD_LINE_CLOCK_MONOTONIC;
	return 0;
}

struct gpiod_line_config *
gpiod_line_config_new(void)
{
	return calloc(1, sizeof(struct gpiod_line_config));
}

void
gpiod_line_config_free(struct gpiod_line_config *c)
{
	free(c);
}

int
gpiod_line_config_add_line_settings(struct gpiod_line_config *c, const unsigned int *offsets,
				    size_t n, struct gpiod_line_settings *s)
{
	if (n != 1)
		abort();
	c->offset = offsets[0];
	c->settings = *s;
	return 0;
}

struct gpiod_request_config *
gpiod_request_config_new(void)
{
	return calloc(1, sizeof(struct gpiod_request_config));
}

void
gpiod_request_config_free(struct gpiod_request_config *c)
{
	free(c);
}

void
gpiod_request_config_set_consumer(struct gpiod_request_config *c, const char *consumer)
{
	snprintf(c->user, sizeof(c->user), "%s", consumer);
}

struct gpiod_line_request *
gpiod_chip_request_lines(struct gpiod_chip *chip, struct gpiod_request_config *who,
			 struct gpiod_line_config *lines)
{
	(void)chip;
	play.offset = lines->offset;
	snprintf(play.user, sizeof(play.user), "%s", who->user);
	play.both_edges = lines->settings.input && lines->settings.both_edges;
	play.pulled_up = lines->settings.pulled_up;
	play.drain = lines->settings.output && lines->settings.open_drain && lines->settings.high;
	errno = lines->offset >= 54 ? EINVAL
		: lines->settings.input && !lines->settings.monotonic
			? EDOM
			: play.request_errno;
	return errno ? NULL : &the_request;
}

void
gpiod_line_request_release(struct gpiod_line_request *r)
{
	(void)r;
	play.released++;
}

int
gpiod_line_request_get_fd(struct gpiod_line_request *r)
{
	(void)r;
	return play.fd[0];
}

enum gpiod_line_value
gpiod_line_request_get_value(struct gpiod_line_request *r, unsigned int offset)
{
	(void)r;
	if (offset != play.offset)
		abort();
	errno = play.value_errno;
	return play.value_errno ? GPIOD_LINE_VALUE_ERROR
	       : play.value     ? GPIOD_LINE_VALUE_ACTIVE
				: GPIOD_LINE_VALUE_INACTIVE;
}

struct gpiod_edge_event_buffer *
gpiod_edge_event_buffer_new(size_t capacity)
{
	struct gpiod_edge_event_buffer *b = calloc(1, sizeof(*b));

	if (b)
		b->capacity = capacity;
	return b;
}

void
gpiod_edge_event_buffer_free(struct gpiod_edge_event_buffer *b)
{
	free(b);
}

int
gpiod_line_request_read_edge_events(struct gpiod_line_request *r, struct gpiod_edge_event_buffer *b,
				    size_t max)
{
	(void)r;
	if (max != 1 || b->capacity < 1)
		abort();
	return read(play.fd[0], &b->event, sizeof(b->event)) == sizeof(b->event) ? 1 : -1;
}

struct gpiod_edge_event *
gpiod_edge_event_buffer_get_event(struct gpiod_edge_event_buffer *b, unsigned long index)
{
	return index == 0 ? &b->event : NULL;
}

uint64_t
gpiod_edge_event_get_timestamp_ns(struct gpiod_edge_event *e)
{
	return e->t_ns;
}

enum gpiod_edge_event_type
gpiod_edge_event_get_event_type(struct gpiod_edge_event *e)
{
	return e->type;
}

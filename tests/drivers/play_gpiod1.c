/* A fake of libgpiod 1.6. */
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

struct gpiod_line {
	int unused;
};

struct play play;
static struct gpiod_chip the_chip;
static struct gpiod_line the_line;

void
play_edge(int level, uint64_t t_ns)
{
	struct gpiod_line_event e;

	memset(&e, 0, sizeof(e));
	e.ts.tv_sec = (time_t)(t_ns / 1000000000);
	e.ts.tv_nsec = (long)(t_ns % 1000000000);
	e.event_type = level ? GPIOD_LINE_EVENT_RISING_EDGE : GPIOD_LINE_EVENT_FALLING_EDGE;
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

void
gpiod_chip_close(struct gpiod_chip *chip)
{
	(void)chip;
	play.opened--;
}

unsigned int
gpiod_chip_num_lines(struct gpiod_chip *chip)
{
	(void)chip;
	return 54;
}

struct gpiod_line *
gpiod_chip_get_line(struct gpiod_chip *chip, unsigned int offset)
{
	(void)chip;
	play.offset = offset;
	return &the_line;
}

struct gpiod_line *
gpiod_chip_find_line(struct gpiod_chip *chip, const char *name)
{
	(void)chip;
	errno = ENOENT;
	if (strcmp(name, "GPIO17") != 0)
		return NULL;
	return &the_line;
}

unsigned int
gpiod_line_offset(struct gpiod_line *line)
{
	(void)line;
	return 17;
}

int
gpiod_line_request(struct gpiod_line *line, const struct gpiod_line_request_config *config,
		   int default_val)
{
	(void)line;
	snprintf(play.user, sizeof(play.user), "%s", config->consumer);
	play.both_edges = config->request_type == GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES;
	play.pulled_up = config->flags == GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
	play.drain = config->request_type == GPIOD_LINE_REQUEST_DIRECTION_OUTPUT &&
		     config->flags == GPIOD_LINE_REQUEST_FLAG_OPEN_DRAIN && default_val == 1;
	errno = play.request_errno;
	return play.request_errno ? -1 : 0;
}

int
gpiod_line_set_value(struct gpiod_line *line, int value)
{
	(void)line;
	strcat(play.drive, value ? "1" : "0");
	errno = play.drive_errno;
	return play.drive_errno ? -1 : 0;
}

void
gpiod_line_release(struct gpiod_line *line)
{
	(void)line;
	play.released++;
}

int
gpiod_line_event_get_fd(struct gpiod_line *line)
{
	(void)line;
	return play.fd[0];
}

int
gpiod_line_get_value(struct gpiod_line *line)
{
	(void)line;
	errno = play.value_errno;
	return play.value_errno ? -1 : play.value;
}

int
gpiod_line_event_read(struct gpiod_line *line, struct gpiod_line_event *event)
{
	(void)line;
	return read(play.fd[0], event, sizeof(*event)) == sizeof(*event) ? 0 : -1;
}

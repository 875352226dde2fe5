#include "hw/linux/gadget/follow.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hw/linux/gadget/call.h"

static void
leave(struct follow *f)
{
	if (!f->there)
		return;
	f->there = false;
	f->changed(f);
}

static void
away(struct follow *f, int err)
{
	f->source = sd_event_source_disable_unref(f->source);
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	f->n = 0;
	if (!f->missed)
		fprintf(stderr, "system: halod does not answer at %s (%s): waiting for it\n",
			f->socket, strerror(-err));
	f->missed = true;
	f->repairs = false;
	(void)sd_event_source_set_time_relative(f->retry, FOLLOW_RETRY_US);
	(void)sd_event_source_set_enabled(f->retry, SD_EVENT_ONESHOT);
	leave(f);
}

/* A flag of the settings; a daemon that does not have it has nothing against it. */
static bool
flag(const json_t *settings, const char *key)
{
	return !json_is_false(json_object_get(settings, key));
}

static bool
repairs(const json_t *state)
{
	const json_t *work;
	size_t i;

	json_array_foreach(json_object_get(state, "work"), i, work)
	{
		const char *kind = json_string_value(json_object_get(work, "kind"));

		if (kind && strcmp(kind, "repair") == 0)
			return true;
	}
	return false;
}

static void
take_repair(struct follow *f)
{
	if (!f->repairs)
		fprintf(stderr, "system: halod repairs its record of games: waiting for it\n");
	f->repairs = true;
	f->missed = false;
	leave(f);
}

static void
take_line(struct follow *f, const char *line, size_t len)
{
	json_t *o = json_loadb(line, len, 0, NULL);
	const json_t *settings = json_object_get(o, "settings");
	bool disk = flag(settings, "usb_disk"), serial = flag(settings, "usb_serial");

	if (settings && repairs(o)) {
		take_repair(f);
	} else if (settings && (!f->there || disk != f->disk || serial != f->serial)) {
		f->there = true;
		f->missed = f->repairs = false;
		f->disk = disk;
		f->serial = serial;
		f->changed(f);
	}
	json_decref(o);
}

static void
take_lines(struct follow *f)
{
	size_t at = 0;
	char *end;

	while ((end = memchr(f->line + at, '\n', f->n - at)) != NULL) {
		take_line(f, f->line + at, (size_t)(end - (f->line + at)));
		at = (size_t)(end - f->line) + 1;
	}
	memmove(f->line, f->line + at, f->n - at);
	f->n -= at;
	/* Longer than the link's lines are: no state. Its end does not parse and is passed over. */
	if (f->n == FOLLOW_LINE_MAX)
		f->n = 0;
}

static int
on_link(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	struct follow *f = arg;
	ssize_t n = recv(fd, f->line + f->n, FOLLOW_LINE_MAX - f->n, MSG_DONTWAIT);

	(void)s;
	(void)events;
	if (n > 0) {
		f->n += (size_t)n;
		take_lines(f);
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		away(f, n == 0 ? -ECONNRESET : -errno);
	}
	return 0;
}

static int
on_retry(sd_event_source *s, uint64_t usec, void *arg)
{
	struct follow *f = arg;
	int r;

	(void)s;
	(void)usec;
	f->fd = call_daemon(f->socket);
	r = f->fd;
	if (r >= 0)
		r = sd_event_add_io(f->event, &f->source, f->fd, EPOLLIN, on_link, f);
	if (r < 0)
		away(f, r);
	return 0;
}

int
follow_begin(struct follow *f)
{
	f->fd = -1;
	return sd_event_add_time_relative(f->event, &f->retry, CLOCK_MONOTONIC, 0, 100000, on_retry,
					  f);
}

void
follow_end(struct follow *f)
{
	f->source = sd_event_source_disable_unref(f->source);
	f->retry = sd_event_source_disable_unref(f->retry);
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

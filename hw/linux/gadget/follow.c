#include "hw/linux/gadget/follow.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

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
	client_close(&f->client);
	if (!f->missed)
		fprintf(stderr, "system: halod does not answer at %s (%s): waiting for it\n",
			f->socket, strerror(-err));
	f->missed = true;
	f->repairs = false;
	(void)sd_event_source_set_time_relative(f->retry, FOLLOW_RETRY_US);
	(void)sd_event_source_set_enabled(f->retry, SD_EVENT_ONESHOT);
	leave(f);
}

/* Returns a flag of the settings; true if the daemon does not have it. */
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
take_message(struct follow *f, const json_t *o)
{
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
}

static int
on_link(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	struct follow *f = arg;
	int err = client_receive(&f->client);
	json_t *message;

	(void)s;
	(void)fd;
	(void)events;
	while (err == 0 && (err = client_message(&f->client, &message)) > 0) {
		take_message(f, message);
		json_decref(message);
		err = 0;
	}
	if (err < 0)
		away(f, err);
	return 0;
}

static int
on_retry(sd_event_source *s, uint64_t usec, void *arg)
{
	struct follow *f = arg;
	int r;

	(void)s;
	(void)usec;
	r = client_dial(f->socket, SOCK_NONBLOCK);
	client_start(&f->client, r);
	if (r >= 0)
		r = sd_event_add_io(f->event, &f->source, r, EPOLLIN, on_link, f);
	if (r < 0)
		away(f, r);
	return 0;
}

int
follow_begin(struct follow *f)
{
	client_start(&f->client, -1);
	return sd_event_add_time_relative(f->event, &f->retry, CLOCK_MONOTONIC, 0, 100000, on_retry,
					  f);
}

void
follow_end(struct follow *f)
{
	f->source = sd_event_source_disable_unref(f->source);
	f->retry = sd_event_source_disable_unref(f->retry);
	client_close(&f->client);
}

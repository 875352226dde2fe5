#include "hw/linux/gadget/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "hw/client/client.h"

static void
tty_events(struct serial *s)
{
	/* While a line is being sent to the daemon, the next one waits in the port. */
	uint32_t in = s->n_ask == 0 ? EPOLLIN : 0;

	(void)sd_event_source_set_io_events(s->tty_source, in | (s->n_out ? EPOLLOUT : 0));
	if (s->n_out == 0)
		(void)sd_event_source_set_enabled(s->patience, SD_EVENT_OFF);
}

/* Reads from the daemon only if the port's buffer has room for a line. */
static void
link_events(struct serial *s)
{
	uint32_t in = s->n_out + SERIAL_LINE_MAX <= SERIAL_OUT_MAX ? EPOLLIN : 0;

	if (s->link >= 0)
		(void)sd_event_source_set_io_events(s->link_source, in | (s->n_ask ? EPOLLOUT : 0));
}

static void
hang_up(struct serial *s)
{
	s->link_source = sd_event_source_disable_unref(s->link_source);
	if (s->link >= 0)
		close(s->link);
	s->link = -1;
	s->n_ask = 0;
	tty_events(s);
}

/* Writes what the port accepts; the patience timer runs while something waits. */
static void
flush_out(struct serial *s)
{
	ssize_t n = s->n_out ? write(s->tty, s->out, s->n_out) : 0;

	if (n > 0) {
		memmove(s->out, s->out + n, s->n_out - (size_t)n);
		s->n_out -= (size_t)n;
	}
	if (s->n_out > 0 && (n > 0 || sd_event_source_get_enabled(s->patience, NULL) == 0)) {
		(void)sd_event_source_set_time_relative(s->patience, SERIAL_PATIENCE_US);
		(void)sd_event_source_set_enabled(s->patience, SD_EVENT_ONESHOT);
	}
	tty_events(s);
	link_events(s);
}

static void
send_text(struct serial *s, const char *text)
{
	size_t len = strlen(text);

	/*
	 * The daemon's messages leave room for these; a host that asks and does
	 * not read gets no reply.
	 */
	if (s->n_out + len > SERIAL_OUT_MAX)
		return;
	memcpy(s->out + s->n_out, text, len);
	s->n_out += len;
	flush_out(s);
}

/* Sends an error in the daemon's own form; id NULL: the request had none. */
static void
send_error(struct serial *s, json_t *id, const char *why)
{
	json_t *o = json_pack("{s:s, s:O*, s:s}", "kind", "error", "id", id, "why", why);
	char *text = json_dumps(o, JSON_COMPACT);

	if (text) {
		send_text(s, text);
		send_text(s, "\n");
	}
	free(text);
	json_decref(o);
}

static int
on_patience(sd_event_source *source, uint64_t usec, void *arg)
{
	struct serial *s = arg;

	(void)source;
	(void)usec;
	/* No program has the port open. The next one starts anew. */
	s->n_out = 0;
	hang_up(s);
	return 0;
}

static void
flush_ask(struct serial *s)
{
	ssize_t n = send(s->link, s->ask, s->n_ask, MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n > 0) {
		memmove(s->ask, s->ask + n, s->n_ask - (size_t)n);
		s->n_ask -= (size_t)n;
	}
	tty_events(s);
	link_events(s);
}

static void take_lines(struct serial *s);

static int
on_link(sd_event_source *source, int fd, uint32_t events, void *arg)
{
	struct serial *s = arg;
	ssize_t n;

	(void)source;
	if (events & EPOLLOUT && s->n_ask > 0)
		flush_ask(s);
	if (s->n_ask == 0)
		take_lines(s);
	if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
		return 0;
	n = recv(fd, s->out + s->n_out, SERIAL_OUT_MAX - s->n_out, MSG_DONTWAIT);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		hang_up(s);
		send_text(s, "\n{\"kind\":\"error\",\"why\":\"halod has closed the link\"}\n");
		return 0;
	}
	if (n > 0)
		s->n_out += (size_t)n;
	flush_out(s);
	return 0;
}

static void
call(struct serial *s)
{
	/*
	 * Sent before any data of the host: the daemon then revokes the rights
	 * of this program's user.
	 */
	static const char remote[] = "{\"kind\":\"remote\"}\n";
	const ssize_t len = (ssize_t)strlen(remote);
	char why[200];
	int r;

	s->link = client_dial(s->socket, SOCK_NONBLOCK);
	r = s->link;
	if (r >= 0 && send(s->link, remote, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT) != len)
		r = -EPIPE;
	if (r >= 0)
		r = sd_event_add_io(s->event, &s->link_source, s->link, EPOLLIN, on_link, s);
	if (r >= 0) {
		send_text(s, "\n");
		return;
	}
	hang_up(s);
	(void)snprintf(why, sizeof(why), "halod does not answer: %s", strerror(-r));
	send_error(s, NULL, why);
}

/* Sends a line; its newline follows it in the buffer. */
static void
take_line(struct serial *s, const char *line, size_t len)
{
	if (s->link < 0)
		call(s);
	if (s->link < 0)
		return;
	memcpy(s->ask, line, len + 1);
	s->n_ask = len + 1;
	flush_ask(s);
}

static bool
is_blank(const char *line, size_t len)
{
	return strspn(line, " \t\r") >= len;
}

/* Serves whole lines, one at a time while the daemon takes them, and keeps the rest. */
static void
take_lines(struct serial *s)
{
	size_t at = 0;
	char *end;

	while (s->n_ask == 0 && (end = memchr(s->in + at, '\n', s->n_in - at)) != NULL) {
		size_t len = (size_t)(end - (s->in + at));

		/* An empty line opens the link; it is not passed on as a message. */
		if (!s->skip && is_blank(s->in + at, len) && s->link < 0)
			call(s);
		else if (!s->skip && !is_blank(s->in + at, len))
			take_line(s, s->in + at, len);
		s->skip = false;
		at += len + 1;
	}
	memmove(s->in, s->in + at, s->n_in - at);
	s->n_in -= at;
	if (s->n_in < SERIAL_LINE_MAX || memchr(s->in, '\n', s->n_in))
		return;
	if (!s->skip)
		send_error(s, NULL, "a line is longer than 65536 bytes");
	s->skip = true;
	s->n_in = 0;
}

static int
on_tty(sd_event_source *source, int fd, uint32_t events, void *arg)
{
	struct serial *s = arg;
	ssize_t n;

	(void)source;
	if (events & EPOLLOUT)
		flush_out(s);
	if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
		return 0;
	n = read(fd, s->in + s->n_in, SERIAL_LINE_MAX - s->n_in);
	if (n > 0) {
		s->n_in += (size_t)n;
		take_lines(s);
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		serial_close(s);
		if (s->gone)
			s->gone(s->user);
	}
	return 0;
}

int
serial_port(const char *path)
{
	int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	struct termios t;

	if (fd < 0)
		return -errno;
	if (tcgetattr(fd, &t) == 0) {
		cfmakeraw(&t);
		(void)tcsetattr(fd, TCSANOW, &t);
	}
	return fd;
}

int
serial_open(struct serial *s, sd_event *event, const char *socket, int tty)
{
	int r;

	s->event = event;
	s->socket = socket;
	s->tty = tty;
	s->link = -1;
	s->skip = false;
	s->n_in = s->n_out = s->n_ask = 0;
	r = sd_event_add_io(event, &s->tty_source, tty, EPOLLIN, on_tty, s);
	/* A hang-up is handled before any later event. */
	if (r >= 0)
		r = sd_event_source_set_priority(s->tty_source, SD_EVENT_PRIORITY_IMPORTANT);
	if (r >= 0)
		r = sd_event_add_time_relative(event, &s->patience, CLOCK_MONOTONIC,
					       SERIAL_PATIENCE_US, 100000, on_patience, s);
	if (r >= 0)
		r = sd_event_source_set_enabled(s->patience, SD_EVENT_OFF);
	if (r < 0)
		serial_close(s);
	return r < 0 ? r : 0;
}

void
serial_close(struct serial *s)
{
	if (!s->event)
		return;
	s->link_source = sd_event_source_disable_unref(s->link_source);
	s->tty_source = sd_event_source_disable_unref(s->tty_source);
	s->patience = sd_event_source_disable_unref(s->patience);
	if (s->link >= 0)
		close(s->link);
	if (s->tty >= 0)
		close(s->tty);
	s->link = s->tty = -1;
	s->event = NULL;
}

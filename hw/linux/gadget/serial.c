#include "hw/linux/gadget/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "hw/client/client.h"

static void
tty_events(struct serial *s)
{
	/* Bytes that the daemon does not accept yet wait in the port. */
	uint32_t in = s->n_ask < sizeof(s->ask) ? EPOLLIN : 0;

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

static int
on_link(sd_event_source *source, int fd, uint32_t events, void *arg)
{
	struct serial *s = arg;
	ssize_t n;

	(void)source;
	if (events & EPOLLOUT && s->n_ask > 0)
		flush_ask(s);
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

/* Connects to the daemon. If that fails, the host's bytes are discarded with an error. */
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
	(void)snprintf(why, sizeof(why),
		       "{\"kind\":\"error\",\"why\":\"halod does not answer: %s\"}\n",
		       strerror(-r));
	send_text(s, why);
}

/* Takes bytes of the host. Empty lines before the first message only open the link. */
static void
take(struct serial *s, size_t n)
{
	size_t blank = 0;

	s->n_ask += n;
	if (s->link < 0) {
		call(s);
		while (blank < s->n_ask && strchr(" \t\r\n", s->ask[blank]))
			blank++;
		s->n_ask -= blank;
		memmove(s->ask, s->ask + blank, s->n_ask);
	}
	if (s->link >= 0)
		flush_ask(s);
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
	n = read(fd, s->ask + s->n_ask, sizeof(s->ask) - s->n_ask);
	if (n > 0) {
		take(s, (size_t)n);
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
	s->n_out = s->n_ask = 0;
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

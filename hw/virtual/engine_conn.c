#include "hw/virtual/engine_conn.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hw/virtual/command.h"

void
engine_conn_open(struct engine_conn *c, int in_fd, int out_fd)
{
	c->open = true;
	c->eof = c->skipping = c->waiting = false;
	c->in_fd = in_fd;
	c->out_fd = out_fd;
	c->in_len = c->out_len = 0;
}

void
engine_conn_close(struct engine_conn *c)
{
	if (c->open && c->in_fd > STDERR_FILENO)
		close(c->in_fd);
	c->open = false;
}

void
engine_conn_poll(const struct engine_conn *c, struct pollfd fds[2])
{
	bool in = c->open && !c->eof && c->in_len < sizeof(c->in);
	bool out = c->open && c->out_len > 0;

	fds[0] = (struct pollfd){ in ? c->in_fd : -1, POLLIN, 0 };
	fds[1] = (struct pollfd){ out ? c->out_fd : -1, POLLOUT, 0 };
}

static void
conn_read(struct engine_conn *c)
{
	ssize_t n = read(c->in_fd, c->in + c->in_len, sizeof(c->in) - c->in_len);

	if (n > 0)
		c->in_len += (size_t)n;
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		c->eof = true;
}

/*
 * Writes pending output. A writable pipe accepts PIPE_BUF bytes without
 * blocking, so the flags of inherited files need no change.
 */
void
engine_conn_flush(struct engine_conn *c)
{
	while (c->open && c->out_len > 0) {
		struct pollfd p = { c->out_fd, POLLOUT, 0 };
		size_t chunk = c->out_len < PIPE_BUF ? c->out_len : PIPE_BUF;
		ssize_t n;

		if (poll(&p, 1, 0) <= 0)
			return;
		n = write(c->out_fd, c->out, chunk);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n < 0) {
			c->out_len = 0;
			c->in_len = 0;
			c->eof = true;
			return;
		}
		c->out_len -= (size_t)n;
		memmove(c->out, c->out + n, c->out_len);
	}
}

static void
conn_append(struct engine_conn *c, const char *text, size_t len)
{
	memcpy(c->out + c->out_len, text, len);
	c->out_len += len;
}

void
engine_conn_answer(struct engine_conn *c, const char *text)
{
	c->waiting = false;
	conn_append(c, text, strlen(text));
	engine_conn_flush(c);
}

/* Returns the length of the first line with its end, or 0 if it is incomplete. */
static size_t
line_len(const struct engine_conn *c)
{
	const char *nl = memchr(c->in, '\n', c->in_len);

	if (nl)
		return (size_t)(nl - c->in) + 1;
	return c->eof || c->in_len == sizeof(c->in) ? c->in_len : 0;
}

/* Requires room for the longest reply and for a delayed one. */
static bool
conn_may_run(const struct engine *e, const struct engine_conn *c)
{
	return c->open && !c->waiting && !e->advance.on && !e->shot.on && !e->quit &&
	       c->out_len + ENGINE_ANSWER_MAX + BUS_SERVER_WHY_MAX < sizeof(c->out) &&
	       line_len(c) > 0;
}

/* Reports whether all input is processed and all output written. */
static bool
conn_is_done(const struct engine_conn *c)
{
	return c->open && c->eof && !c->waiting && c->in_len == 0 && c->out_len == 0;
}

bool
engine_conn_ready(const struct engine *e)
{
	for (unsigned i = 0; i < ENGINE_CONNS_MAX; i++)
		if (conn_may_run(e, &e->conn[i]) || conn_is_done(&e->conn[i]))
			return true;
	return false;
}

static void
line_run(struct engine *e, struct engine_conn *c, size_t len)
{
	static struct answer a; /* under the engine's lock */
	bool whole, answered = true;
	char line[ENGINE_LINE_MAX + 1];

	assert(len > 0 && len <= sizeof(c->in));
	whole = c->in[len - 1] == '\n';
	memcpy(line, c->in, len);
	line[len - whole] = '\0';
	if (len - whole > 0 && line[len - whole - 1] == '\r')
		line[len - whole - 1] = '\0';
	c->in_len -= len;
	memmove(c->in, c->in + len, c->in_len);

	if (c->skipping) {
		c->skipping = !whole;
		return;
	}
	if (!whole && len == sizeof(c->in)) {
		c->skipping = true;
		answer_error(&a, "a line has at most %d characters", ENGINE_LINE_MAX - 1);
	} else if (memchr(line, '\0', len - whole) && strlen(line) + 2 < len) {
		answer_error(&a, "a line must not contain NUL");
	} else {
		answered = command_run(e, c, line, &a);
	}
	if (answered)
		conn_append(c, a.text, a.len);
}

void
engine_conn_serve(struct engine *e, struct engine_conn *c, const struct pollfd fds[2])
{
	if (fds[0].revents)
		conn_read(c);
	while (conn_may_run(e, c))
		line_run(e, c, line_len(c));
	engine_conn_flush(c);
	if (conn_is_done(c))
		engine_conn_close(c);
}

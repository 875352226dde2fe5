#include "tests/ui/daemon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

const char daemon_hello[] =
	"{\"kind\":\"hello\",\"seq\":0,\"version\":1,\"program\":\"halod test\",\"board\":{\"files\":8,\"ranks\":8}}\n";

void
daemon_init(struct daemon *d)
{
	*d = (struct daemon){ .listen_fd = -1, .fd = -1 };
	snprintf(d->dir, sizeof(d->dir), "/tmp/halo-ui-XXXXXX");
	assert_non_null(mkdtemp(d->dir));
	snprintf(d->path, sizeof(d->path), "%s/halod.sock", d->dir);
}

void
daemon_finish(struct daemon *d)
{
	daemon_die(d);
	rmdir(d->dir);
}

void
daemon_listen(struct daemon *d)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", d->path);
	d->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(d->listen_fd >= 0);
	assert_int_equal(bind(d->listen_fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(d->listen_fd, 4), 0);
}

void
daemon_hang_up(struct daemon *d)
{
	if (d->fd >= 0)
		close(d->fd);
	d->fd = -1;
}

void
daemon_die(struct daemon *d)
{
	daemon_hang_up(d);
	if (d->listen_fd >= 0)
		close(d->listen_fd);
	d->listen_fd = -1;
	unlink(d->path);
}

void
daemon_accept(struct daemon *d)
{
	struct pollfd p = { .fd = d->listen_fd, .events = POLLIN };

	if (d->fd >= 0)
		close(d->fd);
	d->used = 0;
	if (TEMP_FAILURE_RETRY(poll(&p, 1, DAEMON_WAIT_MS)) != 1)
		fail_msg("nobody connects");
	d->fd = accept4(d->listen_fd, NULL, NULL, SOCK_CLOEXEC);
	assert_true(d->fd >= 0);
}

void
daemon_say(struct daemon *d, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = send(d->fd, text, len, MSG_NOSIGNAL);

		if (n <= 0) /* the client disconnected, as tests of malformed input expect */
			return;
		text += n;
		len -= (size_t)n;
	}
}

void
daemon_says(struct daemon *d, const char *text)
{
	daemon_say(d, text, strlen(text));
}

const char *
daemon_hear(struct daemon *d, char line[DAEMON_LINE])
{
	for (;;) {
		struct pollfd p = { .fd = d->fd, .events = POLLIN };
		char *end = memchr(d->buffer, '\n', d->used);
		ssize_t n;

		if (end != NULL) {
			size_t len = (size_t)(end - d->buffer);

			assert_true(len < DAEMON_LINE);
			memcpy(line, d->buffer, len);
			line[len] = '\0';
			d->used -= len + 1;
			memmove(d->buffer, end + 1, d->used);
			return line;
		}
		if (TEMP_FAILURE_RETRY(poll(&p, 1, DAEMON_WAIT_MS)) != 1)
			fail_msg("the client says nothing");
		n = recv(d->fd, d->buffer + d->used, sizeof(d->buffer) - d->used, 0);
		if (n <= 0)
			return NULL;
		d->used += (size_t)n;
	}
}

/*
 * Any bytes from the computer at the cable, and any from the daemon. The input is cut at
 * each 0xff; the pieces come in turn from the host and from the daemon. The data for the
 * daemon begins with `remote`.
 */
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "hw/linux/gadget/serial.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[SCRATCH_PATH];
static struct sockaddr_un at = { .sun_family = AF_UNIX };
static int listener;
static struct serial s;
static size_t passed; /* bytes of this connection so far */

static void
stop(void)
{
	close(listener);
	scratch_remove(folder);
}

static void
start(void)
{
	scratch_make(folder);
	snprintf(at.sun_path, sizeof(at.sun_path), "%.80s/s", folder);
	listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof(at)) < 0 ||
	    listen(listener, 8) < 0)
		abort();
	atexit(stop);
}

static void
check(const char *bytes, ssize_t n)
{
	static const char remote[] = "{\"kind\":\"remote\"}\n";

	for (ssize_t i = 0; i < n; i++, passed++)
		assert(passed >= strlen(remote) || bytes[i] == remote[passed]);
}

/* Runs everything that can happen without waiting. */
static void
settle(sd_event *event, int host, int *daemon)
{
	char bytes[4096];
	bool more = true;

	while (more) {
		int got = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
		ssize_t n = -1;

		more = sd_event_run(event, 0) > 0;
		if (got >= 0) {
			if (*daemon >= 0)
				close(*daemon);
			*daemon = got;
			passed = 0;
		}
		if (*daemon >= 0 && (n = recv(*daemon, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0)
			check(bytes, n);
		more |= got >= 0 || n > 0 || recv(host, bytes, sizeof(bytes), MSG_DONTWAIT) > 0;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;
	sd_event *event = NULL;
	int pair[2], daemon = -1;
	bool from_host = true;

	if (!*folder)
		start();
	if (sd_event_new(&event) < 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) < 0 ||
	    serial_open(&s, event, at.sun_path, pair[0]) < 0)
		abort();
	while (data < end) {
		const uint8_t *cut = memchr(data, 0xff, (size_t)(end - data));
		size_t len = (size_t)((cut ? cut : end) - data);
		int to = from_host ? pair[1] : daemon;

		if (to >= 0 && len > 0)
			(void)!send(to, data, len, MSG_NOSIGNAL | MSG_DONTWAIT);
		settle(event, pair[1], &daemon);
		data += len + 1;
		from_host = !from_host;
	}
	close(pair[1]);
	(void)sd_event_run(event, 0);
	serial_close(&s);
	sd_event_unref(event);
	if (daemon >= 0)
		close(daemon);
	while ((daemon = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0)
		close(daemon);
	return 0;
}

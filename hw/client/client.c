#include "hw/client/client.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int __attribute__((format(printf, 3, 4)))
fail(struct client *c, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(c->why, sizeof(c->why), fmt, ap);
	va_end(ap);
	return err;
}

/* ---- connecting ---- */

/* Writes DIR/NAME. systemd separates several folders by colons; the first one is used. */
static bool
path_join(char path[CLIENT_PATH_MAX], const char *dir, const char *name)
{
	return dir && *dir &&
	       snprintf(path, CLIENT_PATH_MAX, "%.*s/%s", (int)strcspn(dir, ":"), dir, name) <
		       CLIENT_PATH_MAX;
}

static bool
is_socket(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISSOCK(st.st_mode);
}

bool
client_path(const char *given, char path[CLIENT_PATH_MAX])
{
	const char *session = getenv("XDG_RUNTIME_DIR");

	if (given)
		return snprintf(path, CLIENT_PATH_MAX, "%s", given) < CLIENT_PATH_MAX;
	if ((path_join(path, getenv("RUNTIME_DIRECTORY"), "halod.sock") && is_socket(path)) ||
	    (path_join(path, session, "haloboard/halod.sock") && is_socket(path)))
		return true;
	/* The system's service. */
	return (path_join(path, "/run/haloboard", "halod.sock") && is_socket(path)) || !session ||
	       !*session || path_join(path, session, "haloboard/halod.sock");
}

int
client_dial(const char *path, int flags)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd, err;

	if (strlen(path) >= sizeof(a.sun_path))
		return -ENAMETOOLONG;
	memcpy(a.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (struct sockaddr *)&a, sizeof(a)) == 0)
		return fd;
	err = -errno;
	close(fd);
	return err;
}

void
client_start(struct client *c, int fd)
{
	c->fd = fd;
	c->id = 0;
	c->at = c->len = 0;
	*c->why = '\0';
}

void
client_close(struct client *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}

int
client_open(struct client *c, const char *given)
{
	char path[CLIENT_PATH_MAX];
	int fd = client_path(given, path) ? client_dial(path, 0) : -ENAMETOOLONG;

	client_start(c, fd < 0 ? -1 : fd);
	return fd < 0 ? fail(c, fd, "%s: %s", path, strerror(-fd)) : 0;
}

/* ---- receiving ---- */

int
client_receive(struct client *c)
{
	ssize_t n;

	memmove(c->line, c->line + c->at, c->len - c->at);
	c->len -= c->at;
	c->at = 0;
	if (c->len == sizeof(c->line))
		return 0; /* of whole lines that the caller must take first */
	n = recv(c->fd, c->line + c->len, sizeof(c->line) - c->len, MSG_DONTWAIT);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n < 0) {
		int err = errno;

		return fail(c, -err, "the daemon has gone: %s", strerror(err));
	}
	if (n == 0)
		return fail(c, -ECONNRESET, "the daemon has gone");
	c->len += (size_t)n;
	if (c->len == sizeof(c->line) && !memchr(c->line, '\n', c->len))
		return fail(c, -EMSGSIZE,
			    "the daemon sent a line that is longer than the link allows");
	return 0;
}

const char *
client_line(struct client *c, size_t *len)
{
	const char *line = c->line + c->at, *end = memchr(line, '\n', c->len - c->at);

	if (!end)
		return NULL;
	*len = (size_t)(end - line);
	c->at += *len + 1;
	return line;
}

int
client_message(struct client *c, json_t **message)
{
	json_error_t why = { .text = "it is no object" };
	size_t len;
	const char *line = client_line(c, &len);

	*message = NULL;
	if (!line)
		return 0;
	*message = json_loadb(line, len, JSON_REJECT_DUPLICATES, &why);
	if (json_is_object(*message))
		return 1;
	json_decref(*message);
	*message = NULL;
	return fail(c, -EBADMSG, "the daemon sent what is no message of the link: %.150s",
		    why.text);
}

int
client_next(struct client *c, int wait_ms, json_t **message)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };
	int got, ready;

	while ((got = client_message(c, message)) == 0) {
		do
			ready = poll(&p, 1, wait_ms);
		while (ready < 0 && errno == EINTR);
		if (ready == 0)
			return fail(c, -ETIMEDOUT, "the daemon does not answer");
		got = client_receive(c);
		if (got < 0)
			return got;
	}
	return got < 0 ? got : 0;
}

/* ---- requests ---- */

static int
send_all(struct client *c, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = send(c->fd, text, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			int err = n < 0 ? errno : EPIPE;

			return fail(c, -err, "the daemon has gone: %s", strerror(err));
		}
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

int
client_send(struct client *c, json_t *request)
{
	char *text = NULL;
	int err;

	if (request && json_object_set_new(request, "id", json_integer(++c->id)) == 0)
		text = json_dumps(request, JSON_COMPACT);
	json_decref(request);
	if (!text)
		return fail(c, -ENOMEM, "no memory");
	if (strlen(text) >= CLIENT_LINE_MAX)
		err = fail(c, -E2BIG, "this is too long for the link");
	else if ((err = send_all(c, text, strlen(text))) == 0)
		err = send_all(c, "\n", 1);
	free(text);
	return err;
}

/* Appends the text members of a part to those before it. */
static int
part_append(struct client *c, json_t *whole, json_t *part)
{
	const char *key;
	json_t *value;

	json_object_foreach(part, key, value)
	{
		const char *old = json_string_value(json_object_get(whole, key));
		size_t len = old ? strlen(old) + json_string_length(value) : 0;
		json_t *both;

		if (!old || strcmp(key, "kind") == 0 || !json_is_string(value))
			continue;
		if (len > CLIENT_ANSWER_MAX)
			return fail(c, -EMSGSIZE, "the daemon's answer is too long");
		both = json_sprintf("%s%s", old, json_string_value(value));
		if (json_object_set_new(whole, key, both) < 0)
			return fail(c, -ENOMEM, "no memory");
	}
	return 0;
}

/* Waits for the next reply to the last request; other messages are dropped. */
static int
answer_next(struct client *c, int wait_ms, json_t **answer)
{
	int err;

	while ((err = client_next(c, wait_ms, answer)) == 0 &&
	       json_integer_value(json_object_get(*answer, "id")) != c->id)
		json_decref(*answer);
	return err;
}

int
client_ask(struct client *c, json_t *request, int wait_ms, json_t **answer)
{
	json_t *whole = NULL, *part;
	bool more = true;
	int err = client_send(c, request);

	while (err == 0 && more && (err = answer_next(c, wait_ms, &part)) == 0) {
		more = json_is_true(json_object_get(part, "more"));
		if (whole)
			err = part_append(c, whole, part);
		else
			whole = json_incref(part);
		json_decref(part);
	}
	if (err < 0)
		json_decref(whole);
	*answer = err < 0 ? NULL : whole;
	return err;
}

const char *
client_text(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text ? text : "";
}

/* The command line's side of the link: docs/protocol.md. */
#include "daemon/cli/cli.h"
#include "hw/text/text.h"

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

const char *cli_program = "halo";
char cli_said[512];

static void __attribute__((format(printf, 1, 0))) say(const char *fmt, va_list ap)
{
	fflush(stdout); /* what came before is to be read before */
	text_vprint(cli_said, sizeof(cli_said), fmt, ap);
	fprintf(stderr, "%s: %s\n", cli_program, cli_said);
}

int
cli_bad(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return CLI_USAGE;
}

int
cli_refused(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return CLI_REFUSED;
}

const char *
cli_s(unsigned n)
{
	return n == 1 ? "" : "s";
}

const char *
cli_text(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text ? text : "";
}

/* ---- connecting ---- */

/* DIR/NAME of a variable's folder; true: it is a socket. */
static bool
socket_at(char path[CLI_PATH_MAX], const char *dir, const char *name)
{
	struct stat st;

	if (!dir || !*dir)
		return false;
	if (snprintf(path, CLI_PATH_MAX, "%s/%s", dir, name) >= CLI_PATH_MAX)
		return false;
	return stat(path, &st) == 0 && S_ISSOCK(st.st_mode);
}

bool
cli_socket(const char *given, char path[CLI_PATH_MAX])
{
	const char *session = getenv("XDG_RUNTIME_DIR");

	if (given)
		return snprintf(path, CLI_PATH_MAX, "%s", given) < CLI_PATH_MAX;
	/* The last is where the system's service listens. */
	if (socket_at(path, getenv("RUNTIME_DIRECTORY"), "halod.sock") ||
	    socket_at(path, session, "haloboard/halod.sock") ||
	    socket_at(path, "/run/haloboard", "halod.sock"))
		return true;
	if (session && *session)
		return snprintf(path, CLI_PATH_MAX, "%s/haloboard/halod.sock", session) <
		       CLI_PATH_MAX;
	return true; /* the service's, which the last look has left in path */
}

int
cli_dial(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd, err;

	if (strlen(path) >= sizeof(a.sun_path))
		return -ENAMETOOLONG;
	strcpy(a.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (struct sockaddr *)&a, sizeof(a)) < 0) {
		err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

/* ---- lines ---- */

/* The first whole line that was read, out of the buffer; NULL: none yet. */
static json_t *
line_take(struct cli_link *l, bool *broken)
{
	char *end = memchr(l->line, '\n', l->len);
	json_error_t why;
	json_t *message;
	size_t n;

	if (!end)
		return NULL;
	n = (size_t)(end - l->line);
	message = json_loadb(l->line, n, JSON_REJECT_DUPLICATES, &why);
	l->len -= n + 1;
	memmove(l->line, end + 1, l->len);
	*broken = !json_is_object(message);
	if (*broken) {
		json_decref(message);
		cli_refused("the daemon sent what is no message of the link: %s", why.text);
		return NULL;
	}
	return message;
}

/* Reads some more. False, told. */
static bool
line_more(struct cli_link *l, int wait_ms)
{
	struct pollfd p = { .fd = l->fd, .events = POLLIN };
	ssize_t n;
	int ready;

	if (l->len >= CLI_LINE_MAX) {
		cli_refused("the daemon sent a line that is longer than the link allows");
		return false;
	}
	do
		ready = poll(&p, 1, wait_ms);
	while (ready < 0 && errno == EINTR);
	if (ready == 0) {
		cli_refused("the daemon does not answer");
		return false;
	}
	do
		n = recv(l->fd, l->line + l->len, l->room - l->len, 0);
	while (n < 0 && errno == EINTR);
	if (n <= 0) {
		cli_refused("the daemon has gone%s%s", n < 0 ? ": " : "",
			    n < 0 ? strerror(errno) : "");
		return false;
	}
	l->len += (size_t)n;
	return true;
}

/* The next message. NULL, told. */
static json_t *
message_next(struct cli_link *l, int wait_ms)
{
	bool broken = false;
	json_t *message;

	while (!(message = line_take(l, &broken)))
		if (broken || !line_more(l, wait_ms)) {
			l->gone = true;
			return NULL;
		}
	return message;
}

int
cli_connect(struct cli_link *l)
{
	const char *socket = l->socket;

	if (l->hello)
		return CLI_OK;
	l->room = CLI_LINE_MAX + 4096;
	l->fd = cli_dial(socket);
	if (l->fd < 0)
		return cli_refused("no daemon answers at %s: %s. Start one: `halod`, or "
				   "`systemctl start halod` where it is installed as a service",
				   socket, strerror(-l->fd));
	l->line = malloc(l->room);
	if (!l->line)
		return cli_refused("no memory");
	l->hello = message_next(l, CLI_WAIT_MS);
	if (!l->hello)
		return CLI_REFUSED;
	if (strcmp(cli_text(l->hello, "kind"), "hello") != 0 ||
	    json_integer_value(json_object_get(l->hello, "version")) != 1)
		return cli_refused("what listens at %s does not speak version 1 of the link",
				   socket);
	return CLI_OK;
}

void
cli_link_close(struct cli_link *l)
{
	if (l->fd >= 0)
		close(l->fd);
	free(l->line);
	json_decref(l->hello);
	*l = (struct cli_link){ .fd = -1 };
}

/* ---- asking ---- */

static bool
send_line(struct cli_link *l, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = send(l->fd, text, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			l->gone = true;
			cli_refused("the daemon has gone: %s", strerror(errno));
			return false;
		}
		text += n;
		len -= (size_t)n;
	}
	return true;
}

static bool
send_message(struct cli_link *l, json_t *message)
{
	char *text;
	bool sent;

	l->id++;
	if (!message || json_object_set_new(message, "id", json_integer(l->id)) < 0) {
		cli_refused("no memory");
		json_decref(message);
		return false;
	}
	text = json_dumps(message, JSON_COMPACT);
	json_decref(message);
	if (!text || strlen(text) >= CLI_LINE_MAX) {
		cli_refused(text ? "this is too long for the link" : "no memory");
		free(text);
		return false;
	}
	sent = send_line(l, text, strlen(text)) && send_line(l, "\n", 1);
	free(text);
	return sent;
}

/* The text members of a part go behind those that came before. */
static bool
part_append(json_t *whole, const json_t *part)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)part, key, value)
	{
		const char *old = json_string_value(json_object_get(whole, key));
		size_t len = old ? strlen(old) + json_string_length(value) : 0;
		char *both;

		if (!old || strcmp(key, "kind") == 0 || !json_is_string(value))
			continue;
		if (len > CLI_ANSWER_MAX || !(both = malloc(len + 1)))
			return false;
		snprintf(both, len + 1, "%s%s", old, json_string_value(value));
		json_object_set_new(whole, key, json_string(both));
		free(both);
	}
	return true;
}

/* The next message that answers the question asked last. NULL, told. */
static json_t *
answer_next(struct cli_link *l)
{
	json_t *message;

	while ((message = message_next(l, CLI_WAIT_MS))) {
		if (json_integer_value(json_object_get(message, "id")) == l->id &&
		    json_object_get(message, "id"))
			return message;
		json_decref(message);
	}
	return NULL;
}

json_t *
cli_ask(struct cli_link *l, json_t *message)
{
	json_t *whole, *part;
	bool more;

	if (cli_connect(l) != CLI_OK) {
		json_decref(message);
		return NULL;
	}
	if (!send_message(l, message) || !(whole = answer_next(l)))
		return NULL;
	more = json_is_true(json_object_get(whole, "more"));
	while (more) {
		part = answer_next(l);
		if (!part || !part_append(whole, part)) {
			json_decref(part);
			json_decref(whole);
			return NULL;
		}
		more = json_is_true(json_object_get(part, "more"));
		json_decref(part);
	}
	if (strcmp(cli_text(whole, "kind"), "error") == 0) {
		if (l->quiet)
			text_print(cli_said, sizeof(cli_said), "%s", cli_text(whole, "why"));
		else
			cli_refused("%s", cli_text(whole, "why"));
		json_decref(whole);
		return NULL;
	}
	return whole;
}

json_t *
cli_told(struct cli_link *l)
{
	return cli_connect(l) == CLI_OK ? message_next(l, -1) : NULL;
}

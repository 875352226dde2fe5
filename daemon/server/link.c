#include "daemon/server/link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/view/view.h"
#include "daemon/words/say.h"
#include "hw/text/text.h"

enum {
	/* Bytes of a long text in one part of an answer: sixfold at worst as \u00XX. */
	PART_BYTES = 10000,
	/* What may wait before no further state is put behind it. */
	STATE_BACKLOG = REQUEST_LINE_MAX,
};

/* ---- out ---- */

static void
drop(struct link_client *c)
{
	c->closing = true;
}

static int
on_patience(sd_event_source *s, uint64_t usec, void *arg)
{
	struct link_client *c = arg;

	(void)s;
	(void)usec;
	log_line(LOG_SYSTEM, "client %u does not read what it is sent: dropped", c->serial);
	drop(c);
	return 0;
}

/* Writes what the socket takes; EPOLLOUT and the patience run while something waits. */
static void
flush(struct link_client *c)
{
	size_t at = 0;
	ssize_t n = 0;

	while (at < c->n_out) {
		n = send(c->fd, c->out + at, c->n_out - at, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0)
			break;
		at += (size_t)n;
	}
	if (n < 0 && errno != EAGAIN && errno != EINTR)
		drop(c);
	memmove(c->out, c->out + at, c->n_out - at);
	c->n_out -= at;
	(void)sd_event_source_set_io_events(c->source, c->n_out ? EPOLLIN | EPOLLOUT : EPOLLIN);
	if (c->n_out == 0) {
		(void)sd_event_source_set_enabled(c->patience, SD_EVENT_OFF);
	} else if (at > 0 || sd_event_source_get_enabled(c->patience, NULL) == 0) {
		(void)sd_event_source_set_time_relative(c->patience, LINK_PATIENCE_US);
		(void)sd_event_source_set_enabled(c->patience, SD_EVENT_ONESHOT);
	}
}

static void
put(struct link_client *c, const char *data, size_t len)
{
	if (c->closing)
		return;
	if (c->n_out + len > c->out_room) {
		size_t room = c->out_room * 2 > c->n_out + len ? c->out_room * 2 : c->n_out + len;
		char *out = room <= LINK_OUT_MAX ? realloc(c->out, room) : NULL;

		if (!out) {
			log_line(LOG_SYSTEM, "client %u lets too much wait: dropped", c->serial);
			drop(c);
			return;
		}
		c->out = out;
		c->out_room = room;
	}
	memcpy(c->out + c->n_out, data, len);
	c->n_out += len;
}

/* An object on its line; what was told unasked gets its seq in front. */
static void
put_text(struct link_client *c, const char *text, bool told)
{
	char head[32] = "";
	int n = told ? snprintf(head, sizeof(head), "{\"seq\":%u,", c->seq++) : 0;

	put(c, head, (size_t)n);
	put(c, text + told, strlen(text + told));
	put(c, "\n", 1);
}

static const char *
longest_text(const json_t *answer)
{
	const char *found = NULL, *key;
	json_t *v;
	size_t most = 0;

	json_object_foreach((json_t *)answer, key, v)
	{
		if (!json_is_string(v) || json_string_length(v) <= most)
			continue;
		most = json_string_length(v);
		found = key;
	}
	return found;
}

static void
put_json(struct link_client *c, const json_t *o)
{
	char *text = json_dumps(o, JSON_COMPACT);

	if (text)
		put_text(c, text, false);
	free(text);
}

/* An answer that is too long for a line goes in parts of its longest text. */
static void
put_parts(struct link_client *c, const json_t *answer)
{
	const char *key = longest_text(answer);
	const char *text = key ? json_string_value(json_object_get(answer, key)) : "";
	size_t len = strlen(text), n;

	for (int part = 0; part == 0 || len > 0; part++, text += n, len -= n) {
		json_t *o = json_pack("{s:O*, s:O*, s:i}", "kind", json_object_get(answer, "kind"),
				      "id", json_object_get(answer, "id"), "part", part);

		n = text_fit(text, len, PART_BYTES);
		json_object_set_new(o, "more", json_boolean(n < len));
		json_object_set_new(o, key, json_stringn(text, n));
		put_json(c, o);
		json_decref(o);
	}
}

/* Takes the answer over. */
static void
answer(struct link_client *c, json_t *o)
{
	char *text;

	if (!o)
		return;
	text = json_dumps(o, JSON_COMPACT);
	if (text && strlen(text) < REQUEST_LINE_MAX) {
		put_text(c, text, false);
	} else if (text && longest_text(o) &&
		   json_string_length(json_object_get(o, longest_text(o))) > PART_BYTES) {
		put_parts(c, o);
	} else {
		o = request_error_instead(o, "the answer is too long for a line, ask for less");
		put_json(c, o);
	}
	free(text);
	json_decref(o);
	flush(c);
}

/* ---- in ---- */

static void
take_line(struct link *l, struct link_client *c, char *line, size_t len)
{
	if (memchr(line, '\0', len)) {
		answer(c, request_error("not JSON: a NUL byte in the line"));
		return;
	}
	answer(c, l->starting ? request_starting(l->table, c->serial, line, len)
			      : request_serve(l->table, c->serial, line, len));
}

/* Serves the whole lines in the buffer and keeps the rest. */
static void
take_lines(struct link *l, struct link_client *c)
{
	size_t at = 0;
	char *end;

	while (!c->closing && (end = memchr(c->in + at, '\n', c->n_in - at)) != NULL) {
		size_t len = (size_t)(end - (c->in + at));

		if (!c->skip)
			take_line(l, c, c->in + at, len);
		c->skip = false;
		at += len + 1;
	}
	memmove(c->in, c->in + at, c->n_in - at);
	c->n_in -= at;
	if (c->n_in < REQUEST_LINE_MAX)
		return;
	if (!c->skip)
		answer(c, request_error("a line is longer than 65536 bytes"));
	c->skip = true;
	c->n_in = 0;
}

static int
on_client(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	struct link_client *c = arg;
	ssize_t n;

	(void)s;
	if (events & EPOLLOUT)
		flush(c);
	if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR)) || c->closing)
		return 0;
	n = recv(fd, c->in + c->n_in, REQUEST_LINE_MAX - c->n_in, MSG_DONTWAIT);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		drop(c);
		return 0;
	}
	if (n > 0) {
		c->n_in += (size_t)n;
		take_lines(c->link, c);
	}
	return 0;
}

/* ---- come and go ---- */

/* Connections wait in the kernel's queue; each client that goes lets one try again. */
static void
listen_again(struct link *l)
{
	if (!l->source)
		return;
	(void)sd_event_source_set_enabled(l->pause, SD_EVENT_OFF);
	(void)sd_event_source_set_enabled(l->source, SD_EVENT_ON);
}

static int
on_pause(sd_event_source *s, uint64_t usec, void *arg)
{
	(void)s;
	(void)usec;
	listen_again(arg);
	return 0;
}

static void
free_client(struct link_client *c)
{
	struct link *l = c->link;

	table_client_gone(l->table, c->serial);
	sd_event_source_disable_unref(c->source);
	sd_event_source_disable_unref(c->patience);
	close(c->fd);
	free(c->in);
	free(c->out);
	*c = (struct link_client){ 0 };
	listen_again(l);
}

static void
put_state(struct link_client *c, const char *state)
{
	put_text(c, state, true);
	c->stale = false;
	flush(c);
}

/* The state as a line without its end; freed by the caller. */
static char *
state_text(const struct table *t, unsigned seat)
{
	json_t *o = view_state(t, seat);
	char *text = json_dumps(o, JSON_COMPACT);

	/* A position with thousands of actions: who needs them may ask for the position. */
	if (text && strlen(text) > REQUEST_LINE_MAX - 64) {
		free(text);
		json_object_set_new(o, "actions", json_null());
		text = json_dumps(o, JSON_COMPACT);
	}
	json_decref(o);
	return text;
}

static void
greet(struct link *l, struct link_client *c)
{
	json_t *hello = view_hello(l->table);
	char *text = json_dumps(hello, JSON_COMPACT);

	if (text)
		put_text(c, text, true);
	free(text);
	json_decref(hello);
	text = state_text(l->table, SEAT_TABLE);
	if (text)
		put_state(c, text);
	free(text);
}

static void
add_client(struct link *l, int fd)
{
	static const char full[] = "{\"kind\":\"error\",\"why\":\"too many clients\"}\n";
	struct link_client *c = NULL;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX && !c; i++)
		if (l->client[i].serial == 0)
			c = &l->client[i];
	if (!c) {
		(void)send(fd, full, sizeof(full) - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
		close(fd);
		return;
	}
	/* Serials never come again while answers for the old one may be on their way. */
	*c = (struct link_client){ .serial = ++l->serials, .fd = fd, .link = l };
	c->in = malloc(REQUEST_LINE_MAX);
	if (!c->in || sd_event_add_io(l->event, &c->source, fd, EPOLLIN, on_client, c) < 0 ||
	    sd_event_add_time_relative(l->event, &c->patience, CLOCK_MONOTONIC, LINK_PATIENCE_US,
				       100000, on_patience, c) < 0) {
		free_client(c);
		return;
	}
	(void)sd_event_source_set_enabled(c->patience, SD_EVENT_OFF);
	greet(l, c);
}

/*
 * Without a descriptor for the client the socket stays readable: it is left
 * alone for a while, or the loop would turn for nothing but this.
 */
static void
pause_listening(struct link *l, int err)
{
	if (!l->paused_before)
		log_line(LOG_SYSTEM, "a client cannot be let in: %s; trying again every second",
			 strerror(err));
	l->paused_before = true;
	(void)sd_event_source_set_enabled(l->source, SD_EVENT_OFF);
	(void)sd_event_source_set_time_relative(l->pause, LINK_PAUSE_US);
	(void)sd_event_source_set_enabled(l->pause, SD_EVENT_ONESHOT);
}

static int
on_connect(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct link *l = arg;

	(void)s;
	(void)events;
	if (client >= 0) {
		l->paused_before = false;
		add_client(l, client);
	} else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
		pause_listening(l, errno);
	}
	return 0;
}

static struct link_client *
find_client(struct link *l, uint32_t serial)
{
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		if (l->client[i].serial == serial && serial != 0)
			return &l->client[i];
	return NULL;
}

static void
pass_answers(struct link *l)
{
	struct store_answer *a;

	while (l->table->store && (a = store_answer_take(l->table->store)) != NULL) {
		uint32_t serial;
		json_t *o = request_later(l->table, a, &serial);
		struct link_client *c = find_client(l, serial);

		store_answer_free(a);
		if (c)
			answer(c, o);
		else
			json_decref(o);
	}
}

static void
pass_presses(struct link *l)
{
	struct link_client *c = find_client(l, l->table->screen);
	char text[REQUEST_PRESS];

	while (c && request_press(l->table, text)) {
		put_text(c, text, true);
		flush(c);
	}
}

static void
tell_state(struct link *l)
{
	char *text = NULL, *own;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[i];
		unsigned seat;

		if (c->serial == 0 || !c->stale || c->closing || c->n_out > STATE_BACKLOG)
			continue;
		seat = table_viewer(l->table, c->serial);
		if (!text && seat == SEAT_TABLE)
			text = state_text(l->table, seat);
		own = seat == SEAT_TABLE ? text : state_text(l->table, seat);
		if (own)
			put_state(c, own);
		if (own != text)
			free(own);
	}
	free(text);
}

void
link_turn(struct link *l)
{
	pass_answers(l);
	pass_presses(l);
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		l->client[i].stale |= l->version != l->table->version;
	l->version = l->table->version;
	tell_state(l);
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		if (l->client[i].serial && l->client[i].closing)
			free_client(&l->client[i]);
}

/* ---- the socket ---- */

/* The folder of the socket, where only its parent need exist. */
static void
make_folder(const char *path)
{
	char dir[sizeof(((struct sockaddr_un *)0)->sun_path)];
	char *slash;

	(void)snprintf(dir, sizeof(dir), "%s", path);
	slash = strrchr(dir, '/');
	if (!slash || slash == dir)
		return;
	*slash = '\0';
	(void)mkdir(dir, 0750);
}

/*
 * The lock file is removed by its holder; so after the lock is had it may be
 * the lock of a file that is gone, and the try is made again.
 */
static int
take_lock(struct link *l, char why[LINK_WHY])
{
	char path[sizeof(l->path) + 8];
	struct stat held, named;

	(void)snprintf(path, sizeof(path), "%s.lock", l->path);
	for (;;) {
		l->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0640);
		if (l->lock_fd < 0) {
			int err = -errno;

			(void)snprintf(why, LINK_WHY, "%s: %s", path, strerror(-err));
			return err;
		}
		if (flock(l->lock_fd, LOCK_EX | LOCK_NB) < 0) {
			(void)snprintf(
				why, LINK_WHY,
				"another halod is listening at %s: stop it, or choose another "
				"--socket",
				l->path);
			close(l->lock_fd);
			l->lock_fd = -1;
			return -EBUSY;
		}
		if (fstat(l->lock_fd, &held) == 0 && stat(path, &named) == 0 &&
		    held.st_ino == named.st_ino)
			return 0;
		close(l->lock_fd);
	}
}

static int
listen_at(struct link *l, char why[LINK_WHY])
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	mode_t mask;
	int r;

	memcpy(addr.sun_path, l->path, strlen(l->path) + 1);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (l->fd < 0) {
		(void)snprintf(why, LINK_WHY, "socket: %s", strerror(errno));
		return -1;
	}
	/* The lock is ours, so a socket that is there is left over. */
	(void)unlink(l->path);
	mask = umask(0117);
	r = bind(l->fd, (struct sockaddr *)&addr, sizeof(addr));
	umask(mask);
	if (r < 0 || listen(l->fd, LINK_CLIENTS_MAX) < 0) {
		(void)snprintf(why, LINK_WHY, "%s: %s", l->path, strerror(errno));
		return -1;
	}
	return 0;
}

static int
add_sources(struct link *l)
{
	int r = sd_event_add_time_relative(l->event, &l->pause, CLOCK_MONOTONIC, LINK_PAUSE_US,
					   100000, on_pause, l);

	if (r >= 0)
		r = sd_event_source_set_enabled(l->pause, SD_EVENT_OFF);
	if (r >= 0)
		r = sd_event_add_io(l->event, &l->source, l->fd, EPOLLIN, on_connect, l);
	return r;
}

int
link_lock(struct link *l, const char *path, char why[LINK_WHY])
{
	*l = (struct link){ .fd = -1, .lock_fd = -1 };
	(void)snprintf(l->path, sizeof(l->path), "%s", path);
	return take_lock(l, why);
}

int
link_open(struct link *l, struct table *t, sd_event *event, const char *path, char why[LINK_WHY])
{
	int r;

	make_folder(path);
	if (link_lock(l, path, why) < 0)
		return -1;
	l->table = t;
	l->event = event;
	r = listen_at(l, why);
	if (r == 0) {
		r = add_sources(l);
		if (r < 0)
			(void)snprintf(why, LINK_WHY, "%s: %s", path, strerror(-r));
	}
	if (r >= 0)
		return 0;
	link_close(l);
	return -1;
}

void
link_close(struct link *l)
{
	char path[sizeof(l->path) + 8];

	if (!*l->path)
		return;
	sd_event_source_disable_unref(l->source);
	sd_event_source_disable_unref(l->pause);
	l->source = l->pause = NULL;
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		if (l->client[i].serial)
			free_client(&l->client[i]);
	if (l->fd >= 0) {
		(void)unlink(l->path);
		close(l->fd);
	}
	if (l->lock_fd >= 0) {
		(void)snprintf(path, sizeof(path), "%s.lock", l->path);
		(void)unlink(path);
		close(l->lock_fd);
	}
	l->fd = l->lock_fd = -1;
}

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
#include "hw/text/text.h"

enum {
	/*
	 * Bytes of a long text in one part of an answer: \u00XX escapes make the line up to six
	 * times as long.
	 */
	PART_BYTES = 10000,
	/* Pending bytes above which no further state is queued. */
	STATE_BACKLOG = REQUEST_LINE_MAX,
};

/* ---- output ---- */

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

/* Returns the end of the first complete unserved line, or NULL. */
static char *
line_end(const struct link_client *c)
{
	return memchr(c->in + c->in_at, '\n', c->n_in - c->in_at);
}

/* Reports whether a line can be served: earlier answers are sent before the next line is read. */
static bool
is_ready(const struct link_client *c)
{
	return c->serial != 0 && !c->closing && c->n_late == 0 && c->n_asked < LINK_ASKED_MAX &&
	       line_end(c);
}

/*
 * Sets the events to wait for. While a line of the client is pending, the socket is not read,
 * and a hang-up, which epoll always reports, is ignored.
 */
static void
arm(struct link_client *c)
{
	uint32_t events = (line_end(c) ? 0 : EPOLLIN) | (c->n_out ? EPOLLOUT : 0);

	(void)sd_event_source_set_io_events(c->source, events);
	(void)sd_event_source_set_enabled(c->source, events ? SD_EVENT_ON : SD_EVENT_OFF);
	if (is_ready(c))
		(void)sd_event_source_set_enabled(c->link->work, SD_EVENT_ONESHOT);
}

/*
 * Writes as much as the socket accepts; EPOLLOUT and the patience timer run while more is
 * pending.
 */
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
	arm(c);
	if (c->n_out == 0) {
		(void)sd_event_source_set_enabled(c->patience, SD_EVENT_OFF);
	} else if (at > 0 || sd_event_source_get_enabled(c->patience, NULL) == 0) {
		(void)sd_event_source_set_time_relative(c->patience, LINK_PATIENCE_US);
		(void)sd_event_source_set_enabled(c->patience, SD_EVENT_ONESHOT);
	}
}

static void
queue(struct link_client *c, const char *data, size_t len)
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

/* Queues an object as a line; an unrequested message (`numbered`) begins with its seq. */
static void
queue_text(struct link_client *c, const char *text, bool numbered)
{
	char head[32] = "";
	int n = numbered ? snprintf(head, sizeof(head), "{\"seq\":%u,", c->seq++) : 0;

	queue(c, head, (size_t)n);
	queue(c, text + numbered, strlen(text + numbered));
	queue(c, "\n", 1);
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
queue_json(struct link_client *c, const json_t *o)
{
	char *text = json_dumps(o, JSON_COMPACT);

	if (text)
		queue_text(c, text, false);
	free(text);
}

/* Queues the next part of an answer with the long text `key`. Returns whether it was the last. */
static bool
queue_part(struct link_client *c, const json_t *answer, const char *key)
{
	const char *text = json_string_value(json_object_get(answer, key)) + c->late_at;
	size_t len = json_string_length(json_object_get(answer, key)) - c->late_at;
	json_t *o = json_pack("{s:O*, s:O*, s:i}", "kind", json_object_get(answer, "kind"), "id",
			      json_object_get(answer, "id"), "part", c->late_part);
	size_t n = text_fit(text, len, PART_BYTES);

	json_object_set_new(o, "more", json_boolean(n < len));
	json_object_set_new(o, key, json_stringn(text, n));
	queue_json(c, o);
	json_decref(o);
	c->late_at += n;
	c->late_part++;
	return n == len;
}

/* Queues an answer, or its next part. Returns whether it is complete. */
static bool
queue_answer(struct link_client *c, json_t *o)
{
	const char *key = longest_text(o);
	size_t len = key ? json_string_length(json_object_get(o, key)) : 0;
	char *text = NULL;

	if (c->late_part > 0 || len >= REQUEST_LINE_MAX)
		return queue_part(c, o, key);
	text = json_dumps(o, JSON_COMPACT);
	if (text && strlen(text) >= REQUEST_LINE_MAX && len > PART_BYTES) {
		free(text);
		return queue_part(c, o, key);
	}
	if (text && strlen(text) < REQUEST_LINE_MAX) {
		queue_text(c, text, false);
	} else {
		json_t *error = request_error_instead(
			json_incref(o), "the answer is too long for a line, ask for less");

		queue_json(c, error);
		json_decref(error);
	}
	free(text);
	return true;
}

/* Sends the oldest pending answer, or a part of it, if the client reads its messages. */
static void
send_late(struct link_client *c)
{
	if (c->n_late == 0 || c->closing || c->n_out > STATE_BACKLOG)
		return;
	if (queue_answer(c, c->late[0])) {
		json_decref(c->late[0]);
		c->n_late--;
		for (unsigned i = 0; i < c->n_late; i++)
			c->late[i] = c->late[i + 1];
		c->late_at = 0;
		c->late_part = 0;
	}
	flush(c);
}

/* Queues an answer, which it releases. is_ready has checked that there is room. */
static void
answer(struct link_client *c, json_t *o)
{
	if (c->n_late == sizeof(c->late) / sizeof(c->late[0])) {
		log_line(LOG_BUG, "client %u has more answers than questions: dropped", c->serial);
		json_decref(o);
		drop(c);
		return;
	}
	c->late[c->n_late++] = o;
	if (c->n_late == 1)
		send_late(c);
}

/* ---- input ---- */

static void
take_line(struct link *l, struct link_client *c, char *line, size_t len)
{
	json_t *o;

	c->used = ++l->served;
	if (memchr(line, '\0', len))
		o = request_error("not JSON: a NUL byte in the line");
	else
		o = l->starting ? request_starting(l->table, &c->peer, line, len)
				: request_serve(l->table, &c->peer, line, len);
	if (o)
		answer(c, o);
	else
		c->n_asked++;
}

static void
serve_line(struct link_client *c)
{
	char *line = c->in + c->in_at, *end = line_end(c);

	c->in_at += (size_t)(end - line) + 1;
	if (!c->skip)
		take_line(c->link, c, line, (size_t)(end - line));
	c->skip = false;
	arm(c);
}

/*
 * Serves one line of one client, in turn. With one deferred source per client, sd-event would
 * serve the clients in the order of the sources' creation.
 */
static int
on_work(sd_event_source *s, void *arg)
{
	struct link *l = arg;

	(void)s;
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[l->next++ % LINK_CLIENTS_MAX];

		if (!is_ready(c))
			continue;
		serve_line(c);
		break;
	}
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		if (is_ready(&l->client[i]))
			(void)sd_event_source_set_enabled(l->work, SD_EVENT_ONESHOT);
	return 0;
}

/* Handles a full buffer without a line end: the line is discarded up to its end. */
static void
refuse_length(struct link_client *c)
{
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
	if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR)) || c->closing || line_end(c))
		return 0;
	memmove(c->in, c->in + c->in_at, c->n_in - c->in_at);
	c->n_in -= c->in_at;
	c->in_at = 0;
	n = recv(fd, c->in + c->n_in, REQUEST_LINE_MAX - c->n_in, MSG_DONTWAIT);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		drop(c);
		return 0;
	}
	if (n > 0) {
		c->n_in += (size_t)n;
		if (c->n_in == REQUEST_LINE_MAX && !line_end(c))
			refuse_length(c);
		arm(c);
	}
	return 0;
}

/* ---- clients ---- */

/*
 * Resumes listening: connections wait in the kernel's queue, and each client that leaves makes
 * room.
 */
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

	table_client_disconnected(l->table, c->serial);
	sd_event_source_disable_unref(c->source);
	sd_event_source_disable_unref(c->patience);
	close(c->fd);
	while (c->n_late > 0)
		json_decref(c->late[--c->n_late]);
	free(c->in);
	free(c->out);
	*c = (struct link_client){ 0 };
	listen_again(l);
}

static void
queue_state(struct link_client *c, const char *state)
{
	queue_text(c, state, true);
	c->stale = false;
	flush(c);
}

/* Returns the state as a line without its end; the caller frees it. */
static char *
state_text(const struct table *t, unsigned seat)
{
	json_t *o = view_state(t, seat);
	char *text = json_dumps(o, JSON_COMPACT);

	/* With thousands of actions the list is omitted: clients can request the position. */
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
		queue_text(c, text, true);
	free(text);
	json_decref(hello);
	text = state_text(l->table, SEAT_TABLE);
	if (text)
		queue_state(c, text);
	free(text);
}

static unsigned
count_user(const struct link *l, uid_t uid)
{
	unsigned n = 0;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		n += l->client[i].serial != 0 && l->client[i].uid == uid;
	return n;
}

/*
 * Orders clients for eviction: first clients of the user with the most clients, then the client
 * idle longest.
 */
static bool
goes_before(const struct link_client *a, const struct link_client *b)
{
	unsigned na = count_user(a->link, a->uid), nb = count_user(b->link, b->uid);

	return na != nb ? na > nb : a->used < b->used;
}

/*
 * Returns a free place. If there is none, disconnects the first client by goes_before,
 * after an error message; never the screen or the partner.
 */
static struct link_client *
find_place(struct link *l)
{
	static const char full[] = "{\"kind\":\"error\",\"why\":\"too many clients: this one "
				   "was idle longest\"}\n";
	struct link_client *last = NULL;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[i];

		if (c->serial == 0)
			return c;
		if (!table_is_screen(l->table, c->serial) &&
		    !table_is_partner(l->table, c->serial) && (!last || goes_before(c, last)))
			last = c;
	}
	log_line(LOG_SYSTEM,
		 "client %u is dropped: all %d places are taken, and it was idle longest",
		 last->serial, LINK_CLIENTS_MAX);
	queue(last, full, sizeof(full) - 1);
	flush(last);
	free_client(last);
	return last;
}

/* Determines the client's user. Without information from the kernel it has no rights. */
static void
read_peer(struct link *l, struct link_client *c)
{
	struct peer p = { .uid = (uid_t)-1 };
	int r = (l->config.peer ? l->config.peer : peer_read)(c->fd, &p);

	if (r < 0)
		p = (struct peer){ .uid = (uid_t)-1 };
	c->uid = p.uid;
	c->peer = (struct request_peer){
		.client = c->serial,
		.may_be_screen = r == 0 && peer_may(&p, &l->config.grants, PEER_SCREEN),
		.may_be_partner = r == 0 && peer_may(&p, &l->config.grants, PEER_PARTNER),
	};
}

static void
add_client(struct link *l, int fd)
{
	struct link_client *c = find_place(l);

	/* Serials are never reused, because answers for the old client may be pending. */
	*c = (struct link_client){
		.serial = ++l->serials, .fd = fd, .link = l, .used = ++l->served
	};
	read_peer(l, c);
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
 * Stops listening for a while if there are no descriptors: the socket stays readable and
 * would keep the loop busy.
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

/*
 * Passes on one answer of the store per turn, because formatting an answer takes as long as
 * serving a message.
 */
static bool
pass_answer(struct link *l)
{
	struct store_answer *a = l->table->store ? store_answer_take(l->table->store) : NULL;
	struct link_client *c;
	uint32_t serial;
	json_t *o;

	if (!a)
		return false;
	o = request_later(l->table, a, &serial);
	c = find_client(l, serial);
	store_answer_free(a);
	if (c) {
		c->n_asked -= c->n_asked > 0;
		answer(c, o);
		arm(c);
	} else {
		json_decref(o);
	}
	return true;
}

static void
pass_answers(struct link *l)
{
	bool more = false;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[i];

		if (c->serial == 0)
			continue;
		send_late(c);
		more |= c->n_late > 0 && !c->closing && c->n_out <= STATE_BACKLOG;
	}
	more |= pass_answer(l);
	if (more)
		(void)sd_event_source_set_enabled(l->work, SD_EVENT_ONESHOT);
}

static void
send_to_screen(struct link *l, const char *text)
{
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[i];

		if (c->serial == 0 || !table_is_screen(l->table, c->serial))
			continue;
		queue_text(c, text, true);
		flush(c);
	}
}

static void
pass_presses(struct link *l)
{
	char text[REQUEST_PRESS];

	while (request_press(l->table, text))
		send_to_screen(l, text);
}

static void
send_state(struct link *l)
{
	char *text = NULL, *own;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[i];
		unsigned seat;

		if (c->serial == 0 || !c->stale || c->closing || c->n_late > 0 ||
		    c->n_out > STATE_BACKLOG)
			continue;
		seat = table_viewer(l->table, c->serial);
		if (!text && seat == SEAT_TABLE)
			text = state_text(l->table, seat);
		own = seat == SEAT_TABLE ? text : state_text(l->table, seat);
		if (own)
			queue_state(c, own);
		if (own != text)
			free(own);
	}
	free(text);
}

/* Sends a notification; consumes o. */
static void
notify(struct link_client *c, json_t *o)
{
	char *text = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	if (text)
		queue_text(c, text, true);
	free(text);
	flush(c);
}

/* Sends the partner tasks that it does not have. */
static void
send_tasks(struct link *l)
{
	const uint32_t task = l->table->seats.task, advise = table_advice_wanted(l->table);
	const uint32_t review = table_review_wanted(l->table);

	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		struct link_client *c = &l->client[i];

		if (c->serial == 0 || c->closing || c->n_out > STATE_BACKLOG ||
		    !table_is_partner(l->table, c->serial))
			continue;
		if (c->task != task)
			notify(c, view_task(l->table));
		if (c->advise != advise)
			notify(c, view_advise(l->table));
		if (c->review != review)
			notify(c, view_review(l->table));
		c->task = task;
		c->advise = advise;
		c->review = review;
	}
}

/* Asks the partner, once a task, to end its thinking. */
static void
send_move_now(struct link *l)
{
	const uint32_t task = l->table->seats.hurried;

	for (unsigned i = 0; i < LINK_CLIENTS_MAX && task == l->table->seats.task; i++) {
		struct link_client *c = &l->client[i];

		if (c->serial == 0 || c->closing || c->task != task || c->hurried == task ||
		    !table_is_partner(l->table, c->serial))
			continue;
		c->hurried = task;
		notify(c, json_pack("{s:s, s:I}", "kind", "move-now", "task", (json_int_t)task));
	}
}

void
link_turn(struct link *l)
{
	pass_answers(l);
	pass_presses(l);
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		l->client[i].stale |= l->version != l->table->version;
	l->version = l->table->version;
	send_state(l);
	send_tasks(l);
	send_move_now(l);
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		if (l->client[i].serial && l->client[i].closing)
			free_client(&l->client[i]);
	/* A client that left may have had a role: the others get the new state in the next turn. */
	if (l->version != l->table->version)
		(void)sd_event_source_set_enabled(l->work, SD_EVENT_ONESHOT);
}

/* ---- the socket ---- */

/* Makes the socket's folder; its parent must exist. */
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
 * Takes the lock. The holder deletes the lock file on release. A new lock may therefore be on a
 * deleted file; then it is taken again.
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
	struct stat there;
	mode_t mask;
	int r;

	if (lstat(l->path, &there) == 0 && !S_ISSOCK(there.st_mode)) {
		(void)snprintf(why, LINK_WHY, "%s: a file is there, and it is no socket", l->path);
		return -1;
	}
	memcpy(addr.sun_path, l->path, strlen(l->path) + 1);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (l->fd < 0) {
		(void)snprintf(why, LINK_WHY, "socket: %s", strerror(errno));
		return -1;
	}
	/* The lock is ours, so an existing socket is left over. */
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
		r = sd_event_add_defer(l->event, &l->work, on_work, l);
	/* Other events come first: edges, signals, the disk's answers. */
	if (r >= 0)
		r = sd_event_source_set_priority(l->work, SD_EVENT_PRIORITY_IDLE);
	if (r >= 0)
		r = sd_event_source_set_enabled(l->work, SD_EVENT_OFF);
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
link_open(struct link *l, struct table *t, sd_event *event, const char *path,
	  const struct link_config *c, char why[LINK_WHY])
{
	int r;

	make_folder(path);
	if (link_lock(l, path, why) < 0)
		return -1;
	l->table = t;
	l->event = event;
	l->config = *c;
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
	sd_event_source_disable_unref(l->work);
	sd_event_source_disable_unref(l->pause);
	l->source = l->work = l->pause = NULL;
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

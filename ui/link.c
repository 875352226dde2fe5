#include "ui/link.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "hw/client/client.h"
#include "hw/lang/lang.h"
#include "ui/reader.h"

struct link {
	struct link_options options;
	char path[CLIENT_PATH_MAX];
	pthread_t thread;
	int stop_fd;          /* eventfd: asks the thread to end */
	pthread_mutex_t lock; /* protects the following fields */
	pthread_cond_t changed;
	int fd; /* -1: not connected */
	uint32_t next_id;
	bool fresh;          /* there are updates since the last link_take */
	struct ui_room room; /* size of the board, from hello */
	struct link_updates updates;
	/* used by the thread only */
	bool greeted;
	bool said_state; /* a state arrived on this connection: restart with the short pause */
	struct client client;
	struct ui_message message;
};

static void
updates_publish(struct link *l)
{
	l->fresh = true;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	if (l->options.wake != NULL)
		l->options.wake(l->options.arg);
}

/* Reports the loss of the daemon, once per change of reason. */
static void
away_report(struct link *l, const char *why)
{
	pthread_mutex_lock(&l->lock);
	if (!l->updates.linked && strcmp(l->updates.why, why) == 0) {
		pthread_mutex_unlock(&l->lock);
		return;
	}
	l->updates.linked = false;
	l->updates.has_state = false;
	snprintf(l->updates.why, sizeof(l->updates.why), "%s", why);
	updates_publish(l);
}

/* Adds a reply; of too many the oldest is lost. */
static void
answer_add(struct link_updates *n, const struct ui_answer *answer)
{
	if (n->n_answers == LINK_ANSWERS_MAX) {
		memmove(n->answer, n->answer + 1, sizeof(n->answer[0]) * (LINK_ANSWERS_MAX - 1));
		n->n_answers--;
	}
	n->answer[n->n_answers++] = *answer;
}

static void
message_publish(struct link *l)
{
	struct link_updates *n = &l->updates;

	pthread_mutex_lock(&l->lock);
	if (l->message.kind == UI_MESSAGE_STATE) {
		n->linked = n->has_state = true;
		n->why[0] = '\0';
		n->state = l->message;
		n->state.room = l->room;
	} else if (l->message.kind == UI_MESSAGE_ERROR) {
		n->has_error = true;
		n->error = l->message;
	} else if (l->message.kind == UI_MESSAGE_OK) {
		answer_add(n, &l->message.answer);
	} else if (n->n_presses < LINK_PRESSES_MAX) {
		n->press[n->n_presses++] = l->message.press;
	}
	updates_publish(l);
}

static int
hello_check(struct link *l)
{
	char why[UI_SENTENCE_TEXT];

	if (l->message.version == UI_LINK_VERSION) {
		l->room = l->message.room;
		l->greeted = true;
		return 0;
	}
	snprintf(why, sizeof(why), "%s speaks version %lld of the link, this screen version %d.",
		 l->message.program, (long long)l->message.version, UI_LINK_VERSION);
	away_report(l, why);
	return -EPROTO;
}

/* Processes one line without its newline. Returns nonzero if the connection must be closed. */
static int
line_take(struct link *l, const char *line, size_t len)
{
	struct ui_error err;
	char why[UI_SENTENCE_TEXT];

	if (ui_message_parse(line, len, &l->message, &err) < 0) {
		char clean[sizeof(err.why)];

		reader_text_clean(err.why, clean, sizeof(clean));
		snprintf(why, sizeof(why), "The daemon says what cannot be read: %s", clean);
		away_report(l, why);
		return -EPROTO;
	}
	if (l->message.kind == UI_MESSAGE_HELLO)
		return hello_check(l);
	if (!l->greeted) {
		away_report(l, N_("What listens there is no halod: it does not greet."));
		return -EPROTO;
	}
	l->said_state |= l->message.kind == UI_MESSAGE_STATE;
	if (l->message.kind != UI_MESSAGE_OTHER &&
	    (l->message.kind != UI_MESSAGE_OK || l->message.answer.kind != UI_ANSWER_NONE))
		message_publish(l);
	return 0;
}

/*
 * Waits for input or for the end. Returns 1 for input, 0 to stop, and 0 at a
 * timeout. timeout -1: no limit.
 */
static int
readable_wait(struct link *l, int fd, int timeout_ms)
{
	struct pollfd p[2] = { { .fd = l->stop_fd, .events = POLLIN },
			       { .fd = fd, .events = POLLIN } };

	for (;;) {
		int n = poll(p, fd < 0 ? 1 : 2, timeout_ms);

		if (n < 0 && errno == EINTR)
			continue;
		return n > 0 && p[0].revents == 0 ? 1 : 0;
	}
}

static void
serve(struct link *l, int fd)
{
	const char *line;
	size_t len;

	client_start(&l->client, fd);
	l->greeted = false;
	while (readable_wait(l, fd, -1)) {
		int err = client_receive(&l->client);

		if (err < 0) {
			away_report(l, err == -EMSGSIZE
					       ? N_("The daemon says what cannot be read: a "
						    "line longer than 64 KiB.")
					       : N_("The board does not answer any more. The game is kept."));
			return;
		}
		while ((line = client_line(&l->client, &len)))
			if (line_take(l, line, len) < 0)
				return;
	}
}

static const char *
connect_why(int error)
{
	switch (error) {
	case ENOENT:
	case ECONNREFUSED:
		return N_("The board's program, halod, is not running.");
	case EACCES:
	case EPERM:
		return N_("This user may not open the socket of halod.");
	default:
		return strerror(error);
	}
}

static void
fd_keep(struct link *l, int fd)
{
	pthread_mutex_lock(&l->lock);
	l->fd = fd;
	pthread_mutex_unlock(&l->lock);
}

static bool
stopped(const struct link *l)
{
	struct pollfd p = { .fd = l->stop_fd, .events = POLLIN };

	return poll(&p, 1, 0) > 0;
}

static void *
link_run(void *arg)
{
	struct link *l = arg;
	unsigned pause_ms = l->options.retry_min_ms;

	while (!stopped(l)) {
		int fd = client_dial(l->path, 0);

		l->said_state = false;
		if (fd < 0) {
			away_report(l, connect_why(-fd));
		} else {
			fd_keep(l, fd);
			serve(l, fd);
			fd_keep(l, -1);
			close(fd);
		}
		if (l->said_state)
			pause_ms = l->options.retry_min_ms;
		(void)readable_wait(l, -1, (int)pause_ms);
		pause_ms = pause_ms * 2 < l->options.retry_max_ms ? pause_ms * 2
								  : l->options.retry_max_ms;
	}
	return NULL;
}

int
link_create(const struct link_options *o, struct link **out)
{
	struct link *l;
	int ret;

	if (strlen(o->path) >= CLIENT_PATH_MAX)
		return -ENAMETOOLONG;
	l = calloc(1, sizeof(*l));
	if (l == NULL)
		return -ENOMEM;
	l->options = *o;
	if (o->retry_min_ms == 0)
		l->options.retry_min_ms = LINK_RETRY_MIN_MS;
	if (o->retry_max_ms == 0)
		l->options.retry_max_ms = LINK_RETRY_MAX_MS;
	memcpy(l->path, o->path, strlen(o->path) + 1);
	l->fd = -1;
	l->stop_fd = eventfd(0, EFD_CLOEXEC);
	if (l->stop_fd < 0) {
		free(l);
		return -errno;
	}
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->changed, NULL);
	ret = pthread_create(&l->thread, NULL, link_run, l);
	if (ret != 0) {
		close(l->stop_fd);
		free(l);
		return -ret;
	}
	*out = l;
	return 0;
}

void
link_destroy(struct link *l)
{
	uint64_t one = 1;

	if (l == NULL)
		return;
	(void)!write(l->stop_fd, &one, sizeof(one));
	pthread_join(l->thread, NULL);
	close(l->stop_fd);
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

bool
link_take(struct link *l, struct link_updates *n)
{
	bool fresh;

	pthread_mutex_lock(&l->lock);
	fresh = l->fresh;
	if (fresh)
		*n = l->updates;
	l->fresh = false;
	l->updates.has_state = false;
	l->updates.has_error = false;
	l->updates.n_answers = 0;
	l->updates.n_presses = 0;
	pthread_mutex_unlock(&l->lock);
	return fresh;
}

bool
link_wait(struct link *l, unsigned timeout_ms)
{
	struct timespec until;
	bool fresh;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (time_t)(timeout_ms / 1000);
	until.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&l->lock);
	while (!l->fresh)
		if (pthread_cond_timedwait(&l->changed, &l->lock, &until) != 0)
			break;
	fresh = l->fresh;
	pthread_mutex_unlock(&l->lock);
	return fresh;
}

int
link_send(struct link *l, const struct ui_request *q)
{
	char line[UI_REQUEST_TEXT];
	int ret = 0;

	pthread_mutex_lock(&l->lock);
	if (l->fd < 0) {
		ret = -ENOTCONN;
	} else {
		size_t len = ui_request_print(q, l->next_id++, line);
		ssize_t n = send(l->fd, line, len, MSG_NOSIGNAL | MSG_DONTWAIT);

		/* A partly sent line cannot be undone; close the connection to start over. */
		if (n != (ssize_t)len) {
			ret = n < 0 ? -errno : -EPIPE;
			shutdown(l->fd, SHUT_RDWR);
		}
	}
	pthread_mutex_unlock(&l->lock);
	return ret;
}

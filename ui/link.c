#include "ui/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "ui/reader.h"

struct link {
	struct link_options options;
	char path[LINK_PATH_MAX];
	pthread_t thread;
	int stop_fd;          /* eventfd: the thread is to end */
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	int fd; /* -1: not connected */
	uint32_t next_id;
	bool fresh; /* news was not taken yet */
	struct ui_room room; /* of the board whose daemon greeted */
	struct link_news news;
	/* the thread's own */
	bool greeted;
	bool said_state; /* on this connection: the pause starts small again */
	size_t used;
	char line[UI_LINE_MAX];
	struct ui_message message;
};

int
link_path_default(char out[LINK_PATH_MAX], struct ui_error *err)
{
	const char *run = getenv("RUNTIME_DIRECTORY"), *xdg = getenv("XDG_RUNTIME_DIR");
	int n;

	if (run != NULL && run[0] != '\0') /* systemd may name several, colons between */
		n = snprintf(out, LINK_PATH_MAX, "%.*s/halod.sock", (int)strcspn(run, ":"), run);
	else if (xdg != NULL && xdg[0] != '\0')
		n = snprintf(out, LINK_PATH_MAX, "%s/haloboard/halod.sock", xdg);
	else {
		snprintf(err->why, sizeof(err->why),
			 "neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set; name the socket "
			 "with --socket");
		return -1;
	}
	if (n < 0 || n >= LINK_PATH_MAX) {
		snprintf(err->why, sizeof(err->why), "the socket's path is longer than %d bytes",
			 LINK_PATH_MAX - 1);
		return -1;
	}
	return 0;
}

static void
news_told(struct link *l)
{
	l->fresh = true;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->lock);
	if (l->options.wake != NULL)
		l->options.wake(l->options.arg);
}

/* The daemon is away: once per change of reason. */
static void
away_tell(struct link *l, const char *why)
{
	pthread_mutex_lock(&l->lock);
	if (!l->news.linked && strcmp(l->news.why, why) == 0) {
		pthread_mutex_unlock(&l->lock);
		return;
	}
	l->news.linked = false;
	l->news.has_state = false;
	snprintf(l->news.why, sizeof(l->news.why), "%s", why);
	news_told(l);
}

static void
state_tell(struct link *l)
{
	pthread_mutex_lock(&l->lock);
	l->news.linked = true;
	l->news.why[0] = '\0';
	l->news.has_state = true;
	l->news.state = l->message;
	l->news.state.room = l->room;
	news_told(l);
}

static void
error_tell(struct link *l)
{
	pthread_mutex_lock(&l->lock);
	l->news.has_error = true;
	l->news.error = l->message;
	news_told(l);
}

static void
answer_tell(struct link *l)
{
	struct link_news *n = &l->news;

	pthread_mutex_lock(&l->lock);
	if (n->n_answers == LINK_ANSWERS_MAX) {
		memmove(n->answer, n->answer + 1, sizeof(n->answer[0]) * (LINK_ANSWERS_MAX - 1));
		n->n_answers--;
	}
	n->answer[n->n_answers++] = l->message.answer;
	news_told(l);
}

static void
press_tell(struct link *l)
{
	struct link_news *n = &l->news;

	pthread_mutex_lock(&l->lock);
	if (n->n_presses < LINK_PRESSES_MAX)
		n->press[n->n_presses++] = l->message.press;
	news_told(l);
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
	away_tell(l, why);
	return -EPROTO;
}

/* One line without its newline. Not 0: this connection is no good. */
static int
line_take(struct link *l, const char *line, size_t len)
{
	struct ui_error err;
	char why[UI_SENTENCE_TEXT];

	if (ui_message_parse(line, len, &l->message, &err) < 0) {
		char clean[sizeof(err.why)];

		reader_text_clean(err.why, clean, sizeof(clean));
		snprintf(why, sizeof(why), "The daemon says what cannot be read: %s", clean);
		away_tell(l, why);
		return -EPROTO;
	}
	if (l->message.kind == UI_MESSAGE_HELLO)
		return hello_check(l);
	if (!l->greeted) {
		away_tell(l, "What listens there is no halod: it does not greet.");
		return -EPROTO;
	}
	if (l->message.kind == UI_MESSAGE_STATE) {
		l->said_state = true;
		state_tell(l);
	} else if (l->message.kind == UI_MESSAGE_ERROR) {
		error_tell(l);
	} else if (l->message.kind == UI_MESSAGE_BUTTON) {
		press_tell(l);
	} else if (l->message.kind == UI_MESSAGE_OK && l->message.answer.kind != UI_ANSWER_NONE) {
		answer_tell(l);
	}
	return 0;
}

/* Takes the whole lines out of the buffer; what is begun stays. */
static int
lines_take(struct link *l)
{
	size_t start = 0;
	char *end;

	while ((end = memchr(l->line + start, '\n', l->used - start)) != NULL) {
		int ret = line_take(l, l->line + start, (size_t)(end - l->line) - start);

		if (ret < 0)
			return ret;
		start = (size_t)(end - l->line) + 1;
	}
	memmove(l->line, l->line + start, l->used - start);
	l->used -= start;
	if (l->used < sizeof(l->line))
		return 0;
	away_tell(l, "The daemon says what cannot be read: a line longer than 64 KiB.");
	return -EMSGSIZE;
}

/* Waits for bytes or the end: 1 bytes, 0 stop. timeout -1: for ever; then also 0 at its end. */
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
	l->used = 0;
	l->greeted = false;
	while (readable_wait(l, fd, -1)) {
		ssize_t n = recv(fd, l->line + l->used, sizeof(l->line) - l->used, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			away_tell(l, "The daemon has gone. The game is kept.");
			return;
		}
		l->used += (size_t)n;
		if (lines_take(l) < 0)
			return;
	}
}

static const char *
connect_why(int error)
{
	switch (error) {
	case ENOENT:
	case ECONNREFUSED:
		return "halod is not running.";
	case EACCES:
	case EPERM:
		return "This user may not open the socket of halod.";
	default:
		return strerror(error);
	}
}

static int
socket_open(struct link *l)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memcpy(a.sun_path, l->path, sizeof(l->path));
	if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof(a)) < 0) {
		away_tell(l, connect_why(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return fd;
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
		int fd = socket_open(l);

		l->said_state = false;
		if (fd >= 0) {
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

	if (strlen(o->path) >= LINK_PATH_MAX)
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
link_take(struct link *l, struct link_news *n)
{
	bool fresh;

	pthread_mutex_lock(&l->lock);
	fresh = l->fresh;
	if (fresh)
		*n = l->news;
	l->fresh = false;
	l->news.has_state = false;
	l->news.has_error = false;
	l->news.n_answers = 0;
	l->news.n_presses = 0;
	pthread_mutex_unlock(&l->lock);
	return fresh;
}

bool
link_wait(struct link *l, unsigned timeout_ms)
{
	struct timespec until;
	bool fresh;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += timeout_ms / 1000;
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

		/* Half a line cannot be taken back: the connection starts anew. */
		if (n != (ssize_t)len) {
			ret = n < 0 ? -errno : -EPIPE;
			shutdown(l->fd, SHUT_RDWR);
		}
	}
	pthread_mutex_unlock(&l->lock);
	return ret;
}

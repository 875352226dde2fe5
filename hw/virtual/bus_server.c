#include "hw/virtual/bus_server.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
	XFER_HEAD = 8,
	ANSWER_HEAD = 5,
	LINE_SIZE = 11,
	TIME_SIZE = 9,
};

static void
put16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static void
put64(uint8_t *p, uint64_t v)
{
	for (unsigned i = 0; i < 8; i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

static uint16_t
get16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static uint64_t
get64(const uint8_t *p)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		v |= (uint64_t)p[i] << (8 * i);
	return v;
}

/* Removes a stale socket at the path. Fails if another program listens there. */
static int
remove_stale(const struct sockaddr_un *sa, int type, char why[BUS_SERVER_WHY_MAX])
{
	struct stat st;
	int fd, r;

	if (lstat(sa->sun_path, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	if (!S_ISSOCK(st.st_mode)) {
		snprintf(why, BUS_SERVER_WHY_MAX, "%s exists and is not a socket", sa->sun_path);
		return -EEXIST;
	}
	fd = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	r = connect(fd, (const struct sockaddr *)sa, sizeof(*sa));
	r = r < 0 ? errno : 0;
	close(fd);
	if (r == 0 || r == EAGAIN || r == EPROTOTYPE) {
		snprintf(why, BUS_SERVER_WHY_MAX, "%s is served by another program", sa->sun_path);
		return -EADDRINUSE;
	}
	return unlink(sa->sun_path) < 0 ? -errno : 0;
}

int
bus_server_listen(const char *path, int type, char why[BUS_SERVER_WHY_MAX])
{
	struct sockaddr_un sa = { .sun_family = AF_UNIX };
	int fd, r;

	why[0] = '\0';
	if (strlen(path) >= sizeof(sa.sun_path)) {
		snprintf(why, BUS_SERVER_WHY_MAX, "a socket path has at most %zu characters",
			 sizeof(sa.sun_path) - 1);
		return -ENAMETOOLONG;
	}
	strcpy(sa.sun_path, path);
	r = remove_stale(&sa, type, why);
	if (r < 0) {
		if (why[0] == '\0')
			snprintf(why, BUS_SERVER_WHY_MAX, "%.107s: %s", path, strerror(-r));
		return r;
	}
	fd = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&sa, sizeof(sa)) < 0 || listen(fd, 8) < 0) {
		r = -errno;
		snprintf(why, BUS_SERVER_WHY_MAX, "%.107s: %s", path, strerror(-r));
		if (fd >= 0)
			close(fd);
		return r;
	}
	return fd;
}

int
bus_server_open(struct bus_server *s, const char *path, char why[BUS_SERVER_WHY_MAX])
{
	int fd = bus_server_listen(path, SOCK_SEQPACKET, why);

	memset(s, 0, sizeof(*s));
	s->listen_fd = fd;
	s->client_fd = -1;
	if (fd < 0)
		return fd;
	strcpy(s->path, path);
	return 0;
}

void
bus_server_close(struct bus_server *s)
{
	bus_server_hang_up(s);
	if (s->listen_fd < 0)
		return;
	close(s->listen_fd);
	unlink(s->path);
	s->listen_fd = -1;
}

void
bus_server_hang_up(struct bus_server *s)
{
	if (s->client_fd >= 0)
		close(s->client_fd);
	s->client_fd = -1;
	s->in_at = s->in_len = s->out_len = 0;
}

static bool
send_all(int fd, const uint8_t *p, size_t n)
{
	ssize_t sent;

	do
		sent = send(fd, p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)n;
}

bool
bus_server_accept(struct bus_server *s, char why[BUS_SERVER_WHY_MAX])
{
	int fd = accept4(s->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	uint8_t busy[ANSWER_HEAD] = { 'R' };

	if (fd < 0) {
		snprintf(why, BUS_SERVER_WHY_MAX, "bus: accept: %s", strerror(errno));
		return false;
	}
	if (s->client_fd < 0) {
		s->client_fd = fd;
		s->clients++;
		return true;
	}
	put16(busy + 1, BUS_SERVER_REFUSED_ID);
	put16(busy + 3, EBUSY);
	(void)!send_all(fd, busy, sizeof(busy));
	close(fd);
	snprintf(why, BUS_SERVER_WHY_MAX,
		 "bus: a second client was refused, the bus has one master");
	return false;
}

static void
message_xfer(const uint8_t *p, size_t n, struct bus_message *m)
{
	m->kind = BUS_MESSAGE_BAD;
	if (n >= 3)
		m->id = get16(p + 1);
	if (n < XFER_HEAD) {
		m->why = "a transaction is too short";
		return;
	}
	m->addr = p[3];
	m->wlen = get16(p + 4);
	m->rlen = get16(p + 6);
	if (m->wlen > BUS_XFER_MAX || m->rlen > BUS_XFER_MAX)
		m->why = "a transaction is too long";
	else if (n != XFER_HEAD + m->wlen)
		m->why = "a transaction's length and its bytes differ";
	else if (m->wlen == 0 && m->rlen == 0)
		m->why = "a transaction neither writes nor reads";
	else if (m->addr > 0x7f)
		m->why = "an address has more than 7 bits";
	else
		m->kind = BUS_MESSAGE_XFER;
	if (m->kind == BUS_MESSAGE_XFER)
		memcpy(m->bytes, p + XFER_HEAD, m->wlen);
}

/* Reports whether the packet consists of whole transactions only. */
static bool
holds_transactions(const uint8_t *p, size_t n)
{
	for (size_t at = 0, len; at < n; at += len) {
		if (n - at < XFER_HEAD || p[at] != 'X')
			return false;
		len = (size_t)XFER_HEAD + get16(p + at + 4);
		if (len > n - at)
			return false;
	}
	return true;
}

/* Parses the next transaction of the packet; a packet that cannot be split is one bad message. */
static void
next_transaction(struct bus_server *s, struct bus_message *m)
{
	const uint8_t *p = s->in + s->in_at;
	size_t n = s->in_len - s->in_at;

	if (holds_transactions(p, n))
		n = (size_t)XFER_HEAD + get16(p + 4);
	s->in_at += n;
	message_xfer(p, n, m);
}

void
bus_server_receive(struct bus_server *s, struct bus_message *m)
{
	ssize_t n;

	*m = (struct bus_message){ .kind = BUS_MESSAGE_NONE };
	if (s->in_at < s->in_len) {
		next_transaction(s, m);
		return;
	}
	n = recv(s->client_fd, s->in, sizeof(s->in), MSG_DONTWAIT);
	s->in_at = s->in_len = 0;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		m->kind = BUS_MESSAGE_GONE;
	} else if (s->in[0] == 'X') {
		s->in_len = (size_t)n;
		next_transaction(s, m);
	} else if (s->in[0] == 'T' && n == TIME_SIZE) {
		m->kind = BUS_MESSAGE_TIME;
		m->now_us = get64(s->in + 1);
	} else {
		m->kind = BUS_MESSAGE_BAD;
		m->why = "a message has an unknown kind";
	}
}

static bool
send_answers(struct bus_server *s)
{
	size_t len = s->out_len;

	s->out_len = 0;
	return send_all(s->client_fd, s->out, len);
}

bool
bus_server_answer(struct bus_server *s, uint16_t id, int err, const uint8_t *r, size_t rlen)
{
	uint8_t *p;

	if (err)
		rlen = 0;
	if (s->out_len + ANSWER_HEAD + rlen > sizeof(s->out) && !send_answers(s))
		return false;
	p = s->out + s->out_len;
	p[0] = 'R';
	put16(p + 1, id);
	put16(p + 3, (uint16_t)-err);
	if (rlen > 0)
		memcpy(p + ANSWER_HEAD, r, rlen);
	s->out_len += ANSWER_HEAD + rlen;
	return s->in_at < s->in_len || send_answers(s);
}

bool
bus_server_time(struct bus_server *s, uint64_t now_us)
{
	uint8_t p[TIME_SIZE] = { 'T' };

	put64(p + 1, now_us);
	return send_all(s->client_fd, p, sizeof(p));
}

bool
bus_server_line(struct bus_server *s, uint8_t line, bool level, uint64_t t_us)
{
	uint8_t p[LINE_SIZE] = { 'I', line, level };

	put64(p + 3, t_us);
	return send_all(s->client_fd, p, sizeof(p));
}

/*
 * The bus over a Unix socket.
 *
 * A transaction waits for the answer with its own number. Everything else that
 * arrives meanwhile goes where it belongs: lines and time into the ring, the
 * answer to a transaction that has timed out nowhere.
 */
#include "drivers/bus_unix.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "drivers/bus_errno.h"

enum {
	X_HEAD = 8, /* 'X' id addr wlen rlen */
	R_HEAD = 5, /* 'R' id errno */
	I_LEN = 11, /* 'I' line level t_us */
	T_LEN = 9,  /* 'T' now_us */
	PACKET_MAX = 512,
};

_Static_assert((BUS_UNIX_RING & (BUS_UNIX_RING - 1)) == 0, "indices wrap at a power of two");
_Static_assert(X_HEAD + BUS_XFER_MAX <= PACKET_MAX && R_HEAD + BUS_XFER_MAX < PACKET_MAX,
	       "a packet holds any transaction");

static void
put_u16(uint8_t *p, unsigned v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static unsigned
get_u16(const uint8_t *p)
{
	return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static void
put_u64(uint8_t *p, uint64_t v)
{
	for (unsigned i = 0; i < 8; i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

static uint64_t
get_u64(const uint8_t *p)
{
	uint64_t v = 0;

	for (unsigned i = 8; i-- > 0;)
		v = v << 8 | p[i];
	return v;
}

static int64_t
now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Waits for an event of the descriptor: 0, or -ETIMEDOUT when the deadline has passed. */
static int
wait_for(const struct bus_unix *b, short events, int64_t deadline_ms)
{
	struct pollfd p = { .fd = b->fd, .events = events };

	for (;;) {
		int64_t left = deadline_ms - now_ms();

		if (left < 0)
			return -ETIMEDOUT;
		if (poll(&p, 1, (int)left + 1) > 0)
			return 0;
	}
}

static int
gone(struct bus_unix *b)
{
	b->gone = true;
	return -ENODEV;
}

static int
send_packet(struct bus_unix *b, const uint8_t *p, size_t len, int64_t deadline_ms)
{
	if (b->fd < 0 || b->gone)
		return -ENODEV;
	for (;;) {
		if (send(b->fd, p, len, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)len)
			return 0;
		if (errno == EINTR)
			continue;
		if (errno != EAGAIN && errno != EWOULDBLOCK && errno != ENOBUFS)
			return gone(b);
		if (wait_for(b, POLLOUT, deadline_ms) < 0)
			return -ETIMEDOUT;
	}
}

/*
 * One packet into p: its length, 0 when none waits, -ENODEV. What a board said
 * before it went away is still read: a reset is reported once, then come the
 * packets, then the end.
 */
static int
receive(struct bus_unix *b, uint8_t p[PACKET_MAX])
{
	ssize_t len;

	if (b->fd < 0)
		return -ENODEV;
	do
		len = recv(b->fd, p, PACKET_MAX, MSG_DONTWAIT);
	while (len < 0 && (errno == EINTR || errno == ECONNRESET));
	if (len < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return 0;
	return len <= 0 ? gone(b) : (int)len;
}

/* A told message into the ring, whose last place is kept for time. */
static void
store(struct bus_unix *b, struct bus_unix_told told)
{
	uint32_t used = b->head - b->tail;

	if (told.kind == BUS_UNIX_LINE)
		b->level[told.line] = told.level;
	if (used >= (told.kind == BUS_UNIX_TIME ? BUS_UNIX_RING : BUS_UNIX_RING - 1)) {
		b->lost++;
		return;
	}
	b->ring[b->head++ % BUS_UNIX_RING] = told;
}

/* A packet that answers no transaction of now. */
static void
sort_in(struct bus_unix *b, const uint8_t *p, size_t len)
{
	if (p[0] == BUS_UNIX_LINE && len == I_LEN && p[2] <= 1)
		store(b, (struct bus_unix_told){ .kind = BUS_UNIX_LINE,
						 .line = p[1],
						 .level = p[2],
						 .t_us = get_u64(p + 3) });
	else if (p[0] == BUS_UNIX_TIME && len == T_LEN)
		store(b, (struct bus_unix_told){ .kind = BUS_UNIX_TIME, .t_us = get_u64(p + 1) });
	else if (p[0] == 'R' && len >= R_HEAD)
		b->late++;
	else
		b->broken++;
}

/* The answer p of len bytes to the transaction that reads rlen. */
static int
take_answer(struct bus_unix *b, const uint8_t *p, size_t len, uint8_t *r, size_t rlen)
{
	unsigned error = get_u16(p + 3);

	if (error != 0)
		return bus_errno((int)error);
	if (len != R_HEAD + rlen) {
		b->broken++;
		return -EIO;
	}
	if (rlen > 0)
		memcpy(r, p + R_HEAD, rlen);
	return 0;
}

static int
await_answer(struct bus_unix *b, uint8_t *r, size_t rlen, int64_t deadline_ms)
{
	uint8_t p[PACKET_MAX];

	for (;;) {
		int len = receive(b, p);

		if (len < 0)
			return len;
		if (len >= R_HEAD && p[0] == 'R' && get_u16(p + 1) == b->id)
			return take_answer(b, p, (size_t)len, r, rlen);
		if (len > 0)
			sort_in(b, p, (size_t)len);
		else if (wait_for(b, POLLIN, deadline_ms) < 0)
			return -ETIMEDOUT;
	}
}

static int
unix_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct bus_unix *b = (struct bus_unix *)bus;
	int64_t deadline_ms = now_ms() + b->timeout_ms;
	uint8_t p[X_HEAD + BUS_XFER_MAX];
	int kept = errno;
	int ret;

	assert(wlen + rlen > 0 && wlen <= BUS_XFER_MAX && rlen <= BUS_XFER_MAX);
	b->id++;
	p[0] = 'X';
	put_u16(p + 1, b->id);
	p[3] = addr;
	put_u16(p + 4, (unsigned)wlen);
	put_u16(p + 6, (unsigned)rlen);
	if (wlen > 0)
		memcpy(p + X_HEAD, w, wlen);
	ret = send_packet(b, p, X_HEAD + wlen, deadline_ms);
	if (ret == 0)
		ret = await_answer(b, r, rlen, deadline_ms);
	errno = kept;
	return ret;
}

static const struct bus_ops unix_ops = { .xfer = unix_xfer };

void
bus_unix_attach(struct bus_unix *b, int fd)
{
	*b = (struct bus_unix){ .bus.ops = &unix_ops, .fd = fd, .timeout_ms = BUS_TIMEOUT_MS };
	memset(b->level, BUS_UNIX_UNTOLD, sizeof(b->level));
}

int
bus_unix_open(struct bus_unix *b, const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int kept = errno;
	int ret = 0;

	bus_unix_attach(b, -1);
	if (strlen(path) >= sizeof(to.sun_path))
		return -ENAMETOOLONG;
	strcpy(to.sun_path, path);
	b->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (b->fd < 0 || connect(b->fd, (struct sockaddr *)&to, sizeof(to)) < 0) {
		ret = -errno;
		bus_unix_close(b);
	}
	errno = kept;
	return ret;
}

void
bus_unix_close(struct bus_unix *b)
{
	/* A zeroed one never opened; its 0 is somebody else's descriptor. */
	if (b->bus.ops && b->fd >= 0)
		close(b->fd);
	b->fd = -1;
}

int
bus_unix_next(struct bus_unix *b, struct bus_unix_told *told)
{
	uint8_t p[PACKET_MAX];
	int kept = errno;
	int len = 1;

	while (b->head == b->tail && (len = receive(b, p)) > 0)
		sort_in(b, p, (size_t)len);
	errno = kept;
	if (b->head == b->tail)
		return len;
	*told = b->ring[b->tail++ % BUS_UNIX_RING];
	return 1;
}

int
bus_unix_time(struct bus_unix *b, uint64_t now_us)
{
	uint8_t p[T_LEN] = { 'T' };
	int kept = errno;
	int ret;

	put_u64(p + 1, now_us);
	ret = send_packet(b, p, sizeof(p), now_ms() + b->timeout_ms);
	errno = kept;
	return ret;
}

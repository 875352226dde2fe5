/*
 * The bus over a Unix socket.
 *
 * A transaction waits for the reply with its own number. Other packets that
 * arrive in the meantime are sorted: lines and time go into the ring; the reply
 * to a transaction that has timed out is discarded.
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
	PACKET_MAX = 1024,
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

/* Waits for an event of the descriptor. Returns 0, or -ETIMEDOUT at the deadline. */
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
set_disconnected(struct bus_unix *b)
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
			return set_disconnected(b);
		if (wait_for(b, POLLOUT, deadline_ms) < 0)
			return -ETIMEDOUT;
	}
}

/*
 * Receives a packet into p. Returns its length, 0 if none is waiting, or
 * -ENODEV. Packets that a board sent before it closed are still read: a reset
 * is reported once, then the packets, then the end.
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
	return len <= 0 ? set_disconnected(b) : (int)len;
}

/* Stores a message in the ring; the last place is reserved for time. */
static void
store(struct bus_unix *b, struct bus_unix_message message)
{
	uint32_t used = b->head - b->tail;

	if (used >= (message.kind == BUS_UNIX_TIME ? BUS_UNIX_RING : BUS_UNIX_RING - 1)) {
		b->lost++;
		return;
	}
	b->ring[b->head++ % BUS_UNIX_RING] = message;
}

/* Handles a packet that is no reply to a current transaction. */
static void
sort_in(struct bus_unix *b, const uint8_t *p, size_t len)
{
	if (p[0] == BUS_UNIX_LINE && len == I_LEN && p[2] <= 1)
		store(b, (struct bus_unix_message){ .kind = BUS_UNIX_LINE,
						    .line = p[1],
						    .level = p[2],
						    .t_us = get_u64(p + 3) });
	else if (p[0] == BUS_UNIX_TIME && len == T_LEN)
		store(b,
		      (struct bus_unix_message){ .kind = BUS_UNIX_TIME, .t_us = get_u64(p + 1) });
	else if (p[0] == 'R' && len >= R_HEAD)
		b->late++;
	else
		b->broken++;
}

/* Transactions waiting for their replies, which arrive in order. */
struct waiting {
	const struct bus_transfer *t;
	unsigned n, replied;
	uint16_t id; /* of the first transaction */
	int ret;     /* 0, or the first error */
};

static uint16_t
next_id(const struct waiting *w)
{
	return (uint16_t)(w->id + w->replied);
}

/* Reads one reply from the rest of the packet and returns its length. */
static size_t
take_reply(struct bus_unix *b, const uint8_t *p, size_t len, struct waiting *w)
{
	const struct bus_transfer *t = &w->t[w->replied++];
	unsigned error = get_u16(p + 3);
	size_t whole = R_HEAD + (error ? 0 : t->rlen);

	if (len < whole || (w->n == 1 && !error && len != whole)) {
		b->broken++;
		w->ret = w->ret ? w->ret : -EIO;
		return len;
	}
	if (error)
		w->ret = w->ret ? w->ret : bus_errno((int)error);
	else if (t->rlen > 0)
		memcpy(t->r, p + R_HEAD, t->rlen);
	return whole;
}

static void
take_replies(struct bus_unix *b, const uint8_t *p, size_t len, struct waiting *w)
{
	for (size_t at = 0; at < len;) {
		if (len - at < R_HEAD || p[at] != 'R' || w->replied == w->n ||
		    get_u16(p + at + 1) != next_id(w)) {
			b->broken++;
			return;
		}
		at += take_reply(b, p + at, len - at, w);
	}
}

/* Reports whether the board has replied only to the first of several transactions. */
static bool
lacks_batches(const struct waiting *w)
{
	return w->n > 1 && w->replied == 1;
}

/* Returns the first error; -EOPNOTSUPP if the board does not support batches. */
static int
await_replies(struct bus_unix *b, struct waiting *w, int64_t deadline_ms)
{
	uint8_t p[PACKET_MAX];

	while (w->replied < w->n) {
		int len = receive(b, p);

		if (len < 0)
			return len;
		if (len >= R_HEAD && p[0] == 'R' && get_u16(p + 1) == next_id(w))
			take_replies(b, p, (size_t)len, w);
		else if (len > 0)
			sort_in(b, p, (size_t)len);
		else if (wait_for(b, POLLIN, deadline_ms) < 0)
			return lacks_batches(w) ? -EOPNOTSUPP : -ETIMEDOUT;
		if (lacks_batches(w) && w->ret < 0)
			return -EOPNOTSUPP;
	}
	return w->ret;
}

static size_t
pack(struct bus_unix *b, const struct bus_transfer *t, uint8_t *p)
{
	assert(t->wlen + t->rlen > 0 && t->wlen <= BUS_XFER_MAX && t->rlen <= BUS_XFER_MAX);
	b->id++;
	p[0] = 'X';
	put_u16(p + 1, b->id);
	p[3] = t->addr;
	put_u16(p + 4, (unsigned)t->wlen);
	put_u16(p + 6, (unsigned)t->rlen);
	if (t->wlen > 0)
		memcpy(p + X_HEAD, t->w, t->wlen);
	return X_HEAD + t->wlen;
}

/* Sends all transactions in one packet; the caller has checked that they fit. */
static int
transact(struct bus_unix *b, const struct bus_transfer *t, unsigned n)
{
	int64_t deadline_ms = now_ms() + b->timeout_ms;
	struct waiting w = { .t = t, .n = n, .id = (uint16_t)(b->id + 1) };
	uint8_t p[PACKET_MAX];
	size_t len = 0;
	int ret;

	for (unsigned i = 0; i < n; i++)
		len += pack(b, &t[i], p + len);
	ret = send_packet(b, p, len, deadline_ms);
	if (ret == 0)
		ret = await_replies(b, &w, deadline_ms);
	return ret;
}

static int
unix_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	const struct bus_transfer t = { addr, w, wlen, r, rlen };

	return transact((struct bus_unix *)bus, &t, 1);
}

static bool
fits_packet(const struct bus_transfer *t, unsigned n)
{
	size_t out = 0, in = 0;

	for (unsigned i = 0; i < n; i++) {
		out += X_HEAD + t[i].wlen;
		in += R_HEAD + t[i].rlen;
	}
	return out <= PACKET_MAX && in <= PACKET_MAX;
}

static int
unix_batch(struct bus *bus, const struct bus_transfer *t, unsigned n)
{
	struct bus_unix *b = (struct bus_unix *)bus;
	int ret;

	assert(n > 0 && n <= BUS_BATCH_MAX);
	if (b->refuses_batches || !fits_packet(t, n))
		return bus_one_by_one(bus, t, n);
	ret = transact(b, t, n);
	if (ret != -EOPNOTSUPP)
		return ret;
	b->refuses_batches = true;
	return bus_one_by_one(bus, t, n);
}

static const struct bus_ops unix_ops = { .xfer = unix_xfer, .batch = unix_batch };

void
bus_unix_attach(struct bus_unix *b, int fd)
{
	*b = (struct bus_unix){ .bus.ops = &unix_ops, .fd = fd, .timeout_ms = BUS_TIMEOUT_MS };
}

int
bus_unix_open(struct bus_unix *b, const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
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
	return ret;
}

void
bus_unix_close(struct bus_unix *b)
{
	/* A zeroed struct never opened a descriptor; its fd 0 belongs to other code. */
	if (b->bus.ops && b->fd >= 0)
		close(b->fd);
	b->fd = -1;
}

int
bus_unix_next(struct bus_unix *b, struct bus_unix_message *message)
{
	uint8_t p[PACKET_MAX];
	int len = 1;

	while (b->head == b->tail && (len = receive(b, p)) > 0)
		sort_in(b, p, (size_t)len);
	if (b->head == b->tail)
		return len;
	*message = b->ring[b->tail++ % BUS_UNIX_RING];
	return 1;
}

int
bus_unix_time(struct bus_unix *b, uint64_t now_us)
{
	uint8_t p[T_LEN] = { 'T' };

	put_u64(p + 1, now_us);
	return send_packet(b, p, sizeof(p), now_ms() + b->timeout_ms);
}

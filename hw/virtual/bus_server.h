/*
 * The bus over a Unix SOCK_SEQPACKET socket, on the board's side. One client.
 * Messages are packed, little-endian:
 *
 *   from the client  X id:u16 addr:u8 wlen:u16 rlen:u16 bytes[wlen]
 *   to the client    R id:u16 errno:u16 bytes[rlen], no bytes with an errno
 *                    I line:u8 level:u8 t_us:u64
 *   both ways        T now_us:u64 (virtual time only)
 *
 * A packet is one message. Several X may share a packet, and so may their R.
 *
 * A second client gets R 65535 EBUSY and is disconnected, as is a client that does not read.
 */
#pragma once
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/bus.h"
#include "hw/board/board.h"

enum {
	BUS_SERVER_WHY_MAX = 192,
	BUS_SERVER_REFUSED_ID = 0xffff,
	BUS_SERVER_PACKET_MAX = 1024,
};

struct bus_server {
	int listen_fd, client_fd; /* -1: none */
	char path[BOARD_PATH_MAX];
	uint64_t clients; /* clients so far: distinguishes successive clients */
	/* The packet of transactions being served, and the replies to send after the last. */
	size_t in_at, in_len, out_len;
	uint8_t in[BUS_SERVER_PACKET_MAX], out[BUS_SERVER_PACKET_MAX];
};

enum bus_message_kind {
	BUS_MESSAGE_NONE, /* none is waiting */
	BUS_MESSAGE_XFER,
	BUS_MESSAGE_TIME,
	BUS_MESSAGE_BAD,  /* invalid; see why */
	BUS_MESSAGE_GONE, /* the client has disconnected */
};

struct bus_message {
	uint8_t kind; /* enum bus_message_kind */
	uint16_t id;
	uint8_t addr;
	size_t wlen, rlen;
	uint64_t now_us;
	const char *why;
	uint8_t bytes[BUS_XFER_MAX];
};

/*
 * Opens the server. Returns 0, or -errno with why. A stale socket at path is
 * replaced, an active one is not.
 */
MUST_USE int bus_server_open(struct bus_server *s, const char *path, char why[BUS_SERVER_WHY_MAX]);
void bus_server_close(struct bus_server *s);

/*
 * Accepts a connection. Returns true for the first client, now connected; false
 * if refused, with why.
 */
MUST_USE bool bus_server_accept(struct bus_server *s, char why[BUS_SERVER_WHY_MAX]);
void bus_server_hang_up(struct bus_server *s);
/* Receives the client's next message without waiting. */
void bus_server_receive(struct bus_server *s, struct bus_message *m);

/* These return false if the client does not read or is gone; hang up then. */
/* Sends the reply to a transaction; err: 0 or -errno. */
MUST_USE bool bus_server_answer(struct bus_server *s, uint16_t id, int err, const uint8_t *r,
				size_t rlen);
MUST_USE bool bus_server_time(struct bus_server *s, uint64_t now_us);
MUST_USE bool bus_server_line(struct bus_server *s, uint8_t line, bool level, uint64_t t_us);

/*
 * Opens a listening Unix socket of `type` at path; the folder's permissions
 * apply. Returns the descriptor (non-blocking), or -errno with why.
 */
MUST_USE int bus_server_listen(const char *path, int type, char why[BUS_SERVER_WHY_MAX]);

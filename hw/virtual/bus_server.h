/*
 * The bus over a Unix SOCK_SEQPACKET socket, the board's end. One client.
 * Messages are packed, little-endian:
 *
 *   from the client  X id:u16 addr:u8 wlen:u16 rlen:u16 bytes[wlen]
 *   to the client    R id:u16 errno:u16 bytes[rlen], no bytes with an errno
 *                    I line:u8 level:u8 t_us:u64
 *   both ways        T now_us:u64 (virtual time only)
 *
 * A second client gets R 65535 EBUSY and is hung up on. A line that moves while
 * the client's buffer is full is told later, by its latest level only.
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
};

struct bus_server {
	int listen_fd, client_fd; /* -1: none */
	char path[BOARD_PATH_MAX];
	uint64_t clients; /* so far: tells one from the next */
	bool late[256];   /* lines still to be told … */
	struct {
		bool level;
		uint64_t t_us;
	} line[256]; /* … and what of them */
	unsigned n_late;
};

enum bus_message_kind {
	BUS_MESSAGE_NONE, /* nothing there */
	BUS_MESSAGE_XFER,
	BUS_MESSAGE_TIME,
	BUS_MESSAGE_BAD,  /* not understood: why */
	BUS_MESSAGE_GONE, /* the client has hung up */
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

/* 0, or -errno with why. A stale socket at path is replaced, a live one is not. */
MUST_USE int bus_server_open(struct bus_server *s, const char *path, char why[BUS_SERVER_WHY_MAX]);
void bus_server_close(struct bus_server *s);

/* Takes who knocks. True: the first client, now connected; false: refused, why says so. */
MUST_USE bool bus_server_accept(struct bus_server *s, char why[BUS_SERVER_WHY_MAX]);
void bus_server_hang_up(struct bus_server *s);
/* The next message of the client, without waiting. */
void bus_server_receive(struct bus_server *s, struct bus_message *m);

/* err: 0 or -errno. False: the client does not read, or is gone. */
MUST_USE bool bus_server_answer(struct bus_server *s, uint16_t id, int err, const uint8_t *r,
				size_t rlen);
MUST_USE bool bus_server_time(struct bus_server *s, uint64_t now_us);
void bus_server_line(struct bus_server *s, uint8_t line, bool level, uint64_t t_us);
/* Tells what could not be told before; call when the client can be written to. */
void bus_server_flush(struct bus_server *s);

/*
 * A listening Unix socket of `type` at path with the folder's permissions.
 * Returns the descriptor (non-blocking), or -errno with why.
 */
MUST_USE int bus_server_listen(const char *path, int type, char why[BUS_SERVER_WHY_MAX]);

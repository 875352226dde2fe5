/*
 * The bus over a Unix SOCK_SEQPACKET socket, for a board that is a program.
 *
 * One message per packet, little-endian, packed:
 *
 *   X  id:u16 addr:u8 wlen:u16 rlen:u16 bytes   to the board: a transaction
 *   R  id:u16 errno:u16 bytes                   reply: bytes only with errno 0
 *   I  line:u8 level:u8 t_us:u64                from the board, at any time
 *   T  now_us:u64                               both ways, with virtual time
 *
 * A batch is several X in one packet. The board replies with the R messages in
 * one packet or in several. A board without batches replies to the first X with
 * EINVAL.
 *
 * I and T may arrive at any time, also between an X and its R. They stay in a
 * fixed ring until bus_unix_next returns them.
 *
 * A bus_unix belongs to one thread; no call allocates.
 */
#pragma once
#include <stdbool.h>

#include "drivers/bus.h"

enum {
	/*
	 * Messages received and not yet read. One scan of bouncing reeds causes
	 * a few dozen interrupt edges; the ring is emptied before every wait.
	 */
	BUS_UNIX_RING = 512,
};

enum bus_unix_kind {
	BUS_UNIX_LINE = 'I', /* line, level (1 high), t_us: when it changed */
	BUS_UNIX_TIME = 'T', /* t_us: the current virtual time */
};

struct bus_unix_message {
	uint8_t kind; /* enum bus_unix_kind */
	uint8_t line, level;
	uint64_t t_us;
};

struct bus_unix {
	struct bus bus; /* first: &b->bus is the bus */
	int fd;         /* for poll; -1: closed */
	/*
	 * Longest time of a transaction in real time. The open calls set
	 * BUS_TIMEOUT_MS. The caller may set more, because a busy machine must
	 * not change the course of a game.
	 */
	int timeout_ms;
	bool refuses_batches; /* the board accepts one transaction per packet */
	bool gone;            /* the board closed the socket: -ENODEV until it is opened again */
	uint16_t id;          /* of the last transaction sent */
	uint32_t late;        /* replies after their time-out, discarded */
	uint32_t broken;      /* invalid packets, discarded */
	/*
	 * Line messages lost because the ring was full. A caller that sees this counter grow scans
	 * the whole board.
	 */
	uint32_t lost;
	uint32_t head, tail;           /* of the ring: written, read */
	struct bus_unix_message ring[BUS_UNIX_RING];
};

/*
 * Connects to the board at `path` (without "unix:"). Returns 0 or -errno:
 * -ENAMETOOLONG, -ENOENT, -ECONNREFUSED … A closed bus may be opened again.
 */
MUST_USE int bus_unix_open(struct bus_unix *b, const char *path);
/* Opens the bus on a given SOCK_SEQPACKET descriptor, which b then owns. */
void bus_unix_attach(struct bus_unix *b, int fd);
/* Closes the bus; harmless if it was never opened (fd -1 or zeroed) or is already closed. */
void bus_unix_close(struct bus_unix *b);

/*
 * Reads the board's next message. Returns 1 and *message; 0 if none is waiting;
 * -ENODEV if the board is gone. Never waits. Call it until it returns 0 before
 * you wait for b->fd: a transaction may have filled the ring, and then the
 * descriptor stays silent.
 */
MUST_USE int bus_unix_next(struct bus_unix *b, struct bus_unix_message *message);
/* Reports to the board that everything due by now_us is done. Returns 0 or -errno. */
MUST_USE int bus_unix_time(struct bus_unix *b, uint64_t now_us);

/*
 * The bus over a Unix SOCK_SEQPACKET socket: a board that is a program.
 *
 * One message a packet, little-endian, packed:
 *
 *   X  id:u16 addr:u8 wlen:u16 rlen:u16 bytes   to the board: a transaction
 *   R  id:u16 errno:u16 bytes                   back: bytes only with errno 0
 *   I  line:u8 level:u8 t_us:u64                from the board, at any time
 *   T  now_us:u64                               both ways, with virtual time
 *
 * I and T come whenever they like, also between an X and its R; they wait in a
 * fixed ring until bus_unix_next takes them.
 *
 * One thread uses a bus_unix; nothing in here allocates.
 */
#pragma once
#include <stdbool.h>

#include "drivers/bus.h"

enum {
	/*
	 * Told and not yet taken. One scan of bouncing reeds makes a few dozen
	 * interrupt edges; the ring is emptied before every wait.
	 */
	BUS_UNIX_RING = 512,
	BUS_UNIX_LINES = 256,
};

enum bus_unix_kind {
	BUS_UNIX_LINE = 'I', /* line, level (1 high), t_us: when it changed */
	BUS_UNIX_TIME = 'T', /* t_us: virtual time has come this far */
};

struct bus_unix_told {
	uint8_t kind; /* enum bus_unix_kind */
	uint8_t line, level;
	uint64_t t_us;
};

struct bus_unix {
	struct bus bus; /* first: &b->bus is the bus */
	int fd;         /* for poll; -1: closed */
	/*
	 * How long a transaction may take in real time. Set to BUS_TIMEOUT_MS
	 * by the open calls; the caller may wait longer, since a busy machine
	 * must not change what a game does.
	 */
	int timeout_ms;
	bool gone;       /* the board closed the socket: -ENODEV until opened anew */
	uint16_t id;     /* of the transaction sent last */
	uint32_t late;   /* answers that came after their time, dropped */
	uint32_t broken; /* packets that are no message, dropped */
	/*
	 * Line messages that found the ring full. level[] still tells how all
	 * lines stand; whoever sees this grow scans the whole board.
	 */
	uint32_t lost;
	uint8_t level[BUS_UNIX_LINES]; /* last told: 0, 1, or BUS_UNIX_UNTOLD */
	uint32_t head, tail;           /* of the ring: written, taken */
	struct bus_unix_told ring[BUS_UNIX_RING];
};

#define BUS_UNIX_UNTOLD 0xff

/*
 * Connects to the board at `path` (without "unix:"). 0 or -errno:
 * -ENAMETOOLONG, -ENOENT, -ECONNREFUSED … A closed one may be opened again.
 */
MUST_USE int bus_unix_open(struct bus_unix *b, const char *path);
/* As open, over a SOCK_SEQPACKET descriptor at hand, which becomes b's own. */
void bus_unix_attach(struct bus_unix *b, int fd);
/* Also for one that never opened (fd -1 or zeroed by attach/open), or was closed. */
void bus_unix_close(struct bus_unix *b);

/*
 * The next message that the board told: 1 and *told; 0, there is none now;
 * -ENODEV, the board is gone. Never waits. Call it until it gives 0 before
 * waiting for b->fd: a transaction may have filled the ring, and then the
 * descriptor is silent.
 */
MUST_USE int bus_unix_next(struct bus_unix *b, struct bus_unix_told *told);
/* Tells the board that everything due by now_us is done. 0 or -errno. */
MUST_USE int bus_unix_time(struct bus_unix *b, uint64_t now_us);

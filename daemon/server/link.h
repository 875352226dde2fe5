/*
 * The link: clients on a Unix stream socket, one JSON object a line.
 *
 * No client can hold up the loop: sockets do not block, buffers are bounded,
 * and who does not read is dropped. A client that is slow but alive gets the
 * newest state when it has read the last, not every one between.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

#include "daemon/server/request.h"

enum {
	LINK_CLIENTS_MAX = 16,
	/* Answers that wait to be read; a PGN of the longest game fits. */
	LINK_OUT_MAX = 2 * 1024 * 1024,
	/* A client that reads nothing for this long, while something waits, is dropped. */
	LINK_PATIENCE_US = 5000000,
	/* Out of descriptors: when connecting clients are looked at again at the latest. */
	LINK_PAUSE_US = 1000000,
	LINK_WHY = 256,
};

struct link;

struct link_client {
	struct link *link;
	uint32_t serial;	/* 0: free */
	int fd;
	sd_event_source *source;
	sd_event_source *patience;
	uint32_t seq;
	bool stale;		/* the newest state is not on its way yet */
	bool skip;		/* in a line that is too long: drop up to its end */
	bool closing;		/* to be dropped at the end of the turn */
	size_t n_in;
	size_t n_out, out_room;
	char *in;		/* REQUEST_LINE_MAX bytes */
	char *out;
};

struct link {
	struct table *table;
	sd_event *event;
	sd_event_source *source;
	sd_event_source *pause;	/* on while there is no descriptor for a client */
	bool paused_before;	/* and that has been told */
	int fd;			/* -1: closed */
	int lock_fd;
	char path[108];
	uint32_t serials;
	uint32_t version;	/* of the table, as told last */
	bool starting;		/* whoever comes is told the state; what is asked has to wait */
	struct link_client client[LINK_CLIENTS_MAX];
};

/*
 * Listens at `path`, whose folder is made if its parent exists; only the owner
 * and its group may connect. A lock beside the socket keeps a second daemon
 * away. 0, or -1 with one line in why.
 */
MUST_USE int link_open(struct link *l, struct table *t, sd_event *event, const char *path,
		       char why[LINK_WHY]);
/*
 * The lock alone, so that no daemon begins meanwhile: for who works on the board
 * without serving anybody. 0, or -errno with one line in why; -EBUSY: a daemon
 * runs. link_close lets go of it.
 */
MUST_USE int link_lock(struct link *l, const char *path, char why[LINK_WHY]);
/* Drops all clients, removes socket and lock. Also for one that never opened (zeroed). */
void link_close(struct link *l);
/* Once a turn: tells the state if it changed, passes on the store's answers, drops who is due. */
void link_turn(struct link *l);

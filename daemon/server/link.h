/*
 * The link: clients on a Unix stream socket, one JSON object per line.
 *
 * No client can block the loop. Sockets are non-blocking, buffers are bounded, a turn of
 * the loop serves one message per client, and a client that does not read is dropped. A
 * slow client gets the newest state after reading the last one, not every state in
 * between.
 *
 * If all places are taken, a new client replaces one of the user with the most clients:
 * the one idle longest. So clients of another user, or idle ones, lock out neither the
 * screen nor `halo`.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

#include "daemon/server/peer.h"
#include "daemon/server/request.h"

enum {
	LINK_CLIENTS_MAX = 16,
	/* Pending answers of a client; a PGN of the longest game fits. */
	LINK_OUT_MAX = 2 * 1024 * 1024,
	/* A client that reads nothing for this long while data is pending is dropped. */
	LINK_PATIENCE_US = 5000000,
	/* Out of descriptors: time until the next attempt to accept clients. */
	LINK_PAUSE_US = 1000000,
	LINK_WHY = 256,
	/*
	 * Requests of a client that may be pending in the store; its next message waits until
	 * one is answered.
	 */
	LINK_ASKED_MAX = 4,
};

struct link;

struct link_config {
	struct peer_grants grants;
	int (*peer)(int fd, struct peer *out);	/* NULL: peer_read */
};

struct link_client {
	struct link *link;
	uint32_t serial;	/* 0: free */
	int fd;
	struct request_peer peer;
	uid_t uid;
	uint64_t used;		/* time of its last request, counted in served messages */
	sd_event_source *source;
	sd_event_source *patience;
	uint32_t seq;
	uint32_t task;		/* the partner's: number of the last task sent, 0: none */
	uint32_t hurried;	/* the partner's: the task whose end was asked for, 0: none */
	uint32_t advise;	/* likewise, the task whose actions it is to grade */
	uint32_t review;	/* likewise, the action of a review that it is to score */
	bool stale;		/* the newest state is still to be sent */
	bool skip;		/* in an overlong line: discard up to its end */
	bool closing;		/* to be dropped at the end of the turn */
	unsigned n_asked;	/* requests pending in the store */
	unsigned n_late;	/* answers still to be sent */
	json_t *late[LINK_ASKED_MAX + 1];
	size_t late_at;		/* bytes already sent of the longest text of the first late
				 * answer */
	int late_part;		/* number of its next part */
	size_t n_in, in_at;	/* bytes received; bytes of them served */
	size_t n_out, out_room;
	char *in;		/* REQUEST_LINE_MAX bytes */
	char *out;
};

struct link {
	struct table *table;
	sd_event *event;
	sd_event_source *source;
	sd_event_source *work;	/* enabled while lines or answers wait for a turn of the loop */
	sd_event_source *pause;	/* enabled while there is no descriptor for a client */
	bool paused_before;	/* the pause was reported */
	int fd;			/* -1: closed */
	int lock_fd;
	char path[108];
	uint32_t serials;
	uint64_t served;	/* messages */
	unsigned next;		/* the client checked first for a line */
	struct link_config config;
	uint32_t version;	/* version of the table last sent */
	bool starting;		/* clients get the state, but their requests have to wait */
	struct link_client client[LINK_CLIENTS_MAX];
};

/*
 * Listens at `path`, whose folder is made if its parent exists; only the owner and its
 * group may connect. A lock beside the socket excludes a second daemon. Returns 0, or -1
 * with one line in why.
 */
MUST_USE int link_open(struct link *l, struct table *t, sd_event *event, const char *path,
		       const struct link_config *c, char why[LINK_WHY]);
/*
 * Takes only the lock, so that no daemon starts meanwhile: for programs that use the board
 * without serving clients. Returns 0, or -errno with one line in why; -EBUSY: a daemon
 * runs. link_close releases it.
 */
MUST_USE int link_lock(struct link *l, const char *path, char why[LINK_WHY]);
/* Drops all clients, removes socket and lock. Accepts a zeroed link that was never opened. */
void link_close(struct link *l);
/* Runs once a turn: sends a changed state, passes on the store's answers, drops clients. */
void link_turn(struct link *l);

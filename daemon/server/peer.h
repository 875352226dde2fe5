/*
 * The user of a client, and the users who may become the local screen: root, the daemon's own
 * user, and users with a grant. Root and the daemon's user could read the journal anyway.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PEER_GRANTS_MAX = 8 };

struct peer_grants {
	unsigned n;
	uid_t user[PEER_GRANTS_MAX];
};

/*
 * Adds "screen=USER", by name or number. Returns 0, or -1 with one line in why: no such
 * role or user, or too many of them.
 */
int peer_grant_add(struct peer_grants *g, const char *text, char *why, size_t size);
/* Reads the user of the Unix socket's peer. Returns 0 or -errno. */
int peer_read(int fd, uid_t *uid);
/* Reports whether that user may become the local screen. */
bool peer_may_be_screen(uid_t uid, const struct peer_grants *g);

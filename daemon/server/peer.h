/*
 * The user of a client, and the users who may take a role: root, the daemon's own user, and users
 * with a grant. Root and the daemon's user could read the journal anyway.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	PEER_GRANTS_MAX = 8,
	/* If a client is in more groups than this, only its first group counts. */
	PEER_GROUPS_MAX = 64,
};

enum peer_role {
	PEER_SCREEN,	/* the local screen */
	PEER_PARTNER,	/* plays the computers' seats */
	PEER_ROLES,
};

struct peer {
	uid_t uid;
	unsigned n_groups;
	gid_t group[PEER_GROUPS_MAX];
};

struct peer_grant {
	bool is_group;
	unsigned id;
	uint8_t role; /* enum peer_role */
};

struct peer_grants {
	unsigned n;
	struct peer_grant grant[PEER_GRANTS_MAX];
};

/*
 * Adds "ROLE=USER" or "ROLE=@GROUP", by name or number; ROLE is screen or partner. Returns 0, or -1
 * with one line in why: no such role, user or group, or too many of them.
 */
int peer_grant_add(struct peer_grants *g, const char *text, char *why, size_t size);
/* Reads the credentials of the Unix socket's peer. Returns 0 or -errno. */
int peer_read(int fd, struct peer *out);
/* Reports whether that user may take the role. */
bool peer_may(const struct peer *p, const struct peer_grants *g, enum peer_role role);

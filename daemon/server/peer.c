#include "daemon/server/peer.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const roles[PEER_ROLES] = { "screen=", "partner=" };

/* Parses a numeric id; returns false if it is no number. */
static bool
take_number(const char *name, unsigned *id)
{
	char *end;
	unsigned long n;

	if (*name < '0' || *name > '9')
		return false;
	errno = 0;
	n = strtoul(name, &end, 10);
	*id = (unsigned)n;
	return !*end && errno == 0 && n < (unsigned)-1;
}

static bool
find_id(const char *name, struct peer_grant *out)
{
	const struct passwd *user;
	const struct group *group;

	if (take_number(name, &out->id))
		return true;
	if (out->is_group) {
		group = getgrnam(name);
		out->id = group ? group->gr_gid : 0;
		return group != NULL;
	}
	user = getpwnam(name);
	out->id = user ? user->pw_uid : 0;
	return user != NULL;
}

int
peer_grant_add(struct peer_grants *g, const char *text, char *why, size_t size)
{
	struct peer_grant new = { .is_group = false };
	const char *name = NULL;

	for (unsigned i = 0; i < PEER_ROLES; i++)
		if (strncmp(text, roles[i], strlen(roles[i])) == 0) {
			new.role = (uint8_t)i;
			name = text + strlen(roles[i]);
		}
	if (!name) {
		(void)snprintf(why, size,
			       "--grant %s: expected ROLE=USER or ROLE=@GROUP; ROLE is screen or "
			       "partner",
			       text);
		return -1;
	}
	if (g->n == PEER_GRANTS_MAX) {
		(void)snprintf(why, size, "--grant %s: more than %d of them", text,
			       PEER_GRANTS_MAX);
		return -1;
	}
	new.is_group = *name == '@';
	name += new.is_group;
	if (!find_id(name, &new)) {
		(void)snprintf(why, size, "--grant %s: there is no %s \"%s\"", text,
			       new.is_group ? "group" : "user", name);
		return -1;
	}
	g->grant[g->n++] = new;
	return 0;
}

int
peer_read(int fd, struct peer *out)
{
	struct ucred who;
	socklen_t len = sizeof(who);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) < 0)
		return -errno;
	*out = (struct peer){ .uid = who.uid, .n_groups = 1, .group = { who.gid } };
	len = sizeof(out->group) - sizeof(out->group[0]);
	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, out->group + 1, &len) == 0)
		out->n_groups += len / sizeof(out->group[0]);
	return 0;
}

static bool
in_group(const struct peer *p, gid_t group)
{
	for (unsigned i = 0; i < p->n_groups; i++)
		if (p->group[i] == group)
			return true;
	return false;
}

bool
peer_may(const struct peer *p, const struct peer_grants *g, enum peer_role role)
{
	if (p->uid == 0 || p->uid == geteuid())
		return true;
	for (unsigned i = 0; i < g->n; i++)
		if (g->grant[i].role == role &&
		    (g->grant[i].is_group ? in_group(p, g->grant[i].id) : p->uid == g->grant[i].id))
			return true;
	return false;
}

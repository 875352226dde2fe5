#include "daemon/server/peer.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
find_id(const char *name, unsigned *id)
{
	const struct passwd *user;

	if (take_number(name, id))
		return true;
	user = getpwnam(name);
	*id = user ? user->pw_uid : 0;
	return user != NULL;
}

int
peer_grant_add(struct peer_grants *g, const char *text, char *why, size_t size)
{
	static const char role[] = "screen=";
	const char *name = text + strlen(role);

	if (strncmp(text, role, strlen(role)) != 0) {
		(void)snprintf(why, size, "--grant %s: expected screen=USER", text);
		return -1;
	}
	if (g->n == PEER_GRANTS_MAX) {
		(void)snprintf(why, size, "--grant %s: more than %d of them", text,
			       PEER_GRANTS_MAX);
		return -1;
	}
	if (!find_id(name, &g->user[g->n])) {
		(void)snprintf(why, size, "--grant %s: there is no user \"%s\"", text, name);
		return -1;
	}
	g->n++;
	return 0;
}

int
peer_read(int fd, uid_t *uid)
{
	struct ucred who;
	socklen_t len = sizeof(who);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) < 0)
		return -errno;
	*uid = who.uid;
	return 0;
}

bool
peer_may_be_screen(uid_t uid, const struct peer_grants *g)
{
	if (uid == 0 || uid == geteuid())
		return true;
	for (unsigned i = 0; i < g->n; i++)
		if (uid == g->user[i])
			return true;
	return false;
}

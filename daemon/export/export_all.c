#include "daemon/export/export_impl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Not read as a whole: after some years it is the largest file there. And not
 * written when nothing is new: a stick wears.
 */

/* The number of the first game in a file, by its tag; 0: none is told there. */
static uint32_t
first_number(const char *head)
{
	static const char tag[] = "[GameNumber \"";
	const char *at = strstr(head, tag);

	return at ? (uint32_t)strtoul(at + strlen(tag), NULL, 10) : 0;
}

/* Does it begin with that text, or end in the midst of it? */
static bool
begins_with(int fd, const char *text)
{
	char part[4096];
	size_t len = strlen(text), at = 0;

	while (at < len) {
		size_t want = len - at < sizeof(part) ? len - at : sizeof(part);
		ssize_t n = pread(fd, part, want, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || memcmp(part, text + at, (size_t)n) != 0)
			return false;
		if (n == 0)
			break;
		at += (size_t)n;
	}
	return true;
}

/* As is_ours, of a game that it does not begin with: with what that was, maybe. */
static int
was_ours(struct export_job *j, int fd, uint32_t number)
{
	char *was;
	int err = export_stale_pgn(j, number, &was);

	if (err > 0)
		err = begins_with(fd, was);
	free(was);
	return err;
}

/*
 * 1: the file begins with a game of ours, so we wrote it; 0: another board did, or
 * somebody; -EREMOTE.
 */
static int
is_ours(struct export_job *j, int fd, char why[EXPORT_WHY_MAX])
{
	struct export_game g = { 0 };
	char head[4096 + 1], *text;
	ssize_t n;
	int err;

	do
		n = pread(fd, head, sizeof(head) - 1, 0);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n == 0; /* one that cannot be read may be anybody's */
	head[n] = '\0';
	g.number = first_number(head);
	if (g.number == 0)
		return 0;
	err = j->source->text(j->source->user, &g, EXPORT_PGN, &text, why);
	if (err < 0)
		return err == -EREMOTE ? err : 0; /* no such game of ours can be read */
	err = begins_with(fd, text);
	free(text);
	return err ? err : was_ours(j, fd, g.number);
}

/* The file of that name, if it is ours. Its descriptor, -ENOENT, -EEXIST: it is not ours, or -errno. */
static int
open_ours(struct export_all *a)
{
	int fd = export_open(a->folder, a->name), ours;

	if (fd == -EEXIST)
		(void)snprintf(a->j->taken, sizeof(a->j->taken), "%s", a->name);
	if (fd < 0)
		return fd;
	ours = is_ours(a->j, fd, a->j->why);
	if (ours > 0)
		return fd;
	close(fd);
	return ours < 0 ? ours : -EEXIST;
}

int
export_all_open(struct export_all *a, struct export_job *j)
{
	*a = (struct export_all){ .j = j, .folder = j->folder, .name = "all-games.pgn" };
	for (unsigned n = 2; (a->old = open_ours(a)) == -EEXIST && n <= EXPORT_NAMES_MAX; n++)
		(void)snprintf(a->name, sizeof(a->name), "all-games-%u.pgn", n);
	if (a->old == -EREMOTE)
		return a->old;
	*j->why = '\0';
	return a->old < 0 && a->old != -ENOENT ? export_fail(j, a->name, a->old) : 0;
}

/* From here on it is written, with what the old one has so far. */
static int
begin(struct export_all *a)
{
	char part[4096];
	size_t at = 0;
	int err = record_file_open_in(&a->file, a->folder, a->name, EXPORT_TEMPORARY "-all");

	if (err < 0)
		return export_fail(a->j, a->name, err);
	a->file.no_sync = a->j->no_sync;
	a->writing = true;
	while (at < a->at) {
		size_t want = a->at - at < sizeof(part) ? a->at - at : sizeof(part);
		ssize_t n = pread(a->old, part, want, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return export_fail(a->j, a->name, n < 0 ? -errno : -EIO);
		record_file_put(&a->file, part, (size_t)n);
		at += (size_t)n;
	}
	return 0;
}

/* Does the old one go on with this text? */
static bool
goes_on(const struct export_all *a, const char *text, size_t len)
{
	char part[4096];

	for (size_t at = 0; at < len;) {
		size_t want = len - at < sizeof(part) ? len - at : sizeof(part);
		ssize_t n = pread(a->old, part, want, (off_t)(a->at + at));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0 || memcmp(part, text + at, (size_t)n) != 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

int
export_all_put(struct export_all *a, const char *text)
{
	size_t len = strlen(text);
	int err;

	if (!a->writing && a->old >= 0 && goes_on(a, text, len)) {
		a->at += len;
		return 0;
	}
	if (!a->writing && (err = begin(a)) < 0)
		return err;
	record_file_put(&a->file, text, len);
	return a->file.err < 0 ? export_fail(a->j, a->name, a->file.err) : 0;
}

int
export_all_close(struct export_all *a, bool keep, bool *fresh)
{
	char more;
	int err = 0;

	/* The old one is longer: of games that are not kept any more. */
	if (keep && !a->writing && a->old >= 0 && a->at > 0 &&
	    pread(a->old, &more, 1, (off_t)a->at) == 1)
		err = begin(a);
	*fresh = a->writing && keep && err == 0;
	if (a->writing) {
		int closed = record_file_close(&a->file, *fresh);

		if (closed < 0 && err == 0)
			err = export_fail(a->j, a->name, closed);
	}
	/* It held games alone whose results were taken back. */
	if (keep && err == 0 && !a->writing && a->old >= 0 && a->at == 0)
		err = export_remove(a->j, a->name);
	if (a->old >= 0)
		close(a->old);
	return err;
}

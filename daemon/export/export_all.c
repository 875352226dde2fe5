#include "daemon/export/export_impl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Not read as a whole: after some years it is the largest file there. And not
 * written when nothing is new: a stick wears.
 */

int
export_all_open(struct export_all *a, struct export_job *j)
{
	*a = (struct export_all){ .j = j, .name = "all-games.pgn" };
	for (unsigned n = 2; (a->old = export_open(j->folder, a->name)) == -EEXIST; n++) {
		(void)snprintf(j->taken, sizeof(j->taken), "%s", a->name);
		if (n > EXPORT_NAMES_MAX)
			break;
		(void)snprintf(a->name, sizeof(a->name), "all-games-%u.pgn", n);
	}
	if (a->old < 0 && a->old != -ENOENT)
		return export_fail(j, a->name, a->old);
	return 0;
}

/* From here on it is written, with what the old one has so far. */
static int
begin(struct export_all *a)
{
	char part[4096];
	size_t at = 0;
	int err = record_file_open_in(&a->file, a->j->folder, a->name, EXPORT_TEMPORARY "-all");

	if (err < 0)
		return export_fail(a->j, a->name, err);
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
	if (a->old >= 0)
		close(a->old);
	return err;
}

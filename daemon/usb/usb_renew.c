/*
 * A folder's names laid out anew, on a stick that had to be mended. A pull may
 * have left gaps of zeros in a folder of FAT. Linux reads past them, and so do
 * games that are written then; whoever goes by the specification takes the first
 * zero for the folder's end, and no checker mends it. Moved to a folder of its
 * own each name stands behind the other again.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/export/export.h"
#include "daemon/usb/usb.h"

enum { NAMES_MAX = 20000 }; /* of a folder with more, nobody knows how long it takes */

#define OLD "-mended" /* behind the name of the folder that is emptied */

/* 0: there is no such file or folder. */
static bool
is_there(int in, const char *name, struct stat *st)
{
	return fstatat(in, name, st, AT_SYMLINK_NOFOLLOW) == 0;
}

/* As exports name files, and as they do before they are whole. */
static bool
is_exported(const char *name)
{
	static const char *const ends[] = { ".pgn", ".json", ".board" };
	const char *end = strrchr(name, '.');

	if (strstr(name, EXPORT_TEMPORARY))
		return true;
	for (size_t i = 0; end && i < sizeof(ends) / sizeof(ends[0]); i++)
		if (strcmp(end, ends[i]) == 0)
			return true;
	return false;
}

/*
 * Of two of a name, which a pull in the midst of this has left, one is the empty
 * one, since fsck lets no clusters be shared. An empty game is nobody's either: it
 * is written again. What else is empty was put there so.
 */
static int
name_move(int from, int to, const char *name)
{
	struct stat old, new;

	if (!is_there(from, name, &old))
		return 0;
	if (S_ISREG(old.st_mode) && old.st_size == 0 &&
	    (is_exported(name) || is_there(to, name, &new)))
		return unlinkat(from, name, 0) < 0 ? -errno : 0;
	if (is_there(to, name, &new) && !(S_ISREG(new.st_mode) && new.st_size == 0))
		return 0; /* neither is ours to choose: it stays in the old folder */
	return renameat(from, name, to, name) < 0 ? -errno : 0;
}

static bool
is_name(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/* Again from the start while anything moves: names may be passed over while others go. */
static int
names_move(int from, int to)
{
	unsigned moved, left = NAMES_MAX;
	int err = 0, fd = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *e;

	if (!d) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		return err;
	}
	do {
		moved = 0;
		rewinddir(d);
		while (err == 0 && left > 0 && (e = readdir(d))) {
			struct stat st;

			if (!is_name(e))
				continue;
			err = name_move(from, to, e->d_name);
			moved += err == 0 && !is_there(from, e->d_name, &st);
			left--;
		}
	} while (err == 0 && moved > 0 && left > 0);
	closedir(d);
	return err;
}

static bool
is_small(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
	unsigned n = 0;

	if (!d && fd >= 0)
		close(fd);
	while (d && n <= NAMES_MAX && readdir(d))
		n++;
	if (d)
		closedir(d);
	return d && n <= NAMES_MAX;
}

/* What is in the old one goes to the new one; the old one goes too, when it is empty. */
static int
empty_into(int in, const char *old, const char *name)
{
	int from, to, err;

	if (mkdirat(in, name, 0777) < 0 && errno != EEXIST)
		return -errno;
	from = usb_folder(in, old);
	to = usb_folder(in, name);
	err = from < 0 ? from : to < 0 ? to : names_move(from, to);
	if (err == 0 && (syncfs(to) < 0 || (unlinkat(in, old, AT_REMOVEDIR) < 0 &&
					    errno != ENOTEMPTY && errno != EEXIST)))
		err = -errno;
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return err;
}

int
usb_folder_renew(int in, const char *name, bool mended)
{
	char old[NAME_MAX];
	struct stat st;
	int fd;

	if (snprintf(old, sizeof(old), "%s" OLD, name) >= (int)sizeof(old))
		return -ENAMETOOLONG;
	if (!is_there(in, old, &st)) {
		fd = mended ? usb_folder(in, name) : -ENOENT;
		if (fd < 0) /* none, or what is told of when it is opened */
			return 0;
		mended = is_small(fd);
		close(fd);
		if (!mended)
			return 0;
		if (renameat(in, name, in, old) < 0)
			return -errno;
	} else if (!S_ISDIR(st.st_mode)) {
		return 0; /* somebody's */
	}
	return empty_into(in, old, name);
}

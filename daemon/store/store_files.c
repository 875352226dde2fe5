/*
 * The database as files: its names, and one put into another's place so that a
 * power cut leaves the old one, the new one, or what store_salvage_finish sees to.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

struct store_told
store_told(const char *path)
{
	struct store_told told;

	text_copy_end(told.text, sizeof(told.text), path);
	return told;
}

void
store_name_with(char out[DB_PATH_MAX], const char *path, const char *suffix)
{
	snprintf(out, DB_PATH_MAX, "%.4040s%s", path, suffix);
}

bool
store_folder_used(const char *folder)
{
	static const char aside[] = "games.db.";
	char lock[DB_PATH_MAX];
	struct dirent *e;
	struct stat st;
	bool used;
	DIR *d;

	/* A lock names the daemon that had it; that of a restore is empty. */
	store_name_with(lock, folder, "/lock");
	used = stat(lock, &st) == 0 && st.st_size > 0;
	d = opendir(folder);
	while (d && !used && (e = readdir(d)))
		used = strcmp(e->d_name, "saved") == 0 ||
		       strncmp(e->d_name, aside, strlen(aside)) == 0;
	if (d)
		closedir(d);
	return used;
}

void
store_file_make(const char *path)
{
	/* Not by opening it: the clerk may have it open by then (store_file.c). */
	(void)mknod(path, S_IFREG | 0600, 0);
}

static const char *const beside[] = { "", "-wal", "-shm", "-journal" };

void
store_files_hide(const char *path)
{
	char name[DB_PATH_MAX];
	struct stat st;

	for (unsigned i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		store_name_with(name, path, beside[i]);
		/* A disk without owners cannot, and one that is in trouble is told of otherwise. */
		if (stat(name, &st) == 0 && (st.st_mode & 077))
			(void)chmod(name, 0600);
	}
}

int
store_saved_folder(const char *folder, char path[PATH_MAX])
{
	if (snprintf(path, PATH_MAX, "%s/saved", folder) >= PATH_MAX)
		return -ENAMETOOLONG;
	if (mkdir(path, 0700) == 0)
		return store_folder_sync(path);
	if (errno != EEXIST)
		return -errno;
	(void)chmod(path, 0700);
	return 0;
}

void
store_files_remove(const char *path)
{
	char name[DB_PATH_MAX];

	for (unsigned i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		store_name_with(name, path, beside[i]);
		unlink(name);
	}
}

int
store_folder_sync(const char *path)
{
	char copy[DB_PATH_MAX];
	int fd, err = 0;

	store_name_with(copy, path, "");
	fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fsync(fd) < 0 && errno != EINVAL)
		err = -errno;
	close(fd);
	return err;
}

void
store_name_aside(const char *path, const char *what, char out[DB_PATH_MAX])
{
	char log[DB_PATH_MAX];
	unsigned n = 1;

	do {
		snprintf(out, DB_PATH_MAX, "%.4020s.%s-%u", path, what, n++);
		store_name_with(log, out, "-wal");
	} while (access(out, F_OK) == 0 || access(log, F_OK) == 0);
}

void
store_files_move_log(const char *path, const char *aside)
{
	char from[DB_PATH_MAX], to[DB_PATH_MAX + 8];

	store_name_with(from, path, "-wal");
	snprintf(to, sizeof(to), "%s-wal", aside);
	rename(from, to);
	store_name_with(from, path, "-shm");
	unlink(from);
}

int
store_files_replace(const char *path, const char *fresh, const char *aside)
{
	int err;

	if (rename(path, aside) < 0)
		return -errno;
	store_files_move_log(path, aside);
	if ((err = store_folder_sync(path)) < 0)
		return err;
	if (rename(fresh, path) < 0)
		return -errno;
	return store_folder_sync(path);
}

/*
 * Files of the database: names, and a replacement that survives power cuts. A
 * cut leaves the old file, the new one, or a state that store_salvage_finish
 * completes.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

struct store_path_text
store_path_text(const char *path)
{
	struct store_path_text text;

	text_copy_end(text.text, sizeof(text.text), path);
	return text;
}

void
store_name_with(char out[DB_PATH_MAX], const char *path, const char *suffix)
{
	snprintf(out, DB_PATH_MAX, "%.4040s%s", path, suffix);
}

bool
store_file_is_there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_size > 0;
}

bool
store_file_is_whole(const char *path)
{
	char log[DB_PATH_MAX];

	store_name_with(log, path, "-wal");
	return !store_file_is_there(log);
}

void
store_file_make(const char *path)
{
	/*
	 * Makes the file without opening it. The clerk may have it open, and closing our descriptor
	 * would drop the clerk's locks (fcntl(2), "Record locks"). Another program would then
	 * delete the log that is still in use.
	 */
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
		/*
		 * Ignore failures: some file systems have no owners, and disk
		 * errors are reported elsewhere.
		 */
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
		return record_folder_sync(path);
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
	if ((err = record_folder_sync(path)) < 0)
		return err;
	if (rename(fresh, path) < 0)
		return -errno;
	return record_folder_sync(path);
}

const char *
store_name_refuse(const char *name)
{
	if (!*name)
		return "a name is needed";
	if (strlen(name) >= STORE_NAME_MAX)
		return "the name is too long (63 bytes at most)";
	if (*name == '.')
		return "a name may not begin with a dot";
	for (const char *c = name; *c; c++)
		if (*c == '/' || (unsigned char)*c < ' ' || *c == 0x7f)
			return "a name may hold no slash and no control character";
	return NULL;
}

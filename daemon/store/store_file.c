/*
 * The bytes of a database, read through SQLite's own file.
 *
 * POSIX has it that a process that closes a descriptor of a file loses all its locks
 * on that file, those that it took through other descriptors too (fcntl(2), "Record
 * locks"; SQLite's os_unix.c, "Posix Advisory Locking"). The clerk's or the checker's
 * connection may be open whenever something here looks at the file: its locks would be
 * gone without a word, and the next program that closes the journal finds it open to
 * nobody and removes the log that we write to. SQLite knows of its own descriptors and
 * closes one only when no lock is held. So nothing in this folder opens a database that
 * may be in use, but by SQLite.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

struct store_file {
	sqlite3_file *file;
	const char *name; /* SQLite keeps the pointer for as long as the file is open */
};

struct store_file *
store_file_open(const char *path)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
	struct store_file *f = calloc(1, sizeof(*f));
	int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;

	if (!vfs || !f) {
		free(f);
		return NULL;
	}
	f->file = calloc(1, (size_t)vfs->szOsFile);
	f->name = sqlite3_create_filename(path, "", "", 0, NULL);
	if (!f->file || !f->name || vfs->xOpen(vfs, f->name, f->file, flags, &flags) != SQLITE_OK) {
		store_file_close(f);
		return NULL;
	}
	return f;
}

void
store_file_close(struct store_file *f)
{
	if (!f)
		return;
	if (f->file && f->file->pMethods)
		f->file->pMethods->xClose(f->file);
	sqlite3_free_filename(f->name);
	free(f->file);
	free(f);
}

uint64_t
store_file_size(struct store_file *f)
{
	sqlite3_int64 size = 0;

	if (f->file->pMethods->xFileSize(f->file, &size) != SQLITE_OK || size < 0)
		return 0;
	return (uint64_t)size;
}

bool
store_file_read(struct store_file *f, void *buf, uint32_t len, uint64_t at)
{
	int code = f->file->pMethods->xRead(f->file, buf, (int)len, (sqlite3_int64)at);

	return code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ;
}

int
store_file_copy(struct store_file *f, int to, uint32_t page, uint64_t first, uint64_t end)
{
	unsigned char *held = malloc(page);
	int err = held ? 0 : -ENOMEM;

	for (uint64_t i = first; i < end && err == 0; i++) {
		ssize_t put = page;

		if (store_file_read(f, held, page, i * page))
			put = pwrite(to, held, page, (off_t)(i * page));
		if (put != (ssize_t)page)
			err = put < 0 ? -errno : -ENOSPC;
	}
	free(held);
	return err;
}

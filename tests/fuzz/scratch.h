/* A folder for one fuzz target, in memory where the system provides it. */
#pragma once
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCRATCH_PATH = 320 };

static inline void
scratch_make(char folder[SCRATCH_PATH])
{
	snprintf(folder, SCRATCH_PATH, "%s/halo-fuzz-XXXXXX",
		 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	if (!mkdtemp(folder))
		abort();
}

static inline void
scratch_write(const char *path, const void *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, bytes, len) != (ssize_t)len)
		abort();
	close(fd);
}

/* Removes the folder and its contents, two levels deep. */
static inline void
scratch_remove(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char path[SCRATCH_PATH + 256];

		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		if (unlink(path) < 0 && strlen(path) < SCRATCH_PATH)
			scratch_remove(path);
	}
	if (d)
		closedir(d);
	rmdir(folder);
}

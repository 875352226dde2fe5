/* Where lessons are: the machine's own folder, the source tree's, the installed one. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/lesson/lesson.h"

static const char suffix[] = ".lesson";

static const char *
name_of(const char *path)
{
	return strrchr(path, '/') + 1;
}

/* Adds a file, unless an earlier folder has one of that name. */
static unsigned
add(char path[LESSONS_MAX][LESSON_PATH], unsigned n, const char *folder, const char *name)
{
	size_t len = strlen(name), end = strlen(suffix);

	if (n == LESSONS_MAX || name[0] == '.' || len <= end || strcmp(name + len - end, suffix) != 0)
		return n;
	for (unsigned i = 0; i < n; i++)
		if (strcmp(name_of(path[i]), name) == 0)
			return n;
	return snprintf(path[n], LESSON_PATH, "%s/%s", folder, name) < LESSON_PATH ? n + 1 : n;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(name_of(a), name_of(b));
}

unsigned
lesson_list(const char *game, char path[LESSONS_MAX][LESSON_PATH])
{
	const char *const folders[] = { getenv("HALO_LESSONS"), LESSON_DIR_OWN, LESSON_DIR_SOURCE,
					LESSON_DIR_INSTALLED };
	unsigned n = 0;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		char folder[LESSON_PATH];
		struct dirent *entry;
		DIR *dir = NULL;

		if (folders[i] && *folders[i] &&
		    snprintf(folder, sizeof(folder), "%s/%s", folders[i], game) < (int)sizeof(folder))
			dir = opendir(folder);
		while (dir && (entry = readdir(dir)))
			n = add(path, n, folder, entry->d_name);
		if (dir)
			(void)closedir(dir);
	}
	qsort(path, n, sizeof(path[0]), by_name);
	return n;
}

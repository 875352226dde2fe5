/* The place of temporary folders of tests. */
#pragma once
#include <stdlib.h>
#include <string.h>

/* Returns TMPDIR, or /tmp if it is unset or too long for the path of a socket. */
static inline const char *
folder_root(void)
{
	const char *root = getenv("TMPDIR");

	return root && *root == '/' && strlen(root) <= 20 ? root : "/tmp";
}

/*
 * Opens files from outside. A name may belong to a pipe without a writer, or to
 * a device, and a plain open or read of it may block forever.
 */
#pragma once
#include <stdio.h>

/*
 * Opens a regular file in `folder` (or AT_FDCWD) for reading, without blocking.
 * flags: O_NOFOLLOW or 0. Returns its descriptor or -errno. -EISDIR: a folder;
 * -EINVAL: another kind of file, or a link that is not followed.
 */
int text_file_open(int folder, const char *name, int flags);
/* Opens a regular file as a stream. NULL: errno is set as returned by text_file_open. */
FILE *text_file_stream(const char *path);
/* Describes an errno of these functions: "not a regular file", otherwise as strerror does. */
const char *text_file_why(int err);

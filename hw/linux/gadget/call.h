#pragma once

/* The daemon at that path: a descriptor that does not block, or -errno at once. */
int call_daemon(const char *path);

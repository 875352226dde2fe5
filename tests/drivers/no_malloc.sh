#!/bin/sh
# Fails if the library references the allocator. $1: the archive.
set -eu
calls=$(nm -u "$1" | awk '$2 ~ /^(malloc|calloc|realloc|reallocarray|aligned_alloc|posix_memalign|strdup|strndup|asprintf|vasprintf|mmap|free)$/ { print $2 }' | sort -u)
if [ -n "$calls" ]; then
	echo "drivers call $calls"
	exit 1
fi
# Checks that the archive was read: it references what it must.
nm -u "$1" | grep -q ioctl

#!/usr/bin/env bash
# debian.sh SUITE LABELS: runs ./run without a display on another Debian. Then builds with
# CMake's own Release flags (-O3), as a packager does, but with warnings as errors, and
# runs the tests except those of LABELS. The system is made once for all checkouts, in the
# folder of halo_cache; the builds are in build/debian-SUITE. Needs root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=hw/linux/packages.sh
. hw/linux/packages.sh
if [ $# -ne 2 ]; then
	halo_say "usage: debian.sh SUITE LABELS"
	exit 2
fi
if [ "$(id -u)" -ne 0 ]; then
	exec sudo XDG_CACHE_HOME="${XDG_CACHE_HOME:-${HOME-}/.cache}" "$PWD/tests/system/debian.sh" "$@"
fi

# shellcheck disable=SC2086 # the list is words
packages=$(printf '%s,' $HALO_PACKAGES_BUILD $HALO_PACKAGES_CHECK ccache)
cache=$(halo_cache)
root=$cache/$1-$(cksum <<<"$packages" | cut -d' ' -f1)
if [ ! -d "$root" ]; then
	half=$(mktemp -d "$root.XXXXXX")
	trap 'rm -rf --one-file-system "$half"' EXIT
	mmdebstrap --quiet --format=directory --variant=minbase --include="${packages%,}" "$1" "$half"
	mkdir "$half/haloboard" "$half/ccache"
	# Another checkout may have been faster.
	mv -T "$half" "$root" 2>/dev/null || rm -rf --one-file-system "$half"
fi
mkdir -p "build/debian-$1" "$cache/ccache-$1"

# In namespaces of its own: nothing stays mounted, and no process stays, at any end.
# shellcheck disable=SC2016 # the inner shells expand these words
exec unshare --mount --pid --fork --kill-child --propagation private bash -eu -o pipefail -c '
	mount --rbind /dev "$1/dev"
	mount -t proc proc "$1/proc"
	mount -t sysfs -o ro sysfs "$1/sys"
	mount -t tmpfs tmpfs "$1/tmp"
	mount -t tmpfs tmpfs "$1/run"
	mount --bind "$2" "$1/ccache"
	mount --bind . "$1/haloboard"
	mount --bind "build/debian-$3" "$1/haloboard/build"
	exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
		CCACHE_DIR=/ccache CMAKE_C_COMPILER_LAUNCHER=ccache bash -eu -o pipefail -c '\''
			cd /haloboard
			tests/system/run-text.sh
			cmake -B build/plain -G Ninja -D CMAKE_BUILD_TYPE=Release -D HALO_WERROR=ON >/dev/null
			cmake --build build/plain -- --quiet
			ctest --test-dir build/plain --output-on-failure --no-tests=error -j "$(nproc)" -LE "$1"
		'\'' - "$4"
' - "$root" "$cache/ccache-$1" "$@"

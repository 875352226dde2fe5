#!/usr/bin/env bash
# shellcheck disable=SC2034 # the lists are for the scripts that source this
# Debian packages, sourced by ./run and ./check; runs nothing by itself.
# README.md states the purpose of each; keep the two lists together.

# To build and play.
HALO_PACKAGES_BUILD="gcc libc6-dev cmake ninja-build pkg-config gettext \
libjansson-dev libinih-dev libsqlite3-dev libmd-dev libgpiod-dev libi2c-dev libsystemd-dev \
libsdl2-dev libsdl2-ttf-dev libsdl2-image-dev fonts-dejavu-core \
librsvg2-dev libcairo2-dev libpango1.0-dev libqrencode-dev libespeak-ng-dev libspeechd-dev"

# Also needed by the fast tests; cmocka also to configure the build.
HALO_PACKAGES_CHECK="libcmocka-dev pgn-extract systemd dosfstools exfatprogs mtools"

# Also needed by the slow suites.
HALO_PACKAGES_ALL="ccache clang libclang-rt-dev clang-tidy shellcheck xvfb xdotool \
imagemagick valgrind universal-ctags espeak-ng pocketsphinx pocketsphinx-en-us python3-jsonschema zbar-tools poppler-utils umockdev libumockdev-dev stockfish"

# To build for arm64 and armhf on another machine: the compilers and an emulator for their
# programs …
HALO_PACKAGES_CROSS="gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf qemu-user-static dpkg-dev"
# … and the libraries of one architecture, for hw/linux/sysroot.sh.
HALO_PACKAGES_TARGET="libc6-dev libgcc-12-dev libjansson-dev libinih-dev libsqlite3-dev libmd-dev \
libgpiod-dev libi2c-dev libsystemd-dev libsdl2-dev libsdl2-ttf-dev libsdl2-image-dev libcmocka-dev \
librsvg2-dev libcairo2-dev libpango1.0-dev libqrencode-dev libespeak-ng-dev libspeechd-dev \
libfuse3-dev"

# Debian's kernels in an emulator, for tests/kernel and tests/power.
HALO_PACKAGES_KERNEL="qemu-system-x86 qemu-system-arm busybox-static e2fsprogs kmod libfuse3-dev \
libelf-dev make python3 mmdebstrap fdisk"

# To check packages and to try them in a separate system.
HALO_PACKAGES_PACKAGE="dpkg-dev lintian mmdebstrap systemd-container python3"

halo_say() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# halo_cache: prints the folder for what is fetched once for all checkouts: by default
# below ~/.cache, for each point release of Debian anew. If that cannot be made, it is in
# the checkout.
halo_cache() {
	local base=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}} cache

	cache=$base/haloboard/debian-$(cat /etc/debian_version)
	case $base in
	/*) mkdir -p "$cache" 2>/dev/null || true ;;
	esac
	if [ "${base#/}" = "$base" ] || [ ! -w "$cache" ]; then
		cache=$PWD/build/cache
		mkdir -p "$cache"
	fi
	echo "$cache"
}

# halo_ccache: makes later builds of this shell take known results from ccache, if that
# is installed. Its folder is shared by all checkouts, so their paths are left out.
halo_ccache() {
	command -v ccache >/dev/null || return 0
	CCACHE_DIR=$(halo_cache)/ccache
	export CCACHE_DIR CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CMAKE_C_COMPILER_LAUNCHER=ccache
}

# halo_install PACKAGE…: installs the missing ones and reports it.
halo_install() {
	local missing=() package as_root=()

	for package in "$@"; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
			grep -q 'install ok installed' || missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if ! command -v apt-get >/dev/null; then
		halo_say "not a Debian machine; please install: ${missing[*]}"
		return 1
	fi
	if [ "$(id -u)" -ne 0 ]; then
		if ! command -v sudo >/dev/null; then
			halo_say "as root, please run: apt-get install ${missing[*]}"
			return 1
		fi
		as_root=(sudo)
	fi
	halo_say "installing ${missing[*]}"
	"${as_root[@]}" apt-get update -qq &&
		"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# halo_is_moved FOLDER: true if the build folder was configured for a checkout elsewhere.
halo_is_moved() {
	[ -f "$1/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$1/CMakeCache.txt"
}

# halo_build PRESET [TARGET…]: configures and builds in build/PRESET. Prints
# only errors and, the first time, a notice that the build takes a minute or
# more. A build folder that came from another path is configured anew.
halo_build() {
	local preset=$1 fresh=() log
	shift
	[ -d "build/$preset" ] || halo_say "building in build/$preset, a minute or two the first time"
	halo_is_moved "build/$preset" && fresh=(--fresh)
	log=$(mktemp)
	if ! cmake --preset "$preset" "${fresh[@]}" >"$log" 2>&1; then
		cat "$log" >&2
		rm -f "$log"
		halo_say "cmake --preset $preset failed"
		return 1
	fi
	rm -f "$log"
	cmake --build --preset "$preset" ${1:+--target "$@"} -- --quiet |
		sed '/^ninja: no work to do\.$/d'
}

# halo_sysroot ARCH: makes build/sysroot-ARCH refer to another architecture's
# libraries, from this machine's Debian release.
halo_sysroot() {
	local suite

	suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
	[ -n "$suite" ] || halo_say "cannot determine the Debian release from /etc/os-release"
	# shellcheck disable=SC2086 # the list is words
	hw/linux/sysroot.sh "build/sysroot-$1" "$1" "$suite" $HALO_PACKAGES_TARGET
}

# halo_other_gpiod: fetches the header of the libgpiod generation that this
# Debian lacks (2.x for 12, 1.6 for 13), so that both files behind
# drivers/line.h are compiled. Prints its folder, or nothing if the header is
# unavailable.
halo_other_gpiod() {
	local suite=bookworm

	case "$(pkg-config --modversion libgpiod)" in
	1.*) suite=bookworm-backports ;;
	esac
	if hw/linux/sysroot.sh build/other-gpiod "$(dpkg --print-architecture)" "$suite" \
		libgpiod-dev >&2; then
		echo "$PWD/build/other-gpiod/usr/include"
	else
		halo_say "cannot fetch the other libgpiod: only one of two files is compiled"
	fi
}

#!/usr/bin/env bash
# shellcheck disable=SC2034 # the lists are for the scripts that source this
# Debian packages, for ./run and ./check to source; runs nothing by itself.
# What each is for stands in README.md; keep the two lists together.

# To build and play.
HALO_PACKAGES_BUILD="gcc libc6-dev cmake ninja-build pkg-config \
libjansson-dev libinih-dev libsqlite3-dev libmd-dev libgpiod-dev libsystemd-dev \
libsdl2-dev libsdl2-ttf-dev libsdl2-image-dev fonts-dejavu-core \
librsvg2-dev libcairo2-dev libpango1.0-dev libqrencode-dev"

# What the fast tests need besides; cmocka also to configure the build.
HALO_PACKAGES_CHECK="libcmocka-dev pgn-extract systemd dosfstools exfatprogs mtools"

# What the slow suites need besides.
HALO_PACKAGES_ALL="clang libclang-rt-dev clang-tidy shellcheck xvfb xdotool \
imagemagick universal-ctags python3-jsonschema zbar-tools poppler-utils umockdev libumockdev-dev"

# To build for arm64 on another machine: the compiler, and what runs its programs …
HALO_PACKAGES_CROSS="gcc-aarch64-linux-gnu qemu-user-static dpkg-dev"
# … and the libraries of that architecture, for hw/linux/sysroot.sh.
HALO_PACKAGES_TARGET="libc6-dev libgcc-12-dev libjansson-dev libinih-dev libsqlite3-dev libmd-dev \
libgpiod-dev libsystemd-dev libsdl2-dev libsdl2-ttf-dev libsdl2-image-dev libcmocka-dev \
librsvg2-dev libcairo2-dev libpango1.0-dev libqrencode-dev \
libfuse3-dev"

# Debian's kernels in an emulator, for tests/kernel and tests/power.
HALO_PACKAGES_KERNEL="qemu-system-x86 qemu-system-arm busybox-static e2fsprogs kmod libfuse3-dev \
libelf-dev make python3 mmdebstrap fdisk"

# To look at packages, and to try them in a system of their own.
HALO_PACKAGES_PACKAGE="dpkg-dev lintian mmdebstrap systemd-container python3"

halo_say() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# halo_install PACKAGE…: installs those that are missing, and says so.
halo_install() {
	local missing=() package as_root=()

	for package in "$@"; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
			grep -q 'install ok installed' || missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if ! command -v apt-get >/dev/null; then
		halo_say "this is no Debian machine; please install: ${missing[*]}"
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

# halo_build PRESET [TARGET…]: configures and builds in build/PRESET. Says only
# that it begins the first time, which takes a minute or more, and what fails.
halo_build() {
	local preset=$1 log
	shift
	[ -d "build/$preset" ] || halo_say "building in build/$preset, a minute or two the first time"
	log=$(mktemp)
	if ! cmake --preset "$preset" >"$log" 2>&1; then
		cat "$log" >&2
		rm -f "$log"
		halo_say "cmake --preset $preset failed"
		return 1
	fi
	rm -f "$log"
	cmake --build --preset "$preset" ${1:+--target "$@"} -- --quiet |
		sed '/^ninja: no work to do\.$/d'
}

# halo_sysroot ARCH: another architecture's libraries in build/sysroot-ARCH, of
# the Debian that this machine has.
halo_sysroot() {
	local suite

	suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
	[ -n "$suite" ] || halo_say "which Debian is this? /etc/os-release does not say"
	# shellcheck disable=SC2086 # the list is words
	hw/linux/sysroot.sh "build/sysroot-$1" "$1" "$suite" $HALO_PACKAGES_TARGET
}

# halo_other_gpiod: the header of the libgpiod generation that this Debian does
# not have (2.x for 12, 1.6 for 13), for both files behind drivers/line.h to be
# compiled; the folder that holds it, or nothing when it cannot be had.
halo_other_gpiod() {
	local suite=bookworm

	case "$(pkg-config --modversion libgpiod)" in
	1.*) suite=bookworm-backports ;;
	esac
	if hw/linux/sysroot.sh build/other-gpiod "$(dpkg --print-architecture)" "$suite" \
		libgpiod-dev >&2; then
		echo "$PWD/build/other-gpiod/usr/include"
	else
		halo_say "the other libgpiod cannot be fetched: one file of two is compiled"
	fi
}

#!/usr/bin/env bash
# package.sh [ARCH…]: builds Debian packages in build/packages, by default for
# this machine's architecture and for arm64. A cross build of arm64 needs the
# packages of HALO_PACKAGES_CROSS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=hw/linux/packages.sh
. hw/linux/packages.sh

own=$(dpkg --print-architecture)
if [ $# -eq 0 ]; then
	set -- "$own"
	[ "$own" = arm64 ] || set -- "$own" arm64
fi
mkdir -p build/packages
for arch; do
	preset=package
	as=()
	if [ "$arch" != "$own" ]; then
		preset=package-$arch
		halo_sysroot "$arch"
		as=(env "DPKG_ADMINDIR=$PWD/build/sysroot-$arch/var/lib/dpkg"
			dpkg-architecture -a"$arch" -f -c)
	fi
	halo_build "$preset"
	rm -rf "build/$preset/packages"
	"${as[@]}" cpack --preset "$preset" ${HALO_PACKAGE_VERSION:+-D CPACK_PACKAGE_VERSION="$HALO_PACKAGE_VERSION"} >"build/$preset/cpack.log" 2>&1 || {
		cat "build/$preset/cpack.log" >&2
		exit 1
	}
	mv "build/$preset"/packages/*.deb build/packages/
done
ls -l build/packages

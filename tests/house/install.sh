#!/usr/bin/env bash
# install.sh BUILD: checks that settings are installed where GNUInstallDirs requires,
# for any prefix, and nothing outside the prefix.
set -euo pipefail
bad=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# installed PREFIX ETC: checks that with that prefix the settings are there.
installed() {
	local beside
	rm -rf "${folder:?}/to"
	DESTDIR=$folder/to cmake -DCMAKE_INSTALL_PREFIX="$1" -DCMAKE_INSTALL_COMPONENT=daemon \
		-P "$build/hw/linux/cmake_install.cmake" >"$folder/log" 2>&1
	for name in default/halod haloboard/boards haloboard/engines haloboard/languages haloboard/lessons; do
		[ -e "$folder/to$2/$name" ] || { echo "--prefix $1: no $2/$name"; bad=1; }
	done
	beside=$(find "$folder/to" -type f -printf '/%P\n' | grep -vE "^($1|$2)/" || true)
	[ -z "$beside" ] || { printf -- '--prefix %s: beside it\n%s\n' "$1" "$beside"; bad=1; }
	! grep -i warning "$folder/log" || bad=1
}

build=$1
installed /usr /etc
installed /usr/local /usr/local/etc
installed /opt/halo /etc/opt/halo
installed /home/anna/halo /home/anna/halo/etc
exit $bad

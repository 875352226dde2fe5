#!/usr/bin/env bash
# sysroot.sh DIR ARCH SUITE PACKAGE…: Debian packages of another architecture or
# suite, with all they depend on, unpacked in DIR to build against. Nothing of
# the machine changes: apt has a state of its own there, whose mirrors are those
# of the machine. Done once; remove DIR to do it anew.
#
# DIR/var/lib/dpkg tells dpkg-shlibdeps (by DPKG_ADMINDIR) which package a
# library is of, so that a cross-built package says what it depends on.
set -euo pipefail
mkdir -p "$1"
root=$(cd "$1" && pwd)
arch=$2 suite=$3
shift 3
wanted="$arch $suite $*; links inside"
stamp=$root/.wanted
[ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || exit 0

apt=$root/.apt
rm -rf "$root"
mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
: >"$apt/status"
# The machine's own mirror of Debian, not that of security updates.
# shellcheck disable=SC2016 # the word is for apt to expand
uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' \
	'Origin: Debian' | grep -v security | head -n 1)
# Backports stand on the suite they are for.
for s in $suite ${suite%-backports}; do
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $s main"
done | sort -u >"$apt/sources.list"
cat >"$apt/apt.conf" <<-EOF
	#clear APT::Architectures;
	APT::Architecture "$arch";
	APT::Architectures { "$arch"; };
	APT::Install-Recommends "false";
	APT::Get::Assume-Yes "true";
	APT::Sandbox::User "root";
	Dir::State "$apt/state";
	Dir::State::status "$apt/status";
	Dir::Cache "$apt/cache";
	Dir::Etc::sourcelist "$apt/sources.list";
	Dir::Etc::sourceparts "-";
EOF
export APT_CONFIG=$apt/apt.conf
apt-get -qq update
apt-get -qq --download-only -t "$suite" install "$@" >/dev/null

# As on a system with /usr merged, which is where Debian's libraries look.
mkdir -p "$root"/usr/{lib,bin,sbin} "$root/var/lib/dpkg"/{info,updates}
for dir in lib bin sbin; do ln -s "usr/$dir" "$root/$dir"; done
status=$root/var/lib/dpkg/status
: >"$status"
echo 1 >"$root/var/lib/dpkg/info/format" # files named PACKAGE:ARCH
for deb in "$apt"/cache/archives/*.deb; do
	dpkg-deb --fsys-tarfile "$deb" | tar -C "$root" --keep-directory-symlink -x
	name=$(dpkg-deb -f "$deb" Package)
	[ "$(dpkg-deb -f "$deb" Multi-Arch)" != same ] || name=$name:$arch
	dpkg-deb -e "$deb" "$apt/control"
	for file in symbols shlibs; do
		[ ! -f "$apt/control/$file" ] ||
			cp "$apt/control/$file" "$root/var/lib/dpkg/info/$name.$file"
	done
	dpkg-deb --fsys-tarfile "$deb" | tar -t | sed -e "s#^\./#/#; s#/\$##; s#^/\(lib\|bin\|sbin\)/#/usr/\1/#" \
		-e "s#^#$root#" >"$root/var/lib/dpkg/info/$name.list"
	{
		dpkg-deb -f "$deb" Package Version Architecture Multi-Arch Maintainer Description
		printf 'Status: install ok installed\n\n'
	} >>"$status"
	rm -rf "$apt/control"
done
rm -rf "$apt/cache"

# A link from the top is one into this machine: with libm.so pointing there the
# linker takes libm.a instead.
find "$root/usr" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
	ln -sfnr "$root$(readlink "$link")" "$link"
done
echo "$wanted" >"$stamp"

#!/usr/bin/env bash
# sysroot.sh LINK ARCH SUITE PACKAGE…: unpacks Debian packages of another
# architecture or suite, with all dependencies, to build against. They are kept
# in the folder of halo_cache, and LINK refers to them. Changes nothing on the
# machine: apt has its own state there and uses the machine's mirrors.
#
# LINK/var/lib/dpkg gives dpkg-shlibdeps (by DPKG_ADMINDIR) the package that owns
# a library, so that a cross-built package declares its dependencies.
set -euo pipefail
# shellcheck source=hw/linux/packages.sh
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
link=$1 arch=$2 suite=$3
shift 3
kept=$(halo_cache)/sysroot-$arch-$suite-$(cksum <<<"$*" | cut -d' ' -f1)
mkdir -p "$(dirname "$link")"
# A folder in its place is of an older checkout.
[ -L "$link" ] || rm -rf "$link"
ln -sfn "$kept" "$link"
[ ! -d "$kept" ] || exit 0

root=$(mktemp -d "$kept.XXXXXX")
trap 'rm -rf "$root"' EXIT
apt=$root/.apt
mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
: >"$apt/status"
# The machine's own mirror of Debian, not that of security updates.
# shellcheck disable=SC2016 # the word is for apt to expand
uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' \
	'Origin: Debian' | grep -v security | head -n 1)
# Backports need the suite they belong to.
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

# As on a system with merged /usr, where Debian's libraries look.
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
		-e "s#^#$kept#" >"$root/var/lib/dpkg/info/$name.list"
	{
		dpkg-deb -f "$deb" Package Version Architecture Multi-Arch Maintainer Description
		printf 'Status: install ok installed\n\n'
	} >>"$status"
	rm -rf "$apt/control"
done
rm -rf "$apt"

# An absolute link points into this machine: with such a libm.so the linker
# would use libm.a instead.
find "$root/usr" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
	ln -sfnr "$root$(readlink "$link")" "$link"
done
chmod 755 "$root"
# Another checkout may have been faster.
mv -T "$root" "$kept" 2>/dev/null || [ -d "$kept" ]

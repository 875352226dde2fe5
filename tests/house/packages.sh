#!/usr/bin/env bash
# Every package that the scripts install is explained in README.md. A moved build folder is noticed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=hw/linux/packages.sh
. hw/linux/packages.sh
unsaid=0
for package in $HALO_PACKAGES_BUILD $HALO_PACKAGES_CHECK $HALO_PACKAGES_ALL \
	$HALO_PACKAGES_CROSS $HALO_PACKAGES_KERNEL $HALO_PACKAGES_PACKAGE; do
	if ! grep -q "\`$package\`" README.md; then
		echo "README.md does not say what $package is for"
		unsaid=1
	fi
done

# A build folder that was configured at another path is configured anew.
folder=$(mktemp -d)
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$folder/CMakeCache.txt"
if halo_is_moved "$folder"; then
	echo "a build folder of this checkout counts as moved"
	unsaid=1
fi
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD-elsewhere" >"$folder/CMakeCache.txt"
if ! halo_is_moved "$folder"; then
	echo "a build folder of another checkout does not count as moved"
	unsaid=1
fi
rm -r "$folder"
exit $unsaid

#!/usr/bin/env bash
# Every package that the scripts install is explained in README.md.
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
exit $unsaid

#!/usr/bin/env bash
# labels.sh BUILD: each label of the slow suites has a test in every build, and none of
# these tests may be skipped: without its prerequisites a suite fails.
set -euo pipefail
status=0
for label in kernel usb kms power package formats; do
	if grep -qx 'Total Tests: 0' <<<"$(ctest --test-dir "$1" -N -L "^$label\$")"; then
		echo "ctest -L $label passes without a test"
		status=1
	fi
done
if grep -q SKIP_RETURN_CODE <<<"$(ctest --test-dir "$1" --show-only=json-v1 -L '^(kernel|usb|kms|power|package|formats)$')"; then
	echo "a test of these labels may be skipped"
	status=1
fi
exit $status

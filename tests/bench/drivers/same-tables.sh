#!/usr/bin/env bash
# same-tables.sh PROGRAM PAGE BOARD…: checks that the page has the tables that the
# program prints. HALO_GOLDEN=1 writes them into it.
set -euo pipefail
program=$1 page=$2
shift 2
tables=$(mktemp)
whole=$(mktemp)
trap 'rm -f "$tables" "$whole"' EXIT
"$program" "$@" >"$tables"
{
	sed '/^<!-- tables -->$/q' "$page"
	echo
	sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$tables"
} >"$whole"
if [ "${HALO_GOLDEN-}" = 1 ]; then
	cat "$whole" >"$page"
fi
diff -u "$page" "$whole"

#!/usr/bin/env bash
# The daemon's manual page and its --help name every option that it takes, and no other.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0
taken=$(sed -n 's/^\t{ "\([a-z-]*\)", [a-z]*_argument, .*/--\1/p' daemon/config.c | sort)
[ -n "$taken" ] || { echo "daemon/config.c: no table of options found"; exit 1; }

# same WHERE NAMES: the names, one a line, are those of the table.
same() {
	local differ
	differ=$(diff <(echo "$taken") <(echo "$2") | grep '^[<>]' || true)
	if [ -n "$differ" ]; then
		printf '%s: < taken and not named, > named and not taken\n%s\n' "$1" "$differ"
		bad=1
	fi
}

same hw/linux/man/halod.8 "$(sed -n 's/^\.It Fl -\([a-z-]*\).*/--\1/p' hw/linux/man/halod.8 | sort)"
same 'halod --help' "$(sed -n '/^const char config_usage/,/;$/p' daemon/config.c |
	grep -oE '^[[:space:]]*"  --[^ \\]*(, --[a-z-]+)*' | grep -oE -- '--[a-z-]+' | sort)"
exit $bad

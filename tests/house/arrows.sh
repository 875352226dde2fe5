#!/usr/bin/env bash
# The house plan as a test: which room may include which, and which library
# may be linked where. Prints every forbidden arrow; fails on the first run
# that finds one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0

# Includes, by the column "sees" of both tables of docs/architecture.md.
includes() {
	grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' rules drivers hw ui daemon
}
includes | awk -F'|' -f tests/house/arrows.awk docs/architecture.md - || bad=1

# unlinked ROOM-PATH REGEX: no build file under the path names a library that matches.
unlinked() {
	local hits
	hits=$(grep -rnE "^[^#]*\bhalo_($2)\b" --include=CMakeLists.txt --include='*.cmake' "$1" || true)
	if [ -n "$hits" ]; then
		printf '%s: links against an arrow\n%s\n' "$1" "$hits"
		bad=1
	fi
}

above='bus|chips|cli|config|core|lamps|link|paint|record|replay|server|store|table|ui|words'
unlinked rules "drivers|hw_board|vboard|$above"
unlinked drivers "rules|hw_board|vboard|$above"
unlinked hw/board "rules|drivers|vboard|$above"
unlinked hw/virtual "rules|drivers|$above"
unlinked ui 'rules|drivers|hw_board|vboard|bus|cli|config|core|lamps|record|replay|server|store|table|words'
unlinked daemon 'vboard|vboard_window|ui|paint|link'

# The rule core: freestanding headers and <string.h> (and <assert.h>) only, its tool apart.
hits=$(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<' --include='*.[ch]' rules |
	grep -vE '^rules/(tool|gen)/' |
	grep -vE '<(assert|limits|stdalign|stdbool|stddef|stdint|stdnoreturn|string)\.h>' || true)
if [ -n "$hits" ]; then
	printf 'rules: only freestanding headers, <string.h> and <assert.h>\n%s\n' "$hits"
	bad=1
fi

# Clocks: the loop (and its program, for the day) and the bus threads alone read one.
hits=$(grep -rnE '\b(clock_gettime|gettimeofday|sd_event_now|time)\(' --include='*.[ch]' rules daemon |
	grep -vE '^daemon/(loop|halod|bus/busio)\.c:' || true)
if [ -n "$hits" ]; then
	printf 'only the loop and the bus threads read a clock\n%s\n' "$hits"
	bad=1
fi
exit $bad

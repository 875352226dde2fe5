#!/usr/bin/env bash
# The house plan as a test: which room may include which, and which library
# may be linked where. Prints every forbidden arrow; fails on the first run
# that finds one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0

# forbid ROOM-PATH REGEX WHY: no file under the path includes what matches.
forbid() {
	local hits
	hits=$(grep -rnE "^[[:space:]]*#[[:space:]]*include[[:space:]]*\"($2)" --include='*.[ch]' "$1" || true)
	if [ -n "$hits" ]; then
		printf '%s: %s\n%s\n' "$1" "$3" "$hits"
		bad=1
	fi
}

forbid rules '(\.\./)*(drivers|daemon|ui|hw|tests)/' 'the rule core sees nobody'
forbid hw/lang '(\.\./)*(rules|drivers|daemon|ui|tests|hw/(board|virtual|linux))/' 'language files see nobody'
forbid hw/text '(\.\./)*(rules|drivers|daemon|ui|tests|hw/(board|lang|virtual|linux))/' 'letters see nobody'
forbid hw/display '(\.\./)*(rules|drivers|daemon|ui|tests|hw/(board|lang|text|virtual|linux))/' 'the display sees nobody'
forbid drivers '(\.\./)*(rules|daemon|ui|hw|tests)/' 'drivers see nobody'
forbid hw/board '(\.\./)*(rules|daemon|ui|drivers|tests|hw/virtual)/' 'descriptions see nobody'
forbid hw/virtual '(\.\./)*(rules|daemon|ui|tests)/' 'the virtual board sees hw/board and drivers/bus.h'
forbid ui '(\.\./)*(rules|daemon|drivers|tests|hw/(board|virtual|linux))/' 'the screen sees the socket, hw/lang and hw/display alone'
forbid hw/linux '(\.\./)*(rules|daemon|ui|drivers|tests|hw/(board|virtual))/' 'the gadget sees the socket alone'
forbid daemon '(\.\./)*(ui|tests|hw/virtual)/' 'the daemon does not see the screen'

# Inside the daemon: what is above in docs/architecture.md's table does not see what is below.
below=''
for folder in cli server '(table|view)'; do
	below+=${below:+|}$folder
	for above in core session trace lamps words record export store formats bus; do
		forbid "daemon/$above" "daemon/($below)/" 'a part sees no part below it in docs/architecture.md'
	done
done
forbid daemon/table 'daemon/(server|cli)/' 'the table does not know who asks'
forbid daemon/view 'daemon/(server|cli)/' 'the view does not know who asks'
for pure in core session; do
	forbid "daemon/$pure" 'daemon/(trace|lamps|words|record|store|formats|bus)/|hw/|drivers/' 'what hands meant depends on the rules alone'
done

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

# Of drivers/, the virtual board may see the seam alone.
hits=$(grep -rnE '#[[:space:]]*include[[:space:]]*"drivers/' --include='*.[ch]' hw/virtual |
	grep -v '"drivers/bus.h"' || true)
if [ -n "$hits" ]; then
	printf 'hw/virtual: only drivers/bus.h is shared\n%s\n' "$hits"
	bad=1
fi

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

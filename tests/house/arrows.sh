#!/usr/bin/env bash
# Tests which room may include which, and which library may be linked where. Prints every forbidden arrow; fails if there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bad=0

# Includes and links, by the column "sees" of both tables of docs/architecture.md.
includes() {
	grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' rules drivers hw ui daemon
}

# Prints each command of the build files on a line, after the previous command of its
# first word.
commands() {
	find rules drivers hw ui daemon -name CMakeLists.txt -exec awk '
		FNR == 1 { text = "" }
		{ sub(/#.*/, "") }
		text == "" { line = FNR }
		{
			text = text " " $0
			if (gsub(/\(/, "(", text) > gsub(/\)/, ")", text))
				next
			gsub(/^[ \t]+/, "", text)
			if (text != "")
				print FILENAME ":" line ":" text
			text = ""
		}' {} +
}
{ includes; commands; } | awk -F'|' -f tests/house/arrows.awk docs/architecture.md - || bad=1

# The rule core: freestanding headers and <string.h> (and <assert.h>) only, its tool apart.
hits=$(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<' --include='*.[ch]' rules |
	grep -vE '^rules/(tool|gen)/' |
	grep -vE '<(assert|limits|stdalign|stdbool|stddef|stdint|stdnoreturn|string)\.h>' || true)
if [ -n "$hits" ]; then
	printf 'rules: only freestanding headers, <string.h> and <assert.h>\n%s\n' "$hits"
	bad=1
fi

# Clocks: only the loop (and its program, for the day), the bus threads, halo-engine, halo-partner
# and halo-voice read one.
hits=$(grep -rnE '\b(clock_gettime|gettimeofday|sd_event_now|time)\(' --include='*.[ch]' rules daemon |
	grep -vE '^daemon/(loop|halod|bus/busio_report|engine/think|partner/log|voice/halo_voice)\.c:' || true)
if [ -n "$hits" ]; then
	printf 'only the loop, the bus threads, halo-engine, halo-partner and halo-voice read a clock\n%s\n' "$hits"
	bad=1
fi
exit $bad

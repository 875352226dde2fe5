#!/usr/bin/env bash
# pages.sh HALO: are the boards' pages and schematics what the descriptions and
# the text sources make of them? HALO_GOLDEN=1 writes them anew.
set -euo pipefail
halo=$1
cd "$(dirname "${BASH_SOURCE[0]}")"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
status=0

# fill MARK FILE: the page on standard input with FILE between MARK and the next end.
fill() {
	awk -v mark="<!-- $1 -->" -v file="$2" '
		$0 == mark { print; print ""; while ((getline line <file) > 0) print line; print ""; skip = 1; next }
		$0 == "<!-- end -->" { skip = 0 }
		!skip'
}

# same FILE NEW: compares, or takes the new one.
same() {
	if [ "${HALO_GOLDEN-}" = 1 ]; then
		cp "$2" "$1"
	fi
	diff -u "$1" "$2" || status=1
}

for sheet in *.sheet; do
	board=${sheet%.sheet}
	ini=../../hw/boards/$board.ini
	LC_ALL=C awk -f schematic.awk parts.txt "$ini" "$sheet" >"$new/$board.svg"
	same "$board.svg" "$new/$board.svg"
	{
		echo '```'
		"$halo" board check "$ini"
		echo '```'
	} >"$new/explained"
	"$halo" board check "$ini" --wiring >"$new/wiring"
	fill explained "$new/explained" <"$board.md" | fill wiring "$new/wiring" >"$new/$board.md"
	same "$board.md" "$new/$board.md"
done
for ini in ../../hw/boards/*.ini; do
	board=$(basename -s .ini "$ini")
	[ -f "$board.sheet" ] || {
		echo "pages.sh: the board $board has no $board.sheet"
		status=1
	}
done
exit $status

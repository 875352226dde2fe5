#!/usr/bin/env bash
# The pictures of docs/pictures: a document names each of them, each that is named exists and can be
# drawn anew, each game's page has one of its game, and together they stay small.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=docs/pictures bytes_max=1500000
bad=0
complain() {
	echo "$*"
	bad=1
}

# As docs/pictures/draw.sh finds them.
named=$(grep -ohE 'pictures/[a-z0-9-]+\.(png|svg)' README.md docs/*.md docs/games/*.md | sed 's,^pictures/,,' | sort -u)
drawn=$(find "$here" -name '*.png' -o -name '*.svg' | sed 's,.*/,,' | sort)
if ! diff <(echo "$named") <(echo "$drawn"); then
	complain "< a document names it, $here has no such file; > no document names it: target 'pictures'"
fi

for name in $named; do
	case $name in
	board-and-screen.png) source=$here/draw.sh ;;
	*.svg) source=$here/${name%.svg}.json ;;
	*) source=tests/ui/states/${name%.png}.json ;;
	esac
	[ -f "$source" ] || complain "$here/$name is drawn from $source, which is missing"
done

# Every game that the screen has.
for file in ui/games/*.c; do
	game=$(basename "$file" .c | tr _ -)
	states=$(grep -ohE 'pictures/[a-z0-9-]+\.png' "docs/games/$game.md" |
		sed -E 's,pictures/(.*)\.png,tests/ui/states/\1.json,' || true)
	# shellcheck disable=SC2086 # names of files without spaces
	if [ -z "$states" ] || ! grep -qsF "\"game\": \"$game\"" $states; then
		complain "docs/games/$game.md has no picture of its game"
	fi
done

bytes=$(cat /dev/null "$here"/*.png "$here"/*.svg | wc -c)
[ "$bytes" -lt "$bytes_max" ] || complain "$here: $bytes bytes of pictures, at most $bytes_max"
exit $bad

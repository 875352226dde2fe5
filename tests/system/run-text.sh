#!/usr/bin/env bash
# Checks ./run without a display, as a new user sees it: the recorded game goes through
# virtual board, daemon and journal, and the PGN that it names at the end has that game,
# move for move.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Prints the moves of a PGN, without tags and line breaks.
moves() {
	grep -v '^\[' "$1" | tr -s '\r\n' '  ' | sed 's/^ *//; s/ *$//'
}

out=$(mktemp)
broken=$(mktemp --suffix=.ini)
trap 'rm -f "$out" "$broken"' EXIT
if ! env -u DISPLAY -u WAYLAND_DISPLAY ./run --text >"$out" 2>&1; then
	tail -n 40 "$out"
	echo "run-text: ./run --text failed"
	exit 1
fi
pgn=$(sed -n 's/^The game as PGN: //p' "$out")
if [ -z "$pgn" ] || [ "$(moves "$pgn")" != "$(moves tests/games/demo.pgn)" ]; then
	tail -n 40 "$out"
	echo "run-text: the exported game is not the recorded one"
	exit 1
fi
if ! grep -q '^    a   b   c' "$out"; then
	echo "run-text: no board was shown"
	exit 1
fi
echo "run-text: $(moves "$pgn" | wc -w) words of moves came through"

# An error inside fails ./run with the same status: 2 is an error in the description.
echo '[board]' >"$broken"
status=0
env -u DISPLAY -u WAYLAND_DISPLAY ./run --text --board "$broken" >"$out" 2>&1 || status=$?
if [ "$status" -ne 2 ] || ! grep -q 'the virtual board did not start' "$out"; then
	tail -n 40 "$out"
	echo "run-text: a broken description ended with $status"
	exit 1
fi

# The recording is chess, so another game is refused before the build.
status=0
env -u DISPLAY -u WAYLAND_DISPLAY ./run --game zombie >"$out" 2>&1 || status=$?
if [ "$status" -ne 2 ] || ! grep -q -- '--game needs a display' "$out"; then
	tail -n 40 "$out"
	echo "run-text: --game without a display ended with $status"
	exit 1
fi

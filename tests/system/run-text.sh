#!/usr/bin/env bash
# What ./run does without a display, as a stranger would see it: the recorded
# game goes through virtual board, daemon and journal, and the PGN it names at
# the end holds that game, move for move.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The moves of a PGN alone: no tags, no line breaks.
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

# What fails within, ./run fails with: 2 is a mistake in the description.
echo '[board]' >"$broken"
status=0
env -u DISPLAY -u WAYLAND_DISPLAY ./run --text --board "$broken" >"$out" 2>&1 || status=$?
if [ "$status" -ne 2 ] || ! grep -q 'the virtual board did not start' "$out"; then
	tail -n 40 "$out"
	echo "run-text: a broken description ended with $status"
	exit 1
fi

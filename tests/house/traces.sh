#!/usr/bin/env bash
# The tables of docs/inference.md and the folder of traces name each other. Every trace has a
# row, every name or pattern in a row has a trace, and every game has a trace played by
# mouse. Such a trace is complete: its last line is a result.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
page=docs/inference.md
bad=0

# What stands in the tables' back quotes and can be a trace's name: others have a dot, a slash, a capital.
# shellcheck disable=SC2016 # back quotes, no command
mapfile -t patterns < <(grep -E '^\|' "$page" | grep -oE '`[a-z0-9*-]+`' | tr -d '`' | grep -e - | sort -u)
declare -A shown=()
for pattern in "${patterns[@]}"; do
	# shellcheck disable=SC2206 # the pattern is one
	found=(tests/traces/$pattern.board)
	if [ ! -e "${found[0]}" ]; then
		echo "$page: there is no trace \`$pattern\`"
		bad=1
		continue
	fi
	for trace in "${found[@]}"; do
		shown[$trace]=1
	done
done
for trace in tests/traces/*.board; do
	if [ -z "${shown[$trace]-}" ]; then
		echo "$trace: no row of $page says what it shows"
		bad=1
	fi
	if [ ! -e "${trace%.board}.want" ]; then
		echo "$trace: nothing is wanted of it"
		bad=1
	fi
done
for want in tests/traces/mouse-*.want; do
	if ! tail -n 1 "$want" | grep -qE '^[0-9.]+ result '; then
		echo "$want: the game does not end"
		bad=1
	fi
done
for source in rules/games/*.c; do
	game=$(sed -nE 's/^\t\.name = "(.*)",$/\1/p' "$source")
	if [ -z "$game" ] || [ "$game" = null ]; then
		continue
	fi
	if ! grep -lxF "game $game" tests/traces/mouse-*.board >/dev/null; then
		echo "rules/games: no trace mouse-*.board is a game of $game"
		bad=1
	fi
done
exit $bad

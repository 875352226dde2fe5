#!/usr/bin/env bash
# generate.sh BIN [GAME …]: writes GAME.txt with the puzzles that BIN/halo-engine finds, the easiest first.
set -euo pipefail
bin=$(realpath "$1")
shift
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- ../lessons/*/
for game; do
	game=$(basename "$game")
	# The 120 with the fewest pieces; three games need more to choose from. The difficulty is the number of nodes.
	count=140
	case $game in accounting | dice-money | zombie) count=300 ;; esac
	"$bin/halo-engine" puzzles "$game" --count "$count" --seed 1 |
		sort -s -t ' ' -k 5.8,5n | awk -F ' [|] ' '!seen[$2]++ && ++n <= 120' |
		sort -s -t ' ' -k 7.7,7n >"$game.tmp"
	mv "$game.tmp" "$game.txt"
done

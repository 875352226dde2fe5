#!/usr/bin/env bash
# levels.sh MATCH GAMES GAME...: plays each level of a game against the one below and prints the
# scores as rows of the table in docs/engine.md. `engine-match GAME GAMES LEVEL level:… level:…`
# repeats one of them.
set -euo pipefail
match=$1 games=$2
shift 2
for game; do
	top=$("$(dirname "$match")/halo-engine" <<<uci | grep -oP "^info string levels.* $game:\K\d+")
	row="| $game |"
	for ((level = 2; level <= top; level++)); do
		score=$("$match" "$game" "$games" "$level" "level:$level" "level:$((level - 1))" | grep -oP ', \K[0-9.]+ % \+- [0-9.]+')
		row+=" ${score/ % +- / ± } |"
	done
	echo "$row"
done

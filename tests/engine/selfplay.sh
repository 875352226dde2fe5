#!/usr/bin/env bash
# selfplay.sh MATCH GAMES A B [SEED]: plays GAMES games of each game. Fails at an illegal action, at
# a crash, and if a game does not end; meant for a build with sanitizers. A and B differ, or each
# game would be played twice.
set -euo pipefail
for game in chess chess960 accounting dice-money abstract zombie masquerade crowded-house half-alice american; do
	"$1" "$game" "$2" "${5:-1}" "$3" "$4"
done
# Each player plays both seats, in GAMES / 2 games.
"$1" cooperative $((($2 + 1) / 2)) "${5:-1}" "$3" "$4"

#!/usr/bin/env bash
# table.sh MATCH [GAMES] [LIMIT]: plays the table of matches of docs/engine.md, one line a match, with
# GAMES games (200; twice as many in Dice-Money) and LIMIT for each action (cpu:50). It takes hours.
# MATCH is the program engine-match. table.sh goes on after a match that misses its goal.
set -u
match=$1 games=${2:-200} limit=${3:-cpu:50}
number=${limit#*:}
double=${limit%:*}:$((2 * number))
missed=0

play() { # GAME GAMES A B LEAST
	"$match" "$1" "$2" 1 "$3" "$4" "$5" || {
		echo "$1 against $4: below $5 %"
		missed=1
	}
}

for game in american abstract accounting crowded-house; do
	play $game "$games" "$limit" greedy 95
	play $game "$games" "$limit" "uct-$limit" 75
	play $game "$games" "$double" "$limit" 60
done
play dice-money $((2 * games)) "$limit" greedy 80
play dice-money $((2 * games)) "$limit" "uct-$limit" 70
for game in zombie masquerade; do
	play $game "$games" "$limit" greedy 90
	play $game "$games" "$limit" "uct-$limit" 70
	play $game "$games" "$limit" "guess-$limit" 60
	play $game "$games" "$limit" "blank-$limit" 50
	play $game "$games" "$double" "$limit" 60
done
play cooperative $((games * 5 / 2)) "$limit" greedy 1
exit $missed

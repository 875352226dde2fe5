#!/usr/bin/env bash
# tune.sh ENGINE: a short tuning gives the same output twice; a very bad weight loses; wrong names are
# errors.
set -euo pipefail
engine=$1
short() { "$engine" tune crowded-house --games 2 --nodes 20 --seed 3 --check 2; }
[ "$(short)" = "$(short)" ]
short | grep -qE '^tempo=[0-9]+ # 8$'
# A row of chess with queens worth less than pawns.
"$engine" tune chess --games 0 --nodes 200 --check 20 worth.10=50 worth.11=50 |
	grep -qE '^against the built-in weights: 20 games at 200 nodes, [0-3]?[0-9]\.[0-9] %'
for words in '' cooperative checkers 'chess queen=1' 'chess --count 1' 'chess --games'; do
	# shellcheck disable=SC2086
	if "$engine" tune $words 2>/dev/null; then
		echo "accepted: $words"
		exit 1
	fi
done

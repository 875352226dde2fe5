#!/usr/bin/env bash
# puzzles.sh ENGINE CHECKER GAME COUNT NODES LEAST: finds puzzles, the first one twice, and has them checked.
set -euo pipefail
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
"$1" puzzles "$3" --count "$4" --seed 7 >"$rows"
"$1" puzzles "$3" --count 1 --seed 7 | cmp - <(head -1 "$rows")
"$2" "$5" "$6" <"$rows"

#!/usr/bin/env bash
# fastchess.sh ENGINE [GAMES [NODES]]: plays halo-engine against itself under fastchess, which must
# be in PATH: chess and Chess960. Fails if fastchess warns of anything. Needs no opening books.
set -euo pipefail
engine=$(realpath "$1")
games=${2:-100}
nodes=${3:-2000}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"

# position GAME COMMAND...: prints the position after those commands of halo-rules.
position() {
	printf '%s\n' "${@:2}" print | "${engine%/*}/halo-rules" "$1" | grep -v '^ok$'
}
for white in e2e4 d2d4 c2c4 g1f3 b1c3 g2g3 f2f4 b2b3; do
	for black in e7e5 d7d5 c7c5 g8f6 b8c6 e7e6 g7g6 f7f5; do
		position chess "apply $white $black"
	done
done >standard.epd
for ((index = 0; index < 960; index += 15)); do
	position chess960 "new index=$index"
done >fischerandom.epd

for variant in standard fischerandom; do
	fastchess -engine cmd="$engine" name=one -engine cmd="$engine" name=two \
		-each tc=inf nodes="$nodes" option.Hash=8 -variant "$variant" \
		-openings file="$variant.epd" format=epd order=sequential \
		-rounds $(((games + 1) / 2)) -repeat -concurrency 1 -recover 2>&1 | tee "$variant.log"
	if grep -iE 'warning|illegal|disconnect|stall|timeout|loses on time' "$variant.log" | grep -v 'Timeouts: 0'; then
		echo "$variant: fastchess complains"
		exit 1
	fi
done
fastchess --compliance "$engine"

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

# Eight positions of each game; in Chess960 of these numbers by Scharnagl.
cat >standard.epd <<'END'
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2
rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2
rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2
rnbqkbnr/ppppp1pp/8/5p2/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2
END
for index in 0 100 230 356 518 640 777 959; do
	printf 'new index=%s\nprint\n' "$index" | "${engine%/*}/halo-rules" chess960 | grep -v '^ok$'
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

#!/usr/bin/env bash
# fairy_stockfish.sh MATCH PROGRAM GAMES SEED [ITS_NODES [OUR_NODES]]: Half Alice Chess against
# Fairy-Stockfish of the branch `alice` of gbtami/Fairy-Stockfish, which plays Alice Chess: without
# en passant and without a limit on checkers. Built there, in src, by
# `make build ARCH=x86-64-avx2 largeboards=yes all=no`.
set -euo pipefail
exec "$1" half-alice "$3" "$4" "nodes:${6:-1500000}" \
	"uci:$2;go nodes ${5:-10000};UCI_Variant=alice;Threads=1;Hash=16"

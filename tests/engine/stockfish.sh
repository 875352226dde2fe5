#!/usr/bin/env bash
# stockfish.sh MATCH GAMES SEED: engine-match against Stockfish with UCI_Elo 2000, which must be in
# PATH or in /usr/games. 300,000 nodes are 0.2 s of our processor time. With that Elo Stockfish
# chooses among the moves of its seventh iteration; 32,000 nodes reach it, more change nothing.
set -euo pipefail
PATH=$PATH:/usr/games
exec "$1" chess "$2" "$3" nodes:300000 \
	'uci:stockfish;go nodes 32000;UCI_LimitStrength=true;UCI_Elo=2000;Threads=1;Hash=16'

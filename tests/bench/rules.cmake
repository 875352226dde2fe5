find_program(STOCKFISH stockfish PATHS /usr/games)
halo_bench(rules SOURCES rules/perft.c LIBS halo_rules ARGS ${STOCKFISH})

find_program(STOCKFISH stockfish PATHS /usr/games)
halo_bench(rules SOURCES rules/perft.c LIBS halo_rules ARGS ${STOCKFISH})
halo_bench(rules-horde SOURCES rules/horde.c ${CMAKE_SOURCE_DIR}/tests/rules/crowd.c
	LIBS halo_rules PkgConfig::CMOCKA ARGS ${CMAKE_CURRENT_SOURCE_DIR}/rules/horde.txt)

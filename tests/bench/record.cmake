set(RECORDS ${CMAKE_SOURCE_DIR}/tests/daemon/record)
halo_bench(import SOURCES record/bench_import.c ${RECORDS}/table.c ${RECORDS}/help.c ${RECORDS}/same.c
	LIBS halo_store PkgConfig::CMOCKA ARGS ${CMAKE_SOURCE_DIR}/tests/games/chess.pgn)
target_include_directories(bench-import-bin PRIVATE ${RECORDS})

set(HELP record/help.c record/same.c)
halo_test(record SOURCES record/test_record.c ${HELP} LIBS halo_record)
halo_test(clock SOURCES record/test_clock.c LIBS halo_clock)
halo_test(chance SOURCES record/test_chance.c LIBS halo_record)
add_test(NAME fair-chance COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/record/fair_chance.sh
	${CMAKE_SOURCE_DIR}/docs/fair-chance.md)
halo_test(record-games SOURCES record/test_games.c ${HELP} LIBS halo_record
	ARGS ${CMAKE_SOURCE_DIR}/docs/fair-chance.md)
halo_test(record-pgn SOURCES record/test_pgn.c ${HELP} LIBS halo_record)
halo_test(record-review SOURCES record/test_review.c LIBS halo_record halo_advice)
halo_test(record-others SOURCES record/test_others.c ${HELP} LIBS halo_record)
set(TABLE record/table.c ${HELP})
halo_test(store SOURCES record/test_store.c ${TABLE} LIBS halo_store PkgConfig::JANSSON)
halo_test(store-ask SOURCES record/test_store_ask.c ${TABLE} LIBS halo_store PkgConfig::JANSSON)
halo_test(store-known SOURCES record/test_store_known.c ${TABLE} LIBS halo_store PkgConfig::SQLITE)
halo_test(store-faults SOURCES record/test_store_faults.c ${TABLE} LIBS halo_store PkgConfig::SQLITE)
halo_test(store-overrun SOURCES record/test_store_overrun.c ${TABLE} LIBS halo_store PkgConfig::SQLITE)
halo_test(store-schema SOURCES record/test_store_schema.c ${TABLE} LIBS halo_store PkgConfig::SQLITE)
halo_test(store-mend SOURCES record/test_store_mend.c ${TABLE} LIBS halo_store PkgConfig::SQLITE)
halo_test(store-archive SOURCES record/test_store_archive.c ${TABLE}
	LIBS halo_store PkgConfig::JANSSON PkgConfig::SQLITE)
halo_test(store-year SOURCES record/test_store_year.c ${HELP} LIBS halo_store PkgConfig::SQLITE)
halo_test(store-damage SOURCES record/test_store_damage.c ${TABLE}
	LIBS halo_store PkgConfig::JANSSON PkgConfig::SQLITE)
add_test(NAME store-damage-long COMMAND test-store-damage 600 7)
set_tests_properties(store-damage-long PROPERTIES LABELS slow)
halo_bench(store SOURCES record/bench_store.c ${TABLE}
	LIBS halo_store halo_rig PkgConfig::CMOCKA PkgConfig::SQLITE
	ARGS $<TARGET_FILE:halod> $<TARGET_FILE:halo-board>)
add_dependencies(bench-store-bin halod halo-board)
halo_test(backup SOURCES record/test_backup.c ${TABLE} LIBS halo_store PkgConfig::SQLITE)
halo_test(export SOURCES record/test_export.c ${HELP} LIBS halo_export)
target_link_options(test-export PRIVATE -Wl,--wrap=read -Wl,--wrap=pread)
halo_test(export-stale SOURCES record/test_export_stale.c ${HELP} LIBS halo_export)

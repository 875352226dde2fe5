# The tables of docs/bus-load.md: the figures need no clock, so a test compares them.
file(GLOB BOARDS ${CMAKE_SOURCE_DIR}/hw/boards/*.ini)
halo_bench(bus-load SOURCES drivers/bus_load.c drivers/least.c LIBS halo_chips halo_emul
	ARGS ${BOARDS})
set_target_properties(bench-bus-load-bin PROPERTIES EXCLUDE_FROM_ALL OFF)
add_test(NAME bus-load COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/drivers/same-tables.sh
	$<TARGET_FILE:bench-bus-load-bin> ${CMAKE_SOURCE_DIR}/docs/bus-load.md ${BOARDS})

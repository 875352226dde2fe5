halo_bench(latency SOURCES halod/measure_latency.c LIBS halo_rig
	ARGS $<TARGET_FILE:halod> $<TARGET_FILE:halo-board>)
add_dependencies(bench-latency-bin halod halo-board)
# halod's cost at rest: CPU time, wake-ups, transactions.
set(IDLE "")
foreach(board linear-8x8 matrix-8x8 reed-8x8 hall-11x9)
	list(APPEND IDLE COMMAND echo ${board}
		COMMAND bench-latency-bin $<TARGET_FILE:halod> $<TARGET_FILE:halo-board> 0 20 ${board})
endforeach()
add_custom_target(bench-idle ${IDLE} USES_TERMINAL VERBATIM)
add_dependencies(bench-idle halod halo-board)
add_dependencies(bench bench-idle)
# Checks that it measures, into a second game; the figures do not matter here.
set_target_properties(bench-latency-bin PROPERTIES EXCLUDE_FROM_ALL OFF)
add_test(NAME bench-latency COMMAND bench-latency-bin $<TARGET_FILE:halod>
	$<TARGET_FILE:halo-board> 12 1 reed-8x8 6)
set_tests_properties(bench-latency PROPERTIES LABELS slow TIMEOUT 900)

# Floods the socket with each kind of message: the longest turn of the loop.
halo_bench(flood SOURCES halod/flood.c LIBS halo_server)
# Checks that it runs, with a few messages of each kind.
set_target_properties(bench-flood-bin PROPERTIES EXCLUDE_FROM_ALL OFF)
add_test(NAME bench-flood COMMAND bench-flood-bin 20)
set_tests_properties(bench-flood PROPERTIES LABELS slow TIMEOUT 900)

halo_bench(latency SOURCES halod/measure_latency.c LIBS halo_rig
	ARGS $<TARGET_FILE:halod> $<TARGET_FILE:halo-board>)
add_dependencies(bench-latency-bin halod halo-board)
# That it measures, into a second game; what it measures is nobody's business here.
set_target_properties(bench-latency-bin PROPERTIES EXCLUDE_FROM_ALL OFF)
add_test(NAME bench-latency COMMAND bench-latency-bin $<TARGET_FILE:halod>
	$<TARGET_FILE:halo-board> 12 1 reed-8x8 6)
set_tests_properties(bench-latency PROPERTIES LABELS slow TIMEOUT 900)

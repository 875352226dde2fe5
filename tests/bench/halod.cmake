halo_bench(latency SOURCES halod/measure_latency.c LIBS halo_rig
	ARGS $<TARGET_FILE:halod> $<TARGET_FILE:halo-board>)
add_dependencies(bench-latency-bin halod halo-board)

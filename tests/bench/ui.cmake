# From a line of the daemon on the socket to pixels, both designs: the aim is below 33
# ms. Also the program on an X server: its memory (below 48 MB) and its cost at rest.
if(HALO_UI)
	halo_bench(screen SOURCES ${CMAKE_SOURCE_DIR}/tests/ui/bench_screen.c
		${CMAKE_SOURCE_DIR}/tests/ui/eyes.c
		LIBS halo_ui_stages halo_paint halo_link ARGS $<TARGET_FILE:halo-screen>)
	add_dependencies(bench-screen halo-screen)
endif()

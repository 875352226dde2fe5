# From a line of the daemon to pixels, both designs; the aim is below 33 ms.
if(HALO_UI)
	halo_bench(screen SOURCES ${CMAKE_SOURCE_DIR}/tests/ui/bench_screen.c
		LIBS halo_ui_stages halo_paint)
endif()

# One source, built without and with a journal.
halo_fuzz(link SOURCES link/link.c LIBS halo_server halo_hw_board halo_drivers)
halo_fuzz(link-journal SOURCES link/link.c LIBS halo_server halo_hw_board halo_drivers SEEDS link)
if(HALO_FUZZ)
	target_compile_definitions(fuzz-link-journal PRIVATE FUZZ_JOURNAL)
endif()

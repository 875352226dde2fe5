halo_fuzz(link SOURCES link/link.c LIBS halo_server halo_hw_board halo_drivers)

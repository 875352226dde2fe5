add_library(halo_lamps STATIC lamps.c lamps_layers.c marks.c palette.c hints.c)
target_link_libraries(halo_lamps PUBLIC halo_rules PRIVATE halo_flags)

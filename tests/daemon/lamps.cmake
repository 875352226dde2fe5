add_library(lamps_state STATIC lamps/state.c)
target_link_libraries(lamps_state PUBLIC halo_lamps PRIVATE halo_flags PkgConfig::CMOCKA)
halo_test(lamps-meanings SOURCES lamps/test_meanings.c LIBS lamps_state halo_lamps)
halo_test(lamps-palette SOURCES lamps/test_palette.c LIBS halo_lamps m)
halo_test(lamps-light SOURCES lamps/test_light.c LIBS lamps_state halo_lamps)
# Counts every malloc of the libraries linked in: lamps and rules must have none.
target_link_options(test-lamps-light PRIVATE -Wl,--wrap=malloc)
halo_bench(lamps SOURCES lamps/bench_lamps.c LIBS lamps_state halo_lamps PkgConfig::CMOCKA)

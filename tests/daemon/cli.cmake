halo_test(halo SOURCES cli/test_halo.c record/help.c LIBS halo_record ARGS $<TARGET_FILE:halo>)
add_dependencies(test-halo halo)

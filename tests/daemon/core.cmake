halo_test(debounce SOURCES core/test_debounce.c LIBS halo_core)
halo_test(guide SOURCES core/test_guide.c LIBS halo_core)
halo_test(blind SOURCES core/test_blind.c LIBS halo_core)
halo_test(trace SOURCES core/test_trace.c LIBS halo_core)
halo_test(replay SOURCES core/test_replay.c LIBS halo_replay ARGS ${CMAKE_SOURCE_DIR}/tests/traces)
# A small ring, so that it runs over all the time.
halo_test(ring SOURCES core/test_ring.c ${CMAKE_SOURCE_DIR}/daemon/trace/trace_ring.c LIBS halo_replay)
target_compile_definitions(test-ring PRIVATE TRACE_RING_ENTRIES=256)

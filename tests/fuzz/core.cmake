halo_fuzz(trace SOURCES core/fuzz_trace.c LIBS halo_replay)

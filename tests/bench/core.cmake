halo_bench(replay SOURCES core/bench_replay.c LIBS halo_replay)
halo_bench(event SOURCES core/bench_event.c LIBS halo_core)

halo_bench(replay SOURCES core/bench_replay.c LIBS halo_replay)

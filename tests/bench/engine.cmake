halo_bench(engine SOURCES engine/search.c LIBS engine_players m)
halo_bench(engine-threads SOURCES engine/threads.c LIBS engine_players Threads::Threads)

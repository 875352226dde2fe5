halo_bench(engine SOURCES engine/search.c LIBS engine_players m)

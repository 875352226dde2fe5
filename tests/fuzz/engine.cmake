halo_fuzz(view SOURCES engine/view.c LIBS halo_engine SEEDS fen)

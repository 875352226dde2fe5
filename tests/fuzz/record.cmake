halo_fuzz(pgn SOURCES record/fuzz_pgn.c LIBS halo_record)

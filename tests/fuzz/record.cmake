halo_fuzz(pgn SOURCES record/fuzz_pgn.c ../daemon/record/same.c LIBS halo_record)
halo_fuzz(diagram SOURCES record/fuzz_diagram.c LIBS halo_formats)

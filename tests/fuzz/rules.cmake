halo_fuzz(fen SOURCES rules/fen.c LIBS halo_rules)
halo_fuzz(san SOURCES rules/san.c LIBS halo_rules)

halo_fuzz(restore SOURCES store/restore.c LIBS halo_store PkgConfig::SQLITE)

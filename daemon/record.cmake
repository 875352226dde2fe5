# Clocks of play, without a clock of their own.
add_library(halo_clock STATIC clock.c clock_text.c)
target_link_libraries(halo_clock PUBLIC halo_flags halo_rules)

add_library(halo_record STATIC record.c record_file.c pgn_write.c pgn_lex.c pgn_read.c native.c
	chance.c record_walk.c secret.c secret_choice.c)
target_link_libraries(halo_record PUBLIC halo_flags halo_clock halo_rules
	PRIVATE PkgConfig::JANSSON PkgConfig::MD)

add_library(halo_store STATIC store.c store_open.c store_writer.c store_writer_open.c
	store_clerk.c store_evening.c store_db.c store_salvage.c store_work.c)
target_link_libraries(halo_store PUBLIC halo_record PRIVATE PkgConfig::SQLITE PkgConfig::JANSSON
	Threads::Threads)

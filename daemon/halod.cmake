# The daemon's own part, in three layers so that each is tested alone:
#
#   halo_chips  a description's chips as devices           -> drivers, hw/board
#   halo_bus    one thread a bus: sensors, lamps, lines       -> drivers, hw/board
#   halo_table  session, store, lamps and words as one machine without a clock
#   halo_link   the socket and what clients ask               -> halo_table
#   halod       the loop that joins them
add_library(halo_chips STATIC chipset.c)
target_link_libraries(halo_chips PUBLIC halo_flags halo_hw_board halo_drivers)

add_library(halo_bus STATIC busio.c busio_lamps.c busio_lines.c busio_sense.c merge.c)
target_link_libraries(halo_bus PUBLIC halo_chips Threads::Threads)

add_library(halo_table STATIC log.c settings.c table.c table_beside.c table_blind.c table_buttons.c table_chance.c table_clock.c
	table_choice.c table_evening.c table_game.c table_hiding.c table_lamptest.c table_match.c table_page.c table_pin.c table_settings.c table_show.c table_trace.c trouble.c
	view.c view_clock.c view_combos.c view_diagnostics.c view_keys.c view_play.c view_secret.c view_settings.c view_shown.c)
target_link_libraries(halo_table PUBLIC halo_flags halo_core halo_lamps halo_words halo_record
	halo_store PkgConfig::JANSSON PRIVATE PkgConfig::SYSTEMD)
target_compile_definitions(halo_table PUBLIC HALO_VERSION="${PROJECT_VERSION}")

add_library(halo_server STATIC link.c request.c request_act.c request_board.c request_clock.c request_fields.c request_games.c
	request_new.c request_page.c request_qr.c request_settings.c)
target_link_libraries(halo_server PUBLIC halo_table PkgConfig::SYSTEMD PRIVATE halo_qr)

add_library(halo_config STATIC config.c)
target_link_libraries(halo_config PUBLIC halo_flags halo_core PkgConfig::SYSTEMD)

# What systemd and the kernel tell of the machine.
add_library(halo_machine STATIC machine.c)
target_link_libraries(halo_machine PUBLIC halo_table PkgConfig::SYSTEMD)

add_executable(halod halod.c dark.c loop.c)
target_link_libraries(halod PRIVATE halo_machine halo_config halo_server halo_bus PkgConfig::SYSTEMD)
install(TARGETS halod COMPONENT daemon)

# The command line. Its parts are a library, so that the program is their only main.
add_library(halo_cli STATIC cli_board.c cli_calibrate.c cli_explain.c cli_export.c cli_games.c cli_link.c cli_picture.c cli_play.c
	cli_show.c cli_stand.c cli_try.c)
target_link_libraries(halo_cli PUBLIC halo_formats halo_record halo_chips PkgConfig::JANSSON)
add_executable(halo halo.c)
target_link_libraries(halo PRIVATE halo_cli halo_replay)
target_compile_definitions(halo PRIVATE HALO_VERSION="${PROJECT_VERSION}")
install(TARGETS halo COMPONENT daemon)

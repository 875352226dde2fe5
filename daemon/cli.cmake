# The command line. Its parts are a library, so that the program is their only main.
add_library(halo_cli STATIC cli_link.c cli_show.c cli_play.c cli_games.c)
target_link_libraries(halo_cli PUBLIC halo_record PkgConfig::JANSSON)
add_executable(halo halo.c)
target_link_libraries(halo PRIVATE halo_cli halo_replay)
target_compile_definitions(halo PRIVATE HALO_VERSION="${PROJECT_VERSION}")
install(TARGETS halo)

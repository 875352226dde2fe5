add_library(halo_lamps STATIC lamps.c lamps_layers.c marks.c palette.c hints.c menu_lamps.c)
target_link_libraries(halo_lamps PUBLIC halo_rules halo_hw_board PRIVATE halo_flags)

# What is said to people, in one language.
add_library(halo_words STATIC words.c words_turn.c words_board.c words_clock.c)
target_link_libraries(halo_words PUBLIC halo_clock halo_rules halo_hw_board PRIVATE halo_flags)

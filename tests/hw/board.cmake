# Board descriptions: the reader, and the ones that ship.
halo_test(hw-board SOURCES board/test_board.c board/mistakes.c LIBS halo_hw_board)
halo_test(hw-board-measures SOURCES board/test_measures.c LIBS halo_hw_board)
halo_test(hw-boards-shipped SOURCES board/test_shipped.c LIBS halo_chips)

# The pages and schematics of docs/build, from descriptions and text sources.
add_test(NAME docs-build COMMAND ${CMAKE_SOURCE_DIR}/docs/build/pages.sh $<TARGET_FILE:halo>)

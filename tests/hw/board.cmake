# Board descriptions: the reader, and the shipped ones.
halo_test(hw-board SOURCES board/test_board.c board/mistakes.c LIBS halo_hw_board)
# The search, with the test's own folders.
halo_test(hw-board-find SOURCES board/test_find.c ${CMAKE_SOURCE_DIR}/hw/board/board.c
	LIBS halo_hw_board)
target_compile_definitions(test-hw-board-find PRIVATE
	BOARD_DIR_OWN="${CMAKE_CURRENT_BINARY_DIR}/find/own"
	BOARD_DIR_SOURCE="${CMAKE_CURRENT_BINARY_DIR}/find/source"
	BOARD_DIR_INSTALLED="${CMAKE_CURRENT_BINARY_DIR}/find/installed"
	FIND_DIR="${CMAKE_CURRENT_BINARY_DIR}/find")
halo_test(hw-board-measures SOURCES board/test_measures.c LIBS halo_hw_board)
halo_test(hw-boards-shipped SOURCES board/test_shipped.c LIBS halo_chips)

# The pages and schematics of docs/build, generated from descriptions and text
# sources.
add_test(NAME docs-build COMMAND ${CMAKE_SOURCE_DIR}/docs/build/pages.sh $<TARGET_FILE:halo>)

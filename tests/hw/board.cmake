# Board descriptions: the reader, and the ones that ship.
halo_test(hw-board SOURCES board/test_board.c LIBS halo_hw_board)
halo_test(hw-board-measures SOURCES board/test_measures.c LIBS halo_hw_board)
halo_test(hw-boards-shipped SOURCES board/test_shipped.c LIBS halo_chips)

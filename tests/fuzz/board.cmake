# Board descriptions: whatever the bytes, an error with a place or a board that holds together.
halo_fuzz(board SOURCES board/fuzz_board.c LIBS halo_hw_board)

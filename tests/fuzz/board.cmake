# Board descriptions: any bytes give an error with a line number, or a consistent board.
halo_fuzz(board SOURCES board/fuzz_board.c LIBS halo_hw_board)

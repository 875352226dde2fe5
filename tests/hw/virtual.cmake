# The virtual board.
halo_test(virtual-chips SOURCES virtual/chips.c LIBS halo_vboard)
halo_test(virtual-chips-bus SOURCES virtual/chips_bus.c LIBS halo_vboard)
halo_test(virtual-vboard SOURCES virtual/vboard.c LIBS halo_vboard)
halo_test(virtual-bus SOURCES virtual/bus.c LIBS halo_vboard)

# Each file of transcripts/ is a test; it runs halo-board itself.
halo_test(virtual-transcripts SOURCES virtual/transcripts.c LIBS halo_hw_board
	ARGS $<TARGET_FILE:halo-board> ${CMAKE_CURRENT_SOURCE_DIR}/virtual/transcripts)
add_dependencies(test-virtual-transcripts halo-board)

# The hand needs no display; the window runs on SDL's dummy driver. SDL and its
# libraries keep memory until the process ends; these leaks are ignored.
halo_test(virtual-table SOURCES virtual/table.c LIBS halo_vboard)
if(HALO_UI)
	halo_test(virtual-target SOURCES virtual/target.c LIBS halo_vboard_window)
	halo_test(virtual-window SOURCES virtual/window.c LIBS halo_vboard_window)
	halo_test(virtual-scene SOURCES virtual/scene.c LIBS halo_vboard_window)
	add_test(NAME virtual-transcripts-window COMMAND test-virtual-transcripts
		$<TARGET_FILE:halo-board> ${CMAKE_CURRENT_SOURCE_DIR}/virtual/transcripts-window)
	set_tests_properties(virtual-target virtual-window virtual-scene virtual-transcripts-window PROPERTIES
		ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;SDL_VIDEODRIVER=dummy")
	# SDL would otherwise draw without a visible display.
	add_test(NAME virtual-no-display COMMAND halo-board --board reed-8x8 --bus
		${CMAKE_CURRENT_BINARY_DIR}/no-display.bus --window)
	set_tests_properties(virtual-no-display PROPERTIES TIMEOUT 300
		PASS_REGULAR_EXPRESSION "no display: .*driver 'offscreen'"
		ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0;SDL_VIDEODRIVER=x11,offscreen;DISPLAY=:not-there")
endif()

# Messages of halo-board on wrong usage: name, expected message, arguments.
function(virtual_usage NAME SAYS)
	add_test(NAME virtual-usage-${NAME} COMMAND halo-board ${ARGN})
	set_tests_properties(virtual-usage-${NAME} PROPERTIES
		PASS_REGULAR_EXPRESSION "${SAYS}" TIMEOUT 300)
endfunction()
virtual_usage(help "usage: halo-board --board" --help)
virtual_usage(version "halo-board [0-9]" --version)
virtual_usage(none "missing option '--board'")
virtual_usage(no-bus "missing option '--bus'" --board reed-8x8)
virtual_usage(no-board "board: .*no-such-board" --board no-such-board --bus never.sock)
virtual_usage(seed "--seed: not a number .*: '1x'" --board reed-8x8 --bus never.sock --seed 1x)
virtual_usage(word "unexpected argument 'word'" --board reed-8x8 --bus never.sock word)
virtual_usage(setup "--setup: 'x' is not a piece" --board reed-8x8 --bus never.sock --setup x)
virtual_usage(bus-folder "/nowhere/bus: No such file" --board reed-8x8 --bus /nowhere/bus)
virtual_usage(bus-long "a socket path has at most 107 characters" --board reed-8x8 --bus
	/tmp/0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789abcdefghijklmnopqrstuvwxyz)

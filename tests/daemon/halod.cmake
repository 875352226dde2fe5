halo_test(halod-busio SOURCES halod/test_busio.c
	LIBS halo_bus halo_rig ARGS $<TARGET_FILE:halo-board>)
halo_test(halod-busio-share SOURCES halod/test_busio_share.c LIBS halo_bus halo_emul
	ARGS ${CMAKE_SOURCE_DIR}/hw/boards)
target_link_options(test-halod-busio-share PRIVATE -Wl,--wrap=clock_gettime -Wl,--wrap=poll
	-Wl,--wrap=line_open -Wl,--wrap=line_close -Wl,--wrap=line_level -Wl,--wrap=line_next)
halo_test(halod-hung SOURCES halod/test_hung.c ${CMAKE_SOURCE_DIR}/daemon/dark.c
	LIBS halo_bus halo_table)
target_link_options(test-halod-hung PRIVATE -Wl,--wrap=ioctl)
# The ioctls of i2c-dev, which umockdev answers: it stands before the C library, where
# a sanitizer stands already.
pkg_check_modules(UMOCKDEV IMPORTED_TARGET umockdev-1.0)
find_program(UMOCKDEV_WRAPPER umockdev-wrapper)
if(UMOCKDEV_FOUND AND UMOCKDEV_WRAPPER AND NOT HALO_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
	add_executable(test-halod-i2cdev halod/test_i2cdev.c)
	target_link_libraries(test-halod-i2cdev PRIVATE halo_bus halo_emul PkgConfig::CMOCKA
		PkgConfig::UMOCKDEV)
	add_test(NAME halod-i2cdev COMMAND ${UMOCKDEV_WRAPPER} $<TARGET_FILE:test-halod-i2cdev>)
	set_tests_properties(halod-i2cdev PROPERTIES LABELS system TIMEOUT 900)
endif()
halo_test(halod-calibrate SOURCES halod/test_calibrate.c LIBS halo_chips
	ARGS ${CMAKE_SOURCE_DIR}/hw/boards/linear-8x8.ini)
halo_test(halod-merge SOURCES halod/test_merge.c LIBS halo_bus)
halo_test(halod-log SOURCES halod/test_log.c LIBS halo_table)
target_link_options(test-halod-log PRIVATE -Wl,--wrap=sd_journal_sendv)
halo_test(halod-config SOURCES halod/test_config.c LIBS halo_config)
halo_test(halod-request SOURCES halod/test_request.c LIBS halo_server)
halo_test(halod-link SOURCES halod/test_link.c LIBS halo_server)
halo_test(halod-past-end SOURCES halod/test_past_end.c record/help.c LIBS halo_server)
halo_bench(open SOURCES halod/bench_open.c record/help.c LIBS halo_server PkgConfig::CMOCKA)
halo_test(halod-begin SOURCES halod/test_begin.c LIBS halo_server)
halo_test(halod-page SOURCES halod/test_page.c LIBS halo_server)
halo_test(halod-pin SOURCES halod/test_pin.c record/help.c LIBS halo_server)
halo_test(halod-clock SOURCES halod/test_clock.c record/help.c LIBS halo_server)
halo_test(halod-kept SOURCES halod/test_kept.c record/help.c LIBS halo_server)
halo_test(halod-board SOURCES halod/test_board.c record/help.c LIBS halo_server halo_machine)
halo_test(halod-stick SOURCES halod/test_stick.c LIBS halo_server)
halo_test(halod-settings SOURCES halod/test_settings.c record/help.c LIBS halo_server)
halo_test(halod-ends SOURCES halod/test_ends.c LIBS halo_server)
halo_test(halod-keys SOURCES halod/test_keys.c LIBS halo_table)
halo_test(halod-secrecy SOURCES halod/test_secrecy.c record/help.c LIBS halo_server)
halo_test(halod-reasons SOURCES halod/test_reasons.c record/help.c LIBS halo_table)
add_test(NAME halod-secrecy-long COMMAND test-halod-secrecy 60)
set_tests_properties(halod-secrecy-long PROPERTIES LABELS slow)
halo_test(halod-view SOURCES halod/test_view.c LIBS halo_table)
halo_test(halod-table SOURCES halod/test_table.c record/help.c LIBS halo_table)
target_link_options(test-halod-table PRIVATE
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc)

halo_test(halod-busio SOURCES halod/test_busio.c
	LIBS halo_bus halo_rig ARGS $<TARGET_FILE:halo-board>)
halo_test(halod-merge SOURCES halod/test_merge.c LIBS halo_bus)
halo_test(halod-config SOURCES halod/test_config.c LIBS halo_config)
halo_test(halod-request SOURCES halod/test_request.c LIBS halo_server)
halo_test(halod-link SOURCES halod/test_link.c LIBS halo_server)
halo_test(halod-begin SOURCES halod/test_begin.c LIBS halo_server)
halo_test(halod-page SOURCES halod/test_page.c LIBS halo_server)
halo_test(halod-keys SOURCES halod/test_keys.c LIBS halo_table)
halo_test(halod-secrecy SOURCES halod/test_secrecy.c record/help.c LIBS halo_server)
halo_test(halod-view SOURCES halod/test_view.c LIBS halo_table)
halo_test(halod-table SOURCES halod/test_table.c record/help.c LIBS halo_table)
target_link_options(test-halod-table PRIVATE
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc)

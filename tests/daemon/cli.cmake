halo_test(halo SOURCES cli/test_halo.c cli/halo_rows.c record/help.c LIBS halo_record ARGS $<TARGET_FILE:halo>)
add_dependencies(test-halo halo)
halo_test(halo-board-check SOURCES cli/test_board.c LIBS halo_rig
	ARGS $<TARGET_FILE:halo> $<TARGET_FILE:halod> $<TARGET_FILE:halo-board>
		${CMAKE_SOURCE_DIR}/hw/boards)
add_dependencies(test-halo-board-check halo halod halo-board)
foreach(part usb usb-import)
	string(REPLACE - _ file ${part})
	halo_test(halo-${part} SOURCES cli/test_${file}.c cli/usb_rig.c
		LIBS halo_rig halo_usb halo_record halo_words
		ARGS $<TARGET_FILE:halo-usb> $<TARGET_FILE:halod> $<TARGET_FILE:halo-board>)
	add_dependencies(test-halo-${part} halo-usb halod halo-board)
endforeach()
target_link_options(test-halo-usb-import PRIVATE -Wl,--wrap=readdir -Wl,--wrap=read)
halo_test(halo-backup SOURCES cli/test_backup.c record/table.c record/help.c record/same.c LIBS halo_store
	ARGS $<TARGET_FILE:halo>)
add_dependencies(test-halo-backup halo)
# This machine's fsck and mkfs.
if(NOT CMAKE_CROSSCOMPILING)
	halo_test(halo-mend SOURCES cli/test_mend.c LIBS halo_usb)
endif()

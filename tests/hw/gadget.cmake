add_test(NAME gadget-image COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/gadget/image.sh
	${PROJECT_SOURCE_DIR}/hw/linux/gadget/gadget-image.sh)
halo_test(gadget-disk SOURCES gadget/test_disk.c LIBS halo_gadget)
halo_test(gadget-serial SOURCES gadget/test_serial.c LIBS halo_gadget)

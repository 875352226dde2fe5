halo_test(gadget-serial SOURCES gadget/test_serial.c LIBS halo_gadget)

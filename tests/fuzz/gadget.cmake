halo_fuzz(serial SOURCES gadget/serial.c LIBS halo_gadget)

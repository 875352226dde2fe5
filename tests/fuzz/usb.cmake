halo_fuzz(usb SOURCES usb/usb.c LIBS halo_usb Threads::Threads)

halo_test(partner SOURCES partner/test_partner.c LIBS halo_guests halo_socket)

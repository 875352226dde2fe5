# The client side of the socket: its path, lines and replies.
halo_test(client SOURCES client/test_client.c LIBS halo_socket)

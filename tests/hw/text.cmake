halo_test(hw-text SOURCES text/test_text.c LIBS halo_text)

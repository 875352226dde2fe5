halo_test(diagram SOURCES formats/test_diagram.c record/help.c LIBS halo_formats)
target_link_options(test-diagram PRIVATE -Wl,--wrap=pango_layout_set_text)
set_tests_properties(diagram PROPERTIES ENVIRONMENT
	"LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/formats/leaks.supp:print_suppressions=0")
halo_test(qr SOURCES formats/test_qr.c record/help.c record/same.c LIBS halo_qr)

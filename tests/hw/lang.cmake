add_library(halo_mo STATIC lang/mo.c)
target_link_libraries(halo_mo PRIVATE halo_flags PUBLIC halo_lang)
halo_test(hw-lang SOURCES lang/test_lang.c LIBS halo_mo)

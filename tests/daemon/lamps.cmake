add_library(lamps_state STATIC lamps/state.c)
target_link_libraries(lamps_state PUBLIC halo_lamps PRIVATE halo_flags PkgConfig::CMOCKA)
halo_test(lamps-meanings SOURCES lamps/test_meanings.c LIBS lamps_state halo_lamps)
halo_test(lamps-games SOURCES lamps/test_games.c LIBS lamps_state halo_lamps)
halo_test(lamps-secrets SOURCES lamps/test_secrets.c
	LIBS lamps_state halo_lamps halo_words rules_vary)
halo_test(lamps-advice SOURCES lamps/test_advice.c LIBS halo_lamps)
halo_test(lamps-facts SOURCES lamps/test_facts.c LIBS halo_words)
halo_test(lamps-hints SOURCES lamps/test_hints.c LIBS halo_lamps)
halo_test(lamps-palette SOURCES lamps/test_palette.c LIBS halo_lamps m)
halo_test(lamps-home SOURCES lamps/test_home.c LIBS halo_words)
halo_test(lamps-hush SOURCES lamps/test_hush.c
	LIBS lamps_state halo_lamps halo_words halo_core rules_vary)
halo_test(lamps-menu SOURCES lamps/test_menu.c LIBS halo_lamps m)
halo_test(lamps-light SOURCES lamps/test_light.c LIBS lamps_state halo_lamps)
halo_test(lamps-prompts SOURCES lamps/test_prompts.c lamps/prompts_look.c
	LIBS halo_lamps halo_replay ARGS ${CMAKE_SOURCE_DIR}/tests/traces)
halo_test(lamps-words SOURCES lamps/test_words.c LIBS lamps_state halo_words halo_core halo_mo)
halo_test(lamps-say SOURCES lamps/test_say.c LIBS lamps_state halo_words halo_core halo_mo)
halo_test(lamps-mistake SOURCES lamps/test_mistake.c LIBS halo_words halo_record halo_mo)
halo_test(lamps-says SOURCES lamps/test_says.c LIBS lamps_state halo_words halo_core)
# Counts every malloc of the linked libraries: lamps and rules must have none.
target_link_options(test-lamps-light PRIVATE -Wl,--wrap=malloc)
halo_bench(lamps SOURCES lamps/bench_lamps.c LIBS lamps_state halo_lamps PkgConfig::CMOCKA)

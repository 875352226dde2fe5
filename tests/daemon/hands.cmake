# The generator that judges inference: hands on a simulated board. See docs/hands.md.
add_library(hands STATIC
	hands/script.c
	hands/sensors.c
	hands/style.c
	hands/motion.c
	hands/tracer.c
	hands/sim.c
	hands/play.c
	hands/play_verdicts.c
	hands/tricks.c
	hands/invent.c
	hands/deeds.c
	hands/layouts.c
	hands/oracle.c
	hands/oracle_fit.c
	hands/party.c
	hands/party_judge.c
	hands/party_look.c)
target_link_libraries(hands PUBLIC halo_core halo_rules PRIVATE halo_flags)

add_executable(test-hands hands/hands.c hands/collection.c)
target_link_libraries(test-hands PRIVATE halo_flags hands halo_record)
add_executable(test-hands-games hands/parties.c)
target_link_libraries(test-hands-games PRIVATE halo_flags hands halo_record)
add_executable(test-hands-arrays hands/arrays.c)
target_link_libraries(test-hands-arrays PRIVATE halo_flags hands)

halo_test(hands-parts SOURCES hands/test_parts.c LIBS hands halo_core)
halo_test(hands-oracle SOURCES hands/test_oracle.c LIBS hands halo_core)

file(GLOB GAMES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/games/*.pgn)
foreach(style clean human demo hard)
	add_test(NAME hands-${style} COMMAND test-hands --style ${style} ${GAMES})
	foreach(seed 2 3 4 5 6)
		add_test(NAME hands-${style}-${seed}
			COMMAND test-hands --style ${style} --seed ${seed} ${GAMES})
		set_tests_properties(hands-${style}-${seed} PROPERTIES LABELS slow)
	endforeach()
	add_test(NAME hands-${style}-polarity
		COMMAND test-hands --style ${style} --senses polarity ${GAMES})
	set_tests_properties(hands-${style}-polarity PROPERTIES LABELS slow)
endforeach()
# Random games of all kinds: a few of each here, many with the label slow.
foreach(style clean human hard missed)
	add_test(NAME hands-games-${style} COMMAND test-hands-games --style ${style} --games 3 --actions 40 --reasons)
	add_test(NAME hands-games-${style}-many COMMAND test-hands-games --style ${style} --games 20 --reasons)
	set_tests_properties(hands-games-${style}-many PROPERTIES LABELS slow TIMEOUT 900)
endforeach()
# A square of each board is dead: nothing wrong, and no game that cannot go on.
foreach(style clean human hard)
	add_test(NAME hands-games-${style}-blind
		COMMAND test-hands-games --style ${style} --games 8 --blind 1 --together --reasons)
	set_tests_properties(hands-games-${style}-blind PROPERTIES LABELS slow TIMEOUT 900)
endforeach()
add_test(NAME hands-arrays COMMAND test-hands-arrays)
add_test(NAME hands-arrays-black COMMAND test-hands-arrays 0 959 both)
set_tests_properties(hands-arrays-black PROPERTIES LABELS slow)

# Any other collection, if one is named: people's games, for instance.
if(DEFINED ENV{HALO_GAMES})
	foreach(style clean human hard)
		add_test(NAME hands-${style}-named
			COMMAND test-hands --style ${style} $ENV{HALO_GAMES})
		set_tests_properties(hands-${style}-named PROPERTIES LABELS slow TIMEOUT 900)
	endforeach()
endif()

# Writes the collections of tests/games; needs a UCI engine at run time.
add_executable(make-games EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/games/make_games.c)
target_link_libraries(make-games PRIVATE halo_flags halo_record)

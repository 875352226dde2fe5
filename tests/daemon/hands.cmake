# The generator that tests inference: hands on a simulated board. See docs/hands.md.
add_library(hands STATIC
	hands/script.c
	hands/sensors.c
	hands/style.c
	hands/motion.c
	hands/tracer.c
	hands/cost.c
	hands/hall.c
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
	hands/party_hall.c
	hands/party_judge.c
	hands/party_look.c
	hands/party_props.c)
target_link_libraries(hands PUBLIC halo_core halo_engine halo_live halo_rules halo_table PRIVATE halo_flags)

add_executable(test-hands hands/hands.c hands/collection.c)
target_link_libraries(test-hands PRIVATE halo_flags hands halo_record)
add_executable(test-hands-games hands/parties.c)
target_link_libraries(test-hands-games PRIVATE halo_flags hands halo_record)
add_executable(test-hands-arrays hands/arrays.c)
target_link_libraries(test-hands-arrays PRIVATE halo_flags hands)

add_executable(test-hands-setups hands/setups.c)
target_link_libraries(test-hands-setups PRIVATE halo_flags hands halo_lesson)
# An hour of puzzles: the median of pieces that hands touch for the next one is limited.
add_test(NAME hands-setups COMMAND test-hands-setups --most-touched 4)
add_test(NAME hands-setups-slow COMMAND test-hands-setups --style slow --seed 2 --most-touched 4)

halo_test(hands-parts SOURCES hands/test_parts.c LIBS hands halo_core halo_chips
	ARGS ${CMAKE_SOURCE_DIR}/hw/boards/linear-8x8.ini)
halo_test(hands-oracle SOURCES hands/test_oracle.c LIBS hands halo_core)

file(GLOB GAMES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/games/*.pgn)
# Maximum of lost plies for each style: that of its worst run, which is beside it, some with a margin.
function(hands_style style lost)
	add_test(NAME hands-${style} COMMAND test-hands --style ${style} --most-lost ${lost} ${GAMES})
	foreach(seed 2 3 4 5 6)
		add_test(NAME hands-${style}-${seed} COMMAND test-hands
			--style ${style} --seed ${seed} --most-lost ${lost} ${GAMES})
		set_tests_properties(hands-${style}-${seed} PROPERTIES LABELS slow)
	endforeach()
	add_test(NAME hands-${style}-polarity COMMAND test-hands
		--style ${style} --senses polarity --most-lost ${lost} ${GAMES})
	set_tests_properties(hands-${style}-polarity PROPERTIES LABELS slow)
endfunction()
hands_style(clean 0)	# 0
hands_style(human 2)	# 1
hands_style(demo 0)	# 0
hands_style(hard 15)	# 13
hands_style(slow 4)	# 4
hands_style(held 3)	# 3
hands_style(reed 5)	# 5
# Random games of all kinds: a few of each here, many with the label slow. A run is the same on
# every machine. Its questions, lost plies and needlessly lost plies are limited to the figures
# when this was written, which are beside the limits, plus a margin.
function(hands_games name arguments asked lost needless)
	add_test(NAME hands-games-${name} COMMAND test-hands-games ${arguments} --reasons
		--most-asked ${asked} --most-lost ${lost} --most-needless ${needless})
	set_tests_properties(hands-games-${name} PROPERTIES TIMEOUT 900)
	if(name MATCHES "many|blind")
		set_tests_properties(hands-games-${name} PROPERTIES LABELS slow)
	endif()
endfunction()
set(FEW --games 3 --actions 40)
set(MANY --games 20)
set(OBJECTS --senses level --props objects)
set(BLIND --games 8 --blind 1 --together)	# one dead square on each board
#                                                                asked lost needless
hands_games(clean       "--style;clean;${FEW}"    6 0 0)	# 5 0 0
hands_games(human       "--style;human;${FEW}"    13 0 0)	# 12 0 0
hands_games(hard        "--style;hard;${FEW}"     27 4 0)	# 25 1 0
hands_games(missed      "--style;missed;${FEW}"   37 0 0)	# 35 0 0
hands_games(clean-many  "--style;clean;${MANY}"   47 0 0)	# 44 0 0
hands_games(human-many  "--style;human;${MANY}"   64 4 1)	# 60 2 1
hands_games(hard-many   "--style;hard;${MANY}"    230 81 8)	# 218 75 7
hands_games(missed-many "--style;missed;${MANY}"  310 5 0)	# 295 3 0
hands_games(clean-blind "--style;clean;${BLIND}"  480 6 0)	# 460 4 0
hands_games(human-blind "--style;human;${BLIND}"  670 34 0)	# 641 31 0
hands_games(hard-blind  "--style;hard;${BLIND}"   910 235 0)	# 881 211 0
# Questions are not judged here: the oracle models neither overlaps nor pieces set down aside.
set(ONE --games 1 --actions 40)
hands_games(slow        "--style;slow;${ONE}"             6 0 0)	# 5 0 0
hands_games(held        "--style;held;${ONE}"             7 0 0)	# 6 0 0
hands_games(reed        "--style;reed;${ONE}"             2 0 0)	# 1 0 0
hands_games(slow-many   "--style;slow;--games;8"          75 10 0)	# 71 9 0
hands_games(held-many   "--style;held;--games;8"          94 8 0)	# 89 7 0
hands_games(reed-many   "--style;reed;--games;8"          33 10 0)	# 31 9 0
# Checkers, coins and halos are objects on the board, and sensors detect them.
hands_games(clean-objects  "--style;clean;${FEW};${OBJECTS}"   4 0 0)	# 3 0 0
hands_games(human-objects  "--style;human;${FEW};${OBJECTS}"   6 0 0)	# 5 0 0
hands_games(hard-objects   "--style;hard;${FEW};${OBJECTS}"    6 2 0)	# 5 1 0
hands_games(missed-objects "--style;missed;${FEW};${OBJECTS}"  7 0 0)	# 6 0 0
hands_games(clean-many-objects  "--style;clean;${MANY};--seed;2;${OBJECTS}"   27 0 0)	# 25 0 0
hands_games(human-many-objects  "--style;human;${MANY};--seed;2;${OBJECTS}"   31 1 0)	# 29 0 0
hands_games(hard-many-objects   "--style;hard;${MANY};--seed;2;${OBJECTS}"    42 17 3)	# 39 15 2
hands_games(missed-many-objects "--style;missed;${MANY};--seed;2;${OBJECTS}"  29 1 0)	# 27 0 0
# Small games on a large board, behind the table, with pieces outside the game, some by mistake.
set(HALL --board 11x9 --together)
hands_games(clean-hall   "--style;clean;${FEW};${HALL}"    6 0 0)	# 5 0 0
hands_games(human-hall   "--style;human;${FEW};${HALL}"    13 0 0)	# 12 0 0
hands_games(hard-hall    "--style;hard;${FEW};${HALL}"     28 1 0)	# 26 0 0
hands_games(missed-hall  "--style;missed;${FEW};${HALL}"   38 0 0)	# 36 0 0
hands_games(many-hall    "--games;8;--actions;80;${HALL}"  368 25 5)	# 350 22 4
# Computers choose the actions of a side, or of both, and hands make them.
hands_games(planned-clean "--style;clean;${FEW};--planned;b;--seated"    6 0 0)	# 5 0 0
hands_games(planned-human "--style;human;${FEW};--planned;w;--seated"    7 0 0)	# 6 0 0
hands_games(planned-hard  "--style;hard;${FEW};--planned;both;--seated"  42 0 0)	# 39 0 0
hands_games(planned-many-white  "--planned;w;--seated;--together"              135 2 0)	# 125 1 0
hands_games(planned-many-black  "--planned;b;--seated;--together"              135 1 0)	# 126 0 0
hands_games(planned-many-both   "--planned;both;--seated;--together;--seed;2"  160 1 0)	# 152 0 0
hands_games(planned-many-slow   "--style;slow;--games;3;--planned;b"  27 7 0)	# 24 6 0
hands_games(planned-many-held   "--style;held;--games;3;--planned;b"  38 7 0)	# 35 6 0
# The engine at level 1 chooses the computers' actions, and the games are played to their end.
set(LEVEL --level 1 --seated --actions 1200)
hands_games(level-human  "--style;human;--games;2;--planned;w;${LEVEL}"   9 0 0)	# 8 0 0
hands_games(level-hard   "--style;hard;--games;2;--planned;b;${LEVEL}"    21 0 0)	# 19 0 0
hands_games(level-slow   "--style;slow;--games;2;--planned;b;${LEVEL}"    12 0 0)	# 11 0 0
hands_games(level-many-white  "--games;8;--planned;w;--together;${LEVEL}"  265 4 1)	# 250 3 0
hands_games(level-many-black  "--games;8;--planned;b;--together;${LEVEL}"  310 9 2)	# 294 8 2
hands_games(level-many-held   "--style;held;--games;8;--planned;b;${LEVEL}"  115 9 0)	# 108 8 0
add_test(NAME hands-planned COMMAND test-hands --style hard --planned b --most-lost 3 ${GAMES})
foreach(style clean human slow reed held)
	add_test(NAME hands-planned-${style} COMMAND test-hands
		--style ${style} --planned both --seed 3 --most-lost 1 ${GAMES})
	set_tests_properties(hands-planned-${style} PROPERTIES LABELS slow)
endforeach()
# The orthodox array is 518.
add_test(NAME hands-arrays COMMAND test-hands-arrays 480 559)
add_test(NAME hands-arrays-all COMMAND test-hands-arrays 0 959 both)
set_tests_properties(hands-arrays-all PROPERTIES LABELS slow)

# Another collection, if one is named, such as human games.
if(DEFINED ENV{HALO_GAMES})
	foreach(style clean human hard slow reed held)
		add_test(NAME hands-${style}-named
			COMMAND test-hands --style ${style} $ENV{HALO_GAMES})
		set_tests_properties(hands-${style}-named PROPERTIES LABELS slow TIMEOUT 900)
	endforeach()
endif()

# Writes the collections of tests/games; needs a UCI engine at run time.
add_executable(make-games EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/games/make_games.c)
target_link_libraries(make-games PRIVATE halo_flags halo_record)

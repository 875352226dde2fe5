halo_test(voice-say SOURCES voice/test_say.c LIBS halo_say)
add_executable(spoken-moves EXCLUDE_FROM_ALL voice/spoken_moves.c)
target_link_libraries(spoken-moves PRIVATE halo_flags halo_words)
# A target to run by hand: how many spoken moves a machine understands.
add_custom_target(listen COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/voice/listen.py $<TARGET_FILE:spoken-moves>
	DEPENDS spoken-moves USES_TERMINAL)
if(TARGET halo-voice)
	halo_test(voice-wav SOURCES voice/test_wav.c ${CMAKE_SOURCE_DIR}/daemon/voice/speaker.c
		${CMAKE_SOURCE_DIR}/daemon/voice/desktop.c
		LIBS halo_words halo_mo PkgConfig::ESPEAK PkgConfig::SPEECHD)
endif()

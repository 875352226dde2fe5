halo_test(voice-say SOURCES voice/test_say.c LIBS halo_say)
if(TARGET halo-voice)
	add_library(voice_speaker STATIC ${CMAKE_SOURCE_DIR}/daemon/voice/speaker.c ${CMAKE_SOURCE_DIR}/daemon/voice/desktop.c)
	target_link_libraries(voice_speaker PRIVATE halo_flags PUBLIC PkgConfig::ESPEAK PkgConfig::SPEECHD)
	halo_test(voice-wav SOURCES voice/test_wav.c LIBS voice_speaker halo_words halo_mo)
	add_executable(spoken-moves EXCLUDE_FROM_ALL voice/spoken_moves.c)
	target_link_libraries(spoken-moves PRIVATE halo_flags voice_speaker halo_words)
	# By hand: how many spoken moves a machine understands.
	add_custom_target(listen COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/voice/listen.py $<TARGET_FILE:spoken-moves> 120 1
		DEPENDS spoken-moves USES_TERMINAL)
endif()

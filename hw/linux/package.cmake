# Debian packages, one per component:
#
#   haloboard          daemon, command line, rules, boards, services, documents
#   haloboard-screen   the screen
#   haloboard-virtual  the virtual board
#   haloboard-voice    speech
#
# hw/linux/package.sh builds them; install() assigns files to components.
function(halo_gzip SOURCE OUT)
	configure_file(${SOURCE} ${OUT}.plain COPYONLY)
	execute_process(COMMAND gzip -9nc ${OUT}.plain OUTPUT_FILE ${OUT} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(man_daemon halod.8 halo-usb.8 halo-gadget.8 halo-partner.8 halo.1 halo-engine.1 halo-rules.1)
set(man_screen halo-screen.1)
set(man_virtual halo-board.1)
set(man_voice halo-voice.8)
set(name_daemon haloboard)
set(name_screen haloboard-screen)
set(name_virtual haloboard-virtual)
set(name_voice haloboard-voice)
# The first line is the synopsis; CPack indents the rest.
set(text_daemon "chess board that detects moves: daemon
Reads reed or Hall sensors over I2C, works out which moves of which of eleven
chess games were made, lights the squares a lifted piece may go to, and keeps
the games.

Its service is enabled by hand, after /etc/default/halod names the board.")
set(text_screen "chess board that detects moves: screen
Shows the game of a haloboard daemon on a small touch screen, with or without
a desktop: clocks, dice, money, cards, and what is to be decided.")
set(text_virtual "chess board that detects moves: virtual board
Emulates a board chip by chip, with pieces to move by mouse. The daemon cannot
distinguish it from a real board.")
set(text_voice "chess board that detects moves: voice
Speaks moves, questions and guidance, by speech-dispatcher or espeak-ng, so
that a game can be played by ear.")

set(components daemon virtual)
if(HALO_UI)
	list(APPEND components screen)
endif()
if(HALO_VOICE)
	list(APPEND components voice)
endif()
halo_gzip(${CMAKE_CURRENT_SOURCE_DIR}/debian/changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz)
foreach(c ${components})
	string(TOUPPER ${c} C)
	foreach(page ${man_${c}})
		string(REGEX REPLACE ".*\\." "" section ${page})
		halo_gzip(${CMAKE_CURRENT_SOURCE_DIR}/man/${page} ${CMAKE_CURRENT_BINARY_DIR}/${page}.gz)
		install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${page}.gz
			DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT ${c})
	endforeach()
	set(doc ${CMAKE_INSTALL_DATADIR}/doc/${name_${c}})
	install(FILES debian/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides
		RENAME ${name_${c}} COMPONENT ${c})
	install(FILES debian/copyright ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz DESTINATION ${doc}
		COMPONENT ${c})
	set(CPACK_DEBIAN_${C}_PACKAGE_NAME ${name_${c}})
	set(CPACK_COMPONENT_${C}_DESCRIPTION "${text_${c}}")
	file(GLOB CPACK_DEBIAN_${C}_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/debian/${c}/*)
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/haloboard
	COMPONENT daemon FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png"
	PATTERN "record.schema.json" PATTERN "parts.txt")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME haloboard)
set(CPACK_PACKAGE_VENDOR Haloboard)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each has its own
set(CPACK_PACKAGE_CONTACT "Haloboard developers <haloboard@localhost.localdomain>")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
if(CMAKE_SYSROOT)
	set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${HALO_DEBIAN_ARCH})
	set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
		${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
# Repairs a USB stick that was pulled during a write, before games are written to it.
set(CPACK_DEBIAN_DAEMON_PACKAGE_DEPENDS
	"systemd | systemd-standalone-sysusers, dosfstools, exfatprogs")
# Engines of others, which can play seats.
set(CPACK_DEBIAN_DAEMON_PACKAGE_SUGGESTS "haloboard-voice, stockfish, fairy-stockfish")
set(CPACK_DEBIAN_DAEMON_PACKAGE_RECOMMENDS "haloboard-screen, polkitd, mtools")
set(CPACK_DEBIAN_SCREEN_PACKAGE_DEPENDS fonts-dejavu-core)
# The libraries that SDL opens to draw without a desktop.
set(CPACK_DEBIAN_SCREEN_PACKAGE_RECOMMENDS "libegl1, libgles2, libgl1-mesa-dri")
set(CPACK_DEBIAN_VIRTUAL_PACKAGE_DEPENDS fonts-dejavu-core)
set(CPACK_COMPONENT_SCREEN_DEPENDS daemon)
set(CPACK_COMPONENT_VIRTUAL_DEPENDS daemon)
set(CPACK_COMPONENT_VOICE_DEPENDS daemon)
include(CPack)

# Only the programs, no tests.
add_custom_target(packaged DEPENDS halod halo halo-engine halo-gadget halo-partner halo-usb halo-rules halo-board)
if(HALO_UI)
	add_dependencies(packaged halo-screen)
endif()
if(HALO_VOICE)
	add_dependencies(packaged halo-voice)
endif()

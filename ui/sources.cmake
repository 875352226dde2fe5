# The pure part of the screen, without SDL; the fuzz build compiles it by itself.
set(HALO_UI_SOURCES
	action_words.c answer.c board.c button.c choice.c clock.c cue.c design.c draw.c emblem.c header.c help_show.c keep.c keys.c light.c
	message.c model.c navigate.c notice.c page_array.c page_board.c page_choice.c page_clock.c
	page_code.c page_confirm.c page_connect.c page_date.c page_evening.c page_first.c page_handover.c page_help.c page_hints.c
	page_search.c page_home.c page_lesson.c page_lessons.c page_lights.c page_marks.c page_menu.c page_names.c page_now.c page_over.c page_pin.c page_play.c
	page_records.c page_replay.c page_review.c page_seats.c page_sensors.c page_settings.c page_setup.c page_troubles.c page_who.c
	palette.c panel.c panel_parts.c prompt.c reader.c seat.c secret.c setup.c sheet.c state.c stored.c table.c widget.c words.c)
list(TRANSFORM HALO_UI_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
file(GLOB games CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/games/*.c)
list(APPEND HALO_UI_SOURCES ${games})

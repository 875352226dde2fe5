# The pure part of the screen, without SDL; the fuzz build compiles it by itself.
set(HALO_UI_SOURCES
	answer.c board.c button.c choice.c clock.c cue.c deed.c draw.c emblem.c help.c help_more.c help_table.c keep.c keys.c
	message.c metrics.c model.c notice.c page_array.c page_board.c page_choice.c page_clock.c
	page_code.c page_confirm.c page_connect.c page_date.c page_evening.c page_handover.c page_help.c
	page_home.c page_marks.c page_menu.c page_names.c page_over.c page_pin.c page_play.c
	page_records.c page_replay.c page_seats.c page_sensors.c page_settings.c page_setup.c page_troubles.c
	palette.c panel.c panel_abstract.c panel_accounting.c panel_alice.c panel_american.c
	panel_chess.c panel_coop.c panel_crowded.c panel_dice.c panel_masquerade.c panel_zombie.c
	prompt.c reader.c seat.c secret.c phrase.c phrase_cards.c phrase_table.c setup.c sheet.c state.c stored.c table.c widget.c words.c)
list(TRANSFORM HALO_UI_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

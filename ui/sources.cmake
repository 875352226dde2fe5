# The pure part of the screen, without SDL; the fuzz build compiles it by itself.
set(HALO_UI_SOURCES
	board.c choice.c draw.c keys.c message.c metrics.c model.c notice.c page_choice.c page_confirm.c page_connect.c
	page_handover.c page_menu.c page_new.c page_play.c page_troubles.c palette.c panel.c panel_abstract.c
	panel_accounting.c panel_alice.c panel_american.c panel_chess.c panel_coop.c
	panel_crowded.c panel_dice.c panel_masquerade.c panel_zombie.c
	prompt.c reader.c seat.c state.c stored.c widget.c words.c)
list(TRANSFORM HALO_UI_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

/* Names of seats. */
#pragma once
#include "ui/state.h"

/* Reports whether the game's sides are Blue and Red; false for no game. */
bool seat_is_team(const char *game);
/* Reports whether a computer plays that seat. */
bool seat_is_computer(const struct ui_state *s, const char *seat);
/* Reports whether exactly one seat is a person's. */
bool seat_is_alone(const struct ui_state *s);
/* Reports whether all seats play together; false for no game. */
bool seat_are_partners(const char *game);
/* Returns a seat's name, such as "White (a–d)"; any other text is returned unchanged. */
const char *seat_name(const char *game, const char *seat);
/* Returns the seat's name with its player's, if one was entered: "Anna (White)". */
enum { SEAT_PLAYER_TEXT = UI_PLAYER_TEXT + 32 };
const char *seat_player(const struct ui_state *s, const char *seat, char text[SEAT_PLAYER_TEXT]);
/*
 * Returns the seat to act. When chance acts in a seat's turn, returns that
 * seat. "" if no seat is to act.
 */
const char *seat_turn(const struct ui_state *s);

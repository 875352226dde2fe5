/* Seats in words. */
#pragma once
#include "ui/state.h"

/* "White queen's"; what is no seat comes back as it is. */
const char *seat_name(const struct ui_state *s, const char *seat);
/* Whose turn it is: where chance acts in a seat's turn, that seat. "" when nobody's. */
const char *seat_turn(const struct ui_state *s);

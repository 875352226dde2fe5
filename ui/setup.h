/* The choices before a game, and the request that starts it. */
#pragma once
#include "ui/model.h"
#include "ui/page.h"

struct panel_option;

enum { SETUP_MINUTES = 9, SETUP_SECONDS = 9, SETUP_PILES = 3, SETUP_FILES = 8 };

extern const uint8_t setup_minutes[SETUP_MINUTES], setup_seconds[SETUP_SECONDS];

/* Returns the n-th option of the game being set up, or NULL. */
const struct panel_option *setup_option_of(const struct ui_setup *u, unsigned n);
/* Returns how many values the n-th option has, at least 1. */
unsigned setup_values(const struct ui_setup *u, unsigned n);
/* Stores the seats of that game in order and returns their number. */
unsigned setup_seats(const struct ui_setup *u, const char *seats[RULES_SEATS_MAX]);
/* Reports whether real cards are dealt by hand: a computer does not see them. */
bool setup_has_real_cards(const struct ui_setup *u);
/* Returns the level of the computer that plays a seat; 0: a person plays it. */
unsigned setup_level(const struct ui_setup *u, unsigned seat);
void setup_begin(struct ui_model *m, unsigned game);
bool setup_ready(const struct ui_setup *u);
/* Builds the request that starts the game; the seats' hints follow as separate requests. */
void setup_request(const struct ui_model *m, struct ui_request *q);
void setup_hints(const struct ui_model *m, struct ui_out *out);
/* Formats the clock as "fischer:300+3"; "": the default one. */
/* Covers `seats` seats; equal times are given once. */
void setup_clock(const struct ui_setup *u, unsigned seats, char spec[UI_SPEC_TEXT]);
/* Chooses a clock in that form for all seats; returns false if the page cannot show it. */
bool setup_clock_take(struct ui_setup *u, const char *spec);
/* Returns the kind of a clock in that form. */
unsigned setup_clock_mode(const char *spec);
/* Returns a sentence on the numbers of a kind of clock. */
const char *setup_clock_means(unsigned mode);
/* Formats the same clock as words for people; "": no clock. */
void setup_clock_words(const char *spec, char *text, size_t size);

/*
 * Returns the typed number of the array, or -1; setup_pile returns the cards of
 * a pile, 'T' for a ten.
 */
int setup_index(const struct ui_setup *u);
/* Stores the pieces of the first row, by Scharnagl's numbering. */
void setup_array(unsigned index, char at[SETUP_FILES]);
const char *setup_pile(unsigned pile);
void setup_card_name(char card, char out[4]);

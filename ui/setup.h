/* What can be chosen before a game, and the request that begins it. */
#pragma once
#include "ui/model.h"
#include "ui/page.h"

enum { SETUP_MINUTES = 9, SETUP_SECONDS = 9, SETUP_PILES = 3 };

enum { SETUP_VALUES = 3 };

/* An option of one game: its key, its values as the rules and as people say them; NULL: no more. */
struct setup_option {
	const char *game, *key, *name;
	const char *value[SETUP_VALUES], *word[SETUP_VALUES];
};

extern const struct setup_option setup_options[];	/* game NULL: behind the last */
extern const uint8_t setup_minutes[SETUP_MINUTES], setup_seconds[SETUP_SECONDS];

/* The n-th option of the game that is set up, NULL. */
const struct setup_option *setup_option_of(const struct ui_setup *u, unsigned n);
/* How many values the n-th option has, at least 1. */
unsigned setup_values(const struct ui_setup *u, unsigned n);
/* The seats of that game, in their order. */
unsigned setup_seats(const struct ui_setup *u, const char *seats[UI_SEATS_MAX]);
void setup_begin(struct ui_model *m, unsigned game);
bool setup_ready(const struct ui_setup *u);
/* The request that starts it; the seats' hints follow in requests of their own. */
void setup_request(const struct ui_model *m, struct ui_request *q);
void setup_hints(const struct ui_model *m, struct ui_out *out);
/* "fischer:300+3", "": the usual one. */
/* Of so many seats; one time where all have the same. */
void setup_clock(const struct ui_setup *u, unsigned seats, char spec[UI_SPEC_TEXT]);
/* The same in words for people. */
void setup_clock_words(const char *spec, char *text, size_t size);

/* Chess960: the number that was typed, -1; cards of a pile, 'T' a ten. */
int setup_index(const struct ui_setup *u);
const char *setup_pile(unsigned pile);
void setup_card_name(char card, char out[4]);
bool setup_drawn_fits(const struct ui_setup *u);

/* The board's buttons, and the screen's share of them. */
#pragma once
#include "daemon/core/event.h"
#include "daemon/table/duty.h"

enum {
	TABLE_OK_HOLD_US = 1000000,   /* OK held this long asks for the menu */
	TABLE_BACK_HOLD_US = 3000000, /* back held this long asks for the position, not the last move */
	TABLE_BUTTON_LOCK_US = 30000, /* time for which a bouncing contact is ignored */
	TABLE_PRESSES = 8,            /* presses that may wait for the screen: more than a player
				       * makes in one turn of the loop */
};

/* Events of a board button, for the screen. */
enum table_press_kind { TABLE_DOWN, TABLE_UP, TABLE_HELD };

struct table_press {
	uint8_t button; /* enum button */
	uint8_t kind;   /* enum table_press_kind */
};

struct table_button {
	bool raw, down;   /* the contact; the debounced state */
	/* ---- private ---- */
	bool held;        /* the hold was reported */
	bool screens;     /* the screen got the press, so the screen gets the release too */
	uint64_t deaf_us; /* end of the time in which the contact is ignored */
};

struct table_buttons {
	struct table_button at[BOARD_BUTTONS_MAX];
	/* ---- private ---- */
	uint64_t ok_us;   /* when OK, held, opens the menu; or UINT64_MAX */
	uint64_t hint_us; /* when hint, held, gives the buttons to the screen; or UINT64_MAX */
	uint64_t back_us; /* when back, held, asks the voice; or UINT64_MAX */
	uint8_t back_says; /* enum table_say: the question */
	bool focus;       /* OK, back and hint move the screen's focus */
	unsigned n_presses;
	struct table_press press[TABLE_PRESSES]; /* not reported to the screen yet */
};

extern const struct duty table_buttons_duty;

/*
 * Gives the board's OK, back and hint to the screen, or back to the game. If there is no screen the
 * client becomes it; requests of other clients are ignored.
 */
void table_focus(struct table *t, uint32_t client, bool on);
/* Returns whether a press of button i now would be for the screen. */
bool table_button_is_screens(const struct table *t, unsigned i);
/* Removes the oldest press that was not reported to the screen. Returns false if there is none. */
bool table_press_take(struct table *t, struct table_press *out);
const char *table_button_name(enum button button); /* "ok"; static */
/* Handles a press at the table's time. Returns 0, or -1 with t->why. */
MUST_USE int table_press(struct table *t, enum button button, unsigned seat);

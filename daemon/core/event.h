/*
 * What reaches the pure part of the daemon: events with their time, and
 * nothing else. Times are microseconds on one clock that never goes back;
 * where it starts does not matter.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* What the sensors of a board can tell of a square. */
enum senses {
	SENSES_OCCUPANCY,
	SENSES_POLARITY,	/* also the magnet's pole: the piece's colour */
	SENSES_LEVEL,		/* also the field's strength, as an interval */
};

enum pole {
	POLE_UNKNOWN,
	POLE_WHITE,
	POLE_BLACK,
};

/* One square as a sensor reads it. Empty: all zero. */
struct reading {
	uint8_t occupied;	/* 0 or 1 */
	uint8_t pole;		/* enum pole */
	uint8_t level_min;	/* stones' worth of field, 0: not told; min <= max */
	uint8_t level_max;
};

enum button {
	BUTTON_CLOCK,
	BUTTON_OK,
	BUTTON_BACK,
	BUTTON_HINT,
	BUTTONS,
};

enum event_kind {
	EVENT_TIME,	/* time has come to t_us; nothing else happened */
	EVENT_EDGE,	/* raw: a square reads differently (sq, reading) */
	EVENT_PRESS,	/* button, seat or SEAT_NONE */
	EVENT_ACT,	/* an action chosen on the screen: text, seat or SEAT_NONE */
	EVENT_ANSWER,	/* yes, seat or SEAT_NONE: to the prompt that is open */
	EVENT_RESIGN,	/* seat, confirmed; yes: it lost on time, as the other side claims */
	EVENT_DRAW,	/* agreed by all seats, or claimed where a claim holds */
	EVENT_UNDO,	/* n actions, asked for on the screen or by `halo undo` */
	EVENT_BLIND,	/* other squares are blind from now on: `blind`, in all */
	EVENT_SELECT,	/* text begins the actions to choose from, "buy:N"; "": none of them */
	/*
	 * What an earlier session had asked is asked again, if it still can be: to take back
	 * n actions, as somebody wished or (yes) as the board stands; n 0: a new game, or (yes)
	 * whether what stands on the board is an action that a hand had begun or done.
	 */
	EVENT_ASK,
	EVENT_ARRAY,	/* nobody knows the pieces on the board: hands set up until it is said that they stand */
};

struct event {
	uint64_t t_us;
	uint8_t kind;		/* enum event_kind */
	uint8_t seat;
	uint8_t sq;		/* EVENT_EDGE */
	uint8_t button;		/* EVENT_PRESS: enum button */
	bool yes;		/* EVENT_ANSWER; EVENT_DRAW: claimed, not agreed; EVENT_RESIGN, _ASK */
	uint16_t n;		/* EVENT_UNDO, _ASK */
	struct reading reading;	/* EVENT_EDGE */
	struct sqset blind;	/* EVENT_BLIND */
	char text[RULES_ACTION_TEXT];	/* EVENT_ACT */
};

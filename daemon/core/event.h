/*
 * Events with their times: the only input of the pure part of the daemon. Times are
 * microseconds on one monotonic clock with an arbitrary origin.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* The kinds of sensors, by their readings of a square. */
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
	uint8_t level_min;	/* field in stones, 0: not known; min <= max */
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
	EVENT_TIME,	/* time has reached t_us; nothing else happened */
	EVENT_EDGE,	/* raw: the reading of a square changed (sq, reading) */
	EVENT_PRESS,	/* button, seat or SEAT_NONE */
	EVENT_ACT,	/* an action chosen on the screen: text, seat or SEAT_NONE */
	EVENT_ANSWER,	/* yes, seat or SEAT_NONE: reply to the open prompt */
	EVENT_RESIGN,	/* seat, confirmed; yes: lost on time, claimed by the other side */
	EVENT_DRAW,	/* agreed by all seats, or claimed under a rule that allows it */
	EVENT_UNDO,	/* n actions, requested on the screen or by `halo undo` */
	EVENT_BLIND,	/* the set of blind squares changed: `blind`, all of them */
	/* text is the prefix of the actions to choose from, "buy:N"; "": end of the choice */
	EVENT_SELECT,
	/*
	 * Repeats a question that an earlier session had open, if it still applies. n > 0: to take
	 * back n actions, on request or (yes) because the board shows it. n 0: to start a new game,
	 * or (yes) whether the pieces show an action that was begun or made.
	 */
	EVENT_ASK,
	EVENT_CLOSE,	/* the end of the game is permanent: it can no longer be undone */
	EVENT_ARRAY,	/* the pieces on the board are unknown: set up until the user confirms */
	/*
	 * The seat to act is a computer and has chosen an action: text, seat or SEAT_NONE. "": it
	 * withdraws its choice.
	 */
	EVENT_PLAN,
	/* The shown action, text, is a blunder by advice: quiet asks, and does not make it final. */
	EVENT_BLUNDER,
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
	char text[RULES_ACTION_TEXT];	/* EVENT_ACT, _SELECT, _PLAN, _BLUNDER */
};

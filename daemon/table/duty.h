/*
 * A duty of the table: one concern (the clock, USB sticks, calibration, …). It has one file, one
 * struct in struct table that no other duty reads, and one `struct duty` with its functions. If the
 * file becomes long, its parts get the struct as an argument (table_lesson_impl.h). The view and the
 * server may read the fields of that struct above its line "private", and write none.
 * table_duties.c lists the duties in the order of their priority. The table reports each event to
 * them in that order, until one of them consumes the event.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/bus/busio.h"
#include "daemon/core/event.h"

struct lamps_config;
struct prompt;
struct table;
struct table_move;

enum duty_event_kind {
	DUTY_INIT,     /* the table was made: settings and the store can be read */
	DUTY_CONTACT,  /* a contact of the board's button: index, down, t_us */
	DUTY_HELD,     /* OK was held for a second */
	DUTY_PRESS,    /* a button was pressed, on the board or a screen: button, t_us */
	DUTY_TOUCH,    /* a square reads differently, or is read for the first time: board_sq,
		        * was, t_us */
	DUTY_UNSEEN,   /* the touch was consumed by a duty: the session got no edge */
	DUTY_HEALTH,   /* a bus, a chip, a line or a square fails or works again: message */
	DUTY_BACK,     /* all buses work again, and no duty watches the board itself */
	DUTY_INPUT,    /* a client is about to send an event to the session */
	DUTY_BEFORE,   /* the session is about to process `input` */
	DUTY_AFTER,    /* the session has processed `input`; its output is in t->out */
	DUTY_FINAL,    /* `move` became final at t_us; `before` is the position before it */
	DUTY_UNDO,     /* n moves, beginning with `move`, were taken back at t_us; amending:
		        * another action replaces them */
	DUTY_RESULT,   /* the game ended at t_us */
	DUTY_CLOSED,   /* the session reports that the end cannot be undone */
	DUTY_NEW_GAME, /* a prompt for a new game was answered with yes */
	DUTY_STATE,    /* the session's state, a prompt or the menu may have changed */
	DUTY_LEAVE,    /* another game replaces the game on the board */
	DUTY_OPENED,   /* the other game is on the board, at its first position */
	DUTY_FRESH,    /* the game that began is a new one or an opened record */
	DUTY_RESUMED,  /* the game is the journal's */
	DUTY_SHOWN_GAME, /* all data of the begun game is in place */
	DUTY_MEASURED, /* a file of measurements is on disk, or cannot be written */
	DUTY_STORED,   /* the store reported a change */
	DUTY_DISCONNECTED,     /* the connection of `client` ended */
	DUTY_TAKEN,    /* the duty `taker` is about to show something else than the game */
};

struct duty_event {
	uint8_t kind; /* enum duty_event_kind */
	uint64_t t_us;
	union {
		struct {
			uint8_t index;
			bool down;
		} contact;
		struct {
			uint8_t button; /* enum button */
			int result;     /* written by the duty that consumes it: 0 or -1, as table_press */
		} press;
		struct {
			uint8_t board_sq;
			uint8_t sq;                /* square of the game, or RULES_NO_SQ: outside
						    * the game */
			bool changed;              /* differs from `was`, or was unknown */
			const struct reading *was; /* NULL: no reading was known */
		} touch;
		const struct busio_msg *health;
		struct {
			struct table_move *move;
			const struct position *before;
		} final;
		struct {
			const struct table_move *move;
			unsigned n;
			bool amending;
		} undo;
		struct {
			uint32_t file; /* its number, see struct table_measured_files */
			int err;
		} measured;
		const struct event *input;
		uint32_t client;
		const struct duty *taker;
	};
};

struct duty {
	/* Returns whether the duty consumed the event: later duties then do not get the event. */
	bool (*event)(struct table *t, struct duty_event *e);
	/* Called at `deadline`. Both NULL: the duty has no deadlines. */
	void (*turn)(struct table *t, uint64_t now_us);
	uint64_t (*deadline)(const struct table *t); /* UINT64_MAX: none */
	/*
	 * Paints the lamps instead of the game, by board square (rgb starts dark); c: their colours.
	 * The table then limits their current. Returns whether it painted. NULL: never.
	 */
	bool (*paint)(const struct table *t, const struct lamps_config *c,
		      uint8_t rgb[BOARD_SQUARES_MAX][3]);
	/*
	 * Writes a question that is shown on the lamps instead of the session's. Returns
	 * whether there is one. NULL: never.
	 */
	bool (*prompt)(const struct table *t, struct prompt *out);
	/*
	 * Writes a state that the lamps show instead of the session's. Returns whether there
	 * is one. NULL: never.
	 */
	bool (*state)(const struct table *t, struct session_state *out);
};

/* Reports the event to the duties. Returns whether one consumed it. */
bool duties_event(struct table *t, struct duty_event *e);
/* Reports an event without arguments. */
bool duties_report(struct table *t, enum duty_event_kind kind);
/* Reports that the duty is about to show something else than the game: other such duties end. */
void duties_take(struct table *t, const struct duty *taker);
uint64_t duties_deadline(const struct table *t);
void duties_turn(struct table *t, uint64_t now_us);
bool duties_prompt(const struct table *t, struct prompt *out);
bool duties_state(const struct table *t, struct session_state *out);
bool duties_paint(const struct table *t, const struct lamps_config *c,
		  uint8_t rgb[BOARD_SQUARES_MAX][3]);

/* The seats: persons, and computers whose actions the partner chooses. */
#pragma once
#include "daemon/store/store.h"
#include "daemon/table/duty.h"
#include "daemon/table/table_player.h"
#include "rules/rules.h"

struct table_seats {
	struct table_player player[RULES_SEATS_MAX];
	uint32_t begun;                 /* number of games that began since the start */
	uint32_t task;                  /* grows with every position of the game, never 0 */
	uint8_t to_play;                /* the computer's seat that needs an action, or SEAT_NONE */
	uint32_t failed;                /* the task for which the engine found no action, or 0 */
	uint32_t hurried;               /* the task that the partner is to end at once, or 0 */
	/* ---- private ---- */
	uint32_t partner;               /* the client that plays the computers' seats, or 0 */
	bool chosen;                    /* the task's action is to be made by hands */
	uint8_t to_act;                 /* the computer's seat to act, also if chosen */
	uint8_t declined;               /* the computer's seat that refused a draw in this position,
					 * or SEAT_NONE */
	uint32_t n;                     /* the task: number of final actions, and their position */
	struct position at;
};

extern const struct duty table_seats_duty;

/* Sets who plays the game that begins. Computers without a name get one. */
void table_seats_begin(struct table *t, const struct table_player player[RULES_SEATS_MAX]);

/* Writes who plays the game on the board. */
void table_seats_players(const struct table *t, struct table_player player[RULES_SEATS_MAX]);

bool table_seat_is_computer(const struct table *t, unsigned seat);
/* Returns the computers' seats, as bits. */
unsigned table_computers(const struct table *t);
/* Returns how many actions a takeback undoes: a person's last one, and what computers did after it. */
uint32_t table_seats_to_person(const struct table *t);
/* Returns whether a person plays in the game on the board. */
bool table_has_person(const struct table *t);
/* Returns the seat that resigns by a button: the seat to act, or a person's if a computer acts. */
uint8_t table_seats_resigns(const struct table *t);

/*
 * Makes the client, which can run these engines, the partner. Returns 0, or -1 with t->why if another
 * client is.
 */
MUST_USE int table_partner(struct table *t, uint32_t client, const struct table_engines *engines);
/* Returns the number of the present position, see `task`. */
uint32_t table_task(const struct table *t);
/* Returns whether the client is the partner; client 0: whether there is none. */
bool table_is_partner(const struct table *t, uint32_t client);
/* Notes, and logs, that the partner's engine found no action for the task. */
void table_engine_failed(struct table *t, const char *why);
/* Returns whether a computer's seat waits while no partner, or no engine that works, plays it. */
bool table_seats_lack(const struct table *t);
/* Asks the partner to end its thinking. Returns 0, or -1 with t->why: no computer thinks. */
MUST_USE int table_move_now(struct table *t);
/* Notes that a computer's seat refused a draw. */
void table_draw_declined(struct table *t, unsigned seat);
/* Returns the computer's seat that refused a draw since the last final action, or SEAT_NONE. */
unsigned table_seats_declined(const struct table *t);
/*
 * Takes the action that the partner chose for to_play: hands make it, or it is final at once.
 * Returns 0, or -1 with t->why.
 */
MUST_USE int table_plan(struct table *t, const char *action);

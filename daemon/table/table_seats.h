/* The seats: persons, and computers whose actions the partner chooses. */
#pragma once
#include "daemon/store/store.h"
#include "daemon/table/duty.h"
#include "rules/rules.h"

enum { TABLE_LEVEL_DEFAULT = 3 };

struct table_seats {
	uint8_t level[RULES_SEATS_MAX]; /* of the computer in this seat; 0: a person */
	uint32_t begun;                 /* number of games that began since the start */
	uint32_t task;                  /* grows with every position of the game, never 0 */
	uint8_t to_play;                /* the computer's seat that needs an action, or SEAT_NONE */
	uint32_t failed;                /* the task for which the engine found no action, or 0 */
	/* ---- private ---- */
	uint32_t partner;               /* the client that plays the computers' seats, or 0 */
	bool chosen;                    /* the task's action is to be made by hands */
	uint8_t to_act;                 /* the computer's seat to act, also if chosen */
	uint32_t n;                     /* the task: number of final actions, and their position */
	struct position at;
};

extern const struct duty table_seats_duty;

/*
 * Parses "computer:4", "computer" or "person" for a seat of game g. Returns 0 with the level (0: a
 * person), or -1 with t->why.
 */
MUST_USE int table_seats_parse(struct table *t, const struct game *g, const char *text,
			       uint8_t *level);
/* Returns the highest level of the game. */
unsigned table_seats_levels(const struct game *g);
/* Checks computers' seats at a first position. Returns 0, or -1 with t->why. */
MUST_USE int table_seats_check(struct table *t, const struct game *g, const struct position *first,
			       const uint8_t level[RULES_SEATS_MAX]);
/* Sets who plays the game that begins; NULL: persons. Computers without a name get one. */
void table_seats_begin(struct table *t, const uint8_t level[RULES_SEATS_MAX]);
/* Writes the computers' levels, by seat. */
void table_seats_levels_of(const struct table *t, uint8_t level[RULES_SEATS_MAX]);
/* Keeps the levels with a game that begins. */
void table_seats_keep(struct table *t);

bool table_seat_is_computer(const struct table *t, unsigned seat);
/* Returns the computers' seats, as bits. */
unsigned table_computers(const struct table *t);
/* Returns whether a person plays in the game on the board. */
bool table_has_person(const struct table *t);
/* Returns the seat that resigns by a button: the seat to act, or a person's if a computer acts. */
uint8_t table_seats_resigns(const struct table *t);

/* Makes the client the partner. Returns 0, or -1 with t->why if another client is. */
MUST_USE int table_partner(struct table *t, uint32_t client);
/* Returns the number of the present position, see `task`. */
uint32_t table_task(const struct table *t);
/* Returns whether the client is the partner; client 0: whether there is none. */
bool table_is_partner(const struct table *t, uint32_t client);
/* Notes, and logs, that the partner's engine found no action for the task. */
void table_engine_failed(struct table *t, const char *why);
/*
 * Takes the action that the partner chose for to_play: hands make it, or it is final at once.
 * Returns 0, or -1 with t->why.
 */
MUST_USE int table_plan(struct table *t, const char *action);

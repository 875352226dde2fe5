/* State beyond one game: the points of a match, and the evening. */
#pragma once
#include "daemon/record/record.h"
#include "daemon/table/duty.h"

/* The running score of a match. Points belong to players, regardless of their seats. */
struct table_match {
	bool on;                          /* the game on the board is a later game of a match */
	unsigned halves[RULES_SEATS_MAX]; /* half points, by player */
	uint8_t who[RULES_SEATS_MAX];     /* player in each seat; players are numbered by their first seat */
};

struct table_evening {
	struct table_match match;
	uint32_t after;                     /* games with higher numbers belong to this evening */
	char date[RECORD_DATE_SIZE];
	/* ---- private ---- */
	uint8_t seat_from[RULES_SEATS_MAX]; /* by seat: its player's seat before the last seating */
};

extern const struct duty table_evening_duty;
extern const struct duty table_match_duty;

/* Returns the half points of the seat's player: earlier games, and this one once it is over. */
unsigned table_match_halves(const struct table *t, unsigned seat);
/* Returns the match before the game on the board. */
struct table_match table_match(const struct table *t);
/* Notes each player's seat before the last seating. */
void table_match_seated(struct table *t, const uint8_t from[RULES_SEATS_MAX]);
/* Returns the match including the game on the board. */
struct table_match table_match_counted(const struct table *t);
/*
 * Continues the match *before with the game that began; counts: a further game,
 * not a repetition.
 */
void table_match_continue(struct table *t, const struct table_match *before, bool counts);
/* Begins a new evening with the game on the board. */
void table_evening_reset(struct table *t);
/* Begins the evening at the daemon's start; `resume`: the journal's game, or NULL. */
void table_evening_started(struct table *t, const struct record *resume);

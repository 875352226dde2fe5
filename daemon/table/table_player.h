/* Who plays a seat: a person, or a computer with its engine and level. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/record/record.h"
#include "rules/rules.h"

#define TABLE_COMPUTER_NAME "Computer" /* of every computer */

enum {
	TABLE_LEVEL_DEFAULT = 3,
	TABLE_ENGINE_TEXT = 24,
	TABLE_PLAYER_TEXT = TABLE_ENGINE_TEXT + 4, /* "stockfish:10" */
	TABLE_ENGINES_MAX = 8,
};

struct table_player {
	uint8_t level;                  /* of a computer; 0: a person */
	char engine[TABLE_ENGINE_TEXT]; /* a guest's name; "": halo-engine */
};

/* An engine of others that the partner can run. */
struct table_engine {
	char name[TABLE_ENGINE_TEXT];
	const struct game *game[2]; /* the games that it plays; NULL: no more */
	uint8_t levels;
	uint16_t memory_mb; /* for each seat */
};

/* The guests of the connected partner; n 0: none, or no partner. */
struct table_engines {
	unsigned n;
	struct table_engine of[TABLE_ENGINES_MAX];
	unsigned memory_mb; /* that all guests together may use */
};

struct table;

/* Sets the guests that can play. */
void table_engines(struct table *t, const struct table_engines *engines);
/*
 * Parses "person", "computer", "computer:4" or "stockfish:4" for a seat of game g. Returns 0, or -1
 * with t->why: no such engine, game or level.
 */
MUST_USE int table_player_parse(struct table *t, const struct game *g, const char *text,
				struct table_player *out);
/* Checks who plays from a first position. Returns 0, or -1 with t->why. */
MUST_USE int table_players_check(struct table *t, const struct game *g,
				 const struct position *first,
				 const struct table_player player[RULES_SEATS_MAX]);
/* Prints the players by seat, "person computer:4"; "" if no seat is a computer's. */
void table_players_print(const struct table_player player[RULES_SEATS_MAX], unsigned seats,
			 char out[RECORD_PLAYERS_TEXT]);
/* Reads what table_players_print printed. An engine may be missing by now. */
void table_players_read(const char *text, struct table_player player[RULES_SEATS_MAX]);

/* Open questions survive a restart. */
#pragma once
#include "daemon/table/duty.h"

enum { TABLE_OFFER_MENU, TABLE_OFFER_SESSION, TABLE_OFFERS };

enum table_offer_kind {
	OFFER_NONE,
	OFFER_DRAW,
	OFFER_TIME,     /* n: the seat that claims */
	OFFER_UNDO,     /* requested by a player; n actions, agreed: bits of seats */
	OFFER_TAKEBACK, /* likewise, requested by the board */
	OFFER_NEW_GAME,
	OFFER_ARRAY,
};

struct table_offer {
	uint8_t kind; /* enum table_offer_kind */
	uint8_t agreed;
	uint16_t n;
	uint32_t game, actions; /* number of the game, and of its final actions */
};

struct table_offers {
	/* ---- private ---- */
	bool held; /* the stored questions do not change, see table_offer_hold */
};

extern const struct duty table_offer_duty;

/*
 * Stores the questions with a game that begins, before store_begin;
 * array: the question about the array follows at once.
 */
void table_offer_begin(struct table *t, bool array);
/* Asks whether the array is set up. */
void table_offer_array(struct table *t);
/*
 * Returns whether the question in that place (TABLE_OFFER_…) survives a
 * restart; *on_disk: it is stored.
 */
bool table_offer_kept(const struct table *t, unsigned which, bool *on_disk);
/* Keeps the stored questions unchanged until called with false. */
void table_offers_hold(struct table *t, bool held);
bool table_offers_are_held(const struct table *t);
/* Copies the session's question before the board is read again. */
void table_offer_hold(struct table *t, struct table_offer *out);
/* Asks the question that table_offer_hold copied. */
void table_offer_again(struct table *t, const struct table_offer *o);
/* If the board, read again, does not match the game: asks whether it shows an unfinished action. */
void table_offer_move(struct table *t);
/* Asks the stored questions of the journal's game again if they are still open. */
void table_offer_resume(struct table *t);

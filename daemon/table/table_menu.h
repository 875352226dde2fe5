/*
 * The menu that a held OK opens: a draw, resignation, a win on time. With it Reveal, and the game that a
 * lesson interrupted.
 */
#pragma once
#include "daemon/table/duty.h"
#include "daemon/table/table_offer.h"

enum {
	/* The table's menu has prompts of its own, with ids that no prompt of the session has. */
	TABLE_MENU_ID = 0x40000000,
	/* Pages without a prompt of the session: a claim on time; is an unfinished game played on? */
	TABLE_MENU_TIME = 64,
	TABLE_MENU_PLAY_ON,
};

struct table_menu {
	uint32_t id;    /* of the open page, or 0 */
	uint8_t kind;   /* PROMPT_NONE, MENU, DRAW, RESIGN, REVEAL, TABLE_MENU_TIME or PLAY_ON */
	uint8_t seat;   /* PROMPT_RESIGN: the seat that resigns; TABLE_MENU_TIME: the seat that
			 * claims */
	uint8_t offer;  /* PROMPT_DRAW: the computer's seat that offers it, or SEAT_NONE */
	uint8_t agreed; /* bits of the seats that have agreed, see table_menu_needs */
	/* ---- private ---- */
	uint32_t count; /* pages so far */
	uint32_t game;  /* number of the game that a lesson interrupted, or 0 */
};

extern const struct duty table_menu_duty;

void table_menu_close(struct table *t);
/* Answers the open page. Returns as table_event. */
MUST_USE int table_menu_answer(struct table *t, bool yes);
/* Asks whether the game is drawn. */
void table_menu_draw(struct table *t);
/* Asks the persons for a computer's seat. Returns 0, or -1 with t->why: another question is open. */
MUST_USE int table_menu_offer_draw(struct table *t, unsigned seat);
/* Asks whether to make the end permanent. */
void table_menu_reveal(struct table *t);
/* Asks whether to claim the game on time. Returns 0, or -1 with t->why: no seat can. */
MUST_USE int table_menu_time(struct table *t);
/*
 * Sets the number of the game that a lesson interrupted. It is cleared when a move is final, when
 * another game is opened, and by a no to PLAY_ON.
 */
void table_menu_interrupted(struct table *t, uint32_t game);
/* Reports whether there is such a game. */
bool table_menu_holds_game(const struct table *t);
/* Asks whether the interrupted game is played on; no effect if there is none or a page is open. */
void table_menu_play_on(struct table *t);
/*
 * Returns bits of the seats whose agreement a client needs: all for a draw if players have secrets
 * from one another, else the computers', unless one of them offers the draw to persons. Computers are
 * not asked before a person has confirmed the offer. 0: any one suffices. A press of the board's OK
 * suffices for persons.
 */
unsigned table_menu_needs(const struct table *t);
/* Reports whether a person has still to confirm the offer of a draw, before computers are asked. */
bool table_menu_offers(const struct table *t);
/* Adds one seat's agreement; the last one answers the page. Returns as table_event. */
MUST_USE int table_menu_agree(struct table *t, unsigned seat);
/* Writes the open page as a sentence. Returns false, with *out unchanged, if none is open. */
bool table_menu_words(const struct table *t, char out[WORDS_LINE]);
/* Returns the open page if it survives a restart, else OFFER_NONE. */
struct table_offer table_menu_offer(const struct table *t);
/* Asks for a draw or a claim on time again, if that is still possible. */
void table_menu_ask_again(struct table *t, const struct table_offer *o);

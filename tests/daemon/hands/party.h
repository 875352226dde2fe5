/*
 * Players of all games. Unlike in play.h, a turn may have many actions, some of
 * them on the screen, and the rules remove and place pieces.
 */
#pragma once
#include "tests/daemon/hands/deeds.h"
#include "tests/daemon/hands/oracle.h"
#include "tests/daemon/hands/play.h"

enum { PARTY_BASES_MAX = 16 };

/* The cause of a question. */
enum cause {
	CAUSE_SEVERAL, /* several histories explain the edges */
	CAUSE_UNSEEN,  /* one does, by a capture that no scan saw: never certain */
	CAUSE_RULES,   /* hidden information, or a turn that may continue: only the clock decides */
	CAUSE_UNKNOWN, /* too complex for the oracle */
	CAUSE_NONE,
	CAUSES,
};

struct party {
	struct play p;
	struct sqset pending;   /* consequences that the players have postponed */
	struct sqset forgotten; /* objects that the players leave as they are */
	/*
	 * Moments without a hand on the board: of this run of plies, and the
	 * last of the run before.
	 */
	unsigned n_bases;
	struct oracle_base base[PARTY_BASES_MAX];
	unsigned pressed; /* the ply after the one for which OK was pressed in vain, or 0 */
	bool guided; /* guidance was followed since the hands left: its result is confirmed */
	unsigned questions[CAUSES]; /* which action? this one? take back? */
	unsigned needless; /* plies that were lost although a single history explains them */
	/* With `prove` the oracle is asked about every run whether it finds the intended plies. */
	bool prove;
	unsigned proved, missing, several, too_many;
};

/* Plays the game and adds its results to *t->p.tally. */
void party_game(struct party *t, struct live *live, const struct meant *meant, uint8_t senses,
		uint64_t seed);

/* ---- shared by its parts ---- */

/* Notes that no hand is on the board from start_us until that ply begins. */
void party_base(struct party *t, unsigned ply, uint64_t start_us);
/* Returns squares that differ from the position after `ply` plies, as far as these sensors see. */
struct sqset party_amiss(const struct play *p, unsigned ply);
/* Selects the price of that ply's purchase; does nothing for other plies. */
void party_select(struct play *p, unsigned ply);
struct sqset party_some_of(struct play *p, struct sqset set);
/* Asks the oracle about a question; the plies before `expected` are on the board. */
enum cause party_cause(const struct party *t, unsigned expected);
/* Reports whether a single history, seen whole, explains the edges. */
bool party_is_clear(const struct party *t, unsigned expected);
/* Reports whether a transfer may have changed neither stack's reading. */
bool party_felt_nothing(const struct party *t, unsigned ply);
/* Reports whether an earlier position of the game is on the board, as far as these sensors see. */
bool party_was_there_before(const struct party *t);
/* party_props.c: moves objects with the script's pieces, before a drop or after a lift. */
void party_props_laid(struct party *t, unsigned ply, struct script *script);
/* Lays and takes objects when all pieces are right; returns false if none. */
bool party_props_tidy(struct party *t, unsigned expected, struct script *script);
/*
 * party_hall.c: first sets the piece of that ply down outside the game, on
 * large boards, by its style.
 */
void party_slip(struct party *t, unsigned ply);
/* Judges the board's reports of the outside squares; does nothing on a board of the game's size. */
void party_hall_judge(struct party *t);
/*
 * After all hands leave: gets `expected` plies recorded and the board as the
 * rules require. Returns the ply after the recorded ones.
 */
unsigned party_settle(struct party *t, unsigned expected);

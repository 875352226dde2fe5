/*
 * Players of all games: as play.h, but a turn may have many actions, some of them
 * on the screen, and the rules take pieces off and put others on.
 */
#pragma once
#include "tests/daemon/hands/deeds.h"
#include "tests/daemon/hands/oracle.h"
#include "tests/daemon/hands/play.h"

enum { PARTY_BASES_MAX = 16 };

/* Why there was a question. */
enum cause {
	CAUSE_SEVERAL, /* two histories or more explain the edges */
	CAUSE_UNSEEN,  /* one does, by a capture that no scan saw: never taken for granted */
	CAUSE_RULES,   /* what is hidden, or a turn that may go on: the clock has the word */
	CAUSE_UNKNOWN, /* too much for the oracle */
	CAUSE_NONE,
	CAUSES,
};

struct party {
	struct play p;
	struct sqset pending;   /* consequences that the players have put off */
	struct sqset forgotten; /* objects that nobody will lay or take any more */
	/* Moments with no hand on the board: of this run of plies, and the last of the one before. */
	unsigned n_bases;
	struct oracle_base base[PARTY_BASES_MAX];
	unsigned pressed; /* the ply behind the one for which OK was pressed in vain, or 0 */
	bool guided; /* since the hands are off: what follows the lamps is confirmed */
	unsigned questions[CAUSES]; /* which of several actions, whether one, take back? */
	unsigned needless; /* plies that were lost although one history alone explains them */
	/* With `prove` the oracle is asked about every run: does it find what was meant? */
	bool prove;
	unsigned proved, missing, several, too_many;
};

/* Plays the game and adds to *t->p.tally. */
void party_game(struct party *t, struct session *session, const struct meant *meant, uint8_t senses,
		uint64_t seed);

/* ---- what its parts share ---- */

/* No hand is on the board from start_us on, until that ply begins. */
void party_base(struct party *t, unsigned ply, uint64_t start_us);
/* Squares that differ from the position after `ply` plies, as far as these sensors tell. */
struct sqset party_amiss(const struct play *p, unsigned ply);
/* The price of what is bought at that ply is tapped; nothing where it is no purchase. */
void party_select(struct play *p, unsigned ply);
struct sqset party_some_of(struct play *p, struct sqset set);
/* The oracle about a question that is open, or was; the plies before `expected` are on the board. */
enum cause party_cause(const struct party *t, unsigned expected);
/* One history alone explains the edges, seen whole: anybody would have understood. */
bool party_is_clear(const struct party *t, unsigned expected);
/* A stone went from stack to stack, and what both read may be what they were before. */
bool party_felt_nothing(const struct party *t, unsigned ply);
/* An earlier position of the game stands on the board, as far as these sensors tell. */
bool party_was_there_before(const struct party *t);
/* party_props.c: which of the script's pieces come down on objects, or where one was taken. */
void party_props_laid(struct party *t, unsigned ply, struct script *script);
/* What is laid and taken when all stands right; false: nothing. */
bool party_props_tidy(struct party *t, unsigned expected, struct script *script);
/* party_hall.c: the piece of that ply is set down beside the game first; on large boards, by its style. */
void party_slip(struct party *t, unsigned ply);
/* What the board says of the squares beside the game; nothing on a board of its own. */
void party_hall_judge(struct party *t);
/*
 * All hands are off the board: `expected` plies should be recorded, and the board
 * be as the rules want it. The ply behind what is.
 */
unsigned party_settle(struct party *t, unsigned expected);

/* Rules by question: what a lifted piece may do, why not more, and why a move was refused. */
#pragma once
#include "daemon/table/duty.h"
#include "daemon/words/words.h"

enum table_about_step {
	ABOUT_NONE,
	ABOUT_HOW,  /* how the lifted piece moves by the rules */
	ABOUT_WAYS, /* where it may go now */
	ABOUT_WHY,  /* what forbids other squares, or the last refused move */
	ABOUT_STEPS,
};

struct table_about {
	uint8_t shown; /* enum table_about_step: the answer that the players read */
	uint8_t next;  /* what the next press of the hint button shows; ABOUT_NONE: a hint, or nothing */
	/* ---- private ---- */
	uint8_t sq;             /* the asked piece, or RULES_NO_SQ */
	uint8_t from, to;       /* the last refused move, or RULES_NO_SQ */
	uint32_t n_actions;     /* after which it was refused */
	char text[WORDS_LINE];
};

extern const struct duty table_about_duty;

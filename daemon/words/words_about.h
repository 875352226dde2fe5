/*
 * What a piece may do, and why not more: docs/learn.md. *p is public knowledge, so no sentence
 * reveals a secret. Each result is a sentence of the state's message.
 */
#pragma once
#include "daemon/words/words.h"

/* What a lifted piece may do now, as the lamps show it. */
struct words_ways {
	struct sqset go, take; /* targets without a capture, and with one */
	struct sqset give;     /* stacks that may receive a stone of it */
	struct sqset others;   /* squares of the other lifted pieces */
};

/*
 * Writes how the piece on that square moves by the rules of its game. deduces: also what the
 * answers so far say about its mask (Masquerade).
 */
void words_about_how(const struct game *g, const struct position *p, unsigned sq, bool deduces,
		     char out[WORDS_LINE]);
/*
 * Writes where the piece may go now, or which piece to put back first, or why it has no move.
 * grave: its square may hide a buried piece.
 */
void words_about_ways(const struct game *g, const struct position *p, unsigned sq,
		      const struct words_ways *ways, bool grave, char out[WORDS_LINE]);
/*
 * Writes what keeps the piece from squares that its way of moving reaches, the most important
 * reasons that fit; *squares receives the pieces behind them.
 */
void words_about_why(const struct game *g, const struct position *p, unsigned sq,
		     char out[WORDS_LINE], struct sqset *squares);
/* Writes the same of one move; nothing if no public rule refuses it. */
void words_about_refused(const struct game *g, const struct position *p, unsigned from, unsigned to,
			 char out[WORDS_LINE], struct sqset *squares);

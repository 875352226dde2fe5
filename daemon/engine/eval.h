/*
 * Evaluation: terms that the games of games/ share.
 *
 * This folder reads the fields of a position, which otherwise only rules/ does: a search evaluates
 * a million positions a second.
 */
#pragma once
#include "rules/bitboard.h"

/*
 * The weights that `halo-engine tune` may change, by name. A row is an int or several; those that
 * are 0 stay 0. The last row has no name. No search may run while they change.
 */
struct eval_weight {
	const char *name;
	int *value;
	size_t size; /* bytes */
};

extern const struct eval_weight eval_shared_weights[]; /* of chess, and of games with its terms */

/* A term's value in the middle game and in the end game. */
struct weight {
	int mid, end;
};

/* White's terms less Black's. `phase` falls from EVAL_PHASE_FULL to 0 as pieces leave. */
struct eval {
	int mid, end;
	unsigned phase;
};

enum { EVAL_PHASE_FULL = 24 };

/* By enum piece_kind: what a piece is worth in chess. */
extern struct weight eval_worth[PIECE_KING + 1];

/* Returns the sign of a colour's terms. */
static inline int
eval_sign(unsigned colour)
{
	return colour ? -1 : 1;
}

/* Adds a weight n times for that colour. */
static inline void
eval_add(struct eval *e, unsigned colour, struct weight w, int n)
{
	e->mid += eval_sign(colour) * w.mid * n;
	e->end += eval_sign(colour) * w.end * n;
}

/* Returns the set of a kind of both colours; no kind beyond those of chess. */
static inline uint64_t
eval_kind(const struct bitboard *b, enum piece_kind kind)
{
	const uint64_t set[] = {
		[PIECE_PAWN] = b->pawns,
		[PIECE_KNIGHT] = b->knights,
		[PIECE_BISHOP] = b->diag & ~b->line,
		[PIECE_ROOK] = b->line & ~b->diag,
		[PIECE_QUEEN] = b->diag & b->line,
		[PIECE_KING] = b->kings,
	};

	return set[kind];
}

/* Returns 0 on the rim to 3 in the centre. */
int eval_centrality(unsigned sq);

/* Adds the pieces' worth, both bishops, and the phase. */
void eval_material(struct eval *e, const struct bitboard *b);
/* Adds pawn structure: advanced, central, isolated, doubled, passed. */
void eval_pawns(struct eval *e, const struct bitboard *b);
/*
 * Adds the squares that knights, bishops, rooks and queens reach, rooks' open files, and attacks
 * on squares around the enemy king. Only the pieces in `within` take part.
 */
void eval_activity(struct eval *e, const struct bitboard *b, uint64_t within);
/* Adds the kings' pawn shelter in the middle game, and their centrality in the end game. */
void eval_kings(struct eval *e, const struct bitboard *b);
/* Returns the score: between `mid` and `end` by phase. */
int eval_tapered(const struct eval *e);

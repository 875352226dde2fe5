/*
 * Evaluation: a function per game, eval_NAME in eval_NAME.c, and the terms that several share.
 *
 * This folder reads the fields of a position, which otherwise only rules/ does: a search evaluates
 * a million positions a second.
 */
#pragma once
#include "rules/bitboard.h"

/* --- One function per game: centipawns from White's view ------------------ */

int eval_chess(const struct position *p);
int eval_accounting(const struct position *p);
int eval_dice_money(const struct position *p);
int eval_abstract(const struct position *p);
int eval_zombie(const struct position *p);
int eval_masquerade(const struct position *p);
int eval_crowded_house(const struct position *p);
int eval_cooperative(const struct position *p); /* from both partners' view */
int eval_half_alice(const struct position *p);
int eval_american(const struct position *p);

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
extern const struct eval_weight eval_accounting_weights[];
extern const struct eval_weight eval_dice_money_weights[];
extern const struct eval_weight eval_abstract_weights[];
extern const struct eval_weight eval_zombie_weights[];
extern const struct eval_weight eval_masquerade_weights[];
extern const struct eval_weight eval_crowded_house_weights[];
extern const struct eval_weight eval_cooperative_weights[];
extern const struct eval_weight eval_half_alice_weights[];
extern const struct eval_weight eval_american_weights[];

/* Hooks `in_danger` of struct traits. */
bool eval_abstract_in_danger(const struct position *p);
bool eval_accounting_in_danger(const struct position *p);
bool eval_masquerade_in_danger(const struct position *p);
/* The hook `is_lively`: both sides have a general in the gauntlet, and turns are left. */
bool eval_american_is_lively(const struct position *p);
/* Hook `can_play`: the cards are no real deck. */
bool eval_cooperative_can_play(const struct position *p);

/* Masquerade Chess. Reports whether the masks of a side are not known: see belief.h. */
bool eval_masquerade_is_unsure(const struct position *p, unsigned colour);
/* Returns the index of a piece, which is no pawn, among K Q R B N. */
unsigned eval_masquerade_piece(const struct position *p, unsigned sq);
/* Reports whether a piece with that mask, an index too, captures by the attempt. */
bool eval_masquerade_captures(const struct position *p, unsigned mask, struct action a);
/* Returns how likely the piece on a.from captures on a.to, 0 to BELIEF_SURE. */
int eval_masquerade_chance(const struct position *p, struct action a);

/* --- Shared terms ----------------------------------------------------------- */

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

/*
 * What the parts of Zombie Chess share: zombie.c is the game, zombie_horde.c
 * says which steps of a horde can still end well, zombie_text.c reads, writes
 * and refuses positions, zombie_refuse.c says why an action is refused.
 */
#pragma once
#include "rules/bitboard.h"
#include "rules/game.h"

enum zombie_stage { STAGE_MOVE, STAGE_HORDE, STAGE_BURY, STAGE_PROMOTE };

enum {
	STAGES = STAGE_PROMOTE + 1,
	SIDE_KINDS = PIECE_QUEEN, /* that can be captured: pawn to queen, 1 to 5 */
	/*
	 * Pieces captured in one turn: each by a zombie of its own, and all stood
	 * on the board when the turn began, with two kings.
	 */
	HOLD_MAX = 31,
};

/* --- What lies buried --------------------------------------------------- */

/* Squares under which a side has hidden something. */
ALWAYS_INLINE uint64_t
graves(const struct position *p, unsigned side)
{
	const uint64_t *plane = p->x.zombie.buried[side];

	return plane[0] | plane[1] | plane[2];
}

static inline unsigned
grave_kind(const struct position *p, unsigned side, unsigned sq)
{
	const uint64_t *plane = p->x.zombie.buried[side];

	return (unsigned)((plane[0] >> sq & 1) | (plane[1] >> sq & 1) << 1 |
			  (plane[2] >> sq & 1) << 2);
}

static inline void
grave_fill(struct position *p, unsigned side, unsigned sq, unsigned kind)
{
	for (unsigned i = 0; i < 3; i++)
		p->x.zombie.buried[side][i] |= (uint64_t)(kind >> i & 1) << sq;
}

static inline void
grave_empty(struct position *p, unsigned side, unsigned sq)
{
	for (unsigned i = 0; i < 3; i++)
		p->x.zombie.buried[side][i] &= ~bit(sq);
}

/* What a side has buried under these squares, which are empty, comes up as pieces of the other. */
static inline void
graves_raise(const struct position *p, unsigned side, uint64_t squares, struct bitboard *b)
{
	const uint64_t *plane = p->x.zombie.buried[side];
	uint64_t one = plane[0] & squares, two = plane[1] & squares, four = plane[2] & squares;

	b->pawns |= one & ~two & ~four;
	b->knights |= two & ~one;
	b->diag |= (two | four) & one;
	b->line |= four;
	b->colour[!side] |= squares;
}

/* --- Who is a zombie ---------------------------------------------------- */

ALWAYS_INLINE uint64_t
zombies(const struct position *p, unsigned us)
{
	return p->marks & p->b.colour[us];
}

/* Those of the side to act that have not moved this turn. */
ALWAYS_INLINE uint64_t
idle_zombies(const struct position *p)
{
	return zombies(p, p->b.seat) & ~p->x.zombie.moved;
}

/* Zombie pawns that must promote before their side's turn goes on. */
ALWAYS_INLINE uint64_t
waiting_pawns(const struct position *p, unsigned us)
{
	return p->b.pawns & zombies(p, us) & bits_own_rank(7, us);
}

/* Own pieces on squares where nothing of one's own is hidden. */
ALWAYS_INLINE uint64_t
covers(const struct position *p)
{
	return p->b.colour[p->b.seat] & ~graves(p, p->b.seat);
}

/* One more piece of that colour has gone for good. */
static inline void
to_dust(struct position *p, unsigned colour, unsigned kind)
{
	p->x.zombie.dust[colour][kind - 1]++;
}

/* A square that an own pawn of this turn passed is nothing to its own side. */
ALWAYS_INLINE bool
ep_is_open(const struct bitboard *b, unsigned us)
{
	return b->ep_sq != RULES_NO_SQ && bitboard_ep_owner(b->ep_sq) != us;
}

/* --- The turn's end, as far as the mover knows --------------------------- */

/* What is occupied then, of it what the mover has dug up, and where its king stands. */
struct foresight {
	uint64_t occupied, rising;
	unsigned king_sq;
};

/*
 * Makes of a position in mid-turn the board at the turn's end. Whoever is idle
 * is gone from `occupied` alone. Positions that are only asked about are
 * spoilt, not copied again: copying is what judging a move costs.
 */
ALWAYS_INLINE struct foresight
foresee(struct position *p)
{
	unsigned us = p->b.seat;
	struct foresight f = { .occupied = bitboard_occupied(&p->b) };

	f.rising = p->x.zombie.left & ~f.occupied & graves(p, us);
	graves_raise(p, us, f.rising, &p->b);
	f.occupied = (f.occupied | f.rising) & ~idle_zombies(p);
	f.king_sq = bits_first(p->b.kings & p->b.colour[us]);
	return f;
}

/* --- zombie.c ------------------------------------------------------------ */

/*
 * Does the side to act have a move or castling between these squares, if no
 * king bound it? Then *after is what the board move makes of *p, in mid-turn.
 * `to` RULES_NO_SQ: to any square.
 */
bool zombie_try(const struct position *p, unsigned from, unsigned to, struct position *after);

/* --- zombie_horde.c ------------------------------------------------------ */

/*
 * For each zombie of the side to act that has not moved this turn, by its
 * square: where it may step now so that the turn can still end with the king
 * safe. En passant is left out. Other entries of `goals` stay as they are.
 */
void zombie_horde_goals(const struct position *p, uint64_t goals[64]);
/* In mid-turn: can the zombies that have not moved end it with the king safe? */
bool zombie_horde_can_end(const struct position *p);

/* --- zombie_text.c: hooks ------------------------------------------------- */

int zombie_keys_parse(struct fields *f, struct position *p, struct rules_error *err);
void zombie_keys_print(const struct position *p, unsigned seat, struct text *out);
int zombie_check(const struct position *p, struct rules_error *err);

/* --- zombie_refuse.c: hooks ----------------------------------------------- */

void zombie_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		   struct refusal *out);
void zombie_refuse_verb(const struct position *p, unsigned seat, struct action a,
			struct refusal *out);

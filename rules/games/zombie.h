/*
 * Declarations shared by the parts of Zombie Chess. zombie.c is the game;
 * zombie_horde.c decides which horde steps can still end safely. zombie_text.c
 * parses, prints and checks positions; zombie_refuse.c explains refusals.
 */
#pragma once
#include "rules/bitboard.h"
#include "rules/game.h"

enum zombie_stage { STAGE_MOVE, STAGE_HORDE, STAGE_BURY, STAGE_PROMOTE };

enum {
	STAGES = STAGE_PROMOTE + 1,
	SIDE_KINDS = PIECE_QUEEN, /* kinds that can be captured: pawn to queen, 1 to 5 */
	/*
	 * Pieces captured in one turn: each by a different zombie, and all on
	 * the board with two kings when the turn began.
	 */
	HOLD_MAX = 31,
};

/* --- Burials ------------------------------------------------------------ */

/* Returns the squares where a side has buried something. */
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

/* Raises what a side has buried under these empty squares, as pieces of the other side. */
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

/* --- Zombies ------------------------------------------------------------ */

ALWAYS_INLINE uint64_t
zombies(const struct position *p, unsigned us)
{
	return p->marks & p->b.colour[us];
}

/* Returns the zombies of the side to act that have not moved this turn. */
ALWAYS_INLINE uint64_t
idle_zombies(const struct position *p)
{
	return zombies(p, p->b.seat) & ~p->x.zombie.moved;
}

/* Returns the zombie pawns that must promote before their side's turn continues. */
ALWAYS_INLINE uint64_t
waiting_pawns(const struct position *p, unsigned us)
{
	return p->b.pawns & zombies(p, us) & bits_own_rank(7, us);
}

/* Returns the own pieces on squares without an own burial. */
ALWAYS_INLINE uint64_t
covers(const struct position *p)
{
	return p->b.colour[p->b.seat] & ~graves(p, p->b.seat);
}

/* Counts one more destroyed piece of that colour. */
static inline void
to_dust(struct position *p, unsigned colour, unsigned kind)
{
	p->x.zombie.dust[colour][kind - 1]++;
}

/* Reports whether `us` may use the en passant square: its own pawns of this turn do not count. */
ALWAYS_INLINE bool
ep_is_open(const struct bitboard *b, unsigned us)
{
	return b->ep_sq != RULES_NO_SQ && bitboard_ep_owner(b->ep_sq) != us;
}

/* --- The end of the turn, as far as the mover knows --------------------- */

/*
 * The board at the end of the turn: occupied squares, own burials that rise,
 * and the mover's king.
 */
struct foresight {
	uint64_t occupied, rising;
	unsigned king_sq;
};

/*
 * Turns a position in mid-turn into the board at the end of the turn. Idle
 * zombies are removed only from `occupied`. *p is overwritten: a copy would
 * dominate the cost of judging a move.
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
 * Tries a move or castling of the side to act between these squares, ignoring
 * the king's safety. Returns true if there is one, and sets *after to the
 * position in mid-turn after the board move. `to` RULES_NO_SQ: any square.
 */
bool zombie_try(const struct position *p, unsigned from, unsigned to, struct position *after);

/* --- zombie_horde.c ------------------------------------------------------ */

/*
 * Sets, for each zombie that has not moved this turn, the squares it may step
 * to so that the turn can still end safely. Indexed by the zombie's square; en
 * passant is excluded. Other entries of `goals` stay unchanged.
 */
void zombie_horde_goals(const struct position *p, uint64_t goals[64]);
/*
 * Reports whether, in mid-turn, the zombies that have not moved can still end
 * the turn with the king safe.
 */
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

/* Zombie Chess: the reasons for refusals. */
#include <string.h>

#include "rules/games/zombie.h"
#include "rules/orthodox.h"

/* --- Board moves -------------------------------------------------------- */

/*
 * Explains what attacks the king if the turn ends now. Only the mover may learn
 * what rises. checkers: what gives check before the move, if another piece than
 * the king moves. Overwrites *p.
 */
static void
refuse_for_king(struct position *p, unsigned seat, uint64_t checkers, struct refusal *out)
{
	struct foresight f = foresee(p);
	uint64_t attackers = bitboard_attackers(&p->b, f.king_sq, f.occupied, !p->b.seat);
	uint64_t seen = attackers & ~f.rising;

	if (seen & checkers && (seat != p->b.seat || !(attackers & f.rising)))
		refusal_set(out, "king-attacked",
			    "The king is in check, and this move does not end the check.", seen);
	else if (seat != p->b.seat)
		refusal_set(out, "king-attacked", "The king would not be safe.", seen);
	else if (attackers & f.rising)
		refusal_set(out, "raises-zombie", "A zombie would rise there and attack the king.",
			    attackers & f.rising);
	else
		refusal_set(out, "king-attacked", "The king would be attacked when the turn ends.",
			    attackers);
}

/* Returns what gives check before the piece of `from` moves; 0 for the king itself. */
static uint64_t
checkers_of(const struct position *p, unsigned from)
{
	uint64_t king = p->b.kings & p->b.colour[p->b.seat];

	return bits_has(king, from)
		       ? 0
		       : bitboard_attackers(&p->b, bits_first(king), bitboard_occupied(&p->b),
					    !p->b.seat);
}

static void
refuse_by_shape(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct position plain = *p;

	if (!ep_is_open(&p->b, p->b.seat))
		plain.b.ep_sq = RULES_NO_SQ;
	if (orthodox_refuse_shape(&plain, from, to, out)) {
		if (strcmp(out->rule, "castling-lost") == 0 && out->squares.w[0] & p->marks)
			refusal_set(out, "castling-lost", "A zombie rook never castles.",
				    out->squares.w[0]);
		return;
	}
	refusal_set(out, "king-untouchable", "No move captures a king.",
		    p->b.kings & p->b.colour[!p->b.seat]);
}

/* Refuses what must wait for a promotion or burial. Returns false if nothing comes first. */
static bool
refuse_stage(const struct position *p, struct refusal *out)
{
	if (p->x.zombie.stage == STAGE_PROMOTE)
		refusal_set(out, "promote-first", "Zombie pawns on their last row promote first.",
			    waiting_pawns(p, p->b.seat));
	else if (p->x.zombie.stage == STAGE_BURY)
		refusal_set(out, "bury-first", "The captured piece must be buried first.", 0);
	else
		return false;
	return true;
}

void
zombie_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
	      struct refusal *out)
{
	struct position after;

	if (refuse_stage(p, out))
		return;
	if (bits_has(p->x.zombie.moved, from))
		refusal_set(out, "moved-already", "A zombie moves once a turn.", bit(from));
	else if (p->x.zombie.stage == STAGE_HORDE && !bits_has(p->marks, from))
		refusal_set(out, "horde-only", "The horde is moving: only zombies move now.",
			    idle_zombies(p));
	else if (zombie_try(p, from, to, &after))
		refuse_for_king(&after, seat, checkers_of(p, from), out);
	else
		refuse_by_shape(p, from, to, out);
}

/* --- Promotions, burials, the end of a horde ----------------------------- */

static void
refuse_promotion(const struct position *p, unsigned sq, struct refusal *out)
{
	uint64_t waiting = waiting_pawns(p, p->b.seat);

	if (p->x.zombie.stage != STAGE_PROMOTE)
		refusal_set(out, "nothing-to-promote", "No zombie pawn is waiting to promote.", 0);
	else if (!bits_has(waiting, sq))
		refusal_set(out, "not-waiting", "No zombie pawn is waiting on that square.",
			    waiting);
	else
		refusal_set(out, "promotion-kind", "A pawn cannot promote to that piece.", 0);
}

static void
refuse_burial(const struct position *p, unsigned sq, struct refusal *out)
{
	if (p->x.zombie.stage != STAGE_BURY)
		refusal_set(out, "nothing-to-bury", "There is nothing to bury now.", 0);
	else if (!bits_has(p->b.colour[p->b.seat], sq))
		refusal_set(out, "no-cover", "A captive is buried under the captor's own piece.",
			    bit(sq));
	else
		refusal_set(out, "grave-taken", "A piece is already buried there.", bit(sq));
}

void
zombie_refuse_verb(const struct position *p, unsigned seat, struct action a, struct refusal *out)
{
	struct position copy = *p;

	if (a.kind == ACT_PROMOTE)
		refuse_promotion(p, a.to, out);
	else if (a.kind == ACT_BURY)
		refuse_burial(p, a.to, out);
	else if (a.kind != ACT_END || refuse_stage(p, out))
		return;
	else if (p->x.zombie.stage == STAGE_HORDE)
		refuse_for_king(&copy, seat, 0, out);
	else
		refusal_set(out, "no-horde", "No horde is moving.", 0);
}

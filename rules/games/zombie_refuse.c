/* Zombie Chess: why not. */
#include "rules/games/zombie.h"
#include "rules/orthodox.h"

/* --- Board moves -------------------------------------------------------- */

/* What attacks the king when the turn ends now; only the mover knows what rises. *p is spoilt. */
static void
refuse_for_king(struct position *p, unsigned seat, struct refusal *out)
{
	struct foresight f = foresee(p);
	uint64_t attackers = bitboard_attackers(&p->b, f.king_sq, f.occupied, !p->b.seat);

	if (seat != p->b.seat)
		refusal_tell(out, "king-attacked", "The king would not be safe.",
			     attackers & ~f.rising);
	else if (attackers & f.rising)
		refusal_tell(out, "raises-zombie", "A zombie would rise there and attack the king.",
			     attackers & f.rising);
	else
		refusal_tell(out, "king-attacked", "The king would be attacked when the turn ends.",
			     attackers);
}

static void
refuse_by_shape(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct position plain = *p;

	if (!ep_is_open(&p->b, p->b.seat))
		plain.b.ep_sq = RULES_NO_SQ;
	if (orthodox_refuse_shape(&plain, from, to, out))
		return;
	refusal_tell(out, "king-untouchable", "No move takes a king.",
		     p->b.kings & p->b.colour[!p->b.seat]);
}

/* Something else comes before moves. False: nothing does. */
static bool
refuse_stage(const struct position *p, struct refusal *out)
{
	if (p->x.zombie.stage == STAGE_PROMOTE)
		refusal_tell(out, "promote-first", "Zombie pawns on their last rank promote first.",
			     waiting_pawns(p, p->b.seat));
	else if (p->x.zombie.stage == STAGE_BURY)
		refusal_tell(out, "bury-first", "What was captured is buried first.", 0);
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
		refusal_tell(out, "moved-already", "A zombie moves once a turn.", bit(from));
	else if (p->x.zombie.stage == STAGE_HORDE && !bits_has(p->marks, from))
		refusal_tell(out, "horde-only", "The horde is moving: only zombies move now.",
			     idle_zombies(p));
	else if (zombie_try(p, from, to, &after))
		refuse_for_king(&after, seat, out);
	else
		refuse_by_shape(p, from, to, out);
}

/* --- Promotions, burials, the end of a horde ----------------------------- */

static void
refuse_promotion(const struct position *p, unsigned sq, struct refusal *out)
{
	uint64_t waiting = waiting_pawns(p, p->b.seat);

	if (p->x.zombie.stage != STAGE_PROMOTE)
		refusal_tell(out, "nothing-to-promote", "No zombie pawn waits to be promoted.", 0);
	else if (!bits_has(waiting, sq))
		refusal_tell(out, "not-waiting", "No zombie pawn waits on that square.", waiting);
	else
		refusal_tell(out, "promotion-kind", "A pawn does not become such a piece.", 0);
}

static void
refuse_burial(const struct position *p, unsigned sq, struct refusal *out)
{
	if (p->x.zombie.stage != STAGE_BURY)
		refusal_tell(out, "nothing-to-bury", "Nothing is to be buried now.", 0);
	else if (!bits_has(p->b.colour[p->b.seat], sq))
		refusal_tell(out, "no-cover", "A captive is buried under a piece of one's own.",
			     bit(sq));
	else
		refusal_tell(out, "grave-taken", "One piece is buried there already.", bit(sq));
}

void
zombie_refuse_verb(const struct position *p, unsigned seat, struct action a, struct refusal *out)
{
	struct position spoilt = *p;

	if (a.kind == ACT_PROMOTE)
		refuse_promotion(p, a.to, out);
	else if (a.kind == ACT_BURY)
		refuse_burial(p, a.to, out);
	else if (a.kind != ACT_END || refuse_stage(p, out))
		return;
	else if (p->x.zombie.stage == STAGE_HORDE)
		refuse_for_king(&spoilt, seat, out);
	else
		refusal_tell(out, "no-horde", "No horde is moving that could stop.", 0);
}

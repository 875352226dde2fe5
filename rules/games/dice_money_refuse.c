/* Dice-Money Chess: the reasons for refusals. */
#include <string.h>

#include "rules/games/dice_money.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

/* --- Board moves -------------------------------------------------------- */

/* Reports whether the side has lost a piece that a pawn may promote to. */
static bool
may_promote(const struct position *p, unsigned us)
{
	const uint8_t *lost = p->x.dice_money.lost[us];

	return lost[0] | lost[1] | lost[2] | lost[3];
}

/*
 * Refuses a move that the way of moving allows, but this game does not. Returns false if
 * nothing forbids it.
 */
static bool
refuse_special(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat;

	if (bits_has(b->kings & b->colour[!us], to))
		refusal_set(out, "king-untouchable", "No move captures a king.", bit(to));
	else if (bits_has(b->pawns, from) && bits_own_rank(7, us) & bit(to) && !may_promote(p, us))
		refusal_set(out, "nothing-lost",
			    "A pawn promotes only to a lost piece of its side, and none is lost.",
			    0);
	else
		return false;
	return true;
}

static void
refuse_flight(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	uint64_t occupied = bitboard_occupied(b);

	if (bits_has(b->colour[b->seat], to)) {
		refusal_set(out, "own-piece", "A piece of the same side stands there.", bit(to));
		out->reaches = bits_has(dice_money_flight_ways(from, occupied), to);
	} else if (!bits_has(dice_money_flight_ways(from, 0), to))
		refusal_set(out, "no-such-move", "A flying king moves like a queen.", 0);
	else if (!bits_has(dice_money_flight_ways(from, occupied), to))
		refusal_set(out, "blocked", "Another piece stands in the way.",
			    attacks_between[from][to] & occupied);
	else if (!refuse_special(p, from, to, out))
		refusal_set(out, "king-attacked", "The king would be attacked there.",
			    bitboard_attackers(b, to, (occupied ^ bit(from)) | bit(to), !b->seat));
}

/* Explains why a piece has no move: prefers a move that only the safety of the king forbids. */
static void
refuse_piece(const struct position *p, unsigned from, struct refusal *out)
{
	struct refusal special = { .rule = NULL };

	if (orthodox_refuse_shape(p, from, RULES_NO_SQ, out))
		return;
	for (unsigned to = 0; to < 64; to++) {
		if (orthodox_refuse_shape(p, from, to, out) ||
		    refuse_special(p, from, to, &special))
			continue;
		orthodox_refuse(p, SEAT_TABLE, from, to, out);
		return;
	}
	*out = special;
}

static void
refuse_price(const struct position *p, enum dice_money_item item, const char *text,
	     struct refusal *out)
{
	refusal_set(out, "cannot-pay", text, 0);
	out->costs = p->x.dice_money.price[p->b.seat][item];
	out->money = p->x.dice_money.money[p->b.seat];
}

/* Refuses a long king's move that the player could buy with more money. */
static void
refuse_unpaid_flight(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	uint64_t ways = dice_money_flight_ways(from, bitboard_occupied(&p->b));

	if (p->x.dice_money.stage == STAGE_BUY && bits_has(ways & ~p->b.colour[p->b.seat], to) &&
	    !dice_money_affordable(p, ITEM_FLIGHT))
		refuse_price(p, ITEM_FLIGHT, "A long king's move has to be bought.", out);
}

void
dice_money_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		  struct refusal *out)
{
	struct position now = *p;
	bool king = bits_has(p->b.kings, from);
	bool rook =
		to != RULES_NO_SQ && bits_has(p->b.line & ~p->b.diag & p->b.colour[p->b.seat], to);

	(void)seat; /* nothing is hidden */
	if (p->x.dice_money.stage == STAGE_EXTRA)
		now.b.ep_sq = RULES_NO_SQ;
	if (p->x.dice_money.stage == STAGE_ROLL)
		refusal_set(out, "roll-first", "The dice must be rolled before a piece moves.", 0);
	else if (to == RULES_NO_SQ)
		refuse_piece(&now, from, out);
	else if (p->x.dice_money.flight && king && !rook)
		refuse_flight(p, from, to, out);
	else if (!orthodox_refuse_shape(&now, from, to, out) && !refuse_special(p, from, to, out))
		orthodox_refuse(&now, seat, from, to, out);
	else if (king && strcmp(out->rule, "no-such-move") == 0)
		refuse_unpaid_flight(p, from, to, out);
}

/* --- Purchases, dice, the end of a turn ----------------------------------- */

/* Refuses a purchase that is available and affordable but leaves no main move. */
static void
refuse_dead_end(const struct position *after, struct refusal *out)
{
	const struct bitboard *b = &after->b;
	unsigned king_sq = bits_first(b->kings & b->colour[b->seat]);

	refusal_set(out, "no-move-left", "This would leave no main move.",
		    bitboard_attackers(b, king_sq, bitboard_occupied(b), !b->seat));
}

static void
refuse_placement(const struct position *p, uint8_t piece, unsigned sq, struct refusal *out)
{
	bool pawn = piece_kind(piece) == PIECE_PAWN;
	struct position after = *p;

	if (bits_has(bitboard_occupied(&p->b), sq)) {
		refusal_set(out, "occupied", "A piece can only be put on an empty square.",
			    bit(sq));
	} else if (pawn && bits_has(BITS_RANK_1 | BITS_RANK_8, sq)) {
		refusal_set(out, "pawn-ranks", "A pawn can only be put on rows 2 to 7.", bit(sq));
	} else {
		dice_money_place(&after, sq, piece);
		refuse_dead_end(&after, out);
	}
}

static void
refuse_buy(const struct position *p, struct action a, struct refusal *out)
{
	enum dice_money_item item = dice_money_item(a.arg, p->b.seat);
	bool placed = !(a.arg & BUY_ITEM);

	if (p->x.dice_money.stage == STAGE_ROLL)
		refusal_set(out, "roll-first", "The dice must be rolled before anything is bought.",
			    0);
	else if (p->x.dice_money.stage == STAGE_MOVE)
		refusal_set(out, "bought-already", "Only one purchase is allowed in a turn.", 0);
	else if (p->x.dice_money.stage == STAGE_EXTRA)
		refusal_set(out, "buy-first", "Purchases come before the main move.", 0);
	else if (placed &&
		 !p->x.dice_money.lost[piece_colour(a.arg)][dice_money_slot(piece_kind(a.arg))])
		refusal_set(out, "nothing-lost", "This side has lost no such piece.", 0);
	else if (!dice_money_affordable(p, item))
		refuse_price(p, item, "There is not enough money for this.", out);
	else if (placed)
		refuse_placement(p, a.arg, a.to, out);
	else
		refuse_dead_end(p, out);
}

static void
refuse_end(const struct position *p, struct refusal *out)
{
	if (p->x.dice_money.stage == STAGE_ROLL)
		refusal_set(out, "roll-first", "The dice must be rolled first.", 0);
	else
		refusal_set(out, "main-move-first", "The turn cannot end before its main move.", 0);
}

void
dice_money_refuse_verb(const struct position *p, unsigned seat, struct action a,
		       struct refusal *out)
{
	(void)seat; /* nothing is hidden */
	if (a.kind == ACT_ROLL)
		refusal_set(out, "rolled-already", "The dice of this turn have been rolled.", 0);
	else if (a.kind == ACT_BUY)
		refuse_buy(p, a, out);
	else if (a.kind == ACT_END)
		refuse_end(p, out);
	else if (a.arg >= PIECE_KNIGHT && a.arg <= PIECE_QUEEN)
		refusal_set(out, "nothing-lost",
			    "A pawn promotes only to a lost piece, and no such piece is lost.", 0);
}

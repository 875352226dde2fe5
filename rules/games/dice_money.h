/*
 * What the parts of Dice-Money Chess share: dice_money.c is the game,
 * dice_money_goods.c what is for sale, dice_money_refuse.c says why not,
 * dice_money_text.c reads and writes. struct position keeps the numbers.
 */
#pragma once
#include "rules/bitboard.h"
#include "rules/game.h"

/* Of a turn, in this order; a purchase and further moves may be left out. */
enum dice_money_stage { STAGE_ROLL, STAGE_BUY, STAGE_MOVE, STAGE_EXTRA, STAGES };

/* What is for sale, in the order of the price list. */
enum dice_money_item {
	ITEM_EXTRA1,
	ITEM_EXTRA2,
	ITEM_OPPONENTS,
	ITEM_PAWN,
	ITEM_MINOR,
	ITEM_ROOK,
	ITEM_QUEEN,
	ITEM_FLIGHT,
	ITEMS,
};

enum {
	MONEY_MAX = 100,
	KINDS_LOST = 5, /* Q R B N P, in this order in the lists */
	/* ACT_BUY without a square: this and the item. Else the piece itself. */
	BUY_ITEM = 0x80,
};

/* The place of a kind, queen to pawn, in the lists of what is lost. */
ALWAYS_INLINE unsigned
dice_money_slot(unsigned kind)
{
	return PIECE_QUEEN - kind;
}

/* Where a flying king could go if nothing were attacked. */
ALWAYS_INLINE uint64_t
dice_money_flight_ways(unsigned sq, uint64_t occupied)
{
	return attacks_king[sq] | attacks_diag(sq, occupied) | attacks_line(sq, occupied);
}

/* The square passed over is sq, if it still means anything. */
static inline void
dice_money_ep_keep(struct bitboard *b, unsigned sq)
{
	b->ep_sq = RULES_NO_SQ;
	if (sq != RULES_NO_SQ && bitboard_ep_stands(b, sq))
		b->ep_sq = (uint8_t)sq;
}

/* What the argument of ACT_BUY is on the price list of `us`. */
static inline enum dice_money_item
dice_money_item(unsigned arg, unsigned us)
{
	static const uint8_t items[] = {
		[PIECE_PAWN] = ITEM_PAWN, [PIECE_KNIGHT] = ITEM_MINOR, [PIECE_BISHOP] = ITEM_MINOR,
		[PIECE_ROOK] = ITEM_ROOK, [PIECE_QUEEN] = ITEM_QUEEN,
	};

	if (arg & BUY_ITEM)
		return (enum dice_money_item)(arg & ~(unsigned)BUY_ITEM);
	if (piece_colour((uint8_t)arg) != us)
		return ITEM_OPPONENTS;
	return (enum dice_money_item)items[piece_kind((uint8_t)arg)];
}

static inline bool
dice_money_affordable(const struct position *p, enum dice_money_item item)
{
	unsigned us = p->b.seat;

	return p->x.dice_money.price[us][item] <= p->x.dice_money.money[us];
}

/* The board moves of the stage, and how many they are. */
size_t dice_money_moves_list(const struct position *p, struct action *out);
size_t dice_money_moves_count(const struct position *p);

/* --- dice_money_goods.c ---------------------------------------------------- */

/* Off the list of what is lost, onto the board, where it may undo an en passant square. */
void dice_money_place(struct position *p, unsigned sq, uint8_t piece);
/*
 * What may be bought where so many main moves can be made: with `list` written
 * from out[n] on. n and the number of them.
 */
size_t dice_money_purchases(const struct position *p, size_t main_moves, bool list,
			    struct action *out, size_t n);

/* --- dice_money_refuse.c: hooks --------------------------------------------- */

void dice_money_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		       struct refusal *out);
void dice_money_refuse_verb(const struct position *p, unsigned seat, struct action a,
			    struct refusal *out);

/* --- dice_money_text.c: hooks that write and read ---------------------------- */

extern const char *const dice_money_options[];
int dice_money_start(struct position *p, const struct word *values, const uint64_t *seed,
		     struct rules_error *err);
int dice_money_keys_parse(struct fields *f, struct position *p, struct rules_error *err);
void dice_money_keys_print(const struct position *p, unsigned seat, struct text *out);
void dice_money_verb_print(const struct position *p, struct action a, struct text *out);
bool dice_money_verb_read(struct word w, struct action *a);

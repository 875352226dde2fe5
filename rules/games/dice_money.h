/*
 * Declarations shared by the parts of Dice-Money Chess. dice_money.c is the
 * game, dice_money_goods.c the purchases, dice_money_refuse.c the reasons,
 * dice_money_text.c parses and prints. The numbers are in struct position.
 */
#pragma once
#include "rules/bitboard.h"
#include "rules/game.h"

/* Stages of a turn in this order; a purchase and further moves are optional. */
enum dice_money_stage { STAGE_ROLL, STAGE_BUY, STAGE_MOVE, STAGE_EXTRA, STAGES };

/* Goods in the order of the price list. */
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
	/* ACT_BUY without a square: this bit and the item. Otherwise the piece itself. */
	BUY_ITEM = 0x80,
};

/* Returns the index of a kind, queen to pawn, in the lists of lost pieces. */
ALWAYS_INLINE unsigned
dice_money_slot(unsigned kind)
{
	return PIECE_QUEEN - kind;
}

/* Returns the squares that a flying king reaches if attacks are ignored. */
ALWAYS_INLINE uint64_t
dice_money_flight_ways(unsigned sq, uint64_t occupied)
{
	return attacks_king[sq] | attacks_diag(sq, occupied) | attacks_line(sq, occupied);
}

/* Sets the en passant square to sq if an enemy pawn can still use it; otherwise clears it. */
static inline void
dice_money_ep_keep(struct bitboard *b, unsigned sq)
{
	b->ep_sq = RULES_NO_SQ;
	if (sq != RULES_NO_SQ && bitboard_ep_stands(b, sq))
		b->ep_sq = (uint8_t)sq;
}

/* Returns the price-list item of an ACT_BUY argument of `us`. */
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

/* List or count the board moves of the current stage. */
size_t dice_money_moves_list(const struct position *p, struct action *out);
size_t dice_money_moves_count(const struct position *p);

/* --- dice_money_goods.c ---------------------------------------------------- */

/* Moves a piece from the lost list to the board; this may clear the en passant square. */
void dice_money_place(struct position *p, unsigned sq, uint8_t piece);
/*
 * Counts the possible purchases; `main_moves` is the number of main moves now.
 * With `list`, writes them from out[n] on. Returns n plus their number.
 */
size_t dice_money_purchases(const struct position *p, size_t main_moves, bool list,
			    struct action *out, size_t n);

/* --- dice_money_refuse.c: hooks --------------------------------------------- */

void dice_money_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		       struct refusal *out);
void dice_money_refuse_verb(const struct position *p, unsigned seat, struct action a,
			    struct refusal *out);

/* --- dice_money_text.c: hooks that print and parse ---------------------- */

extern const char *const dice_money_options[];
int dice_money_start(struct position *p, const struct word *values, const uint64_t *seed,
		     struct rules_error *err);
int dice_money_keys_parse(struct fields *f, struct position *p, struct rules_error *err);
void dice_money_keys_print(const struct position *p, unsigned seat, struct text *out);
void dice_money_verb_print(const struct position *p, struct action a, struct text *out);
bool dice_money_verb_read(struct word w, struct action *a);

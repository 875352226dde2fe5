/* What the rules and the text of Dice-Money Chess share; struct position keeps the numbers. */
#pragma once
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

/* dice_money_text.c: the hooks that write and read. */
extern const char *const dice_money_options[];
int dice_money_start(struct position *p, const struct word *values, const uint64_t *seed,
		     struct rules_error *err);
int dice_money_keys_parse(struct fields *f, struct position *p, struct rules_error *err);
void dice_money_keys_print(const struct position *p, unsigned seat, struct text *out);
void dice_money_verb_print(const struct position *p, struct action a, struct text *out);

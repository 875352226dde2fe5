/*
 * The cards of Cooperative Chess: their kinds, places and text. The functions
 * are inlined because cooperative.c reads the top cards in every position that
 * it searches.
 */
#pragma once
#include <string.h>

#include "rules/game.h"

/* A card is a number: 2H 2D 2S 2C 3H … 5C, then 8, 9 and 10 of each suit, QH QS KH KS. */
enum { CARDS = 32, NO_CARD = CARDS, SUITS = 4, FIRST_QUEEN = 28, FIRST_KING = 30 };

/* Dealt into hidden hands; real cards on the table; dealt into open hands. */
enum cards_deck { DECK_DEALT, DECK_REAL, DECK_OPEN, DECKS };

/* The places of cards, in the order printed. Of two lists, White's comes first. */
enum cards_list { HANDS, DISCARDS = HANDS + 2, CAPTURED = DISCARDS + 2, PILE, LISTS };

/* Returns the kind of piece of a card. */
static inline enum piece_kind
cards_kind(unsigned card)
{
	static const uint8_t kinds[] = {
		PIECE_PAWN,   PIECE_PAWN,   PIECE_PAWN, PIECE_PAWN,
		PIECE_KNIGHT, PIECE_BISHOP, PIECE_ROOK,
	};

	if (card < FIRST_QUEEN)
		return (enum piece_kind)kinds[card / SUITS];
	return card < FIRST_KING ? PIECE_QUEEN : PIECE_KING;
}

/* Returns the colour of the card's suit: hearts and diamonds are White's. */
static inline unsigned
cards_colour(unsigned card)
{
	return card < FIRST_QUEEN ? card % SUITS / 2 : card % 2;
}

/* Reports whether the list's cards are known, not just their number. */
static inline bool
cards_known(const struct position *p, unsigned list)
{
	return p->x.cooperative.deck != DECK_REAL || (list >= DISCARDS && list <= CAPTURED);
}

/* Returns the index in card[] where the list begins. */
static inline unsigned
cards_begin(const struct position *p, unsigned list)
{
	unsigned at = 0;

	for (unsigned i = 0; i < list; i++)
		if (cards_known(p, i))
			at += p->x.cooperative.len[i];
	return at;
}

/* Returns the i-th card of a list whose cards are known. */
static inline unsigned
cards_in(const struct position *p, unsigned list, unsigned i)
{
	return p->x.cooperative.card[cards_begin(p, list) + i];
}

/* Returns the top card of a list whose cards are known; NO_CARD if the list is empty. */
static inline unsigned
cards_top(const struct position *p, unsigned list)
{
	unsigned len = p->x.cooperative.len[list];

	return len ? cards_in(p, list, len - 1) : NO_CARD;
}

/* Returns all cards of a list whose cards are known, one bit each. */
static inline uint32_t
cards_set(const struct position *p, unsigned list)
{
	const uint8_t *card = p->x.cooperative.card + cards_begin(p, list);
	uint32_t set = 0;

	for (unsigned i = 0; i < p->x.cooperative.len[list]; i++)
		set |= UINT32_C(1) << card[i];
	return set;
}

/* Puts a card on top. The card is ignored if only the number is known. */
static inline void
cards_push(struct position *p, unsigned list, unsigned card)
{
	unsigned at = cards_begin(p, list) + p->x.cooperative.len[list]++;
	uint8_t *cards = p->x.cooperative.card;

	if (!cards_known(p, list))
		return;
	memmove(cards + at + 1, cards + at, CARDS - 1 - at);
	cards[at] = (uint8_t)card;
}

/* Removes the i-th card and returns it; NO_CARD if only the number is known. */
static inline unsigned
cards_take(struct position *p, unsigned list, unsigned i)
{
	unsigned at = cards_begin(p, list) + i, card;
	uint8_t *cards = p->x.cooperative.card;

	p->x.cooperative.len[list]--;
	if (!cards_known(p, list))
		return NO_CARD;
	card = cards[at];
	memmove(cards + at, cards + at + 1, CARDS - 1 - at);
	cards[CARDS - 1] = 0;
	return card;
}

/* Prints a card such as "10H". */
void card_print(unsigned card, struct text *out);
/* Reads a card; NO_CARD if the word is none. */
unsigned card_read(struct word w);
/* Shuffles all cards by the seed, for a position whose lists have their lengths. */
void cards_deal(struct position *p, uint64_t seed);
/*
 * Reduces the position to a real deck, known only by number. With open hands,
 * only the pile is forgotten.
 */
void cards_conceal(struct position *p);
/* Parse and print the keys hands, discards, captured and pile; `seat` as in the hook keys_print. */
int cards_parse(struct fields *f, struct position *p, struct rules_error *err);
void cards_print(const struct position *p, unsigned seat, struct text *out);

/*
 * Cooperative Chess: both partners want as many kinds as possible gone before a king is captured,
 * and the cards must last for that. A thousand is a point.
 */
#include "daemon/engine/eval.h"
#include "rules/games/cooperative_cards.h"

enum {
	POINT = 1000,
	/* Of ten cards, so many become captures. */
	CAPTURES_OF_TEN = 4,
	/* With fewer cards left the king may no longer be reached. */
	LAST_CARDS = 16,
	LATE = 200,  /* for each card less */
	STARTED = 4, /* part of a point for a kind with pieces left, per captured piece */
};

/* Returns the number of pieces of each kind but kings, sorted: the fewest first. */
static void
sorted_counts(const struct bitboard *b, unsigned count[PIECE_QUEEN])
{
	for (unsigned i = 0; i < PIECE_QUEEN; i++) {
		unsigned n = bits_count(eval_kind(b, (enum piece_kind)(PIECE_PAWN + i))), k = i;

		for (; k > 0 && count[k - 1] > n; k--)
			count[k] = count[k - 1];
		count[k] = n;
	}
}

int
eval_cooperative(const struct position *p)
{
	const uint8_t *len = p->x.cooperative.len;
	int cards = len[HANDS] + len[HANDS + 1] + len[PILE];
	int captures = cards * CAPTURES_OF_TEN, score = POINT; /* ten for a capture */
	unsigned count[PIECE_QUEEN];

	sorted_counts(&p->b, count);
	for (unsigned i = 0; i < PIECE_QUEEN; i++) {
		int need = (int)count[i] * 10;

		/* Kinds are completed in turn; the last one to be begun counts in part. */
		score += need <= captures ? POINT - 2 * need : (POINT - 200) * captures / need;
		captures = need < captures ? captures - need : 0;
		score -= STARTED * (int)count[i];
	}
	return cards < LAST_CARDS ? score - LATE * (LAST_CARDS - cards) : score;
}

bool
eval_cooperative_can_play(const struct position *p)
{
	return p->x.cooperative.deck != DECK_REAL;
}

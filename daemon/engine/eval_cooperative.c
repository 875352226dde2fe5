/*
 * Cooperative Chess: both partners want as many kinds as possible gone before a king is captured,
 * and the cards must last for that. A thousand is a point.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "rules/games/cooperative_cards.h"

enum {
	POINT = 1000,
	/* With fewer cards left the king may no longer be reached. */
	LAST_CARDS = 16,
};

static int captures_of_ten = 4; /* of ten cards, so many become captures */
static int late = 200;          /* for each card less than LAST_CARDS */
static int started = 4; /* part of a point for a kind with pieces left, per captured piece */

const struct eval_weight eval_cooperative_weights[] = {
	{ "captures-of-ten", &captures_of_ten, sizeof(captures_of_ten) },
	{ "late", &late, sizeof(late) },
	{ "started", &started, sizeof(started) },
	{ NULL, NULL, 0 },
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
	int captures = cards * captures_of_ten, score = POINT; /* ten for a capture */
	unsigned count[PIECE_QUEEN];

	sorted_counts(&p->b, count);
	for (unsigned i = 0; i < PIECE_QUEEN; i++) {
		int need = (int)count[i] * 10;

		/* Kinds are completed in turn; the last one to be begun counts in part. */
		score += need <= captures ? POINT - 2 * need : (POINT - 200) * captures / need;
		captures = need < captures ? captures - need : 0;
		score -= started * (int)count[i];
	}
	return cards < LAST_CARDS ? score - late * (LAST_CARDS - cards) : score;
}

bool
eval_cooperative_can_play(const struct position *p)
{
	return p->x.cooperative.deck != DECK_REAL;
}

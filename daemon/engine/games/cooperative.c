/*
 * Cooperative Chess: both partners want as many kinds as possible gone before a king is captured,
 * and the cards must last for that. A thousand is a point.
 */
#include <string.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"
#include "daemon/engine/view.h"
#include "daemon/engine/worlds.h"
#include "rules/games/cooperative_cards.h"

enum {
	POINT = 1000,
	/* With fewer cards left the king may no longer be reached. */
	LAST_CARDS = 16,
};

static int captures_of_ten = 4; /* of ten cards, so many become captures */
static int late = 200;          /* for each card less than LAST_CARDS */
static int started = 4; /* part of a point for a kind with pieces left, per captured piece */

static const struct eval_weight weights[] = {
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

static int
eval(const struct position *p)
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

/* The cards are no real deck. */
static bool
can_play(const struct position *p)
{
	return p->x.cooperative.deck != DECK_REAL;
}

/* Any capture but a king's, which ends the game. */
static int
gain(const struct position *p, struct action a)
{
	enum piece_kind victim = gain_victim(&p->b, a);

	return victim == PIECE_KING ? 0 : gain_worth[victim];
}

/* --- Hidden cards ---------------------------------------------------------------- */

/* Collects the indices in card[] of a list. */
static unsigned
collect(const struct position *p, unsigned list, uint8_t *index, unsigned n)
{
	unsigned begin = cards_begin(p, list);

	for (unsigned i = 0; i < p->x.cooperative.len[list]; i++)
		index[n++] = (uint8_t)(begin + i);
	return n;
}

/* Deals the cards of the pile and of the hidden hands anew, from all that are not seen. */
static void
imagine(struct position *p, const struct engine_view *view, uint64_t *random)
{
	uint8_t index[CARDS], *card = p->x.cooperative.card;
	unsigned n = collect(p, PILE, index, 0);
	uint32_t unseen = UINT32_MAX;

	for (unsigned list = 0; list < PILE; list++) {
		bool open = list >= DISCARDS || p->x.cooperative.deck == DECK_OPEN ||
			    !worlds_hidden(p, view, list - HANDS);

		if (open)
			unseen &= ~cards_set(p, list);
		else
			n = collect(p, list, index, n);
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned nth = worlds_random(random, bits_count(unseen));
		uint32_t set = unseen;

		while (nth-- > 0)
			set &= set - 1;
		card[index[i]] = (uint8_t)bits_first(set);
		unseen &= ~(UINT32_C(1) << card[index[i]]);
	}
}

/* Returns the cards that the text names. */
static uint32_t
cards_named(const char *text)
{
	static const char *const keys[] = { " hands=", " discards=", " captured=", " pile=" };
	uint32_t set = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct word value = view_value(text, keys[i]), side, card;

		while (word_split(&value, '/', &side))
			while (word_split(&side, ',', &card))
				if (card_read(card) != NO_CARD)
					set |= UINT32_C(1) << card_read(card);
	}
	return set;
}

/* Writes a list, for "#N" N cards of *unseen. */
static void
print_cards(struct word list, uint32_t *unseen, struct text *out)
{
	struct word digits = { list.s + 1, list.len - 1 };
	uint64_t n;

	if (list.len < 2 || list.s[0] != '#' || word_count(digits, bits_count(*unseen), &n) < 0) {
		text_add_len(out, list.s, list.len);
		return;
	}
	if (n == 0)
		text_char(out, '-');
	for (uint64_t i = 0; i < n; i++, *unseen &= *unseen - 1) {
		if (i)
			text_char(out, ',');
		card_print(bits_first(*unseen), out);
	}
}

/* Names the cards that the view hides from those that it does not show. */
static void
fill(const char *text, struct text *out)
{
	static const char *const keys[] = { " hands=", " pile=" };
	uint32_t unseen = ~cards_named(text);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct word value = view_value(text, keys[i]), list;

		text_add_len(out, text, (size_t)(value.s - text));
		for (unsigned side = 0; word_split(&value, '/', &list); side++) {
			if (side)
				text_char(out, '/');
			print_cards(list, &unseen, out);
			text = list.s + list.len;
		}
	}
	text_add(out, text);
}

const struct traits traits_cooperative = {
	.eval = eval,
	.weights = weights,
	.gain = gain,
	.can_play = can_play,
	.imagine = imagine,
	.fill = fill,
	.partners = true,
	.quiet_plies = 4,
	.level = {
		[1] = { 1, 300, 0, 1 },
		[2] = { 1000, 100, 0, 1 },
		[3] = { 5000, 0, 0, 1 },
	},
};

#include "rules/games/cooperative_cards.h"

#include <string.h>

void
card_print(unsigned card, struct text *out)
{
	static const char *const ranks[] = { "2", "3", "4", "5", "8", "9", "10" };

	if (card < FIRST_QUEEN) {
		text_add(out, ranks[card / SUITS]);
		text_char(out, "HDSC"[card % SUITS]);
	} else {
		text_char(out, card < FIRST_KING ? 'Q' : 'K');
		text_char(out, "HS"[card % 2]);
	}
}

unsigned
card_read(struct word w)
{
	for (unsigned card = 0; card < CARDS; card++) {
		char name[4];
		struct text t = text_into(name, sizeof(name));

		card_print(card, &t);
		if (word_is(w, name))
			return card;
	}
	return NO_CARD;
}

/* SplitMix64, as the rule document specifies. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

void
cards_deal(struct position *p, uint64_t seed)
{
	uint8_t *card = p->x.cooperative.card;

	for (unsigned i = 0; i < CARDS; i++)
		card[i] = (uint8_t)i;
	for (unsigned i = CARDS - 1; i > 0; i--) {
		unsigned j = (unsigned)(next_random(&seed) % (i + 1));
		uint8_t swapped = card[i];

		card[i] = card[j];
		card[j] = swapped;
	}
}

/* Replaces the pile beside open hands by arbitrary cards that are in no other place. */
static void
hide_pile(struct position *p)
{
	unsigned begin = cards_begin(p, PILE);
	uint32_t unseen = UINT32_MAX;

	for (unsigned list = HANDS; list < PILE; list++)
		unseen &= ~cards_set(p, list);
	for (unsigned i = 0; i < p->x.cooperative.len[PILE]; i++, unseen &= unseen - 1)
		p->x.cooperative.card[begin + i] = (uint8_t)bits_first(unseen);
}

void
cards_conceal(struct position *p)
{
	uint8_t open[CARDS] = { 0 };
	unsigned n = 0;

	if (p->x.cooperative.deck == DECK_OPEN) {
		hide_pile(p);
		return;
	}
	for (unsigned list = DISCARDS; list <= CAPTURED; list++)
		for (unsigned i = 0; i < p->x.cooperative.len[list]; i++)
			open[n++] = (uint8_t)cards_in(p, list, i);
	memcpy(p->x.cooperative.card, open, sizeof(open));
	p->x.cooperative.deck = DECK_REAL;
}

/* Parses cards separated by commas, "-" for none. *seen: cards that already have a place. */
static int
parse_known(struct word w, size_t at, struct position *p, unsigned list, uint32_t *seen,
	    struct rules_error *err)
{
	struct word item;

	if (word_is(w, "-"))
		return 0;
	while (word_split(&w, ',', &item)) {
		unsigned card = card_read(item);

		if (card == NO_CARD)
			return error_quote(err, at, "there is no such card:", item);
		if (*seen >> card & 1)
			return error_quote(err, at, "a card lies in two places:", item);
		*seen |= UINT32_C(1) << card;
		cards_push(p, list, card);
	}
	return 0;
}

/* Parses "#COUNT". */
static int
parse_count(struct word w, size_t at, struct position *p, unsigned list, struct rules_error *err)
{
	struct word digits = { w.s + 1, w.len - 1 };
	uint64_t n;

	if (w.len < 2 || w.s[0] != '#' || word_count(digits, CARDS, &n) < 0)
		return error_quote(err, at, "cards known by number alone are #COUNT, not", w);
	p->x.cooperative.len[list] = (uint8_t)n;
	return 0;
}

static int
parse_list(struct word w, size_t at, struct position *p, unsigned list, uint32_t *seen,
	   struct rules_error *err)
{
	return cards_known(p, list) ? parse_known(w, at, p, list, seen, err)
				    : parse_count(w, at, p, list, err);
}

/* Parses White's list and Black's. */
static int
parse_both(struct fields *f, const char *key, unsigned list, struct position *p, uint32_t *seen,
	   struct rules_error *err)
{
	struct word w, side[2];
	size_t at;

	if (fields_key(f, key, &w, &at, err) < 0 || word_sides(w, at, side, err) < 0)
		return -1;
	for (unsigned i = 0; i < 2; i++)
		if (parse_list(side[i], at + (size_t)(side[i].s - w.s), p, list + i, seen, err) < 0)
			return -1;
	return 0;
}

static int
parse_one(struct fields *f, const char *key, unsigned list, struct position *p, uint32_t *seen,
	  struct rules_error *err)
{
	struct word w;
	size_t at;

	if (fields_key(f, key, &w, &at, err) < 0)
		return -1;
	return parse_list(w, at, p, list, seen, err);
}

int
cards_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	size_t at = f->at;
	uint32_t seen = 0;
	unsigned n;

	if (parse_both(f, "hands", HANDS, p, &seen, err) < 0 ||
	    parse_both(f, "discards", DISCARDS, p, &seen, err) < 0 ||
	    parse_one(f, "captured", CAPTURED, p, &seen, err) < 0 ||
	    parse_one(f, "pile", PILE, p, &seen, err) < 0)
		return -1;
	n = bits_count(seen);
	for (unsigned list = 0; list < LISTS; list++)
		if (!cards_known(p, list))
			n += p->x.cooperative.len[list];
	return n > CARDS ? error_set(err, at, "more than 32 cards") : 0;
}

static void
print_count(const struct position *p, unsigned list, struct text *out)
{
	text_char(out, '#');
	text_number(out, p->x.cooperative.len[list]);
}

static void
print_known(const struct position *p, unsigned list, struct text *out)
{
	if (p->x.cooperative.len[list] == 0)
		text_char(out, '-');
	for (unsigned i = 0; i < p->x.cooperative.len[list]; i++) {
		if (i)
			text_char(out, ',');
		card_print(cards_in(p, list, i), out);
	}
}

/*
 * Prints the lists. SEAT_NONE sees all; a seat sees its own hand, the table
 * only open hands. The pile is hidden from every seat.
 */
void
cards_print(const struct position *p, unsigned seat, struct text *out)
{
	static const char *const keys[LISTS] = {
		" hands=", "/", " discards=", "/", " captured=", " pile=",
	};

	for (unsigned list = 0; list < LISTS; list++) {
		bool own = list == HANDS + seat || p->x.cooperative.deck == DECK_OPEN;
		bool hidden = list == PILE || (list < DISCARDS && !own);

		text_add(out, keys[list]);
		if (!cards_known(p, list) || (hidden && seat != SEAT_NONE))
			print_count(p, list, out);
		else
			print_known(p, list, out);
	}
}

/*
 * Views as positions. A view becomes the text of a position by placeholders for what it hides, the
 * rule core parses that, and the view of the result has to be the text that was given.
 */
#include <string.h>

#include "daemon/engine/engine.h"
#include "rules/games/cooperative_cards.h"
#include "rules/games/masquerade.h"
#include "rules/games/zombie.h"

struct engine_view
engine_whole(void)
{
	return (struct engine_view){ SEAT_NONE, { UINT64_MAX, UINT64_MAX } };
}

static struct word
word_of(const char *begin, const char *end)
{
	return (struct word){ begin, (size_t)(end - begin) };
}

/* Returns the value of a key, or an empty word. */
static struct word
value_of(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	if (!at)
		return (struct word){ text, 0 };
	at += strlen(key);
	return word_of(at, at + strcspn(at, " "));
}

static const struct word none = { NULL, 0 };

/* Sets *err; its text is not translated, because UCI is English. Returns -1. */
static int
refuse(struct rules_error *err, size_t at, const char *why, struct word culprit)
{
	return error_quote(err, at, why, culprit);
}

/* --- Placeholders: each writes the text of a position ------------------------------ */

/* Writes masks that are among those known to be possible, or what was given. */
static void
print_masks(struct word given, struct word known, struct text *out)
{
	uint8_t mask[MASKED];

	for (unsigned number = 0; number < PERMUTATIONS && word_is(given, "?????"); number++) {
		struct word rest = known, kinds;
		unsigned i = 0;

		masquerade_permutation(number, mask);
		while (i < MASKED && word_split(&rest, '.', &kinds) &&
		       memchr(kinds.s, MASK_LETTERS[mask[i] - 1], kinds.len))
			i++;
		if (i < MASKED)
			continue;
		for (i = 0; i < MASKED; i++)
			text_char(out, MASK_LETTERS[mask[i] - 1]);
		return;
	}
	text_add_len(out, given.s, given.len);
}

static void
fill_masks(const char *text, struct text *out)
{
	struct word masks = value_of(text, " masks="), known = value_of(text, " known=");
	struct word mask, kinds;
	bool unassigned = strstr(text, " stage=assign ") != NULL;

	text_add_len(out, text, (size_t)(masks.s - text));
	for (unsigned side = 0; word_split(&masks, '/', &mask); side++) {
		if (!word_split(&known, '/', &kinds))
			kinds = (struct word){ text, 0 };
		if (side)
			text_char(out, '/');
		if (unassigned && side == 0)
			text_add_len(out, mask.s, mask.len);
		else
			print_masks(mask, kinds, out);
		text = mask.s + mask.len;
	}
	text_add(out, text);
}

/* Leaves out the burials of sides whose squares are hidden. */
static void
fill_graves(const char *text, struct text *out)
{
	struct word buried = value_of(text, " buried="), graves;

	text_add_len(out, text, (size_t)(buried.s - text));
	for (unsigned side = 0; word_split(&buried, '/', &graves); side++) {
		if (side)
			text_char(out, '/');
		if (memchr(graves.s, '?', graves.len))
			text_char(out, '-');
		else
			text_add_len(out, graves.s, graves.len);
		text = graves.s + graves.len;
	}
	text_add(out, text);
}

/* Returns the cards that the text names. */
static uint32_t
cards_named(const char *text)
{
	static const char *const keys[] = { " hands=", " discards=", " captured=", " pile=" };
	uint32_t set = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct word value = value_of(text, keys[i]), side, card;

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

static void
fill_cards(const char *text, struct text *out)
{
	static const char *const keys[] = { " hands=", " pile=" };
	uint32_t unseen = ~cards_named(text);

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct word value = value_of(text, keys[i]), list;

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

/* --- Burials ------------------------------------------------------------------------- */

/* Buries what the text names as "P?", in squares that may hide it. Returns 0, or -1. */
static int
bury(const struct game *g, const char *text, struct position *p, const uint64_t hiding[2],
     struct rules_error *err)
{
	struct word buried = value_of(text, " buried="), graves, item;

	for (unsigned side = 0; side < 2 && word_split(&buried, '/', &graves); side++) {
		uint64_t free = hiding[side];

		if (p->x.zombie.stage == STAGE_BURY)
			free &= ~p->x.zombie.left | bitboard_occupied(&p->b);
		if (!memchr(graves.s, '?', graves.len))
			continue;
		while (word_split(&graves, '.', &item)) {
			uint8_t piece = item.len ? rules_piece_parse(g, item.s[0]) : 0;

			if (item.len != 2 || !piece || piece_kind(piece) == PIECE_KING)
				return refuse(err, (size_t)(item.s - text),
					      "buried: not a captive:", item);
			if (!free)
				return refuse(err, (size_t)(item.s - text),
					      "hiding: too few squares for", item);
			grave_fill(p, side, bits_pop(&free), piece_kind(piece));
		}
	}
	return 0;
}

/* Parses "e2.f4/-". Returns 0, or -1. */
static int
parse_hiding(const struct game *g, struct word w, size_t at, uint64_t hiding[2],
	     struct rules_error *err)
{
	struct word side[2], item;

	if (word_sides(w, at, side, err) < 0)
		return -1;
	for (unsigned i = 0; i < 2; i++) {
		hiding[i] = 0;
		while (!word_is(side[i], "-") && word_split(&side[i], '.', &item)) {
			unsigned sq = rules_square_parse(g, item.s, item.len);

			if (sq == RULES_NO_SQ)
				return refuse(err, at, "hiding: not a square:", item);
			hiding[i] |= bit(sq);
		}
	}
	return 0;
}

/* --- Views --------------------------------------------------------------------------- */

static const struct {
	const char *game;
	void (*fill)(const char *text, struct text *out);
} rows[] = {
	{ "masquerade", fill_masks },
	{ "zombie", fill_graves },
	{ "cooperative", fill_cards },
};

/* Returns the seat whose view of *p the text is; SEAT_NONE: the text is no view. */
static uint8_t
seat_of(const struct game *g, const struct position *p, const char *text)
{
	static const uint8_t seats[] = { SEAT_W, SEAT_B, SEAT_TABLE };
	char view[RULES_POSITION_TEXT];

	for (size_t i = 0; i < sizeof(seats); i++) {
		rules_view_print(g, p, seats[i], view);
		if (strcmp(view, text) == 0)
			return seats[i];
	}
	return SEAT_NONE;
}

static int
parse_view(const struct game *g, const char *text, struct position *p, struct engine_view *view,
	   struct rules_error *err)
{
	char whole[2 * RULES_POSITION_TEXT];
	struct text t = text_into(whole, sizeof(whole));
	bool zombie = strcmp(rules_name(g), "zombie") == 0;
	size_t row = 0;

	while (row < sizeof(rows) / sizeof(rows[0]) && strcmp(rows[row].game, rules_name(g)) != 0)
		row++;
	if (row == sizeof(rows) / sizeof(rows[0]) || strlen(text) >= RULES_POSITION_TEXT)
		return rules_parse(g, text, p, err);
	rows[row].fill(text, &t);
	if (rules_parse(g, whole, p, err) < 0)
		return -1;
	if (zombie) {
		if (bury(g, text, p, view->hiding, err) < 0)
			return -1;
		rules_print(g, p, whole);
		if (rules_parse(g, whole, p, err) < 0)
			return -1;
	}
	view->seat = seat_of(g, p, text);
	if (view->seat == SEAT_NONE)
		return refuse(err, 0, "neither a position nor a view as it is printed", none);
	return 0;
}

/* Reports whether what a side has buried lies in squares that may hide it. */
static bool
fits_hiding(const struct position *p, const uint64_t hiding[2])
{
	return !(graves(p, 0) & ~hiding[0]) && !(graves(p, 1) & ~hiding[1]);
}

int
engine_parse(const struct game *g, const char *text, struct position *p, struct engine_view *view,
	     struct rules_error *err)
{
	char bare[RULES_POSITION_TEXT];
	struct engine_view read = engine_whole();
	struct position whole;
	const char *hiding = strstr(text, " hiding=");
	struct word squares = value_of(text, " hiding=");
	size_t len = hiding ? (size_t)(hiding - text) : strlen(text);
	bool zombie = strcmp(rules_name(g), "zombie") == 0;

	if (!zombie || len >= sizeof(bare))
		hiding = NULL; /* the rule core reports what is wrong */
	if (hiding) {
		if (squares.s[squares.len] != '\0')
			return refuse(err, len, "unexpected text after hiding", none);
		if (parse_hiding(g, squares, (size_t)(squares.s - text), read.hiding, err) < 0)
			return -1;
		memcpy(bare, text, len);
		bare[len] = '\0';
		text = bare;
	}
	if (rules_parse(g, text, &whole, err) < 0 && parse_view(g, text, &whole, &read, err) < 0)
		return -1;
	if (zombie && !fits_hiding(&whole, read.hiding))
		return refuse(err, 0, "hiding: something is buried on another square", none);
	*p = whole;
	*view = read;
	return 0;
}

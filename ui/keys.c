#include "ui/keys.h"

#include <string.h>

static const char *const sides[] = { "w", "b" };

static void
letters_read(struct reader *r, const json_t *object, const char *key, char *out, size_t size)
{
	reader_name(r, object, key, out, size);
	for (const char *c = out; *c != '\0'; c++)
		if (strchr("KQRBNPkqrbnp", *c) == NULL)
			reader_fail(r, key, "names what is no piece");
}

/* ---- dice, money and prices ---- */

static void
dice_read(struct reader *r, const json_t *keys, struct ui_keys *k)
{
	json_t *list = reader_list(r, keys, "dice", 2), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		json_int_t n = json_integer_value(item);

		if (n < 1 || n > 6)
			reader_fail(r, "dice", "shows what no die does");
		else
			k->dice[k->n_dice++] = (uint8_t)n;
	}
}

static void
prices_read(struct reader *r, const json_t *object, const char *side, int32_t price[UI_PRICES])
{
	static const char *const item[UI_PRICES] = { "extra1", "extra2", "opponent", "pawn",
						     "minor",  "rook",   "queen",    "flight" };
	const json_t *list = reader_member(r, object, side, JSON_OBJECT);
	size_t mark = reader_enter(r, side, -1);

	for (unsigned i = 0; list != NULL && i < UI_PRICES; i++)
		price[i] = (int32_t)reader_integer(r, list, item[i], 0, UI_PRICE_MAX, 0);
	reader_leave(r, mark);
}

static void
money_read(struct reader *r, const json_t *keys, struct ui_keys *k)
{
	const json_t *money = reader_member(r, keys, "money", JSON_OBJECT);
	const json_t *prices = reader_member(r, keys, "prices", JSON_OBJECT);
	const json_t *lost = reader_member(r, keys, "lost", JSON_OBJECT);

	dice_read(r, keys, k);
	for (unsigned s = 0; s < 2; s++) {
		k->money[s] = (int16_t)reader_integer(r, money, sides[s], 0, 9999, 0);
		prices_read(r, prices, sides[s], k->price[s]);
		letters_read(r, lost, sides[s], k->lost[s], sizeof(k->lost[s]));
	}
	k->extra = (uint8_t)reader_integer(r, keys, "extra", 0, 9, 0);
	k->flight = reader_flag(r, keys, "flight", false);
}

/* ---- graves ---- */

static void
graves_read(struct reader *r, const json_t *object, struct ui_keys *k, unsigned side,
	    const struct game *game)
{
	json_t *list = reader_list(r, object, sides[side], UI_GRAVES_MAX), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		struct ui_grave *g = &k->buried[side][k->n_buried[side]];
		char piece[2] = "";

		if (!json_is_object(item)) {
			reader_fail(r, sides[side], "must list objects");
			return;
		}
		letters_read(r, item, "piece", piece, sizeof(piece));
		g->letter = piece[0];
		g->sq = (uint8_t)reader_square(r, game, item, "square");
		k->n_buried[side]++;
	}
}

static void
burials_read(struct reader *r, const json_t *keys, const struct game *game, struct ui_keys *k)
{
	const json_t *buried = reader_member(r, keys, "buried", JSON_OBJECT), *hiding;

	for (unsigned s = 0; s < 2; s++)
		graves_read(r, buried, k, s, game);
	hiding = reader_member(r, keys, "hiding", JSON_OBJECT);
	k->has_hiding = hiding != NULL;
	for (unsigned s = 0; hiding != NULL && s < 2; s++)
		k->hiding[s] = reader_squares(r, game, hiding, sides[s]);
	letters_read(r, keys, "hold", k->hold, sizeof(k->hold));
	letters_read(r, keys, "dust", k->dust, sizeof(k->dust));
}

/* ---- masks ---- */

static void
masks_read(struct reader *r, const json_t *keys, struct ui_keys *k)
{
	static const char *const kind[UI_KINDS] = { "K", "Q", "R", "B", "N" };
	const json_t *masks = reader_member(r, keys, "masks", JSON_OBJECT);
	const json_t *known = reader_member(r, keys, "known", JSON_OBJECT);
	const json_t *combos = reader_member(r, keys, "combos", JSON_OBJECT);

	for (unsigned s = 0; s < 2; s++) {
		const json_t *of = reader_member(r, known, sides[s], JSON_OBJECT);

		letters_read(r, masks, sides[s], k->mask[s], sizeof(k->mask[s]));
		k->combos[s] = (uint8_t)reader_integer(r, combos, sides[s], 0, 120, 0);
		for (unsigned i = 0; of != NULL && i < UI_KINDS; i++)
			letters_read(r, of, kind[i], k->known[s][i], sizeof(k->known[s][i]));
	}
}

/* ---- cards ---- */

static void
cards_read(struct reader *r, const json_t *object, const char *key, struct ui_cards *c)
{
	json_t *value = json_object_get(object, key), *list, *item;
	size_t i;

	if (json_is_integer(value)) {
		c->n = (uint8_t)reader_integer(r, object, key, 0, UI_CARDS_MAX, 0);
		return;
	}
	list = reader_list(r, object, key, UI_CARDS_MAX);
	c->open = list != NULL;
	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(item);
		size_t len = text == NULL ? 0 : strlen(text);

		if (len < 2 || len >= UI_CARD_TEXT || strchr("HDSC", text[len - 1]) == NULL) {
			reader_fail(r, key, "lists what is no card");
			return;
		}
		memcpy(c->card[c->n++], text, len + 1);
	}
}

static void
deck_read(struct reader *r, const json_t *keys, const struct game *game, struct ui_keys *k)
{
	const json_t *hands = reader_member(r, keys, "hands", JSON_OBJECT);
	const json_t *discards = reader_member(r, keys, "discards", JSON_OBJECT);

	reader_name(r, keys, "cards", k->cards, sizeof(k->cards));
	for (unsigned s = 0; s < 2; s++) {
		cards_read(r, hands, sides[s], &k->hand[s]);
		cards_read(r, discards, sides[s], &k->discards[s]);
	}
	cards_read(r, keys, "captured", &k->captured);
	cards_read(r, keys, "pile", &k->pile);
	k->piece_sq = (uint8_t)reader_square(r, game, keys, "piece");
	k->wild = reader_flag(r, keys, "wild", false);
}

void
ui_keys_read(struct reader *r, const json_t *message, const struct game *game, struct ui_keys *k)
{
	const json_t *keys = reader_member(r, message, "keys", JSON_OBJECT), *checkers;
	size_t mark = reader_enter(r, "keys", -1);

	k->piece_sq = RULES_NO_SQ;
	if (keys != NULL) {
		reader_name(r, keys, "stage", k->stage, sizeof(k->stage));
		money_read(r, keys, k);
		reader_name(r, keys, "table", k->table, sizeof(k->table));
		reader_name(r, keys, "turn", k->turns, sizeof(k->turns));
		burials_read(r, keys, game, k);
		masks_read(r, keys, k);
		reader_name(r, keys, "seat", k->seat, sizeof(k->seat));
		k->passes = (uint8_t)reader_integer(r, keys, "passes", 0, 4, 0);
		deck_read(r, keys, game, k);
		checkers = reader_member(r, keys, "checkers", JSON_OBJECT);
		for (unsigned s = 0; checkers != NULL && s < 2; s++)
			k->checkers[s] = (uint8_t)reader_integer(r, checkers, sides[s], 0, 99, 0);
	}
	reader_leave(r, mark);
}

/*
 * A game's values besides the board, from the text of a view: one row per key, one
 * function per form. The text is already a seat's view, so no other secret can be revealed
 * here.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/json/view_game.h"
#include "hw/text/text_part.h"

static json_t *
text_of(struct text_part b)
{
	return json_stringn(b.s, b.len);
}

static json_t *
number_of(struct text_part b)
{
	return json_integer(strtol(b.s, NULL, 10));
}

/* Converts the value's text to JSON. */
typedef json_t *form(struct text_part value);

/* ---- single values ---- */

static json_t *
form_word(struct text_part v)
{
	return text_part_is(v, "-") ? json_null() : text_of(v);
}

/* Pieces without separator: "QPp" */
static json_t *
form_letters(struct text_part v)
{
	return text_part_is(v, "-") ? json_string("") : text_of(v);
}

static json_t *
form_number(struct text_part v)
{
	return number_of(v);
}

static json_t *
form_flag(struct text_part v)
{
	return json_boolean(text_part_is(v, "1"));
}

/* A mask that is hidden or not assigned: null. */
static json_t *
form_mask(struct text_part v)
{
	return text_part_is(v, "?????") ? json_null() : text_of(v);
}

/* ---- lists ---- */

static json_t *
list(struct text_part v, char separator, form *one)
{
	json_t *a = json_array();
	struct text_part b;

	if (text_part_is(v, "-"))
		return a;
	while (text_part_next(&v, separator, &b))
		json_array_append_new(a, one(b));
	return a;
}

static json_t *
form_squares(struct text_part v)
{
	return list(v, '.', text_of);
}

/* The cards, or their number: "2H,10S", "#3". */
static json_t *
form_cards(struct text_part v)
{
	if (v.len > 0 && *v.s == '#')
		return number_of((struct text_part){ v.s + 1, v.len - 1 });
	return list(v, ',', text_of);
}

/* "pb2", or "p?" */
static json_t *
grave(struct text_part v)
{
	struct text_part sq = { v.s + 1, v.len - 1 };

	return json_pack("{s:o, s:o}", "piece", json_stringn(v.s, 1), "square",
			 text_part_is(sq, "?") ? json_null() : text_of(sq));
}

static json_t *
form_graves(struct text_part v)
{
	return list(v, '.', grave);
}

static json_t *
form_dice(struct text_part v)
{
	return text_part_is(v, "-") ? json_null() : list(v, ',', number_of);
}

/* ---- by name ---- */

static json_t *
named(struct text_part v, char separator, const char *const *name, size_t n, form *one)
{
	json_t *o = json_object();
	struct text_part b;

	for (size_t i = 0; i < n && text_part_next(&v, separator, &b); i++)
		json_object_set_new(o, name[i], one(b));
	return o;
}

static const char *const sides[] = { "w", "b" };

static json_t *
form_prices_of(struct text_part v)
{
	static const char *const item[] = { "extra1", "extra2", "opponent", "pawn",
					    "minor",  "rook",   "queen",    "flight" };

	return named(v, ',', item, 8, number_of);
}

/* The candidates of each of a side's kinds. */
static json_t *
form_kinds(struct text_part v)
{
	static const char *const kind[] = { "K", "Q", "R", "B", "N" };

	return named(v, '.', kind, 5, text_of);
}

/* ---- the deals of masks that agree with the public answers ---- */

enum { KINDS = 5 };
static const char kinds[] = "KQRBN"; /* in the order of masks */

/*
 * Reports whether masks in that order give this answer, "n:QB+". order[i]: what kinds[i]
 * captures as.
 */
static bool
fits_answer(const char order[KINDS], const char *answer, size_t len, bool black)
{
	const char *letters = black ? "kqrbn" : kinds;
	const char *at = len > 3 ? memchr(letters, *answer, KINDS) : NULL;

	if (!at)
		return true; /* the other side's */
	return (memchr(answer + 2, kinds[(unsigned)order[at - letters]], len - 3) != NULL) ==
	       (answer[len - 1] == '+');
}

static bool
fits(const char order[KINDS], const char *log, size_t len, bool black)
{
	const char *end = log + len;

	while (log < end) {
		const char *dot = memchr(log, '.', (size_t)(end - log));

		dot = dot ? dot : end;
		if (!fits_answer(order, log, (size_t)(dot - log), black))
			return false;
		log = dot + 1;
	}
	return true;
}

/* Counts the deals that begin with the first n masks of `order` and agree with the answers. */
static int
combos_of(char order[KINDS], unsigned n, const char *log, size_t len, bool black)
{
	int found = 0;

	if (n == KINDS)
		return fits(order, log, len, black);
	for (int kind = 0; kind < KINDS; kind++) {
		if (memchr(order, kind, n))
			continue;
		order[n] = (char)kind;
		found += combos_of(order, n + 1, log, len, black);
	}
	return found;
}

static json_t *
combos_json(const char *log, size_t len)
{
	char order[KINDS];

	return json_pack("{s:i, s:i}", "w", combos_of(order, 0, log, len, false), "b",
			 combos_of(order, 0, log, len, true));
}

/* ---- the keys ---- */

/* A key has the same form in every game. */
static const struct {
	const char *key;
	form *form;
	char sides; /* separator of both sides' values, White's first; 0: one value */
} keys[] = {
	{ "stage", form_word, 0 },       { "dice", form_dice, 0 },
	{ "money", form_number, ',' },   { "prices", form_prices_of, '/' },
	{ "lost", form_letters, '/' },   { "extra", form_number, 0 },
	{ "flight", form_flag, 0 },      { "table", form_word, 0 },
	{ "turn", form_word, 0 },        { "transfers", form_word, 0 },
	{ "last", form_word, ',' },      { "buried", form_graves, '/' },
	{ "left", form_squares, 0 },     { "moved", form_squares, 0 },
	{ "hold", form_letters, 0 },     { "dust", form_letters, 0 },
	{ "masks", form_mask, '/' },     { "known", form_kinds, '/' },
	{ "seat", form_word, 0 },        { "passes", form_number, 0 },
	{ "cards", form_word, 0 },       { "hands", form_cards, '/' },
	{ "discards", form_cards, '/' }, { "captured", form_cards, 0 },
	{ "pile", form_cards, 0 },       { "piece", form_word, 0 },
	{ "wild", form_flag, 0 },        { "checkers", form_number, ',' },
};

static void
add_key(json_t *o, struct text_part key, struct text_part value)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (text_part_is(key, keys[i].key))
			json_object_set_new(
				o, keys[i].key,
				keys[i].sides ? named(value, keys[i].sides, sides, 2, keys[i].form)
					      : keys[i].form(value));
	if (text_part_is(key, "log"))
		json_object_set_new(o, "combos", combos_json(value.s, value.len));
}

json_t *
view_keys(const char *position)
{
	struct text_part rest = { position, strlen(position) }, word, key;
	json_t *o = json_object();

	while (text_part_next(&rest, ' ', &word))
		if (memchr(word.s, '=', word.len)) {
			(void)text_part_next(&word, '=', &key);
			add_key(o, key, word);
		}
	return o;
}

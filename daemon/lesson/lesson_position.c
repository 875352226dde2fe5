/* Positions of lessons: a list of pieces that a teacher can write. */
#include <stdio.h>
#include <string.h>

#include "daemon/lesson/lesson_impl.h"
#include "hw/text/text.h"
#include "hw/text/text_part.h"

enum { KEYS_MAX = 16 };

struct placing {
	const struct game *game;
	char piece[RULES_SQUARES_MAX][4]; /* as in a board field; "": empty */
	bool black_moves;
	struct text_part key[KEYS_MAX];   /* key=value */
	unsigned n_keys;
	char *why;
};

#define fail(p, ...) (text_print((p)->why, LESSON_WHY, __VA_ARGS__), -1)

static struct text_part
trimmed(struct text_part t)
{
	while (t.len && t.s[0] == ' ') {
		t.s++;
		t.len--;
	}
	while (t.len && t.s[t.len - 1] == ' ')
		t.len--;
	return t;
}

/* Takes the text off the front of *t. Returns false if *t begins otherwise. */
static bool
take(struct text_part *t, const char *text)
{
	size_t len = strlen(text);

	if (t->len < len || memcmp(t->s, text, len) != 0)
		return false;
	t->s += len;
	t->len -= len;
	return true;
}

/* Takes the name of a side. Returns 0 for White, 1 for Black, or -1. */
static int
take_side(struct text_part *t)
{
	static const char *const name[] = { "White", "Black", "Blue", "Red" };

	for (int i = 0; i < 4; i++)
		if (take(t, name[i]))
			return i & 1;
	return -1;
}

/* Places "Kh1", or "R*d6" with a mark. */
static int
place(struct placing *p, struct text_part word, int side)
{
	uint8_t piece = word.len ? rules_piece_parse(p->game, word.s[0]) : 0;
	size_t mark = word.len > 1 && rules_mark(p->game) && word.s[1] == rules_mark(p->game);
	unsigned sq = RULES_NO_SQ;

	if (word.len > 1 + mark)
		sq = rules_square_parse(p->game, word.s + 1 + mark, word.len - 1 - mark);
	if (!piece || piece_colour(piece))
		return fail(p, "\"%.*s\" does not begin with the letter of a piece", (int)word.len,
			    word.s);
	if (sq == RULES_NO_SQ)
		return fail(p, "\"%.*s\" does not end with a square", (int)word.len, word.s);
	if (*p->piece[sq])
		return fail(p, "\"%.*s\": two pieces stand on this square", (int)word.len, word.s);
	p->piece[sq][0] = (char)(side ? word.s[0] - 'A' + 'a' : word.s[0]);
	p->piece[sq][1] = mark ? word.s[1] : '\0';
	return 0;
}

static int
place_all(struct placing *p, struct text_part list, int side)
{
	struct text_part word;

	while (text_part_next(&list, ' ', &word))
		if (word.len && place(p, word, side) < 0)
			return -1;
	return 0;
}

static int
take_keys(struct placing *p, struct text_part list)
{
	struct text_part word;

	while (text_part_next(&list, ' ', &word)) {
		if (word.len == 0)
			continue;
		if (!memchr(word.s, '=', word.len))
			return fail(p, "\"%.*s\": expected \"White: …\", \"White moves\" or key=value",
				    (int)word.len, word.s);
		if (p->n_keys == KEYS_MAX)
			return fail(p, "more than %d keys", KEYS_MAX);
		p->key[p->n_keys++] = word;
	}
	return 0;
}

/* Takes a part of the list, between semicolons. */
static int
take_part(struct placing *p, struct text_part part)
{
	struct text_part rest = part;
	int side = take_side(&rest);

	if (side >= 0 && take(&rest, ":"))
		return place_all(p, trimmed(rest), side);
	if (side >= 0 && text_part_is(trimmed(rest), "moves")) {
		p->black_moves = side;
		return 0;
	}
	return take_keys(p, part);
}

/* Finds the value of a key that was written, and removes it. Returns false if there is none. */
static bool
use_key(struct placing *p, const char *name, size_t len, struct text_part *value)
{
	for (unsigned i = 0; i < p->n_keys; i++) {
		struct text_part k = p->key[i];

		if (k.len <= len || memcmp(k.s, name, len) != 0 || k.s[len] != '=')
			continue;
		*value = (struct text_part){ k.s + len + 1, k.len - len - 1 };
		p->key[i] = p->key[--p->n_keys];
		return true;
	}
	return false;
}

static void
add(char out[RULES_POSITION_TEXT], const char *s, size_t len)
{
	size_t at = strlen(out);

	(void)snprintf(out + at, RULES_POSITION_TEXT - at, "%.*s", (int)len, s);
}

static void
add_board(const struct placing *p, char out[RULES_POSITION_TEXT])
{
	unsigned files = rules_files(p->game), empty = 0;
	char run[12];

	for (unsigned rank = rules_ranks(p->game); rank-- > 0;) {
		for (unsigned file = 0; file < files; file++) {
			const char *piece = p->piece[rank * files + file];

			empty += !*piece;
			if (empty && (*piece || file + 1 == files)) {
				(void)snprintf(run, sizeof(run), "%u", empty);
				add(out, run, strlen(run));
				empty = 0;
			}
			add(out, piece, strlen(piece));
		}
		if (rank)
			add(out, "/", 1);
	}
}

/* Adds a field of the six: a key's value, or "-". */
static void
add_field(struct placing *p, const char *key, char out[RULES_POSITION_TEXT])
{
	struct text_part value = { "-", 1 };

	(void)use_key(p, key, strlen(key), &value);
	add(out, " ", 1);
	add(out, value.s, value.len);
}

/* Adds the game's keys: as written, else as at the start of a game. */
static int
add_keys(struct placing *p, char out[RULES_POSITION_TEXT])
{
	char start[RULES_POSITION_TEXT];
	struct text_part rest, word, value;
	struct rules_error err;
	struct position first;

	if (rules_start(p->game, "", &first, &err) < 0)
		return fail(p, "%s", err.why);
	rules_print(p->game, &first, start);
	rest = (struct text_part){ start, strlen(start) };
	for (unsigned i = 0; text_part_next(&rest, ' ', &word); i++) {
		const char *is = memchr(word.s, '=', word.len);

		if (i < 6 || !is)
			continue;
		add(out, " ", 1);
		if (use_key(p, word.s, (size_t)(is - word.s), &value)) {
			add(out, word.s, (size_t)(is - word.s) + 1);
			word = value;
		}
		add(out, word.s, word.len);
	}
	if (p->n_keys)
		return fail(p, "%s has no key \"%.*s\"", rules_title(p->game),
			    (int)p->key[0].len, p->key[0].s);
	return 0;
}

/* Reports whether the value of the key `seat` is one of Black's seats. */
static bool
is_black_seat(const struct placing *p)
{
	for (unsigned i = 0; i < p->n_keys; i++)
		if (p->key[i].len > 5 && memcmp(p->key[i].s, "seat=b", 6) == 0)
			return true;
	return false;
}

int
lesson_position(const struct game *g, const char *text, struct position *out, char why[LESSON_WHY])
{
	struct placing p = { .game = g, .why = why };
	struct text_part rest = { text, strlen(text) }, part = rest;
	char form[RULES_POSITION_TEXT] = "";
	struct rules_error err;

	if (take_side(&part) < 0) {
		text_copy(form, sizeof(form), text);
	} else {
		while (text_part_next(&rest, ';', &part))
			if (take_part(&p, trimmed(part)) < 0)
				return -1;
		add_board(&p, form);
		add(form, p.black_moves || is_black_seat(&p) ? " b" : " w", 2);
		add_field(&p, "castling", form);
		add_field(&p, "ep", form);
		add(form, " 0 1", 4);
		if (add_keys(&p, form) < 0)
			return -1;
	}
	return rules_parse(g, form, out, &err) < 0 ? fail(&p, "%s", err.why) : 0;
}

/* Describes things beside the board: one row per key of the positions' texts. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/field.h"
#include "daemon/formats/diagram_impl.h"
#include "daemon/words/words.h"
#include "hw/text/text_part.h"

enum {
	TEXT_MAX = DIAGRAM_LINE,
	PX_A_LETTER = 8, /* a little above the font's average */
};

int
diagram_board_read(const struct game *g, const char *position, struct diagram_board *out,
		   char why[DIAGRAM_WHY])
{
	out->game = g;
	if (field_parse(g, position, strcspn(position, " "), false, out->at) == 0)
		return 0;
	snprintf(why, DIAGRAM_WHY, "this is no position of %s: \"%.40s\"", rules_title(g),
		 position);
	return -1;
}

static const char *const colours[] = { "White", "Black" };

/* ---- values ---- */

typedef void form(FILE *out, struct text_part value);

static void
form_plain(FILE *out, struct text_part v)
{
	for (size_t i = 0; i < v.len; i++)
		fputc(strchr(".,", v.s[i]) ? ' ' : v.s[i], out);
}

static void
form_letters(FILE *out, struct text_part v)
{
	for (size_t i = 0; i < v.len; i++)
		fprintf(out, "%s%c", i ? " " : "", v.s[i]);
}

static const char *
kind_name(char letter)
{
	static const char *const names[] = { "pawn", "knight", "bishop", "rook", "queen", "king" };
	static const char letters[] = "PNBRQK";
	const char *at = strchr(letters, toupper((unsigned char)letter));

	return letter && at ? names[at - letters] : "piece";
}

/* Prints "pb2.ng4", "n?": the piece and the square it is buried under. */
static void
form_graves(FILE *out, struct text_part v)
{
	struct text_part one;

	for (bool first = true; text_part_next(&v, '.', &one); first = false)
		fprintf(out, "%s%s %s under %.*s", first ? "" : ", ",
			islower((unsigned char)*one.s) ? "black" : "white", kind_name(*one.s),
			(int)one.len - 1, one.s + 1);
}

static void
form_prices(FILE *out, struct text_part v)
{
	static const char *const goods[] = { "extra move", "two of them", "opponent's piece",
					     "pawn",       "minor piece", "rook",
					     "queen",      "flight" };
	struct text_part one;

	for (size_t i = 0; i < sizeof(goods) / sizeof(goods[0]) && text_part_next(&v, ',', &one);
	     i++)
		fprintf(out, "%s%s %.*s", i ? ", " : "", goods[i], (int)one.len, one.s);
}

static void
form_masks(FILE *out, struct text_part v)
{
	if (text_part_is(v, "?????"))
		fputs("not known", out);
	else
		for (size_t i = 0; i < v.len && i < 5; i++)
			fprintf(out, "%s%c as %c", i ? ", " : "", "KQRBN"[i], v.s[i]);
}

static void
form_known(FILE *out, struct text_part v)
{
	struct text_part one;

	for (size_t i = 0; i < 5 && text_part_next(&v, '.', &one); i++)
		fprintf(out, "%s%c: %.*s", i ? ", " : "", "KQRBN"[i], (int)one.len, one.s);
}

/* Prints "n:QB+": the asking kinds, and the outcome. */
static void
form_log(FILE *out, struct text_part v)
{
	struct text_part one;

	for (bool first = true; text_part_next(&v, '.', &one); first = false)
		if (one.len > 3)
			fprintf(out, "%s%c as %.*s: %s", first ? "" : ", ", *one.s,
				(int)one.len - 3, one.s + 2,
				one.s[one.len - 1] == '+' ? "yes" : "no");
}

/* Prints "2H,10S", or "#3": a count of cards that are hidden here. */
static void
form_cards(FILE *out, struct text_part v)
{
	static const char suits[] = "HDSC";
	static const char *const shapes[] = { "\u2665", "\u2666", "\u2660", "\u2663" };
	struct text_part one;

	if (v.len && *v.s == '#') {
		fprintf(out, "%.*s face down", (int)v.len - 1, v.s + 1);
		return;
	}
	for (bool first = true; text_part_next(&v, ',', &one); first = false) {
		const char *suit = one.len ? strchr(suits, one.s[one.len - 1]) : NULL;

		fprintf(out, "%s%.*s%s", first ? "" : " ", (int)one.len - (suit != NULL), one.s,
			suit ? shapes[suit - suits] : "");
	}
}

static void
form_yes(FILE *out, struct text_part v)
{
	(void)v;
	fputs("yes", out);
}

static const struct row {
	const char *key, *label;
	form *form;
	char sides;  /* separator of both sides' values, White's first; 0: one value */
	bool zeroes; /* "0" is shown too */
} rows[] = {
	{ "dice", "Dice", form_plain, 0, false },
	{ "money", "Money", form_plain, ',', true },
	{ "prices", "Prices", form_prices, '/', false },
	{ "lost", "Off the board", form_letters, '/', false },
	{ "extra", "Extra moves left", form_plain, 0, false },
	{ "flight", "The king's flight is bought", form_yes, 0, false },
	{ "table", "Table of moves", form_plain, 0, false },
	{ "turn", "Turn", form_plain, 0, false },
	{ "transfers", "Transfers", form_plain, 0, false },
	{ "buried", "Buried by", form_graves, '/', false },
	{ "left", "Left in this turn", form_plain, 0, false },
	{ "moved", "Moved in this turn", form_plain, 0, false },
	{ "hold", "Still to be buried", form_letters, 0, false },
	{ "dust", "Gone to dust", form_letters, 0, false },
	{ "masks", "Captures", form_masks, '/', false },
	{ "known", "May capture as", form_known, '/', false },
	{ "log", "Answers", form_log, 0, false },
	{ "passes", "Passes in a row", form_plain, 0, false },
	{ "cards", "Cards", form_plain, 0, false },
	{ "hands", "Hand", form_cards, '/', false },
	{ "discards", "Discards", form_cards, '/', false },
	{ "captured", "Captured cards", form_cards, 0, false },
	{ "pile", "Pile", form_cards, 0, false },
	{ "piece", "Moved in this turn", form_plain, 0, false },
	{ "wild", "The next card is wild", form_yes, 0, false },
	{ "checkers", "Checkers left", form_plain, ',', true },
};

/* ---- lines ---- */

void
diagram_words_add(struct diagram_words *w, size_t width, const char *text)
{
	bool first = true;

	if (width == 0 || width >= DIAGRAM_LINE)
		width = DIAGRAM_LINE - 1;
	while (*text && w->n < DIAGRAM_LINES_MAX) {
		size_t room = width - (first ? 0 : 4), len = strlen(text);

		if (len > room) {
			for (len = room; len > 0 && text[len] != ' '; len--)
				;
			len = len ? len : room;
		}
		snprintf(w->line[w->n++], DIAGRAM_LINE, "%s%.*s", first ? "" : "\u2002\u2002",
			 (int)len, text);
		text += len + (text[len] == ' ');
		first = false;
	}
}

static bool
is_nothing(const struct row *row, struct text_part v)
{
	return v.len == 0 || text_part_is(v, "-") || (text_part_is(v, "0") && !row->zeroes);
}

static void
add_value(struct diagram_words *w, size_t width, const struct row *row, const char *whose,
	  struct text_part v)
{
	char text[TEXT_MAX] = "";
	FILE *out;

	if (is_nothing(row, v))
		return;
	out = fmemopen(text, sizeof(text), "w");
	if (!out)
		return;
	fprintf(out, "%s%s%s: ", row->label, *whose ? row->form == form_graves ? " " : ", " : "",
		whose);
	row->form(out, v);
	fclose(out);
	text[TEXT_MAX - 1] = '\0';
	diagram_words_add(w, width, text);
}

/* Adds two short values on one line. */
static void
add_both(struct diagram_words *w, size_t width, const struct row *row, struct text_part v)
{
	char text[TEXT_MAX];
	struct text_part one;

	if (row->form == form_plain && text_part_next(&v, row->sides, &one)) {
		snprintf(text, sizeof(text), "%s: White %.*s, Black %.*s", row->label, (int)one.len,
			 one.s, v.s ? (int)v.len : 0, v.s ? v.s : "");
		diagram_words_add(w, width, text);
		return;
	}
	for (unsigned side = 0; side < 2 && text_part_next(&v, row->sides, &one); side++)
		add_value(w, width, row, colours[side], one);
}

static void
add_key(struct diagram_words *w, size_t width, struct text_part word)
{
	struct text_part key;

	(void)text_part_next(&word, '=', &key);
	for (size_t i = 0; word.s && i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!text_part_is(key, rows[i].key))
			continue;
		if (rows[i].sides)
			add_both(w, width, &rows[i], word);
		else
			add_value(w, width, &rows[i], "", word);
	}
}

/* Adds the side to move and the turn. */
static void
add_turn(struct diagram_words *w, size_t width, const struct game *g, const char *position)
{
	static const struct {
		const char *seat, *who;
	} seats[] = { { "seat=wk", "White (e–h)" },
		      { "seat=bk", "Black (e–h)" },
		      { "seat=wq", "White (a–d)" },
		      { "seat=bq", "Black (a–d)" } };
	struct text_part rest = { position, strlen(position) }, field[6];
	const char *who;
	char text[TEXT_MAX];

	for (unsigned i = 0; i < 6; i++)
		if (!text_part_next(&rest, ' ', &field[i]))
			return;
	who = words_side(g, text_part_is(field[1], "b"));
	for (size_t i = 0; i < sizeof(seats) / sizeof(seats[0]); i++)
		if (strstr(position, seats[i].seat))
			who = seats[i].who;
	snprintf(text, sizeof(text), "%s to move, turn %.*s", who, (int)field[5].len, field[5].s);
	diagram_words_add(w, width, text);
}

/* Adds the squares of marks, whose pictures are small. */
static void
add_marks(struct diagram_words *w, size_t width, const struct game *g, const char *position)
{
	const char *name = diagram_mark_name(g);
	struct diagram_board b;
	char text[TEXT_MAX], why[DIAGRAM_WHY];
	size_t len, n = 0;

	if (!name || diagram_board_read(g, position, &b, why) < 0)
		return;
	len = (size_t)snprintf(text, sizeof(text), "%s:", name);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (b.at[sq] & PIECE_MARK) {
			char square[4];

			rules_square_print(g, sq, square);
			len += (size_t)snprintf(text + len, sizeof(text) - len, " %s", square);
			n++;
		}
	if (n)
		diagram_words_add(w, width, text);
}

unsigned
diagram_letters(const struct game *g)
{
	return rules_files(g) * DIAGRAM_SQUARE_PX / PX_A_LETTER;
}

void
diagram_words(const struct game *g, const char *position, const char *over, unsigned letters,
	      struct diagram_words *out)
{
	struct text_part rest = { position, strlen(position) }, word;

	out->n = 0;
	if (over)
		diagram_words_add(out, letters, over);
	else
		add_turn(out, letters, g, position);
	add_marks(out, letters, g, position);
	while (text_part_next(&rest, ' ', &word))
		if (memchr(word.s, '=', word.len))
			add_key(out, letters, word);
}

void
diagram_result(const struct record *r, char out[DIAGRAM_RESULT])
{
	const struct record_result *res = &r->result;
	char result[RECORD_RESULT_TEXT], text[WORDS_LINE];

	*out = '\0';
	if (res->end == RECORD_UNFINISHED)
		return;
	words_ended(r->game, record_result_print(res, result), res->reason, text);
	if (res->end == RECORD_SCORED || res->end == RECORD_LOST)
		snprintf(out, DIAGRAM_RESULT, "%s", text);
	else
		snprintf(out, DIAGRAM_RESULT, "%s (%s)", text, result);
}

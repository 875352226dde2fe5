/*
 * Pictures match the position, in every view of every game. A film shows each
 * position in its time. Files have the format of their names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/help.h"
#include "daemon/formats/diagram.h"

static char why[DIAGRAM_WHY];

static void
play(struct record *r, const struct game *g, unsigned plies, uint64_t seed)
{
	help_play(r, rules_name(g), strcmp(rules_name(g), "cooperative") == 0 ? "seed=7" : "", NULL,
		  plies, seed);
}

/* ---- boards ---- */

/* The text's board is read as the rules have it. */
static void
board_same(const struct game *g, const struct position *p, const char *text)
{
	struct diagram_board b;

	if (diagram_board_read(g, text, &b, why) < 0)
		fail_msg("%s", why);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		assert_int_equal(b.at[sq], rules_at(g, p, sq));
}

static void
test_boards(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	char text[RULES_POSITION_TEXT];
	struct record r;

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (unsigned seed = 0; seed < 6; seed++) {
			struct position p;

			play(&r, games[i], 150, seed);
			p = r.start;
			for (uint32_t k = 0; k < r.n; k++) {
				rules_apply(games[i], &p, r.action[k].action);
				rules_print(games[i], &p, text);
				board_same(games[i], &p, text);
				rules_view_print(games[i], &p, SEAT_TABLE, text);
				board_same(games[i], &p, text);
			}
			record_finish(&r);
		}
}

static void
test_no_boards(void **state)
{
	static const struct {
		const char *game, *text;
	} rows[] = {
		{ "chess", "" },
		{ "chess", "8/8/8/8/8/8/8" },
		{ "chess", "8/8/8/8/8/8/8/8/8 w - - 0 1" },
		{ "chess", "9/8/8/8/8/8/8/8" },
		{ "chess", "8/8/8/8/8/8/8/7" },
		{ "chess", "8/8/8/8/8/8/8/8P" },
		{ "chess", "8/8/8/8/8/8/8/x7" },
		{ "chess", "8/8/8/8/8/8/8/." },
		{ "chess", "8/8/8/8/8/8/8/0" },
		{ "chess", "8/8/8/8/8/8/8/C7" },
		{ "chess", "8/8/8/8/8/8/8/S7" },
		{ "chess", "8/8/8/8/8/8/8/P*7" },
		{ "american", "11/11/11/11/11/11/11/11/K10" },
		{ "american", "8/8/8/8/8/8/8/8 w - - 0 1" },
		{ "chess", "99999999999999999999/8/8/8/8/8/8/8" },
	};
	struct diagram_board b;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct diagram d = { .game = rules_game(rows[i].game), .position = rows[i].text };

		assert_int_equal(diagram_board_read(d.game, d.position, &b, why), -1);
		assert_null(diagram_svg(&d, why));
		assert_non_null(strstr(why, "this is no position of"));
	}
}

/* ---- texts ---- */

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "

static const struct {
	const char *game, *position, *line; /* one of the lines */
} said[] = {
	{ "chess", ARRAY, "White to move, turn 1" },
	{ "american", "11/11/11/11/11/11/11/11/11 b - - 0 7", "Red to move, turn 7" },
	{ "crowded-house", ARRAY "seat=bq passes=0", "Black (a–d) to move, turn 1" },
	{ "zombie", ARRAY "stage=move buried=nb2/P? left=- moved=- hold=- dust=Qp",
	  "Buried by White: black knight under b2" },
	{ "zombie", ARRAY "stage=move buried=nb2/P? left=- moved=- hold=- dust=Qp",
	  "Buried by Black: white pawn under ?" },
	{ "zombie", ARRAY "stage=move buried=-/- left=- moved=- hold=- dust=Qp",
	  "Gone to dust: Q p" },
	{ "zombie", "4k3/8/8/8/8/8/8/P^3K2R^ w - - 0 1 stage=move", "Zombies: a1 h1" },
	{ "masquerade", ARRAY "stage=move masks=QKRNB/????? known=- log=n:QB+",
	  "Captures, White: K as Q, Q as K, R as R, B as N, N as B" },
	{ "masquerade", ARRAY "stage=move masks=QKRNB/????? known=- log=n:QB+",
	  "Captures, Black: not known" },
	{ "masquerade", ARRAY "stage=move masks=QKRNB/????? known=- log=n:QB+",
	  "Answers: n as QB: yes" },
	{ "dice-money", ARRAY "stage=roll dice=2,5 money=1,2", "Money: White 1, Black 2" },
	{ "dice-money", ARRAY "stage=roll dice=2,5 money=0,2", "Dice: 2 5" },
	{ "cooperative", ARRAY "hands=8S,QS/#3 pile=#26", "Hand, White: 8\u2660 Q\u2660" },
	{ "cooperative", ARRAY "hands=8S,QS/#3 pile=#26", "Pile: 26 face down" },
	{ "accounting", "4k3/8/8/8/8/8/8/P*3K3 w - - 0 1", "Crooked: a1" },
	{ "half-alice", ARRAY "checkers=0,12", "Checkers left: White 0, Black 12" },
};

static void
test_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		struct diagram_words w;
		bool found = false;

		diagram_words(rules_game(said[i].game), said[i].position, NULL, 64, &w);
		for (unsigned k = 0; k < w.n; k++)
			found |= strcmp(w.line[k], said[i].line) == 0;
		if (!found)
			fail_msg("%s: not said: %s (but: %s)", said[i].game, said[i].line,
				 w.n > 1 ? w.line[1] : "");
	}
}

/* A sheet wraps its own lines: it gets complete sentences. */
static void
test_whole_sentences(void **state)
{
	static const char position[] =
		ARRAY "stage=roll prices=6,15,5,3,7,11,19,10/6,15,5,4,7,11,19,10";
	static const char prices[] =
		"Prices, White: extra move 6, two of them 15, opponent's piece 5, pawn 3, minor "
		"piece 7, rook 11, queen 19, flight 10";
	struct diagram_words w;

	(void)state;
	diagram_words(rules_game("dice-money"), position, "It is over", 0, &w);
	assert_int_equal(w.n, 3);
	assert_string_equal(w.line[0], "It is over");
	assert_string_equal(w.line[1], prices);
	diagram_words(rules_game("dice-money"), position, NULL, 64, &w);
	assert_int_equal(w.n, 5);
	assert_string_equal(w.line[0], "White to move, turn 1");
}

/* The end of a game in sentences, not in the codes of records. */
static void
test_results(void **state)
{
	static const struct {
		const char *game;
		struct record_result result;
		const char *want;
	} rows[] = {
		{ "chess", { RECORD_UNFINISHED, 0, "" }, "" },
		{ "chess", { RECORD_BLACK_WINS, 0, "checkmate" }, "Black wins: checkmate (0-1)" },
		{ "chess",
		  { RECORD_WHITE_WINS, 0, "time" },
		  "White wins: Black ran out of time (1-0)" },
		{ "chess", { RECORD_WHITE_WINS, 0, "" }, "White wins (1-0)" },
		{ "chess",
		  { RECORD_WHITE_WINS, 0, "adjudication" },
		  "White wins: adjudication (1-0)" },
		{ "chess", { RECORD_DRAWN, 0, "" }, "Draw (1/2-1/2)" },
		{ "chess",
		  { RECORD_DRAWN, 0, "threefold" },
		  "Draw: claimed, the position stood three times (1/2-1/2)" },
		{ "accounting",
		  { RECORD_WHITE_WINS, 0, "ceo-captured" },
		  "White wins: the CEO is captured (1-0)" },
		{ "american",
		  { RECORD_BLACK_WINS, 0, "resignation" },
		  "Red wins: Blue resigned (0-1)" },
		{ "american",
		  { RECORD_DRAWN, 0, "generals" },
		  "Draw: neither side has a general in the gauntlet (1/2-1/2)" },
		{ "cooperative", { RECORD_LOST, 0, "out-of-cards" }, "Lost: no cards are left" },
		{ "cooperative", { RECORD_LOST, 0, "resignation" }, "Lost: given up" },
		{ "cooperative",
		  { RECORD_SCORED, 3, "king-captured" },
		  "Score 3: the king is captured" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct record r = { .game = rules_game(rows[i].game), .result = rows[i].result };
		char text[DIAGRAM_RESULT];

		diagram_result(&r, text);
		assert_string_equal(text, rows[i].want);
	}
}

/* Any position's text fits its lines. */
static void
test_words_of_games(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	char text[RULES_POSITION_TEXT];
	struct diagram_words w;
	struct record r;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		unsigned width = diagram_letters(games[i]);

		play(&r, games[i], 300, 31 + i);
		rules_print(games[i], &r.last, text);
		diagram_words(games[i], text, NULL, width, &w);
		assert_true(w.n >= 1 && w.n < DIAGRAM_LINES_MAX);
		for (unsigned k = 0; k < w.n; k++)
			assert_true(strlen(w.line[k]) <= width + 8);
		record_finish(&r);
	}
}

/* ---- films ---- */

/* Returns the k-th number of a list separated by `;`; false if the list is shorter. */
static bool
number_at(const char *list, unsigned k, double *out)
{
	for (; k > 0; k--) {
		list += strcspn(list, ";\"");
		if (*list++ != ';')
			return false;
	}
	*out = strtod(list, NULL);
	return true;
}

/*
 * Reports whether that line's element is visible at that part of the film. t <
 * 0: without motion.
 */
static bool
is_seen(const char *line, double t)
{
	const char *values = strstr(line, " values=\""), *times = strstr(line, " keyTimes=\"");
	const char *value;
	double from;

	if (t < 0 || !values || !times)
		return strstr(line, " visibility=\"hidden\"") == NULL;
	value = values += strlen(" values=\"");
	times += strlen(" keyTimes=\"");
	for (unsigned k = 0; number_at(times, k, &from) && from <= t; k++) {
		value = values;
		for (unsigned skip = k; skip > 0; skip--)
			value += strcspn(value, ";") + 1;
	}
	return strncmp(value, "visible", 7) == 0;
}

/* Parses "n^" up to a quotation mark. */
static uint8_t
piece_of(const char *name)
{
	static const char letters[] = ".PNBRQKSMC";
	bool black = name[0] >= 'a';
	const char *at = strchr(letters, black ? name[0] - 'a' + 'A' : name[0]);

	assert_non_null(at);
	return (uint8_t)(piece_make((unsigned)(at - letters), black) |
			 (name[1] == '"' ? 0 : PIECE_MARK));
}

/* Returns the visible pieces as a board. */
static void
frame_read(const char *film, const struct game *g, double t, uint8_t at[RULES_SQUARES_MAX])
{
	static const char mark[] = "data-square=\"";

	memset(at, 0, RULES_SQUARES_MAX);
	while ((film = strstr(film, mark))) {
		size_t len = strcspn(film, "\n");
		char line[2048];
		const char *name;
		unsigned sq;

		assert_true(len < sizeof(line));
		snprintf(line, sizeof(line), "%.*s", (int)len, film);
		film += len;
		sq = rules_square_parse(g, line + sizeof(mark) - 1,
					strcspn(line + sizeof(mark) - 1, "\""));
		name = strstr(line, "data-piece=\"") + strlen("data-piece=\"");
		if (!is_seen(line, t))
			continue;
		assert_true(sq < rules_squares(g));
		assert_int_equal(at[sq], 0);
		at[sq] = piece_of(name);
	}
}

static void
frame_compare(const char *film, const struct game *g, const struct position *p, double t)
{
	uint8_t at[RULES_SQUARES_MAX];

	frame_read(film, g, t, at);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (at[sq] != rules_at(g, p, sq))
			fail_msg("%s, at %f: square %u shows %x, not %x", rules_name(g), t, sq,
				 at[sq], rules_at(g, p, sq));
}

/* Returns the first rectangle of each square, the square itself: `<rect x="26" y="34" `. */
static const char *
square_find(const char *film, unsigned sq, size_t *len)
{
	const char *at = strstr(film, "<rect x=");

	for (; sq > 0; sq--)
		at = strstr(at + 1, "<rect x=");
	*len = (size_t)(strstr(at, "width=") - at);
	return at;
}

/* Returns how often the square is visibly tinted at that time. */
static unsigned
tinted(const char *film, unsigned sq, double t)
{
	size_t len;
	const char *square = square_find(film, sq, &len), *line = film;
	unsigned n = 0;

	while ((line = strstr(line, "<rect x="))) {
		char text[1024];

		snprintf(text, sizeof(text), "%.*s", (int)strcspn(line, "\n"), line);
		n += strncmp(text, square, len) == 0 && strstr(text, "fill=\"#f0e442\"") &&
		     is_seen(text, t);
		line++;
	}
	return n;
}

/* Only the changes of the last move are tinted, and none before the first. */
static void
tints_compare(const char *film, const struct record *r, uint32_t move, double t)
{
	struct position p = r->start, before = p;

	for (uint32_t i = 0; i < move; i++) {
		before = p;
		rules_apply(r->game, &p, r->action[i].action);
	}
	for (unsigned sq = 0; sq < rules_squares(r->game); sq++)
		if (tinted(film, sq, t) !=
		    (rules_at(r->game, &p, sq) != rules_at(r->game, &before, sq)))
			fail_msg("%s, move %u: square %u is tinted, or not", rules_name(r->game),
				 move, sq);
}

static void
test_tints(void **state)
{
	static const char *const games[] = { "chess", "american" };
	struct record r;

	(void)state;
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		char *film;

		play(&r, rules_game(games[i]), 12, 70 + i);
		film = film_svg(&r, why);
		assert_non_null(film);
		for (uint32_t k = 0; k <= r.n; k++)
			tints_compare(film, &r, k, (k + 0.5) / (r.n + 1 + 4));
		tints_compare(film, &r, r.n, 0.999);
		tints_compare(film, &r, r.n, -1);
		free(film);
		record_finish(&r);
	}
}

/* The result is below the last move only. */
static void
test_film_result(void **state)
{
	struct record r;
	char *film, *at, line[1024];

	(void)state;
	play(&r, rules_game("chess"), 6, 3);
	r.result = record_result_resigned(0);
	film = film_svg(&r, why);
	at = strstr(film, "Black wins: White resigned (0-1)");
	assert_non_null(at);
	while (at[-1] != '\n')
		at--;
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
	assert_false(is_seen(line, 0.3));
	assert_true(is_seen(line, 0.999));
	assert_true(is_seen(line, -1));
	free(film);
	record_finish(&r);
}

static void
test_films(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	struct record r;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		struct position p;
		char *film;

		play(&r, games[i], 50, 900 + i);
		film = film_svg(&r, why);
		assert_non_null(film);
		p = r.start;
		for (uint32_t k = 0; k <= r.n; k++) {
			frame_compare(film, games[i], &p, (k + 0.5) / (r.n + 1 + 4));
			if (k < r.n)
				rules_apply(games[i], &p, r.action[k].action);
		}
		frame_compare(film, games[i], &p, 0.999);
		frame_compare(film, games[i], &p, -1);
		free(film);
		record_finish(&r);
	}
}

/* ---- files ---- */

static void
file_begins(const char *path, const char *with, size_t at_least)
{
	char *data;
	size_t len;

	assert_int_equal(record_file_read(path, 16 << 20, &data, &len), 0);
	assert_true(len > at_least);
	assert_memory_equal(data, with, strlen(with));
	free(data);
}

static void
test_files(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	char folder[64], path[96];
	struct record r;

	(void)state;
	help_folder(folder);
	for (size_t i = 0; i < n; i++) {
		char text[RULES_POSITION_TEXT], *svg;
		struct diagram d = { .game = games[i], .position = text, .words = true };

		play(&r, games[i], 120, 40 + i);
		strcpy(r.name[0], "<A & \"B\">");
		rules_print(games[i], &r.last, text);
		svg = diagram_svg(&d, why);
		assert_non_null(svg);
		snprintf(path, sizeof(path), "%s/%zu.png", folder, i);
		assert_int_equal(picture_png(svg, 300, path, why), 0);
		file_begins(path, "\x89PNG", 4000);
		free(svg);
		/* A film must be valid SVG for viewers without motion too. */
		svg = film_svg(&r, why);
		assert_int_equal(picture_png(svg, 300, path, why), 0);
		free(svg);
		snprintf(path, sizeof(path), "%s/%zu.pdf", folder, i);
		assert_int_equal(sheet_pdf(&r, path, why), 0);
		file_begins(path, "%PDF-", 8000);
		record_finish(&r);
	}
	help_folder_remove(folder);
}

/* Texts laid out for a sheet, in order, one a line, intercepted before pango. */
static char laid[16 * 1024];

void __real_pango_layout_set_text(void *layout, const char *text, int len);
void __wrap_pango_layout_set_text(void *layout, const char *text, int len);

void
__wrap_pango_layout_set_text(void *layout, const char *text, int len)
{
	size_t at = strlen(laid);

	snprintf(laid + at, sizeof(laid) - at, "%s\n", text);
	__real_pango_layout_set_text(layout, text, len);
}

/* The result is a sentence in the header, after the date, and after the moves. */
static void
test_sheet_result(void **state)
{
	static const struct {
		struct record_result result;
		const char *head, *end;
	} rows[] = {
		{ { RECORD_BLACK_WINS, 0, "resignation" },
		  "\nHere, 2026.11.20   round 3   Black wins: White resigned (0-1)\n",
		  "\nBlack wins: White resigned (0-1)\n" },
		{ { RECORD_DRAWN, 0, "threefold" },
		  "\nHere, 2026.11.20   round 3   Draw: claimed, the position stood three times "
		  "(1/2-1/2)\n",
		  "\nDraw: claimed, the position stood three times (1/2-1/2)\n" },
		{ { RECORD_UNFINISHED, 0, "" },
		  "\nHere, 2026.11.20   round 3   \n",
		  "\nunfinished\n" },
	};
	char folder[64], path[96];

	(void)state;
	help_folder(folder);
	snprintf(path, sizeof(path), "%s/x.pdf", folder);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct record r;

		play(&r, rules_game("chess"), 6, 3);
		r.result = rows[i].result;
		strcpy(r.site, "Here");
		strcpy(r.date, "2026.11.20");
		strcpy(r.round, "3");
		*laid = '\0';
		assert_int_equal(sheet_pdf(&r, path, why), 0);
		if (!strstr(laid, rows[i].head) || !strstr(laid, rows[i].end))
			fail_msg("%s", laid);
		record_finish(&r);
	}
	help_folder_remove(folder);
}

static void
test_no_files(void **state)
{
	struct record r;

	(void)state;
	play(&r, rules_game("chess"), 4, 1);
	assert_int_equal(picture_png("<svg", 300, "/nowhere/x.png", why), -1);
	assert_int_equal(sheet_pdf(&r, "/nowhere/x.pdf", why), -1);
	assert_non_null(strstr(why, "/nowhere/x.pdf: No such file"));
	record_finish(&r);
}

/* The gauntlet is shaded; a seat's half, which changes, is not. */
static void
test_gauntlet(void **state)
{
	static const struct {
		const char *game, *position;
		unsigned squares;
	} rows[] = {
		{ "american", "11/11/11/11/11/11/11/11/11 w - - 0 1", 27 },
		{ "crowded-house", ARRAY "seat=wk passes=0", 0 },
		{ "chess", ARRAY, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct diagram d = { .game = rules_game(rows[i].game),
				     .position = rows[i].position };
		char *svg = diagram_svg(&d, why);
		unsigned n = 0;

		assert_non_null(svg);
		for (const char *at = svg; (at = strstr(at, "#3a2a1c")) != NULL; at++)
			n++;
		free(svg);
		assert_int_equal(n, rows[i].squares);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gauntlet),
		cmocka_unit_test(test_boards),      cmocka_unit_test(test_no_boards),
		cmocka_unit_test(test_words),       cmocka_unit_test(test_words_of_games),
		cmocka_unit_test(test_films),       cmocka_unit_test(test_files),
		cmocka_unit_test(test_no_files),    cmocka_unit_test(test_whole_sentences),
		cmocka_unit_test(test_results),     cmocka_unit_test(test_tints),
		cmocka_unit_test(test_film_result), cmocka_unit_test(test_sheet_result),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

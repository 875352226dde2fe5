/*
 * PGN: written text is read back, common variants are read, and errors are
 * reported with their place.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "help.h"

/* Writes and reads a game, and compares. */
static void
round_trip(const struct record *r)
{
	struct record back = { 0 };
	struct pgn_reader p;
	struct pgn_error why = { 0 };
	char *text = pgn_print(r);
	int got;

	assert_non_null(text);
	pgn_reader_init(&p, text, strlen(text));
	got = pgn_read(&p, &back, &why);
	if (got != 1 || !record_same_game(r, &back))
		fail_msg("%s\nline %u: %s: %s", text, why.line, why.move, why.why);
	assert_string_equal(back.date, r->date);
	assert_int_equal(back.number, r->number);
	assert_int_equal(pgn_read(&p, &back, &why), 0);
	record_finish(&back);
	free(text);
}

static void
test_random_games(void **state)
{
	unsigned castlings = 0, promotions = 0;
	struct record r;
	char options[16];

	(void)state;
	for (unsigned i = 0; i < 400; i++) {
		snprintf(options, sizeof(options), "index=%u", i * 12 % 960 + i % 12);
		help_play(&r, i % 2 ? "chess960" : "chess", i % 2 ? options : "", NULL, 160, i);
		r.number = i + 1;
		help_count(&r, &castlings, &promotions);
		round_trip(&r);
		record_finish(&r);
	}
	/* Castlings and promotions must occur often enough. */
	assert_true(castlings > 100 && promotions > 100);
}

static void
test_all_arrays(void **state)
{
	unsigned castlings = 0, promotions = 0;
	struct record r;
	char options[16];

	(void)state;
	for (unsigned i = 0; i < 960; i++) {
		snprintf(options, sizeof(options), "index=%u", i);
		help_play(&r, "chess960", options, NULL, 24, i);
		help_count(&r, &castlings, &promotions);
		round_trip(&r);
		record_finish(&r);
	}
	assert_true(castlings > 100);
}

static const struct {
	const char *game, *fen;
} starts[] = {
	{ "chess", "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1" },
	{ "chess", "4k3/P6P/8/8/8/8/p6p/4K3 b - - 12 40" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17" },
	{ "chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3" },
	{ "chess960", "1k5r/8/8/8/8/8/8/1KR4R w Ch - 0 1" },
	{ "chess960", "rk4r1/8/8/8/8/8/8/RK2R3 b EAga - 5 9" },
	{ "chess960", "2rkr3/pppppppp/8/8/8/8/PPPPPPPP/RRKR4 w DBec - 0 1" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1" },
};

static void
test_odd_starts(void **state)
{
	struct record r;

	(void)state;
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		for (unsigned seed = 0; seed < 20; seed++) {
			help_play(&r, starts[i].game, "", starts[i].fen, 60, seed);
			round_trip(&r);
			record_finish(&r);
		}
}

/* Every game, and the template, on the largest board. */
static void
test_every_game(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	struct record r;

	(void)state;
	for (size_t i = 0; i <= n; i++) {
		unsigned actions = 0;

		for (unsigned seed = 0; seed < 40; seed++) {
			help_play(&r, i < n ? rules_name(games[i]) : "null", "", NULL, 100, seed);
			actions += r.n;
			round_trip(&r);
			record_finish(&r);
		}
		assert_true(actions > 400);
	}
}

/* Tags that need escaping or cleaning. */
static void
test_texts(void **state)
{
	static const char *const names[] = { "",
					     "Zo\xc3\xab 'Rook' M\xc3\xbcller",
					     "back\\slash\\\\",
					     "ends with \\",
					     "'",
					     "[x 'y']",
					     "{ ; % }" };
	struct record r;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		help_play(&r, "chess", "", NULL, 10, i);
		record_text_set(r.name[0], names[i]);
		record_text_set(r.name[1], names[6 - i]);
		r.result = record_result_resigned(i % 2);
		strcpy(r.date, i % 2 ? "2026.11.20" : "2026.??.??");
		round_trip(&r);
		record_finish(&r);
	}
}

/* The exact text, once: roster, order, wrapping, numbers. */
static void
test_golden(void **state)
{
	static const char golden[] =
		"[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.20\"]\n[Round \"?\"]\n[White "
		"\"Anna\"]\n"
		"[Black \"?\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n"
		"[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3\"]\n"
		"[Termination \"checkmate\"]\n[GameNumber \"7\"]\n\n"
		"3... a6 4. Qxf7# 1-0\n\n";
	struct record r;
	struct position p;
	struct rules_error why;
	const struct game *g = rules_game("chess");
	char *text;

	(void)state;
	assert_int_equal(
		rules_parse(g, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
			    &p, &why),
		0);
	record_init(&r, g, &p);
	assert_int_equal(record_add_text(&r, "a7a6", 1), 0);
	assert_int_equal(record_add_text(&r, "f3f7", 2), 0);
	assert_int_equal(record_add_text(&r, "e8f7", 3), -EINVAL);
	r.result = record_result_rules(rules_outcome(g, &r.last, NULL));
	r.number = 7;
	strcpy(r.date, "2026.11.20");
	strcpy(r.name[0], "Anna");
	text = pgn_print(&r);
	assert_string_equal(text, golden);
	free(text);
	record_finish(&r);
}

static void
test_width(void **state)
{
	struct record r;
	char *text;

	(void)state;
	help_play(&r, "chess", "", NULL, 150, 5);
	text = pgn_print(&r);
	for (char *line = strtok(strstr(text, "\n\n"), "\n"); line; line = strtok(NULL, "\n"))
		assert_true(strlen(line) < 80);
	free(text);
	record_finish(&r);
}

/* ---- common variants ---- */

#define TAGS "[White \"A\"]\n[Black \"B\"]\n"

static const struct {
	const char *name, *text;
	const char *actions; /* "|" between games; "" a game without any */
	const char *result;  /* of the last game */
	const char *white;   /* of the last game */
} good[] = {
	{ "bare moves", "1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3", "*", "" },
	{ "no result at the end", "1. e4 e5", "e2e4 e7e5", "*", "" },
	{ "result from the tag", "[Result \"1-0\"]\n\n1. e4", "e2e4", "1-0", "" },
	{ "result from the end", "[Result \"*\"]\n\n1. e4 0-1", "e2e4", "0-1", "" },
	{ "half a point", "1. e4 1/2", "e2e4", "1/2-1/2", "" },
	{ "halves in one letter", "1. e4 e5 \xc2\xbd-\xc2\xbd\n\n1. d4 d5 \xbd-\xbd",
	  "e2e4 e7e5|d2d4 d7d5", "1/2-1/2", "" },
	{ "glued numbers", "1.e4 e5 2.Nf3 2...Nc6 3 . d4 *", "e2e4 e7e5 g1f3 b8c6 d2d4", "*", "" },
	{ "comments", "{a} 1. e4 {b ( [ ; } e5 ; rest } (\n2. Nf3 {multi\nline} *",
	  "e2e4 e7e5 g1f3", "*", "" },
	{ "variations", "1. e4 (1. d4 d5 (1... Nf6 {)}) 2. c4) e5 *", "e2e4 e7e5", "*", "" },
	{ "annotations", "1. e4! $1 e5?! 2. Nf3!? Nc6?? $14 +/- *", "e2e4 e7e5 g1f3 b8c6", "*",
	  "" },
	{ "percent lines", "% told to programs\n1. e4\n%x\ne5 *", "e2e4 e7e5", "*", "" },
	{ "zeros for castling", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
	  "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8", "*", "" },
	{ "superfluous letters", "1. e2e4 d7d5 2. e4xd5 Qd8xd5 *", "e2e4 d7d5 e4d5 d8d5", "*", "" },
	{ "en passant said", "1. e4 a6 2. e5 d5 3. exd6 e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6", "*",
	  "" },
	{ "en passant glued to its move", "1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *",
	  "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6", "*", "" },
	{ "carriage returns", TAGS "\r\n1. e4\r\ne5 1-0\r\n", "e2e4 e7e5", "1-0", "A" },
	{ "old line ends", "[White \"A\"]\r[Black \"B\"]\r\r1. e4 e5\r0-1\r", "e2e4 e7e5", "0-1",
	  "A" },
	{ "byte order mark", "\xef\xbb\xbf" TAGS "\n1. e4 *", "e2e4", "*", "A" },
	{ "byte order marks before games put together",
	  "\xef\xbb\xbf" TAGS "\n1. e4 1-0\n\xef\xbb\xbf\xef\xbb\xbf" TAGS
	  "\n1. d4 {a\n\xef\xbb\xbf b} 1/2\r\n\xef\xbb\xbf%[x\r\n" TAGS "\n1. c4 *",
	  "e2e4|d2d4|c2c4", "*", "A" },
	{ "one behind a file without a line's end", "1. e4 1-0\xef\xbb\xbf" TAGS "\n1. d4 *",
	  "e2e4|d2d4", "*", "A" },
	{ "one behind a move", "1. e4\xef\xbb\xbf e5 \xef\xbb\xbf", "e2e4 e7e5", "*", "" },
	{ "Latin-1", "[White \"Bj\xf8rn\"]\n\n*", "", "*", "Bj\xc3\xb8rn" },
	{ "Windows-1252", "[White \"\x8aimek, O\x92Neil\"]\n\n*", "", "*",
	  "\xc5\xa0imek, O\xe2\x80\x99Neil" },
	{ "UTF-8", "[White \"Bj\xc3\xb8rn\"]\n\n*", "", "*", "Bj\xc3\xb8rn" },
	{ "quotes inside", "[White \"Joe \"Blitz\" Doe\"]\n\n*", "", "*", "Joe \"Blitz\" Doe" },
	{ "escapes", "[White \"a\\\"b\\\\c]\"]\n\n*", "", "*", "a\"b\\c]" },
	{ "two games", TAGS "\n1. e4 1-0\n\n[White \"C\"]\n\n1. d4 0-1", "e2e4|d2d4", "0-1", "C" },
	{ "two games, no result", TAGS "\n1. e4\n\n[White \"C\"]\n\n1. d4", "e2e4|d2d4", "*", "C" },
	{ "remark behind the end", "1. e4 1-0 {White wins}\n\n[White \"C\"]\n\n*", "e2e4|", "*",
	  "C" },
	{ "no game", "{nothing}\n% here\n", NULL, NULL, NULL },
	{ "empty", "", NULL, NULL, NULL },
	{ "variant named", "[Variant \"Standard\"]\n\n1. e4 *", "e2e4", "*", "" },
	{ "Chess960, X-FEN",
	  "[Variant \"Chess960\"]\n[FEN \"k7/8/8/8/8/8/8/1RK4R w KQ - 0 1\"]\n\n1. O-O *", "c1h1",
	  "*", "" },
	{ "FEN of four fields", "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q -\"]\n\n1. O-O-O *", "e1c1", "*",
	  "" },
	{ "acts in comments",
	  "[Variant \"Null\"]\n\n1. {[%act f1f2]} -- -- {x [%act f9f8] [%clk 1]} 2. f2f3 *",
	  "f1f2 f9f8 f2f3", "*", "" },
	{ "mate settles it", "1. f3 e5 2. g4 Qh4# *", "f2f3 e7e5 g2g4 d8h4", "0-1", "" },
};

/* Writes the actions of a record as coordinates. */
static void
actions_text(const struct record *r, char *out, size_t size)
{
	struct position p = r->start;
	char text[RULES_ACTION_TEXT];
	size_t at = strlen(out);

	for (uint32_t i = 0; i < r->n; i++) {
		rules_action_print(r->game, &p, r->action[i].action, text);
		rules_apply(r->game, &p, r->action[i].action);
		at += (size_t)snprintf(out + at, size - at, "%s%s", i ? " " : "", text);
	}
}

static void
good_row(const char *name, const char *text, const char *actions, const char *result,
	 const char *white)
{
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why = { 0 };
	char got[1024] = "", last_white[RECORD_TEXT_MAX] = "";
	const char *last_result = "";
	int n, games = 0;

	pgn_reader_init(&p, text, strlen(text));
	while ((n = pgn_read(&p, &r, &why)) == 1) {
		if (games++)
			strcat(got, "|");
		actions_text(&r, got, sizeof(got));
		last_result = record_result_word(&r.result);
		strcpy(last_white, r.name[0]);
	}
	record_finish(&r);
	if (n < 0)
		fail_msg("%s: %u:%u: %s: %s", name, why.line, why.column, why.move, why.why);
	if (!actions) {
		assert_int_equal(games, 0);
		return;
	}
	if (strcmp(got, actions) != 0 || strcmp(last_result, result) != 0 ||
	    strcmp(last_white, white) != 0)
		fail_msg("%s: got \"%s\" \"%s\" \"%s\"", name, got, last_result, last_white);
}

static void
test_good(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		good_row(good[i].name, good[i].text, good[i].actions, good[i].result,
			 good[i].white);
}

/* ---- errors ---- */

static const struct {
	const char *text;
	unsigned game, line, column;
	const char *move, *why; /* why: a part of the message */
} bad[] = {
	{ "1. e4 e5 2. Nf6 *", 1, 1, 13, "Nf6", "" },
	{ TAGS "\n1. e4\ne5 2. Ke3\n", 1, 5, 7, "Ke3", "" },
	{ "1. e4 hello *", 1, 1, 7, "hello", "" },
	{ "1. Nd2 *", 1, 1, 4, "Nd2", "" },
	{ "1. d4 d5 2. Nf3 Nf6 3. Nd2 *", 1, 1, 24, "Nd2", "" },
	{ "1. e4 {never ends", 1, 1, 7, "", "comment has no end" },
	{ "1. e4 (1. d4", 1, 1, 7, "", "variation has no end" },
	{ "1. e4 ) *", 1, 1, 7, "", "has no opening one" },
	{ "1. e4 } *", 1, 1, 7, "", "has no opening one" },
	{ "[White \"A]\n\n1. e4 *", 1, 1, 1, "", "tag has no end" },
	{ "[White A]\n\n1. e4 *", 1, 1, 1, "", "tag has no end" },
	{ "[White \"A\"]\n[White \"B\"]\n\n*", 1, 2, 1, "", "White is given twice" },
	{ "[FEN \"8/8/8 w - - 0 1\"]\n\n*", 1, 1, 1, "", "the FEN tag, character" },
	{ TAGS "[FEN \"4k3/8/8/8/8/8/8/4K2R w Q - 0 1\"]\n\n*", 1, 3, 1, "",
	  "the FEN tag, character" },
	{ "[Variant \"Crazyhouse\"]\n\n1. e4 *", 1, 1, 1, "", "\"Crazyhouse\" is not known" },
	{ "[Result \"1-0\"]\n\n1. e4 0-1", 1, 3, 7, "", "Result says 1-0" },
	{ "[Result \"2-0\"]\n\n1. e4", 1, 1, 1, "", "\"2-0\" is none of" },
	{ "1. f3 e5 2. g4 Qh4# 1-0", 1, 1, 21, "", "checkmate, which is 0-1" },
	{ "1. f3 e5 2. g4 Qh4# 3. a3 *", 1, 1, 24, "a3", "over before this move: checkmate" },
	{ "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 *", 1, 3, 4, "Kd2",
	  "before this move: material" },
	{ TAGS "\n1. e4 *\n\n" TAGS "\n1. d4 Ke4 *", 2, 9, 7, "Ke4", "" },
	{ "1. e4 *\n\xef\xbb\xbf" TAGS "\n1. Ke4 *", 2, 5, 4, "Ke4", "" },
	{ "1. e4\xff\xfe *", 1, 1, 4, "e4\\xff\\xfe", "" },
	{ "1. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 1, 4,
	  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "no move" },
	{ "[Variant \"Null\"]\n\n1. f1f2 {[%act f9f4]}", 1, 3, 9, "f9f4", "" },
	{ "[Variant \"Null\"]\n\n1. f1f2 {[%act bury:?]}", 1, 3, 9, "bury:?", "no legal action" },
	{ "[FEN \"4k3/8/8/8/8/8/8/4?3 w - - 0 1\"]\n\n*", 1, 1, 1, "", "the FEN tag, character" },
	{ "[Variant \"Null\"]\n\n1. f1f2 {[%act f9f8}", 1, 3, 9, "", "no end" },
	{ "1. -- *", 1, 1, 4, "--", "" },
};

static void
bad_row(size_t i)
{
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why = { 0 };
	int n;

	pgn_reader_init(&p, bad[i].text, strlen(bad[i].text));
	while ((n = pgn_read(&p, &r, &why)) == 1)
		;
	if (n == 0)
		fail_msg("row %zu: read without an error", i);
	if (why.game != bad[i].game || why.line != bad[i].line || why.column != bad[i].column ||
	    strcmp(why.move, bad[i].move) != 0 || !strstr(why.why, bad[i].why) || !*why.why)
		fail_msg("row %zu: game %u, %u:%u: \"%s\": %s", i, why.game, why.line, why.column,
			 why.move, why.why);
	assert_null(r.action);
	record_finish(&r);
}

static void
test_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		bad_row(i);
}

/* Values and names of tags that are longer than any buffer for them. */
static void
test_long_tags(void **state)
{
	enum { LONG = 5000 };
	static const struct {
		const char *tag;
		bool refused;
	} tags[] = {
		{ "Annotator", false }, { "White", false }, { "Event", false },
		{ "Seat_wk", false },   { "FEN", true },    { "Variant", true },
		{ "Date", true },       { "Result", true },
	};
	static char value[LONG + 1], text[3 * LONG];
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;

	(void)state;
	memset(value, 'x', LONG);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		snprintf(text, sizeof(text), "[Black \"B\"]\n[%s \"%s\"]\n\n1. e4 *\n", tags[i].tag,
			 value);
		pgn_reader_init(&p, text, strlen(text));
		assert_int_equal(pgn_read(&p, &r, &why), tags[i].refused ? -1 : 1);
		if (!tags[i].refused) {
			assert_int_equal(r.n, 1);
			assert_string_equal(r.name[1], "B");
			continue;
		}
		assert_int_equal(why.line, 2);
		assert_non_null(strstr(why.why, tags[i].tag));
		assert_non_null(strstr(why.why, "is longer than 2047 bytes"));
	}
	snprintf(text, sizeof(text), "[White \"%s\"]\n[%s \"C\"]\n\n1. e4 *\n", value, value);
	pgn_reader_init(&p, text, strlen(text));
	assert_int_equal(pgn_read(&p, &r, &why), 1);
	assert_int_equal(strlen(r.name[0]), RECORD_TEXT_MAX - 1);
	record_finish(&r);
}

static void
test_dates(void **state)
{
	static const char *const dates[][2] = {
		{ "2026.01.31", "2026.01.31" },
		{ "2026-1-31", "2026.01.31" },
		{ "2026", "2026.??.??" },
		{ "31.01.2026", "????.??.??" },
	};
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(dates) / sizeof(dates[0]); i++) {
		snprintf(text, sizeof(text), "[Date \"%s\"]\n\n1. e4 *\n", dates[i][0]);
		pgn_reader_init(&p, text, strlen(text));
		assert_int_equal(pgn_read(&p, &r, &why), 1);
		assert_string_equal(r.date, dates[i][1]);
	}
	record_finish(&r);
}

/* Games without content: an import omits them, and reports their places. */
static void
test_nothing(void **state)
{
	static const char text[] = "[White \"A\"]\n\n*\n\n[White \"B\"]\n\n1-0\n\n"
				   "{x}\n[White \"C\"]\n*\n\n1. e4 *\n";
	static const bool nothing[] = { true, false, true, false };
	static const unsigned line[] = { 1, 5, 10, 13 };
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;

	(void)state;
	pgn_reader_init(&p, text, strlen(text));
	for (unsigned i = 0; i < 4; i++) {
		int got = pgn_read(&p, &r, &why);

		assert_int_equal(got, 1);
		assert_int_equal(pgn_left_out(got, &r, &why), nothing[i]);
		assert_int_equal(why.game, i + 1);
		assert_int_equal(why.line, line[i]);
		assert_true(!nothing[i] || strstr(why.why, "neither a move nor a result"));
	}
	assert_int_equal(pgn_read(&p, &r, &why), 0);
	assert_false(pgn_left_out(0, &r, &why));
	record_finish(&r);
}

/* Games after an invalid one are found, wherever its error is. */
static void
test_goes_on(void **state)
{
	static const char *const broken[] = {
		"1. e5",
		"[White \"A]\n[Black \"x\"]\n\n1. e4",
		"[Variant \"no\"]\n[Black \"x\"]\n\n1. e4 {\n[Black \"c\"] }",
		"1. e4 ) e5\n2. Nf3 Nc6 *",
		"1. e4 {no end",
		"1. e4 (1. d4",
		"[Result \"7\"]\n\n1. e4 *"
	};
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	char text[512];

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(broken) / sizeof(broken[0]); i++) {
		snprintf(text, sizeof(text), "%s\n\n%s[White \"after\"]\n\n1. d4 *\n", broken[i / 2],
			 i % 2 ? "\xef\xbb\xbf" : "");
		pgn_reader_init(&p, text, strlen(text));
		assert_int_equal(pgn_read(&p, &r, &why), -1);
		if (pgn_read(&p, &r, &why) != 1)
			fail_msg("%s\n%u:%u: %s", text, why.line, why.column, why.why);
		assert_string_equal(r.name[0], "after");
		assert_int_equal(r.n, 1);
		assert_int_equal(pgn_read(&p, &r, &why), 0);
	}
	record_finish(&r);
}

/* Another encoding is one error, however long the file. */
static void
test_utf16(void **state)
{
	static const struct {
		const char *text;
		size_t len;
		bool told;
	} rows[] = {
		{ "\xff\xfe[\0A\0 \0\"\0\"\0]\0\n\0", 16, true },
		{ "\xfe\xff\0[\0A\0 \0\"\0\"\0]\0\n", 16, true },
		{ "[\0A\0 \0\"\0\"\0]\0\n\0", 14, true },
		{ "\0[\0A\0 \0\"\0\"\0]\0\n", 14, true },
		{ "\xff\xfe", 2, true },
		{ "\xff", 1, false },
		{ "[A \"\xff\xfe\"]\n\n*", 12, false },
	};
	struct record r = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pgn_reader p;
		struct pgn_error why;

		pgn_reader_init(&p, rows[i].text, rows[i].len);
		if ((pgn_read(&p, &r, &why) < 0 && strstr(why.why, "UTF-16")) != rows[i].told)
			fail_msg("row %zu: %u:%u: %s", i, why.line, why.column, why.why);
		if (!rows[i].told)
			continue;
		assert_int_equal(why.game, 1);
		assert_int_equal(why.line, 1);
		assert_int_equal(why.column, 1);
		assert_int_equal(pgn_read(&p, &r, &why), 0);
	}
	record_finish(&r);
}

static void
test_error_line(void **state)
{
	struct pgn_error why = { .game = 3, .line = 12, .column = 4, .move = "Nf9", .why = "no" };
	char line[80];

	(void)state;
	pgn_error_print("a.pgn", &why, line, sizeof(line));
	assert_string_equal(line, "a.pgn:12:4: game 3: Nf9: no");
	why.move[0] = '\0';
	pgn_error_print("a.pgn", &why, line, sizeof(line));
	assert_string_equal(line, "a.pgn:12:4: game 3: no");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_games), cmocka_unit_test(test_all_arrays),
		cmocka_unit_test(test_odd_starts),   cmocka_unit_test(test_texts),
		cmocka_unit_test(test_every_game),   cmocka_unit_test(test_golden),
		cmocka_unit_test(test_width),        cmocka_unit_test(test_good),
		cmocka_unit_test(test_bad),          cmocka_unit_test(test_long_tags),
		cmocka_unit_test(test_nothing),      cmocka_unit_test(test_dates),
		cmocka_unit_test(test_goes_on),      cmocka_unit_test(test_utf16),
		cmocka_unit_test(test_error_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

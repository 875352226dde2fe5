/* Records in memory and as native files. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "help.h"

/* ---- memory ---- */

static void
test_cut(void **state)
{
	struct record r, whole;

	(void)state;
	help_play(&r, "chess", "", NULL, 40, 9);
	help_play(&whole, "chess", "", NULL, 40, 9);
	record_cut(&r, 25);
	assert_int_equal(r.n, 25);
	assert_false(record_same_game(&r, &whole));
	for (uint32_t i = 25; i < whole.n; i++)
		assert_int_equal(record_add(&r, whole.action[i].action, whole.action[i].t_us), 0);
	assert_true(record_same_game(&r, &whole));
	record_cut(&r, 0);
	assert_int_equal(r.n, 0);
	record_finish(&r);
	record_finish(&whole);
}

static void
test_limit(void **state)
{
	struct record r;

	(void)state;
	help_play(&r, "chess", "", NULL, 20, 1);
	assert_int_equal(record_add_text(&r, "e1e5", 0), -EINVAL);
	/* A test cannot make a game of that length, so set the count. */
	r.n = RECORD_ACTIONS_MAX;
	assert_int_equal(record_add(&r, (struct action){ 0 }, 0), -E2BIG);
	r.n = 20;
	record_finish(&r);
	record_finish(&r);
}

static void
test_text(void **state)
{
	static const struct {
		const char *in, *out;
	} rows[] = {
		{ "Anna", "Anna" },
		{ "a\nb\tc\x7f", "a b c " },
		{ "Zo\xc3\xab", "Zo\xc3\xab" },
		{ "Zo\xeb", "Zo\xc3\xab" },
		{ "\xe2\x99\x9e", "\xe2\x99\x9e" },
		{ "\xed\xa0\x80", "\xc3\xad\xc2\xa0\xe2\x82\xac" }, /* a surrogate is no UTF-8 */
		{ "\xc0\xaf", "\xc3\x80\xc2\xaf" },             /* nor is an overlong slash */
		{ "\xf0\x9f\x90", "\xc3\xb0\xc5\xb8 " }, /* nor a character cut off */
	};
	char out[RECORD_TEXT_MAX], longest[400];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		record_text_set(out, rows[i].in);
		assert_string_equal(out, rows[i].out);
	}
	/* Cut between characters, not within one: 63 of two bytes fit into 127. */
	for (unsigned i = 0; i < 199; i++)
		memcpy(longest + 2 * i, "\xc3\xab", 3);
	record_text_set(out, longest);
	assert_int_equal(strlen(out), 126);
}

static void
test_dates(void **state)
{
	static const struct {
		const char *date;
		bool valid;
	} rows[] = {
		{ "2026.01.31", true },  { "????.??.??", true },
		{ "1992.??.??", true },  { "2026.13.01", false },
		{ "2026.1.31", false },  { "2026-01-31", false },
		{ "", false },           { "2026.01.3?", false },
		{ "2026.00.10", false }, { "2026.01.311", false },
		{ "2024.02.29", true },  { "2024.02.30", false },
		{ "2023.02.29", false }, { "1900.02.29", false },
		{ "2000.02.29", true },  { "????.02.29", true },
		{ "2026.04.31", false }, { "2026.??.31", true },
		{ "????.02.30", false }, { "2026.12.31", true },
	};
	static const struct {
		const char *text, *date; /* NULL: invalid */
	} read[] = {
		{ "2026.01.31", "2026.01.31" },
		{ "2026-01-31", "2026.01.31" },
		{ "2026/01/31", "2026.01.31" },
		{ "2026.1.2", "2026.01.02" },
		{ "2026-1-31", "2026.01.31" },
		{ "2026", "2026.??.??" },
		{ "2026-11", "2026.11.??" },
		{ "2026.?.?", "2026.??.??" },
		{ "2026.??.3", "2026.??.03" },
		{ "????.??.??", "????.??.??" },
		{ "", NULL },
		{ "31.01.2026", NULL },
		{ "01/31/2026", NULL },
		{ "26.01.31", NULL },
		{ "226.01.31", NULL },
		{ "2026.13.01", NULL },
		{ "2026-02-30", NULL },
		{ "2026-01/31", NULL },
		{ "2026.01.031", NULL },
		{ "2026.1.", NULL },
		{ "2026..1", NULL },
		{ "2026.01.31.", NULL },
		{ "2026.1.3?", NULL },
		{ "20260131", NULL },
		{ "2026 01 31", NULL },
		{ "2026-01-31T18:00", NULL },
		{ "31 January 2026", NULL },
	};
	char date[RECORD_DATE_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(record_date_valid(rows[i].date), rows[i].valid);
	for (size_t i = 0; i < sizeof(read) / sizeof(read[0]); i++) {
		record_date_read(read[i].text, date);
		assert_string_equal(date, read[i].date ? read[i].date : RECORD_DATE_UNSET);
	}
	setenv("TZ", "UTC", 1);
	record_date_print(1790000000, true, date);
	assert_string_equal(date, "2026.09.21");
	record_date_print(1790000000, false, date);
	assert_string_equal(date, RECORD_DATE_UNSET);
}

static void
test_results(void **state)
{
	struct record_result res;

	(void)state;
	assert_int_equal(record_result_parse("1-0", "resignation", &res), 0);
	assert_int_equal(res.end, RECORD_WHITE_WINS);
	assert_string_equal(record_result_word(&res), "1-0");
	assert_int_equal(record_result_parse("1:0", "", &res), -1);
	res = record_result_resigned(0);
	assert_string_equal(record_result_word(&res), "0-1");
	res = record_result_drawn("agreed");
	assert_string_equal(record_result_word(&res), "1/2-1/2");
	res = record_result_rules(
		(struct outcome){ .result = RESULT_WIN, .reason = REASON_CHECKMATE, .colour = 1 });
	assert_string_equal(record_result_word(&res), "0-1");
	assert_string_equal(res.reason, "checkmate");
	res = record_result_rules((struct outcome){
		.result = RESULT_SCORE, .score = 4, .reason = REASON_KING_CAPTURED });
	assert_int_equal(res.end, RECORD_SCORED);
	assert_int_equal(res.score, 4);
}

/* ---- native ---- */

static void
test_native_round_trip(void **state)
{
	struct record r, back = { 0 };
	char why[NATIVE_WHY_MAX];

	(void)state;
	for (unsigned i = 0; i < 60; i++) {
		char *text;

		help_play(&r, i % 2 ? "chess960" : "chess", "", NULL, 120, 1000 + i);
		r.number = i;
		record_text_set(r.name[0], "Zo\xc3\xab \"x\" \\");
		record_text_set(r.event, i % 3 ? "Friday" : "");
		strcpy(r.date, i % 4 ? "2026.02.28" : RECORD_DATE_UNSET);
		if (r.result.end == RECORD_UNFINISHED && i % 5 == 0)
			r.result = record_result_drawn("agreed");
		text = native_print(&r);
		if (native_parse(text, strlen(text), &back, why) < 0)
			fail_msg("%s\n%s", text, why);
		assert_true(record_same_game(&r, &back));
		assert_string_equal(r.date, back.date);
		assert_string_equal(r.event, back.event);
		assert_int_equal(r.number, back.number);
		for (uint32_t k = 0; k < r.n; k++)
			assert_int_equal(r.action[k].t_us, back.action[k].t_us);
		free(text);
		record_finish(&r);
	}
	record_finish(&back);
}

static void
test_native_every_game(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	struct record r, back = { 0 };
	char why[NATIVE_WHY_MAX];

	(void)state;
	for (size_t i = 0; i < n * 10; i++) {
		char *text;

		help_play(&r, rules_name(games[i / 10]), "", NULL, 150, i);
		text = native_print(&r);
		if (native_parse(text, strlen(text), &back, why) < 0 ||
		    !record_same_game(&r, &back))
			fail_msg("%s\n%s", text, why);
		free(text);
		record_finish(&r);
	}
	record_finish(&back);
}

static void
test_native_no_times(void **state)
{
	static const char pgn[] = "1. e4 e5 1-0";
	struct record r = { 0 }, back = { 0 };
	struct pgn_reader p;
	struct pgn_error err;
	char why[NATIVE_WHY_MAX];
	char *text;

	(void)state;
	pgn_reader_init(&p, pgn, strlen(pgn));
	assert_int_equal(pgn_read(&p, &r, &err), 1);
	text = native_print(&r);
	assert_int_equal(native_parse(text, strlen(text), &back, why), 0);
	assert_true(back.action[1].t_us == RECORD_NO_TIME);
	free(text);
	record_finish(&r);
	record_finish(&back);
}

#define START "\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""
#define HEAD  "{\"haloboard\":\"record\",\"version\":1,\"game\":\"chess\"," START ","
#define TAIL  "\"players\":{},\"result\":{\"end\":\"unfinished\"}}"

static const struct {
	const char *text, *why;
} wrong[] = {
	{ "", "line 1" },
	{ "[]", "no record of a game" },
	{ "{\"a\":1}", "no record of a game" },
	{ "{\"haloboard\":\"record\",\"version\":2}", "version" },
	{ "{\"haloboard\":\"record\",\"version\":1}", "game" },
	{ HEAD "\"actions\":[]," TAIL, NULL },
	{ HEAD "\"actions\":[[\"e2e4\"]]," TAIL, NULL },
	{ HEAD "\"actions\":[]," TAIL "x", "line 1" },
	{ HEAD "\"actions\":[],\"more\":1," TAIL, "more" },
	{ HEAD "\"actions\":[],\"actions\":[]," TAIL, "duplicate" },
	{ HEAD "\"actions\":{}," TAIL, "array" },
	{ HEAD "\"actions\":[[\"e2e5\",1]]," TAIL, "actions[0]: e2e5" },
	{ HEAD "\"actions\":[[\"e2e4\",5],[\"e7e5\",4]]," TAIL, "actions[1]: the time goes back" },
	{ HEAD "\"actions\":[[\"e2e4\",-5]]," TAIL, "actions[0]" },
	{ HEAD "\"actions\":[[\"e2e4\",1,1]]," TAIL, NULL },
	{ HEAD "\"actions\":[[\"e2e4\",1,1,1]]," TAIL, "actions[0]" },
	{ HEAD "\"actions\":[[\"e2e4\",1,-1]]," TAIL, "actions[0]" },
	{ HEAD "\"clock\":\"fischer:300+3\",\"actions\":[]," TAIL, NULL },
	{ HEAD "\"clock\":\"fischer:300\",\"actions\":[]," TAIL, "clock" },
	{ HEAD "\"actions\":[\"e2e4\"]," TAIL, "actions[0]" },
	{ HEAD "\"actions\":[],\"date\":\"today\"," TAIL, "date" },
	{ HEAD "\"actions\":[],\"number\":-1," TAIL, "number" },
	{ HEAD "\"actions\":[],\"players\":{\"x\":\"A\"},\"result\":{\"end\":\"draw\"}}",
	  "players" },
	{ HEAD "\"actions\":[],\"players\":{\"w\":1},\"result\":{\"end\":\"draw\"}}", "players" },
	{ HEAD "\"actions\":[],\"players\":{},\"result\":{\"end\":\"won\"}}", "result" },
	{ HEAD "\"actions\":[],\"players\":{},\"result\":{\"end\":\"score\",\"score\":3}}",
	  "by the rules" },
	{ HEAD
	  "\"actions\":[],\"players\":{},\"result\":{\"end\":\"white\",\"reason\":\"boredom\"}}",
	  "no reason known" },
	{ HEAD "\"actions\":[],\"players\":{},\"result\":{\"end\":\"white\",\"reason\":"
	       "\"Resignation\"}}",
	  "no reason known" },
	{ HEAD
	  "\"actions\":[],\"players\":{},\"result\":{\"end\":\"white\",\"reason\":\"checkmate\"}}",
	  "by the rules" },
	{ HEAD "\"actions\":[],\"players\":{},\"result\":{\"end\":\"unfinished\",\"reason\":"
	       "\"agreed\"}}",
	  "by the rules" },
	{ HEAD "\"actions\":[[\"f2f3\"],[\"e7e5\"],[\"g2g4\"],[\"d8h4\"]],\"players\":{},"
	       "\"result\":{\"end\":\"white\",\"reason\":\"resignation\"}}",
	  "black checkmate" },
	{ "{\"haloboard\":\"record\",\"version\":1,\"game\":\"go\"," START ",\"actions\":[]," TAIL,
	  "\"go\"" },
	{ "{\"haloboard\":\"record\",\"version\":1,\"game\":\"chess\",\"start\":\"x\",\"actions\":["
	  "]," TAIL,
	  "start: character" },
};

static void
test_native_strict(void **state)
{
	char why[NATIVE_WHY_MAX];
	struct record r = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		int got = native_parse(wrong[i].text, strlen(wrong[i].text), &r, why);

		if (wrong[i].why ? got != -1 || !strstr(why, wrong[i].why) || r.action : got != 0)
			fail_msg("row %zu: %d \"%s\"", i, got, got < 0 ? why : "");
	}
	record_finish(&r);
}

/* ---- files ---- */

static void
test_file(void **state)
{
	char folder[64], path[96], *text;
	struct stat st;
	size_t len;

	(void)state;
	help_folder(folder);
	snprintf(path, sizeof(path), "%s/a.pgn", folder);
	assert_int_equal(record_file_write(path, "one", 3), 0);
	assert_int_equal(record_file_write(path, "two!", 4), 0);
	assert_int_equal(record_file_read(path, 4, &text, &len), 0);
	assert_string_equal(text, "two!");
	free(text);
	assert_int_equal(record_file_read(path, 3, &text, &len), -EFBIG);
	/* The folder has only the file: it is empty after its removal. */
	assert_int_equal(stat(folder, &st), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(record_file_write(path, "x", 1), -ENOENT);
	assert_int_equal(record_file_read(path, 9, &text, &len), -ENOENT);
}

static void
test_file_names(void **state)
{
	char name[RECORD_FILE_NAME_SIZE];
	struct record r;

	(void)state;
	help_play(&r, "chess", "", NULL, 0, 0);
	r.number = 12;
	record_file_name(&r, "pgn", name);
	assert_string_equal(name, "undated-012-chess.pgn");
	strcpy(r.date, "2026.01.31");
	r.number = 4294967295u;
	record_file_name(&r, "json", name);
	assert_string_equal(name, "2026-01-31-4294967295-chess.json");
	record_finish(&r);
	/* The longest name fits. */
	help_play(&r, "crowded-house", "", NULL, 0, 0);
	strcpy(r.date, "2026.01.31");
	r.number = 4294967295u;
	record_file_name(&r, "json", name);
	assert_string_equal(name, "2026-01-31-4294967295-crowded-house.json");
	record_finish(&r);
}

/* A pipe without a writer is not waited for; one with a writer is read to its end. */
static void
test_file_pipe(void **state)
{
	static const char text[] = "[Event \"?\"]\n";
	char folder[64], path[96], *data;
	size_t len;
	int keep;

	(void)state;
	help_folder(folder);
	(void)snprintf(path, sizeof(path), "%s/pipe", folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(record_file_read(path, 4096, &data, &len), -ENODATA);
	/* Opened for both, the descriptor is a writer that need not wait for a reader. */
	keep = open(path, O_RDWR | O_CLOEXEC);
	assert_true(keep >= 0);
	assert_int_equal(write(keep, text, strlen(text)), (ssize_t)strlen(text));
	assert_int_equal(record_file_read(path, 4, &data, &len), -EFBIG);
	close(keep);
	help_folder_remove(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_dates),
		cmocka_unit_test(test_results),
		cmocka_unit_test(test_native_round_trip),
		cmocka_unit_test(test_native_every_game),
		cmocka_unit_test(test_native_no_times),
		cmocka_unit_test(test_native_strict),
		cmocka_unit_test(test_file),
		cmocka_unit_test(test_file_pipe),
		cmocka_unit_test(test_file_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

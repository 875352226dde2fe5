/*
 * Any text in a client's message, of any length and cut anywhere: one reply comes, it has
 * the id, and the state can be sent afterwards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>

#include "daemon/record/pgn.h"
#include "hw/text/text.h"
#include "kept.h"

enum { LONGEST = 180, LINE = 4 * LONGEST + 512 };

/* Messages with a text at @. */
static const char *const messages[] = {
	"\"kind\":\"@\"",
	"\"kind\":\"state\",\"@\":1",
	"\"kind\":\"state\",\"seat\":\"@\"",
	"\"kind\":\"state\",\"seat\":\"w\",\"token\":\"@\"",
	"\"kind\":\"press\",\"button\":\"@\"",
	"\"kind\":\"press\",\"button\":\"ok\",\"seat\":\"@\"",
	"\"kind\":\"answer\",\"prompt\":1,\"yes\":true,\"seat\":\"@\"",
	"\"kind\":\"resign\",\"seat\":\"@\"",
	"\"kind\":\"hints\",\"seat\":\"@\",\"level\":\"off\"",
	"\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"@\"",
	"\"kind\":\"act\",\"action\":\"@\"",
	"\"kind\":\"act\",\"action\":\"e2e4\",\"seat\":\"@\"",
	"\"kind\":\"act\",\"action\":\"e2e4\",\"seat\":\"w\",\"token\":\"@\"",
	"\"kind\":\"choose\",\"prompt\":1,\"action\":\"@\"",
	"\"kind\":\"select\",\"what\":\"@\"",
	"\"kind\":\"blind\",\"square\":\"@\",\"on\":true",
	"\"kind\":\"calibrate\",\"step\":\"@\"",
	"\"kind\":\"stick\",\"name\":\"@\",\"stage\":\"reading\"",
	"\"kind\":\"stick\",\"name\":\"A\",\"stage\":\"@\"",
	"\"kind\":\"stick\",\"name\":\"A\",\"stage\":\"failed\",\"why\":\"@\"",
	"\"kind\":\"stick\",\"name\":\"@\",\"stage\":\"failed\",\"why\":\"fails\",\"about\":\"@\"",
	"\"kind\":\"stick\",\"name\":\"@\",\"stage\":\"done\",\"games\":1,\"about\":\"@\"",
	"\"kind\":\"clock\",\"spec\":\"@\"",
	"\"kind\":\"clock\",\"spec\":\"fischer:@\"",
	"\"kind\":\"claim\",\"what\":\"@\"",
	"\"kind\":\"set\",\"key\":\"@\",\"value\":1",
	"\"kind\":\"set\",\"key\":\"language\",\"value\":\"@\"",
	"\"kind\":\"set\",\"key\":\"brightness\",\"value\":\"@\"",
	"\"kind\":\"date\",\"date\":\"@\"",
	"\"kind\":\"pin\",\"seat\":\"@\",\"pin\":\"1234\"",
	"\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"@\"",
	"\"kind\":\"handover\",\"seat\":\"@\"",
	"\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"@\"",
	"\"kind\":\"focus\",\"focus\":\"@\"",
	"\"kind\":\"new\",\"force\":true,\"game\":\"@\"",
	"\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"options\":\"@\"",
	"\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"options\":\"@=x\"",
	"\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"position\":\"@\"",
	"\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"seats\":\"@\"",
	"\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"names\":{\"@\":\"x\"}",
	"\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"clock\":\"@\"",
	"\"kind\":\"next\",\"seats\":\"@\"",
	"\"kind\":\"qr\",\"what\":\"@\"",
	"\"kind\":\"save\",\"name\":\"@\"",
	"\"kind\":\"open\",\"name\":\"@\"",
	"\"kind\":\"open\",\"record\":\"@\"",
	"\"kind\":\"import\",\"text\":\"@\"",
	"\"kind\":\"import\",\"text\":\"[@ \\\"x\\\"]\\n\\n*\"",
	"\"kind\":\"import\",\"text\":\"[Variant \\\"@\\\"]\\n\\n*\"",
	"\"kind\":\"import\",\"text\":\"[Result \\\"@\\\"]\\n\\n*\"",
	"\"kind\":\"import\",\"text\":\"[FEN \\\"@\\\"]\\n\\n*\"",
	"\"kind\":\"import\",\"text\":\"1. @ *\"",
	"\"kind\":\"import\",\"text\":\"1. Ke3 {@} *\"",
};

#define CHESS   "\"game\":\"chess\",\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""
#define NOTHING "\"players\":{},\"actions\":[]"
#define OPEN    "\"result\":{\"end\":\"unfinished\",\"reason\":\"\"}"

/* Native records with a mistake that the reply quotes. */
static const char *const records[] = {
	"\"@\":1",
	"\"game\":\"@\",\"start\":\"x\"," NOTHING "," OPEN,
	"\"game\":\"chess\",\"start\":\"@\"," NOTHING "," OPEN,
	CHESS "," NOTHING "," OPEN ",\"clock\":\"@\"",
	CHESS "," NOTHING "," OPEN ",\"clock\":\"fischer:@\"",
	CHESS "," NOTHING "," OPEN ",\"date\":\"@\"",
	CHESS "," NOTHING "," OPEN ",\"seed\":\"@\"",
	CHESS "," NOTHING "," OPEN ",\"@\":1",
	CHESS ",\"players\":{\"@\":\"x\"},\"actions\":[]," OPEN,
	CHESS ",\"players\":{},\"actions\":[\"@\"]," OPEN,
	CHESS ",\"players\":{},\"actions\":[{\"action\":\"@\"}]," OPEN,
	CHESS "," NOTHING ",\"result\":{\"end\":\"@\",\"reason\":\"\"}",
	CHESS "," NOTHING ",\"result\":{\"end\":\"white\",\"reason\":\"@\"}",
};

/* Letters of each length, and characters that control a terminal or the text direction. */
static const char *const letters[] = { "é", "🐎", "\\u001b", "\u202e" };

/* Replaces @ by n letters of one byte, and another that a cut at n + 1 would split. */
static void
filled(char out[LINE], const char *message, const char *key_id, unsigned n, const char *letter)
{
	size_t at = (size_t)snprintf(out, LINE, "{%s", key_id);

	for (; *message; message++) {
		if (*message != '@') {
			out[at++] = *message;
			continue;
		}
		memset(out + at, 'e', n);
		at += n;
		at += (size_t)snprintf(out + at, LINE - at, "%s%s", letter, letter);
	}
	(void)snprintf(out + at, LINE - at, "}");
}

static void
check_answer(const char *line, json_t *o)
{
	const char *why = json_string_value(json_object_get(o, "why"));
	char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;

	if (!text || json_integer_value(json_object_get(o, "id")) != 41)
		fail_msg("%s\n  gave %s", line, text ? text : "no answer");
	for (const char *c = why; c && *c; c += text_letter(c))
		if (!text_shown(c))
			fail_msg("%s\n  shows a letter that is none: %s", line, text);
	free(text);
	json_decref(o);
}

static void
check_state(const char *line)
{
	json_t *o = view_state(&table, SEAT_TABLE);
	char *text = json_dumps(o, JSON_COMPACT);
	size_t told = json_array_size(json_object_get(o, "sticks")) +
		      json_array_size(json_object_get(o, "troubles"));

	if (!text || !json_object_get(o, "message"))
		fail_msg("%s\n  and the state is %s", line, text ? text : "none");
	if (strstr(line, "\"stage\":\"failed\"") && strstr(line, "about") && told < 2)
		fail_msg("%s\n  and the state tells neither stick nor trouble: %s", line, text);
	free(text);
	json_decref(o);
}

/* Without a journal no reply is delayed. */
static void
serve_bare(const char *line)
{
	check_answer(line, request_serve(&table, REQUEST_LOCAL(OTHER), line, strlen(line)));
	if (strstr(line, "\"stick\""))
		check_state(line);
}

static void
serve_kept(const char *line)
{
	json_t *o = request_serve(&table, REQUEST_LOCAL(OTHER), line, strlen(line));
	struct store_answer *a = NULL;
	uint32_t whose;

	while (!o && !a) {
		wait_store();
		a = store_answer_take(store);
	}
	if (a) {
		o = request_later(&table, a, &whose);
		store_answer_free(a);
	}
	check_answer(line, o);
}

static unsigned step = 1; /* between two lengths */

static void
every_length(const char *message, void (*serve)(const char *line))
{
	char line[LINE];

	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		for (unsigned n = 0; n < LONGEST; n += step) {
			filled(line, message, "\"id\":41,", n, letters[i]);
			serve(line);
		}
}

static void
test_bare(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	(void)state;
	board = (struct board){ .name = "test", .files = 8, .ranks = 8 };
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
		every_length(messages[i], serve_bare);
}

/* Messages that the journal's clerk answers. */
static void
test_kept(void **state)
{
	(void)state;
	begin();
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
		if (strstr(messages[i], "import") || strstr(messages[i], "open"))
			every_length(messages[i], serve_kept);
	end();
}

/* Mistakes of a record, which are quoted too. */
static void
test_records(void **state)
{
	char record[LINE], why[NATIVE_WHY_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		for (size_t k = 0; k < sizeof(letters) / sizeof(letters[0]); k++)
			for (unsigned n = 0; n < LONGEST; n += step) {
				struct record r = { 0 };

				filled(record, records[i], "\"haloboard\":\"record\",\"version\":1,", n, letters[k]);
				assert_true(native_parse(record, strlen(record), &r, why) < 0);
				record_finish(&r);
				for (const char *c = why; *c; c += text_letter(c))
					if (!text_shown(c))
						fail_msg("%s\n  gives %s", record, why);
			}
}

/* A PGN of another program, in Latin-1, whose mistakes are quoted. */
static void
test_pgn(void **state)
{
	static const struct {
		const char *text, *why;
	} rows[] = {
		{ "[Variant \"R\xe4uberschach\"]\n\n*",
		  "x.pgn:1:1: game 1: the variant \"Räuberschach\" is not known here" },
		{ "[Variant \"a\x1b]0;evil\x07\x1b[31mX\"]\n\n*",
		  "x.pgn:1:1: game 1: the variant \"a ]0;evil  [31mX\" is not known here" },
		{ "[Result \"\xbd-\xbd\x1b[2J\"]\n\n*",
		  "x.pgn:1:1: game 1: the result \"½-½ [2J\" is none of 1-0 0-1 1/2-1/2 *" },
		{ "1. \xc4gypten *", "x.pgn:1:4: game 1: \\xc4gypten: this is no move in algebraic "
		  "notation: '?gypten'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct record r = { 0 };
		struct pgn_reader p;
		struct pgn_error err;
		char told[256];

		pgn_reader_init(&p, rows[i].text, strlen(rows[i].text));
		assert_int_equal(pgn_read(&p, &r, &err), -1);
		pgn_error_print("x.pgn", &err, told, sizeof(told));
		assert_string_equal(told, rows[i].why);
		record_finish(&r);
	}
}

/* ---- long lists ---- */

enum { MANY = 1200 };

/* The names have the maximum length, and the worst are twice as long in JSON. */
static char *
many_games(unsigned n)
{
	char *text = NULL, name[RECORD_TEXT_MAX];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	for (unsigned i = 0; i < n; i++) {
		memset(name, i % 2 ? 'n' : '"', sizeof(name) - 1);
		name[RECORD_TEXT_MAX - 1] = '\0';
		fputs("[White \\\"", out);
		for (const char *c = name; *c; c++)
			fputs(*c == '"' ? "\\\\\\\"" : "n", out);
		fprintf(out, "\\\"]\\n[Black \\\"%.*s%u\\\"]\\n[Event \\\"Cup\\\"]\\n\\n1. e4 1-0\\n\\n",
			RECORD_TEXT_MAX - 10, "eééééééééééééééééééééééééééééééééééééééééééééééééé", i);
	}
	fclose(out);
	return text;
}

/* Returns a reply that fits into a line of the socket; the caller frees it. */
static json_t *
ask_line(const char *line)
{
	json_t *o = send_request(OTHER, line);
	char *text = json_dumps(o, JSON_COMPACT);

	if (!text || strlen(text) >= REQUEST_LINE_MAX || !strstr(text, "\"ok\""))
		fail_msg("%.200s\n  gave %.300s", line, text ? text : "nothing");
	free(text);
	return o;
}

static void
import_many(unsigned n)
{
	char *text = many_games(n), *line;
	json_t *o;

	assert_true(asprintf(&line, "{\"kind\":\"import\",\"text\":\"%s\"}", text) > 0);
	o = ask_line(line);
	assert_int_equal(json_integer_value(json_object_get(o, "n")), n);
	json_decref(o);
	free(line);
	free(text);
}

/* Page by page, each as long as a line allows, none left out and none twice. */
static void
test_many_listed(void **state)
{
	json_int_t before = MANY + 1, id;
	unsigned pages = 0, told = 0;
	char line[96];
	size_t i;

	(void)state;
	begin();
	import_many(MANY);
	do {
		json_t *games, *row, *o;

		snprintf(line, sizeof(line), "{\"kind\":\"list\",\"limit\":100,\"before\":%lld}",
			 (long long)before + (pages == 0 ? 1000000 : 0));
		o = ask_line(line);
		games = json_object_get(o, "games");
		assert_true(json_array_size(games) > 20);
		json_array_foreach(games, i, row)
		{
			id = json_integer_value(json_object_get(row, "id"));
			assert_true(pages + i == 0 || id == before - 1);
			before = id;
			told++;
		}
		id = json_integer_value(json_object_get(o, "before"));
		assert_true(id == 0 || id == before);
		pages++;
		json_decref(o);
	} while (id);
	assert_int_equal(told, MANY);
	assert_true(pages > MANY / 100);
	end();
}

/* Games imported during an evening do not belong to it. */
static void
test_evening(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	wait_written();
	import_many(3);
	want(OTHER,
	     "{\"kind\":\"import\",\"text\":\"[White \\\"Cup\\\"]\\n[Event \\\"Cup\\\"]\\n\\n1-0\"}",
	     "\"n\":1");
	want(OTHER, "{\"kind\":\"evening\"}", "\"name\":\"Ben\"");
	want_not(OTHER, "{\"kind\":\"evening\"}", "nnn");
	want_not(OTHER, "{\"kind\":\"evening\"}", "Cup");
	end();
}

/* More names in an evening than a line allows: the last games, the best players. */
static void
test_many_evenings(void **state)
{
	char line[600], name[RECORD_TEXT_MAX] = "";
	json_t *o, *games;

	(void)state;
	begin();
	memset(name, 'n', sizeof(name) - 8);
	for (unsigned i = 0; i < 140; i++) {
		snprintf(line, sizeof(line),
			 "{\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"names\":"
			 "{\"w\":\"%s%u\",\"b\":\"%u%s\"}}",
			 name, i, i, name);
		want(OTHER, line, "\"ok\"");
		wait_written();
		want(OTHER, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	}
	wait_written();
	o = ask_line("{\"kind\":\"evening\"}");
	games = json_object_get(json_object_get(o, "evening"), "games");
	assert_in_range(json_array_size(games), 20, 139);
	assert_int_equal(json_integer_value(json_object_get(
				 json_array_get(games, json_array_size(games) - 1), "id")),
			 json_integer_value(json_object_get(json_array_get(games, 0), "id")) +
				 (json_int_t)json_array_size(games) - 1);
	json_decref(o);
	end();
}

/* A byte of a name that is not UTF-8, in the journal itself. */
static void
test_damaged_name(void **state)
{
	char path[96];
	sqlite3 *sql;

	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	wait_written();
	end();
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
	assert_int_equal(sqlite3_exec(sql,
				      "UPDATE game SET name0 = CAST(x'5ae46e' AS TEXT)",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(sql);
	begin();
	want(OTHER, "{\"kind\":\"list\"}", "\"w\":\"Zän\"");
	want(OTHER, "{\"kind\":\"evening\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":2}", "Zän");
	end();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bare),
		KEPT_TEST(test_kept),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_pgn),
		KEPT_TEST(test_many_listed),
		KEPT_TEST(test_evening),
		KEPT_TEST(test_many_evenings),
		KEPT_TEST(test_damaged_name),
	};

	/* Valgrind is slow: without many games, and with fewer lengths. */
	if (argc > 1) {
		cmocka_set_skip_filter(argv[1]);
		step = 13;
	}
	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests_name("texts", tests, NULL, NULL);
}

/*
 * Whatever a client writes into a text of a message, however long and wherever a cut
 * falls: one answer comes, it has the id, and the state can be told afterwards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "hw/text/text.h"
#include "kept.h"

enum { LONGEST = 180, LINE = 4 * LONGEST + 512 };

/* Messages with a text; @ is where it stands. */
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
	"\"kind\":\"export\",\"dir\":\"@\"",
	"\"kind\":\"export\",\"dir\":\"/nowhere/@\"",
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

/* Native records with a mistake that is quoted. */
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

/* Letters of each length, and what a terminal or the order of letters would obey. */
static const char *const letters[] = { "é", "🐎", "\\u001b", "\u202e" };

/* @ becomes n letters of one byte, and another that a cut at n + 1 would tear. */
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

/* Without a journal nothing is answered later. */
static void
serve_bare(const char *line)
{
	check_answer(line, request_serve(&table, OTHER, line, strlen(line)));
	if (strstr(line, "\"stick\""))
		check_state(line);
}

static void
serve_kept(const char *line)
{
	json_t *o = request_serve(&table, OTHER, line, strlen(line));
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

static void
every_length(const char *message, unsigned step, void (*serve)(const char *line))
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
		every_length(messages[i], 1, serve_bare);
}

/* Those that the journal's clerk answers. */
static void
test_kept(void **state)
{
	(void)state;
	begin();
	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
		if (strstr(messages[i], "import") || strstr(messages[i], "export") ||
		    strstr(messages[i], "open"))
			every_length(messages[i], 1, serve_kept);
	end();
}

/* A record's own mistakes, which are quoted too. */
static void
test_records(void **state)
{
	char record[LINE], why[NATIVE_WHY_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		for (size_t k = 0; k < sizeof(letters) / sizeof(letters[0]); k++)
			for (unsigned n = 0; n < LONGEST; n++) {
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bare),
		KEPT_TEST(test_kept),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_pgn),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests_name("texts", tests, NULL, NULL);
}

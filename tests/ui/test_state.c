/* Tests valid and invalid messages of the daemon: values read, and reasons for rejection. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/stages.h"
#include "ui/action_words.h"
#include "ui/message.h"

/* A message as a line; why: the whole error, NULL: accepted. */
struct line_row {
	const char *line, *why;
};

static const struct line_row lines[] = {
	{ "{\"kind\":\"hello\",\"seq\":0,\"version\":1,\"program\":\"halod 0.1.0\"}", NULL },
	{ "{\"kind\":\"hello\",\"version\":1,\"board\":{\"files\":8,\"ranks\":8}}", NULL },
	{ "{\"kind\":\"hello\",\"version\":1,\"board\":{\"files\":12,\"ranks\":8}}",
	  "files: must lie between 1 and 11" },
	{ "{\"kind\":\"hello\",\"version\":1,\"board\":{\"files\":8,\"ranks\":0}}",
	  "ranks: must lie between 1 and 9" },
	{ "{\"kind\":\"hello\",\"seq\":0}", "version: is missing" },
	{ "{\"kind\":\"hello\",\"version\":-1}", "version: must lie between 0 and 2147483647" },
	{ "{\"kind\":\"hello\",\"version\":\"1\"}", "version: must be a whole number" },
	{ "{\"kind\":\"ok\",\"id\":3,\"files\":[\"a\"]}", NULL },
	{ "{\"kind\":\"error\",\"id\":3,\"why\":\"e7e8q is not a legal action\"}", NULL },
	{ "{\"kind\":\"error\",\"id\":-3}", "id: must lie between 0 and 2147483647" },
	{ "{\"kind\":\"error\",\"id\":1.5}", "id: must be a whole number" },
	{ "{\"kind\":\"of another day\"}", NULL },
	{ "{\"kind\":\"seventeen letters\"}", "kind: longer than 15 bytes" },
	{ "{\"kind\":7}", "kind: must be a string" },
	{ "{\"id\":7}", "kind: is missing" },
	{ "[]", "the message is no object" },
	{ "", "byte 0: '[' or '{' expected near end of file" },
	{ "{\"kind\":\"ok\"", "byte 12: '}' expected near end of file" },
	{ "{\"kind\":\"ok\"} {}", "byte 15: end of file expected near '{'" },
	{ "{\"kind\":\"ok\",\"kind\":\"ok\"}", "byte 19: duplicate object key near '\"kind\"'" },
	{ "{\"kind\":\"\xff\"}", "byte 9: unable to decode byte 0xff near '\"'" },
	{ "{\"kind\":\"ok\",\"qr\":{}}", "qr.rows: must be as many as `size` tells" },
	{ "{\"kind\":\"ok\",\"qr\":{\"size\":101,\"rows\":[]}}",
	  "size: must lie between 21 and 97" },
	{ "{\"kind\":\"ok\",\"qr\":{\"size\":21,\"quiet\":0,\"rows\":[]}}",
	  "quiet: must lie between 4 and 16" },
	{ "{\"kind\":\"ok\",\"qr\":{\"size\":21,\"parts\":0,\"rows\":[]}}",
	  "parts: must lie between 1 and 65535" },
	{ "{\"kind\":\"ok\",\"qr\":{\"size\":21,\"rows\":[\"1\"]}}",
	  "qr.rows: must be as many as `size` tells" },
	{ "{\"kind\":\"ok\",\"qr\":{\"size\":21,\"rows\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,"
	  "17,"
	  "18,19,20,21]}}",
	  "qr.rows: must be of 0 and 1, as many as `size` tells" },
	{ "{\"kind\":\"state\"}", "phase: is missing" },
	{ "{\"kind\":\"ok\",\"id\":99999999999999999999}",
	  "byte 38: too big integer near '99999999999999999999'" },
	{ "{\"kind\":\"state\",\"phase\":\"none\"}", NULL },
	{ "{\"kind\":\"state\",\"phase\":\"playing\",\"game\":\"chess\"}", "position: is missing" },
	{ "{\"kind\":\"state\",\"phase\":\"waiting\"}", "phase: a word this screen does not know" },
};

static void
test_lines(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct ui_message m;
		struct ui_error err = { "" };
		int ret = ui_message_parse(lines[i].line, strlen(lines[i].line), &m, &err);

		if (lines[i].why == NULL && ret < 0)
			fail_msg("%s: %s", lines[i].line, err.why);
		if (lines[i].why != NULL && (ret == 0 || strcmp(err.why, lines[i].why) != 0))
			fail_msg("%s: \"%s\", not \"%s\"", lines[i].line, err.why, lines[i].why);
	}
}

/* Members that replace those of a valid state. */
static const struct line_row members[] = {
	{ "{}", NULL },
	{ "{\"a member of tomorrow\":[{}]}", NULL },
	{ "{\"game\":\"a new game\"}", "game: none that this screen knows" },
	{ "{\"position\":\"8/8/8/8/8/8/8/9 w - - 0 1\"}",
	  "position: board: a run of empty squares does not fit its rank '9'" },
	{ "{\"position\":\"8/8/8/8/8/8/8/7 w - - 0 1\"}",
	  "position: board: a rank has too few squares" },
	{ "{\"position\":\"8/8/8/8/8/8/8 w - - 0 1\"}", "position: board: too few ranks" },
	{ "{\"position\":\"8/8/8/8/8/8/8/8/8\"}", "position: board: too many ranks '/'" },
	{ "{\"position\":\"8/8/8/8/8/8/8/7!\"}", "position: board: not a piece: '!'" },
	{ "{\"position\":\"8/8/8/8/8/8/8/K6k w\"}", NULL },
	{ "{\"position\":\"8/8/8/8/8/8/8/8\\n\"}", "position: not plain printable text" },
	{ "{\"position\":[]}", "position: must be a string" },
	{ "{\"position\":\"\"}", "position: is missing" },
	{ "{\"game\":\"a game whose name is far too long\"}", "game: longer than 23 bytes" },
	{ "{\"to_act\":\"the white side\"}", "to_act: longer than 7 bytes" },
	{ "{\"turn\":-1}", "turn: must lie between 0 and 1000000" },
	{ "{\"lifted\":[\"a1\",\"h8\"]}", NULL },
	{ "{\"lifted\":[\"i1\"]}", "lifted: lists what is no square of this board" },
	{ "{\"lifted\":[\"a9\"]}", "lifted: lists what is no square of this board" },
	{ "{\"lifted\":[\"a\"]}", "lifted: lists what is no square of this board" },
	{ "{\"lifted\":[\"\"]}", "lifted: lists what is no square of this board" },
	{ "{\"lifted\":[1]}", "lifted: lists what is no square of this board" },
	{ "{\"lifted\":\"a1\"}", "lifted: must be a list" },
	{ "{\"check\":{}}", "check: must be a list" },
	{ "{\"last\":[]}", "last: must be an object" },
	{ "{\"lights\":{\"last\":[\"z9\"]}}",
	  "lights.last: lists what is no square of this board" },
	{ "{\"actions\":[\"e2e4\",\"end\",\"roll:2,5\",\"\"]}", NULL },
	{ "{\"actions\":[7]}", "actions: lists what is no string" },
	{ "{\"moves\":[7]}", "moves[0]: must be an object" },
	{ "{\"moves\":[{\"action\":\"e2e4\"},{\"action\":\"an action that is too long\"}]}",
	  "moves[1].action: longer than 23 bytes" },
	{ "{\"moves\":[{\"note\":\"Qa1xb2+ and much more\"}]}",
	  "moves[0].note: longer than 15 bytes" },
	{ "{\"moves\":[{\"note\":\"e4\",\"provisional\":1}]}",
	  "moves[0].provisional: must be true or false" },
	{ "{\"prompt\":{\"id\":1}}", "prompt.kind: is missing" },
	{ "{\"clock\":{\"seats\":{\"w\":{\"left_ms\":\"all\"}}},\"hints\":{\"w\":\"off\"}}",
	  "clock.w.left_ms: must be a whole number" },
	{ "{\"settings\":{\"brightness\":101}}",
	  "settings.brightness: must lie between 5 and 100" },
	{ "{\"settings\":{\"speech\":1}}", "settings.speech: must be true or false" },
	{ "{\"work\":[7]}", "work[0]: must be an object" },
	{ "{\"calibration\":{\"left\":[\"z1\"]}}",
	  "calibration.left: lists what is no square of this board" },
	{ "{\"secret\":{\"kind\":\"bury\",\"options\":[7]}}",
	  "secret.options: lists what is no burial" },
	{ "{\"prompt\":{\"id\":4294967296,\"kind\":\"draw\"}}",
	  "prompt.id: must lie between 0 and 4294967295" },
	{ "{\"prompt\":{\"id\":1,\"kind\":\"which\",\"options\":[{\"text\":\"e4\"}]}}",
	  "prompt.options[0].action: is missing" },
	{ "{\"prompt\":{\"id\":1,\"kind\":\"which\",\"options\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]"
	  "}}",
	  "prompt.options: more than 16 items" },
	{ "{\"guidance\":true}", "guidance: must be an object" },
	{ "{\"guidance\":{\"lift\":\"e9\"}}", "guidance.lift: no square of this board" },
	{ "{\"guidance\":{\"lift\":\"e99999\"}}", "guidance.lift: longer than 3 bytes" },
	{ "{\"guidance\":{\"missing\":[\"e2\",\"e0\"]}}",
	  "guidance.missing: lists what is no square of this board" },
	{ "{\"guidance\":{\"lift\":null,\"put\":\"e2\"}}", NULL },
	{ "{\"claims\":[\"threefold\",\"fifty\"]}", NULL },
	{ "{\"hints\":{\"w\":\"full\"}}", "hints.w: a word this screen does not know" },
	{ "{\"hints\":{\"w\":1}}", "hints.w: must be a string" },
	{ "{\"hints\":{\"whiteside\":\"off\"}}",
	  "hints: more seats, or longer names, than any game has" },
	{ "{\"hints\":{\"1\":\"off\",\"2\":\"off\",\"3\":\"off\",\"4\":\"off\",\"5\":\"off\"}}",
	  "hints: more seats, or longer names, than any game has" },
	{ "{\"troubles\":[\"board\"]}", "troubles[0]: must be an object" },
	{ "{\"troubles\":[{\"who\":\"board\",\"what\":7}]}", "troubles[0].what: must be a string" },
	{ "{\"troubles\":[{\"name\":\"the name of no trouble\"}]}",
	  "troubles[0].name: longer than 15 bytes" },
	/* squares of the board, not of the game */
	{ "{\"suspects\":[\"k9\"],\"blind\":[\"a1\"]}", NULL },
	{ "{\"suspects\":[\"l1\"]}", "suspects: lists what is no square of this board" },
	{ "{\"blind\":\"e4\"}", "blind: must be a list" },
	{ "{\"result\":{\"result\":\"1-0\",\"reason\":\"checkmate\"}}", NULL },
	{ "{\"keys\":{\"dice\":[2,5],\"hold\":\"Pq\",\"pile\":26}}", NULL },
	{ "{\"keys\":[]}", "keys: must be an object" },
	{ "{\"keys\":{\"dice\":[7]}}", "keys.dice: shows what no die does" },
	{ "{\"keys\":{\"dice\":[1,2,3]}}", "keys.dice: more than 2 items" },
	{ "{\"keys\":{\"prices\":{\"b\":{\"rook\":-1}}}}",
	  "keys.b.rook: must lie between 0 and 2000000000" },
	{ "{\"keys\":{\"hold\":\"PX\"}}", "keys.hold: names what is no piece" },
	{ "{\"keys\":{\"hiding\":{\"w\":[\"z1\"]}}}", "keys.w: lists what is no square of this board" },
	{ "{\"keys\":{\"buried\":{\"w\":[1]}}}", "keys.w: must list objects" },
	{ "{\"keys\":{\"captured\":[\"10X\"]}}", "keys.captured: lists what is no card" },
	{ "{\"keys\":{\"captured\":33}}", "keys.captured: must lie between 0 and 32" },
	{ "{\"keys\":{\"known\":{\"w\":{\"Q\":\"KQRBNP\"}}}}", "keys.Q: longer than 5 bytes" },
	{ "{\"can_buy\":[\"extra1\",\"N\"]}", NULL },
	{ "{\"can_buy\":[\"a whole army\"]}", "can_buy: lists what is not for sale" },
	{ "{\"actions\":[\"assign:KQRBN and more\"]}",
	  "actions: more words, or longer ones, than any game has" },
	{ "{\"said\":[1]}", "said[0]: must be an object" },
	{ "{\"prompt\":{\"id\":1,\"kind\":\"takeback\",\"needs\":[\"w\"]}}", NULL },
	{ "{\"prompt\":{\"id\":1,\"kind\":\"takeback\",\"needs\":[\"wq\"]}}",
	  "prompt.needs: lists what is no seat of this game" },
	{ "{\"result\":{\"result\":[]}}", "result.result: must be a string" },
	{ "{\"message\":1}", "message: must be a string" },
	{ "{\"clock_button\":\"yes\"}", "clock_button: must be true or false" },
};

static json_t *
state_with(const char *patch)
{
	json_error_t where;
	json_t *good, *over;
	char *line = stage_line("midgame");

	good = json_loads(line, 0, &where);
	over = json_loads(patch, 0, &where);
	free(line);
	if (over == NULL)
		fail_msg("the row itself is no JSON: %s", patch);
	assert_int_equal(json_object_update(good, over), 0);
	json_decref(over);
	return good;
}

static void
test_members(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		json_t *object = state_with(members[i].line);
		struct ui_state s = { .turn = 77 };
		struct ui_error err = { "" };
		int ret;

		ret = ui_state_parse(object, &s, &err);
		json_decref(object);
		if (members[i].why == NULL && ret < 0)
			fail_msg("%s: %s", members[i].line, err.why);
		if (members[i].why == NULL)
			continue;
		if (ret == 0 || strcmp(err.why, members[i].why) != 0)
			fail_msg("%s: \"%s\", not \"%s\"", members[i].line, err.why,
				 members[i].why);
		assert_int_equal(s.turn, 77); /* a rejected message changes nothing */
	}
}

static void
test_fields(void **unused)
{
	struct ui_message m;

	(void)unused;
	stage_message("guidance", &m);
	assert_int_equal(m.state.phase, UI_PHASE_PLAYING);
	assert_int_equal(m.state.at[0].letter, 'R');
	assert_int_equal(m.state.at[63].letter, 'r');
	assert_int_equal(m.state.at[28].letter, 'P');
	assert_int_equal(m.state.move[0].turn, 1);
	assert_int_equal(m.state.n_moves, 4);
	assert_true(sqset_has(m.state.guidance.missing, 28));
	assert_true(sqset_has(m.state.guidance.extra, 39));
	assert_false(sqset_has(m.state.guidance.extra, 28));
	assert_int_equal(m.state.guidance.lift_sq, 39);
	assert_int_equal(ui_state_hints(&m.state, "b"), UI_HINTS_MOVES);
	assert_int_equal(ui_state_hints(&m.state, "wk"), UI_HINTS_OFF);
	stage_message("black-first", &m);
	assert_true(m.state.move[0].black);
	stage_message("endgame", &m);
	assert_int_equal(m.state.move[0].turn, 67);
	assert_int_equal(m.state.claims, CLAIM_FIFTY);
	/* 80 final moves and the shown one: the newest 80 are kept */
	stage_message("long-game", &m);
	assert_int_equal(m.state.n_moves, UI_MOVES_MAX);
	assert_int_equal(m.state.move[0].turn, 21);
	assert_true(m.state.move[UI_MOVES_MAX - 1].provisional);
	stage_message("lifted", &m);
	assert_true(sqset_has(m.state.light[UI_LIGHT_CAPTURE], 53)); /* f7 */
	assert_false(sqset_has(m.state.light[UI_LIGHT_LEGAL], 27));  /* d4: by another piece */
}

/* Checks that sentences are truncated at whole characters and contain no control characters. */
static void
test_sentences(void **unused)
{
	struct ui_message m;
	json_t *text;

	(void)unused;
	stage_message("hostile", &m);
	assert_int_equal(m.state.n_troubles, UI_TROUBLES_MAX);
	assert_true(strlen(m.state.trouble[0].what) < UI_SENTENCE_TEXT);
	assert_string_equal(m.state.trouble[0].what + strlen(m.state.trouble[0].what) - 3, "…");
	text = json_string(m.state.trouble[0].what);
	assert_non_null(text); /* still UTF-8 */
	json_decref(text);
	for (const char *c = m.state.message; *c != '\0'; c++)
		assert_false((unsigned char)*c < 0x20);
}

/* Checks that actions become signs or short words, and pieces' letters the language's. */
static void
test_action_words(void **unused)
{
	static const struct {
		const char *text, *words;
		bool is_note;
	} rows[] = {
		{ "roll:2,5", "\u2681 \u2684", false },
		{ "end", "ends", false },
		{ "bury:?", "buries", false },
		{ "bury:a2", "under a2", false },
		{ "assign:?", "masks", false },
		{ "assign:QNBRK", "QNBRK", false },
		{ "play:10H", "10\u2665", false },
		{ "buy:extra1", "buys +1", false },
		{ "buy:N@a1", "buys Na1", false },
		{ "buy:p@e5", "buys e5", false },
		{ "transfer:f2g2", "f2\u2192g2", false },
		{ "promote:a8q", "a8=Q", false },
		{ "bxa8=Q+", "bxa8=Q+", true },
		{ "Nb1-c3", "Nb1-c3", true },
		{ "endless", "endless", false },
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ui_move m = { .is_note = rows[i].is_note };
		char words[ACTION_WORDS_TEXT];

		snprintf(m.text, sizeof(m.text), "%s", rows[i].text);
		action_in_words(&m, words);
		assert_string_equal(words, rows[i].words);
	}
}

enum {
	CASTLES = 1,
	PASSES = 2,
	PROMOTES = 4,
	BILKS = 8,
	ATTEMPTS = 16,
	TRANSFERS = 32,
};

/* What is noted of a legal action of the board. */
static const struct {
	const char *game, *position, *action;
	unsigned notes;
} noted[] = {
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", CASTLES },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1f1", 0 },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", 0 },
	{ "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", PASSES },
	{ "chess", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", 0 },
	{ "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", PROMOTES },
	{ "chess960", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", CASTLES },
	{ "accounting", "4k3/p7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", CASTLES },
	{ "accounting", "4k3/p7/8/8/8/8/3P4/4K3 w - - 0 1", "e1d2", BILKS },
	{ "accounting", "4k3/p7/8/8/3P4/8/8/3QK3 w - - 0 1", "d1d4", BILKS },
	{ "masquerade", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1xe8", ATTEMPTS },
	{ "abstract", "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", "transfer:a1b1", TRANSFERS },
	{ "abstract", "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", "a1b3", 0 },
};

static void
test_noted(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(noted) / sizeof(noted[0]); i++) {
		json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:[s]}", "kind", "state", "phase",
				      "playing", "game", noted[i].game, "position",
				      noted[i].position, "actions", noted[i].action);
		struct ui_error err = { "" };
		struct ui_state s;
		unsigned notes;

		assert_int_equal(ui_state_parse(o, &s, &err), 0);
		notes = (s.may_castle ? CASTLES : 0) | (s.may_pass_pawn ? PASSES : 0) |
			(s.may_promote ? PROMOTES : 0) | (s.may_bilk ? BILKS : 0) |
			(s.may_attempt ? ATTEMPTS : 0) | (s.may_transfer ? TRANSFERS : 0);
		if (notes != noted[i].notes)
			fail_msg("%s %s: %u", noted[i].game, noted[i].action, notes);
		json_decref(o);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),     cmocka_unit_test(test_members),
		cmocka_unit_test(test_fields),    cmocka_unit_test(test_action_words),
		cmocka_unit_test(test_noted),     cmocka_unit_test(test_sentences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

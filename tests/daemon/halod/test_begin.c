/*
 * Games that begin: the drawn seed and its hash, dice, seats, and what a match
 * carries over. The random bytes count up, so every run is the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "daemon/record/native.h"
#include "ask.h"

static const struct table_ops ops_sure = { .frame = ignore_frame, .today = no_day };

static void
must(const char *line)
{
	const char *answer = send_request(SCREEN, line);

	if (strcmp(answer, ok) != 0)
		fail_msg("%s\n  gave %s", line, answer);
}

static void
refused(const char *line, const char *why)
{
	const char *answer = send_request(SCREEN, line);

	if (!strstr(answer, "\"error\"") || !strstr(answer, why))
		fail_msg("%s\n  gave %s\n  want %s", line, answer, why);
}

static void
play(const char *actions)
{
	char line[96];

	while (*actions) {
		size_t len = strcspn(actions, " ");

		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%.*s\"}", (int)len,
			 actions);
		must(line);
		actions += len + (actions[len] == ' ');
	}
}

/* Returns the text of a member of the state, or of that member's member. */
static const char *
told(const char *key, const char *inner)
{
	static char text[8192];
	json_t *o = view_state(&table, SEAT_TABLE), *v = json_object_get(o, key);
	char *dump;

	v = inner ? json_object_get(v, inner) : v;
	dump = json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY);
	snprintf(text, sizeof(text), "%s", dump ? dump : "nothing");
	free(dump);
	json_decref(o);
	return text;
}

static void
assert_told(const char *key, const char *inner, const char *want)
{
	assert_string_equal(told(key, inner), want);
}

/* ---- the committed seed ---- */

/* The hash shown beforehand is the hash of the seed that the game then uses. */
static void
test_promise(void **state)
{
	char promised[CHANCE_HEX + 2], hash[CHANCE_TEXT + 2];

	(void)state;
	begin();
	assert_told("chance", "hash", "null");
	strcpy(promised, told("chance", "next"));
	must("{\"kind\":\"new\",\"game\":\"abstract\"}");
	assert_told("chance", "next", promised); /* nothing to draw: the committed hash stays */
	assert_told("chance", "hash", "null");
	must("{\"kind\":\"new\",\"game\":\"dice-money\"}");
	assert_told("chance", "hash", promised);
	assert_string_not_equal(told("chance", "next"), promised);
	assert_told("chance", "seed", "null");
	must("{\"kind\":\"resign\",\"seat\":\"w\"}");
	assert_told("chance", "seed", "null"); /* the resignation can be taken back */
	must("{\"kind\":\"reveal\"}");
	assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), 0);
	chance_hash(table.game.seeds, hash);
	assert_int_equal(strncmp(hash, promised + 1, CHANCE_HEX - 1), 0);
	snprintf(hash, sizeof(hash), "\"%s\"", table.game.seeds);
	assert_told("chance", "seed", hash);
}

static void
test_refused_begins_nothing(void **state)
{
	char promised[CHANCE_HEX + 2];

	(void)state;
	begin();
	strcpy(promised, told("chance", "next"));
	refused("{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=960\"}", "options");
	refused("{\"kind\":\"new\",\"game\":\"american\",\"seats\":\"lot\"}", "needs 11 x 9");
	assert_told("chance", "next", promised);
	assert_told("game", NULL, "\"chess\"");
}

/* ---- dice ---- */

static void
assert_rolled(uint32_t n)
{
	char want[16];
	uint8_t die[2];

	assert_true(chance_roll(table.game.seeds, n, die));
	snprintf(want, sizeof(want), "roll:%u,%u", die[0] < die[1] ? die[0] : die[1],
		 die[0] < die[1] ? die[1] : die[0]);
	assert_string_equal(table.book.move[table.book.n - 1].action, want);
}

static void
test_dice(void **state)
{
	char first[RULES_ACTION_TEXT];

	(void)state;
	begin();
	refused("{\"kind\":\"roll\"}", "nothing to roll");
	must("{\"kind\":\"new\",\"game\":\"dice-money\"}");
	must("{\"kind\":\"roll\"}");
	assert_rolled(1);
	refused("{\"kind\":\"roll\"}", "nothing to roll");
	must("{\"kind\":\"press\",\"button\":\"ok\"}"); /* not a second time */
	assert_int_equal(table.book.n, 1);
	play("e2e4 roll:1,1 e7e5"); /* real dice count as the second roll */
	must("{\"kind\":\"press\",\"button\":\"ok\"}");
	assert_rolled(3);
	assert_told("chance", "rolls", "3");
	/* Taken back by both, the roll comes again the same. */
	strcpy(first, table.book.move[4].action);
	must("{\"kind\":\"undo\",\"n\":1}");
	assert_told("prompt", "needs", "[\"w\",\"b\"]");
	must("{\"kind\":\"answer\",\"prompt\":1,\"yes\":true,\"seat\":\"w\"}");
	assert_told("prompt", "agreed", "[\"w\"]");
	assert_int_equal(table.book.n, 5);
	must("{\"kind\":\"answer\",\"prompt\":1,\"yes\":true,\"seat\":\"b\"}");
	assert_int_equal(table.book.n, 4);
	must("{\"kind\":\"roll\"}");
	assert_string_equal(table.book.move[4].action, first);
}

/* Without random bytes the board rolls no dice, and reports this. */
static void
test_no_chance(void **state)
{
	(void)state;
	begin_with(&ops_sure);
	assert_told("chance", "next", "null");
	must("{\"kind\":\"new\",\"game\":\"dice-money\"}");
	refused("{\"kind\":\"roll\"}", "roll real ones");
	refused("{\"kind\":\"act\",\"action\":\"roll:7,4\"}", "roll:7,4");
	refused("{\"kind\":\"act\",\"action\":\"roll:4,3x\"}", "roll:4,3x");
	play("roll:4,3 e2e4"); /* as they fell */
	assert_string_equal(table.book.move[0].action, "roll:3,4");
}

/* A resignation that is taken back gives no new roll: its seed was not revealed. */
static void
test_kept_seed(void **state)
{
	char hash[CHANCE_TEXT + 2], promised[CHANCE_HEX + 2], seeds[CHANCE_TEXT];

	(void)state;
	begin();
	must("{\"kind\":\"new\",\"game\":\"dice-money\"}");
	must("{\"kind\":\"roll\"}");
	play("e2e4");
	must("{\"kind\":\"resign\",\"seat\":\"b\"}");
	strcpy(seeds, table.game.seeds);
	strcpy(promised, told("chance", "next"));
	strcpy(hash, told("chance", "hash"));
	assert_told("chance", "seed", "null");
	must("{\"kind\":\"undo\",\"n\":1}");
	assert_told("phase", NULL, "\"playing\"");
	assert_told("chance", "seed", "null");
	assert_told("chance", "hash", hash);
	assert_told("chance", "next", promised);
	assert_string_equal(table.game.seeds, seeds);
	play("e2e4");
	must("{\"kind\":\"roll\"}");
	assert_rolled(2);
}

/* Returns the start position of the game on the board. */
static const char *
start_text(void)
{
	static char text[RULES_POSITION_TEXT];

	rules_print(table.game.game, &table.game.start, text);
	return text;
}

/* ---- shuffles ---- */

static void
test_shuffles(void **state)
{
	char start[RULES_POSITION_TEXT];
	struct position p;
	struct rules_error err;
	char options[48];

	(void)state;
	begin();
	must("{\"kind\":\"new\",\"game\":\"chess960\"}");
	snprintf(options, sizeof(options), "index=%u",
		 (unsigned)(chance_start(table.game.seeds) % 960));
	assert_int_equal(rules_start(rules_game("chess960"), options, &p, &err), 0);
	rules_print(rules_game("chess960"), &p, start);
	assert_string_equal(start_text(), start);
	must("{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=518\"}");
	assert_told("chance", "hash", "null");
	assert_int_equal(strncmp(start_text(), "rnbqkbnr", 8), 0);
	must("{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"cards=real\"}");
	assert_told("chance", "hash", "null");
	must("{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"cards=dealt\"}");
	strcpy(start, start_text());
	snprintf(options, sizeof(options), "seed=%llu",
		 (unsigned long long)chance_start(table.game.seeds));
	assert_int_equal(rules_start(rules_game("cooperative"), options, &p, &err), 0);
	/* A reset shuffles anew: the same cards would be known to everybody. */
	must("{\"kind\":\"reset\"}");
	assert_string_not_equal(start_text(), start);
	must("{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"seed=5\"}");
	assert_told("chance", "hash", "null");
}

/* The next game of a match has a new array if this game's was drawn, otherwise the same. */
static void
test_next_array(void **state)
{
	char start[RULES_POSITION_TEXT];

	(void)state;
	begin();
	must("{\"kind\":\"new\",\"game\":\"chess960\"}");
	strcpy(start, start_text());
	must("{\"kind\":\"next\"}");
	assert_string_not_equal(start_text(), start);
	assert_int_equal(table.book.n, 0);
	must("{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=4\"}");
	strcpy(start, start_text());
	must("{\"kind\":\"next\"}");
	assert_string_equal(start_text(), start);
	must("{\"kind\":\"new\",\"game\":\"abstract\",\"options\":\"turn=double\"}");
	strcpy(start, start_text());
	must("{\"kind\":\"next\"}");
	assert_string_equal(start_text(), start);
}

/* ---- seats ---- */

#define FOUR "\"names\":{\"wk\":\"A\",\"bk\":\"B\",\"wq\":\"C\",\"bq\":\"D\"}"

static void
test_seats(void **state)
{
	static const struct {
		const char *line, *names;
	} rows[] = {
		{ "{\"kind\":\"new\",\"game\":\"chess\",\"white\":\"A\",\"black\":\"B\"}", "AB" },
		{ "{\"kind\":\"new\",\"game\":\"chess\",\"names\":{\"b\":\"B\"}}", "-B" },
		{ "{\"kind\":\"new\",\"game\":\"chess\",\"white\":\"A\",\"seats\":\"swapped\"}",
		  "-A" },
		{ "{\"kind\":\"new\",\"game\":\"crowded-house\"," FOUR "}", "ABCD" },
		{ "{\"kind\":\"new\",\"game\":\"crowded-house\"," FOUR ",\"seats\":\"swapped\"}",
		  "BADC" },
		{ "{\"kind\":\"next\"}", "ABCD" },
		{ "{\"kind\":\"next\",\"seats\":\"named\"}", "ABCD" },
		{ "{\"kind\":\"reset\"}", "ABCD" },
	};
	static const char *const bad[][2] = {
		{ "{\"kind\":\"new\",\"game\":\"chess\"," FOUR "}", "no seat \\\"wk\\\"" },
		{ "{\"kind\":\"new\",\"game\":\"chess\",\"names\":{\"w\":7}}", "a text" },
		{ "{\"kind\":\"new\",\"game\":\"chess\",\"names\":\"A\"}", "an object" },
		{ "{\"kind\":\"new\",\"game\":\"chess\",\"seats\":\"dice\"}",
		  "named, swapped, lot" },
		{ "{\"kind\":\"next\",\"seats\":\"\"}", "named, swapped, lot" },
	};

	(void)state;
	begin();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		must(rows[i].line);
		for (unsigned s = 0; rows[i].names[s]; s++) {
			char want[2] = { rows[i].names[s] == '-' ? '\0' : rows[i].names[s] };

			if (strcmp(table.game.name[s], want) != 0)
				fail_msg("%s: %u is %s", rows[i].line, s, table.game.name[s]);
		}
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		refused(bad[i][0], bad[i][1]);
}

/*
 * Random seats follow from the seed, which is then the game's; over many seeds
 * every order occurs.
 */
static void
test_lots(void **state)
{
	static const char names[] = "ABCD";
	unsigned white[4] = { 0 };

	(void)state;
	begin();
	for (unsigned k = 0; k < 60; k++) {
		uint8_t who[RULES_SEATS_MAX];

		must("{\"kind\":\"new\",\"game\":\"crowded-house\",\"seats\":\"lot\"," FOUR "}");
		chance_seats(table.game.seeds, 4, who);
		for (unsigned s = 0; s < 4; s++)
			assert_int_equal(table.game.name[s][0], names[who[s]]);
		white[who[0]]++;
	}
	for (unsigned s = 0; s < 4; s++)
		assert_true(white[s] > 3);
}

/* ---- a match of Dice-Money ---- */

static const char *
prices(void)
{
	static char text[128];
	const char *at = strstr(start_text(), "prices=") + strlen("prices=");

	snprintf(text, sizeof(text), "%.*s", (int)strcspn(at, " "), at);
	return text;
}

#define BASE "5,15,5,3,7,11,19,10"
/* Black buys an extra move, which costs 6 from then on. */
#define DEAR "roll:1,6 e2e4 roll:1,6 e7e5 roll:1,1 d2d3 roll:1,1 buy:extra1 d7d6 end "

static void
test_match(void **state)
{
	(void)state;
	begin();
	must("{\"kind\":\"new\",\"game\":\"dice-money\",\"white\":\"A\",\"black\":\"B\"}");
	assert_string_equal(prices(), BASE "/" BASE);
	play(DEAR);
	refused("{\"kind\":\"next\"}", "a game is running");
	must("{\"kind\":\"resign\",\"seat\":\"w\"}");
	must("{\"kind\":\"next\"}");
	assert_string_equal(prices(), "6,15,5,3,7,11,19,10/6,15,5,3,7,11,19,10");
	assert_string_equal(table.game.name[0], "B");
	assert_string_equal(table.game.round, "2");
	assert_non_null(strstr(start_text(), "money=1,2"));
	/* After a draw the prices start again, whatever was bought. */
	play(DEAR);
	must("{\"kind\":\"draw\"}");
	must("{\"kind\":\"next\"}");
	assert_string_equal(prices(), "6,15,5,3,7,11,19,10/6,15,5,3,7,11,19,10");
	assert_string_equal(table.game.name[0], "A");
	assert_string_equal(table.game.round, "3");
	/* The loser's prices are forgotten. */
	play(DEAR);
	must("{\"kind\":\"resign\",\"seat\":\"b\"}");
	must("{\"kind\":\"next\"}");
	assert_string_equal(prices(), "6,15,5,3,7,11,19,10/6,15,5,3,7,11,19,10");
	/* A new match. */
	must("{\"kind\":\"new\",\"game\":\"dice-money\"}");
	assert_string_equal(prices(), BASE "/" BASE);
	assert_string_equal(table.game.round, "");
}

/* ---- continued games ---- */

/* An opened saved game keeps its seed and gets another one for later rolls. */
static void
test_open(void **state)
{
	struct record r = { 0 };
	char why[NATIVE_WHY_MAX], seeds[CHANCE_TEXT];
	char line[4096];

	(void)state;
	begin();
	must("{\"kind\":\"new\",\"game\":\"dice-money\"}");
	strcpy(seeds, table.game.seeds);
	snprintf(line, sizeof(line),
		 "{\"haloboard\":\"record\",\"version\":1,\"game\":\"dice-money\","
		 "\"players\":{\"w\":\"A\"},\"round\":\"2\",\"start\":\"%s\","
		 "\"actions\":[[\"roll:1,2\"],[\"e2e4\"]],\"seed\":\"%s\","
		 "\"result\":{\"end\":\"unfinished\"}}",
		 start_text(), seeds);
	if (native_parse(line, strlen(line), &r, why) < 0)
		fail_msg("%s", why);
	must("{\"kind\":\"new\",\"game\":\"chess\"}");
	assert_int_equal(open_record(&table, &r), 0);
	record_finish(&r);
	assert_int_equal(strncmp(table.game.seeds, seeds, 64), 0);
	assert_int_equal(strncmp(table.game.seeds + 64, " 2:", 3), 0);
	assert_string_equal(table.game.round, "2");
	must("{\"kind\":\"roll\"}");
	assert_rolled(2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_promise),    cmocka_unit_test(test_refused_begins_nothing),
		cmocka_unit_test(test_dice),       cmocka_unit_test(test_no_chance),
		cmocka_unit_test(test_kept_seed),  cmocka_unit_test(test_shuffles),
		cmocka_unit_test(test_next_array), cmocka_unit_test(test_seats),
		cmocka_unit_test(test_lots),       cmocka_unit_test(test_match),
		cmocka_unit_test(test_open),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Refusals of the rules reach a client in the board's language: of actions, moves and positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask.h"
#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"

#define NEW_CHESS "{\"kind\":\"new\",\"force\":true,\"game\":\"chess\"}"
#define AT(text)  "{\"kind\":\"new\",\"force\":true,\"game\":\"chess\",\"position\":\"" text "\"}"
#define ACT(a)    "{\"kind\":\"act\",\"action\":\"" a "\"}"

static const struct row {
	const char *game, *line, *reason;
} rows[] = {
	{ "chess", ACT("e1e2"), "e1e2: Dort steht eine eigene Figur. (own-piece: e2)" },
	{ "chess", ACT("g1g3"), "g1g3: So zieht ein Springer nicht. (no-such-move)" },
	{ "chess", ACT("pass"), "pass: so heißt kein erlaubter Zug" },
	{ "accounting", ACT("d1e3"), "So zieht ein Finanzchef nicht." },
	{ "dice-money", ACT("buy:extra1"), "Erst wird gewürfelt, dann gekauft." },
	{ "chess", AT("8/8/8/8/8/8/8/K7 w - - 0 1"), "position: der schwarze König fehlt" },
	{ "chess", AT("8/8/8/8/8/8/8/8 w - - 0 1"), "position: der weiße König fehlt" },
	{ "chess", AT("k7/8/8/8/8/8/8/K7 x - - 0 1"),
	  "position: die Farbe am Zug ist w oder b, nicht 'x'" },
	{ "chess960", "{\"kind\":\"new\",\"force\":true,\"game\":\"chess960\",\"options\":\"index=960\"}",
	  "options: index ist eine Zahl von 0 bis 959, nicht '960'" },
};

static void
test_rows(void **state)
{
	(void)state;
	begin();
	mo_speak_german();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char line[128];
		const char *reply;

		snprintf(line, sizeof(line), "{\"kind\":\"new\",\"force\":true,\"game\":\"%s\"}",
			 rows[i].game);
		assert_non_null(strstr(send_request(OTHER, line), "\"ok\""));
		reply = send_request(OTHER, rows[i].line);
		if (!strstr(reply, rows[i].reason))
			fail_msg("%s\n  gave %s\n  want %s", rows[i].line, reply, rows[i].reason);
	}
	lang_reset();
}

/* The refusal of a move by hand, in the state and in the sentence for the players. */
static void
test_hands(void **state)
{
	static const char reason[] = "So zieht ein Springer nicht.";
	const char *reply;

	(void)state;
	begin();
	mo_speak_german();
	assert_non_null(strstr(send_request(OTHER, NEW_CHESS), "\"ok\""));
	for (unsigned i = 0; i < 2; i++) {
		const struct busio_msg m = { .kind = BUSIO_EDGE,
					     .sq = i ? 22 : 6, /* g1, g3 */
					     .reading.occupied = i == 1,
					     .t_us = table.now_us + 200000 };

		table_message(&table, &m);
	}
	table_advance(&table, table.now_us + 3000000);
	reply = send_request(OTHER, "{\"kind\":\"state\"}");
	if (!strstr(reply, reason))
		fail_msg("%s", reply);
	lang_reset();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_hands),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

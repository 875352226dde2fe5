/* What a voice gets: words in the state, and answers to a player's questions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask.h"
#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"

#define STATE    "{\"kind\":\"state\"}"
#define SPEECH   "{\"kind\":\"set\",\"values\":{\"speech\":true}}"
#define SAY(w)   "{\"kind\":\"say\",\"what\":\"" w "\"}"
#define NEW(g)   "{\"kind\":\"new\",\"force\":true,\"game\":\"" g "\"}"

static void
test_state(void **state)
{
	(void)state;
	begin();
	want(OTHER, NEW("chess"), ok);
	want(OTHER, STATE, "\"spoken\":null");
	want(OTHER, SPEECH, ok);
	want(OTHER, STATE, "\"moves\":[],\"moves_from\":0,\"asked\":0,\"answer\":null");
	act(OTHER, "e2e4", "", ok);
	act(OTHER, "d7d5", "", ok);
	act(OTHER, "e4d5", "", ok);
	want(OTHER, STATE, "\"moves\":[\"e 4\",\"d 5\",\"e takes d 5\"],\"moves_from\":0");
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"file_names\":true}}", ok);
	want(OTHER, STATE, "\"moves\":[\"Eva 4\",\"David 5\",\"Eva takes David 5\"]");
	want(OTHER, SAY("d5"), "David 5: White, pawn");
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"file_names\":false}}", ok);
	mo_speak_german();
	want(OTHER, STATE, "\"moves\":[\"e 4\",\"d 5\",\"e schlägt d 5\"]");
	lang_reset();
}

/* The sentence says dice and the turn's end; the last eight actions are listed. */
static void
test_other_actions(void **state)
{
	(void)state;
	begin();
	want(OTHER, SPEECH, ok);
	want(OTHER, NEW("dice-money"), ok);
	act(OTHER, "roll:1,6", "", ok);
	want(OTHER, STATE, "\"moves\":[\"\"],");
	want(OTHER, SAY("last"), "\"text\":\"the dice 1 and 6\"");
	want(OTHER, NEW("chess"), ok);
	for (unsigned i = 0; i < 3; i++) {
		act(OTHER, "g1f3", "", ok);
		act(OTHER, "g8f6", "", ok);
		act(OTHER, "f3g1", "", ok);
		act(OTHER, "f6g8", "", ok);
	}
	want(OTHER, STATE, "\"moves_from\":4");
}

static const struct {
	const char *line, *reply;
} rows[] = {
	{ SAY("last"), "\"text\":\"No move yet\"" },
	{ SAY("turn"), "\"text\":\"White to move\"" },
	{ SAY("e4"), "\"text\":\"e 4: empty\"" },
	{ SAY("d8"), "\"text\":\"d 8: Black, queen\"" },
	{ SAY("position"), "\"text\":\"White: king e 1; queen d 1; rook a 1, h 1; bishop c 1, f 1; knight b 1, g 1; "
			   "pawn a 2, b 2, c 2, d 2, e 2, f 2, g 2, h 2. Black: king e 8;" },
	{ SAY("weather"), "what: \\\"weather\\\" is none of last, turn, position, and no square" },
	{ SAY("i9"), "and no square" },
};

static void
test_answers(void **state)
{
	(void)state;
	begin();
	want(OTHER, NEW("chess"), ok);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		want(OTHER, rows[i].line, rows[i].reply);
	/* The voice hears them too, each once, until the position changes. */
	want(OTHER, SPEECH, ok);
	want(OTHER, SAY("e2"), "e 2: White, pawn");
	want(OTHER, STATE, "\"asked\":6,\"answer\":\"e 2: White, pawn\"");
	act(OTHER, "e2e4", "", ok);
	want(OTHER, STATE, "\"asked\":6,\"answer\":null");
	want(OTHER, SAY("last"), "\"text\":\"e 4\"");
	want(OTHER, STATE, "\"asked\":7,\"answer\":\"e 4\"");
}

/* A burial and graves are secret. */
static void
test_secrets(void **state)
{
	(void)state;
	begin_burial();
	want(OTHER, SPEECH, ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "ok");
	act(SCREEN, "bury:h2", "", ok);
	want(SCREEN, "{\"kind\":\"handover\"}", "ok");
	want(OTHER, STATE, "\"a burial\"");
	want(OTHER, SAY("h2"), "\"text\":\"h 2: White, pawn\"");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_state),
		cmocka_unit_test(test_other_actions),
		cmocka_unit_test(test_answers),
		cmocka_unit_test(test_secrets),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

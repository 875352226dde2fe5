/*
 * What the voice says next, in virtual time. A test is a list of states and of ends of texts, with the
 * texts that begin until the next line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "daemon/voice/say.h"

/* Moves are separated by `|`; the ones after `final` are shown. */
struct step {
	int64_t ms;
	const char *message; /* NULL: the text being said ends */
	const char *moves;
	uint32_t final, from, game;
	const char *answer; /* NULL: no new question */
	const char *said;   /* "TIME text" joined by `|`; `!` before a text that interrupts */
};

static struct say say;
static char heard[1024];

static void
note(int64_t ms, struct say_order o)
{
	size_t len = strlen(heard);

	snprintf(heard + len, sizeof(heard) - len, "%s%lld %s%s", len ? "|" : "", (long long)ms,
		 o.cancels ? "!" : "", o.text);
}

/* Says everything up to that time. */
static void
advance(int64_t from_ms, int64_t to_ms)
{
	struct say_order o;

	while ((o = say_next(&say, from_ms)).text)
		note(from_ms, o);
	if (say_deadline(&say) < to_ms) {
		from_ms = say_deadline(&say);
		while ((o = say_next(&say, from_ms)).text)
			note(from_ms, o);
	}
	assert_true(say_deadline(&say) >= to_ms);
}

static void
take(const struct step *step, uint32_t *asked)
{
	struct say_state s = { .game = step->game,
			       .final = step->final,
			       .from = step->from,
			       .message = step->message,
			       .answer = step->answer ? step->answer : "" };
	char moves[256];

	snprintf(moves, sizeof(moves), "%s", step->moves ? step->moves : "");
	for (char *m = moves; step->moves;) {
		char *end = strchr(m, '|');

		s.move[s.n++] = m;
		if (!end)
			break;
		*end = '\0';
		m = end + 1;
	}
	*asked += step->answer != NULL;
	s.asked = *asked;
	say_take(&say, &s, step->ms);
}

#define FAR 1000000
#define END { .ms = FAR }

/* clang-format off: a table of steps */
static const struct step tests[][12] = {
	/* The first sentence is said; moves before it are not. */
	{ { 0, "Black to move", "e 4", 1, 0, 0, NULL, "300 Black to move" }, END },
	/* A shown move is said once, with its sentence; that it is final is not said again. */
	{ { 0, "White to move", NULL, 0, 0, 0, NULL, "300 White to move" },
	  { 1000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 2000, "White: e 4. Black to move", "e 4", 0, 0, 0, NULL, "2300 White: e 4. Black to move" },
	  { 3000, "Black to move", "e 4", 1, 0, 0, NULL, "" },
	  END },
	/* A hand slides over e 3: only where it rests counts. */
	{ { 0, "White to move", NULL, 0, 0, 0, NULL, "300 White to move" },
	  { 2000, "White: e 3. Black to move", "e 3", 0, 0, 0, NULL, "" },
	  { 2200, "White: e 4. Black to move", "e 4", 0, 0, 0, NULL, "2500 !White: e 4. Black to move" },
	  END },
	/* Guidance that flickers is said once it rests; what was said is not said again. */
	{ { 0, "White to move", NULL, 0, 0, 0, NULL, "300 White to move" },
	  { 1000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 2000, "Put back e 2", NULL, 0, 0, 0, NULL, "" },
	  { 2100, "Take off e 5", NULL, 0, 0, 0, NULL, "" },
	  { 2200, "Put back e 2", NULL, 0, 0, 0, NULL, "2500 Put back e 2" },
	  { 3000, "Take off e 5", NULL, 0, 0, 0, NULL, "" },
	  { 3100, "Put back e 2", NULL, 0, 0, 0, NULL, "" },
	  { 4000, "White to move", NULL, 0, 0, 0, NULL, "4300 !White to move" },
	  END },
	/* A move interrupts guidance, which waits until the move has been said. */
	{ { 0, "Put back e 2", NULL, 0, 0, 0, NULL, "300 Put back e 2" },
	  { 500, "Black to move", "e 4", 1, 0, 0, NULL, "500 !e 4" },
	  { 1500, NULL, NULL, 0, 0, 0, NULL, "1500 Black to move" },
	  END },
	/* Moves wait for each other: none is lost. */
	{ { 0, "White to move", NULL, 0, 0, 0, NULL, "300 White to move" },
	  { 1000, "White to move", "e 4|e 5|knight f 3", 3, 0, 0, NULL, "1000 !e 4" },
	  { 1100, "White to move", "e 4|e 5|knight f 3|knight c 6", 4, 0, 0, NULL, "" },
	  { 1800, NULL, NULL, 0, 0, 0, NULL, "1800 e 5" },
	  { 2600, NULL, NULL, 0, 0, 0, NULL, "2600 knight f 3" },
	  { 3400, NULL, NULL, 0, 0, 0, NULL, "3400 knight c 6" },
	  { 4200, NULL, NULL, 0, 0, 0, NULL, "" },
	  END },
	/* What the sentence says has no words of its own. */
	{ { 0, "White to roll the dice", NULL, 0, 0, 0, NULL, "300 White to roll the dice" },
	  { 1000, "Dice: 2 and 5. White to move", "", 1, 0, 0, NULL, "1300 !Dice: 2 and 5. White to move" },
	  END },
	/* An answer interrupts a sentence, a move the answer; a new answer the old one. */
	{ { 0, "White to move", "e 4|e 5", 2, 0, 0, NULL, "300 White to move" },
	  { 400, "White to move", "e 4|e 5", 2, 0, 0, "White: king e 1", "400 !White: king e 1" },
	  { 500, "White to move", "e 4|e 5", 2, 0, 0, "e 4: White, pawn", "500 !e 4: White, pawn" },
	  { 600, "Take off a 1", "e 4|e 5", 2, 0, 0, NULL, "" },
	  { 1000, "Black to move", "e 4|e 5|d 4", 3, 0, 0, NULL, "1000 !d 4" },
	  { 1500, NULL, NULL, 0, 0, 0, NULL, "1500 Black to move" },
	  END },
	/* The last move again: the same answer twice is two answers. */
	{ { 0, "White to move", "e 4|e 5", 2, 0, 0, "e 5", "300 White to move" },
	  { 1000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 2000, "White to move", "e 4|e 5", 2, 0, 0, "e 5", "2000 e 5" },
	  { 3000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 4000, "White to move", "e 4|e 5", 2, 0, 0, "e 5", "4000 e 5" },
	  END },
	/* A takeback, then another move; an amended one; another game. */
	{ { 0, "White to move", "e 4|e 5", 2, 0, 0, NULL, "300 White to move" },
	  { 1000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 2000, "Black to move", "e 4", 1, 0, 0, NULL, "2300 Black to move" },
	  { 3000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 4000, "White to move", "e 4|c 5", 2, 0, 0, NULL, "4000 c 5" },
	  { 5000, NULL, NULL, 0, 0, 0, NULL, "5000 White to move" },
	  { 6000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 7000, "White to move", "e 4|c 6", 2, 0, 0, NULL, "7000 c 6" },
	  { 8000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 9000, "Black to move", "a|b|c", 23, 20, 1, NULL, "9300 Black to move" },
	  END },
	/* A shown move that is withdrawn, and shown again, is said again. */
	{ { 0, "White to move", NULL, 0, 0, 0, NULL, "300 White to move" },
	  { 1000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 2000, "White: e 4. Black to move", "e 4", 0, 0, 0, NULL, "2300 White: e 4. Black to move" },
	  { 3000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 4000, "White to move", NULL, 0, 0, 0, NULL, "4300 White to move" },
	  { 5000, NULL, NULL, 0, 0, 0, NULL, "" },
	  { 6000, "White: e 4. Black to move", "e 4", 0, 0, 0, NULL, "6300 White: e 4. Black to move" },
	  END },
};
/* clang-format on */

static void
test_steps(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		uint32_t asked = 0;

		say_reset(&say);
		for (const struct step *s = tests[i]; s->ms < FAR; s++) {
			heard[0] = '\0';
			if (s->message)
				take(s, &asked);
			else
				say_done(&say);
			advance(s->ms, s[1].ms);
			if (strcmp(heard, s->said) != 0)
				fail_msg("test %zu, %lld ms: said '%s', not '%s'", i, (long long)s->ms, heard,
					 s->said);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_steps),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}

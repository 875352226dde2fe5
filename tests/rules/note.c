/* Notes of actions for lists: piece, squares, capture, turn, and what a move earns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "rules/rules.h"

/* The actions of `line` are played from the start; the note is of the last one. */
static const struct {
	const char *game, *line, *text;
	unsigned seat, turn, earned;
} rows[] = {
	{ "chess", "e2e4", "e4", SEAT_W, 1, 0 },
	{ "chess", "e2e4 g8f6", "Nf6", SEAT_B, 1, 0 },
	{ "accounting", "g1f3", "Ng1-f3", SEAT_W, 1, 0 },
	{ "half-alice", "e2e4 d7d5", "d7-d5", SEAT_B, 1, 0 },
	{ "half-alice", "e2e4 d7d5 g1f3", "Ng1-f3", SEAT_W, 2, 0 },
	{ "crowded-house", "g1f3", "Ng1-f3", SEAT_W, 1, 0 },
	{ "american", "e4e5", "e4-e5", SEAT_W, 1, 0 },
	{ "abstract", "e2e3", "e2-e3", SEAT_W, 1, 0 },
	{ "zombie", "e2e4 d7d5 e4d5", "e4xd5", SEAT_W, 2, 0 },
	{ "masquerade", "assign:RKNBQ", "", SEAT_W, 1, 0 },
	{ "masquerade", "assign:RKNBQ assign:QNBRK e2e4 d7d5 f1b5 a7a6 b5xe8", "Bb5xe8?", SEAT_W, 3,
	  0 },
	{ "dice-money", "roll:1,6", "", SEAT_W, 1, 0 },
	{ "dice-money", "roll:1,6 e2e4", "e2-e4", SEAT_W, 1, 6 },
	{ "dice-money", "roll:1,6 g1f3", "Ng1-f3", SEAT_W, 1, 0 },
	{ "dice-money", "roll:2,3 g1f3", "Ng1-f3", SEAT_W, 1, 3 },
};

static void
note_of(size_t row, struct move_note *note)
{
	const struct game *g = rules_game(rows[row].game);
	struct position p, before;
	struct rules_error err;
	struct action a = { .kind = ACT_NONE };
	char line[128];

	assert_int_equal(rules_start(g, "", &p, &err), 0);
	strcpy(line, rows[row].line);
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
		before = p;
		if (rules_action_parse(g, &p, word, &a) != 0)
			fail_msg("%s: %s", rows[row].game, word);
		rules_apply(g, &p, a);
	}
	rules_note(g, &before, a, note);
}

static void
test_notes(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct move_note note;

		note_of(i, &note);
		if (strcmp(note.text, rows[i].text) != 0 || note.seat != rows[i].seat ||
		    note.turn != rows[i].turn || note.earned != rows[i].earned)
			fail_msg("%s %s: \"%s\", seat %u, turn %u, earned %u", rows[i].game,
				 rows[i].line, note.text, note.seat, (unsigned)note.turn,
				 note.earned);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_notes) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

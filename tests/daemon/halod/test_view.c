/*
 * The view of a client reveals no secret: two positions that the viewer cannot
 * distinguish give the same state as text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "daemon/view/view.h"

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

/* clang-format off: a table of positions */
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
#define OPEN  "r1bqkbnr/pppp1ppp/2n5/8/3NP3/8/PPP2PPP/RNBQKB1R "
#define DEAD  " left=- moved=- hold=- dust=-"
#define KNOWN " known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-"
#define CARDS START "w KQkq - 0 1 cards=dealt stage=move hands="
#define OPEN_CARDS START "w KQkq - 0 1 cards=open stage=move hands="
#define PILE                                                                                    \
	" discards=-/- captured=- pile=8S,2D,9H,4H,8H,QS,4S,3S,2S,9S,4D,KH,2H,2C,3H,10H,3D,4C," \
	"KS,QH,5H,9C,10C,8C,10D,5C piece=- wild=0"

/* seat: the viewer; action: the last action, which *one and *other do not share. */
static const struct row {
	const char *name, *game, *seat, *one, *other, *action[2];
} rows[] = {
	{ "graves",
	  "zombie",
	  "table",
	  OPEN "b KQkq - 0 4 stage=move buried=pb2/Pc6" DEAD,
	  OPEN "b KQkq - 0 4 stage=move buried=pe4/Pd7" DEAD,
	  { "bury:b2", "bury:e4" } },
	{ "graves to bury beside",
	  "zombie",
	  "table",
	  "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3 stage=bury buried=-/Nd7 "
	  "left=e5 moved=- hold=P dust=-",
	  "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3 stage=bury buried=-/Na8 "
	  "left=e5 moved=- hold=P dust=-",
	  { "bury:d7", "bury:a8" } },
	{ "a grave whose rising would cover the king",
	  "zombie",
	  "table",
	  "4k3/8/8/8/8/8/4B3/r3K3 w - - 0 1 stage=move buried=qe2/-" DEAD,
	  "4k3/8/8/8/8/8/4B3/r3K3 w - - 0 1 stage=move buried=qe1/-" DEAD,
	  { NULL } },
	{ "the other side's graves",
	  "zombie",
	  "b",
	  OPEN "b KQkq - 0 4 stage=move buried=pb2/Pc6" DEAD,
	  OPEN "b KQkq - 0 4 stage=move buried=pe4/Pc6" DEAD,
	  { "bury:b2", "bury:e4" } },
	{ "masks",
	  "masquerade",
	  "table",
	  START "w KQkq - 0 1 stage=move masks=QNBKR/RKNBQ" KNOWN,
	  START "w KQkq - 0 1 stage=move masks=KQRBN/NBRQK" KNOWN,
	  { "assign:RKNBQ", "assign:NBRQK" } },
	{ "own mask",
	  "masquerade",
	  "w",
	  START "w KQkq - 0 1 stage=move masks=QNBKR/RKNBQ" KNOWN,
	  START "w KQkq - 0 1 stage=move masks=KQRBN/RKNBQ" KNOWN,
	  { "assign:RKNBQ", "assign:NBRQK" } },
	{ "hands of cards",
	  "cooperative",
	  "table",
	  CARDS "5D,8D,3C/10S,9D,5S" PILE,
	  CARDS "10S,9D,5S/5D,8D,3C" PILE,
	  { NULL } },
	{ "the other's cards",
	  "cooperative",
	  "w",
	  CARDS "5D,8D,3C/10S,9D,5S" PILE,
	  CARDS "5D,8D,3C/10S,9D,QH"
		" discards=-/- captured=- pile=8S,2D,9H,4H,8H,QS,4S,3S,2S,9S,4D,KH,"
		"2H,2C,3H,10H,3D,4C,KS,5S,5H,9C,10C,8C,10D,5C piece=- wild=0",
	  { NULL } },
	{ "the order of the pile beside open hands",
	  "cooperative",
	  "table",
	  OPEN_CARDS "5D,8D,3C/10S,9D,5S" PILE,
	  OPEN_CARDS "5D,8D,3C/10S,9D,5S"
		     " discards=-/- captured=- pile=5C,2D,9H,4H,8H,QS,4S,3S,2S,9S,4D,KH,"
		     "2H,2C,3H,10H,3D,4C,KS,QH,5H,9C,10C,8C,10D,8S piece=- wild=0",
	  { NULL } },
};
/* clang-format on */

/* Returns the state as its viewer gets it; the caller frees it. */
static char *
state_of(const struct row *row, const char *position, const char *action)
{
	static struct position p;
	struct session_state *s = &table.state;
	struct rules_error err;
	json_t *o;
	char *text;

	s->game = rules_game(row->game);
	if (rules_parse(s->game, position, &p, &err) < 0)
		fail_msg("%s: %s", position, err.why);
	s->settled = s->shown = s->before_last = s->shown_from = &p;
	rules_public(s->game, &p, &s->known);
	s->to_act = (uint8_t)rules_to_act(s->game, &p);
	table.book.n = action ? 1 : 0;
	strcpy(table.book.move[0].action, action ? action : "");
	table.book.move[0].san[0] = '\0';
	o = view_state(&table, rules_seat_parse(s->game, row->seat));
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	assert_non_null(text);
	return text;
}

static void
test_secrets(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	unsigned failed = 0;

	(void)state;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *one = state_of(&rows[i], rows[i].one, rows[i].action[0]);
		char *other = state_of(&rows[i], rows[i].other, rows[i].action[1]);

		if (strcmp(one, other) != 0) {
			print_error("%s: the state tells them apart\n%s\n%s\n", rows[i].name, one,
				    other);
			failed++;
		}
		/* A view without content would pass too. */
		if (!strstr(one, "\"actions\":[\"")) {
			print_error("%s: no actions\n%s\n", rows[i].name, one);
			failed++;
		}
		free(one);
		free(other);
	}
	assert_int_equal(failed, 0);
}

/* The last action is shown as a secret where it is one. */
static void
test_last(void **state)
{
	const struct game *g = rules_game("zombie");
	struct session_state *s = &table.state;
	struct rules_error err;
	struct position p;
	char *text;
	json_t *o;

	(void)state;
	assert_int_equal(rules_parse(g, rows[1].one, &p, &err), 0);
	s->game = g;
	s->settled = s->shown = s->before_last = s->shown_from = &p;
	rules_public(g, &p, &s->known);
	s->to_act = (uint8_t)rules_to_act(g, &p);
	assert_int_equal(rules_action_parse(g, &p, "bury:c6", &s->last), 0);
	s->has_last = true;
	o = view_state(&table, SEAT_TABLE);
	text = json_dumps(json_object_get(o, "last"), JSON_COMPACT);
	assert_string_equal(text, "{\"action\":\"bury:?\",\"squares\":[]}");
	free(text);
	json_decref(o);
}

/* A trouble of text that cannot be encoded is left out, and nothing else is. */
static void
test_lost(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	json_t *o;

	(void)state;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	table.troubles.place[0].on = true;
	strcpy(table.troubles.place[0].what, "\xff");
	o = view_state(&table, SEAT_TABLE);
	assert_int_equal(json_array_size(json_object_get(o, "troubles")), 0);
	assert_string_equal(json_string_value(json_object_get(o, "game")), "chess");
	json_decref(o);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_secrets),
		cmocka_unit_test(test_last),
		cmocka_unit_test(test_lost),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Meanings in each game beyond plain moves: a row has a state and its meanings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "tests/daemon/lamps/state.h"

#define MASKED   "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-"
#define ATTEMPTS "4k3/8/8/1p3p2/8/8/P7/4KB2 w - - 0 1 stage=move masks=RKNBQ/RKNBQ " MASKED
#define MASKS    "4k3/8/8/1p6/8/8/4P3/4KB2 w - - 0 1 stage=assign masks=\?\?\?\?\?/\?\?\?\?\? " MASKED
#define INDICTS  "3k4/p7/8/4r*3/5p*2/2N5/P7/3K4 w - - 0 1"
#define ONE_TURN "table=neto turn=single transfers=free stage=move last=-,-"
#define STONES   "4k3/8/8/8/8/8/PN6/K7 w - - 0 1 " ONE_TURN
#define QUIET    "buried=-/- left=- moved=- hold=- dust=-"
#define ZOMBIES  "4k3/8/8/3n^4/8/P^7/3p4/4K2R w - - 0 1 stage=move " QUIET
#define HORDE                                                                                    \
	"4k3/8/8/3n^4/P^7/8/3P^4/4K2R w - - 0 1 stage=horde buried=-/- left=a3 moved=a4 hold=- " \
	"dust=-"
#define RISEN    "P^3k3/8/8/8/8/8/8/4K3 w - - 0 1 stage=promote " QUIET
#define GRAVE    "4k3/8/8/8/8/8/8/4K2R w - - 0 1 stage=move buried=nh1/- left=- moved=- hold=- dust=-"
#define CHECKERS "checkers=12,12"
#define MIRRORED "4k3/8/8/3p@4/4P3/8/8/4K3 w - - 0 1 " CHECKERS
#define PRICES   "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=N/-"
#define MONEY(stage, dice, extra)                                                          \
	"4k3/8/8/8/8/8/7P/4K3 w - - 0 1 stage=" stage " dice=" dice " money=20,20 " PRICES \
	" extra=" extra " flight=0"
#define HALF(seat) "3k4/8/8/8/7R/8/8/3K4 " seat " passes=0"
#define CARDS                                                                                 \
	"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 cards=dealt stage=move hands=2H/2S discards=-/3S " \
	"captured=- pile=- piece=- wild=0"
#define CAPTURES                                                                                 \
	"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 cards=dealt stage=capture hands=-/2S discards=2H/3S " \
	"captured=- pile=- piece=- wild=0"
#define OPEN "11/11/11/11/4q6/11/11/11/5Q2M2 w - - 0 1"
#define GAUNTLET                                                                           \
	"e1:area f1:area g1:area e2:area f2:area g2:area e3:area f3:area g3:area e4:area " \
	"f4:area g4:area e5:area f5:area g5:area e6:area f6:area g6:area e7:area f7:area " \
	"g7:area e8:area f8:area g8:area e9:area f9:area g9:area"

enum {
	OBJECTS = 16,    /* markers are pieces */
	SINGLE = 32,     /* lamps of one colour */
	REGULATORS = 64, /* Regulators wear a halo */
};

static const struct row {
	const char *name;
	struct state_text state;
	unsigned how; /* enum hints, with … */
	const char *want;
} rows[] = {
	{ "crooked men glow",
	  { .game = "accounting", .position = INDICTS },
	  HINTS_MOVES,
	  "f4:crooked e5:crooked" },
	{ "halos as objects: no light",
	  { .game = "accounting", .position = INDICTS },
	  HINTS_MOVES | OBJECTS,
	  "" },
	{ "halos for Regulators, if wished",
	  { .game = "accounting", .position = INDICTS },
	  HINTS_MOVES | REGULATORS,
	  "c3:crooked f4:crooked e5:crooked" },
	{ "no halo on a Regulator in the hand",
	  { .game = "accounting", .position = INDICTS, .lifted = "c3" },
	  HINTS_OFF | REGULATORS,
	  "c3:from" },
	{ "Regulators' halos as objects: no light",
	  { .game = "accounting", .position = INDICTS },
	  HINTS_MOVES | OBJECTS | REGULATORS,
	  "" },
	{ "knights of another game are no Regulators",
	  { .game = "zombie", .position = ZOMBIES },
	  HINTS_MOVES | REGULATORS,
	  "e1:check a3:zombie d5:zombie" },
	{ "a Regulator up: where it indicts, and whom",
	  { .game = "accounting", .position = INDICTS, .lifted = "c3" },
	  HINTS_MOVES,
	  "b1:legal e2:legal c3:from a4:legal e4:capture+legal f4:capture b5:legal "
	  "d5:capture+legal e5:capture" },
	{ "a Regulator that has landed: the indicted",
	  { .game = "accounting", .position = INDICTS, .provisional = "c3e4" },
	  HINTS_MOVES,
	  "c3:from e4:to f4:capture e5:capture" },
	{ "the indicted are awaited, the game goes on",
	  { .game = "accounting",
	    .position = INDICTS,
	    .last = "c3e4",
	    .extra = "e5",
	    .step = "e5 -",
	    .due = true },
	  HINTS_MOVES,
	  "c3:last e4:last f4:last e5:extra+last!" },
	{ "a piece up while something is awaited",
	  { .game = "accounting",
	    .position = INDICTS,
	    .last = "c3e4",
	    .extra = "e5",
	    .step = "e5 -",
	    .due = true,
	    .lifted = "d8" },
	  HINTS_MOVES,
	  "c7:legal d7:legal e7:legal c8:legal d8:from e8:legal" },
	{ "the Regulators' reach",
	  { .game = "accounting", .position = INDICTS, .hint_asked = true },
	  HINTS_MOVES,
	  "b1:legal d1:hint a2:hint e2:legal c3:hint a4:legal e4:capture+legal f4:capture+crooked "
	  "b5:legal d5:capture+legal e5:capture+crooked" },
	{ "a Shareholder that may be bilked, up",
	  { .game = "accounting", .position = "4k3/7p/8/8/8/P7/7P/R3K3 w - - 0 1", .lifted = "a3" },
	  HINTS_MOVES,
	  "a1:hint a3:from+capture a4:legal" },

	{ "zombies glow",
	  { .game = "zombie", .position = ZOMBIES },
	  HINTS_MOVES,
	  "e1:check a3:zombie d5:zombie" },
	{ "coins as objects: no light",
	  { .game = "zombie", .position = ZOMBIES },
	  HINTS_MOVES | OBJECTS,
	  "e1:check" },
	{ "a living piece up: the zombies it costs",
	  { .game = "zombie", .position = ZOMBIES, .lifted = "e1" },
	  HINTS_MOVES,
	  "d1:legal e1:from f1:legal d2:capture+legal e2:legal f2:legal a3:unsafe+zombie" },
	{ "a zombie up: nobody is destroyed yet",
	  { .game = "zombie", .position = HORDE, .lifted = "d2" },
	  HINTS_MOVES,
	  "d2:from d3:legal d4:legal" },
	{ "pawns that promote first pulse",
	  { .game = "zombie", .position = RISEN, .awaits = AWAIT_PROMOTE },
	  HINTS_MOVES,
	  "a8:asked+zombie" },
	{ "… once they stand there",
	  { .game = "zombie",
	    .position = RISEN,
	    .awaits = AWAIT_PROMOTE,
	    .missing = "a8",
	    .step = "- a8",
	    .due = true },
	  HINTS_MOVES,
	  "a8:missing+zombie!" },
	{ "a promoted pawn is to be exchanged",
	  { .game = "zombie", .position = RISEN, .last = "promote:a8q" },
	  HINTS_MOVES,
	  "a8:asked+zombie+last e8:check" },
	{ "what lies below is not told by what is shown",
	  { .game = "zombie", .position = GRAVE, .provisional = "h1h5" },
	  HINTS_MOVES,
	  "h1:from h5:to" },
	{ "what rose is awaited, the game goes on",
	  { .game = "zombie",
	    .position = GRAVE,
	    .last = "h1h5",
	    .missing = "h1",
	    .step = "- h1",
	    .due = true,
	    .lifted = "h1" },
	  HINTS_MOVES,
	  "h1:missing+last! h5:last" },

	{ "behind the mirror and before it",
	  { .game = "half-alice", .position = MIRRORED },
	  HINTS_MOVES,
	  "e1:area e4:area d5:mirror e8:area" },
	{ "one colour tells one side",
	  { .game = "half-alice", .position = MIRRORED },
	  HINTS_MOVES | SINGLE,
	  "d5:mirror" },
	{ "checkers as objects: one lacks, one is too many",
	  { .game = "half-alice", .position = MIRRORED, .lay = "d5", .unlay = "e4" },
	  HINTS_MOVES | OBJECTS,
	  "e4:extra d5:missing" },
	{ "checkers as objects: no light",
	  { .game = "half-alice", .position = MIRRORED },
	  HINTS_MOVES | OBJECTS,
	  "" },
	{ "one side of the mirror does not see the other, which stays lit",
	  { .game = "half-alice", .position = MIRRORED, .lifted = "e4" },
	  HINTS_MOVES,
	  "e4:from d5:mirror e5:legal" },
	{ "… also while a piece without a move is up",
	  { .game = "half-alice",
	    .position = MIRRORED,
	    .lifted = "e1",
	    .missing = "e1",
	    .step = "- e1",
	    .steps = 1 },
	  HINTS_MOVES,
	  "e1:missing! d5:mirror" },
	{ "… with checkers as objects: no light",
	  { .game = "half-alice", .position = MIRRORED, .lifted = "e4" },
	  HINTS_MOVES | OBJECTS,
	  "e4:from e5:legal" },

	{ "the gauntlet", { .game = "american", .position = OPEN }, HINTS_MOVES, GAUNTLET },
	{ "the gauntlet is no object",
	  { .game = "american", .position = OPEN },
	  HINTS_MOVES | OBJECTS,
	  GAUNTLET },
	{ "over, and the pieces are elsewhere: the last move is no longer lit",
	  { .position = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
	    .last = "a1a2",
	    .lifted = "a2 h1 e8",
	    .over = true },
	  HINTS_MOVES,
	  "" },
	{ "no king: a draw is asked at the generals",
	  { .game = "american",
	    .position = OPEN,
	    .lifted = "f1",
	    .prompt = PROMPT_DRAW,
	    .over = true },
	  HINTS_MOVES,
	  "f1:asked e5:asked" },

	{ "the king's half",
	  { .game = "crowded-house", .position = HALF("w - - 0 1 seat=wk") },
	  HINTS_MOVES,
	  "e1:area f1:area g1:area h1:area e2:area h2:area e3:area h3:area e4:area h4:area e5:area "
	  "h5:area e6:area h6:area e7:area h7:area e8:area f8:area g8:area h8:area" },
	{ "the queen's half",
	  { .game = "crowded-house", .position = HALF("b - - 0 1 seat=bq") },
	  HINTS_MOVES,
	  "a1:area b1:area c1:area d1:area a2:area d2:area a3:area d3:area a4:area d4:area a5:area "
	  "d5:area a6:area d6:area a7:area d7:area a8:area b8:area c8:area d8:area" },
	{ "who acts next sees its half",
	  { .game = "crowded-house", .position = HALF("b - - 0 1 seat=bk"), .provisional = "d8e8" },
	  HINTS_MOVES,
	  "a1:area b1:area c1:area d1:area a2:area d2:area a3:area d3:area a4:area d4:area a5:area "
	  "d5:area a6:area d6:area a7:area d7:area a8:area b8:area c8:area d8:from+area e8:to" },
	{ "a seat's own squares",
	  { .game = "crowded-house", .position = HALF("w - - 0 1 seat=wq"), .lifted = "h4" },
	  HINTS_MOVES,
	  "a4:legal b4:legal c4:legal d4:legal h4:from" },

	{ "whom a piece may ask for",
	  { .game = "masquerade", .position = ATTEMPTS, .lifted = "f1" },
	  HINTS_MOVES,
	  "f1:from e2:legal g2:legal d3:legal h3:legal c4:legal b5:capture+legal "
	  "f5:capture+legal" },
	{ "captor and target up",
	  { .game = "masquerade", .position = ATTEMPTS, .lifted = "f1 f5", .attempt = "f1 f5" },
	  HINTS_MOVES,
	  "f1:asked+from f5:asked+capture+legal" },
	{ "an attempt is the last move, whatever its answer",
	  { .game = "masquerade", .position = ATTEMPTS, .last = "f1xf5" },
	  HINTS_MOVES,
	  "f1:last f5:last" },
	{ "masks to be assigned: no move",
	  { .game = "masquerade", .position = MASKS, .lifted = "f1" },
	  HINTS_MOVES,
	  "f1:from" },

	{ "a stack up: its squares, and who may take a stone",
	  { .game = "abstract", .position = STONES, .lifted = "b2" },
	  HINTS_MOVES,
	  "d1:legal a2:hint b2:from d3:legal a4:legal c4:legal" },
	{ "a single stone up: who may take it glows, as for a stack",
	  { .game = "abstract", .position = STONES, .lifted = "a2" },
	  HINTS_MOVES,
	  "a2:from b2:hint a3:legal" },
	{ "a giver touched: it pulses, and who may take a stone glows",
	  { .game = "abstract", .position = STONES, .transfer = "b2", .takers = "a2" },
	  HINTS_MOVES,
	  "a2:hint b2:asked" },
	{ "… after a refusal only these glow, and not the stack that takes none",
	  { .game = "abstract", .position = STONES, .transfer = "b2", .takers = "a2", .refused = "b2 a1" },
	  HINTS_MOVES,
	  "a2:hint b2:asked" },
	{ "a transfer touched",
	  { .game = "abstract",
	    .position = STONES,
	    .provisional = "transfer:b2a2",
	    .transfer = "a2 b2" },
	  HINTS_MOVES,
	  "a2:asked+to b2:asked+to" },
	{ "a transfer touched, the receiver up again",
	  { .game = "abstract",
	    .position = STONES,
	    .provisional = "transfer:a2b2",
	    .transfer = "a2 b2",
	    .lifted = "b2" },
	  HINTS_MOVES,
	  "a2:asked+from+hint b2:asked+from+hint" },

	{ "a price was tapped",
	  { .game = "dice-money",
	    .position = MONEY("buy", "1,2", "0"),
	    .buy = "a4 b4",
	    .last = NULL },
	  HINTS_MOVES,
	  "a4:legal b4:legal" },
	{ "before the dice no square is promised",
	  { .game = "dice-money", .position = MONEY("roll", "-", "0"), .lifted = "h2" },
	  HINTS_SAFE,
	  "h2:from" },
	{ "pay for the flight?",
	  { .game = "dice-money",
	    .position = MONEY("buy", "1,2", "0"),
	    .prompt = PROMPT_PAY,
	    .options = "buy:flight h2h4" },
	  HINTS_MOVES,
	  "h2:asked h4:asked" },
	{ "a further move is begun while the first is shown",
	  { .game = "dice-money",
	    .position = MONEY("move", "1,2", "1"),
	    .provisional = "e1e2",
	    .lifted = "h2" },
	  HINTS_MOVES,
	  "h2:from h3:legal h4:legal" },

	{ "cards: captures are not told before the card",
	  { .game = "cooperative", .position = CARDS, .lifted = "e4" },
	  HINTS_MOVES,
	  "e4:from e5:legal" },
	{ "cards: captures after it",
	  { .game = "cooperative", .position = CAPTURES, .lifted = "e4" },
	  HINTS_MOVES,
	  "e4:from d5:capture+legal" },

	{ "a refusal lights its reason",
	  { .position = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
	    .missing = "e2",
	    .extra = "c3",
	    .step = "c3 e2",
	    .refused = "e2 c3" },
	  HINTS_MOVES,
	  "e2:missing! c3:extra! e7:hint" },
};

static void
test_row(void **state)
{
	const struct row *row = *state;
	struct lamps_config c = lamps_config_default();
	struct hints_cache cache = { 0 };
	char got[2048];

	c.objects = (row->how & OBJECTS) != 0;
	c.rgb = (row->how & SINGLE) == 0;
	c.regulators = (row->how & REGULATORS) != 0;
	memset(c.hints, row->how % OBJECTS, sizeof(c.hints));
	state_light(&row->state, &c, &cache, got, sizeof(got));
	assert_string_equal(got, row->want);
}

/* Each of four seats has its own hints; the dice have the thrower's. */
static void
test_seats(void **state)
{
	static const struct {
		struct state_text state;
		unsigned seat;
		const char *on;
	} seats[] = {
		{ { .game = "crowded-house",
		    .position = HALF("w - - 0 1 seat=wk"),
		    .lifted = "d1" },
		  SEAT_WK,
		  "d1:from e1:legal e2:legal" },
		{ { .game = "crowded-house",
		    .position = HALF("b - - 0 1 seat=bk"),
		    .lifted = "d8" },
		  SEAT_BK,
		  "e7:legal d8:from e8:legal" },
		{ { .game = "crowded-house",
		    .position = HALF("w - - 0 1 seat=wq"),
		    .lifted = "h4" },
		  SEAT_WQ,
		  "a4:legal b4:legal c4:legal d4:legal h4:from" },
		{ { .game = "crowded-house",
		    .position = HALF("b - - 0 1 seat=bq"),
		    .lifted = "d8" },
		  SEAT_BQ,
		  "c7:legal d7:legal e7:legal c8:legal d8:from e8:legal" },
	};

	(void)state;
	for (size_t i = 0; i < 2 * (sizeof(seats) / sizeof(seats[0])); i++) {
		struct lamps_config c = lamps_config_default();
		struct hints_cache cache = { 0 };
		struct lamps_frame frame;
		struct made_state made;
		char got[512], off[16];

		state_make(&made, &seats[i / 2].state);
		memset(c.hints, i % 2 ? HINTS_MOVES : HINTS_OFF, sizeof(c.hints));
		c.hints[seats[i / 2].seat] = i % 2 ? HINTS_OFF : HINTS_MOVES;
		lamps_compose(&cache, &made.state, &c, &frame);
		state_frame_print(made.state.game, &frame, got, sizeof(got));
		snprintf(off, sizeof(off), "%s:from", seats[i / 2].state.lifted);
		assert_string_equal(got, i % 2 ? off : seats[i / 2].on);
	}
}

int
main(void)
{
	enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
	struct CMUnitTest tests[ROWS + 1];

	for (size_t i = 0; i < ROWS; i++)
		tests[i] = (struct CMUnitTest){ rows[i].name, test_row, NULL, NULL,
						(void *)(uintptr_t)&rows[i] };
	tests[ROWS] = (struct CMUnitTest)cmocka_unit_test(test_seats);
	return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}

/* The meaning of each square: a row has a state and its meanings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "tests/daemon/lamps/state.h"

#define EMPTY_E    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
#define D4_PAWN    "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"
#define EN_PASSANT "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 3"
#define PINNED     "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
#define CASTLES    "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
#define SWAPPED    "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"
#define TAKES      "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1"
#define CHECKED    "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"
#define PROMOTES   "7k/P7/8/8/8/8/8/7K w - - 0 1"
#define MATED      "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"

static const struct row {
	const char *name;
	struct state_text state;
	uint8_t hints;
	const char *want;
} rows[] = {
	{ "nothing to say", { 0 }, HINTS_MOVES, "" },
	{ "the last move", { .last = "e2e4" }, HINTS_MOVES, "e2:last e4:last" },
	{ "last move, castling",
	  { .position = CASTLES, .last = "e1g1" },
	  HINTS_MOVES,
	  "e1:last f1:last g1:last h1:last" },
	{ "last move, en passant",
	  { .position = EN_PASSANT, .last = "e5d6" },
	  HINTS_MOVES,
	  "d5:last e5:last d6:last" },

	{ "a computer's move, not the last one",
	  { .last = "e2e4", .plan = "g8f6" },
	  HINTS_MOVES,
	  "f6:plan g8:plan!" },
	{ "… its capture: the captured piece first",
	  { .position = TAKES, .plan = "e4d5" },
	  HINTS_MOVES,
	  "e4:plan d5:plan!" },
	{ "… and then the captor, whatever is up",
	  { .position = TAKES, .plan = "e4d5", .lifted = "d5" },
	  HINTS_MOVES,
	  "e4:plan! d5:plan" },
	{ "… and then where to",
	  { .plan = "g1f3", .lifted = "g1" },
	  HINTS_MOVES,
	  "g1:plan f3:plan!" },
	{ "… and nothing else while a piece is up: no check",
	  { .position = "4k3/4r3/8/8/8/8/3B4/4K3 w - - 0 1", .plan = "d2e3", .lifted = "d2" },
	  HINTS_MOVES,
	  "d2:plan e3:plan!" },
	{ "… not while the pieces are set up",
	  { .plan = "g1f3", .prompt = PROMPT_ARRAY },
	  HINTS_MOVES,
	  "a1:asked b1:asked c1:asked d1:asked e1:asked f1:asked g1:asked h1:asked a8:asked "
	  "b8:asked c8:asked d8:asked e8:asked f8:asked g8:asked h8:asked" },
	{ "… shown",
	  { .plan = "g1f3", .provisional = "g1f3" },
	  HINTS_MOVES,
	  "g1:from f3:to" },
	{ "lifted", { .lifted = "e2" }, HINTS_MOVES, "e2:from e3:legal e4:legal" },
	{ "lifted, hints off", { .lifted = "e2" }, HINTS_OFF, "e2:from" },
	{ "only its squares, not the last move",
	  { .last = "e2e4", .lifted = "b8" },
	  HINTS_MOVES,
	  "a6:legal c6:legal b8:from" },
	{ "no legal move", { .lifted = "a1" }, HINTS_MOVES, "a1:from" },
	{ "pinned", { .position = PINNED, .lifted = "e2" }, HINTS_MOVES, "e2:from" },
	{ "captures apart",
	  { .position = TAKES, .lifted = "e4" },
	  HINTS_MOVES,
	  "e4:from d5:capture+legal e5:legal" },
	{ "en passant lights the victim",
	  { .position = EN_PASSANT, .lifted = "e5" },
	  HINTS_MOVES,
	  "d5:capture e5:from d6:capture+legal e6:legal" },
	{ "promotion", { .position = PROMOTES, .lifted = "a7" }, HINTS_MOVES, "a7:from a8:legal" },

	{ "safe: en passant and plain capture both count",
	  { .position = D4_PAWN, .lifted = "e2" },
	  HINTS_SAFE,
	  "e2:from e3:unsafe+legal e4:unsafe+legal" },
	{ "safe: one of two squares",
	  { .position = D4_PAWN, .lifted = "g2" },
	  HINTS_SAFE,
	  "g2:from g3:legal g4:unsafe+legal" },
	{ "safe: a guarded victim",
	  { .position = TAKES, .lifted = "e4" },
	  HINTS_SAFE,
	  "e4:from d5:capture+unsafe+legal e5:legal" },
	{ "safe: promotion, all four kinds at once",
	  { .position = PROMOTES, .lifted = "a7" },
	  HINTS_SAFE,
	  "a7:from a8:legal" },

	{ "the victim first: what may take it",
	  { .position = TAKES, .lifted = "d5" },
	  HINTS_MOVES,
	  "e4:hint d5:capture" },
	{ "the victim first, hints off",
	  { .position = TAKES, .lifted = "d5" },
	  HINTS_OFF,
	  "d5:from" },
	{ "own piece and victim up",
	  { .position = TAKES, .lifted = "d5 e4" },
	  HINTS_MOVES,
	  "e4:from d5:capture+legal" },
	{ "an opponent's piece that none can take", { .lifted = "e7" }, HINTS_MOVES, "e7:from" },
	{ "two pieces that no move takes together",
	  { .lifted = "e2 d2" },
	  HINTS_MOVES,
	  "d2:from e2:from" },

	{ "castling, the king up: its goal and its partner",
	  { .position = CASTLES, .lifted = "e1" },
	  HINTS_MOVES,
	  "d1:legal e1:from f1:legal g1:legal h1:hint d2:legal e2:legal f2:legal" },
	{ "castling, the rook up",
	  { .position = CASTLES, .lifted = "h1" },
	  HINTS_MOVES,
	  "e1:hint f1:legal g1:legal h1:from h2:legal h3:legal h4:legal h5:legal h6:legal "
	  "h7:legal h8:legal" },
	{ "castling, both up",
	  { .position = CASTLES, .lifted = "e1 h1" },
	  HINTS_MOVES,
	  "e1:from f1:legal g1:legal h1:from" },
	{ "castling that swaps king and rook, both up",
	  { .game = "chess960", .position = SWAPPED, .lifted = "f1 g1" },
	  HINTS_MOVES,
	  "f1:from+legal g1:from+legal" },

	{ "shown", { .provisional = "e2e4" }, HINTS_MOVES, "e2:from e4:to" },
	{ "shown, hints off: still told", { .provisional = "e2e4" }, HINTS_OFF, "e2:from e4:to" },
	{ "shown hides the last",
	  { .last = "e2e4", .provisional = "e7e5" },
	  HINTS_MOVES,
	  "e5:to e7:from" },
	{ "shown, castling that swaps",
	  { .game = "chess960", .position = SWAPPED, .provisional = "f1g1" },
	  HINTS_MOVES,
	  "f1:to g1:to" },
	{ "shown, then lifted again: the choice is as before",
	  { .provisional = "e2e3", .lifted = "e3" },
	  HINTS_MOVES,
	  "e2:from e3:legal e4:legal" },
	{ "shown capture, lifted again: the victim is up as well",
	  { .position = TAKES, .provisional = "e4d5", .lifted = "d5" },
	  HINTS_MOVES,
	  "e4:from d5:capture+legal" },
	{ "rook first, then the king: castling",
	  { .position = CASTLES, .provisional = "h1f1", .lifted = "e1" },
	  HINTS_MOVES,
	  "e1:from f1:legal g1:legal h1:from" },
	{ "shown instead of the last: seen from the position before it",
	  { .last = "g1f3", .amends = "g1h3" },
	  HINTS_MOVES,
	  "g1:from h3:to" },
	{ "shown instead of the last, lifted again",
	  { .last = "e2e3", .amends = "e2e4", .lifted = "e4" },
	  HINTS_MOVES,
	  "e2:from e3:legal e4:legal" },
	{ "the opponent begins early",
	  { .provisional = "e2e4", .lifted = "g8" },
	  HINTS_MOVES,
	  "f6:legal h6:legal g8:from" },

	{ "check", { .position = CHECKED }, HINTS_MOVES, "e1:check" },
	{ "check by the last move",
	  { .position = "4k3/8/8/8/8/8/8/K6Q w - - 0 1", .last = "h1h5" },
	  HINTS_OFF,
	  "h1:last h5:last e8:check" },
	{ "check by the shown move",
	  { .position = "4k3/8/8/8/8/8/8/K6Q w - - 0 1", .provisional = "h1h5" },
	  HINTS_MOVES,
	  "h1:from h5:to e8:check" },
	{ "a lift in check lights its squares alone",
	  { .position = CHECKED, .lifted = "e1" },
	  HINTS_MOVES,
	  "e1:from e2:capture+legal" },

	{ "the hint button",
	  { .position = TAKES, .hint_asked = true },
	  HINTS_MOVES,
	  "e1:hint e4:hint" },
	{ "the hint button, hints off", { .position = TAKES, .hint_asked = true }, HINTS_OFF, "" },
	{ "the hint button in check",
	  { .position = CHECKED, .hint_asked = true },
	  HINTS_MOVES,
	  "e1:check+hint" },
	{ "the hint button after a shown move is the opponent's",
	  { .position = TAKES, .provisional = "e4e5", .hint_asked = true },
	  HINTS_MOVES,
	  "e4:from d5:hint e5:to c6:hint e8:hint" },

	{ "guidance",
	  { .missing = "e2", .extra = "e5", .step = "e5 e2" },
	  HINTS_MOVES,
	  "e2:missing! e5:extra!" },
	{ "guidance, one step of two",
	  { .missing = "e2 d2", .extra = "e5 d5", .step = "e5 e2" },
	  HINTS_MOVES,
	  "d2:missing e2:missing! d5:extra e5:extra!" },
	{ "guidance, off the board", { .extra = "e5", .step = "e5 -" }, HINTS_MOVES, "e5:extra!" },
	{ "guidance, another piece",
	  { .wrong = "e2", .step = "e2 -" },
	  HINTS_MOVES,
	  "e2:missing+extra!" },
	{ "a refused capture: both pieces go back",
	  { .position = "4k3/8/8/3p4/8/8/8/R3K3 w - - 0 1", .lifted = "a1", .refused = "a1 d5" },
	  HINTS_MOVES,
	  "a1:missing d5:missing+extra" },
	{ "castling, half made",
	  { .position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	    .provisional = "e1g1",
	    .missing = "f1",
	    .extra = "h1",
	    .step = "h1 f1",
	    .onward = true },
	  HINTS_MOVES,
	  "e1:from f1:legal! g1:to h1:hint!" },
	{ "en passant, half made",
	  { .position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
	    .provisional = "e5d6",
	    .extra = "d5",
	    .step = "d5 -",
	    .onward = true },
	  HINTS_OFF,
	  "d5:capture! e5:from d6:to" },
	{ "a set-up, rank by rank",
	  { .game = "chess960",
	    .sets_up = true,
	    .missing = "b1 c7",
	    .wrong = "a1 h8",
	    .extra = "e4",
	    .step = "e4 b1",
	    .steps = 5 },
	  HINTS_MOVES,
	  "a1:missing+extra b1:missing" },
	{ "a set-up, the last few at once",
	  { .game = "chess960",
	    .sets_up = true,
	    .missing = "c7",
	    .extra = "e4",
	    .step = "e4 c7",
	    .steps = 1 },
	  HINTS_MOVES,
	  "e4:extra! c7:missing!" },
	{ "guidance stands alone",
	  { .position = CHECKED, .missing = "h8", .lifted = "e1", .hint_asked = true },
	  HINTS_SAFE,
	  "h8:missing" },
	{ "guidance and a question",
	  { .missing = "e1", .step = "- e1", .prompt = PROMPT_DRAW },
	  HINTS_MOVES,
	  "e1:asked+missing! e8:asked" },

	{ "which",
	  { .position = EMPTY_E, .prompt = PROMPT_WHICH, .options = "d2d4 d2d3" },
	  HINTS_MOVES,
	  "d2:asked d3:asked d4:asked" },
	{ "which, its mover set down somewhere else",
	  { .position = EMPTY_E, .prompt = PROMPT_WHICH, .options = "d2d4 d2d3", .lifted = "d2" },
	  HINTS_MOVES,
	  "d2:asked d3:asked d4:asked" },
	{ "confirm, beside what is shown",
	  { .position = TAKES, .provisional = "e4d5", .prompt = PROMPT_CONFIRM, .options = "e4d5" },
	  HINTS_MOVES,
	  "e4:asked+from d5:asked+to" },
	{ "a blunder: what it loses, beside what is shown",
	  { .position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	    .provisional = "f3h4",
	    .prompt = PROMPT_BLUNDER,
	    .options = "f3h4" },
	  HINTS_GRADED,
	  "f3:from h4:asked+to" },
	{ "… a piece that stands elsewhere",
	  { .position = "3r2k1/5ppp/8/8/8/8/3Q1PPP/4R1K1 w - - 0 1",
	    .provisional = "e1e7",
	    .prompt = PROMPT_BLUNDER,
	    .options = "e1e7" },
	  HINTS_MOVES,
	  "e1:from d2:asked e7:to" },
	{ "… the game",
	  { .position = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
	    .provisional = "g2g4",
	    .prompt = PROMPT_BLUNDER,
	    .options = "g2g4" },
	  HINTS_MOVES,
	  "e1:asked g2:from g4:to" },
	{ "… nothing that the rules show",
	  { .provisional = "f2f3", .prompt = PROMPT_BLUNDER, .options = "f2f3" },
	  HINTS_MOVES,
	  "f2:asked+from f3:asked+to" },
	{ "promotion asks about one square",
	  { .position = PROMOTES,
	    .provisional = "a7a8q",
	    .prompt = PROMPT_PROMOTION,
	    .options = "a7a8r a7a8b a7a8n" },
	  HINTS_MOVES,
	  "a7:from a8:asked+to h8:check" },
	{ "takeback",
	  { .last = "e2e4", .takeback = 1, .prompt = PROMPT_TAKEBACK },
	  HINTS_MOVES,
	  "e2:asked+last e4:asked+last" },
	{ "takeback, the board as hands have left it",
	  { .last = "e2e4", .takeback = 1, .prompt = PROMPT_TAKEBACK, .lifted = "e4" },
	  HINTS_MOVES,
	  "e2:asked+last e4:asked+last" },
	{ "takeback, asked in guidance",
	  { .last = "e2e4", .missing = "e4", .extra = "e2", .takeback = 1, .prompt = PROMPT_TAKEBACK },
	  HINTS_MOVES,
	  "e2:asked+last e4:asked+last" },
	{ "takeback of a roll: no move is asked about",
	  { .last = "e2e4", .words_with = 1, .prompt = PROMPT_TAKEBACK },
	  HINTS_MOVES,
	  "e1:asked e2:last e4:last e8:asked" },
	{ "new game", { .prompt = PROMPT_NEW_GAME }, HINTS_MOVES, "e1:asked e8:asked" },
	{ "new game, in the middle of another",
	  { .prompt = PROMPT_NEW_GAME, .lifted = "e2" },
	  HINTS_MOVES,
	  "e1:asked e8:asked" },
	{ "an array, of which pieces lack",
	  { .prompt = PROMPT_ARRAY, .missing = "e1", .step = "- e1" },
	  HINTS_MOVES,
	  "e1:missing!" },
	{ "an array",
	  { .position = "4k3/p7/8/8/8/8/P7/RN2K3 w - - 0 1", .prompt = PROMPT_ARRAY },
	  HINTS_MOVES,
	  "a1:asked b1:asked e1:asked e8:asked" },
	{ "draw", { .prompt = PROMPT_DRAW }, HINTS_MOVES, "e1:asked e8:asked" },
	{ "resign, White",
	  { .prompt = PROMPT_RESIGN, .prompt_seat = SEAT_W },
	  HINTS_MOVES,
	  "e1:asked" },
	{ "resign, Black",
	  { .prompt = PROMPT_RESIGN, .prompt_seat = SEAT_B },
	  HINTS_MOVES,
	  "e8:asked" },
	{ "menu", { .prompt = PROMPT_MENU }, HINTS_MOVES, "e1:asked e8:asked" },
	{ "a piece up, and a question",
	  { .prompt = PROMPT_DRAW, .lifted = "e2" },
	  HINTS_MOVES,
	  "e1:asked e2:from e3:legal e4:legal e8:asked" },
	{ "the turn's end is asked, the opponent's piece up",
	  { .last = "e2e4", .prompt = PROMPT_END, .lifted = "e7" },
	  HINTS_MOVES,
	  "e2:asked e4:asked e5:legal e6:legal e7:from" },
	{ "a question about no square",
	  { .takeback = 1, .prompt = PROMPT_TAKEBACK },
	  HINTS_MOVES,
	  "e1:asked e8:asked" },
	{ "a word is awaited", { .awaits = AWAIT_ROLL | AWAIT_BUY }, HINTS_MOVES, "e1:asked" },
	{ "a word is awaited, and a hand came first",
	  { .awaits = AWAIT_ROLL, .lifted = "e2" },
	  HINTS_OFF,
	  "e1:asked e2:from" },
	{ "a word is awaited, and the board is wrong",
	  { .awaits = AWAIT_ROLL, .missing = "h8" },
	  HINTS_MOVES,
	  "h8:missing" },
	{ "a word may be said", { .awaits = AWAIT_MOVE | AWAIT_END }, HINTS_MOVES, "" },
	{ "the next word, before the shown move is final",
	  { .provisional = "e2e4", .awaits = AWAIT_ROLL },
	  HINTS_MOVES,
	  "e2:from e4:to" },

	{ "over: the mated king", { .position = MATED, .over = true }, HINTS_MOVES, "e1:check h4:hint" },
	{ "over: lifts light nothing",
	  { .position = MATED, .over = true, .lifted = "a2 b2", .hint_asked = true },
	  HINTS_MOVES,
	  "e1:check h4:hint" },
};

static void
test_row(void **state)
{
	const struct row *row = *state;
	struct lamps_config c = lamps_config_default();
	struct hints_cache cache = { 0 };
	char got[2048];

	memset(c.hints, row->hints, sizeof(c.hints));
	state_light(&row->state, &c, &cache, got, sizeof(got));
	assert_string_equal(got, row->want);

	/* The same request again is answered from the cache, with the same result. */
	uint32_t computed = cache.computed;

	state_light(&row->state, &c, &cache, got, sizeof(got));
	assert_string_equal(got, row->want);
	assert_int_equal(cache.computed, computed);
	assert_true(computed <= 1);
}

static void
test_no_game(void **state)
{
	struct session_state s = { .phase = SESSION_NO_GAME };
	struct lamps_config c = lamps_config_default();
	struct hints_cache cache = { 0 };
	struct lamps_frame frame, dark = { 0 };

	(void)state;
	lamps_compose(&cache, &s, &c, &frame);
	assert_memory_equal(&frame, &dark, sizeof(frame));
}

/* Each seat has its own hints. */
static void
test_seats(void **state)
{
	struct state_text white = { .lifted = "e2" }, black = { .last = "e2e4", .lifted = "e7" };
	struct lamps_config c = lamps_config_default();
	struct hints_cache cache = { 0 };
	struct lamps_frame frame;
	struct made_state made;
	char got[256];

	(void)state;
	c.hints[SEAT_W] = HINTS_OFF;
	state_make(&made, &white);
	lamps_compose(&cache, &made.state, &c, &frame);
	state_frame_print(made.state.game, &frame, got, sizeof(got));
	assert_string_equal(got, "e2:from");
	state_make(&made, &black);
	lamps_compose(&cache, &made.state, &c, &frame);
	state_frame_print(made.state.game, &frame, got, sizeof(got));
	assert_string_equal(got, "e5:legal e6:legal e7:from");
}

int
main(void)
{
	enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
	struct CMUnitTest tests[ROWS + 2];

	for (size_t i = 0; i < ROWS; i++)
		tests[i] = (struct CMUnitTest){ rows[i].name, test_row, NULL, NULL,
						(void *)(uintptr_t)&rows[i] };
	tests[ROWS] = (struct CMUnitTest)cmocka_unit_test(test_no_game);
	tests[ROWS + 1] = (struct CMUnitTest)cmocka_unit_test(test_seats);
	return cmocka_run_group_tests_name("meanings", tests, NULL, NULL);
}

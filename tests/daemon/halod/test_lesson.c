/* Lessons on the board: right and wrong tries by hands, lights, progress, what ends a lesson. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "daemon/table/home.h"
#include "lesson_hands.h"

#define STATE "{\"kind\":\"state\"}"

/* Makes edges half a second apart, then waits until the hands are still. */
static void
hands(const char *edges)
{
	for (; *edges; edges += strcspn(edges, " "), edges += *edges == ' ') {
		edge(edges + 1, *edges == '+');
		table_advance(&table, table.now_us + 500000);
	}
	table_advance(&table, table.now_us + 3000000);
}

/* Checks "STEP STAGE: TEXT | REMARK" of the lesson on the board. */
static void
want_lesson(const char *expected)
{
	json_t *state = send_request(OTHER, STATE), *l = json_object_get(state, "lesson");
	const char *remark = json_string_value(json_object_get(l, "remark"));
	char got[1024];

	snprintf(got, sizeof(got), "%lld %s: %s | %s", (long long)json_integer_value(json_object_get(l, "step")),
		 json_string_value(json_object_get(l, "stage")), json_string_value(json_object_get(l, "text")),
		 remark ? remark : "");
	if (strncmp(got, expected, strlen(expected)) != 0)
		fail_msg("%s\n  want %s", got, expected);
	json_decref(state);
}

/* Begins with an empty board. */
static void
begin_empty(void)
{
	standing = 0;
	begin();
}

static const char rook[] = "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":1,\"player\":\"Anna\"}";
static const char rooks[] = "{\"kind\":\"lesson\",\"game\":\"chess\",\"player\":\"Anna\"}";
#define TASK_1 "1 task: The rook goes straight"

static void
test_course(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, rook, "\"ok\"");
	want_lesson("1 setup: ");
	hands("+h1 +d4 +h8");
	want_lesson(TASK_1);
	assert_string_equal(lit, "d1 d2 d3 a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8");
	/* A wrong try is answered and led back, and so is an illegal one. */
	hands("-d4 +d8");
	want_lesson("1 setup: Put the white rook from d8 on d4 | A good rook move, but it goes to d7 now.");
	hands("-d8 +d4");
	want_lesson(TASK_1);
	hands("-d4 +e5");
	want_lesson("1 setup: Put the white rook from e5 back on d4 | That is diagonal. A rook goes straight only.");
	hands("-e5 +d4");
	/* One without an answer of its own. */
	hands("-d4 +d5");
	want_lesson("1 setup: Put the white rook from d5 on d4 | That is possible, but not the task.");
	hands("-d5 +d4");
	hands("-d4 +d7");
	want_lesson("2 setup: ");
	want(OTHER, rooks, "\"steps\":3,\"step\":2,\"done\":false");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\"}", "\"steps\":3,\"step\":0");
	hands("-d7 +a1 +a6");
	want_lesson("2 task: To capture");
	hands("-a1 -a6 +a6");
	want_lesson("3 setup: ");
	end();
	assert_int_equal(table.book.n, 0);
}

/* A voice reads the remark, the text and the lesson's board. */
static void
test_spoken(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"speech\":true}}", "\"ok\"");
	want(OTHER, rook, "\"ok\"");
	hands("+h1 +d4 +h8 -d4 +d8");
	want(OTHER, STATE, "\"message\":\"A good rook move, but it goes to d 7 now. Put the white rook from d 8 on d 4\"");
	hands("-d8 +d4");
	want(OTHER, "{\"kind\":\"say\",\"what\":\"d4\"}", "\"d 4: White, rook\"");
	want(OTHER, "{\"kind\":\"say\",\"what\":\"position\"}",
	     "\"White: king h 1; rook d 4. Black: king h 8\"");
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	end();
}

/* The next game knows the pieces that a lesson left: its rook stands where the king belongs. */
static void
test_left(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, rook, "\"ok\"");
	hands("+h1 +d4 +h8");
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	want(OTHER, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}", "\"ok\"");
	hands("+a1");
	want(OTHER, STATE, "\"wrong\":[\"h1\",\"h8\"]");
	end();
}

/* A lesson goes on where it was left, after a restart too, and its end is kept. */
static void
test_resumed(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, rook, "\"ok\"");
	hands("+h1 +d4 +h8");
	hands("-d4 +d7");
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	want(OTHER, STATE, "\"lesson\":null");
	wait_written();
	end();
	begin();
	want(OTHER, rook, "\"ok\"");
	want_lesson("2 setup: ");
	hands("-d7 +a1 +a6");
	want_lesson("2 task: ");
	hands("-a1 -a6 +a6");
	want_lesson("3 setup: ");
	hands("-a6 +a1 +a3 +e1");
	want_lesson("3 task: ");
	hands("-a1 -e1 +e1");
	want_lesson("3 end: ");
	want(OTHER, rooks, "\"steps\":3,\"step\":0,\"done\":true");
	/* OK begins the next lesson, Back leaves it. */
	press(OK, 100000);
	want(OTHER, STATE, "\"name\":\"The bishop\"");
	press(BACK, 100000);
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, "{\"kind\":\"list\"}", "\"games\":[]");
	end();
}

/* The reply of the other side is made by hands, and the next step goes on from there. */
static void
test_reply(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":3}", "\"ok\"");
	hands("+h1 +d1 +h8 -d1 +d7");
	want_lesson("1 reply: Kg8: now the black king from h8 to g8 | Right. Now make Black's move.");
	assert_string_equal(lit, "g8 h8");
	hands("-h8 +g8");
	want_lesson("2 task: Now diagonally: move the queen to a4. | ");
	end();
}

#define EXCHANGE \
	"1 read: Promotion: exchange the piece on e8 for the white queen. Then: Next or OK | "

/* A promoted pawn is exchanged before the lesson goes on, whichever way the hands promote it. */
static void
test_promotion(void **state)
{
	static const char pawn[] = "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":7}";

	(void)state;
	begin_empty();
	want(OTHER, pawn, "\"ok\"");
	hands("+b1 +e7 +b6");
	hands("-e7 +e8");
	want_lesson(EXCHANGE);
	assert_string_equal(lit, "e8");
	hands("-e8");
	want_lesson(EXCHANGE);
	hands("+e8");
	want_lesson("2 setup: Put the white pawn on e7 (4 pieces to go) | You have a queen now");
	/* Exchanged at once; the queen is not taken for the rook that belongs on e8. */
	hands("-e8 +e7 +e8 +f8");
	want_lesson("2 task: ");
	hands("-f8 -e7 +f8 -f8 +f8");
	want_lesson("3 setup: ");
	/* Begun again: the queen went to the last row itself, and OK says so. */
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	end();
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":7,\"player\":\"Anna\"}", "\"ok\"");
	hands("+b1 +e7 +b6");
	hands("-e7 +e8");
	press(OK, 100000);
	want_lesson("2 setup: Put ");
	end();
}

/* The light of a mark is not covered by the light of the task. */
static void
test_marks(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"half-alice\",\"number\":1}", "\"ok\"");
	hands("+e1 +d4 +a2 +e8");
	hands("-d4 +d6");
	hands("-e8 +g8");
	want_lesson("2 task: From behind the mirror");
	want(OTHER, STATE, "\"hint\":[\"d2\"],\"mirror\":[\"d6\"]");
	end();
}

/* Actions without hands are chosen on the screen. */
static void
test_options(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"dice-money\",\"number\":3}", "\"ok\"");
	hands("+e1 +a1 +e2 +e8 +e7");
	want(OTHER, STATE, "\"options\":[\"buy:extra1\",\"buy:extra2\"]");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"buy:extra2\"}", "\"ok\"");
	want_lesson("1 task: You have $5.");
	want(OTHER, STATE, "\"remark\":\"Two further moves cost $15: you have $5.\"");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"buy:flight\"}", "no legal action has that name");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"buy:extra1\"}", "\"ok\"");
	want_lesson("2 task: First the main move.");
	hands("-e2 +e4");
	want_lesson("3 task: Use the further move");
	hands("-a1 +a8");
	want_lesson("3 end: The end of this lesson.");
	/* After the last lesson OK leaves. */
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"dice-money\",\"number\":6}", "\"ok\"");
	hands("-a8 -e4 -e8 -e7 +b7 +g6");
	hands("-b7 +b8 -b8 +b8");
	hands("-b8 -g6 -e1 +g1 +e1 +g8 +f7 +g7 +h7");
	hands("-e1 +e8");
	want_lesson("2 end: The end of the last lesson. Next, OK or Back: leave");
	press(OK, 100000);
	want(OTHER, STATE, "\"lesson\":null");
	end();
}

static void
test_refused(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"lesson\"}", "game, action, next or leave");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"go\"}", "game: there is no game \\\"go\\\"");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":99}", "Chess has 12 lessons");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"american\",\"number\":1}", "this board is too small");
	want(OTHER, "{\"kind\":\"lesson\",\"next\":true}", "no lesson is open");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"end\"}", "no lesson waits for an action");
	/* A played action and a new game end a lesson; a running game refuses one. */
	want(OTHER, rook, "\"ok\"");
	new_game("\"game\":\"chess\"");
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, rook, "\"ok\"");
	act(OTHER, "e2e4");
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, rook, "a game is running");
	/* Not even by force for a lesson that cannot begin. */
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"american\",\"number\":1,\"force\":true}", "this board is too small");
	want(OTHER, STATE, "\"n_actions\":1");
	/* By force the game is kept, and a new one of its kind waits. */
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":1,\"force\":true}", "\"ok\"");
	want(OTHER, STATE, "\"name\":\"The rook\"");
	want(OTHER, STATE, "\"n_actions\":0");
	wait_written();
	want(OTHER, "{\"kind\":\"list\"}", "\"actions\":1");
	end();
}

/* ---- a game that a lesson interrupted ---- */

#define FORCE   "{\"kind\":\"lesson\",\"game\":\"chess\",\"force\":true,"
#define FORCED  FORCE "\"number\":1}"
#define OFFERED "\"text\":\"Your game of Chess is not finished. Play on from where it stopped? OK: yes. Back: no\""

/* Waits until the store has read a game and the table has opened it. */
static void
wait_opened(void)
{
	struct store_answer *a;
	uint32_t whose;

	while (!(a = store_answer_take(store)))
		wait_store();
	json_decref(request_later(&table, a, &whose));
	store_answer_free(a);
}

/* Interrupts a game of two moves by the first lesson. */
static void
interrupt_game(void)
{
	act(OTHER, "e2e4");
	act(OTHER, "e7e5");
	wait_written();
	want(OTHER, FORCED, "\"ok\"");
	want(OTHER, STATE, "\"prompt\":null");
}

/* After leaving, one press plays the interrupted game on, and guidance sets it up. */
static void
test_interrupted(void **state)
{
	(void)state;
	begin();
	interrupt_game();
	press(BACK, 100000);
	want(OTHER, STATE, "\"kind\":\"play-on\"");
	want(OTHER, STATE, OFFERED);
	/* Another lesson and a puzzle first: the offer returns. */
	want(OTHER, FORCED, "\"ok\"");
	want(OTHER, STATE, "\"prompt\":null");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"puzzle\":1}", "\"ok\"");
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	want(OTHER, STATE, OFFERED);
	press(OK, 100000);
	wait_opened();
	want(OTHER, STATE, "\"n_actions\":2");
	want(OTHER, STATE, "\"prompt\":null");
	assert_true(guidance_leads_back(&table.state.guidance));
	/* A lesson in a game that has not begun interrupts nothing. */
	new_game("\"game\":\"chess\"");
	want(OTHER, FORCED, "\"ok\"");
	press(BACK, 100000);
	want(OTHER, STATE, "\"prompt\":null");
	end();
}

/* A game played by hands, whose pieces still stand when the lesson is left at once. */
static void
test_interrupted_hands(void **state)
{
	(void)state;
	begin();
	for (unsigned moves = 1; moves <= 2; moves++) {
		hands(moves == 1 ? "-e2 +e4" : "-e7 +e5");
		wait_written();
		want(OTHER, FORCED, "\"ok\"");
		press(BACK, 100000);
		want(OTHER, STATE, OFFERED);
		press(OK, 100000);
		wait_opened();
		want(OTHER, STATE, moves == 1 ? "\"n_actions\":1" : "\"n_actions\":2");
		assert_false(guidance_leads_back(&table.state.guidance));
	}
	end();
}

/* After No, and after another move, the game on the board goes on: no later lesson asks again. */
static void
test_not_played_on(void **state)
{
	(void)state;
	begin();
	interrupt_game();
	press(BACK, 100000);
	press(BACK, 100000);
	want(OTHER, STATE, "\"prompt\":null");
	want(OTHER, STATE, "\"n_actions\":0");
	want(OTHER, FORCED, "\"ok\"");
	press(BACK, 100000);
	want(OTHER, STATE, "\"prompt\":null");
	interrupt_game();
	press(BACK, 100000);
	act(OTHER, "d2d4");
	act(OTHER, "d7d5");
	want(OTHER, STATE, "\"prompt\":null");
	end();
}

/* The rooks of the interrupted game are not taken for the kings that belong on their squares. */
static void
test_interrupted_pieces(void **state)
{
	(void)state;
	begin();
	hands("-e2 +e4");
	press(OK, 100000);
	hands("-e7 +e5");
	press(OK, 100000);
	want(OTHER, STATE, "\"n_actions\":2");
	wait_written();
	want(OTHER, FORCE "\"number\":2}", "\"ok\"");
	want_lesson("1 setup: ");
	assert_non_null(strstr(lit, " h1"));
	assert_non_null(strstr(lit, " h8"));
	end();
}

/* A request that fails after it interrupted the game offers that game at once. */
static void
test_interrupted_in_vain(void **state)
{
	static const char *const row[][2] = {
		{ "\"number\":99", "Chess has 12 lessons" },
		{ "\"puzzle\":65535", "Chess has " },
		{ "\"mistake\":true", "no mistake of a guest waits" },
	};
	char line[128];

	(void)state;
	begin();
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		act(OTHER, "e2e4");
		wait_written();
		(void)snprintf(line, sizeof(line), FORCE "%s}", row[i][0]);
		want(OTHER, line, row[i][1]);
		want(OTHER, STATE, OFFERED);
		press(BACK, 100000);
	}
	/* Numbers that no game can have interrupt nothing. */
	act(OTHER, "e2e4");
	want(OTHER, FORCE "\"puzzle\":65536}", "puzzle: 0 or more");
	want(OTHER, FORCE "\"number\":65536}", "number: 1 or more");
	want(OTHER, STATE, "\"n_actions\":1");
	end();
}

/* Shows a move, not final yet. */
static void
show_e4(void)
{
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	edge("e4", true);
	table_advance(&table, table.now_us + 500000);
	assert_true(table.state.has_provisional);
}

/* A game without a final move is not kept, so it is not offered. */
static void
test_interrupted_empty(void **state)
{
	(void)state;
	begin();
	wait_written();
	show_e4();
	want(OTHER, FORCED, "\"ok\"");
	press(BACK, 100000);
	want(OTHER, STATE, "\"prompt\":null");
	end();
}

/* A move shown by hands goes on with the game on the board: OK then ends the move. */
static void
test_hands_decline(void **state)
{
	(void)state;
	begin();
	interrupt_game();
	press(BACK, 100000);
	want(OTHER, STATE, OFFERED);
	show_e4();
	want(OTHER, STATE, "\"prompt\":null");
	press(OK, 100000);
	want(OTHER, STATE, "\"n_actions\":1");
	end();
}

static char logged[512];

static void
note_log(void *arg, const char *line)
{
	(void)arg;
	(void)snprintf(logged, sizeof(logged), "%s", line);
}

/* The offer stays while the journal is busy; an error that comes later is logged. */
static void
test_busy(void **state)
{
	unsigned asked = 0;

	(void)state;
	begin();
	interrupt_game();
	press(BACK, 100000);
	while (store_ask(store, &(struct store_ask){ .kind = STORE_LIST, .limit = 1 }) == 0)
		asked++;
	press(OK, 100000);
	want(OTHER, STATE, OFFERED);
	for (; asked > 0; asked--)
		wait_opened();
	table_menu_interrupted(&table, 999);
	log_sink(note_log, NULL);
	press(OK, 100000);
	wait_opened();
	log_sink(NULL, NULL);
	if (!strstr(logged, "999"))
		fail_msg("%s", logged);
	end();
}

/* ---- set-up from a full array ---- */

/* Counts the lit squares of the last frame. */
static unsigned
count_lit(void)
{
	unsigned n = 0;

	for (const char *c = lit; *c; c += strcspn(c, " "), c += *c == ' ')
		n++;
	return n;
}

/* All that must go is shown at once, and pieces that the lesson needs move to their places. */
static void
test_from_array(void **state)
{
	(void)state;
	begin();
	want(OTHER, rook, "\"ok\"");
	want_lesson("1 setup: Put the white rook from h1 on d4 (32 pieces to go). A cross: take the piece off | ");
	want(OTHER, STATE, "\"rank\":null");
	assert_int_equal(count_lit(), 33);
	hands("-h1");
	want_lesson("1 setup: Put the white rook on d4 (");
	hands("+d4");
	want_lesson("1 setup: Put the white king from e1 on h1 (31 pieces to go). A cross: take the piece off | ");
	assert_int_equal(count_lit(), 32);
	/* Another order: the black king first, by way of a square of its own. */
	hands("-e8 +e5 -h8 -e5 +h8");
	want_lesson("1 setup: Put the white king from e1 on h1 (29 pieces to go). A cross: take the piece off | ");
	hands("-a1 -b1 -c1 -d1 -e1 -f1 -g1");
	want_lesson("1 setup: Put the white king on h1 (");
	hands("+h1");
	want_lesson("1 setup: Take the crossed pieces off the board (22 pieces to go) | ");
	assert_int_equal(count_lit(), 22);
	hands("-a2 -b2 -c2 -d2 -e2 -f2 -g2 -h2 -a7 -b7 -c7 -d7 -e7 -f7 -g7 -h7 -a8 -b8 -c8 -d8 -f8");
	want_lesson("1 setup: Take the piece off g8 | ");
	assert_string_equal(lit, "g8");
	hands("-g8");
	want_lesson(TASK_1);
	end();
}

/* Equal pieces count wherever they come from; another piece does not. */
static void
test_equal_pieces(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":4}", "\"ok\"");
	want_lesson("1 setup: Put the white knight from b1 on d4 (");
	hands("-c1 +d4");
	want(OTHER, STATE, "\"wrong\":[\"h1\",\"d4\",\"h8\"]");
	hands("-d4 -g1 +d4");
	want(OTHER, STATE, "\"wrong\":[\"h1\",\"h8\"]");
	hands("-h1 -e1 +h1 -h8 -e8 +h8");
	hands("-a1 -b1 -d1 -f1 -b2 -c2 -d2 -e2 -f2 -g2 -h2");
	hands("-a7 -b7 -c7 -d7 -e7 -f7 -g7 -h7 -a8 -b8 -c8 -d8 -f8 -g8");
	want_lesson("1 task: The knight jumps");
	end();
}

/* A piece that no board has comes from the box; one that is put again is believed. */
static void
test_from_box(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, rook, "\"ok\"");
	want_lesson("1 setup: Put the white king on h1 (3 pieces to go) | ");
	assert_string_equal(lit, "h1 d4 h8");
	hands("+e4 +h8");
	want_lesson("1 setup: Put the white king on h1 (2 pieces to go) | ");
	hands("-e4 +h1 +d4");
	want_lesson(TASK_1);
	end();
}

/* Stacks of the game's own array are known, and words speak of stones. */
static void
test_stones(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"abstract\"");
	standing = 0;
	for (unsigned sq = 0; sq < 64; sq++) {
		char name[3] = { (char)('a' + sq % 8), (char)('1' + sq / 8), '\0' };

		edge(name, rules_at(table.state.game, table.state.settled, sq) != 0);
	}
	table_advance(&table, table.now_us + 3000000);
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"abstract\",\"number\":1}", "\"ok\"");
	want_lesson("1 setup: Clear a1, then put the white royal stone on a1 (31 squares to go)");
	end();
}

/* Pieces of another set have no place in a lesson, wherever they stand: they leave the board first. */
static void
test_other_set(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"abstract\",\"number\":1}", "\"ok\"");
	want_lesson("1 setup: Clear a1, then put the white royal stone on a1 (35 squares to go)");
	assert_int_equal(count_lit(), 32);
	hands("-b1 -c1 -d1 -e1 -f1 -g1 -h1 -a2 -b2 -c2 -d2 -f2 -g2 -h2");
	hands("-a7 -b7 -c7 -d7 -e7 -f7 -g7 -h7 -a8 -b8 -c8 -d8 -e8 -f8 -g8");
	want_lesson("1 setup: Clear a1, then put the white royal stone on a1 (6 squares to go)");
	hands("-a1 +a1 -e2 +e2 -h8 +h8");
	want_lesson("1 task: Here the height");
	/* The stones of this lesson are no pieces of chess. */
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":1}", "\"ok\"");
	want_lesson("1 setup: Put the white king on h1 (6 pieces to go)");
	end();
}

/* Half of an action is no mistake, nor the action. */
static void
test_half_made(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":9}", "\"ok\"");
	hands("+e1 +h1 +f2 +g2 +h2 +e8 +a7 -e1 +g1");
	want_lesson("1 task: Castling: now the white rook from h1 to f1 | ");
	hands("-h1");
	want_lesson("1 task: Castling: now the white rook on f1 | ");
	hands("+f1");
	want_lesson("2 ");
	end();
}

/* What is chosen on the screen is asked for by the lesson's own lights, and by no king. */
static void
test_bury(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"zombie\",\"number\":1}", "\"ok\"");
	hands("+e1 +d4 +a2 +e8 +c6 -c6 -d4 +c6");
	want_lesson("2 task: Bury it under one of your own pieces");
	assert_string_equal(lit, "a2 c6");
	end();
}

/* What the rules change is made on the board before the lesson goes on: after a try, and a reply. */
static void
test_due(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"zombie\",\"number\":2}", "\"ok\"");
	hands("+e1 +d4 +a2 +e8 -d4 +f5");
	want_lesson("1 setup: The rules change the board. Put the black pawn on d4 | ");
	assert_string_equal(lit, "d4");
	hands("+d4");
	want_lesson("2 setup: Put the black knight on c6 (3 pieces to go) | A black zombie rose");
	hands("-d4 -f5 +c6 -a2 +a3");
	want_lesson("2 reply: ");
	hands("-c6 +d4");
	want_lesson("2 setup: The rules change the board. Put the white pawn on c6 | ");
	hands("+c6");
	want_lesson("3 task: Your pawn rose");
	end();
}

/* ---- every lesson by hands that follow the lamps ---- */

static void
play_lesson(const struct game *g, unsigned number)
{
	char what[64];

	snprintf(what, sizeof(what), "%s %u", rules_name(g), number);
	if (table_lesson_open(&table, g, number, "") < 0)
		fail_msg("%s: %s", what, table.why);
	play_to_end(what);
	table_lesson_close(&table);
}

/* ---- set-up in any order, by a player who sees the pieces ---- */

static uint8_t there[BOARD_SQUARES_MAX], aside[BOARD_SQUARES_MAX];
static unsigned n_aside;

static void
set_down(unsigned sq, uint8_t piece)
{
	there[sq] = piece;
	touch(sq, true);
}

/* Returns the piece that the lesson needs on sq. */
static uint8_t
needed(unsigned sq)
{
	return rules_at(table.lesson.lesson->game, table_lesson_position(&table), sq) &
	       (uint8_t)~PIECE_MARK;
}

/* Lifts a piece that does not belong there; puts it where it belongs, or aside. */
static void
move_away(unsigned from, uint64_t *seed)
{
	uint8_t piece = there[from];

	there[from] = 0;
	touch(from, false);
	for (unsigned sq = 0; sq < 64; sq++)
		if (!there[sq] && needed(sq) == piece && help_random(seed) % 2) {
			set_down(sq, piece);
			return;
		}
	aside[n_aside++] = piece;
}

/* Puts a piece from aside on the empty square; one from the box if the board has none. */
static void
fill(unsigned sq)
{
	for (unsigned i = 0; i < n_aside; i++)
		if (aside[i] == needed(sq)) {
			set_down(sq, aside[i]);
			aside[i] = aside[--n_aside];
			return;
		}
	for (unsigned from = 0; from < 64; from++)
		if (there[from] == needed(sq) && there[from] != needed(from))
			return;
	set_down(sq, needed(sq));
}

static void
set_up_at_random(uint64_t seed)
{
	for (;;) {
		unsigned first = help_random(&seed) % 64, k = 0, sq = 0;

		for (; k < 64; k++) {
			sq = (first + k) % 64;
			if (there[sq] != needed(sq))
				break;
		}
		if (k == 64)
			return;
		if (table.lesson.stage != TABLE_LESSON_SETUP)
			fail_msg("%s: no more set up, with %u on square %u", rules_name(table.lesson.lesson->game),
				 there[sq], sq);
		if (there[sq])
			move_away(sq, &seed);
		else
			fill(sq);
	}
}

/* Opens the lesson on a board with the array of chess and sets it up. */
static void
set_up_lesson(const struct game *g, unsigned number, uint64_t seed)
{
	static struct board small = { .name = "small", .files = 8, .ranks = 8 };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct rules_error err;
	struct position array;

	assert_int_equal(rules_start(rules_game("chess"), "", &array, &err), 0);
	table_init(&table, &small, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++) {
		char name[3] = { (char)('a' + sq % 8), (char)('1' + sq / 8), '\0' };

		there[sq] = rules_at(rules_game("chess"), &array, sq);
		edge(name, there[sq]);
	}
	table_begin(&table, NULL, 1000000);
	n_aside = 0;
	assert_int_equal(table_lesson_open(&table, g, number, ""), 0);
	set_up_at_random(seed);
	table_advance(&table, table.now_us + 1000000);
	if (table.lesson.stage == TABLE_LESSON_SETUP)
		fail_msg("%s %u, seed %llu: still set up", rules_name(g), number, (unsigned long long)seed);
	table_lesson_close(&table);
}

static void
test_any_order(void **state)
{
	static char path[LESSONS_MAX][LESSON_PATH];
	static const char *const games[] = { "chess", "zombie", "accounting", "half-alice" };

	(void)state;
	for (unsigned i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		for (unsigned k = lesson_list(games[i], path); k > 0; k--)
			for (uint64_t seed = 1; seed <= 3; seed++)
				set_up_lesson(rules_game(games[i]), k, seed);
}

/* Plays every lesson of the games that fit on the board. */
static void
play_all(void)
{
	static char path[LESSONS_MAX][LESSON_PATH];
	size_t n;
	const struct game *const *games = rules_games(&n);

	for (size_t i = 0; i < n; i++)
		for (unsigned k = home_fits(table.board, games[i]) ? lesson_list(rules_name(games[i]), path) : 0;
		     k > 0; k--)
			play_lesson(games[i], k);
}

static void
test_every_lesson(void **state)
{
	(void)state;
	begin_empty();
	play_all();
	end();
}

/* The same on a board of 11 x 9, without a journal. */
static void
test_wide(void **state)
{
	static struct board wide = { .name = "wide", .files = 11, .ranks = 9 };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	(void)state;
	table_init(&table, &wide, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	play_all();
	/* The game on the board has not waited for its pieces meanwhile. */
	assert_false(table.troubles.place[TROUBLE_STUCK].on);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_course),  KEPT_TEST(test_resumed), KEPT_TEST(test_reply),
		KEPT_TEST(test_options), KEPT_TEST(test_spoken), KEPT_TEST(test_refused),
		KEPT_TEST(test_from_array), KEPT_TEST(test_equal_pieces), KEPT_TEST(test_from_box), KEPT_TEST(test_due), KEPT_TEST(test_stones),
		KEPT_TEST(test_other_set), KEPT_TEST(test_half_made), KEPT_TEST(test_bury),
		KEPT_TEST(test_every_lesson),
		KEPT_TEST(test_left), KEPT_TEST(test_interrupted), KEPT_TEST(test_not_played_on),
		KEPT_TEST(test_interrupted_hands), KEPT_TEST(test_interrupted_pieces),
		KEPT_TEST(test_interrupted_in_vain), KEPT_TEST(test_interrupted_empty),
		KEPT_TEST(test_hands_decline), KEPT_TEST(test_busy),
		KEPT_TEST(test_promotion), KEPT_TEST(test_marks),
		cmocka_unit_test(test_wide),    cmocka_unit_test(test_any_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

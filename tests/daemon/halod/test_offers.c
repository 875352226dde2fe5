/* Questions open at a power cut: the same question returns, or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>

#include "restart.h"

static const char state_line[] = "{\"kind\":\"state\"}";
/* Returns the question without its id, which differs by daemon. */
static char *
prompt(void)
{
	json_t *o = send_request(OTHER, state_line),
	       *p = json_incref(json_object_get(json_object_get(o, "state"), "prompt"));
	char *text;

	if (!p)
		p = json_incref(json_object_get(o, "prompt"));
	assert_non_null(p);
	if (json_is_object(p))
		json_object_del(p, "id");
	text = json_dumps(p, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
	json_decref(p);
	json_decref(o);
	return text;
}

/* Returns the squares that light up within a few seconds, for a question's swell. */
static uint64_t
shine(void)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < 60; i++) {
		table_advance(&table, table.now_us + 50000);
		for (const char *at = lit; *at; at += strspn(at + 2, " ") + 2)
			all |= UINT64_C(1) << ((at[1] - '1') * 8 + at[0] - 'a');
	}
	return all;
}

/* The open question is the same after a restart, in text and lamps, and was reported as kept. */
static void
same_again(const char *part)
{
	char *was, *now;
	uint64_t shone;

	shone = shine();
	wait_written();
	was = prompt();
	if (!strstr(was, part) || !strstr(was, "\"kept\":true"))
		fail_msg("asked is %s, not %s that is kept", was, part);
	restart();
	wait_written();
	now = prompt();
	assert_string_equal(now, was);
	assert_true(shone == shine());
	free(was);
	free(now);
}

static void
nothing_asked(void)
{
	want(OTHER, state_line, "\"prompt\":null");
}

static void
answer(const char *with, const char *expect)
{
	char line[128];

	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,%s}",
		 table.menu.id ? table.menu.id : table.state.prompt.id, with);
	want(OTHER, line, expect);
}

static void
offer_draw(void)
{
	press(OK, 3000000);
	press(CLOCK, 100000);
}

/* Played by hand; quiet makes it final. */
static void
move(const char *from, const char *to)
{
	edge(from, false);
	table_advance(&table, table.now_us + 500000);
	edge(to, true);
	table_advance(&table, table.now_us + 3000000);
}

/* ---- the end of the game ---- */

static void
begin_game(void)
{
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
}

static void
test_draw(void **state)
{
	sqlite3 *other;

	(void)state;
	begin_game();
	want(OTHER, state_line, "\"prompt\":null");
	other = hold_disk();
	offer_draw();
	want(OTHER, state_line, "\"kept\":false");
	release_disk(other);
	same_again("\"kind\":\"draw\"");
	same_again("\"kind\":\"draw\"");
	press(OK, 100000);
	want(OTHER, state_line, "\"reason\":\"agreed\"");
	restart();
	nothing_asked();
	end();
}

/* A refused question is not repeated, but may be asked anew. */
static void
test_draw_refused(void **state)
{
	(void)state;
	begin_game();
	offer_draw();
	same_again("\"kind\":\"draw\"");
	press(BACK, 100000);
	nothing_asked();
	restart();
	nothing_asked();
	want(OTHER, state_line, "\"result\":null");
	offer_draw();
	answer("\"yes\":true", "\"ok\"");
	want(OTHER, state_line, "\"reason\":\"agreed\"");
	end();
}

/* Shown, then offered: the action becomes final and the question stays. */
static void
test_draw_with_move(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	edge("e4", true);
	table_advance(&table, table.now_us + 100000);
	offer_draw();
	assert_int_equal(table.state.n_actions, 1);
	same_again("\"kind\":\"draw\"");
	want(OTHER, state_line, "\"n_actions\":1");
	end();
}

/* The menu and the question about resigning belong to one player only. */
static void
test_own_questions(void **state)
{
	(void)state;
	begin_game();
	press(OK, 3000000);
	want(OTHER, state_line, "\"kind\":\"menu\"");
	want(OTHER, state_line, "\"kept\":null");
	restart();
	nothing_asked();
	press(OK, 3000000);
	press(HINT, 100000);
	want(OTHER, state_line, "\"kind\":\"resign\"");
	restart();
	nothing_asked();
	end();
}

static void
test_time(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\",\"clock\":\"sudden:20\"");
	act(OTHER, "e2e4");
	table_advance(&table, table.now_us + 21000000);
	want(OTHER, "{\"kind\":\"claim\",\"what\":\"time\"}", "\"ok\"");
	same_again("\"kind\":\"time\"");
	want(OTHER, state_line, "\"seat\":\"w\",\"text\":\"Black has run out of time.");
	press(OK, 100000);
	want(OTHER, state_line, "\"reason\":\"time\"");
	end();
}

/* ---- outdated questions ---- */

/* A roll can only be taken back by agreement: one of two has agreed. */
static void
test_undo(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"dice-money\"");
	want(OTHER, "{\"kind\":\"roll\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"undo\",\"n\":1}", "\"ok\"");
	same_again("\"agreed\":[],\"chosen\":null,\"game\":null,\"kept\":true,\"kind\":\"takeback\",\"n\":1");
	answer("\"yes\":true,\"seat\":\"b\"", "\"ok\"");
	same_again("\"agreed\":[\"b\"]");
	/* A seat that has agreed is not asked again, and cannot agree for the other. */
	answer("\"yes\":true,\"seat\":\"b\"", "\"ok\"");
	want(OTHER, state_line, "\"n_actions\":1");
	press(OK, 100000);
	want(OTHER, state_line, "\"n_actions\":1");
	answer("\"yes\":true,\"seat\":\"w\"", "\"ok\"");
	want(OTHER, state_line, "\"n_actions\":0");
	restart();
	nothing_asked();
	end();
}

/* A first move that is shown and not final can be taken back: the board guides its piece home. */
static void
test_undo_shown(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"undo\"}", "nothing can be taken back");
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	edge("e4", true);
	table_advance(&table, table.now_us + 300000);
	want(OTHER, state_line, "\"provisional\":\"e2e4\"");
	want(OTHER, "{\"kind\":\"undo\",\"n\":2}", "nothing can be taken back");
	want(OTHER, "{\"kind\":\"undo\"}", "\"ok\"");
	want(OTHER, state_line, "\"provisional\":null");
	want(OTHER, state_line, "\"missing\":[\"e2\"]");
	table_advance(&table, table.now_us + 2000000);
	want(OTHER, state_line, "\"provisional\":null");
	want(OTHER, state_line, "\"missing\":[\"e2\"]");
	move("e4", "e2");
	want(OTHER, state_line, "\"guidance\":null");
	assert_int_equal(table.state.n_actions, 0);
	end();
}

/* The takeback question stays open while guidance is lit; the first touch of the board ends it. */
static void
test_undo_guided(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"dice-money\"");
	want(OTHER, "{\"kind\":\"roll\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"undo\",\"n\":1}", "\"ok\"");
	wait_written();
	standing &= ~UINT64_C(1);
	restart();
	want(OTHER, state_line, "\"missing\":[\"a1\"]");
	want(OTHER, state_line, "\"kind\":\"takeback\"");
	edge("a1", true);
	table_advance(&table, table.now_us + 3000000);
	nothing_asked();
	want(OTHER, state_line, "\"guidance\":null");
	restart();
	nothing_asked();
	end();
}

/* A short loss of the bus ends no takeback question; nor does an unreliable sensor. */
static void
test_undo_read_anew(void **state)
{
	struct busio_msg bus = { .kind = BUSIO_BUS, .err = -EIO };

	(void)state;
	begin();
	new_game("\"game\":\"dice-money\"");
	want(OTHER, "{\"kind\":\"roll\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"undo\",\"n\":1}", "\"ok\"");
	answer("\"yes\":true,\"seat\":\"w\"", "\"ok\"");
	bus.t_us = table.now_us;
	table_message(&table, &bus);
	bus.err = 0;
	table_message(&table, &bus);
	want(OTHER, state_line, "\"agreed\":[\"w\"]");
	table_step(&table, (struct event){ .kind = EVENT_BLIND,
					   .blind = sqset_of(28),
					   .seat = SEAT_NONE,
					   .t_us = table.now_us });
	table_advance(&table, table.now_us + 3000000);
	assert_false(sqset_empty(table.session.config.blind));
	want(OTHER, state_line, "\"agreed\":[\"w\"]");
	answer("\"yes\":true,\"seat\":\"b\"", "\"ok\"");
	want(OTHER, state_line, "\"n_actions\":0");
	end();
}

static void
move_and_back(void)
{
	begin();
	new_game("\"game\":\"chess\"");
	move("e2", "e4");
	press(CLOCK, 100000);
	assert_int_equal(table.state.n_actions, 1);
	move("e7", "e5");
	press(CLOCK, 100000);
	assert_int_equal(table.state.n_actions, 2);
	move("e5", "e7");
	assert_int_equal(table.state.prompt.kind, PROMPT_TAKEBACK);
}

static void
test_takeback(void **state)
{
	char *got;

	(void)state;
	move_and_back();
	same_again("\"kind\":\"takeback\",\"n\":1");
	want(OTHER, state_line, "\"guidance\":null");
	press(OK, 100000);
	want(OTHER, state_line, "\"n_actions\":1");
	got = replayed();
	assert_non_null(strstr(got, " undo 1\n"));
	free(got);
	end();
}

static void
test_takeback_refused(void **state)
{
	(void)state;
	move_and_back();
	same_again("\"kind\":\"takeback\",\"n\":1");
	press(BACK, 100000);
	want(OTHER, state_line, "\"n_actions\":2");
	want(OTHER, state_line, "\"missing\":[\"e5\"]");
	nothing_asked();
	end();
}

/*
 * While no daemon ran, hands put the piece back, which answers the question, or
 * did something else.
 */
static void
test_takeback_gone(void **state)
{
	(void)state;
	move_and_back();
	wait_written();
	standing ^= UINT64_C(1) << 52 | UINT64_C(1) << 36;
	restart();
	nothing_asked();
	want(OTHER, state_line, "\"guidance\":null");
	want(OTHER, state_line, "\"n_actions\":2");
	move("e5", "e7");
	want(OTHER, state_line, "\"kind\":\"takeback\"");
	wait_written();
	standing &= ~UINT64_C(1);
	restart();
	nothing_asked();
	want(OTHER, state_line, "\"missing\":[\"a1\",\"e5\"]");
	end();
}

/* A piece is straightened. */
static void
touch(const char *sq)
{
	move(sq, sq);
}

/*
 * A resumed game is being set up: passing through an earlier position is no takeback. Once
 * the board has matched the game, it is.
 */
static void
test_set_up(void **state)
{
	char *got;

	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4 e7e5");
	wait_written();
	want(OTHER, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}", "\"ok\"");
	wait_written();
	want(OTHER, "{\"kind\":\"open\",\"game_id\":2}", "\"ok\"");
	for (unsigned i = 0; i < 2; i++) {
		want(OTHER, state_line, "\"missing\":[\"e4\",\"e5\"]");
		touch("g1");
		nothing_asked();
		press(OK, 100000);
		want(OTHER, state_line, "\"n_actions\":2");
		restart();
	}
	move("e2", "e4");
	nothing_asked();
	move("e7", "e5");
	want(OTHER, state_line, "\"guidance\":null");
	move("e5", "e7");
	same_again("\"kind\":\"takeback\",\"n\":1");
	press(OK, 100000);
	want(OTHER, state_line, "\"n_actions\":1");
	got = replayed();
	assert_non_null(strstr(got, " undo 1\n"));
	free(got);
	end();
}

/* The hands that continue the game prove that the board matched. */
static void
test_played_on(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	move("e2", "e4");
	edge("e7", false);
	wait_written();
	restart();
	edge("e5", true);
	table_advance(&table, table.now_us + 200000);
	edge("g1", false);
	table_advance(&table, table.now_us + 300000);
	edge("f3", true);
	table_advance(&table, table.now_us + 200000);
	edge("b8", false);
	table_advance(&table, table.now_us + 300000);
	want(OTHER, state_line, "\"n_actions\":3");
	edge("b8", true);
	move("f3", "g1");
	want(OTHER, state_line, "\"kind\":\"takeback\"");
	end();
}

/* Changes while a bus is away are no gesture, and the trace's replay agrees. */
static void
test_takeback_read_anew(void **state)
{
	struct busio_msg bus = { .kind = BUSIO_BUS, .err = -EIO };
	char *got;

	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	move("e2", "e4");
	move("e7", "e5");
	bus.t_us = table.now_us;
	table_message(&table, &bus);
	edge("e5", false);
	edge("e7", true);
	bus.t_us = table.now_us;
	bus.err = 0;
	table_message(&table, &bus);
	want(OTHER, state_line, "\"missing\":[\"e5\"]");
	touch("g1");
	nothing_asked();
	press(OK, 100000);
	want(OTHER, state_line, "\"n_actions\":2");
	got = replayed();
	assert_string_equal(got, "1.500 e2e4\n5.000 e7e5\n");
	free(got);
	move("e7", "e5");
	move("e5", "e7");
	want(OTHER, state_line, "\"kind\":\"takeback\"");
	end();
}

/* A finished game is opened for viewing: its pieces need not be set up. */
static void
test_set_up_over(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4 e7e5");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"save\",\"name\":\"over\"}", "\"ok\"");
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"over\"}", "kept already");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"over\",\"force\":true}", "\"ok\"");
	want(OTHER, state_line, "\"phase\":\"over\"");
	move("e2", "e4");
	nothing_asked();
	move("e7", "e5");
	nothing_asked();
	move("e5", "e7");
	want(OTHER, state_line, "\"kind\":\"takeback\"");
	end();
}

/* The start array is on the board: after a restart it is asked about only if it was before. */
static void
test_new_game(void **state)
{
	char *got;

	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4 e7e5");
	restart();
	nothing_asked();
	act(OTHER, "g1f3");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	move("e2", "e4");
	move("e4", "e2");
	same_again("\"kind\":\"new-game\"");
	press(OK, 100000);
	want(OTHER, state_line, "\"n_actions\":0");
	want(OTHER, state_line, "\"phase\":\"playing\"");
	got = replayed();
	assert_string_equal(got, "");
	free(got);
	restart();
	nothing_asked();
	end();
}

/* The question stays until it is answered, also during moves on a screen. */
static void
test_array(void **state)
{
	char *got;

	(void)state;
	begin();
	new_game("\"game\":\"chess960\",\"options\":\"index=0\"");
	same_again("\"kind\":\"array\"");
	act(OTHER, "e2e4");
	want(OTHER, state_line, "\"missing\":[\"e4\"]");
	same_again("\"kind\":\"array\"");
	want(OTHER, state_line, "\"missing\":[\"e4\"]");
	move("e2", "e4");
	same_again("\"kind\":\"array\"");
	want(OTHER, state_line, "\"n_actions\":1");
	press(OK, 100000);
	nothing_asked();
	restart();
	nothing_asked();
	move("e7", "e5");
	want(OTHER, state_line, "\"n_actions\":2");
	got = replayed();
	assert_non_null(strstr(got, " e7e5\n"));
	free(got);
	end();
}

/* A player who is asked about the array has looked at it; a player who resets need not have. */
static void
test_reset(void **state)
{
	(void)state;
	for (unsigned reset = 0; reset < 2; reset++) {
		begin();
		new_game("\"game\":\"chess\"");
		move("e2", "e4");
		want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
		move("e4", "e2");
		want(OTHER, state_line, "\"kind\":\"new-game\"");
		if (reset) {
			want(OTHER, "{\"kind\":\"reset\"}", "\"ok\"");
			same_again("\"kind\":\"array\"");
		}
		press(OK, 100000);
		nothing_asked();
		want(OTHER, state_line, "\"phase\":\"playing\"");
		end();
	}
}

/* ---- an unfinished move ---- */

/* The record has that action as its last, and a replay of the trace agrees. */
static void
played_last(const char *action)
{
	char *got = replayed(), end[32];
	size_t n = strlen(got), m = (size_t)snprintf(end, sizeof(end), " %s\n", action);

	want(OTHER, state_line, action);
	if (n < m || strcmp(got + n - m, end) != 0)
		fail_msg("the trace gives %s, and not %s at last", got, action);
	free(got);
}

static void
begin_by_hand(void)
{
	begin();
	new_game("\"game\":\"chess\"");
	move("e2", "e4");
	assert_int_equal(table.state.n_actions, 1);
}

/* The piece is set down, and power fails before quiet makes the move final. */
static void
cut_short(const char *from, const char *to)
{
	begin_by_hand();
	edge(from, false);
	table_advance(&table, table.now_us + 500000);
	if (to)
		edge(to, true);
	table_advance(&table, table.now_us + 500000);
	assert_int_equal(table.state.n_actions, 1);
	restart();
	assert_int_equal(table.state.n_actions, 1);
	want(OTHER, state_line, "\"guidance\":null");
}

static void
test_move_shown(void **state)
{
	(void)state;
	cut_short("e7", "e5");
	want(OTHER, state_line, "\"kind\":\"confirm\"");
	want(OTHER, state_line, "\"kept\":null");
	table_advance(&table, table.now_us + 60000000);
	assert_int_equal(table.state.n_actions, 1);
	press(OK, 100000);
	assert_int_equal(table.state.n_actions, 2);
	played_last("e7e5");
	restart();
	nothing_asked();
	assert_int_equal(table.state.n_actions, 2);
	end();
}

/* The draw question comes first; the move is asked about after it. */
static void
test_move_and_draw(void **state)
{
	(void)state;
	begin_by_hand();
	offer_draw();
	edge("e7", false);
	table_advance(&table, table.now_us + 500000);
	edge("e5", true);
	restart();
	want(OTHER, state_line, "\"kind\":\"draw\"");
	press(BACK, 100000);
	want(OTHER, state_line, "\"kind\":\"confirm\"");
	press(OK, 100000);
	played_last("e7e5");
	end();
}

static void
test_move_begun(void **state)
{
	(void)state;
	cut_short("g8", NULL);
	nothing_asked();
	edge("f6", true);
	table_advance(&table, table.now_us + 3000000);
	want(OTHER, state_line, "\"kind\":\"confirm\"");
	press(CLOCK, 100000);
	played_last("g8f6");
	end();
}

/* While a bus is away, the pieces move on. */
static void
test_move_read_anew(void **state)
{
	struct busio_msg bus = { .kind = BUSIO_BUS, .err = -EIO };

	(void)state;
	begin_by_hand();
	bus.t_us = table.now_us;
	table_message(&table, &bus);
	edge("e7", false);
	edge("e5", true);
	bus.err = 0;
	table_message(&table, &bus);
	want(OTHER, state_line, "\"kind\":\"confirm\"");
	press(BACK, 100000);
	want(OTHER, state_line, "\"missing\":[\"e7\"]");
	move("e5", "e7");
	move("d7", "d5");
	played_last("d7d5");
	end();
}

/* ---- questions that end ---- */

/* The game ends or is replaced. */
static void
test_dropped(void **state)
{
	static const char *const away[] = {
		"{\"kind\":\"resign\",\"seat\":\"w\"}",
		"{\"kind\":\"draw\"}",
		"{\"kind\":\"reset\"}",
		"{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}",
		"{\"kind\":\"next\",\"force\":true}",
		"{\"kind\":\"open\",\"name\":\"friday\"}",
	};

	(void)state;
	begin_game();
	want(OTHER, "{\"kind\":\"save\",\"name\":\"friday\"}", "\"ok\"");
	for (size_t i = 0; i < sizeof(away) / sizeof(away[0]); i++) {
		new_game("\"game\":\"chess\"");
		act(OTHER, "e2e4");
		offer_draw();
		wait_written();
		want(OTHER, state_line, "\"kept\":true");
		want(OTHER, away[i], "\"ok\"");
		nothing_asked();
		restart();
		nothing_asked();
	}
	end();
}

/*
 * The setting on the disk and the question it restores, NULL: none. N and A are
 * the game's number and actions.
 */
static const struct {
	const char *key, *text, *prompt;
	bool damaged;
} kept[] = {
	{ "asked.menu", "N A draw 0 0", "\"kind\":\"draw\"", false },
	{ "asked.game", "N A undo 1 0", "\"kind\":\"takeback\"", false },
	{ "asked.game", "N A undo 1 2", "\"agreed\":[\"b\"]", false },
	{ "asked.game", "N A array 0 0", "\"kind\":\"array\"", false },
	/*
	 * Power failed after an action became final or was taken back, before
	 * the question was kept again.
	 */
	{ "asked.menu", "N 0 draw 0 0", "\"kind\":\"draw\"", false },
	{ "asked.menu", "N 2 draw 0 0", "\"kind\":\"draw\"", false },
	{ "asked.game", "N 0 array 0 0", "\"kind\":\"array\"", false },
	/* The disk had given no number. */
	{ "asked.menu", "0 A draw 0 0", "\"kind\":\"draw\"", false },
	{ "asked.game", "0 A undo 1 0", "\"kind\":\"takeback\"", false },
	/* Another game, another moment: the question ends with the next action. */
	{ "asked.menu", "1 A draw 0 0", NULL, false },
	{ "asked.game", "1 A array 0 0", NULL, false },
	{ "asked.game", "N 0 undo 1 0", NULL, false },
	{ "asked.game", "N 2 undo 1 0", NULL, false },
	/* No flag is down; there are fewer actions; the board does not match. */
	{ "asked.menu", "N A time 0 0", NULL, false },
	{ "asked.menu", "N A time 255 0", NULL, false },
	{ "asked.game", "N A undo 2 0", NULL, false },
	{ "asked.game", "N A undo 0 0", NULL, false },
	{ "asked.game", "N A takeback 1 0", NULL, false },
	{ "asked.game", "N A takeback 0 0", NULL, false },
	/* Under the wrong key. */
	{ "asked.game", "N A draw 0 0", NULL, false },
	{ "asked.menu", "N A undo 1 0", NULL, false },
	{ "asked.menu", "N A array 0 0", NULL, false },
	/* All have agreed: then it was done, and is not asked. More seats than the game has. */
	{ "asked.game", "N A undo 1 3", "\"agreed\":[]", false },
	{ "asked.game", "N A undo 1 255", "\"agreed\":[]", false },
	/* Damaged. */
	{ "asked.menu", "N A draw 0", NULL, true },
	{ "asked.menu", "N A draw 0 0 ", NULL, true },
	{ "asked.menu", "N A drawn 0 0", NULL, true },
	{ "asked.menu", "N A  draw 0 0", NULL, true },
	{ "asked.menu", "-1 A draw 0 0", NULL, true },
	{ "asked.menu", "N A draw 65536 0", NULL, true },
	{ "asked.menu", "N A draw 0 256", NULL, true },
	{ "asked.menu", "4294967296 A draw 0 0", NULL, true },
	{ "asked.menu", "drawdrawdrawdrawdrawdrawdrawdraw", NULL, true },
	{ "asked.game", "N A \xff\n 1 1", NULL, true },
	{ "asked.game", "?", NULL, true },
};

static void
write_kept(size_t i)
{
	char text[STORE_VALUE_MAX] = "";
	size_t len = 0;

	for (const char *c = kept[i].text; *c; c++)
		if (*c == 'N' || *c == 'A')
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%u",
						*c == 'N' ? store_status(store)->number
							  : table.state.n_actions);
		else
			text[len++] = *c;
	/* Stops the table from writing the setting again. */
	table.offers.held = true;
	assert_int_equal(store_setting_set(store, kept[i].key, text), 0);
}

static void
test_texts(void **state)
{
	char *asked;

	(void)state;
	log_sink(note_log, NULL);
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		begin();
		new_game("\"game\":\"dice-money\"");
		want(OTHER, "{\"kind\":\"roll\"}", "\"ok\"");
		wait_written();
		write_kept(i);
		restart();
		asked = prompt();
		if (kept[i].prompt ? !strstr(asked, kept[i].prompt) : strcmp(asked, "null") != 0)
			fail_msg("%s %s: %s is asked, not %s", kept[i].key, kept[i].text, asked,
				 kept[i].prompt ? kept[i].prompt : "nothing");
		free(asked);
		assert_int_equal(strstr(said, "cannot be read (setting asked.") != NULL,
				 kept[i].damaged);
		want(OTHER, state_line, "\"n_actions\":1");
		/* The setting is deleted: the next start logs nothing about it. */
		if (kept[i].damaged) {
			restart();
			assert_null(strstr(said, "asked."));
		}
		/* A question about the array would carry over to the next game. */
		if (table.state.prompt.kind == PROMPT_ARRAY)
			press(OK, 100000);
		end();
	}
	log_sink(ignore_log, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_draw),           KEPT_TEST(test_draw_refused),
		KEPT_TEST(test_draw_with_move), KEPT_TEST(test_own_questions),
		KEPT_TEST(test_time),           KEPT_TEST(test_undo),
		KEPT_TEST(test_undo_guided),
		KEPT_TEST(test_undo_shown),
		KEPT_TEST(test_undo_read_anew),
		KEPT_TEST(test_takeback),       KEPT_TEST(test_takeback_refused),
		KEPT_TEST(test_takeback_gone),  KEPT_TEST(test_new_game),
		KEPT_TEST(test_set_up),         KEPT_TEST(test_played_on),
		KEPT_TEST(test_set_up_over),    KEPT_TEST(test_takeback_read_anew),
		KEPT_TEST(test_move_shown),     KEPT_TEST(test_move_and_draw),
		KEPT_TEST(test_move_begun),     KEPT_TEST(test_move_read_anew),
		KEPT_TEST(test_dropped),        KEPT_TEST(test_texts),
		KEPT_TEST(test_array),          KEPT_TEST(test_reset),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

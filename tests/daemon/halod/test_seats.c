/*
 * Computers' seats: who may act for them, the partner's tasks, and what it is shown of seats that
 * persons play.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "kept.h"

enum { PARTNER = 3 };

static const char ok[] = "\"ok\"";

/* Begins a game as a client does. */
static void
new_with(const char *words, const char *part)
{
	char line[256];

	wait_written();
	snprintf(line, sizeof(line), "{\"kind\":\"new\",\"force\":true,%s}", words);
	want(OTHER, line, part);
}

/* Returns the partner's task as text, valid until the next call. */
static const char *
task(void)
{
	static char text[8192];
	json_t *o = view_task(&table);
	char *dump = json_dumps(o, JSON_COMPACT);

	snprintf(text, sizeof(text), "%s", dump);
	free(dump);
	json_decref(o);
	return text;
}

static void
want_task(const char *part)
{
	if (!strstr(task(), part))
		fail_msg("the task is %s\n  want %s", task(), part);
}

/* The partner plays an action for the present task. */
static void
play(const char *action, const char *part)
{
	char line[128];

	snprintf(line, sizeof(line), "{\"kind\":\"play\",\"task\":%u,\"action\":\"%s\"}",
		 table.seats.task, action);
	want(PARTNER, line, part);
}

/* ---- who plays ---- */

static void
test_players(void **state)
{
	static const struct {
		const char *words, *part;
	} rows[] = {
		{ "\"game\":\"chess\",\"players\":4", "players: an object" },
		{ "\"game\":\"chess\",\"players\":{\"x\":\"computer\"}", "players: Chess has no seat" },
		{ "\"game\":\"chess\",\"players\":{\"b\":4}", "players: a text is expected for b" },
		{ "\"game\":\"chess\",\"players\":{\"b\":\"robot\"}", "players: b: \\\"robot\\\" is neither" },
		{ "\"game\":\"chess\",\"players\":{\"b\":\"computer:\"}", "is no level of Chess" },
		{ "\"game\":\"chess\",\"players\":{\"b\":\"computer:0\"}", "\\\"0\\\" is no level" },
		{ "\"game\":\"chess\",\"players\":{\"b\":\"computer:11\"}", "has levels 1 to 10" },
		{ "\"game\":\"chess\",\"players\":{\"b\":\"computer:4x\"}", "\\\"4x\\\" is no level" },
		{ "\"game\":\"zombie\",\"players\":{\"b\":\"computer:7\"}", "has levels 1 to 6" },
		{ "\"game\":\"cooperative\",\"options\":\"cards=real\",\"players\":{\"b\":\"computer\"}",
		  "Black cannot be a computer" },
		{ "\"game\":\"cooperative\",\"players\":{\"b\":\"computer\"}", ok },
		{ "\"game\":\"chess\",\"players\":{\"w\":\"person\",\"b\":\"computer:4\"}", ok },
	};

	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"seats\":{\"w\":null,\"b\":null}");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		new_with(rows[i].words, rows[i].part);
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"seats\":{\"w\":null,\"b\":{\"engine\":\"halo-engine\",\"level\":4}}");
	want(OTHER, "{\"kind\":\"state\"}", "\"names\":{\"w\":\"\",\"b\":\"Computer\"}");
	/* The computer changes its side with its player. */
	want(OTHER, "{\"kind\":\"next\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"seats\":{\"w\":{\"engine\":\"halo-engine\",\"level\":4},\"b\":null}");
	want(OTHER, "{\"kind\":\"reset\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"names\":{\"w\":\"Computer\",\"b\":\"\"}");
	new_with("\"game\":\"chess\",\"names\":{\"b\":\"Bob\"},\"players\":{\"b\":\"computer:4\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"black\":\"Computer\"");
	new_with("\"game\":\"chess\"", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"seats\":{\"w\":null,\"b\":null}");
	end();
}

/* The session and the trace's header have the computers' seats. */
static void
want_session(const char *line)
{
	char *text = table_trace_text(&table);
	bool found = strstr(text, line) != NULL;

	free(text);
	assert_true(found);
	assert_int_equal(table.session.config.computers, table_computers(&table));
}

/* A resumed game has the same computers; a new one of persons has none. */
static void
test_restart(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	want_session("computer b\n");
	act(OTHER, "e2e4");
	wait_written();
	end();
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"b\":{\"engine\":\"halo-engine\",\"level\":4}");
	want_session("computer b\n");
	/* Hands cannot choose for the computer: its piece is led back. */
	edge("e7", false);
	edge("e5", true);
	press(CLOCK, 50000);
	assert_int_equal(table.book.n, 1);
	edge("e5", false);
	edge("e7", true);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want_task("\"seat\":\"b\"");
	new_with("\"game\":\"chess\"", ok);
	act(OTHER, "e2e4");
	wait_written();
	end();
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"seats\":{\"w\":null,\"b\":null}");
	end();
}

/* ---- tasks ---- */

static void
test_tasks(void **state)
{
	uint32_t first;
	char line[96];

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"partner\":false");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"partner\"}", "another partner is connected");
	want(OTHER, "{\"kind\":\"state\"}", "\"partner\":true");
	want_task("\"seat\":null");
	play("e2e4", "is over");
	edge("e2", false);
	press(BACK, 50000);
	edge("e4", true);
	press(CLOCK, 50000);
	first = table.seats.task;
	want_task("\"seat\":\"b\",\"game\":\"chess\",\"level\":4,\"view\":\"rnbqkbnr/pppppppp/8/8/4P3/8/"
		  "PPPP1PPP/RNBQKBNR b");
	want(OTHER, "{\"kind\":\"state\"}", "\"thinking\":\"b\"");
	want(OTHER, "{\"kind\":\"state\"}", "Computer thinks about a move");
	/* Hands decide nothing meanwhile. */
	edge("g8", false);
	table_advance(&table, table.now_us + 500000);
	edge("f6", true);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"provisional\":null");
	edge("f6", false);
	table_advance(&table, table.now_us + 500000);
	edge("g8", true);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "Computer thinks about a move");
	/* The engine fails for this task. */
	snprintf(line, sizeof(line), "{\"kind\":\"failed\",\"task\":%u,\"why\":\"x\\ny\"}", first);
	want(OTHER, line, "only the partner");
	want(PARTNER, line, ok);
	want(OTHER, "{\"kind\":\"state\"}", "Black is a computer whose engine fails");
	want(PARTNER, "{\"kind\":\"failed\",\"task\":1,\"why\":\"\"}", "is over");
	table_client_disconnected(&table, PARTNER);
	want(OTHER, "{\"kind\":\"state\"}", "its program, halo-partner, is not running");
	want_task("\"seat\":\"b\"");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "Computer thinks about a move");
	/* No other client acts for the seat. */
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e7e5\"}", "Black is played by a computer");
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e7e5\",\"seat\":\"b\"}", "is played by a computer");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"b\"}", "is played by a computer");
	want(OTHER, "{\"kind\":\"play\",\"task\":1,\"action\":\"e7e5\"}", "only the partner");
	/* A takeback makes the task stale, also if another move gives as many actions. */
	want(OTHER, "{\"kind\":\"undo\"}", ok);
	act(OTHER, "d2d4");
	snprintf(line, sizeof(line), "{\"kind\":\"play\",\"task\":%u,\"action\":\"e7e5\"}", first);
	want(PARTNER, line, "is over");
	play("e7e4", "e7e4: ");
	/* Its choice waits for hands, and no client makes another one. */
	play("e7e5", ok);
	want_task("\"seat\":null");
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":1");
	want(OTHER, "{\"kind\":\"state\"}", "\"plan\":\"e7e5\"");
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e7e6\"}", "Black is played by a computer");
	table_client_disconnected(&table, PARTNER);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want_task("\"seat\":null");
	act(OTHER, "e7e5");
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":2");
	/* Without a number, the reply of the computer and the move before it. */
	want(OTHER, "{\"kind\":\"undo\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":0");
	act(OTHER, "d2d4");
	want_task("\"seat\":\"b\"");
	end();
}

/* Persons roll the computer's dice, and are asked to. */
static void
test_dice(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"dice-money\",\"players\":{\"b\":\"computer:2\"}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "White to roll the dice");
	act(OTHER, "roll:1,2");
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	edge("e4", true);
	table_advance(&table, table.now_us + 5000000);
	want(OTHER, "{\"kind\":\"state\"}", "Roll the dice for Black, the computer: OK or Roll, or Real dice");
	end();
}

/* A person confirms the offer of a draw, then the computer's consent is asked; no button gives it. */
static void
test_draw(void **state)
{
	char line[96];

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	act(OTHER, "e2e4");
	want(OTHER, "{\"kind\":\"draw\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "Offer the computer a draw? OK: yes. Back: go on");
	want(OTHER, "{\"kind\":\"state\"}", "\"needs\":[],\"agreed\":[]");
	press(BACK, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "\"prompt\":null");
	want(OTHER, "{\"kind\":\"draw\"}", ok);
	press(OK, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "The computer is asked whether it is a draw");
	want(OTHER, "{\"kind\":\"state\"}", "\"needs\":[\"b\"],\"agreed\":[\"w\"]");
	press(OK, 50000);
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":true,\"seat\":\"b\"}",
		 table.menu.id);
	want(OTHER, line, "is played by a computer");
	want(OTHER, "{\"kind\":\"state\"}", "\"phase\":\"playing\"");
	want(PARTNER, line, ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"phase\":\"over\"");
	end();
}

/* A refusal of the draw is said until the next action. */
static void
test_declined(void **state)
{
	char line[96];

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	act(OTHER, "e2e4");
	play("e7e5", ok);
	act(OTHER, "e7e5");
	want(OTHER, "{\"kind\":\"draw\",\"seat\":\"w\"}", ok);
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":false,\"seat\":\"b\"}",
		 table.menu.id);
	want(PARTNER, line, ok);
	want(OTHER, "{\"kind\":\"state\"}", "Black declines the draw. ");
	act(OTHER, "g1f3");
	want_not(OTHER, "{\"kind\":\"state\"}", "declines the draw");
	end();
}

/* A computer offers a draw: a person's yes ends the game, a no or the next move goes on. */
static void
test_offer(void **state)
{
	char line[96];

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	act(OTHER, "e2e4");
	play("e7e5", ok);
	act(OTHER, "e7e5");
	want(OTHER, "{\"kind\":\"draw\",\"seat\":\"b\"}", "is played by a computer");
	want(PARTNER, "{\"kind\":\"draw\",\"seat\":\"b\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "Black offers a draw. OK: yes. Back: go on");
	want(OTHER, "{\"kind\":\"state\"}", "\"needs\":[],\"agreed\":[\"b\"]");
	want(PARTNER, "{\"kind\":\"draw\",\"seat\":\"b\"}", "another question is open");
	act(OTHER, "g1f3");
	assert_int_equal(table.menu.id, 0);
	play("b8c6", ok);
	act(OTHER, "b8c6");
	want(PARTNER, "{\"kind\":\"draw\",\"seat\":\"b\"}", ok);
	press(BACK, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "\"phase\":\"playing\"");
	want(PARTNER, "{\"kind\":\"draw\",\"seat\":\"b\"}", ok);
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":true}", table.menu.id);
	want(OTHER, line, ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"result\":\"1/2-1/2\"");
	end();
}

/* While no partner plays the computer's seat, or its engine fails, its clock stands still. */
static void
test_clock_waits(void **state)
{
	static const char paused[] = "\"paused\":\"partner\"", runs[] = "\"paused\":null";
	char line[96];

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"clock\":\"sudden:300\",\"players\":{\"b\":\"computer:4\"}", ok);
	act(OTHER, "e2e4");
	want(OTHER, "{\"kind\":\"state\"}", paused);
	/* Neither a touch nor OK ends that. */
	edge("d2", false);
	edge("d2", true);
	press(OK, 50000);
	want(OTHER, "{\"kind\":\"state\"}", paused);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", runs);
	want(OTHER, "{\"kind\":\"state\"}", "\"running\":\"b\"");
	snprintf(line, sizeof(line), "{\"kind\":\"failed\",\"task\":%u,\"why\":\"x\"}", table.seats.task);
	want(PARTNER, line, ok);
	want(OTHER, "{\"kind\":\"state\"}", paused);
	play("e7e5", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"paused\":\"executing\"");
	act(OTHER, "e7e5");
	want(OTHER, "{\"kind\":\"state\"}", "\"running\":\"w\"");
	/* In a person's turn the partner is not needed. */
	table_client_disconnected(&table, PARTNER);
	want(OTHER, "{\"kind\":\"state\"}", runs);
	/* A player's own pause outlasts that for the computer. */
	act(OTHER, "d2d4");
	want(OTHER, "{\"kind\":\"state\"}", paused);
	want(OTHER, "{\"kind\":\"clock\",\"pause\":true}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"paused\":\"asked\"");
	want(OTHER, "{\"kind\":\"clock\",\"pause\":false}", ok);
	want(OTHER, "{\"kind\":\"state\"}", runs);
	end();
}

/* Thinking is cut short only while a partner thinks. */
static void
test_move_now(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	want(OTHER, "{\"kind\":\"move-now\"}", "no computer is thinking");
	act(OTHER, "e2e4");
	want(OTHER, "{\"kind\":\"move-now\"}", "no computer is thinking");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"move-now\"}", ok);
	assert_int_equal(table.seats.hurried, table.seats.task);
	end();
}

/* Engines of others: the partner names them, their games, levels and memory. */
static void
test_guests(void **state)
{
	static const struct {
		const char *words, *part;
	} rows[] = {
		{ "\"game\":\"chess\",\"players\":{\"b\":\"fruit:1\"}", "there is no engine \\\"fruit\\\"" },
		{ "\"game\":\"abstract\",\"players\":{\"b\":\"stockfish:1\"}", "stockfish does not play" },
		{ "\"game\":\"chess\",\"players\":{\"b\":\"stockfish:11\"}", "has levels 1 to 10" },
		{ "\"game\":\"chess\",\"players\":{\"w\":\"stockfish:4\",\"b\":\"stockfish:4\"}",
		  "stockfish needs 266 MB of memory, and this machine has 200 MB for engines" },
		{ "\"game\":\"chess\",\"players\":{\"w\":\"computer:4\",\"b\":\"stockfish:4\"}", ok },
	};
	static const struct {
		const char *engine, *part;
	} wrong[] = {
		{ "{\"name\":\"x\"}", "an engine has a name" },
		{ "{\"name\":\"x\",\"games\":[\"go\"],\"levels\":1,\"memory\":1}", "x: its games are not known" },
		{ "{\"name\":\"x\",\"games\":[],\"levels\":1,\"memory\":1}", "x: no game" },
		{ "{\"name\":\"x\",\"games\":[\"chess\"],\"levels\":11,\"memory\":1}", "an engine has a name" },
		{ "{\"name\":\"x y\",\"games\":[\"chess\"],\"levels\":1,\"memory\":1}", "an engine has a name" },
		{ "{\"name\":\"x:1\",\"games\":[\"chess\"],\"levels\":1,\"memory\":1}", "an engine has a name" },
	};
	char line[160];

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"stockfish:4\"}",
		 "halo-partner, which runs stockfish, is not running");
	want(PARTNER, "{\"kind\":\"partner\",\"engines\":\"stockfish\"}", "engines: at most");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"partner\",\"engines\":[%s]}", wrong[i].engine);
		want(PARTNER, line, wrong[i].part);
	}
	want(PARTNER, "{\"kind\":\"partner\",\"memory\":200,\"engines\":[{\"name\":\"stockfish\",\"games\":"
		      "[\"chess\",\"chess960\"],\"levels\":10,\"memory\":133}]}", ok);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		new_with(rows[i].words, rows[i].part);
	want(OTHER, "{\"kind\":\"state\"}", "\"b\":{\"engine\":\"stockfish\",\"level\":4}");
	want_task("\"level\":4");
	end();
}

static void
open_game(uint32_t number)
{
	char line[48];

	snprintf(line, sizeof(line), "{\"kind\":\"open\",\"game_id\":%u}", number);
	want(OTHER, line, ok);
}

/* A stored game whose guests need more memory than there is now is not continued. */
static void
test_guests_opened(void **state)
{
	char line[48];
	uint32_t first;

	(void)state;
	begin();
	want(PARTNER, "{\"kind\":\"partner\",\"memory\":200,\"engines\":[{\"name\":\"stockfish\",\"games\":"
		      "[\"chess\"],\"levels\":10,\"memory\":133}]}", ok);
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"stockfish:4\"}", ok);
	act(OTHER, "e2e4");
	wait_written();
	first = table_number(&table);
	new_with("\"game\":\"chess\"", ok);
	wait_written();
	want(PARTNER, "{\"kind\":\"partner\",\"memory\":100,\"engines\":[{\"name\":\"stockfish\",\"games\":"
		      "[\"chess\"],\"levels\":10,\"memory\":133}]}", ok);
	snprintf(line, sizeof(line), "{\"kind\":\"open\",\"game_id\":%u}", first);
	want(OTHER, line, "stockfish needs 133 MB of memory, and this machine has 100 MB for engines");
	end();
}

/* An unfinished game that is continued from the list keeps its computers. */
static void
test_opened(void **state)
{
	uint32_t first, second;

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	act(OTHER, "e2e4");
	wait_written();
	first = table_number(&table);
	new_with("\"game\":\"chess\"", ok);
	act(OTHER, "d2d4");
	wait_written();
	second = table_number(&table);
	want(OTHER, "{\"kind\":\"state\"}", "\"seats\":{\"w\":null,\"b\":null}");
	wait_written();
	open_game(first);
	want(OTHER, "{\"kind\":\"state\"}", "\"b\":{\"engine\":\"halo-engine\",\"level\":4}");
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":1");
	wait_written();
	open_game(second);
	want(OTHER, "{\"kind\":\"state\"}", "\"seats\":{\"w\":null,\"b\":null}");
	end();
}

/* Holding OK, then Hint, resigns for the person, also in the computer's turn. */
static void
test_resign(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:4\"}", ok);
	act(OTHER, "e2e4");
	press(OK, 1500000);
	press(HINT, 50000);
	press(OK, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "\"result\":\"0-1\"");
	end();
}

/* ---- secrets ---- */

/* The legality of a computer's action may be its secret: all are refused in the same words. */
static void
test_probes(void **state)
{
	static const char *const actions[] = { "e1d1", "e1e2", "e2c1", "e1e8", "bury:a1", "end", "nonsense" };
	char line[96], seated[112];

	(void)state;
	begin();
	new_with("\"game\":\"zombie\",\"position\":\"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 stage=move "
		 "buried=-/- left=- moved=- hold=- dust=-\",\"players\":{\"w\":\"computer:2\"}",
		 ok);
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", actions[i]);
		snprintf(seated, sizeof(seated), "{\"kind\":\"act\",\"action\":\"%s\",\"seat\":\"w\"}",
			 actions[i]);
		want(OTHER, line, "\"White is played by a computer\"");
		want(OTHER, seated, "\"White is played by a computer\"");
	}
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	play("e1d1", ok);
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e2c1\"}", "\"White is played by a computer\"");
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e1f1\"}", "\"White is played by a computer\"");
	act(OTHER, "e1d1");
	end();
}

static void
test_secrets(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"zombie\",\"players\":{\"b\":\"computer:2\"}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	act(OTHER, "e2e4");
	play("d7d5", ok);
	act(OTHER, "d7d5");
	act(OTHER, "e4d5");
	/* White buries: the partner is not shown where. */
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"act\",\"action\":\"bury:g1\"}", ok);
	want(PARTNER, "{\"kind\":\"state\",\"seat\":\"w\"}", "its token is needed");
	want_not(PARTNER, "{\"kind\":\"state\"}", "\"square\":\"g1\"");
	want_task("buried=p?/-");
	want_task(" hiding=");
	play("d8d5", ok);
	act(OTHER, "d8d5");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "Black is played by a computer");
	want(SCREEN, "{\"kind\":\"act\",\"action\":\"bury:g8\"}", "is played by a computer");
	want_task("\"seat\":\"b\"");
	play("bury:g8", ok);
	want(PARTNER, "{\"kind\":\"state\",\"seat\":\"b\"}", "\"square\":\"g8\"");
	want_not(SCREEN, "{\"kind\":\"state\"}", "\"square\":\"g8\"");
	want_task("\"seat\":null");
	end();
}

/* Without a partner, a takeback for all seats is agreed by the persons alone. */
static void
test_takeback(void **state)
{
	char line[96];

	(void)state;
	begin();
	new_with("\"game\":\"zombie\",\"players\":{\"b\":\"computer:2\"}", ok);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	act(OTHER, "e2e4");
	play("d7d5", ok);
	act(OTHER, "d7d5");
	act(OTHER, "e4d5");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"act\",\"action\":\"bury:g1\"}", ok);
	want(SCREEN, "{\"kind\":\"undo\"}", ok);
	table_advance(&table, table.now_us + 1000);
	/* The partner answers for its seat. */
	want(SCREEN, "{\"kind\":\"state\"}", "\"needs\":[\"w\",\"b\"],\"agreed\":[]");
	table_client_disconnected(&table, PARTNER);
	table_advance(&table, table.now_us + 1000);
	want(SCREEN, "{\"kind\":\"state\"}", "\"agreed\":[\"b\"]");
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":true,\"seat\":\"w\"}",
		 table.state.prompt.id);
	want(SCREEN, line, ok);
	want(SCREEN, "{\"kind\":\"state\"}", "\"n_actions\":3");
	want(SCREEN, "{\"kind\":\"state\"}", "\"prompt\":null");
	end();
}

/* The next dice are rolled at once, a computer's too: that makes the shown move final. */
static void
test_rolled_for(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"dice-money\",\"players\":{\"b\":\"computer:1\"}", ok);
	want(SCREEN, "{\"kind\":\"roll\"}", ok);
	edge("e2", false);
	table_advance(&table, table.now_us + 300000);
	edge("e4", true);
	table_advance(&table, table.now_us + 400000);
	want(SCREEN, "{\"kind\":\"state\"}", "\"provisional\":\"e2e4\"");
	want(SCREEN, "{\"kind\":\"roll\"}", ok);
	want(SCREEN, "{\"kind\":\"state\"}", "\"provisional\":null");
	want(SCREEN, "{\"kind\":\"state\"}", "\"n_actions\":3");
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_players, setup, teardown),
		cmocka_unit_test(test_takeback),
		cmocka_unit_test_setup_teardown(test_rolled_for, setup, teardown),
		cmocka_unit_test_setup_teardown(test_restart, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tasks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_dice, setup, teardown),
		cmocka_unit_test_setup_teardown(test_draw, setup, teardown),
		cmocka_unit_test_setup_teardown(test_declined, setup, teardown),
		cmocka_unit_test_setup_teardown(test_offer, setup, teardown),
		cmocka_unit_test_setup_teardown(test_clock_waits, setup, teardown),
		cmocka_unit_test_setup_teardown(test_move_now, setup, teardown),
		cmocka_unit_test_setup_teardown(test_guests, setup, teardown),
		cmocka_unit_test_setup_teardown(test_guests_opened, setup, teardown),
		cmocka_unit_test_setup_teardown(test_opened, setup, teardown),
		cmocka_unit_test_setup_teardown(test_resign, setup, teardown),
		cmocka_unit_test_setup_teardown(test_probes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_secrets, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The end of a game that hides something. Until the players close it, nothing hidden may
 * leave the daemon, and the end can be taken back. Afterwards everything may be read, and
 * the end is permanent. The attacker is a client at the socket and also one of the players.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/stat.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/record/record_session.h"
#include "restart.h"

static char token[2][TABLE_TOKEN];
static char secret[RULES_POSITION_TEXT]; /* secret of the running game */

static const char state_line[] = "{\"kind\":\"state\"}";

/* ---- clients ---- */

static json_t *
state_now(void)
{
	return send_request(OTHER, state_line);
}

static bool
state_says(const char *key)
{
	json_t *o = state_now();
	bool yes = json_is_true(json_object_get(o, key));

	json_decref(o);
	return yes;
}

/* Graves that are shown are no longer possible elsewhere. */
static void
no_square_may_hide(void)
{
	json_t *o = state_now();

	assert_null(json_object_get(json_object_get(o, "keys"), "hiding"));
	json_decref(o);
}

static bool
is_over(void)
{
	return table.state.over;
}

static void
take_tokens(void)
{
	static const char *const seat[] = { "w", "b" };
	char line[96];

	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	for (unsigned i = 0; i < 2; i++) {
		json_t *o;

		snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}", seat[i]);
		o = send_request(SCREEN, line);
		snprintf(token[i], TABLE_TOKEN, "%s",
			 json_string_value(json_object_get(o, "token")));
		json_decref(o);
		want(SCREEN, "{\"kind\":\"handover\"}", "\"ok\"");
	}
}

/* Sends a message with that seat's token. */
static void
say(unsigned seat, const char *body, const char *part)
{
	char line[256];

	snprintf(line, sizeof(line), "{%s,\"seat\":\"%s\",\"token\":\"%s\"}", body,
		 seat ? "b" : "w", token[seat]);
	want(OTHER, line, part);
}

static void
say_answer(unsigned seat, bool yes, const char *part)
{
	json_t *o = state_now();
	json_int_t id = json_integer_value(
		json_object_get(json_object_get(o, "prompt"), "id"));
	char body[96];

	json_decref(o);
	snprintf(body, sizeof(body), "\"kind\":\"answer\",\"prompt\":%lld,\"yes\":%s",
		 (long long)id, yes ? "true" : "false");
	say(seat, body, part);
}

/* ---- games ---- */

/* Copies the value of a key of the start position. */
static void
secret_of_start(const char *key)
{
	char start[RULES_POSITION_TEXT];
	const char *at;

	rules_print(table.game.game, session_first(&table.session), start);
	at = strstr(start, key);
	assert_non_null(at);
	snprintf(secret, sizeof(secret), "%.*s", (int)strcspn(at, " "), at);
}

static void
bury(void)
{
	say(0, "\"kind\":\"act\",\"action\":\"bury:a2\"", "\"ok\"");
}

static void
answer_move(void)
{
	act(OTHER, "e7e6");
}

static void
play_zombie(void)
{
	act(OTHER, "e2e4 d7d5 e4d5");
	bury();
	answer_move();
	strcpy(secret, "a2");
}

static void
move(void)
{
	act(OTHER, "e2e4");
}

static void
play_masquerade(void)
{
	say(0, "\"kind\":\"act\",\"action\":\"assign:NBRKQ\"", "\"ok\"");
	say(1, "\"kind\":\"act\",\"action\":\"assign:BNQKR\"", "\"ok\"");
	move();
	strcpy(secret, "BNQKR");
}

static void
play_cooperative(void)
{
	move();
	secret_of_start("hands=");
}

static void
roll(void)
{
	want(OTHER, "{\"kind\":\"roll\"}", "\"ok\"");
}

static void
play_dice(void)
{
	roll();
	strcpy(secret, table.game.seeds);
	assert_int_equal(strlen(secret), 64);
}

static const struct row {
	const char *game;
	void (*play)(void);
	void (*again)(void); /* replays the last action after it is taken back */
	bool seats;	     /* the seats hide things from one another */
} rows[] = {
	{ "zombie", play_zombie, answer_move, true },
	{ "masquerade", play_masquerade, move, true },
	{ "cooperative", play_cooperative, move, true },
	{ "dice-money", play_dice, roll, false },
};

static void
begin_row(const struct row *row)
{
	char words[64];

	begin();
	snprintf(words, sizeof(words), "\"game\":\"%s\"", row->game);
	new_game(words);
	take_tokens();
	row->play();
	wait_written();
}

/* ---- every way out ---- */

static const char *const ways[] = {
	"{\"kind\":\"record\"}",
	"{\"kind\":\"record\",\"game_id\":@}",
	"{\"kind\":\"pgn\"}",
	"{\"kind\":\"pgn\",\"game_id\":@}",
	"{\"kind\":\"show\"}",
	"{\"kind\":\"show\",\"move\":0}",
	"{\"kind\":\"show\",\"game_id\":@,\"move\":1}",
	"{\"kind\":\"qr\",\"part\":0,\"bytes\":1200}",
	"{\"kind\":\"qr\",\"game_id\":@,\"part\":0,\"bytes\":1200}",
	"{\"kind\":\"trace\"}",
	"{\"kind\":\"trace\",\"game_id\":@}",
	"{\"kind\":\"list\"}",
	"{\"kind\":\"evening\"}",
	"{\"kind\":\"state\"}",
	"{\"kind\":\"state\",\"seat\":\"w\"}",
	"{\"kind\":\"state\",\"seat\":\"b\"}",
	"{\"kind\":\"diagnostics\"}",
	"{\"kind\":\"save\",\"name\":\"x\"}",
};

enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

/* Squares are in every state; in Zombie Chess only the burial counts. */
static bool
holds(const char *text)
{
	return strcmp(secret, "a2") == 0 ? strstr(text, "bury:a2") || strstr(text, "pa2")
					 : strstr(text, secret) != NULL;
}

static bool
way_has(const char *way, uint32_t number)
{
	char line[128];
	const char *at = strchr(way, '@');
	bool has;
	json_t *o;
	char *text;

	if (at)
		snprintf(line, sizeof(line), "%.*s%u%s", (int)(at - way), way, number, at + 1);
	else
		snprintf(line, sizeof(line), "%s", way);
	o = send_request(OTHER, line);
	text = json_dumps(o, JSON_COMPACT);
	has = holds(text);
	free(text);
	json_decref(o);
	return has;
}

/* Counts the ways that reveal the secret; *first names one. */
static unsigned
leaks(const char **first)
{
	uint32_t number = table_number(&table);
	unsigned n = 0;

	*first = NULL;
	for (unsigned i = 0; i < WAYS; i++)
		if (way_has(ways[i], number)) {
			*first = *first ? *first : ways[i];
			n++;
		}
	return n;
}

static void
nothing_leaks(const struct row *row, const char *when)
{
	const char *first;

	wait_written();
	if (leaks(&first) > 0)
		fail_msg("%s, %s: %s tells %s", row->game, when, first, secret);
}

/* ---- ends ---- */

static void
end_resigned(const struct row *row, unsigned seat)
{
	const char *line = seat ? "{\"kind\":\"resign\",\"seat\":\"b\"}"
				: "{\"kind\":\"resign\",\"seat\":\"w\"}";

	if (row->seats) {
		want(OTHER, line, "this game hides something");
		assert_false(is_over());
		say(seat, "\"kind\":\"resign\"", "\"ok\"");
	} else {
		want(OTHER, line, "\"ok\"");
	}
	assert_true(is_over());
}

static void
end_drawn(const struct row *row)
{
	if (!row->seats) {
		want(OTHER, "{\"kind\":\"draw\"}", "\"ok\"");
		return;
	}
	want(OTHER, "{\"kind\":\"draw\"}", "this game hides something");
	say(0, "\"kind\":\"draw\"", "\"ok\"");
	assert_false(is_over()); /* one player alone cannot agree a draw */
	say_answer(0, true, "\"ok\"");
	assert_false(is_over());
	want(OTHER, "{\"kind\":\"press\",\"button\":\"ok\"}", "only the screen");
	assert_false(is_over());
	say_answer(1, true, "\"ok\"");
	assert_true(is_over());
}

static void
end_game(const struct row *row, unsigned way)
{
	if (way == 2)
		end_drawn(row);
	else
		end_resigned(row, way);
	assert_true(is_over());
	wait_written();
	assert_false(state_says("closed"));
	assert_true(state_says("reveal"));
}

static void
take_back(void)
{
	uint32_t n = table.state.n_actions;

	want(OTHER, "{\"kind\":\"undo\"}", "\"ok\"");
	if (table.state.prompt.kind == PROMPT_TAKEBACK) {
		say_answer(0, true, "\"ok\"");
		assert_int_equal(table.state.n_actions, n);
		say_answer(1, true, "\"ok\"");
	}
	assert_int_equal(table.state.n_actions, n - 1);
	assert_false(is_over());
	wait_written();
}

static void
reveal(void)
{
	json_t *o;
	char line[96];

	want(OTHER, "{\"kind\":\"reveal\"}", "\"ok\"");
	want(OTHER, state_line, "\"kind\":\"reveal\"");
	/* A client that is not beside the board may only ask. */
	want(OTHER, "{\"kind\":\"press\",\"button\":\"ok\"}", "only the screen");
	o = state_now();
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%lld,\"yes\":true}",
		 (long long)json_integer_value(
			 json_object_get(json_object_get(o, "prompt"), "id")));
	json_decref(o);
	want(OTHER, line, "only the screen");
	assert_false(state_says("closed"));
	want(SCREEN, line, "\"ok\"");
	wait_written();
	table_poll_store(&table);
	assert_true(state_says("closed"));
	assert_false(state_says("reveal"));
}

/* All the ways for finished games work, and the undo is over. */
static void
everything_is_told(const struct row *row)
{
	const char *first;
	unsigned n = leaks(&first);

	if (!way_has(state_line, 0))
		fail_msg("%s: the state of a closed game lacks %s", row->game, secret);
	/* Records, PGN, the trace or the kept trace, and codes. */
	if (n < 4)
		fail_msg("%s: %u ways alone tell of a closed game", row->game, n);
	want(OTHER, "{\"kind\":\"undo\"}", "permanent");
	assert_true(is_over());
	want(OTHER, "{\"kind\":\"reveal\"}", "permanent");
}

static void
play_attack(const struct row *row)
{
	static const char *const when[] = { "White resigned", "Black resigned", "a draw" };

	begin_row(row);
	nothing_leaks(row, "while it runs");
	/* Partners have no opponent, so no draw is offered. */
	for (unsigned way = 0; way < (rules_partners(table.game.game) ? 2u : 3u); way++) {
		end_game(row, way);
		nothing_leaks(row, when[way]);
		if (way == 0) {
			restart();
			take_tokens();
			assert_true(is_over());
			assert_true(state_says("reveal"));
			nothing_leaks(row, "over, behind a restart");
		}
		take_back();
		nothing_leaks(row, "taken back");
		row->again();
	}
	end_game(row, 0);
	reveal();
	everything_is_told(row);
	no_square_may_hide();
	restart();
	table_poll_store(&table);
	wait_written();
	table_poll_store(&table);
	assert_true(state_says("closed"));
	everything_is_told(row);
	end();
}

static void
test_zombie(void **state)
{
	(void)state;
	play_attack(&rows[0]);
}

static void
test_masquerade(void **state)
{
	(void)state;
	play_attack(&rows[1]);
}

static void
test_cooperative(void **state)
{
	(void)state;
	play_attack(&rows[2]);
}

static void
test_dice(void **state)
{
	(void)state;
	play_attack(&rows[3]);
}

/* ---- what else closes a game, and what does not ---- */

static void
test_next_game(void **state)
{
	char line[64];
	uint32_t number;

	(void)state;
	begin_row(&rows[0]);
	end_game(&rows[0], 0);
	number = table_number(&table);
	snprintf(line, sizeof(line), "{\"kind\":\"pgn\",\"game_id\":%u}", number);
	want(OTHER, line, "bury:?");
	new_game("\"game\":\"chess\"");
	want(OTHER, line, "bury:a2");
	snprintf(line, sizeof(line), "{\"kind\":\"trace\",\"game_id\":%u}", number);
	want(OTHER, line, "bury:a2");
	end();
}

/* An unfinished game that was left keeps its hidden actions secret. */
static void
test_left(void **state)
{
	char line[64];

	(void)state;
	begin_row(&rows[0]);
	take_back();
	take_back();
	/* Nothing is buried now; the trace still shows where it was to be. */
	want(OTHER, "{\"kind\":\"trace\"}", "what is hidden");
	bury();
	answer_move();
	snprintf(line, sizeof(line), "{\"kind\":\"pgn\",\"game_id\":%u}", table_number(&table));
	new_game("\"game\":\"chess\"");
	want(OTHER, line, "bury:?");
	want_not(OTHER, line, "bury:a2");
	end();
}

/* Chess hides nothing: its record is complete at once, and its end can be taken back. */
static void
test_nothing_hidden(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4 e7e5");
	want(OTHER, "{\"kind\":\"draw\"}", "\"ok\"");
	wait_written();
	assert_false(state_says("reveal"));
	want(OTHER, "{\"kind\":\"reveal\"}", "hides nothing");
	want(OTHER, "{\"kind\":\"pgn\"}", "1/2-1/2");
	want(OTHER, "{\"kind\":\"qr\"}", "\"rows\"");
	want(OTHER, "{\"kind\":\"trace\"}", "draw");
	want(OTHER, "{\"kind\":\"undo\"}", "\"ok\"");
	assert_false(is_over());
	end();
}

/* Resigning and taking it back gives no new roll. */
static void
test_same_roll(void **state)
{
	char first[RULES_ACTION_TEXT], seeds[CHANCE_TEXT];

	(void)state;
	begin_row(&rows[3]);
	strcpy(first, table.book.move[0].action);
	strcpy(seeds, table.game.seeds);
	end_game(&rows[3], 0);
	take_back();
	assert_string_equal(table.game.seeds, seeds);
	roll();
	assert_string_equal(table.book.move[0].action, first);
	end();
}

/* The board's own OK closes the game, and its lamps show the question. */
static void
test_on_the_board(void **state)
{
	(void)state;
	begin_row(&rows[0]);
	end_game(&rows[0], 0);
	want_not(OTHER, "{\"kind\":\"lamps\"}", "\"asked\"");
	want(OTHER, "{\"kind\":\"reveal\"}", "\"ok\"");
	table_advance(&table, table.now_us + 100000);
	want(OTHER, "{\"kind\":\"lamps\"}", "\"e1\":{");
	want(OTHER, "{\"kind\":\"lamps\"}", "\"asked\"");
	press(BACK, 50000);
	assert_false(state_says("closed"));
	assert_true(state_says("reveal"));
	want(OTHER, "{\"kind\":\"reveal\"}", "\"ok\"");
	press(OK, 50000);
	wait_written();
	table_poll_store(&table);
	assert_true(state_says("closed"));
	end();
}

/* Makes the whole record of the game on the board, secrets included, as the journal has it. */
static void
whole_record(struct record *r)
{
	assert_int_equal(record_session_take(r, &table.session, 0), 0);
	memcpy(r->seeds, table.game.seeds, sizeof(r->seeds));
	if (*table.game.date)
		memcpy(r->date, table.game.date, sizeof(r->date));
}

/* Secrets that cannot be read must not be guessed by an import or by opening a record. */
static void
test_guess(void **state)
{
	struct record r = { 0 };
	json_t *o;
	char *pgn;

	(void)state;
	begin_row(&rows[0]);
	end_game(&rows[0], 0);
	whole_record(&r);
	pgn = pgn_print(&r);
	assert_non_null(strstr(pgn, "bury:a2"));
	o = json_pack("{s:s, s:s}", "kind", "import", "text", pgn);
	for (unsigned closed = 0; closed < 2; closed++) {
		char *line = json_dumps(o, JSON_COMPACT);

		if (closed)
			reveal();
		/* The first line is imported; the second is that copy and the game itself. */
		want(OTHER, line, closed ? "\"kept\":1" : "\"kept\":0");
		free(line);
	}
	json_decref(o);
	free(pgn);
	record_finish(&r);
	end();
}

/* The reader of a finished game knows its secrets, so the opened copy is closed. */
static void
test_opened(void **state)
{
	struct record r = { 0 };
	char *text, *line;
	json_t *o;

	(void)state;
	begin_row(&rows[0]);
	end_game(&rows[0], 0);
	whole_record(&r);
	text = native_print(&r);
	o = json_pack("{s:s, s:s, s:b}", "kind", "open", "record", text, "force", true);
	line = json_dumps(o, JSON_COMPACT);
	want(OTHER, line, "\"ok\"");
	wait_written();
	table_poll_store(&table);
	assert_true(is_over());
	assert_true(state_says("closed"));
	want(OTHER, "{\"kind\":\"undo\"}", "permanent");
	free(line);
	json_decref(o);
	free(text);
	record_finish(&r);
	end();
}

/* Writes the whole record of the running game among the saved games, as a user may. */
static void
save_whole(const char *name)
{
	char path[192];
	struct record r = { 0 };
	char *text;

	snprintf(path, sizeof(path), "%s/saved", folder);
	(void)mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/saved/%s.json", folder, name);
	whole_record(&r);
	text = native_print(&r);
	assert_int_equal(record_file_write(path, text, strlen(text)), 0);
	free(text);
	record_finish(&r);
}

static void
no_copy(const struct row *row)
{
	static const char save[] = "{\"kind\":\"save\",\"name\":\"copy\"}";
	uint32_t number;

	begin_row(row);
	want(OTHER, save, "until the players have revealed it");
	number = table_number(&table);
	save_whole("old");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"old\",\"force\":true}",
	     "cannot be continued");
	assert_int_equal(table_number(&table), number);
	assert_false(is_over());
	end_game(row, 0);
	want(OTHER, save, "until the players have revealed it");
	reveal();
	want(OTHER, save, "\"ok\"");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"copy\",\"force\":true}", "\"ok\"");
	wait_written();
	table_poll_store(&table);
	assert_true(state_says("closed"));
	end();
}

/*
 * A client without a token could save a running game and play the copy to its end. Opening
 * a second copy would close the first and reveal its secrets, and play could continue
 * there.
 */
static void
test_no_copy(void **state)
{
	(void)state;
	for (size_t i = 0; rows[i].seats; i++)
		no_copy(&rows[i]);
}

/* A copy of a dice game rolls with a new seed, so a closed copy predicts no roll. */
static void
test_copy_of_dice(void **state)
{
	char line[64];
	uint32_t copy;

	(void)state;
	begin_row(&rows[3]);
	want(OTHER, "{\"kind\":\"save\",\"name\":\"dice\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"dice\"}", "\"ok\"");
	wait_written();
	copy = table_number(&table);
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"dice\"}", "\"ok\"");
	wait_written();
	snprintf(line, sizeof(line), "{\"kind\":\"record\",\"game_id\":%u}", copy);
	want(OTHER, line, secret);
	assert_int_equal(strncmp(table.game.seeds, secret, strlen(secret)), 0);
	assert_true(strlen(table.game.seeds) > strlen(secret));
	end();
}

/* Hands cannot take back a closed game; a trace shows the same. */
static void
test_hands(void **state)
{
	char *got;

	(void)state;
	begin();
	new_game("\"game\":\"zombie\"");
	take_tokens();
	edge("e2", false);
	edge("e4", true);
	table_advance(&table, table.now_us + 5000000);
	act(OTHER, "d7d5");
	edge("d7", false);
	edge("d5", true);
	table_advance(&table, table.now_us + 5000000);
	end_game(&rows[0], 1);
	reveal();
	edge("d5", false);
	edge("d7", true);
	table_advance(&table, table.now_us + 5000000);
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
	press(OK, 50000);
	assert_int_equal(table.state.n_actions, 2);
	got = replayed();
	assert_non_null(strstr(got, "result 1-0 resignation"));
	assert_null(strstr(got, "undo"));
	free(got);
	end();
}

/* Actions of a seat with a PIN need its open page or its token; the screen alone is refused. */
static void
test_pin(void **state)
{
	static const char resign[] = "{\"kind\":\"resign\",\"seat\":\"w\"}";

	(void)state;
	begin_row(&rows[0]);
	say(0, "\"kind\":\"pin\",\"pin\":\"4711\"", "\"ok\"");
	want(SCREEN, resign, "on its private page");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"1111\"}", "pin: wrong");
	want(SCREEN, resign, "on its private page");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"ok\"");
	want(SCREEN, resign, "on its private page");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4711\"}", "\"ok\"");
	want(SCREEN, resign, "\"ok\"");
	end();
}

/* Offers a draw on the screen; each seat agrees there, with its PIN where it has one. */
static void
test_draw_on_screen(void **state)
{
	char line[128];
	json_t *o;

	(void)state;
	begin_row(&rows[1]);
	want(SCREEN, "{\"kind\":\"draw\"}", "\"ok\"");
	o = state_now();
	assert_int_equal(json_array_size(json_object_get(json_object_get(o, "prompt"), "needs")),
			 2);
	for (unsigned seat = 0; seat < 2; seat++) {
		snprintf(line, sizeof(line),
			 "{\"kind\":\"answer\",\"prompt\":%lld,\"yes\":true,\"seat\":\"%s\"}",
			 (long long)json_integer_value(
				 json_object_get(json_object_get(o, "prompt"), "id")),
			 seat ? "b" : "w");
		want(OTHER, line, "this game hides something");
		assert_false(is_over());
		want(SCREEN, line, "\"ok\"");
	}
	json_decref(o);
	assert_true(is_over());
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_zombie),	       KEPT_TEST(test_masquerade),
		KEPT_TEST(test_cooperative),   KEPT_TEST(test_dice),
		KEPT_TEST(test_next_game),     KEPT_TEST(test_left),
		KEPT_TEST(test_nothing_hidden), KEPT_TEST(test_same_roll),
		KEPT_TEST(test_on_the_board),  KEPT_TEST(test_guess),
		KEPT_TEST(test_opened),	       KEPT_TEST(test_hands),
		KEPT_TEST(test_no_copy),       KEPT_TEST(test_copy_of_dice),
		KEPT_TEST(test_pin),	       KEPT_TEST(test_draw_on_screen),
	};

	log_sink(note_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Kept games move by move, on the board too, and the secrets that each move may show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "daemon/table/home.h"
#include "kept.h"

static void
test_show(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"list\"}",
	     "\"title\":\"Chess\",\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":0}",
	     "\"over\":true,\"n\":4,\"move\":0,\"position\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
	     "RNBQKBNR w KQkq - 0 1\"");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":0}", "\"last\":null");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":1}",
	     "\"last\":{\"action\":\"f2f3\",\"squares\":[\"f2\",\"f3\"]}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2}", "\"move\":4");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2}",
	     "\"result\":{\"result\":\"0-1\",\"reason\":\"checkmate\",\"text\":\"0-1: checkmate\","
	     "\"score\":null}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2}",
	     "\"moves\":[{\"action\":\"f2f3\",\"san\":\"f3\",\"note\":\"f3\",");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":5}", "move: the game has no more");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":-2}", "move: a number");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":99}", "there is no game 99");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":-1}", "game_id: there is no game -1");
	want(OTHER, "{\"kind\":\"show\"}", "\"game_id\":3,\"game\":\"chess\"");
	end();
}

/*
 * Secrets are open in a finished game; before, and in a game that was left,
 * only public knowledge is.
 */
static void
test_show_secrets(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"masquerade\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "assign:NKQRB");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"ok\"");
	act(SCREEN, "assign:BNKQR");
	act(SCREEN, "e2e4 e7e5");
	wait_written();
	want_not(SCREEN, "{\"kind\":\"show\"}", "NKQRB");
	want_not(SCREEN, "{\"kind\":\"show\",\"move\":1}", "BNKQR");
	want(SCREEN, "{\"kind\":\"show\",\"move\":1}", "\"last\":{\"action\":\"assign:?\"");
	new_game("\"game\":\"masquerade\"");
	want_not(OTHER, "{\"kind\":\"show\",\"game_id\":2}", "NKQRB");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "assign:NKQRB");
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	want_not(OTHER, "{\"kind\":\"show\",\"move\":1}", "\"action\":\"assign:NKQRB\"");
	close_end();
	want(OTHER, "{\"kind\":\"show\",\"move\":1}", "\"action\":\"assign:NKQRB\"");
	want(OTHER, "{\"kind\":\"show\"}", "masks=????\?/NKQRB");
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":3}", "\"action\":\"assign:NKQRB\"");
	end();
}

static void
effect_is(const char *line, const char *member, size_t move, const char *effect)
{
	json_t *o = send_request(OTHER, line), *in = member ? json_object_get(o, member) : o;
	json_t *m = json_array_get(json_object_get(in, "moves"), move);
	const char *is = json_string_value(json_object_get(m, "effect"));

	assert_non_null(json_object_get(m, "effect"));
	assert_string_equal(is ? is : "", effect);
	json_decref(o);
}

/* Checks what a move did, in the running game and in the shown one. */
static void
want_effect(size_t move, const char *effect)
{
	effect_is("{\"kind\":\"state\"}", NULL, move, effect);
	effect_is("{\"kind\":\"show\"}", "shown", move, effect);
}

/* The list of moves tells a failed attempt from a capture, and an honest move from a trick. */
static void
test_effects(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"accounting\"");
	act(SCREEN, "e2e4 d7d5 e4d5 d8d5");
	want_effect(1, "");
	want_effect(2, "crooked");
	want_effect(3, "crooked");
	new_game("\"game\":\"masquerade\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "assign:KQRBN");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"ok\"");
	act(SCREEN, "assign:QKRBN e2e4 a7a6 f1xa6 b7a6 d1h5 a6a5 h5xh7");
	want_effect(1, "");
	want_effect(4, "capture");
	want_effect(5, "");
	want_effect(8, "no-capture");
	end();
}

/* Returns the shown position's text at that move. */
static void
shown_position(unsigned move, char out[RULES_POSITION_TEXT])
{
	char line[64];
	const char *text;
	json_t *o;

	snprintf(line, sizeof(line), "{\"kind\":\"show\",\"move\":%u}", move);
	o = send_request(OTHER, line);
	text = json_string_value(json_object_get(json_object_get(o, "shown"), "position"));
	assert_non_null(text);
	snprintf(out, RULES_POSITION_TEXT, "%s", text);
	json_decref(o);
}

/* Nothing is known of the grave during the game; afterwards each move shows its contents. */
static void
test_show_graves(void **state)
{
	char at[RULES_POSITION_TEXT];

	(void)state;
	begin();
	new_game("\"game\":\"zombie\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	act(SCREEN, "e2e4 d7d5 e4d5");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "bury:g1");
	want_not(OTHER, "{\"kind\":\"show\"}", "bury:g1");
	want(OTHER, "{\"kind\":\"show\"}", "bury:?");
	shown_position(4, at);
	assert_non_null(strstr(at, "buried=p?/-"));
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	want_not(OTHER, "{\"kind\":\"show\"}", "bury:g1");
	close_end();
	want(OTHER, "{\"kind\":\"show\"}", "bury:g1");
	shown_position(3, at);
	assert_non_null(strstr(at, "buried=-/-"));
	shown_position(4, at);
	assert_non_null(strstr(at, "buried=pg1/-"));
	end();
}

/* During the game only their holder sees cards; afterwards every hand is open at each move. */
static void
test_show_hands(void **state)
{
	char before[RULES_POSITION_TEXT], at[RULES_POSITION_TEXT];

	(void)state;
	begin();
	new_game("\"game\":\"cooperative\"");
	shown_position(0, before);
	assert_non_null(strstr(before, "hands=#3/#3"));
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	close_end();
	shown_position(0, at);
	assert_null(strstr(at, "#"));
	/* As they were dealt: the start in the record. */
	rules_print(table.game.game, &table.game.start, before);
	assert_string_equal(at, before);
	end();
}

/* Moves pieces: "-f2 +f3" lifts the one on f2 and puts it down on f3, then leaves the board still. */
static void
hands(const char *edges)
{
	char text[128], *rest = text, *word;

	snprintf(text, sizeof(text), "%s", edges);
	while ((word = strtok_r(rest, " ", &rest)) != NULL) {
		edge(word + 1, *word == '+');
		/* One move is over before the next one begins. */
		table_advance(&table, table.now_us + (*word == '+' ? 400000 : 100000));
	}
	table_advance(&table, table.now_us + 1000000);
}

/* Checks the state's field `showing`. */
static void
want_replay(unsigned move, const char *stage, const char *text)
{
	json_t *state = send_request(OTHER, "{\"kind\":\"state\"}");
	json_t *showing = json_object_get(state, "showing");
	char got[512], expected[512];

	snprintf(got, sizeof(got), "%lld %s: %s",
		 (long long)json_integer_value(json_object_get(showing, "move")),
		 json_string_value(json_object_get(showing, "stage")),
		 json_string_value(json_object_get(showing, "text")));
	snprintf(expected, sizeof(expected), "%u %s: %s", move, stage, text);
	assert_string_equal(got, expected);
	assert_int_equal(json_integer_value(json_object_get(showing, "game_id")), 2);
	json_decref(state);
}

static const char replay_move_1[] =
	"{\"kind\":\"show\",\"game_id\":2,\"move\":1,\"lamps\":true}";
static const char replay_start[] =
	"{\"kind\":\"show\",\"game_id\":2,\"move\":0,\"lamps\":true}";

/* Keeps a game of those moves as number 2, and begins another one without a move. */
static void
keep_game(const char *moves)
{
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, moves);
	new_game("\"game\":\"chess\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
}

/* A game is replayed for the screen, while none runs; a leaving screen or play ends that. */
static void
test_replay_ends(void **state)
{
	(void)state;
	keep_game(FOOLS_MATE);
	want(OTHER, replay_move_1, "only the board's own screen can replay a game on the board");
	want(SCREEN, replay_move_1, "\"shown\"");
	want_replay(1, "setup", "Put the white pawn from f2 on f3");
	assert_string_equal(lit, "f2 f3");
	want(SCREEN, "{\"kind\":\"show\",\"leave\":true}", "\"ok\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	want(SCREEN, replay_move_1, "\"shown\"");
	table_client_disconnected(&table, SCREEN);
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, replay_move_1, "\"shown\"");
	act(OTHER, "e2e4"); /* play begins after all */
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	want(SCREEN, replay_move_1, "a game is running");
	end();
}

/* The board belongs to one of them: a replay ends a calibration. */
static void
test_replay_takes_board(void **state)
{
	(void)state;
	keep_game(FOOLS_MATE);
	want(SCREEN, "{\"kind\":\"calibrate\",\"step\":\"begin\"}", "\"ok\"");
	want(SCREEN, replay_move_1, "\"shown\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"calibration\":null");
	want_replay(1, "setup", "Put the white pawn from f2 on f3");
	assert_string_equal(lit, "f2 f3");
	hands("-f2 +f3");
	want_replay(1, "next", "e5: now the black pawn from e7 to e5");
	end();
}

/* Hands replay a game on the board, move by move, and no move of it is played. */
static void
test_replay(void **state)
{
	(void)state;
	keep_game(FOOLS_MATE);
	want(SCREEN, replay_start, "\"shown\"");
	want_replay(0, "next", "f3: now the white pawn from f2 to f3");
	assert_string_equal(lit, "f2 f3");
	hands("-f2");
	want_replay(0, "next", "f3: now the white pawn on f3");
	hands("+f3");
	want_replay(1, "next", "e5: now the black pawn from e7 to e5");
	assert_string_equal(lit, "e5 e7");
	/* Another piece is guided back, then the move is still the next one. */
	hands("-d7 +d5");
	want_replay(1, "astray", "Not the move of this game. Put the black pawn from d5 back on d7");
	hands("-d5 +d7");
	want_replay(1, "next", "e5: now the black pawn from e7 to e5");
	hands("-e7 +e5 -g2 +g4");
	want_replay(3, "next", "Qh4#: now the black queen from d8 to h4");
	hands("-d8 +h4");
	want_replay(4, "end", "The end. Black wins: checkmate");
	assert_int_equal(table.book.n, 0);
	want(SCREEN, "{\"kind\":\"show\",\"leave\":true}", "\"ok\"");
	/* The game on the board is as before, and the pieces are guided to it. */
	assert_int_equal(table.book.n, 0);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_LEADS);
	hands("-f3 +f2 -e5 +e7 -g4 +g2 -h4 +d8");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	end();
}

/* A captured piece has to leave first; without that the squares alone prove no capture. */
static void
test_replay_captures(void **state)
{
	(void)state;
	keep_game("e2e4 d7d5 e4d5 c7c5 d5c6 g8f6 f1a6 b8c6 g1f3 g7g6 e1g1");
	want(SCREEN, replay_start, "\"shown\"");
	hands("-e2 +e4 -d7 +d5");
	want_replay(2, "next", "exd5: now take the black pawn off d5");
	hands("-e4");
	want_replay(2, "next", "exd5: now take the black pawn off d5");
	hands("-d5");
	want_replay(2, "next", "exd5: now the white pawn on d5");
	hands("+d5 -c7 +c5");
	want_replay(4, "next", "En passant: now the white pawn from d5 to c6");
	hands("-d5 +c6");
	want_replay(4, "next", "En passant: now take the black pawn off c5");
	hands("-c5 -g8 +f6 -f1 +a6 -c6 -b8 +c6 -g1 +f3 -g7 +g6");
	want_replay(10, "next", "Castling: now the white king from e1 to g1");
	hands("-e1 +g1");
	want_replay(10, "next", "Castling: now the white rook from h1 to f1");
	hands("-h1 +f1");
	want_replay(11, "end", "The game was left here");
	end();
}

/* Known pieces are guided to their own squares, and captured ones come from the box. */
static void
test_replay_jumps(void **state)
{
	(void)state;
	keep_game("e2e4 d7d5 e4d5");
	want(SCREEN, replay_start, "\"shown\"");
	hands("-e2 +e4 -d7 +d5 -d5 -e4 +d5");
	want_replay(3, "end", "The game was left here");
	want(SCREEN, replay_start, "\"shown\"");
	want_replay(0, "setup", "Put the black pawn from the box on d7, then put the white pawn on e2");
	hands("-d5 +e2");
	want_replay(0, "setup", "Put the black pawn from the box on d7");
	hands("+d7 -e2 +e4 -d7 +d5");
	want_replay(2, "next", "exd5: now take the black pawn off d5");
	press(OK, 100000);
	want_replay(3, "setup", "Take the piece off d5 (2 steps to go)");
	hands("-d5");
	want_replay(3, "setup", "Put the white pawn from e4 on d5");
	hands("-e4 +d5");
	press(BACK, 100000);
	want_replay(2, "setup", "Put the white pawn from d5 on e4, then put the black pawn on d5");
	hands("-d5 +e4");
	want_replay(2, "setup", "Put the black pawn on d5");
	end();
}

/* The pieces of a played game are known when its replay begins. */
static void
test_replay_after_game(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	hands("-e2 +e4 -d7 +d5 -d5 -e4 +d5");
	table_advance(&table, table.now_us + 5000000);
	new_game("\"game\":\"chess\"");
	want(SCREEN, replay_start, "\"shown\"");
	want_replay(0, "setup", "Put the black pawn from the box on d7, then put the white pawn on e2");
	hands("+d7");
	want_replay(0, "setup", "Put the white pawn from d5 on e2");
	end();
}

/* The board's buttons turn the pages: OK on, Back back, and at the start Back leaves. */
static void
test_replay_buttons(void **state)
{
	(void)state;
	keep_game(FOOLS_MATE);
	want(SCREEN, replay_start, "\"shown\"");
	press(OK, 100000);
	want_replay(1, "setup", "Put the white pawn from f2 on f3");
	press(BACK, 100000);
	want_replay(0, "next", "f3: now the white pawn from f2 to f3");
	press(BACK, 100000);
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	end();
}

/* The pieces are set up for the last position of a game that the rules ended. */
static void
test_replay_mate(void **state)
{
	(void)state;
	keep_game(FOOLS_MATE);
	want(SCREEN, "{\"kind\":\"show\",\"game_id\":2,\"move\":4,\"lamps\":true}", "\"shown\"");
	want_replay(4, "setup", "Put the white pawn from f2 on f3 (4 steps to go)");
	hands("-f2 +f3 -g2 +g4 -e7 +e5 -d8 +h4");
	want_replay(4, "end", "The end. Black wins: checkmate");
	hands("-h4");
	want_replay(4, "astray", "Not the move of this game. Put the black queen on h4");
	end();
}

/* A piece is lifted before the move before it is over, and a piece slides on its way. */
static void
test_replay_fast(void **state)
{
	static const char *const edges[] = { "-f2", "-e7", "+f3", "+e5", "-g2", "+g3",
					     "-g3", "+g4", "-d8", "+h4" };

	(void)state;
	keep_game(FOOLS_MATE);
	want(SCREEN, replay_start, "\"shown\"");
	for (unsigned i = 0; i < sizeof(edges) / sizeof(edges[0]); i++) {
		edge(edges[i] + 1, *edges[i] == '+');
		table_advance(&table, table.now_us + 120000);
	}
	table_advance(&table, table.now_us + 1000000);
	want_replay(4, "end", "The end. Black wins: checkmate");
	end();
}

/* A roll waits for OK at the start, so that Back may go before it; after a move it is passed over. */
static void
test_replay_rolls(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"dice-money\"");
	act(OTHER, "roll:1,2 a2a3 roll:1,3 a7a6");
	new_game("\"game\":\"chess\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, replay_start, "\"shown\"");
	want_replay(0, "unseen", "the dice 1 and 2: no sensor sees this. OK goes on");
	press(OK, 100000);
	want_replay(1, "next", "a2-a3: now the white pawn from a2 to a3");
	hands("-a2 +a3");
	want_replay(3, "next", "a7-a6: now the black pawn from a7 to a6");
	press(BACK, 100000);
	want_replay(2, "unseen", "the dice 1 and 3: no sensor sees this. OK goes on");
	press(OK, 100000);
	hands("-a7 +a6");
	want_replay(4, "end", "The game was left here");
	end();
}

/* Returns a closed game of random actions. */
static struct record *
random_game(const struct game *g, uint32_t *seed)
{
	struct record *r = calloc(1, sizeof(*r));
	static struct action list[RULES_ACTIONS_MAX];
	struct position start;
	size_t n;

	assert_non_null(r);
	assert_int_equal(rules_start(g, "", &start, NULL), 0);
	record_init(r, g, &start);
	while (r->n < 60 && (n = rules_actions(g, &r->last, list)) > 0) {
		*seed = *seed * 1664525 + 1013904223;
		assert_int_equal(record_add(r, list[(*seed >> 16) % n], 0), 0);
	}
	r->result = record_result_drawn("agreed");
	return r;
}

/* Does what the lamps ask for, until the replay ends. */
static void
follow_lamps(const char *game)
{
	const struct table_showing *s = &table.showing;

	for (unsigned i = 0; s->stage != WORDS_REPLAY_END; i++) {
		unsigned sq = s->guidance.lift_sq;
		char name[4];

		if (i == 1000)
			fail_msg("%s: no end after move %u, stage %u", game, s->move, s->stage);
		if (s->stage == WORDS_REPLAY_UNSEEN) {
			press(OK, 100000);
			continue;
		}
		if (sq == RULES_NO_SQ)
			sq = s->guidance.put_sq;
		if (sq == RULES_NO_SQ)
			fail_msg("%s: no step at move %u, stage %u", game, s->move, s->stage);
		rules_square_print(s->game, sq, name);
		edge(name, sq != s->guidance.lift_sq);
		table_advance(&table, table.now_us + 500000);
	}
}

/* In every game, hands that follow the lamps reach the end. */
static void
test_replay_follows(void **state)
{
	uint32_t seed = 1;
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	begin();
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	for (unsigned i = 0; i < 4 * n; i++) {
		const struct game *g = games[i % n];
		struct record *r;

		if (!home_fits(&board, g))
			continue;
		r = random_game(g, &seed);
		assert_int_equal(table_show_open(&table, SCREEN, r, 0), 0);
		follow_lamps(rules_name(g));
		table_show_close(&table);
	}
	end();
}

/* Pieces that stand anyhow are set up rank by rank, then the next move is shown. */
static void
test_replay_sets_up(void **state)
{
	(void)state;
	keep_game(FOOLS_MATE);
	want(SCREEN, replay_start, "\"shown\"");
	hands("-a1 -b1 -c1 -d1 -e1 -f1 -g1 -h1");
	want_replay(0, "setup",
		    "Set up as in the picture. Rank 1: rook, knight, bishop, queen, king, bishop, "
		    "knight, rook (RNBQKBNR)");
	hands("+a1 +b1 +c1 +d1 +e1 +f1 +g1 +h1");
	want_replay(0, "next", "f3: now the white pawn from f2 to f3");
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_show),        KEPT_TEST(test_show_secrets),
		KEPT_TEST(test_effects),
		KEPT_TEST(test_show_graves), KEPT_TEST(test_show_hands),
		KEPT_TEST(test_replay_ends), KEPT_TEST(test_replay_takes_board), KEPT_TEST(test_replay),
		KEPT_TEST(test_replay_captures), KEPT_TEST(test_replay_buttons),
		KEPT_TEST(test_replay_jumps), KEPT_TEST(test_replay_after_game),
		KEPT_TEST(test_replay_sets_up),
		KEPT_TEST(test_replay_mate), KEPT_TEST(test_replay_fast), KEPT_TEST(test_replay_rolls),
		KEPT_TEST(test_replay_follows),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

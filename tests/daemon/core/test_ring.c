/*
 * The flight recorder against the truth: hands play at random on a live session
 * (moves, second thoughts, bounces, junk, takebacks by hand and by command, boards
 * read anew). Whenever all is quiet the ring is printed, replayed, and must give
 * exactly what the live session gave since the trace's beginning.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/reading.h"
#include "daemon/trace/replay.h"

enum {
	T0_US = 123456789, /* the machine has been up for a while */
	SAID_MAX = 1 << 20,
};

static struct {
	struct session session;
	struct session_state state;
	struct session_config config;
	struct trace_ring ring;
	const struct game *game;
	uint8_t piece[RULES_SQUARES_MAX]; /* what really stands there; 0: nothing */
	uint64_t now_us;
	char said[SAID_MAX]; /* actions and undos, as a replay prints them */
	size_t said_len;
	unsigned compared, wrapped, restless;
} live;

static uint32_t seed;

static uint32_t
chance(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* ---- the live session ---- */

static void
note_told(const struct session_out *out)
{
	for (unsigned i = 0; i < out->n; i++) {
		const struct told *t = &out->told[i];
		uint64_t ms = (t->t_us - T0_US + 500) / 1000;
		char *to = live.said + live.said_len;
		int n = 0;

		if (t->kind == TOLD_FINAL)
			n = snprintf(to, 64, "%llu.%03u %s\n", (unsigned long long)(ms / 1000),
				     (unsigned)(ms % 1000), t->text);
		else if (t->kind == TOLD_UNDO)
			n = snprintf(to, 64, "%llu.%03u undo %u\n", (unsigned long long)(ms / 1000),
				     (unsigned)(ms % 1000), t->n);
		live.said_len += (size_t)n;
		assert_true(live.said_len + 64 < SAID_MAX);
	}
}

static void
step_now(struct event *e)
{
	struct session_out out;

	e->t_us = live.now_us;
	(void)session_step(&live.session, e, &out);
	trace_ring_step(&live.ring, e, &out, &live.session);
	note_told(&out);
	session_state(&live.session, &live.state);
}

/* Time passes; deadlines are served in time, or now and then late, even very late. */
static void
wait_us(uint64_t us)
{
	uint64_t until = live.now_us + us, d;

	while ((d = session_deadline(&live.session)) <= until) {
		d += chance(4) == 0 ? chance(300) : chance(8) == 0 ? chance(2000000) : 0;
		live.now_us = d > until ? until : d > live.now_us ? d : live.now_us;
		step_now(&(struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
	}
	live.now_us = until;
}

static void
happen(struct event e)
{
	wait_us(chance(20) == 0 ? 0 : 30000 + chance(250000));
	step_now(&e);
}

static void
put(unsigned sq, uint8_t piece)
{
	struct reading was = reading_of_piece(live.game, live.config.senses, live.piece[sq]);
	struct reading is = reading_of_piece(live.game, live.config.senses, piece);

	live.piece[sq] = piece;
	if (!reading_equal(was, is))
		happen((struct event){
			.kind = EVENT_EDGE, .seat = SEAT_NONE, .sq = (uint8_t)sq, .reading = is });
}

/* ---- hands ---- */

/* From one position's squares to another's where they differ: all up, then all down. */
static void
carry(const struct position *from, const struct position *to)
{
	unsigned n = rules_squares(live.game), off = chance(n);

	for (unsigned i = 0; i < n; i++) {
		unsigned sq = (i + off) % n;

		if (rules_at(live.game, from, sq) != rules_at(live.game, to, sq))
			put(sq, 0);
	}
	for (unsigned i = 0; i < n; i++)
		if (rules_at(live.game, from, i) != rules_at(live.game, to, i))
			put(i, rules_at(live.game, to, i));
}

/* The board as the game has it. */
static void
tidy(void)
{
	const struct position *p = live.state.shown;

	for (unsigned sq = 0; sq < rules_squares(live.game); sq++)
		if (live.piece[sq] != rules_at(live.game, p, sq))
			put(sq, 0);
	for (unsigned sq = 0; sq < rules_squares(live.game); sq++)
		put(sq, rules_at(live.game, p, sq));
	wait_us(1500000);
}

static void
act(void)
{
	struct action list[RULES_ACTIONS_MAX];
	struct position from = *live.state.shown, to = from;
	size_t n = rules_actions(live.game, &from, list);

	if (n == 0)
		return;
	rules_apply(live.game, &to, list[chance((uint32_t)n)]);
	carry(&from, &to);
}

static void
adjust(void)
{
	unsigned sq = chance(rules_squares(live.game));
	uint8_t piece = live.piece[sq];

	put(sq, 0);
	put(sq, piece);
}

static void
bounce(void)
{
	unsigned sq = chance(rules_squares(live.game));

	for (unsigned i = 0; i < 20; i++) {
		struct reading r = { .occupied = i & 1 };

		if (live.piece[sq] == 0)
			r.occupied ^= 1;
		r = reading_of_piece(live.game, live.config.senses, r.occupied ? PIECE_PAWN : 0);
		wait_us(1000);
		if (i + 1 == 20 || i + 2 == 20)
			r = reading_of_piece(live.game, live.config.senses, live.piece[sq]);
		step_now(&(struct event){
			.kind = EVENT_EDGE, .seat = SEAT_NONE, .sq = (uint8_t)sq, .reading = r });
	}
}

static void
junk(void)
{
	unsigned from = chance(rules_squares(live.game)), to = chance(rules_squares(live.game));
	uint8_t piece = live.piece[from];

	put(from, 0);
	put(to, piece);
	wait_us(chance(3000000));
}

static void
take_back(void)
{
	struct position now = *live.state.shown, before;

	if (!live.state.has_last || live.state.has_provisional)
		return;
	before = *live.state.before_last;
	carry(&now, &before);
	wait_us(1200000);
	happen((struct event){ .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = chance(3) > 0 });
}

static void
undo(void)
{
	uint32_t n = live.state.n_actions;

	if (n > 0)
		happen((struct event){ .kind = EVENT_UNDO,
				       .seat = SEAT_NONE,
				       .n = (uint16_t)(1 + chance(n < 4 ? n : 4)) });
}

static void
read_anew(void)
{
	struct reading board[RULES_SQUARES_MAX];
	struct session_out out;

	for (unsigned sq = 0; sq < rules_squares(live.game); sq++)
		board[sq] = reading_of_piece(live.game, live.config.senses, live.piece[sq]);
	session_board(&live.session, board, NULL, live.now_us, &out);
	note_told(&out);
	trace_ring_board(&live.ring, board, NULL, live.now_us);
	session_state(&live.session, &live.state);
}

static void
choose(void)
{
	struct event e = { .kind = EVENT_ACT, .seat = SEAT_NONE };
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(live.game, live.state.settled, list);

	if (n == 0)
		return;
	rules_action_print(live.game, live.state.settled, list[chance((uint32_t)n)], e.text);
	happen(e);
}

static void
press(void)
{
	happen((struct event){
		.kind = EVENT_PRESS, .seat = SEAT_NONE, .button = (uint8_t)chance(BUTTONS) });
}

/* ---- games ---- */

static void
begin(const char *game, unsigned senses)
{
	struct rules_error err;
	struct position p;
	char text[RULES_POSITION_TEXT];
	struct reading board[RULES_SQUARES_MAX];

	live.game = rules_game(game);
	live.config = session_config_default();
	live.config.senses = (uint8_t)senses;
	assert_int_equal(rules_start(live.game, "", &p, &err), 0);
	rules_print(live.game, &p, text);
	for (unsigned sq = 0; sq < rules_squares(live.game); sq++) {
		live.piece[sq] = rules_at(live.game, &p, sq);
		board[sq] = reading_of_piece(live.game, senses, live.piece[sq]);
	}
	assert_int_equal(session_start(&live.session, &live.config, live.game, text, NULL, board,
				       NULL, T0_US, &err),
			 0);
	trace_ring_start(&live.ring, live.game, text, &live.config, board, NULL, T0_US);
	live.now_us = T0_US;
	live.said_len = 0;
	session_state(&live.session, &live.state);
}

/* A resumed game: its first half comes from the record. */
static void
resume(void)
{
	struct action list[RULES_ACTIONS_MAX];

	for (unsigned i = 0; i < 30 && live.state.phase == SESSION_PLAYING; i++) {
		char text[RULES_ACTION_TEXT];
		size_t n = rules_actions(live.game, live.state.settled, list);
		struct action a = list[chance((uint32_t)n)];

		rules_action_print(live.game, live.state.settled, a, text);
		assert_int_equal(session_play(&live.session, text, T0_US), 0);
		trace_ring_played(&live.ring, a);
		session_state(&live.session, &live.state);
	}
	for (unsigned sq = 0; sq < rules_squares(live.game); sq++)
		live.piece[sq] = rules_at(live.game, live.state.settled, sq);
	read_anew();
}

static void
round_of_hands(void)
{
	switch (chance(40)) {
	case 0:
		take_back();
		tidy();
		break;
	case 1:
		undo();
		tidy();
		break;
	case 2:
		read_anew();
		break;
	case 3:
		junk();
		tidy();
		break;
	case 4:
		choose();
		tidy();
		break;
	case 5:
	case 6:
		press();
		break;
	case 7:
	case 8:
	case 9:
		adjust();
		break;
	case 10:
	case 11:
	case 12:
	case 13:
		bounce();
		break;
	default:
		act();
		break;
	}
	wait_us(chance(2) ? 0 : chance(2500000));
}

/* ---- the comparison ---- */

/* The lines that are actions and undos; results are the session's own affair. */
static void
drop_results(char *text)
{
	char *to = text;

	while (*text) {
		size_t len = strcspn(text, "\n") + 1;

		if (!memmem(text, len, " result ", 8)) {
			memmove(to, text, len);
			to += len;
		}
		text += len;
	}
	*to = '\0';
}

static unsigned
lines(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* How many actions and undos the ring holds: so many lines must come of it. */
static unsigned
held(void)
{
	unsigned n = 0;

	for (uint32_t i = live.ring.tail; i != live.ring.head; i++)
		n += live.ring.entry[i % TRACE_RING_ENTRIES].kind > EVENT_UNDO;
	return n;
}

static void
compare(void)
{
	static const struct replay_options plain = { 0 };
	char *trace = NULL, *got = NULL;
	size_t trace_len, got_len;
	FILE *out = open_memstream(&trace, &trace_len);
	struct trace_error err = { 0 };
	const char *want;
	bool same;
	int r;

	trace_ring_print(&live.ring, out);
	(void)fclose(out);
	out = open_memstream(&got, &got_len);
	r = replay_text(trace, trace_len, &plain, out, &err);
	(void)fclose(out);
	if (r < 0)
		fail_msg("the ring's trace is wrong: %u: %s\n%s", err.line, err.why, trace);
	drop_results(got);
	got_len = strlen(got);
	assert_true(got_len <= live.said_len);
	want = live.said + live.said_len - got_len;
	live.said[live.said_len] = '\0';
	same = strcmp(got, want) == 0 && lines(got) == held();
	if (!same)
		(void)fprintf(stderr, "%s# replayed\n%s# live\n%s", trace, got, live.said);
	live.compared++;
	live.wrapped += live.ring.head > TRACE_RING_ENTRIES;
	free(trace);
	free(got);
	assert_true(same);
}

static void
play_and_compare(unsigned rounds)
{
	for (unsigned i = 0; i < rounds && live.state.phase == SESSION_PLAYING; i++) {
		round_of_hands();
		if (i % 10 == 9) {
			wait_us(REPLAY_AFTER_US);
			if (live.ring.restless)
				live.restless++;
			else
				compare();
		}
	}
}

static void
test_against_life(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 40; i++) {
		seed = i;
		begin(i & 1 ? "chess960" : "chess", i % 3);
		if (i % 4 == 0)
			resume();
		play_and_compare(200);
	}
	print_message("%u comparisons, %u with the ring run over, %u without rest\n", live.compared,
		      live.wrapped, live.restless);
	assert_true(live.wrapped > 0);
}

/* Readings that are no piece's are told again as edges, and the trace is sound. */
static void
test_odd_readings(void **state)
{
	struct reading board[RULES_SQUARES_MAX];
	struct trace_error err;
	char *trace = NULL, *said = NULL;
	size_t len, said_len;
	FILE *out = open_memstream(&trace, &len);

	(void)state;
	begin("chess", SENSES_LEVEL);
	for (unsigned sq = 0; sq < rules_squares(live.game); sq++)
		board[sq] = reading_of_piece(live.game, SENSES_LEVEL, live.piece[sq]);
	board[0] = (struct reading){ 1, POLE_UNKNOWN, 1, 3 };
	board[28] = (struct reading){ 1, POLE_BLACK, 2, 2 };
	live.now_us += 2500000;
	trace_ring_board(&live.ring, board, NULL, live.now_us);
	trace_ring_print(&live.ring, out);
	(void)fclose(out);
	assert_non_null(strstr(trace, "\nboard rnbqkbnr/pppppppp/8/8/4p3/8/PPPPPPPP/PNBQKBNR\n"));
	assert_non_null(strstr(trace, "\n2.500 +a1?1-3\n"));
	out = open_memstream(&said, &said_len);
	assert_int_equal(replay_text(trace, len, &(struct replay_options){ 0 }, out, &err), 0);
	(void)fclose(out);
	free(said);
	free(trace);
}

/* What was known of the pieces is in the header, and a replay is led by it. */
static void
test_known(void **state)
{
	static const char known_line[] = "\nknown 8/5Q2/8/8/8/8/8/1?6\n";
	struct infer_known known = { .exact = true };
	struct reading board[RULES_SQUARES_MAX];
	struct trace_error err;
	char *trace = NULL, *said = NULL;
	size_t len, said_len;
	FILE *out = open_memstream(&trace, &len);

	(void)state;
	begin("chess", SENSES_OCCUPANCY);
	for (unsigned sq = 0; sq < rules_squares(live.game); sq++)
		board[sq] = reading_of_piece(live.game, SENSES_OCCUPANCY, live.piece[sq]);
	known.standing[53] = PIECE_QUEEN;
	known.standing[1] = PIECE_MISSILE;
	trace_ring_board(&live.ring, board, &known, live.now_us);
	trace_ring_print(&live.ring, out);
	(void)fclose(out);
	assert_non_null(strstr(trace, known_line));
	out = open_memstream(&said, &said_len);
	assert_int_equal(replay_text(trace, len, &(struct replay_options){ .explain = true }, out, &err),
			 0);
	(void)fclose(out);
	assert_non_null(strstr(said, "guidance, steps left 4: lift b1; wrong b1 f7"));
	free(said);
	free(trace);
}

static char *
printed(void)
{
	char *trace = NULL;
	size_t len;
	FILE *out = open_memstream(&trace, &len);

	trace_ring_print(&live.ring, out);
	(void)fclose(out);
	return trace;
}

static void
replays_as(const char *trace, const char *want)
{
	struct trace_error err = { 0 };
	char *said = NULL;
	size_t len;
	FILE *out = open_memstream(&said, &len);

	assert_int_equal(replay_text(trace, strlen(trace), &(struct replay_options){ 0 }, out, &err), 0);
	(void)fclose(out);
	assert_string_equal(said, want);
	free(said);
}

static void
say(enum event_kind kind, uint16_t n, bool yes)
{
	step_now(&(struct event){
		.kind = (uint8_t)kind, .seat = kind == EVENT_RESIGN ? SEAT_B : SEAT_NONE, .n = n, .yes = yes });
}

/* A game that ended by a word has ended still when the board is read again. */
static void
test_ended(void **state)
{
	static const struct {
		enum event_kind kind;
		bool yes;
		const char *line, *want;
	} rows[] = {
		{ EVENT_RESIGN, false, "\n2.500 resign b\n", "2.500 result 1-0 resignation\n" },
		{ EVENT_RESIGN, true, "\n2.500 resign b time\n", "2.500 result 1-0 time\n" },
		{ EVENT_DRAW, false, "\n2.500 draw\n", "2.500 result 1/2-1/2 agreed\n" },
	};

	char *trace;

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin("chess", SENSES_OCCUPANCY);
		live.now_us += 2500000;
		say(rows[i].kind, 0, rows[i].yes);
		read_anew();
		trace = printed();
		assert_non_null(strstr(trace, rows[i].line));
		replays_as(trace, rows[i].want);
		free(trace);
	}
	/* Taken back: it goes on. */
	begin("chess", SENSES_OCCUPANCY);
	step_now(&(struct event){ .kind = EVENT_ACT, .seat = SEAT_NONE, .text = "e2e4" });
	say(EVENT_RESIGN, 0, false);
	say(EVENT_UNDO, 1, false);
	read_anew();
	trace = printed();
	replays_as(trace, "");
	free(trace);
}

static uint8_t
take_up(unsigned sq)
{
	uint8_t piece = live.piece[sq];

	put(sq, 0);
	wait_us(1200000);
	return piece;
}

/* Hands that set up make no moves, wherever the ring begins. */
static void
test_array(void **state)
{
	(void)state;
	begin("chess960", SENSES_OCCUPANCY);
	say(EVENT_ARRAY, 0, false);
	for (unsigned i = 0; i < 3 * TRACE_RING_ENTRIES; i++) {
		uint8_t knight = take_up(1), bishop = take_up(2);
		char *trace;

		put(1, bishop);
		put(2, knight);
		put(28, take_up(12)); /* e2 to e4, and back */
		wait_us(1200000);
		put(12, take_up(28));
		wait_us(1200000);
		trace = printed();
		assert_int_equal(live.state.n_actions, 0);
		assert_non_null(strstr(trace, " ask array\n"));
		if (i % (TRACE_RING_ENTRIES / 2) == 0)
			replays_as(trace, "");
		free(trace);
	}
	assert_true(live.ring.restless);
	say(EVENT_ANSWER, 0, true);
	put(28, take_up(12));
	wait_us(1200000);
	assert_int_equal(live.state.n_actions, 1);
	compare();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_array),
		cmocka_unit_test(test_against_life),
		cmocka_unit_test(test_odd_readings),
		cmocka_unit_test(test_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * A light for every question that is actually opened. All golden traces, and games with
 * random touches, are played through the session. After each step the lamps must match
 * docs/lamps.md for the open prompt or the awaited command, whatever else is lifted, shown
 * or guided. Otherwise only the squares of a lifted piece are lit; marks and areas show
 * while none is.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/record/record.h"
#include "daemon/core/reading.h"
#include "daemon/session/session.h"
#include "daemon/trace/trace.h"
#include "tests/daemon/lamps/prompts_look.h"

enum {
	AFTER_US = 60000000, /* duration of a replay after its last line */
	TRACE_MAX = 1 << 20,
	GAMES = 12, /* games of each kind, with random touches */
	DEEDS = 80,
	KIND_LEAST = 5, /* questions of each kind */
	START_ROUNDS = 6, /* some kinds are rare even near their starts */
};

static const char *folder;
static struct session session;
static struct session_out out;
static struct session_state state;
static struct reading raw[RULES_SQUARES_MAX];
static uint64_t now_us, seed;
static const char *playing; /* for the report */
static unsigned
chance(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

/* ---- replays ---- */

static void
begin(const struct game *g, const char *position, const char *options,
      const struct session_config *c)
{
	struct rules_error err;

	if (session_start(&session, c, g, position, options, NULL, NULL, 0, &err) != 0)
		fail_msg("%s: %s", playing, err.why);
	prompts_look_begin();
	now_us = 0;
}

static void
step(struct event e, const struct session_config *c)
{
	struct prompt was = state.prompt;

	e.t_us = now_us;
	(void)session_step(&session, &e, &out);
	for (unsigned i = 0; i < out.n; i++)
		if (out.note[i].kind == NOTE_NEW_GAME && was.kind == PROMPT_NEW_GAME) {
			uint64_t now = now_us;

			begin(was.game, was.position, "", c);
			now_us = now;
		}
	session_state(&session, &state);
	prompts_look(&state, now_us, playing);
}

static void
advance(uint64_t t_us, const struct session_config *c)
{
	uint64_t d;

	while ((d = session_deadline(&session)) <= t_us) {
		now_us = d > now_us ? d : now_us;
		step((struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE }, c);
	}
	now_us = t_us;
}

static void
read_board(const struct trace_header *h)
{
	session_state(&session, &state);
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		raw[sq] = h->has_board ? h->board[sq]
				       : reading_of_piece(state.game, h->config.senses,
							  rules_at(state.game, state.settled, sq));
	session_board(&session, raw, NULL, 0, &out);
	session_state(&session, &state);
	prompts_look(&state, now_us, playing);
}

/* Returns false if the text is no valid trace, but one that must be refused. */
static bool
play_trace(const char *text, size_t len)
{
	struct trace_reader r;
	struct trace_error err;
	struct trace_played it = { 0 };
	struct event e;

	if (trace_open(&r, text, len, &err) < 0)
		return false;
	begin(r.header.game, r.header.position[0] ? r.header.position : NULL, r.header.options,
	      &r.header.config);
	while (trace_played_next(&r, &it))
		if (session_play(&session, it.action, 0) < 0)
			return false;
	read_board(&r.header);
	while (trace_next(&r, &e, &err) > 0) {
		advance(e.t_us, &r.header.config);
		step(e, &r.header.config);
	}
	advance(now_us + AFTER_US, &r.header.config);
	return true;
}

static int
is_trace(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 6 && strcmp(d->d_name + n - 6, ".board") == 0;
}

static void
test_traces(void **unused)
{
	struct dirent **found;
	int n = scandir(folder, &found, is_trace, alphasort), played = 0;

	(void)unused;
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		char path[4096], *text = NULL;
		size_t len = 0;

		(void)snprintf(path, sizeof(path), "%s/%s", folder, found[i]->d_name);
		playing = found[i]->d_name;
		assert_int_equal(record_file_read(path, TRACE_MAX, &text, &len), 0);
		played += play_trace(text, len);
		free(text);
		free(found[i]);
	}
	free(found);
	print_message("%d traces: %u questions with a piece up, %u in guidance, %u words\n", played,
		      prompts_seen.up, prompts_seen.lost, prompts_seen.word);
	assert_true(played > n * 8 / 10);
	/* Every question of the session was checked. */
	for (unsigned kind = PROMPT_WHICH; kind <= PROMPT_PAY; kind++)
		if (kind != PROMPT_DRAW && kind != PROMPT_RESIGN && kind != PROMPT_MENU &&
		    kind != PROMPT_REVEAL &&
		    prompts_seen.kind[kind] == 0)
			fail_msg("no trace opens prompt %u", kind);
	assert_true(prompts_seen.up > 0 && prompts_seen.word > 0 && prompts_seen.promote > 0);
	assert_true(prompts_seen.alone > 1000 && prompts_seen.marks > 100 &&
		    prompts_seen.areas > 100);
}

/* ---- random touches ---- */

static struct session_config restless;

static void
edge(unsigned sq, uint8_t piece)
{
	struct reading r = reading_of_piece(state.game, restless.senses, piece);

	if (r.occupied == raw[sq].occupied)
		return;
	raw[sq] = r;
	step(
		(struct event){
			.kind = EVENT_EDGE, .seat = SEAT_NONE, .sq = (uint8_t)sq, .reading = r },
		&restless);
	advance(now_us + 20000 + chance(3) * 200000, &restless);
}

/* Makes an action by hand, or sends it if hands cannot; the rest of the move may be left out. */
static void
act(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct position *p = chance(3) ? state.settled : state.shown;
	size_t n = state.over ? 0 : rules_actions(state.game, p, list);
	struct event said = { .kind = EVENT_ACT, .seat = SEAT_NONE };
	struct footprint fp;
	struct action a;

	if (n == 0)
		return;
	a = list[chance((unsigned)n)];
	if ((a.kind != ACT_MOVE && a.kind != ACT_CASTLE && a.kind != ACT_ATTEMPT) || !chance(12)) {
		rules_action_print(state.game, p, a, said.text);
		step(said, &restless);
		return;
	}
	rules_footprint(state.game, p, a, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].before && fp.change[i].cause != CAUSE_MARKED && chance(20))
			edge(fp.change[i].sq, 0);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].after && fp.change[i].cause != CAUSE_MARKED && chance(20))
			edge(fp.change[i].sq, fp.change[i].after);
}

/* Sends every edge that leads to these pieces; superfluous pieces leave first. */
static void
set_up(const struct position *p)
{
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (rules_at(state.game, p, sq) == 0)
			edge(sq, 0);
	for (unsigned sq = 0; sq < rules_squares(state.game); sq++)
		if (rules_at(state.game, p, sq) != 0)
			edge(sq, rules_at(state.game, p, sq));
}

static void
press(unsigned button)
{
	step((struct event){ .kind = EVENT_PRESS, .seat = SEAT_NONE, .button = (uint8_t)button },
	     &restless);
}

/* A captor lands between two scans, so the victim is ambiguous. */
static void
swap_unseen(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = state.over ? 0 : rules_actions(state.game, state.settled, list), at;

	if (n == 0)
		return;
	at = chance((unsigned)n);
	for (size_t i = 0; i < n; i++) {
		const struct action a = list[(at + i) % n];

		if (a.kind != ACT_MOVE || rules_at(state.game, state.settled, a.to) == 0)
			continue;
		edge(a.from, 0);
		press(BUTTON_CLOCK);
		return;
	}
}

/* The king tries to fly, or another piece makes an illegal move. */
static void
fly(void)
{
	struct sqset left = rules_occupied_by(state.game, state.settled,
					      rules_turn_seat(state.game, state.settled) & 1u);
	unsigned to = chance(rules_squares(state.game));

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);
		uint8_t piece = rules_at(state.game, state.settled, sq);

		if (piece_kind(piece) != PIECE_KING || raw[to].occupied)
			continue;
		edge(sq, 0);
		edge(to, piece);
		advance(now_us + 2000000, &restless);
		return;
	}
}

/* Touches pieces one after the other, as for a transfer, or by the wrong side. */
static void
touch_two(void)
{
	for (unsigned i = 0; i < 2; i++) {
		unsigned sq = chance(rules_squares(state.game));
		uint8_t piece = rules_at(state.game, state.settled, sq);

		if (!raw[sq].occupied || piece == 0)
			continue;
		edge(sq, 0);
		edge(sq, piece);
	}
	if (chance(2))
		press(BUTTON_CLOCK);
}

/* The next player begins before the turn was ended. */
static void
begin_early(void)
{
	struct sqset left = rules_occupied_by(state.game, state.settled,
					      ~rules_turn_seat(state.game, state.settled) & 1u);

	if (!(state.awaits & AWAIT_END) || sqset_empty(left))
		return;
	edge(sqset_pop(&left), 0);
	advance(now_us + 2000000, &restless);
}

/* Moves stones between stacks, the giver lifted first. */
static void
transfer(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = state.over ? 0 : rules_actions(state.game, state.settled, list);

	for (size_t i = 0, at = n ? chance((unsigned)n) : 0; i < n; i++) {
		const struct action a = list[(at + i) % n];

		if (a.kind != ACT_TRANSFER)
			continue;
		edge(a.from, 0);
		edge(a.from, rules_at(state.game, state.settled, a.from));
		edge(a.to, 0);
		edge(a.to, rules_at(state.game, state.settled, a.to));
		advance(now_us + 2000000, &restless);
		return;
	}
}

static void
deed(void)
{
	struct event press = { .kind = EVENT_PRESS,
			       .seat = SEAT_NONE,
			       .button = (uint8_t)chance(BUTTONS) };
	struct event undo = { .kind = EVENT_UNDO, .seat = SEAT_NONE, .n = 1 };
	struct event answer = { .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = chance(4) == 0 };
	unsigned sq = chance(rules_squares(state.game));

	switch (chance(24)) {
	case 0: /* lifts a piece, or sets one down where none belongs */
		edge(sq, raw[sq].occupied ? 0 : PIECE_ROOK);
		break;
	case 1:
	case 2:
		step(press, &restless);
		break;
	case 3:
		step(undo, &restless);
		break;
	case 4:
	case 5:
		swap_unseen();
		break;
	case 6:
		fly();
		break;
	case 7:
		touch_two();
		break;
	case 8:
		transfer();
		break;
	case 9:
		if (chance(4) == 0)
			set_up(session_first(&session));
		break;
	case 10:
		begin_early();
		break;
	default:
		act();
		break;
	}
	advance(now_us + chance(4) * 500000, &restless);
	if (state.prompt.kind != PROMPT_NONE && chance(2))
		step(answer, &restless);
	if (state.guidance.kind != GUIDANCE_NONE && chance(4))
		set_up(state.settled);
}

/* Plays random actions: pawns advance, money accumulates, pieces leave. */
static void
play_record(unsigned n)
{
	static struct action list[RULES_ACTIONS_MAX];

	for (; n > 0; n--) {
		char text[RULES_ACTION_TEXT];
		size_t legal;

		session_state(&session, &state);
		legal = state.over ? 0 : rules_actions(state.game, state.settled, list);
		if (legal == 0)
			return;
		rules_action_print(state.game, state.settled, list[chance((unsigned)legal)], text);
		assert_int_equal(session_play(&session, text, 0), 0);
	}
}

/* Starting positions close to questions that full games rarely reach. */
#define MONEY "prices=6,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=PP/p "
static const struct {
	const char *game, *position, *options;
} starts[] = {
	{ "chess", "4k3/PPP3P1/8/8/8/8/ppp3p1/4K3 w - - 0 1", "" },
	{ "abstract", NULL, "turn=double" },
	{ "dice-money",
	  "4k3/pppp4/8/8/8/8/PPPP4/4K2R w K - 0 1 stage=buy dice=1,6 money=30,20 " MONEY
	  "extra=0 flight=0",
	  "" },
	{ "dice-money",
	  "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1 stage=move dice=1,6 money=3,2 " MONEY
	  "extra=1 flight=0",
	  "" },
};

static void
play_restless(const struct game *g, const char *position, const char *options)
{
	for (unsigned i = 0; i < GAMES; i++) {
		struct trace_header none = { .game = g };

		playing = rules_name(g);
		restless.senses = (uint8_t)(i % 3);
		memset(&restless.blind, 0, sizeof(restless.blind));
		if (i % 4 == 1)
			sqset_add(&restless.blind, chance(rules_squares(g)));
		none.config = restless;
		begin(g, position, options, &restless);
		play_record(i % 2 && !position ? chance(160) : 0);
		read_board(&none);
		for (unsigned k = 0; k < DEEDS; k++)
			deed();
	}
}

static void
test_restless_hands(void **unused)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)unused;
	memset(&prompts_seen, 0, sizeof(prompts_seen));
	restless = session_config_default();
	seed = 3;
	for (size_t g = 0; g < n; g++)
		play_restless(games[g], NULL, "");
	for (size_t i = 0; i < START_ROUNDS * sizeof(starts) / sizeof(starts[0]); i++) {
		size_t k = i % (sizeof(starts) / sizeof(starts[0]));

		play_restless(rules_game(starts[k].game), starts[k].position, starts[k].options);
	}
	print_message("questions:");
	for (unsigned kind = 1; kind <= PROMPT_PAY; kind++)
		print_message(" %u", prompts_seen.kind[kind]);
	print_message("; %u with a piece up, %u in guidance, %u words\n", prompts_seen.up,
		      prompts_seen.lost, prompts_seen.word);
	assert_true(prompts_seen.up > 0 && prompts_seen.lost > 0);
	/* Menus, draws, resignations and Reveal belong to the table, and there is no advice. */
	for (unsigned kind = PROMPT_WHICH; kind <= PROMPT_PAY; kind++)
		if (kind != PROMPT_DRAW && kind != PROMPT_RESIGN && kind != PROMPT_MENU &&
		    kind != PROMPT_REVEAL && kind != PROMPT_BLUNDER &&
		    prompts_seen.kind[kind] < KIND_LEAST)
			fail_msg("restless hands open prompt %u no more than %u times", kind,
				 prompts_seen.kind[kind]);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_traces),
		cmocka_unit_test(test_restless_hands),
	};

	if (argc != 2)
		return 2;
	folder = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The promoted kind can be changed until the opponent touches a piece. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "daemon/session/session.h"

static struct session session;
static struct session_out out;
static struct session_state state;

static void
happen(uint64_t t_us, struct event e)
{
	e.t_us = t_us;
	e.seat = SEAT_NONE;
	(void)session_step(&session, &e, &out);
	session_state(&session, &state);
}

static void
edge(uint64_t t_us, unsigned sq, bool occupied)
{
	happen(t_us, (struct event){ .kind = EVENT_EDGE,
				     .sq = (uint8_t)sq,
				     .reading = { .occupied = occupied } });
}

enum { A7 = 48, A8 = 56, H8 = 63 };

/* White promotes on a8, shown at 0.4 s. */
static void
promote(void)
{
	struct session_config c = session_config_default();
	struct rules_error err;

	assert_int_equal(session_start(&session, &c, rules_game("chess"),
				       "7k/P7/8/8/8/8/7P/4K3 w - - 0 1", "", NULL, NULL, 0, &err),
			 0);
	edge(100000, A7, false);
	edge(400000, A8, true);
	happen(500000, (struct event){ .kind = EVENT_TIME });
	assert_int_equal(state.prompt.kind, PROMPT_PROMOTION);
	assert_int_equal(state.prompt.n_options, 4);
	assert_true(state.has_provisional);
}

/* Returns the marked option. */
static unsigned
marked(void)
{
	assert_int_equal(state.prompt.kind, PROMPT_PROMOTION);
	return state.prompt.option[state.prompt.chosen].arg;
}

static void
test_quiet(void **unused)
{
	(void)unused;
	promote();
	happen(60000000, (struct event){ .kind = EVENT_TIME });
	assert_int_equal(state.n_actions, 1);
	assert_false(state.has_provisional);
	assert_int_equal(marked(), PIECE_QUEEN);
	/* The mover's own touches keep the choice open: the pawn is exchanged for the queen. */
	edge(61000000, A8, false);
	edge(62000000, A8, true);
	happen(65000000, (struct event){ .kind = EVENT_TIME });
	assert_int_equal(marked(), PIECE_QUEEN);
	edge(66000000, H8, false);
	happen(66100000, (struct event){ .kind = EVENT_TIME });
	assert_int_equal(state.prompt.kind, PROMPT_NONE);
}

static void
test_clock(void **unused)
{
	(void)unused;
	promote();
	happen(600000, (struct event){ .kind = EVENT_PRESS, .button = BUTTON_CLOCK });
	happen(5000000, (struct event){ .kind = EVENT_TIME });
	assert_int_equal(state.n_actions, 1);
	assert_int_equal(marked(), PIECE_QUEEN);
	happen(6000000, (struct event){ .kind = EVENT_ACT, .text = "a7a8r" });
	assert_int_equal(marked(), PIECE_ROOK);
	happen(7000000, (struct event){ .kind = EVENT_ACT, .text = "a7a8n" });
	assert_int_equal(marked(), PIECE_KNIGHT);
	assert_int_equal(state.n_actions, 1);
	assert_int_equal(session_action(&session, 0, NULL).arg, PIECE_KNIGHT);
	/* The next action ends the choice, whatever its source. */
	happen(8000000, (struct event){ .kind = EVENT_ACT, .text = "h8h7" });
	assert_int_equal(state.prompt.kind, PROMPT_NONE);
	assert_int_equal(state.n_actions, 2);
}

/* The opponent's lift makes the move final: the choice ends. */
static void
test_opponent(void **unused)
{
	(void)unused;
	promote();
	edge(900000, H8, false);
	happen(950000, (struct event){ .kind = EVENT_TIME });
	assert_int_equal(state.n_actions, 1);
	assert_int_equal(state.prompt.kind, PROMPT_NONE);
}

/* A kind named with the move, as programs do, offers no choice. */
static void
test_named(void **unused)
{
	struct session_config c = session_config_default();
	struct rules_error err;

	(void)unused;
	assert_int_equal(session_start(&session, &c, rules_game("chess"),
				       "7k/P7/8/8/8/8/7P/4K3 w - - 0 1", "", NULL, NULL, 0, &err),
			 0);
	happen(100000, (struct event){ .kind = EVENT_ACT, .text = "a7a8n" });
	assert_int_equal(state.n_actions, 1);
	assert_int_equal(state.prompt.kind, PROMPT_NONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quiet),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_opponent),
		cmocka_unit_test(test_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

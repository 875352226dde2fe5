/*
 * A session in a random position of a game, the true pieces on its board, and hands that
 * displace them, for the tests of guidance.
 */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/reading.h"
#include "daemon/session/session.h"

enum { MESSES = 72, WRONG_MAX = 10, HAND_MAX = 16 };

static struct session session;
static struct session_out out;
static struct session_state state;
static const struct game *game;
static unsigned messes = MESSES;
static uint64_t now_us;
static uint64_t seed;
static uint8_t truth[RULES_SQUARES_MAX]; /* the true piece on each square */
static uint8_t hand[HAND_MAX];
static unsigned in_hand;
static unsigned changed;   /* reported actions, takebacks and ends */

static unsigned
chance(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

static void
happen(struct event e)
{
	e.t_us = now_us;
	e.seat = SEAT_NONE;
	(void)session_step(&session, &e, &out);
	for (unsigned i = 0; i < out.n; i++)
		changed += out.note[i].kind == NOTE_FINAL || out.note[i].kind == NOTE_UNDO ||
			   out.note[i].kind == NOTE_RESULT || out.note[i].kind == NOTE_NEW_GAME;
	session_state(&session, &state);
}

static void
wait_us(uint64_t us)
{
	now_us += us;
	happen((struct event){ .kind = EVENT_TIME });
	/* An earlier position may occur by chance: the question about it is refused. */
	if (state.prompt.kind != PROMPT_NONE)
		happen((struct event){ .kind = EVENT_ANSWER, .yes = false });
}

static struct reading
read_as(uint8_t piece)
{
	return reading_of_piece(game, session.config.senses, piece);
}

static void
lift(unsigned sq)
{
	assert_true(truth[sq] && in_hand < HAND_MAX);
	hand[in_hand++] = truth[sq];
	truth[sq] = 0;
	happen((struct event){ .kind = EVENT_EDGE, .sq = (uint8_t)sq });
	wait_us(300000);
}

static void
drop(unsigned sq, unsigned which)
{
	assert_int_equal(truth[sq], 0);
	truth[sq] = hand[which];
	hand[which] = hand[--in_hand];
	happen((struct event){
		.kind = EVENT_EDGE, .sq = (uint8_t)sq, .reading = read_as(truth[sq]) });
	wait_us(300000);
}

/* Begins after some random actions, with the pieces on their squares. */
static void
begin(unsigned senses)
{
	struct session_config c = session_config_default();
	struct rules_error err;

	c.senses = (uint8_t)senses;
	now_us = 0;
	in_hand = 0;
	assert_int_equal(session_start(&session, &c, game, NULL, "", NULL, NULL, 0, &err), 0);
	for (unsigned i = chance(40); i > 0; i--) {
		static struct action list[RULES_ACTIONS_MAX];
		char text[RULES_ACTION_TEXT];
		size_t n;

		session_state(&session, &state);
		n = state.over ? 0 : rules_actions(game, state.settled, list);
		if (n == 0)
			break;
		rules_action_print(game, state.settled, list[chance((unsigned)n)], text);
		assert_int_equal(session_play(&session, text, 0), 0);
	}
	wait_us(5000000);
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		truth[sq] = rules_at(game, state.settled, sq);
	changed = 0;
}

static unsigned
random_square(bool full)
{
	unsigned n = rules_squares(game), at = chance(n);

	for (unsigned i = 0; i < n; i++)
		if ((truth[(at + i) % n] != 0) == full)
			return (at + i) % n;
	return RULES_NO_SQ;
}

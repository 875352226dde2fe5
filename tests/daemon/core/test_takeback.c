/*
 * Takebacks by hand with agreement. After random actions an earlier position is set up
 * again. Its pieces move or come from the box in any order, several up at a time, with
 * touches and bounces. After the yes no lamp is lit, and the next legal move counts.
 *
 * test-takeback [ROUNDS [SEED]]: takebacks for each game and kind of sensor. A lost takeback
 * is printed as a trace.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/reading.h"
#include "daemon/session/session.h"
#include "daemon/trace/trace.h"

enum { DEPTH_MAX = 12, PLIES_MAX = 64, PIECES_MAX = 32 };

static struct session session;
static struct session_out out;
static struct session_state state;
static const struct game *game;
static uint64_t now_us, seed;
static unsigned rounds = 40;
static struct position past[PLIES_MAX]; /* by number of actions */
static char trace[1 << 16];
static uint8_t truth[RULES_SQUARES_MAX];

static unsigned
chance(unsigned n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

static void
happen(struct event e)
{
	char line[TRACE_EVENT_TEXT + 1];

	e.t_us = now_us;
	if (e.kind != EVENT_TIME) {
		trace_event_print(game, &e, line);
		strcat(strcat(trace, line), "\n");
	}
	(void)session_step(&session, &e, &out);
	session_state(&session, &state);
}

static void
wait_us(uint64_t us)
{
	uint64_t end_us = now_us + us, d;

	while ((d = session_deadline(&session)) <= end_us) {
		now_us = d > now_us ? d : now_us;
		happen((struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
	}
	now_us = end_us;
	happen((struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
}

static void
set(unsigned sq, uint8_t piece)
{
	truth[sq] = piece;
	happen((struct event){ .kind = EVENT_EDGE,
			       .seat = SEAT_NONE,
			       .sq = (uint8_t)sq,
			       .reading = reading_of_piece(game, session.config.senses, piece) });
}

/* Makes contacts bounce once more, for less than the debounce time. */
static void
bounce(unsigned sq)
{
	uint8_t piece = truth[sq];
	struct event e = { .kind = EVENT_EDGE, .sq = (uint8_t)sq, .seat = SEAT_NONE };

	if (chance(3) != 0)
		return;
	now_us += 1000;
	e.reading =
		piece ? (struct reading){ 0 } : reading_of_piece(game, session.config.senses, 0);
	happen(e);
	now_us += 2000;
	set(sq, piece);
}

static void
pause_a_while(void)
{
	wait_us(60000 + chance(chance(8) == 0 ? 1500000 : 400000));
}

static const char *const sensors[] = {
	[SENSES_OCCUPANCY] = "occupancy", [SENSES_POLARITY] = "polarity", [SENSES_LEVEL] = "level"
};

/* Plays some actions from the start; returns how many, or 0 if the game is over. */
static unsigned
play_on(unsigned senses)
{
	struct session_config c = session_config_default();
	struct rules_error err;
	unsigned n = 0, most = 2 + chance(50);

	c.senses = (uint8_t)senses;
	now_us = 0;
	(void)snprintf(trace, sizeof(trace), "# haloboard trace 1\ngame %s\nsensors %s\n",
		       rules_name(game), sensors[senses]);
	assert_int_equal(session_start(&session, &c, game, NULL, "", NULL, NULL, 0, &err), 0);
	session_state(&session, &state);
	while (n < most) {
		static struct action list[RULES_ACTIONS_MAX];
		char text[RULES_ACTION_TEXT];
		size_t k = state.over ? 0 : rules_actions(game, state.settled, list);

		if (k == 0)
			break;
		past[n] = *state.settled;
		rules_action_print(game, state.settled, list[chance((unsigned)k)], text);
		assert_int_equal(session_play(&session, text, 0), 0);
		(void)snprintf(trace + strlen(trace), sizeof(trace) - strlen(trace), "played %s\n",
			       text);
		session_state(&session, &state);
		n++;
	}
	past[n] = *state.settled;
	wait_us(5000000);
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		truth[sq] = rules_at(game, state.settled, sq) & (uint8_t)~PIECE_MARK;
	return state.over ? 0 : n;
}

/* ---- setting up ---- */

struct work {
	uint8_t hand[PIECES_MAX];
	unsigned held;
};

static uint8_t
wanted(const struct position *p, unsigned sq)
{
	return rules_at(game, p, sq) & (uint8_t)~PIECE_MARK;
}

static void
lift(struct work *w, unsigned sq)
{
	w->hand[w->held++] = truth[sq];
	set(sq, 0);
	bounce(sq);
	pause_a_while();
}

static void
drop(unsigned sq, uint8_t piece)
{
	set(sq, piece);
	bounce(sq);
	pause_a_while();
}

/* Touches a piece that is already right. */
static void
touch(unsigned sq)
{
	uint8_t piece = truth[sq];

	set(sq, 0);
	pause_a_while();
	set(sq, piece);
	pause_a_while();
}

/* Uses the piece in the hand, or else one from the box, unless it is still on the board. */
static bool
fetch(struct work *w, const struct position *p, uint8_t piece)
{
	for (unsigned i = 0; i < w->held; i++)
		if (w->hand[i] == piece) {
			w->hand[i] = w->hand[--w->held];
			return true;
		}
	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		if (truth[sq] == piece && wanted(p, sq) != piece)
			return false;
	return true;
}

/* Makes one possible step towards *p; returns false when the board matches. */
static bool
step(struct work *w, const struct position *p)
{
	unsigned n = rules_squares(game), at = chance(n);

	if (chance(12) == 0)
		for (unsigned i = 0; i < n; i++)
			if (truth[(at + i) % n] && truth[(at + i) % n] == wanted(p, (at + i) % n)) {
				touch((at + i) % n);
				break;
			}
	for (unsigned i = 0; i < n; i++) {
		unsigned sq = (at + i) % n;

		if (truth[sq] == wanted(p, sq))
			continue;
		if (truth[sq]) {
			lift(w, sq);
			return true;
		}
		if (fetch(w, p, wanted(p, sq))) {
			drop(sq, wanted(p, sq));
			return true;
		}
	}
	for (unsigned sq = 0; sq < n; sq++)
		if (truth[sq] != wanted(p, sq))
			return true;
	return false;
}

/* Makes a legal move of one piece, without other touches. */
static bool
find_move(struct action *a, unsigned *from, unsigned *to)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(game, state.settled, list);

	for (unsigned tries = 0; n > 0 && tries < 50; tries++) {
		struct footprint fp;

		*a = list[chance((unsigned)n)];
		if (a->kind != ACT_MOVE || a->arg || rules_at(game, state.settled, a->to))
			continue;
		rules_footprint(game, state.settled, *a, &fp);
		if (fp.n != 2)
			continue;
		*from = a->from;
		*to = a->to;
		return true;
	}
	return false;
}

/* The clock makes it final, even if adjusting would explain it too. */
static bool
move_counts(void)
{
	struct action a;
	unsigned from, to, was = state.n_actions;
	uint8_t piece;

	if (!find_move(&a, &from, &to))
		return true;
	piece = truth[from];
	set(from, 0);
	wait_us(300000);
	set(to, piece);
	wait_us(200000);
	happen((struct event){ .kind = EVENT_PRESS, .button = BUTTON_CLOCK, .seat = SEAT_NONE });
	wait_us(300000);
	return state.n_actions > was && rules_action_equal(session_action(&session, was, NULL), a);
}

/* ---- the rounds ---- */

static unsigned asked, otherwise, lost;

static void
note_lost(const char *why)
{
	printf("%s# %s\n", trace, why);
	lost++;
}

static void
take_back(unsigned senses)
{
	struct work w = { .held = 0 };
	unsigned n = play_on(senses), most = n < DEPTH_MAX ? n : DEPTH_MAX, depth;

	if (n == 0)
		return;
	depth = 1 + chance(most);
	while (step(&w, &past[n - depth]))
		continue;
	wait_us(1300000);
	if (state.prompt.kind == PROMPT_NEW_GAME)
		happen((struct event){ .kind = EVENT_ANSWER, .seat = SEAT_NONE });
	if (state.prompt.kind != PROMPT_TAKEBACK || state.prompt.n != depth) {
		otherwise++; /* legal moves on the way, or another position that looks the same */
		return;
	}
	asked++;
	happen((struct event){ .kind = EVENT_PRESS, .button = BUTTON_OK, .seat = SEAT_NONE });
	for (unsigned i = 0; i < RULES_SEATS_MAX && state.prompt.needs; i++)
		happen((struct event){ .kind = EVENT_ANSWER, .yes = true, .seat = (uint8_t)i });
	if (state.n_actions != n - depth || state.guidance.kind == GUIDANCE_LEADS) {
		note_lost("the yes leads back");
		return;
	}
	for (unsigned i = 0; i < 3 && !state.over; i++)
		if (!move_counts()) {
			note_lost("the move after it does not count");
			return;
		}
}

static void
test_takebacks(void **unused)
{
	static const char *const games[] = { "chess",      "chess960",      "accounting",
					     "half-alice", "crowded-house", "american" };

	(void)unused;
	for (unsigned i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		for (unsigned senses = SENSES_OCCUPANCY; senses <= SENSES_LEVEL; senses++) {
			game = rules_game(games[i]);
			for (unsigned k = 0; k < rounds; k++)
				take_back(senses);
		}
	printf("%u takebacks agreed, %u lost, %u taken for something else\n", asked, lost,
	       otherwise);
	assert_true(asked > otherwise);
	assert_int_equal(lost, 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_takebacks) };

	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 10);
	seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The session's cost of one event in each game: random games from the start and
 * from crowded positions, with slightly clumsy hands. After every event the
 * state for lamps and clients is included. Prints events, the median, the 99th
 * percentile and the worst, in microseconds of this machine.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/core/reading.h"
#include "daemon/session/session.h"

enum { EVENTS = 20000, PLIES = 120 };

static struct session session;
static struct session_out out;
static struct session_state state;
static double took[EVENTS];
static unsigned n_took;
static uint32_t seed = 11;
static uint64_t now_us;

static uint32_t
chance(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static double
clock_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* the machine is shared */
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static unsigned senses; /* the measured row's */

static void
happen(struct event e)
{
	double from;

	now_us += 60000 + chance(200000);
	e.t_us = now_us;
	from = clock_us();
	(void)session_step(&session, &e, &out);
	session_state(&session, &state);
	if (n_took < EVENTS)
		took[n_took++] = clock_us() - from;
}

static void
edge(const struct game *g, unsigned sq, uint8_t piece)
{
	happen((struct event){ .kind = EVENT_EDGE,
			       .seat = SEAT_NONE,
			       .sq = (uint8_t)sq,
			       .reading = reading_of_piece(g, senses, piece) });
	happen((struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
}

/* Makes the action by hand; sometimes straightens another piece on the way. */
static void
carry(const struct game *g, const struct position *p, struct action a)
{
	struct sqset men = rules_occupied(g, p);
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].before)
			edge(g, f.change[i].sq, 0);
	for (unsigned k = chance(4) == 0 ? chance(60) : 99; k < 60 && !sqset_empty(men);) {
		unsigned sq = sqset_pop(&men);

		if (k-- > 0)
			continue;
		edge(g, sq, 0);
		edge(g, sq, rules_at(g, p, sq));
		break;
	}
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].after)
			edge(g, f.change[i].sq, f.change[i].after);
}

static void
word(const struct game *g, const struct position *p, struct action a)
{
	struct event e = { .kind = EVENT_ACT, .seat = SEAT_NONE };

	rules_action_print(g, p, a, e.text);
	happen(e);
}

/* Plays one action: by hand if possible, then by quiet or the clock. */
static void
play(const struct game *g)
{
	struct action list[RULES_ACTIONS_MAX];
	const struct position p = *state.settled;
	size_t n = rules_actions(g, &p, list);
	struct action a = list[chance((uint32_t)n)];
	uint32_t was = state.n_actions;

	if (a.kind == ACT_MOVE || a.kind == ACT_CASTLE ||
	    (a.kind == ACT_TRANSFER && senses == SENSES_LEVEL))
		carry(g, &p, a);
	else
		word(g, &p, a);
	now_us += 2000000;
	happen((struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
	/* Ambiguous actions are chosen on the screen; a long evening has both. */
	if (state.n_actions == was)
		word(g, &p, a);
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
measure(const char *name, const char *what, const char *position)
{
	const struct game *g = rules_game(name);
	struct session_config c = session_config_default();
	struct rules_error err;

	c.senses = (uint8_t)senses;
	c.objects = senses == SENSES_LEVEL;
	n_took = 0;
	while (n_took < EVENTS) {
		now_us = 0;
		if (session_start(&session, &c, g, position, "", NULL, NULL, 0, &err) < 0) {
			fprintf(stderr, "%s: %s\n", name, err.why);
			exit(1);
		}
		session_state(&session, &state);
		for (unsigned i = 0; i < PLIES && !state.over && n_took < EVENTS; i++)
			play(g);
	}
	qsort(took, n_took, sizeof(took[0]), compare);
	printf("%-14s %-22s %6u events %8.1f %8.1f %8.1f us\n", name, what, n_took,
	       took[n_took / 2], took[n_took - n_took / 100 - 1], took[n_took - 1]);
}

int
main(void)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	printf("%-44s %8s %8s %8s\n", "", "median", "99 %", "worst");
	for (size_t i = 0; i < n; i++)
		measure(rules_name(games[i]), "from the start", NULL);
	measure("american", "missiles, open board",
		"rn1mqqqm1nr/11/3c1c1c3/11/11/11/3C1C1C3/11/RN1MQQQM1NR w - - 0 1");
	measure("zombie", "a horde of five",
		"rnbqkbnr/pppp1ppp/8/1N^3R^2/3Q^4/2P^3B^1/PPPP1PPP/RNBQKBNR w KQkq - 0 20 "
		"stage=move "
		"buried=-/- left=- moved=- hold=- dust=-");
	measure("dice-money", "many lost, rich",
		"r3k3/8/8/8/8/8/8/R3K3 w - - 0 20 stage=buy dice=1,2 money=100,100 "
		"prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=QRBBNNPPPPPPPP/qrbbnnpppppppp "
		"extra=0 "
		"flight=0");
	/* A level is significant here: stones, or an object under the piece. */
	senses = SENSES_LEVEL;
	for (size_t i = 0; i < n; i++)
		if (rules_stones(games[i], PIECE_PAWN) || rules_mark(games[i]))
			measure(rules_name(games[i]), "strengths are felt", NULL);
	return 0;
}

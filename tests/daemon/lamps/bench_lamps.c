/* What the first picture after a lift costs, and one that nothing has changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "daemon/lamps.h"
#include "tests/daemon/lamps/state.h"

static uint64_t
clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct cost {
	double mean_us, worst_us;
	unsigned n;
};

/* Every piece of the side to act is lifted in turn; fresh: the cache is emptied each time. */
static struct cost
lifts(const char *fen, uint8_t hints, bool fresh)
{
	struct state_text text = { .position = fen };
	struct lamps_config c = lamps_config_default();
	static struct lamps l;
	struct made_state m;
	struct session_state *s = state_make(&m, &text);
	struct cost cost = { 0 };
	double sum_us = 0;

	memset(c.hints, hints, sizeof(c.hints));
	for (unsigned round = 0; round < 50; round++) {
		struct sqset own = rules_occupied_by(s->game, s->settled, s->to_act & 1u);

		while (!sqset_empty(own)) {
			s->lifted = sqset_of(sqset_pop(&own));
			memset(&l, 0, sizeof(l));
			if (!fresh)
				lamps_step(&l, s, &c, 0);
			uint64_t t = clock_ns();

			lamps_step(&l, s, &c, 1000000);
			double us = (double)(clock_ns() - t) / 1000.0;

			sum_us += us;
			cost.worst_us = us > cost.worst_us ? us : cost.worst_us;
			cost.n++;
		}
	}
	cost.mean_us = sum_us / cost.n;
	return cost;
}

int
main(void)
{
	static const struct {
		const char *name, *fen;
	} rows[] = {
		{ "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
		{ "middle game",
		  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" },
		{ "218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1" },
	};

	printf("%-12s %-22s %10s %10s\n", "position", "picture", "mean us", "worst us");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cost moves = lifts(rows[i].fen, HINTS_MOVES, true);
		struct cost safe = lifts(rows[i].fen, HINTS_SAFE, true);
		struct cost again = lifts(rows[i].fen, HINTS_SAFE, false);

		printf("%-12s %-22s %10.1f %10.1f\n", rows[i].name, "a lift, hints moves",
		       moves.mean_us, moves.worst_us);
		printf("%-12s %-22s %10.1f %10.1f\n", rows[i].name, "a lift, hints safe",
		       safe.mean_us, safe.worst_us);
		printf("%-12s %-22s %10.1f %10.1f\n", rows[i].name, "nothing new", again.mean_us,
		       again.worst_us);
	}
	return 0;
}

/*
 * The lamps' cost of one event in the busiest positions of each game: every
 * piece lifted in turn, alone and with another, the shown move, the hint
 * button. Prints pictures, the median, the 99th percentile and the worst, in
 * microseconds of this machine, at each level of hints.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "tests/daemon/lamps/state.h"

enum { TIMES_MAX = 200000, ROUNDS = 10 };

#define PRICES "prices=1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1"
#define QUIET  "left=- moved=- hold=- dust=-"

static const struct {
	const char *name, *game, *position;
} rows[] = {
	{ "chess, start", "chess", NULL },
	{ "chess, middle game", "chess",
	  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" },
	{ "chess, 218 moves", "chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1" },
	{ "chess960, castling", "chess960", "r2k3r/8/8/8/8/8/8/R2K3R w HAha - 0 1" },
	{ "accounting, Regulators", "accounting",
	  "n2qk2n/p*1n2b*2/1p4q*1/3N4/2N3N1/4N3/P1P1P3/Q2QK2R w - - 0 1" },
	{ "dice-money, much to buy", "dice-money",
	  "4k3/8/8/3q4/8/8/8/Q2QK2R w K - 0 1 stage=buy dice=1,2 money=100,100 " PRICES
	  " lost=QRRBBNNPPPPPPPP/qrrbbnnpppppppp extra=0 flight=0" },
	{ "dice-money, a flight", "dice-money",
	  "4k3/8/8/3q4/8/8/8/Q2QK2R w K - 0 1 stage=move dice=1,2 money=90,100 " PRICES
	  " lost=Q/q extra=0 flight=1" },
	{ "abstract, six stones", "abstract",
	  "1qqkqq2/8/2q2q2/8/2Q2Q2/8/Q2QQ2Q/1QQKQQ2 w - - 0 1 table=aronson turn=double "
	  "transfers=free stage=move last=-,-" },
	{ "zombie, a horde of five", "zombie",
	  "q2k3q/8/2n^3n^1/8/Q^2R^2Q^1/8/B^4N^2/Q2QK2R w K - 0 1 stage=move buried=-/- " QUIET },
	{ "zombie, in check by a horde", "zombie",
	  "q2kr2q/8/2n^3n^1/8/Q^2R^2Q^1/3n4/B^4N^2/Q2QK2R w K - 0 1 stage=move buried=-/- " QUIET },
	{ "zombie, graves everywhere", "zombie",
	  "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1 stage=move "
	  "buried=pb2.ng4/Pc6.Nf6 " QUIET },
	{ "masquerade, open", "masquerade",
	  "q2k3q/8/2q2q2/8/2Q2Q2/8/8/Q2QK2R w K - 0 1 stage=move masks=KQRBN/KQRBN "
	  "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-" },
	{ "crowded-house, open", "crowded-house",
	  "q2k3q/8/2q2q2/8/2Q2Q2/8/8/Q2QK2R w K - 0 1 seat=wk passes=0" },
	{ "cooperative, open", "cooperative",
	  "q2k3q/8/2q2q2/8/2Q2Q2/8/8/Q2QK2R w K - 0 1 cards=real stage=move hands=#3/#3 "
	  "discards=-/- captured=- pile=#26 piece=- wild=0" },
	{ "half-alice, open", "half-alice",
	  "q2k3q/8/2q@2q@2/8/2Q@2Q@2/8/8/Q3K2R w K - 0 1 checkers=12,12" },
	{ "american, start", "american", NULL },
	{ "american, missiles, open board", "american",
	  "2m1q1q1m2/11/2m5m2/11/4M1M4/11/2M5M2/11/M3Q1Q3M w - - 0 1" },
	{ "american, the most missiles", "american",
	  "MMMMMMMMMMM/mmmmmmmmmmm/mmmmmmmmmmm/mmmmmmmmmmm/mmmmqmm4/MMMMMM5/MMMMMMMMMMM/"
	  "MMMMMMMMMMM/MMMMMQMMMMM w - - 0 1" },
};

struct times {
	double us[TIMES_MAX];
	unsigned n;
};

static double
clock_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* the machine is shared */
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void
picture(struct times *t, const struct session_state *s, const struct lamps_config *c)
{
	static struct lamps l;
	double from;

	memset(&l, 0, sizeof(l));
	from = clock_us();
	lamps_step(&l, s, c, 1000000);
	if (t->n < TIMES_MAX)
		t->us[t->n++] = clock_us() - from;
}

/* Lifts every piece in turn, then one of the other side with it. */
static void
lifts(struct times *t, struct session_state *s, const struct lamps_config *c)
{
	struct sqset all = rules_occupied(s->game, &s->known), left = all;
	unsigned other = sqset_pop(&all);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		s->lifted = sqset_of(sq);
		picture(t, s, c);
		sqset_add(&s->lifted, other);
		picture(t, s, c);
		other = sq;
	}
	s->lifted = (struct sqset){ { 0, 0 } };
}

static void
shown(struct times *t, struct session_state *s, const struct lamps_config *c)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(s->game, s->settled, list);
	struct position before = s->known, after;

	s->has_provisional = true;
	for (size_t i = 0; i < n; i += 1 + n / 40) {
		rules_public(s->game, s->settled, &after);
		rules_apply(s->game, &after, list[i]);
		s->provisional = list[i];
		s->known = after;
		picture(t, s, c);
	}
	s->has_provisional = false;
	s->known = before;
}

static void
measure(struct times *t, size_t row, uint8_t level)
{
	struct state_text text = { .game = rows[row].game, .position = rows[row].position };
	struct lamps_config c = lamps_config_default();
	struct made_state m;
	struct session_state *s = state_make(&m, &text);

	memset(c.hints, level, sizeof(c.hints));
	t->n = 0;
	for (unsigned round = 0; round < ROUNDS; round++) {
		lifts(t, s, &c);
		shown(t, s, &c);
		s->hint_asked = true;
		picture(t, s, &c);
		s->hint_asked = false;
		picture(t, s, &c);
	}
}

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int
main(void)
{
	static const char *const levels[] = { "off", "moves", "safe" };
	static struct times t;

	printf("%-32s %-6s %8s %9s %9s %9s\n", "position", "hints", "pictures", "median", "99 %",
	       "worst us");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (uint8_t level = HINTS_MOVES; level <= HINTS_SAFE; level++) {
			measure(&t, i, level);
			qsort(t.us, t.n, sizeof(t.us[0]), by_size);
			printf("%-32s %-6s %8u %9.1f %9.1f %9.1f\n", rows[i].name, levels[level],
			       t.n, t.us[t.n / 2], t.us[t.n * 99 / 100], t.us[t.n - 1]);
		}
	}
	return 0;
}

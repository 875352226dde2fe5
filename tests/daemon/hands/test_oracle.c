/* The oracle's own rows: edges whose histories people can count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/reading.h"
#include "tests/daemon/hands/oracle.h"

#define START       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define TWO_VICTIMS "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
#define KNIGHTS     "7k/8/8/5N2/8/5n2/8/7K w - - 0 1"
#define TAKEN_BACK  "3rk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
#define STACKS                                                                               \
	"4k3/8/8/8/8/8/PPN5/4K3 w - - 0 1 table=neto turn=single transfers=free stage=move " \
	"last=-,-"
#define TWICE                                                                                    \
	"4k3/8/8/8/8/8/PPN5/4K3 w - - 0 1 table=neto turn=double transfers=free stage=transfer " \
	"last=m,m"
#define MASKS                                                            \
	"4k3/8/8/1p6/8/8/8/4KB2 w - - 0 1 stage=move masks=RKNBQ/RKNBQ " \
	"known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-"
#define SHOP                                                          \
	"4k3/8/8/8/8/8/8/4K3 w - - 0 1 stage=buy dice=1,2 money=9,0 " \
	"prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=NP/p extra=0 flight=0"

/*
 * Edges a tenth of a second apart, or as many ms after the one before as a ":" gives. At
 * first the position's own pieces are there, with normal readings or those after "=".
 */
struct row {
	const char *game, *position;
	uint8_t senses;
	unsigned depth;
	const char *edges;
	unsigned seen, all; /* histories: seen whole, and of any kind */
	bool nothing;
};

static const struct row rows[] = {
	{ "chess", START, 0, 2, "-e2 +e4", 1, 1, false },
	/* A slide, or a second thought: one move in any case. */
	{ "chess", START, 0, 2, "-e2 +e3 -e3 +e4", 1, 1, false },
	{ "chess", START, 0, 2, "-e2 +e2", 0, 0, true },
	/* A disturbance shorter than debounce is no edge. */
	{ "chess", START, 0, 2, "-e2 +e2:3 -d2 +d4", 1, 1, false },
	{ "chess", START, 0, 2, "-e2 +e4 -e7 +e5", 1, 1, false },
	/* The opponent has begun. */
	{ "chess", START, 0, 2, "-e2 +e4 -e7", 0, 1, false },
	/* In any order, but not with a piece that was not lifted. */
	{ "chess", TWO_VICTIMS, 0, 1, "-e4 -d5 +d5", 1, 2, false },
	{ "chess", TWO_VICTIMS, 0, 1, "-d5 -e4 +d5", 1, 2, false },
	{ "chess", TWO_VICTIMS, 0, 1, "-d5 +d5 -e4", 0, 2, false },
	/* Both were touched while the captor was up. */
	{ "chess", TWO_VICTIMS, 0, 1, "-e4 -d5 +d5 -f5 +f5", 2, 2, false },
	/* An unseen swap could be either; with poles it is seen. */
	{ "chess", TWO_VICTIMS, 0, 1, "-e4", 0, 2, false },
	{ "chess", TWO_VICTIMS, 1, 1, "-e4 +d5w", 1, 1, false },
	{ "chess", TWO_VICTIMS, 1, 1, "-e4 -d5 +d5w -f5 +f5b", 1, 1, false },
	/* The captured pawn is on h5; or the captor is, and the pawn was straightened. */
	{ "chess", TWO_VICTIMS, 0, 1, "-e4 -d5 +h5 +d5", 1, 1, false },
	/* Two hands at once: each knight reaches each square; in sequence the edges are clear. */
	{ "chess", KNIGHTS, 0, 2, "-f5 -f3 +h4 +d4", 2, 2, false },
	{ "chess", KNIGHTS, 0, 2, "-f5 +h4 -f3 +d4", 1, 1, false },
	/* The reply was set down before the mover lifted its piece: not a reply. */
	{ "chess", KNIGHTS, 0, 2, "-f3 +d4 -f5 +h4", 0, 0, false },
	/* … but edges of one scan have no order. */
	{ "chess", KNIGHTS, 0, 2, "-f5 -f3 +d4 +g7:0", 1, 1, false },
	/*
	 * The captor is captured at once; or it is only straightened, and the
	 * rook is in the hand.
	 */
	{ "chess", TAKEN_BACK, 0, 2, "-e4 -d5 +d5 -d8 -d5 +d5", 1, 2, false },
	{ "chess", TAKEN_BACK, 0, 2, "-e4 -d5 +d5 -d5 -d8 +d5", 1, 2, false },
	/* A queen from the box, or the rook put back and the pawn in the hand. */
	{ "chess", "2r4k/1P6/8/8/8/8/8/7K w - - 0 1", 0, 1, "-c8 -b7 +c8", 1, 1, false },
	{ "chess", "2r4k/1P6/8/8/8/8/8/7K w - - 0 1", 0, 1, "-c8 +c8 -b7", 0, 1, false },
	/* The rook has not moved yet. */
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0, 1, "-e1 +g1", 0, 0, false },
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0, 1, "-h1 +f1 -e1 +g1", 1, 1, false },
	/* Exchanged, or only straightened. */
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 0, 1, "-g1 -f1 +f1 +g1", 1, 1, true },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 0, 1, "-g1 +g1 -f1 +f1", 0, 0, true },
	/* The kinds of a promotion are not separate histories. */
	{ "chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", 0, 1, "-a7 +a8", 1, 1, false },
	/* Giver first; adjusting explains it as well, except where heights are measured. */
	{ "abstract", STACKS, 0, 1, "-c2 +c2 -b2 +b2", 1, 1, true },
	{ "abstract", STACKS, 0, 1, "-a2 -b2 +b2", 1, 1, false },
	{ "abstract", STACKS, 2, 1, "+c2w1 +b2w2", 1, 1, false },
	{ "abstract", STACKS, 2, 1, "-c2 +c2w2 -b2 +b2w1", 0, 0, true },
	/* Intervals that contain both readings; a giver, a receiver without a change. */
	{ "abstract", STACKS, 2, 1, "+c2w1-2 +b2w1-2", 1, 1, true },
	{ "abstract", STACKS, 2, 1, "=c2w1-2 +b2w2", 1, 1, false },
	{ "abstract", STACKS, 2, 1, "=b2w1-2 +c2w1", 0, 1, false },
	{ "abstract", STACKS, 2, 1, "+c2w1", 0, 0, false },
	/* The turn may have ended before the opponent's king moves. */
	{ "abstract", TWICE, 0, 1, "-e8 +e7", 1, 1, false },
	/* An attempt, whatever the masks decide. */
	{ "masquerade", MASKS, 0, 1, "-f1 -b5 +b5", 1, 1, false },
	{ "masquerade", MASKS, 0, 1, "-f1 +c4", 1, 1, false },
	/* A piece from the box: two kinds of one's own, or the opponent's pawn. */
	{ "dice-money", SHOP, 0, 1, "+d4", 3, 3, false },
	{ "dice-money", SHOP, 1, 1, "+d4w", 2, 2, false },
	{ "dice-money", SHOP, 1, 1, "+d4b", 1, 1, false },
};

static struct sim sim;
static struct meant meant;

static void
take_edge(const char *word, uint64_t *t_us)
{
	const char *after = strchr(word, ':');
	struct sim_edge *e = &sim.log[sim.n_log++];

	memset(e, 0, sizeof(*e));
	*t_us += after != NULL ? strtoul(after + 1, NULL, 10) * 1000 : 100000;
	e->t_us = *t_us;
	e->sensed.sq = (uint8_t)rules_square_parse(meant.game, word + 1, 2);
	e->sensed.reading.occupied = word[0] != '-';
	if (word[0] == '-')
		return;
	if (word[3] == 'w' || word[3] == 'b')
		e->sensed.reading.pole = word[3] == 'w' ? POLE_WHITE : POLE_BLACK;
	if (word[3] == '\0' || word[4] < '1' || word[4] > '9')
		return;
	e->sensed.reading.level_min = (uint8_t)(word[4] - '0');
	e->sensed.reading.level_max = (uint8_t)(word[word[5] == '-' ? 6 : 4] - '0');
}

static void
run_oracle(const struct row *row, struct oracle_answer *answer)
{
	struct oracle_base base = { .ply = 0, .start_us = 0 };
	struct rules_error err;
	uint64_t t_us = 1000000;
	char text[128], *word, *rest = text;

	meant.game = rules_game(row->game);
	if (rules_parse(meant.game, row->position, &meant.position[0], &err) != 0)
		fail_msg("%s: %s", row->position, err.why);
	sim.meant = &meant;
	sim.config = session_config_default();
	sim.config.senses = row->senses;
	sim.n_log = 0;
	for (unsigned sq = 0; sq < rules_squares(meant.game); sq++) {
		base.on[sq] = rules_at(meant.game, &meant.position[0], sq);
		base.reported[sq] = reading_of_piece(meant.game, row->senses, base.on[sq]);
	}
	(void)strcpy(text, row->edges);
	while ((word = strtok_r(rest, " ", &rest)) != NULL) {
		take_edge(word, &t_us);
		if (word[0] == '=')
			base.reported[sim.log[sim.n_log - 1].sensed.sq] =
				sim.log[sim.n_log - 1].sensed.reading;
		sim.n_log -= word[0] == '=';
	}
	sim.now_us = t_us + 1000000;
	oracle_ask(&sim, &base, row->depth, answer);
}

static void
test_rows(void **state)
{
	static struct oracle_answer answer;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *row = &rows[i];
		unsigned all = 0;

		run_oracle(row, &answer);
		for (unsigned k = 0; k < TIERS; k++)
			all += answer.tier[k].n;
		if (answer.tier[TIER_SEEN].n == row->seen && all == row->all &&
		    answer.nothing == row->nothing && !answer.too_many)
			continue;
		oracle_print(stderr, meant.game, &answer);
		fail_msg("%s %s: %u seen, %u in all, nothing %d", row->game, row->edges,
			 answer.tier[TIER_SEEN].n, all, answer.nothing);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };

	return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}

/*
 * purchases COUNT SEED DEPTH [LEAST]: compares what the engine does with its money in Dice-Money
 * Chess, at DEPTH actions, to the exhaustive expectation of as many actions in small random
 * positions: all actions, the mean over all rolls, nothing cut or reduced, then captures and new
 * queens only, and the engine's evaluation. The engine agrees if it buys the same thing, or nothing too, or if its choice
 * is worth as much within MARGIN. Fails if it agrees in fewer than LEAST percent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine/traits.h"
#include "tests/engine/players.h"

enum {
	BUDGET = 60000, /* positions; who needs more is skipped */
	MARGIN = 10,    /* centipawns */
	WON = 3000,
	QUIET_PLIES = 8,
	NODES = 50000, /* that the engine may search; enough for nearly all of them */
	HASH_MB = 8,
};

struct expectation {
	const struct game *g;
	long budget;
};

static double value(struct expectation *x, const struct position *p, unsigned depth);

/* Returns the value from White's view if only captures and new queens follow, or none. */
static double
quiet_value(struct expectation *x, const struct position *p, unsigned left)
{
	struct sqset enemies = rules_occupied_by(x->g, p, !(rules_turn_seat(x->g, p) & 1));
	bool black = rules_turn_seat(x->g, p) & 1, chance = rules_to_act(x->g, p) == SEAT_CHANCE;
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(x->g, p, list);
	double best = traits_of(x->g)->eval(p);

	if (n == 0)
		return value(x, p, 1);
	for (size_t i = 0; i < (chance ? 1 : n) && left > 0 && x->budget > 0; i++) {
		struct position child = *p;
		double v;

		if (!chance && (list[i].kind != ACT_MOVE ||
				(!sqset_has(enemies, list[i].to) && list[i].arg != PIECE_QUEEN)))
			continue;
		x->budget--;
		rules_apply(x->g, &child, list[i]);
		v = quiet_value(x, &child, left - 1);
		best = chance || (black ? v < best : v > best) ? v : best;
	}
	return best;
}

/* Returns the mean over all rolls. */
static double
roll_value(struct expectation *x, const struct position *p, unsigned depth)
{
	struct action roll[RULES_ACTIONS_MAX];
	size_t n = rules_actions(x->g, p, roll);
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		int ways = 1 + (roll[i].arg / 8 != roll[i].arg % 8);
		struct position child = *p;

		rules_apply(x->g, &child, roll[i]);
		sum += ways * value(x, &child, depth - 1);
	}
	return sum / 36;
}

/* Returns the expectation from White's view after the best `depth` actions of both sides. */
static double
value(struct expectation *x, const struct position *p, unsigned depth)
{
	unsigned colour = rules_turn_seat(x->g, p) & 1;
	struct outcome o = rules_outcome(x->g, p, NULL);
	struct action list[RULES_ACTIONS_MAX];
	double best = 0;
	size_t n;

	if (o.result != RESULT_ONGOING)
		return o.result == RESULT_WIN ? (o.colour ? -WON : WON) : 0;
	if (depth == 0)
		return quiet_value(x, p, QUIET_PLIES);
	if (rules_to_act(x->g, p) == SEAT_CHANCE)
		return roll_value(x, p, depth);
	n = rules_actions(x->g, p, list);
	for (size_t i = 0; i < n && x->budget > 0; i++) {
		struct position child = *p;
		double v;

		x->budget--;
		rules_apply(x->g, &child, list[i]);
		v = value(x, &child, depth - 1);
		if (i == 0 || (colour ? v < best : v > best))
			best = v;
	}
	return best;
}

/* Adds a piece of a random kind on a random free square. */
static void
add_piece(char board[64], const char *letters, uint64_t *random)
{
	char letter = letters[players_random(random) % strlen(letters)];
	unsigned sq;

	do
		sq = (unsigned)(players_random(random) % 64);
	while (board[sq] || ((letter == 'P' || letter == 'p') && (sq < 8 || sq >= 56)));
	board[sq] = letter;
}

/* Sets up a random position with a few pieces, coins and lost pieces; false: none that fits. */
static bool
set_position(const struct game *g, uint64_t *random, struct position *p)
{
	static const char *const lost[] = {
		"-/-", "P/-", "N/p", "P/p", "R/-", "NP/n", "-/q", "B/r"
	};
	char board[64] = { 0 }, text[RULES_POSITION_TEXT];
	struct action list[RULES_ACTIONS_MAX];
	unsigned pieces = 1 + (unsigned)(players_random(random) % 2), die;
	struct rules_error err;
	size_t at = 0, n;

	add_piece(board, "K", random);
	add_piece(board, "k", random);
	for (unsigned i = 0; i < pieces; i++) {
		add_piece(board, "QRBNPPP", random);
		add_piece(board, "qrbnppp", random);
	}
	for (unsigned rank = 8; rank-- > 0;) {
		for (unsigned file = 0; file < 8; file++) {
			char letter = board[rank * 8 + file];

			if (!letter && at > 0 && text[at - 1] >= '1' && text[at - 1] <= '8')
				text[at - 1]++;
			else
				text[at++] = letter ? letter : '1';
		}
		text[at++] = rank ? '/' : ' ';
	}
	die = 1 + (unsigned)(players_random(random) % 5);
	sprintf(text + at,
		"w - - 0 30 stage=buy dice=%u,6 money=%u,%u "
		"prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=%s extra=0 flight=0",
		die, 3 + (unsigned)(players_random(random) % 5),
		(unsigned)(players_random(random) % 5), lost[players_random(random) % 8]);
	if (rules_parse(g, text, p, &err) < 0)
		return false;
	n = rules_actions(g, p, list);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_BUY)
			return true;
	return false;
}

/* Reports whether both actions buy the same thing, wherever it is put, or both nothing. */
static bool
is_same_purchase(struct action a, struct action b)
{
	return (a.kind == ACT_BUY) == (b.kind == ACT_BUY) && (a.kind != ACT_BUY || a.arg == b.arg);
}

/* Compares in one position: 1: agrees, 0: does not, -1: too large. */
static int
compare(const struct game *g, struct engine *e, const struct position *p, unsigned depth,
	unsigned *bought)
{
	struct expectation x = { g, BUDGET };
	struct engine_task task = { .g = g, .p = p, .lines = 1, .depth = depth, .nodes = NODES };
	struct action list[RULES_ACTIONS_MAX], best = { 0 };
	struct engine_report r;
	double best_v = -1e9, chosen = -1e9;
	size_t n = rules_actions(g, p, list);
	char text[RULES_POSITION_TEXT], a[RULES_ACTION_TEXT], b[RULES_ACTION_TEXT];

	engine_clear(e);
	engine_search(e, &task, &r);
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;
		double v;

		rules_apply(g, &child, list[i]);
		v = value(&x, &child, depth - 1);
		if (x.budget <= 0)
			return -1;
		if (v > best_v) {
			best_v = v;
			best = list[i];
		}
		if (rules_action_equal(list[i], r.pv[0]))
			chosen = v;
	}
	*bought += best.kind == ACT_BUY;
	if (is_same_purchase(best, r.pv[0]) || chosen >= best_v - MARGIN)
		return 1;
	rules_print(g, p, text);
	rules_action_print(g, p, best, a);
	rules_action_print(g, p, r.pv[0], b);
	printf("%s: %s is worth %.0f, the engine's %s %.0f\n", text, a, best_v, b, chosen);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct game *g = rules_game("dice-money");
	size_t size = engine_size() + ((size_t)HASH_MB << 20);
	struct engine *e = engine_new(calloc(1, size), size);
	unsigned count = argc > 3 ? (unsigned)atoi(argv[1]) : 0, done = 0, agreed = 0, bought = 0;
	uint64_t random = argc > 3 ? strtoull(argv[2], NULL, 10) : 0;

	if (count == 0) {
		fputs("usage: purchases COUNT SEED DEPTH [LEAST]\n", stderr);
		return 2;
	}
	while (done < count) {
		struct position p;
		int result;

		if (!set_position(g, &random, &p) ||
		    rules_outcome(g, &p, NULL).result != RESULT_ONGOING)
			continue;
		result = compare(g, e, &p, (unsigned)atoi(argv[3]), &bought);
		done += result >= 0;
		agreed += result > 0;
	}
	free(e);
	printf("dice-money: %u of %u purchases agree, %.1f %%; the best is to buy in %u\n", agreed,
	       count, 100.0 * agreed / count, bought);
	return argc > 4 && 100.0 * agreed / count < atof(argv[4]);
}

/*
 * match GAME GAMES SEED A B [LEAST]: plays player A against B, each opening twice with seats
 * changed, and prints the score with its error bar of 95 %. Fails at an illegal action, or if A's
 * score is below LEAST percent. tests/engine/players.h lists the players. Equal arguments give
 * equal games, except with "cpu:".
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/players.h"

enum { OPENING = 4, PLIES_MAX = 600, HASH_MB = 8 };

/* What a match counts. */
struct tally {
	unsigned won, drawn, lost, unfinished;
};

/* Plays one game; returns A's score in half points. */
static unsigned
play_game(struct play *play, struct player *white, struct player *black, unsigned colour_of_a,
	  struct tally *tally)
{
	struct outcome o = { 0 };

	for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
		struct player *next;
		struct action a;

		play_chance(play);
		o = rules_outcome(play->g, &play->p, &play->h);
		if (o.result != RESULT_ONGOING)
			break;
		next = rules_to_act(play->g, &play->p) & 1 ? black : white;
		a = player_choose(next, play);
		if (!rules_legal(play->g, &play->p, a)) {
			char text[RULES_POSITION_TEXT];

			rules_print(play->g, &play->p, text);
			fprintf(stderr, "illegal action of %s in %s\n", next->name, text);
			exit(1);
		}
		play_apply(play, a);
	}
	tally->unfinished += o.result == RESULT_ONGOING;
	if (o.result != RESULT_WIN) {
		tally->drawn++;
		return 1;
	}
	if (o.colour == colour_of_a)
		tally->won++;
	else
		tally->lost++;
	return o.colour == colour_of_a ? 2 : 0;
}

static void
print_player(const struct player *p)
{
	if (p->actions)
		printf("  %s: %.0f nodes, depth %.1f, %.4f s CPU an action, %.2f M nodes/s\n", p->name,
		       (double)p->nodes / (double)p->actions,
		       (double)p->plies / (double)p->actions, p->cpu_s / (double)p->actions,
		       (double)p->nodes / p->cpu_s / 1e6);
}

int
main(int argc, char **argv)
{
	static struct play play;
	struct player a, b;
	struct tally tally = { 0 };
	unsigned games, points = 0;
	double score, squares = 0, error;
	const struct game *g;

	if (argc < 6 || !(g = rules_game(argv[1])) || !engine_plays(g)) {
		fputs("usage: match GAME GAMES SEED A B [LEAST]\n", stderr);
		return 2;
	}
	games = (unsigned)atoi(argv[2]);
	player_init(&a, argv[4], HASH_MB);
	player_init(&b, argv[5], HASH_MB);
	for (unsigned i = 0; i < games; i++) {
		unsigned half;

		if (a.engine)
			engine_clear(a.engine);
		if (b.engine)
			engine_clear(b.engine);
		play_start(&play, g, strtoull(argv[3], NULL, 10) + i / 2, OPENING);
		half = play_game(&play, i & 1 ? &b : &a, i & 1 ? &a : &b, i & 1, &tally);
		points += half;
		squares += half / 2.0 * half / 2.0;
	}
	score = points / 2.0 / games;
	error = 1.96 * sqrt((squares / games - score * score) / games);
	printf("%s: %s against %s: %u games, +%u =%u -%u (%u unfinished), %.1f %% +- %.1f\n", argv[1],
	       a.name, b.name, games, tally.won, tally.drawn, tally.lost, tally.unfinished,
	       100 * score, 100 * error);
	print_player(&a);
	print_player(&b);
	player_free(&a);
	player_free(&b);
	return argc > 6 && 100 * score < atof(argv[6]);
}

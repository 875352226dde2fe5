/*
 * A player's hour: puzzles in a row, each set up by simulated hands that follow the guidance, from
 * the pieces that the one before left on the board.
 *
 *   test-hands-setups [--style NAME] [--puzzles N] [--seed N] [--most-touched N]
 *
 * Prints for each game the pieces that hands touch to set a puzzle up, and the time they need: least,
 * median, most. The player begins with the game's array, and solves every puzzle at once. For each
 * piece he looks as long as the style needs for a reply, and each of its touches takes the style's
 * time. Exits 0 if each position stood in the end, and if the median of no game is above the limit.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/core/layout.h"
#include "daemon/core/reading.h"
#include "daemon/lesson/lesson_puzzle.h"
#include "tests/daemon/hands/rng.h"
#include "tests/daemon/hands/style.h"

enum { PUZZLES_MAX = 100, STEPS_MAX = 200 };

struct hour {
	const struct style *style;
	struct rng rng;
	const struct game *g;
	uint8_t board[RULES_SQUARES_MAX]; /* pieces without marks */
	unsigned n, touched[PUZZLES_MAX];
	double seconds[PUZZLES_MAX];
};

static struct lesson_puzzles puzzles;

static uint64_t
pick(struct hour *h, struct span span)
{
	return rng_range(&h->rng, span.lo_us, span.hi_us);
}

static uint64_t
touch_us(struct hour *h)
{
	return pick(h, rng_chance(&h->rng, h->style->slows) ? h->style->slow : h->style->touch);
}

static void
stand(struct hour *h, const struct position *p)
{
	for (unsigned sq = 0; sq < rules_squares(h->g); sq++)
		h->board[sq] = rules_at(h->g, p, sq) & (uint8_t)~PIECE_MARK;
}

static bool
stands(const struct hour *h, const struct position *p)
{
	for (unsigned sq = 0; sq < rules_squares(h->g); sq++)
		if (h->board[sq] != (rules_at(h->g, p, sq) & (uint8_t)~PIECE_MARK))
			return false;
	return true;
}

/* Moves a piece as the guidance proposes; returns the time that it takes. */
static uint64_t
move_piece(struct hour *h, struct layout *l, const struct guidance *step)
{
	uint64_t us = pick(h, h->style->reply);
	uint8_t piece = step->put_piece;

	if (step->lift_sq != RULES_NO_SQ) {
		piece = h->board[step->lift_sq];
		h->board[step->lift_sq] = 0;
		layout_edge(l, step->lift_sq, false);
		us += touch_us(h);
	}
	if (step->put_sq != RULES_NO_SQ) {
		h->board[step->put_sq] = piece & (uint8_t)~PIECE_MARK;
		layout_edge(l, step->put_sq, true);
	}
	return us + touch_us(h);
}

/* Sets a position up; returns the time, or 0 if guidance leads elsewhere. */
static uint64_t
set_up(struct hour *h, const struct position *p)
{
	struct reading board[RULES_SQUARES_MAX] = { 0 };
	struct infer_known known = { .exact = true };
	struct guidance step;
	struct layout l;
	uint64_t us = 0;

	for (unsigned sq = 0; sq < rules_squares(h->g); sq++) {
		board[sq] = reading_of_piece(h->g, SENSES_OCCUPANCY, h->board[sq]);
		known.standing[sq] = h->board[sq];
	}
	layout_begin(&l, h->g, p, board, &known, (struct sqset){ { 0, 0 } });
	layout_guide(&l, &step);
	for (unsigned i = 0; step.kind != GUIDANCE_NONE; i++) {
		if (i == STEPS_MAX)
			return 0;
		us += move_piece(h, &l, &step);
		layout_guide(&l, &step);
	}
	return stands(h, p) ? us : 0;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int
compare_touched(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

/* Returns false if a position does not stand in the end. */
static bool
play(struct hour *h, unsigned n)
{
	static bool solved[LESSON_PUZZLES_MAX];
	struct position p;
	unsigned level = 0;

	memset(solved, 0, sizeof(solved));
	if (rules_start(h->g, "", &p, &(struct rules_error){ 0 }) < 0)
		return false;
	stand(h, &p);
	for (h->n = 0; h->n < n; h->n++) {
		unsigned row = lesson_puzzle_next(&puzzles, h->board, solved, level);
		uint64_t us;

		assert(row < puzzles.n);
		p = puzzles.row[row].position;
		h->touched[h->n] = lesson_touched(h->g, h->board, &p);
		us = set_up(h, &p);
		if (us == 0 && h->touched[h->n] > 0) {
			(void)printf("%s: puzzle %u is not set up\n", rules_name(h->g), row + 1);
			return false;
		}
		h->seconds[h->n] = (double)us / 1e6;
		solved[row] = true;
		level = row + LESSON_LEVEL_STEP;
		rules_apply(h->g, &p, puzzles.row[row].line[0]);
		stand(h, &p);
	}
	return true;
}

/* Plays one game's hour and prints its row. */
static bool
play_game(struct hour *h, unsigned n, unsigned most)
{
	struct lesson_error err;
	char path[LESSON_PATH];

	if (!lesson_puzzles_path(rules_name(h->g), path) ||
	    lesson_puzzles_load(&puzzles, h->g, path, &err) < 0 || !play(h, n))
		return false;
	qsort(h->touched, n, sizeof(h->touched[0]), compare_touched);
	qsort(h->seconds, n, sizeof(h->seconds[0]), compare);
	(void)printf("| %s | %u, %u, %u | %.1f, %.1f, %.1f |\n", rules_name(h->g), h->touched[0],
		     h->touched[n / 2], h->touched[n - 1], h->seconds[0], h->seconds[n / 2],
		     h->seconds[n - 1]);
	return h->touched[n / 2] <= most;
}

int
main(int argc, char **argv)
{
	unsigned n = 30, most = UINT32_MAX;
	uint64_t seed = 1;
	static struct hour h;
	size_t n_games;
	const struct game *const *games = rules_games(&n_games);
	bool ok = true;

	h.style = style_find("human");
	for (int i = 1; i + 1 < argc; i += 2) {
		if (strcmp(argv[i], "--style") == 0)
			h.style = style_find(argv[i + 1]);
		else if (strcmp(argv[i], "--puzzles") == 0)
			n = (unsigned)strtoul(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--seed") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "--most-touched") == 0)
			most = (unsigned)strtoul(argv[i + 1], NULL, 10);
		else
			return 2;
	}
	if (!h.style || n == 0 || n > PUZZLES_MAX || argc % 2 == 0)
		return 2;
	(void)printf("| game | pieces touched | seconds |\n|---|---|---|\n");
	for (size_t i = 0; i < n_games; i++) {
		h.g = games[i];
		h.rng.state = seed;
		ok = play_game(&h, n, most) && ok;
	}
	return ok ? 0 : 1;
}

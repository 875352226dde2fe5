/*
 * Hints against an oracle that compares boards only. In random games of all
 * kinds every piece of the side to act is lifted. Each legal action is applied
 * and compared square by square, without footprints or shortcuts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/hints.h"

enum { GAMES = 5, PLIES = 100, EVERY = 3 };

static uint64_t
draw(uint64_t *random)
{
	*random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *random >> 33;
}

static bool
moves_by_hand(struct action a)
{
	return a.kind == ACT_MOVE || a.kind == ACT_CASTLE || a.kind == ACT_ATTEMPT;
}

/* Returns squares where a piece of that colour was before and none is after. */
static struct sqset
gone(const struct game *g, const struct position *before, struct action a, unsigned colour)
{
	struct position after = *before;
	struct sqset set = { { 0, 0 } };

	if (a.kind == ACT_ATTEMPT)
		return sqset_of(a.to);
	rules_apply(g, &after, a);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t was = rules_at(g, before, sq), is = rules_at(g, &after, sq);

		if (was && piece_colour(was) == colour && (!is || piece_colour(is) != colour))
			sqset_add(&set, sq);
	}
	return set;
}

/* Reports whether the other side may capture the piece on sq after a. */
static bool
in_danger(const struct game *g, const struct position *before, struct action a, unsigned sq)
{
	static struct action list[RULES_ACTIONS_MAX];
	unsigned us = rules_turn_seat(g, before) & 1;
	struct position p = *before;

	rules_apply(g, &p, a);
	for (;;) {
		size_t n = rules_actions(g, &p, list), i = 0;
		unsigned seat = rules_to_act(g, &p);
		bool theirs = seat < RULES_SEATS_MAX && (seat & 1) != us;

		while (i < n && list[i].kind != ACT_ROLL &&
		       (theirs ? list[i].kind != ACT_PROMOTE
			       : list[i].kind != ACT_END && list[i].kind != ACT_BURY))
			i++;
		if (i < n) {
			rules_apply(g, &p, list[i]);
			continue;
		}
		for (i = 0; theirs && i < n; i++)
			if (moves_by_hand(list[i]) && sqset_has(gone(g, &p, list[i], us), sq))
				return true;
		return false;
	}
}

/* Reports whether the action gives its piece the mark `*`. */
static bool
makes_crooked(const struct game *g, const struct position *before, struct action a)
{
	struct position after = *before;

	if (rules_mark(g) != '*')
		return false;
	rules_apply(g, &after, a);
	return (rules_at(g, &after, a.to) & ~rules_at(g, before, a.from) & PIECE_MARK) != 0;
}

static struct hints_answer
oracle(const struct game *g, const struct position *p, unsigned from)
{
	static struct action list[RULES_ACTIONS_MAX];
	unsigned us = rules_turn_seat(g, p) & 1;
	size_t n = rules_actions(g, p, list);
	struct hints_answer h = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct action a = list[i];
		struct sqset taken;

		if (a.kind == ACT_TRANSFER && a.from == from)
			sqset_add(&h.touch, a.to);
		if (moves_by_hand(a) && a.to == from && a.kind != ACT_CASTLE)
			sqset_add(&h.capture, from); /* bilked */
		/* Castling has its own rows. */
		if (!moves_by_hand(a) || a.kind == ACT_CASTLE || a.from != from)
			continue;
		taken = gone(g, p, a, !us);
		if (rules_at(g, p, a.to) && piece_colour(rules_at(g, p, a.to)) == us)
			sqset_add(&taken, a.to);
		sqset_add(&h.legal, a.to);
		if (!sqset_empty(taken))
			h.capture = sqset_or(h.capture, sqset_or(taken, sqset_of(a.to)));
		if (a.kind != ACT_ATTEMPT) /* its square was emptied, with any other loss */
			h.lost = sqset_or(h.lost, sqset_minus(gone(g, p, a, us), sqset_of(from)));
		if (makes_crooked(g, p, a))
			sqset_add(&h.tricks, a.to);
		if (in_danger(g, p, a, a.to))
			sqset_add(&h.unsafe, a.to);
	}
	return h;
}

static bool
castles_with(const struct game *g, const struct position *p, unsigned sq)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_CASTLE && (list[i].from == sq || list[i].arg == sq))
			return true;
	return false;
}

static void
check_lift(const struct game *g, const struct position *known, unsigned sq)
{
	struct hints_query q = { .game = g, .up = sqset_of(sq), .safe = true };
	static struct hints_cache cache;
	struct hints_answer want = oracle(g, known, sq);
	const struct hints_answer *got;
	char text[RULES_POSITION_TEXT], name[4];

	q.position = *known;
	got = hints_get(&cache, &q);
	if (castles_with(g, known, sq))
		return;
	if (sqset_equal(got->legal, want.legal) && sqset_equal(got->capture, want.capture) &&
	    sqset_equal(got->unsafe, want.unsafe) && sqset_equal(got->touch, want.touch) &&
	    sqset_equal(got->lost, want.lost) && sqset_equal(got->tricks, want.tricks))
		return;
	rules_print(g, known, text);
	rules_square_print(g, sq, name);
	fail_msg("%s up in %s", name, text);
}

static void
play(const struct game *g, uint64_t random)
{
	static struct action list[RULES_ACTIONS_MAX];
	struct rules_error err;
	struct position p, known;

	assert_int_equal(rules_start(g, "", &p, &err), 0);
	for (unsigned ply = 0; ply < PLIES * rules_seats(g) / 2; ply++) {
		size_t n = rules_actions(g, &p, list);
		struct action a;

		if (n == 0)
			return;
		a = list[draw(&random) % n];
		for (unsigned i = 0; i < 4 && rules_at(g, &p, a.to) == 0; i++)
			a = list[draw(&random) % n]; /* captures clear the board */
		rules_public(g, &p, &known);
		if (ply % EVERY == 0) {
			unsigned us = rules_turn_seat(g, &known) & 1;
			struct sqset own = rules_occupied_by(g, &known, us);

			while (!sqset_empty(own))
				check_lift(g, &known, sqset_pop(&own));
		}
		rules_apply(g, &p, a);
	}
}

static void
test_game(void **state)
{
	for (uint64_t seed = 1; seed <= GAMES; seed++)
		play(*state, seed);
}

int
main(void)
{
	struct CMUnitTest tests[16];
	size_t n;
	const struct game *const *games = rules_games(&n);

	for (size_t i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){ rules_name(games[i]), test_game, NULL, NULL,
						(void *)(uintptr_t)games[i] };
	return _cmocka_run_group_tests("hints", tests, n, NULL, NULL);
}

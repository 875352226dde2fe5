/*
 * horde SEED POSITIONS PATIENCE FILE: compares the legal steps of a horde with
 * every sequence of its steps. A byte board is walked as in the rule: a step is
 * legal if the turn can end safely after it, at once or after any further
 * steps. Nothing is planned, pruned or cached here.
 *
 * Positions are crowds of five to ten zombies, first before the turn and then
 * with more and more of them moved. Positions with more sequences than PATIENCE
 * are skipped. FILE has positions, one per line, that depend on a single rule
 * of planning: planners without that rule failed there.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "rules/bits.h"
#include "tests/rules/crowd.h"
#include "tests/rules/rules_test.h"

static const struct game *g;
static uint64_t state, positions;
static unsigned patience_at_first;
static const char *path;

/* --- The rule by brute force -------------------------------------------- */

struct table {
	uint8_t at[64];
	uint8_t grave[64]; /* kind buried by the side to act, 0: nothing */
	uint64_t left, moved;
	unsigned us, king_sq, enemy_king_sq, ep_sq; /* RULES_NO_SQ: no pawn passed */
};

static bool
is_on_board(int file, int rank)
{
	return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static uint64_t
walk(const uint8_t at[64], unsigned from, int df, int dr, bool far)
{
	int file = (int)from % 8 + df, rank = (int)from / 8 + dr;
	uint64_t set = 0;

	for (; is_on_board(file, rank); file += df, rank += dr) {
		unsigned sq = (unsigned)(rank * 8 + file);

		if (at[sq] && piece_colour(at[sq]) == piece_colour(at[from]))
			break;
		set |= bit(sq);
		if (at[sq] || !far)
			break;
	}
	return set;
}

static uint64_t
pawn_reach(const uint8_t at[64], unsigned from, unsigned ep_sq)
{
	int ahead = piece_colour(at[from]) ? -8 : 8, front = (int)from + ahead;
	uint64_t slant = walk(at, from, -1, ahead / 8, false) | walk(at, from, 1, ahead / 8, false);
	uint64_t set = 0;

	while (slant) {
		unsigned sq = bits_pop(&slant);

		if (at[sq] || sq == ep_sq)
			set |= bit(sq);
	}
	if (front < 0 || front >= 64 || at[front])
		return set;
	set |= bit((unsigned)front);
	if (from / 8 == (ahead > 0 ? 1 : 6) && !at[front + ahead])
		set |= bit((unsigned)(front + ahead));
	return set;
}

/* Returns the squares that the zombie reaches by its shape; kings are never captured. */
static uint64_t
steps_of(const struct table *t, unsigned from)
{
	enum piece_kind kind = piece_kind(t->at[from]);
	uint64_t set = 0;

	if (kind == PIECE_PAWN)
		return pawn_reach(t->at, from, t->ep_sq) & ~bit(t->enemy_king_sq);
	for (int df = -2; df <= 2; df++)
		for (int dr = -2; dr <= 2; dr++) {
			int length = df * df + dr * dr;
			bool diag = length == 2 && kind != PIECE_ROOK;
			bool line = length == 1 && kind != PIECE_BISHOP;

			if (kind == PIECE_KNIGHT ? length == 5 : diag || line)
				set |= walk(t->at, from, df, dr, kind != PIECE_KNIGHT);
		}
	return set & ~bit(t->enemy_king_sq);
}

static bool
is_idle(const struct table *t, unsigned sq)
{
	return t->at[sq] & PIECE_MARK && piece_colour(t->at[sq]) == t->us && !(t->moved >> sq & 1);
}

/* Reports whether the first piece in that direction attacks the king. */
static bool
is_looked_at(const uint8_t at[64], unsigned king_sq, int df, int dr)
{
	int file = (int)king_sq % 8 + df, rank = (int)king_sq / 8 + dr, length = df * df + dr * dr;
	unsigned us = piece_colour(at[king_sq]), kind;
	bool beside = true;

	while (length != 5 && is_on_board(file, rank) && !at[rank * 8 + file]) {
		file += df;
		rank += dr;
		beside = false;
	}
	if (!is_on_board(file, rank) || piece_colour(at[rank * 8 + file]) == us)
		return false;
	kind = piece_kind(at[rank * 8 + file]);
	if (length == 5)
		return kind == PIECE_KNIGHT;
	if (kind == PIECE_PAWN)
		return beside && length == 2 && dr == (us ? -1 : 1);
	return kind == PIECE_QUEEN || (kind == PIECE_KING && beside) ||
	       kind == (length == 2 ? PIECE_BISHOP : PIECE_ROOK);
}

/* Reports whether the king would be safe if the turn ended now. */
static bool
is_safe(const struct table *t)
{
	uint8_t at[64];

	for (unsigned sq = 0; sq < 64; sq++) {
		at[sq] = is_idle(t, sq) ? 0 : t->at[sq];
		if (t->left >> sq & 1 && !t->at[sq] && t->grave[sq])
			at[sq] = piece_make(t->grave[sq], !t->us);
	}
	for (int df = -2; df <= 2; df++)
		for (int dr = -2; dr <= 2; dr++) {
			int length = df * df + dr * dr;

			if ((length == 1 || length == 2 || length == 5) &&
			    is_looked_at(at, t->king_sq, df, dr))
				return false;
		}
	return true;
}

static void
step(struct table *t, unsigned from, unsigned to)
{
	bool pawn = piece_kind(t->at[from]) == PIECE_PAWN;

	if (pawn && to == t->ep_sq)
		t->at[to ^ 8] = 0;
	t->at[to] = t->at[from];
	t->at[from] = 0;
	if (pawn && (to < 8 || to >= 56))
		t->at[to] = (uint8_t)(piece_make(PIECE_QUEEN, t->us) | PIECE_MARK);
	t->left |= bit(from);
	t->moved |= bit(to);
	t->ep_sq = RULES_NO_SQ;
}

/* Decrements *patience for each board examined; at 0 the result is meaningless. */
static bool
can_end(const struct table *t, unsigned *patience)
{
	if (is_safe(t))
		return true;
	for (unsigned from = 0; from < 64; from++) {
		uint64_t goals = is_idle(t, from) ? steps_of(t, from) : 0;

		while (goals) {
			struct table next = *t;

			if (*patience == 0)
				return false;
			--*patience;
			step(&next, from, bits_pop(&goals));
			if (can_end(&next, patience))
				return true;
		}
	}
	return false;
}

static struct table
table_of(const struct position *p)
{
	struct table t = { .left = p->x.zombie.left, .moved = p->x.zombie.moved };

	t.us = rules_to_act(g, p);
	t.ep_sq = p->b.ep_sq;
	if (t.ep_sq != RULES_NO_SQ && (t.ep_sq < 32) == (t.us == 0))
		t.ep_sq = RULES_NO_SQ;
	for (unsigned sq = 0; sq < 64; sq++) {
		t.at[sq] = rules_at(g, p, sq);
		if (t.at[sq] == piece_make(PIECE_KING, t.us))
			t.king_sq = sq;
		if (t.at[sq] == piece_make(PIECE_KING, !t.us))
			t.enemy_king_sq = sq;
		for (unsigned i = 0; i < 3; i++)
			t.grave[sq] |= (uint8_t)((p->x.zombie.buried[t.us][i] >> sq & 1) << i);
	}
	return t;
}

/* --- The comparison ----------------------------------------------------- */

/* Counts of cases, which must be plentiful; `many`: positions with seven zombies to move. */
static unsigned compared, many, passed_over, mended, hopeless;

/* Returns the squares where the zombies may step, from the list of actions. */
static bool
listed_goals(const struct position *p, const struct table *t, uint64_t goals[64])
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);
	bool end = false;

	memset(goals, 0, 64 * sizeof(goals[0]));
	for (size_t i = 0; i < n; i++) {
		end |= list[i].kind == ACT_END;
		if (list[i].kind == ACT_MOVE && is_idle(t, list[i].from))
			goals[list[i].from] |= bit(list[i].to);
	}
	return end;
}

/* Computes the same by trying. Returns false if that takes too long. */
static bool
tried_goals(const struct table *t, uint64_t goals[64], unsigned *saved, unsigned *lost)
{
	unsigned patience = patience_at_first;

	memset(goals, 0, 64 * sizeof(goals[0]));
	for (unsigned from = 0; from < 64; from++) {
		uint64_t shape = is_idle(t, from) ? steps_of(t, from) : 0;

		while (shape) {
			unsigned to = bits_pop(&shape);
			struct table next = *t;
			bool can;

			step(&next, from, to);
			can = can_end(&next, &patience);
			if (patience == 0)
				return false;
			goals[from] |= (uint64_t)can << to;
			*saved += can && !is_safe(&next);
			*lost += !can;
		}
	}
	return true;
}

static void
check_position(const struct position *p)
{
	uint64_t listed[64], tried[64];
	struct table t = table_of(p);
	char text[RULES_POSITION_TEXT];
	unsigned saved = 0, lost = 0, idle = 0;
	bool end = listed_goals(p, &t, listed);

	rules_print(g, p, text);
	for (unsigned sq = 0; sq < 64; sq++)
		idle += is_idle(&t, sq);
	if (t.moved && end != is_safe(&t))
		fail_msg("%s: `end` should be %s", text, end ? "illegal" : "legal");
	if (!tried_goals(&t, tried, &saved, &lost)) {
		passed_over++;
		return;
	}
	for (unsigned sq = 0; sq < 64; sq++)
		if (listed[sq] != tried[sq])
			fail_msg("%s: from square %u to %016" PRIx64 ", not %016" PRIx64, text, sq,
				 tried[sq], listed[sq]);
	compared++;
	many += idle >= 7;
	mended += saved;
	hopeless += lost;
}

/* --- The run ------------------------------------------------------------ */

/* Makes one legal step of the horde, if there is one. */
static bool
go_on(struct position *p)
{
	static struct action list[RULES_ACTIONS_MAX];
	struct table t = table_of(p);
	size_t n = rules_actions(g, p, list), steps = 0;

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_MOVE && is_idle(&t, list[i].from))
			list[steps++] = list[i];
	if (steps)
		rules_apply(g, p, list[test_random(&state) % steps]);
	return steps > 0;
}

static void
test_horde(void **unused)
{
	(void)unused;
	for (uint64_t i = 0; i < positions; i++) {
		unsigned zombies = 5 + (unsigned)(test_random(&state) % 6), steps = 4;
		struct position p;

		crowd_make(&p, zombies, &state);
		do
			check_position(&p);
		while (--steps > 0 && go_on(&p));
	}
	print_message("%u compared, %u with at least seven zombies; %u steps saved by others, "
		      "%u by none; %u skipped\n",
		      compared, many, mended, hopeless, passed_over);
	assert_true(compared >= positions / 3 && many >= positions / 10);
	assert_true(mended >= positions / 2 && hopeless >= positions / 2);
}

static void
test_file(void **unused)
{
	static char line[2 * RULES_POSITION_TEXT];
	FILE *f = fopen(path, "r");
	unsigned checked = compared;

	(void)unused;
	if (!f)
		fail_msg("%s cannot be read", path);
	patience_at_first = UINT_MAX;
	while (fgets(line, sizeof(line), f)) {
		struct position p;

		line[strcspn(line, "\n")] = '\0';
		p = test_position(g, line);
		check_position(&p);
	}
	fclose(f);
	assert_true(compared > checked);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_horde),
		cmocka_unit_test(test_file),
	};

	if (argc != 5) {
		fprintf(stderr, "usage: test-rules-horde SEED POSITIONS PATIENCE FILE\n");
		return 2;
	}
	state = strtoull(argv[1], NULL, 10);
	positions = strtoull(argv[2], NULL, 10);
	patience_at_first = (unsigned)strtoul(argv[3], NULL, 10);
	path = argv[4];
	g = rules_game("zombie");
	return cmocka_run_group_tests(tests, NULL, NULL);
}

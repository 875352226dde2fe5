/*
 * Lines to the king of a side whose horde moves, and the zombies that may close
 * them. Open lines are threats. Others are closed by a zombie that must stay or
 * be replaced. A zombie ends on one square and so closes one line. If the lines
 * cannot be matched to zombies, the plan fails; a zombie in no match for a line
 * need not be tried there.
 */
#include <assert.h>
#include <string.h>

#include "rules/games/zombie_plan.h"

/* Returns the line from the king to sq. */
static struct zombie_line
line_to(const struct zombie_horde *h, const struct zombie_plan *plan, unsigned sq)
{
	uint64_t between = attacks_between[h->king_sq][sq];
	struct zombie_line line = { .sq = sq, .answers = (between | bit(sq)) & ~plan->goals };

	line.risers = between & h->harmless & ~plan->leaving;
	for (uint64_t set = h->idle & ~plan->placed; set;) {
		unsigned z = bits_pop(&set);

		if (plan->reach[z] & line.answers)
			line.able |= bit(z);
	}
	return line;
}

/* Reports whether a leaving zombie closes the line at any goal it may take. */
static bool
is_sure_to_close(const struct zombie_plan *plan, const struct zombie_line *line)
{
	for (uint64_t set = line->able & plan->leaving; set;)
		if (!(plan->reach[bits_pop(&set)] & ~line->answers))
			return true;
	return false;
}

unsigned
zombie_lines_find(const struct zombie_horde *h, const struct zombie_plan *plan,
		  struct zombie_line list[LINES_MAX])
{
	uint64_t set = zombie_horde_attackers(h, plan->leaving, plan->goals);
	unsigned n = 0;

	while (set) {
		assert(n < LINES_MAX);
		list[n] = line_to(h, plan, bits_pop(&set));
		n += !is_sure_to_close(plan, &list[n]);
	}
	return n;
}

/* --- Guarded lines ------------------------------------------------------ */

static bool
is_listed(const struct zombie_line *list, unsigned n, uint64_t answers)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i].answers & answers)
			return true;
	return false;
}

/* Adds guarded lines, one per line even with several guards: a lower bound on the need. */
static unsigned
add_guarded(const struct zombie_horde *h, const struct zombie_plan *plan,
	    struct zombie_line list[LINES_MAX], unsigned n)
{
	uint64_t guards = h->below & ~h->harmless & ~plan->leaving;
	uint64_t closed = zombie_horde_standing(h, plan->leaving, plan->goals) |
			  (h->harmless & ~plan->leaving);

	while (guards) {
		unsigned sq = bits_pop(&guards);
		struct zombie_line line;

		if (attacks_between[h->king_sq][sq] & closed)
			continue;
		line = line_to(h, plan, sq);
		if (is_listed(list, n, line.answers))
			continue;
		line.guard = bit(sq);
		line.able |= line.guard;
		assert(n < LINES_MAX);
		list[n++] = line;
	}
	return n;
}

/* --- Matching ----------------------------------------------------------- */

struct matching {
	uint8_t line_of[64];       /* by zombie; LINES_MAX: none */
	uint32_t takes[LINES_MAX]; /* lines whose zombies this line could take over, also in a
				    * chain */
	uint32_t spared; /* lines that could give up their zombie, because another zombie is free
			  * for them */
};

/* Finds a zombie for line i. It may be another line's, if that line then finds another one. */
static bool
match_line(const struct zombie_line *list, unsigned i, uint8_t line_of[64], uint64_t *tried)
{
	uint64_t set;

	while ((set = list[i].able & ~*tried) != 0) {
		unsigned z = bits_first(set);

		*tried |= bit(z);
		if (line_of[z] == LINES_MAX || match_line(list, line_of[z], line_of, tried)) {
			line_of[z] = (uint8_t)i;
			return true;
		}
	}
	return false;
}

/*
 * Matches zombies to lines. Lines that a leaving zombie may close by a rising
 * blocker are skipped.
 */
static bool
match_lines(const struct zombie_line *list, unsigned n, struct matching *m)
{
	memset(m->line_of, LINES_MAX, sizeof(m->line_of));
	for (unsigned i = 0; i < n; i++) {
		uint64_t tried = 0;

		if (!list[i].risers && !match_line(list, i, m->line_of, &tried))
			return false;
	}
	return true;
}

static void
find_spared(const struct zombie_line *list, unsigned n, struct matching *m)
{
	uint32_t before;

	m->spared = 0;
	for (unsigned i = 0; i < n; i++) {
		m->takes[i] = 0;
		for (uint64_t set = list[i].risers ? 0 : list[i].able; set;) {
			unsigned line = m->line_of[bits_pop(&set)];

			if (line == LINES_MAX)
				m->spared |= 1u << i;
			else
				m->takes[i] |= 1u << line;
		}
	}
	do {
		before = m->spared;
		for (unsigned i = 0; i < n; i++)
			if (m->takes[i] & m->spared)
				m->spared |= 1u << i;
	} while (m->spared != before);
	/* The remaining lines can only exchange zombies among themselves. */
	for (unsigned by = 0; by < n; by++)
		for (unsigned i = 0; i < n && !(m->spared >> by & 1); i++)
			if (m->takes[i] >> by & 1)
				m->takes[i] |= m->takes[by];
}

/* Returns the able zombies that some match assigns to line i. */
static uint64_t
matched_to(const struct zombie_line *list, unsigned i, const struct matching *m)
{
	uint64_t found = 0;

	for (uint64_t set = list[i].able; set;) {
		unsigned z = bits_pop(&set), line = m->line_of[z];

		if (line == i || line == LINES_MAX || m->spared >> line & 1 ||
		    m->takes[line] >> i & 1)
			found |= bit(z);
	}
	return found;
}

static bool
take_out(struct zombie_plan *plan, unsigned sq, uint64_t goals)
{
	bool had = (plan->reach[sq] & goals) != 0;

	plan->reach[sq] &= ~goals;
	return had;
}

/*
 * Bars unmatched zombies from the line. An unmatched guard has to leave; a
 * guard without alternative is bound to the line.
 */
static bool
line_narrow(struct zombie_plan *plan, const struct zombie_line *line, uint64_t matched)
{
	bool narrows = (line->guard & ~matched & ~plan->leaving) != 0;

	plan->leaving |= line->guard & ~matched;
	for (uint64_t set = line->able & ~matched; set;)
		narrows |= take_out(plan, bits_pop(&set), line->answers);
	if (line->guard && matched == line->guard)
		narrows |= take_out(plan, line->sq, ~line->answers);
	return narrows;
}

enum zombie_match
zombie_lines_match(const struct zombie_horde *h, struct zombie_plan *plan,
		   struct zombie_line list[LINES_MAX], unsigned n)
{
	struct matching m;
	bool narrows = false;

	n = add_guarded(h, plan, list, n);
	if (!match_lines(list, n, &m))
		return MATCH_NONE;
	find_spared(list, n, &m);
	for (unsigned i = 0; i < n; i++)
		if (!list[i].risers)
			narrows |= line_narrow(plan, &list[i], matched_to(list, i, &m));
	return narrows ? MATCH_NARROWS : MATCH_FOUND;
}

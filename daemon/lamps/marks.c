#include "daemon/lamps/marks.h"

#include <string.h>

static void
find_marked(const struct game *g, const struct position *p, struct sqset *marked,
	    struct sqset *plain)
{
	struct sqset left = rules_occupied(g, p);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		sqset_add(rules_at(g, p, sq) & PIECE_MARK ? marked : plain, sq);
	}
}

/* Returns the area's squares at the edge of the board or beside a square outside the area. */
static struct sqset
rim_of(const struct game *g, struct sqset area)
{
	unsigned files = rules_files(g), ranks = rules_ranks(g);
	struct sqset rim = { { 0, 0 } }, left = area;

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left), file = sq % files, rank = sq / files;

		if (file == 0 || file == files - 1 || rank == 0 || rank == ranks - 1 ||
		    !sqset_has(area, sq - 1) || !sqset_has(area, sq + 1) ||
		    !sqset_has(area, sq - files) || !sqset_has(area, sq + files))
			sqset_add(&rim, sq);
	}
	return rim;
}

void
marks_find(const struct game *g, const struct position *known, bool objects, struct marks *out)
{
	struct sqset marked = { { 0, 0 } }, plain = { { 0, 0 } };
	char mark = objects ? 0 : rules_mark(g);

	memset(out, 0, sizeof(*out));
	if (mark)
		find_marked(g, known, &marked, &plain);
	if (mark == '*')
		out->crooked = marked;
	if (mark == '^')
		out->zombie = marked;
	if (mark == '@') {
		out->behind = marked;
		out->before = plain;
	}
	out->area = rules_area(g, known);
	if (sqset_count(out->area) * 2 >= rules_squares(g))
		out->area = rim_of(g, out->area);
}

struct sqset
marks_regulators(const struct game *g, const struct position *known)
{
	struct sqset left = rules_occupied(g, known), out = { { 0, 0 } };

	while (rules_mark(g) == '*' && !sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (piece_kind(rules_at(g, known, sq)) == PIECE_KNIGHT)
			sqset_add(&out, sq);
	}
	return out;
}

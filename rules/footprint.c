/* Computes the footprint of an action: compares the boards before and after. */
#include <assert.h>

#include "rules/bitboard.h"
#include "rules/game.h"
#include "rules/geometry.h"

enum change_cause
game_orthodox_cause(struct action a, unsigned sq, uint8_t was, uint8_t is)
{
	if (a.kind == ACT_CASTLE)
		return CAUSE_CASTLED;
	if (was && (sq != a.from))
		return CAUSE_CAPTURED;
	return is && a.arg ? CAUSE_PROMOTED : CAUSE_MOVED;
}

/* Returns the square that the piece on sq came from; RULES_NO_SQ if it came from off the board. */
static unsigned
origin(struct action a, unsigned sq)
{
	struct bitboard_castling end;

	if (a.kind == ACT_CASTLE) {
		end = bitboard_castling_ends(a.from, a.arg);
		return sq == end.king_to ? a.from : sq == end.rook_to ? a.arg : RULES_NO_SQ;
	}
	if (sq != a.to)
		return RULES_NO_SQ;
	return a.kind == ACT_PROMOTE ? sq : a.from;
}

static enum change_mark
mark_of(const struct game *g, const struct position *p, struct action a, unsigned sq, uint8_t is)
{
	unsigned from;
	uint8_t was;

	if (!is || !g->mark)
		return MARK_KEPT;
	from = origin(a, sq);
	was = from == RULES_NO_SQ ? 0 : rules_at(g, p, from);
	if ((was & PIECE_MARK) == (is & PIECE_MARK))
		return MARK_KEPT;
	return is & PIECE_MARK ? MARK_GIVEN : MARK_TAKEN;
}

void
rules_footprint(const struct game *g, const struct position *p, struct action a,
		struct footprint *out)
{
	struct position after = *p;
	struct sqset differs;

	g->apply(&after, a);
	differs = geometry_differs(g, p, &after);
	out->n = 0;
	while (!sqset_empty(differs)) {
		unsigned sq = sqset_pop(&differs);
		uint8_t was = rules_at(g, p, sq), is = rules_at(g, &after, sq);
		enum change_cause cause = g->cause ? g->cause(p, a, sq, was, is)
						   : game_orthodox_cause(a, sq, was, is);

		assert(out->n < RULES_CHANGES_MAX);
		out->change[out->n++] = (struct change){
			.sq = (uint8_t)sq,
			.before = was,
			.after = is,
			.cause = (uint8_t)cause,
			.mark = (uint8_t)mark_of(g, p, a, sq, is),
		};
	}
}

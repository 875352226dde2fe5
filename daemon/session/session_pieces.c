/*
 * What is known of the pieces on the board: which are certain, which stand in for promoted ones,
 * and what their readings are worth.
 *
 *   event                              certain pieces
 *   a new game, a read of the board    all, or those that the caller knows: on the squares `sure`
 *   a piece was moved in guidance      also that one
 *   a piece was moved otherwise        no longer that one
 *   a final action, an array set up    all
 *   unknown pieces are set up          none that was touched
 */
#include <string.h>

#include "daemon/session/session_priv.h"

struct reading
session_usable_reading(const struct session *s, struct reading r)
{
	if (rules_stones(s->game, PIECE_PAWN) == 0 && !(s->config.objects && rules_mark(s->game)))
		r.level_min = r.level_max = 0;
	return r;
}

void
session_usable_board(const struct session *s, const struct reading *board, struct reading *out)
{
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		out[sq] = session_usable_reading(s, board[sq]);
}

/* ---- substitutes for promoted pieces ---- */

/* Reports whether the piece on sq reads as the other colour. */
static bool
reads_odd(const struct session *s, unsigned sq)
{
	uint8_t pole = debounce_believed(&s->debounce, sq).pole;
	uint8_t piece = rules_at(s->game, &s->settled, sq);

	return piece != 0 && pole != POLE_UNKNOWN &&
	       (pole == POLE_BLACK) != (piece_colour(piece) == 1);
}

void
session_drop_stand_ins(struct session *s)
{
	struct sqset left = s->stand_ins;

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (rules_at(s->game, &s->settled, sq) == 0 ||
		    (debounce_believed(&s->debounce, sq).pole != POLE_UNKNOWN && !reads_odd(s, sq)))
			sqset_remove(&s->stand_ins, sq);
	}
}

void
session_follow_stand_ins(struct session *s, struct action a, enum piece_kind kind)
{
	bool was = sqset_has(s->stand_ins, a.from);

	if (a.kind == ACT_MOVE) {
		bool promoted = piece_kind(rules_at(s->game, &s->settled, a.to)) != kind;

		sqset_remove(&s->stand_ins, a.from);
		sqset_remove(&s->stand_ins, a.to);
		if (was || (promoted && (s->origin == ORIGIN_REPLAYED || reads_odd(s, a.to))))
			sqset_add(&s->stand_ins, a.to);
	}
	if (s->origin != ORIGIN_REPLAYED)
		session_drop_stand_ins(s);
}

void
session_find_stand_ins(struct session *s)
{
	if (sqset_empty(s->stand_ins))
		return;
	memset(&s->stand_ins, 0, sizeof(s->stand_ins));
	for (unsigned sq = 0; sq < rules_squares(s->game); sq++)
		if (reads_odd(s, sq))
			sqset_add(&s->stand_ins, sq);
}

/* ---- certain pieces ---- */

void
session_trust(struct session *s, const struct infer_known *known)
{
	s->believed = known == NULL;
	s->sure = (struct sqset){ { 0, 0 } };
	for (unsigned sq = 0; known && sq < rules_squares(s->game); sq++)
		if (known->standing[sq])
			sqset_add(&s->sure, sq);
}

/*
 * Returns the squares whose piece is known, if no action was played. Pieces moved during
 * guidance count as known.
 */
static struct sqset
known_squares(const struct session *s, struct sqset moved)
{
	return s->guidance.kind != GUIDANCE_NONE ? sqset_or(s->sure, moved)
						 : sqset_minus(s->sure, moved);
}

/* Reports whether one of the last n actions moved a stone from stack to stack. */
static bool
moved_stones(const struct session *s, unsigned n)
{
	for (uint32_t i = s->n - n; i < s->n; i++)
		if (s->ply[i].action.kind == ACT_TRANSFER)
			return true;
	return false;
}

void
session_save_known(struct session *s, unsigned n, struct infer_known *known)
{
	if (moved_stones(s, n))
		infer_know(s->current, known);
	else
		infer_know_stacks(s->current, known);
	s->sure = known_squares(s, known->moved);
}

void
session_know(const struct session *s, struct infer_known *out)
{
	memset(out, 0, sizeof(*out));
	if (s->phase == SESSION_NO_GAME || s->origin == ORIGIN_REPLAYED)
		return;
	infer_know(s->current, out);
	for (unsigned sq = 0; !s->believed && sq < rules_squares(s->game); sq++)
		if (!sqset_has(known_squares(s, out->moved), sq))
			out->standing[sq] = 0;
}

/* Why an action is not to be had: what every game has in common. */
#include "rules/bitboard.h"
#include "rules/game.h"
#include "rules/geometry.h"

/* Castling is also meant when the king goes to where it would end. */
static bool
goes(const struct game *g, struct action a, unsigned from, unsigned to)
{
	if (a.from != from || (a.kind != ACT_MOVE && a.kind != ACT_CASTLE &&
			       a.kind != ACT_ATTEMPT && a.kind != ACT_TRANSFER))
		return false;
	if (to == RULES_NO_SQ || a.to == to)
		return true;
	return a.kind == ACT_CASTLE && !game_is_wide(g) &&
	       bitboard_castling_ends(a.from, a.arg).king_to == to;
}

static bool
any_goes(const struct game *g, const struct action *list, size_t n, unsigned from, unsigned to)
{
	for (size_t i = 0; i < n; i++)
		if (goes(g, list[i], from, to))
			return true;
	return false;
}

void
rules_refuse(const struct game *g, const struct position *p, unsigned seat, unsigned from,
	     unsigned to, struct refusal *out)
{
	struct action list[RULES_ACTIONS_MAX];
	uint8_t piece = rules_at(g, p, from);
	struct position known;
	size_t n;

	/* What the mover alone knows is no reason for the table. */
	if (seat == SEAT_TABLE) {
		rules_public(g, p, &known);
		p = &known;
	}
	n = rules_actions(g, p, list);
	*out = (struct refusal){ .rule = NULL };
	if (any_goes(g, list, n, from, to))
		return;
	if (n == 0)
		refusal_tell(out, "game-over", "The game is over.", 0);
	else if (piece == 0)
		refusal_tell(out, "empty-square", "There is no piece on that square.", 0);
	else if (rules_to_act(g, p) < g->seats && piece_colour(piece) != (rules_to_act(g, p) & 1))
		refusal_tell(out, "not-your-turn", "It is the other side's turn.", 0);
	else if (to == from)
		refusal_tell(out, "same-square", "A piece that stays has not moved.", 0);
	else if (g->refuse)
		g->refuse(p, seat, from, to, out);
	else
		refusal_tell(out, "no-such-move", "This piece does not move like that.", 0);
}

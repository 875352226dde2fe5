/*
 * Zombie Chess: the squares that may still hide a piece of a side, as public knowledge.
 *
 *   a burial                      any square with a piece of the burying side
 *   "no zombie c6"                c6 hides nothing
 *   a piece rose on c6            none of that side is there; if not the mover's, none at all
 *   "no zombies"                  the squares left this turn hide nothing
 *   a side has nothing buried     no square hides its pieces
 *   a game set up with graves     any square: their origin is unknown
 *
 * A square that loses its cover by capture or decay stays in doubt until a piece leaves it.
 */
#include "daemon/core/hiding.h"

#include <string.h>

/* Reports whether the side has graves: its half after "buried=" is not "-". */
static bool
has_graves(const struct game *g, const struct position *p, unsigned side)
{
	char text[RULES_POSITION_TEXT];
	const char *at;

	rules_view_print(g, p, SEAT_TABLE, text);
	at = strstr(text, "buried=");
	if (!at)
		return false;
	at += strlen("buried=");
	return (side == 0 ? at : at + strcspn(at, "/") + 1)[0] != '-';
}

static struct sqset
all_squares(const struct game *g)
{
	struct sqset all = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		sqset_add(&all, sq);
	return all;
}

static void
remove_dug_up(struct hiding *h, const struct game *g, const struct position *p)
{
	for (unsigned side = 0; side < 2; side++)
		if (!has_graves(g, p, side))
			h->of[side] = (struct sqset){ { 0, 0 } };
}

void
hiding_start(struct hiding *h, const struct game *g, const struct position *first)
{
	char text[RULES_POSITION_TEXT];

	rules_view_print(g, first, SEAT_TABLE, text);
	h->any = strstr(text, "buried=") != NULL;
	h->left = h->of[0] = h->of[1] = (struct sqset){ { 0, 0 } };
	if (!h->any)
		return;
	h->of[0] = h->of[1] = all_squares(g);
	remove_dug_up(h, g, first);
}

/* Returns the squares that pieces leave by themselves. */
static struct sqset
left_by(const struct game *g, const struct position *before, struct action a)
{
	struct sqset left = { { 0, 0 } };
	struct footprint f;

	rules_footprint(g, before, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].before && !f.change[i].after &&
		    (f.change[i].cause == CAUSE_MOVED || f.change[i].cause == CAUSE_CASTLED))
			sqset_add(&left, f.change[i].sq);
	return left;
}

static void
apply_announcement(struct hiding *h, unsigned mover, const struct announcement *said)
{
	/* A risen piece keeps its own colour, so the other side buried it. */
	unsigned side = !piece_colour(said->piece);

	switch (said->kind) {
	case ANNOUNCE_NO_ZOMBIE:
		sqset_remove(&h->of[0], said->sq);
		sqset_remove(&h->of[1], said->sq);
		break;
	case ANNOUNCE_RISEN:
		sqset_remove(&h->of[side], said->sq);
		if (side != mover)
			sqset_remove(&h->of[mover], said->sq);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		h->of[!mover] = sqset_minus(h->of[!mover], h->left);
		break;
	default:
		break;
	}
}

void
hiding_step(struct hiding *h, const struct game *g, const struct position *before, struct action a,
	    const struct position *after)
{
	unsigned mover = rules_turn_seat(g, before) & 1u;
	struct announcements said;

	if (!h->any)
		return;
	if (a.kind == ACT_BURY)
		h->of[mover] = sqset_or(h->of[mover], rules_occupied_by(g, before, mover));
	h->left = sqset_or(h->left, left_by(g, before, a));
	rules_announce(g, before, a, &said);
	for (unsigned i = 0; i < said.n; i++)
		apply_announcement(h, mover, &said.said[i]);
	remove_dug_up(h, g, after);
	if (rules_turn_seat(g, before) != rules_turn_seat(g, after))
		h->left = (struct sqset){ { 0, 0 } };
}

bool
hiding_may_open(const struct hiding *h, const struct game *g, const struct position *before,
		struct action a, const struct position *after)
{
	struct position known;
	struct sqset open;

	/* What rises on a left square would hide that it was left. */
	rules_public(g, before, &known);
	open = sqset_minus(sqset_or(h->left, left_by(g, &known, a)), rules_occupied(g, after));
	return !sqset_empty(sqset_and(open, sqset_or(h->of[0], h->of[1])));
}

/*
 * Zombie Chess: the squares that may still hide a piece of a side, by what
 * everybody has seen and heard.
 *
 *   a burial                      any square with a piece of who buries
 *   "no zombie c6"                c6 hides nothing
 *   a piece rose on c6            not that side's there; if it was not the mover's, nobody's
 *   "no zombies"                  the squares that were left hide nothing
 *   a side has nothing buried     no square is its
 *   a game set up with graves     any square: nobody knows when they were dug
 *
 * A square that loses its cover by capture or decay stays in doubt until a
 * piece leaves it.
 */
#include <string.h>

#include "daemon/table/table.h"

/* What follows "buried=", the side's half of it; "-" when nothing is. */
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
forget_dug_up(struct table *t, const struct position *p)
{
	for (unsigned side = 0; side < 2; side++)
		if (!has_graves(t->state.game, p, side))
			t->hiding[side] = (struct sqset){ { 0, 0 } };
}

void
table_hiding_start(struct table *t)
{
	const struct game *g = t->state.game;
	const struct position *first = session_first(&t->session);
	char text[RULES_POSITION_TEXT];

	rules_view_print(g, first, SEAT_TABLE, text);
	t->hides = strstr(text, "buried=") != NULL;
	t->left = (struct sqset){ { 0, 0 } };
	t->hiding[0] = t->hiding[1] = all_squares(g);
	forget_dug_up(t, first);
}

/* Squares that a piece went away from by itself. */
static void
note_left(struct table *t, const struct position *before, struct action a)
{
	struct footprint f;

	rules_footprint(t->state.game, before, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].before && !f.change[i].after &&
		    (f.change[i].cause == CAUSE_MOVED || f.change[i].cause == CAUSE_CASTLED))
			sqset_add(&t->left, f.change[i].sq);
}

static void
hear(struct table *t, unsigned mover, const struct announcement *said)
{
	/* What rises has its own colour; who buried it is the other side. */
	unsigned side = !piece_colour(said->piece);

	switch (said->kind) {
	case ANNOUNCE_NO_ZOMBIE:
		sqset_remove(&t->hiding[0], said->sq);
		sqset_remove(&t->hiding[1], said->sq);
		break;
	case ANNOUNCE_RISEN:
		sqset_remove(&t->hiding[side], said->sq);
		if (side != mover)
			sqset_remove(&t->hiding[mover], said->sq);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		t->hiding[!mover] = sqset_minus(t->hiding[!mover], t->left);
		break;
	default:
		break;
	}
}

void
table_hiding_step(struct table *t, const struct position *before, struct action a)
{
	const struct game *g = t->state.game;
	unsigned mover = rules_turn_seat(g, before) & 1u;
	struct announcements said;

	if (!t->hides)
		return;
	if (a.kind == ACT_BURY)
		t->hiding[mover] = sqset_or(t->hiding[mover], rules_occupied_by(g, before, mover));
	note_left(t, before, a);
	rules_announce(g, before, a, &said);
	for (unsigned i = 0; i < said.n; i++)
		hear(t, mover, &said.said[i]);
	forget_dug_up(t, &t->at);
	if (rules_turn_seat(g, before) != rules_turn_seat(g, &t->at))
		t->left = (struct sqset){ { 0, 0 } };
}

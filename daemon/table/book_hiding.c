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
#include <string.h>

#include "daemon/table/book_impl.h"

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
remove_dug_up(struct table_book *b, const struct position *p)
{
	for (unsigned side = 0; side < 2; side++)
		if (!has_graves(b->game, p, side))
			b->hiding[side] = (struct sqset){ { 0, 0 } };
}

void
book_hiding_start(struct table_book *b)
{
	const struct game *g = b->game;
		char text[RULES_POSITION_TEXT];

	rules_view_print(g, &b->first, SEAT_TABLE, text);
	b->hides = strstr(text, "buried=") != NULL;
	b->left = (struct sqset){ { 0, 0 } };
	b->hiding[0] = b->hiding[1] = all_squares(g);
	remove_dug_up(b, &b->first);
}

/* Notes the squares that pieces left by themselves. */
static void
note_left(struct table_book *b, const struct position *before, struct action a)
{
	struct footprint f;

	rules_footprint(b->game, before, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].before && !f.change[i].after &&
		    (f.change[i].cause == CAUSE_MOVED || f.change[i].cause == CAUSE_CASTLED))
			sqset_add(&b->left, f.change[i].sq);
}

static void
apply_announcement(struct table_book *b, unsigned mover, const struct announcement *said)
{
	/* A risen piece keeps its own colour, so the other side buried it. */
	unsigned side = !piece_colour(said->piece);

	switch (said->kind) {
	case ANNOUNCE_NO_ZOMBIE:
		sqset_remove(&b->hiding[0], said->sq);
		sqset_remove(&b->hiding[1], said->sq);
		break;
	case ANNOUNCE_RISEN:
		sqset_remove(&b->hiding[side], said->sq);
		if (side != mover)
			sqset_remove(&b->hiding[mover], said->sq);
		break;
	case ANNOUNCE_NO_ZOMBIES:
		b->hiding[!mover] = sqset_minus(b->hiding[!mover], b->left);
		break;
	default:
		break;
	}
}

void
book_hiding_step(struct table_book *b, const struct position *before, struct action a)
{
	const struct game *g = b->game;
	unsigned mover = rules_turn_seat(g, before) & 1u;
	struct announcements said;

	if (!b->hides)
		return;
	if (a.kind == ACT_BURY)
		b->hiding[mover] = sqset_or(b->hiding[mover], rules_occupied_by(g, before, mover));
	note_left(b, before, a);
	rules_announce(g, before, a, &said);
	for (unsigned i = 0; i < said.n; i++)
		apply_announcement(b, mover, &said.said[i]);
	remove_dug_up(b, &b->at);
	if (rules_turn_seat(g, before) != rules_turn_seat(g, &b->at))
		b->left = (struct sqset){ { 0, 0 } };
}

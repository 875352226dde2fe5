#include "daemon/table/book.h"

#include <stddef.h>
#include <string.h>

#include "daemon/record/secret.h"

/* ---- Zombie Chess ---- */

/*
 * The squares that may still hide a piece of a side, as public knowledge.
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

static void
hiding_start(struct table_book *b)
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

static void
hiding_step(struct table_book *b, const struct position *before, struct action a)
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

/* ---- the book ---- */

void
book_begin(struct table_book *b, const struct game *g, const struct position *first)
{
	b->game = g;
	b->first = *first;
	b->n = b->n_said = 0;
	b->at = b->first;
	hiding_start(b);
}

/* Adds the public announcements of action a, played at b->at. */
static void
add_announcements(struct table_book *b, struct action a)
{
	struct announcements said;

	rules_announce(b->game, &b->at, a, &said);
	for (unsigned i = 0; i < said.n; i++) {
		if (b->n_said == BOOK_SAID)
			memmove(b->said, b->said + 1, --b->n_said * sizeof(b->said[0]));
		b->said[b->n_said++] =
			(struct table_said){ .move = b->n, .said = said.said[i] };
	}
}

static void
move_on(struct table_book *b, struct action a)
{
	struct position before = b->at;

	add_announcements(b, a);
	rules_apply(b->game, &b->at, a);
	hiding_step(b, &before, a);
	b->n++;
}

static void
mark(struct table_book *b)
{
	struct book_mark *m = &b->mark[b->n / BOOK_STRIDE];

	m->at = b->at;
	memcpy(m->hiding, b->hiding, sizeof(m->hiding));
	m->left = b->left;
	m->n_said = b->n_said;
	memcpy(m->said, b->said, sizeof(m->said));
}

/* Restores the position of the last mark before move n. */
static void
back_to_mark(struct table_book *b, uint32_t n)
{
	const struct book_mark *m = &b->mark[n / BOOK_STRIDE];

	b->n = n - n % BOOK_STRIDE;
	b->at = m->at;
	memcpy(b->hiding, m->hiding, sizeof(m->hiding));
	b->left = m->left;
	b->n_said = m->n_said;
	memcpy(b->said, m->said, sizeof(b->said));
}

struct table_move *
book_add(struct table_book *b, struct action a)
{
	struct table_move *m = &b->move[b->n];

	if (b->n % BOOK_STRIDE == 0)
		mark(b);
	rules_action_print(b->game, &b->at, a, m->action);
	rules_note(b->game, &b->at, a, &m->note);
	m->effect = rules_effect(b->game, &b->at, a);
	m->san[0] = '\0';
	if (rules_has_san(b->game))
		rules_san_print(b->game, &b->at, a, m->san);
	m->done = a;
	move_on(b, a);
	return m;
}

void
book_cut(struct table_book *b, uint32_t n)
{
	uint32_t left = b->n - n;

	if (n == 0)
		return;
	back_to_mark(b, left);
	while (b->n < left)
		move_on(b, b->move[b->n].done);
}

void
book_copy(struct table_book *to, const struct table_book *from)
{
	memcpy(to, from, offsetof(struct table_book, move) + from->n * sizeof(from->move[0]));
}

bool
book_holds_secret(const struct table_book *b)
{
	return secret_held(b->game, &b->first, SEAT_NONE) ||
	       secret_held(b->game, &b->at, SEAT_NONE);
}

#include "daemon/table/book_impl.h"

#include <stddef.h>
#include <string.h>

#include "daemon/record/secret.h"

void
book_begin(struct table_book *b, const struct game *g, const struct position *first)
{
	b->game = g;
	b->first = *first;
	b->n = b->n_said = 0;
	b->at = b->first;
	book_hiding_start(b);
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
	book_hiding_step(b, &before, a);
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

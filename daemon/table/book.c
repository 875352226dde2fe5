#include "daemon/table/book_impl.h"

#include <stddef.h>
#include <string.h>

static void
begin_again(struct table_book *b)
{
	b->at = b->first;
	book_hiding_start(b);
}

void
book_begin(struct table_book *b, const struct game *g, const struct position *first)
{
	b->game = g;
	b->first = *first;
	b->n = b->n_said = 0;
	begin_again(b);
}

/* What action a, played at b->at, tells everybody. */
static void
say(struct table_book *b, struct action a)
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

	rules_apply(b->game, &b->at, a);
	book_hiding_step(b, &before, a);
}

struct table_move *
book_add(struct table_book *b, struct action a)
{
	struct table_move *m = &b->move[b->n];

	rules_action_print(b->game, &b->at, a, m->action);
	m->san[0] = '\0';
	if (rules_has_san(b->game))
		rules_san_print(b->game, &b->at, a, m->san);
	m->done = a;
	say(b, a);
	move_on(b, a);
	b->n++;
	return m;
}

void
book_cut(struct table_book *b, uint32_t n)
{
	b->n -= n;
	while (b->n_said > 0 && b->said[b->n_said - 1].move >= b->n)
		b->n_said--;
	begin_again(b);
	for (uint32_t i = 0; i < b->n; i++)
		move_on(b, b->move[i].done);
}

void
book_copy(struct table_book *to, const struct table_book *from)
{
	memcpy(to, from, offsetof(struct table_book, move) + from->n * sizeof(from->move[0]));
}

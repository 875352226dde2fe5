/*
 * The table's chance: what the next game will draw is settled, and its hash
 * told, before that game begins. docs/fair-chance.md is what players read.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"

void
table_chance_draw(struct table *t)
{
	uint8_t bytes[CHANCE_BYTES];

	if (!t->ops->random)
		return;
	t->ops->random(t->ops_arg, bytes);
	chance_seed(bytes, t->next_seed);
	chance_hash(t->next_seed, t->next_hash);
	t->version++;
}

void
table_chance_take(struct table *t, uint32_t from)
{
	if (!*t->next_seed)
		return;
	chance_add(t->game.seeds, from, t->next_seed);
	table_chance_draw(t);
}

bool
table_rolls_dice(const struct game *g)
{
	struct rules_error err;
	struct position p;

	return rules_start(g, "", &p, &err) == 0 && rules_to_act(g, &p) == SEAT_CHANCE;
}

uint32_t
table_rolls(const struct table *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->book.n; i++)
		n += strncmp(t->book.move[i].action, "roll:", 5) == 0;
	return n;
}

/* The game goes on although its seed was told: from the next roll on another counts. */
void
table_chance_renew(struct table *t)
{
	if (!*t->game.seeds || !table_rolls_dice(t->game.game))
		return;
	table_chance_take(t, table_rolls(t) + 1);
	if (t->store)
		store_mark_seeds(t->store, t->game.seeds);
}

bool
table_awaits_roll(const struct table *t)
{
	const struct session_state *s = &t->state;

	return t->begun && s->to_act == SEAT_CHANCE && !s->has_provisional &&
	       s->prompt.kind == PROMPT_NONE;
}

int
table_roll(struct table *t)
{
	struct event e = { .kind = EVENT_ACT, .seat = SEAT_NONE };
	uint8_t die[2];

	if (!(t->state.awaits & AWAIT_ROLL))
		return table_refuse(t, SAY_NOT_ROLLED);
	if (!chance_roll(t->game.seeds, table_rolls(t) + 1, die))
		return table_refuse(t, SAY_NOT_OWN_DICE);
	(void)snprintf(e.text, sizeof(e.text), "roll:%u,%u", die[die[0] > die[1]],
		       die[die[0] <= die[1]]);
	return table_event(t, e);
}

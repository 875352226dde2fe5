/*
 * The table's chance: the seed of the next game is fixed, and its hash published, before
 * that game begins. docs/fair-chance.md explains it to players.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"

/* Draws the next seed. */
static void
draw(struct table *t)
{
	uint8_t bytes[CHANCE_BYTES];

	if (!t->ops->random)
		return;
	t->ops->random(t->ops_arg, bytes);
	chance_seed(bytes, t->chance.next_seed);
	chance_hash(t->chance.next_seed, t->chance.next_hash);
	t->version++;
}

const char *
table_next_seed(const struct table *t)
{
	return t->chance.next_seed;
}

void
table_chance_take(struct table *t, uint32_t from)
{
	if (!*t->chance.next_seed)
		return;
	chance_add(t->game.seeds, from, t->chance.next_seed);
	draw(t);
}

uint32_t
table_rolls(const struct table *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->book.n; i++)
		n += strncmp(t->book.move[i].action, "roll:", 5) == 0;
	return n;
}

/* Returns whether pressing OK rolls. */
static bool
awaits_roll(const struct table *t)
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
		return table_refuse(t, tr("there is nothing to roll now"));
	if (!chance_roll(t->game.seeds, table_rolls(t) + 1, die))
		return table_refuse(t, tr("this game has no dice of its own: roll real ones and "
					  "enter the numbers"));
	(void)snprintf(e.text, sizeof(e.text), "roll:%u,%u", die[die[0] > die[1]],
		       die[die[0] <= die[1]]);
	return table_event(t, e);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT)
		draw(t);
	if (e->kind != DUTY_PRESS || e->press.button != BUTTON_OK || !awaits_roll(t))
		return false;
	e->press.result = table_roll(t);
	return true;
}

const struct duty table_chance_duty = { .event = event };

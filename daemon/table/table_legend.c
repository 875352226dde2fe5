/*
 * The legend: the four squares in the middle of the board show one meaning in its colour and
 * rhythm. It ends by itself, with its client, and with the first touched piece, because the
 * game's own lights matter then.
 */
#include "daemon/lamps/palette.h"
#include "daemon/table/table.h"

enum { LAST_US = 60000000 };

/* Returns the light of a lamp now. */
static struct palette_lamp
lamp_now(const struct table *t, const struct lamps_config *c)
{
	return palette_lamp(c, (uint16_t)(1u << t->legend.meaning), false,
			    t->now_us - t->legend.began_us);
}

/* Sets the time of the light's next change. */
static void
next_set(struct table *t)
{
	uint64_t end_us = t->legend.began_us + LAST_US;
	uint64_t next =
		palette_next(lamp_now(t, &t->lamps_config).rhythm, t->now_us - t->legend.began_us);

	t->legend.next_us = next < LAST_US ? t->legend.began_us + next : end_us;
}

void
table_legend(struct table *t, uint32_t client, unsigned meaning)
{
	t->legend = (struct table_legend){ .began_us = t->now_us };
	if (meaning < MEANINGS) {
		t->legend.client = client;
		t->legend.meaning = (uint8_t)meaning;
		next_set(t);
	}
	t->version++;
}

static uint64_t
deadline(const struct table *t)
{
	return t->legend.client ? t->legend.next_us : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	if (now_us >= t->legend.began_us + LAST_US) {
		table_legend(t, 0, MEANINGS);
		return;
	}
	next_set(t);
	t->lamps_us = now_us; /* paints again, although the state is the same */
}

static bool
paint(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	unsigned files = t->board->files, ranks = t->board->ranks;

	if (!t->legend.client)
		return false;
	for (unsigned i = 0; i < 4; i++) {
		unsigned file = files / 2 - 1 + i % 2, rank = ranks / 2 - 1 + i / 2;
		struct palette_lamp lamp = lamp_now(t, c);

		for (unsigned k = 0; k < 3; k++)
			rgb[rank * files + file][k] = lamp.rgb[k];
	}
	return true;
}

static bool
event(struct table *t, struct duty_event *e)
{
	bool ends = (e->kind == DUTY_DISCONNECTED && e->client == t->legend.client) ||
		    (e->kind == DUTY_TOUCH && e->touch.changed && e->touch.was);

	if (ends && t->legend.client)
		table_legend(t, 0, MEANINGS);
	return false;
}

const struct duty table_legend_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.paint = paint,
};

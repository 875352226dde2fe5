/*
 * The legend: the four squares in the middle of the board show one meaning in its colour and
 * rhythm. It ends by itself, with its client, and with the first touched piece, because the
 * game's own lights matter then.
 *
 * The lamp test: every lamp red, green, blue and white in turn, a second each, within the
 * current limits.
 */
#include "daemon/lamps/palette.h"
#include "daemon/table/table.h"

enum {
	LAST_US = 60000000,
	TEST_STEP_US = 1000000,
};

static bool
is_test(const struct table *t)
{
	return t->legend.meaning == TABLE_LAMP_TEST;
}

/* Returns the light of a lamp of the legend now. */
static struct palette_lamp
lamp_now(const struct table *t, const struct lamps_config *c)
{
	return palette_lamp(c, 1u << t->legend.meaning, false,
			    t->now_us - t->legend.began_us);
}

/* Sets the time of the light's next change. */
static void
next_set(struct table *t)
{
	uint64_t since_us = t->now_us - t->legend.began_us;
	uint64_t next = is_test(t) ? (since_us / TEST_STEP_US + 1) * TEST_STEP_US
				   : palette_next(lamp_now(t, &t->lamps_config).rhythm, since_us);

	t->legend.next_us = t->legend.began_us + (next < LAST_US ? next : LAST_US);
}

void
table_legend(struct table *t, uint32_t client, unsigned meaning)
{
	t->legend = (struct table_legend){ .client = client,
					   .meaning = (uint8_t)meaning,
					   .began_us = t->now_us };
	if (client)
		next_set(t);
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
		table_legend(t, 0, 0);
		return;
	}
	next_set(t);
	t->lamps_us = now_us; /* paints again, although the state is the same */
}

static void
paint_test(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	unsigned step = (unsigned)((t->now_us - t->legend.began_us) / TEST_STEP_US) % 4;

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
		for (unsigned k = 0; k < 3; k++)
			rgb[sq][k] = step == 3 || k == (c->rgb ? step : 0) ? 255 : 0;
}

static bool
paint(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	unsigned files = t->board->files, ranks = t->board->ranks;

	if (!t->legend.client)
		return false;
	if (is_test(t)) {
		paint_test(t, c, rgb);
		return true;
	}
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
		    (e->kind == DUTY_TOUCH && e->touch.changed && e->touch.was && !is_test(t));

	if (ends && t->legend.client)
		table_legend(t, 0, 0);
	return false;
}

const struct duty table_legend_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.paint = paint,
};

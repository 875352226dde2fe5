/*
 * The lamp test: every lamp red, green, blue and white in turn, a second each, within the
 * current limits. It ends by itself or with its client; the game continues and is lit
 * again afterwards.
 */
#include <string.h>

#include "daemon/table/table.h"

enum {
	STEP_US = 1000000,
	LAST_US = 60000000,
};

void
table_lamptest(struct table *t, uint32_t client, bool on)
{
	t->lamptest.client = on ? client : 0;
	t->lamptest.began_us = t->now_us;
	t->lamptest.next_us = t->now_us + STEP_US;
	t->version++;
}

static uint64_t
deadline(const struct table *t)
{
	return t->lamptest.client ? t->lamptest.next_us : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	(void)now_us;
	if (t->lamptest.next_us >= t->lamptest.began_us + LAST_US) {
		table_lamptest(t, 0, false);
		return;
	}
	t->lamptest.next_us += STEP_US;
	t->version++;
}

static bool
paint(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	unsigned step = (unsigned)((t->now_us - t->lamptest.began_us) / STEP_US) % 4;

	if (!t->lamptest.client)
		return false;
	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
		for (unsigned k = 0; k < 3; k++)
			rgb[sq][k] = step == 3 || k == (c->rgb ? step : 0) ? 255 : 0;
	return true;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_DISCONNECTED && e->client == t->lamptest.client)
		table_lamptest(t, 0, false);
	return false;
}

const struct duty table_lamptest_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.paint = paint,
};

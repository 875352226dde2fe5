/*
 * The lamp test: every lamp red, green, blue and white by turns, a second each,
 * within what the chips may draw. It ends by itself, and with whoever asked for
 * it; the game goes on under it and is lit again afterwards.
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
	t->test_client = on ? client : 0;
	t->test_us = t->now_us;
	t->test_next_us = t->now_us + STEP_US;
	t->version++;
	table_relight(t);
	if (t->begun)
		table_light(t, t->now_us);
}

uint64_t
table_lamptest_deadline(const struct table *t)
{
	return t->test_client ? t->test_next_us : UINT64_MAX;
}

void
table_lamptest_turn(struct table *t)
{
	if (t->test_next_us >= t->test_us + LAST_US) {
		table_lamptest(t, 0, false);
		return;
	}
	t->test_next_us += STEP_US;
	table_light(t, t->now_us);
}

void
table_lamptest_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct lamps_config c = table_board_lamps(t);
	unsigned step = (unsigned)((t->now_us - t->test_us) / STEP_US) % 4;

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
		for (unsigned k = 0; k < 3; k++)
			rgb[sq][k] = step == 3 || k == (c.rgb ? step : 0) ? 255 : 0;
	lamps_limit(&c, rgb, BOARD_SQUARES_MAX);
}

/*
 * A board of one sensor chip, one lamp chip and four buttons, with the lamps
 * and the log of its table.
 */
#pragma once
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/view/view.h"
#include "daemon/words/words.h"
#include "../record/help.h"
#include "alone.h"

static struct board board;
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static struct table table;
static unsigned frames, lit, light; /* light: of all colours together */
static char logged[4096];

static inline void
count_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg;
	frames++;
	lit = light = 0;
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++) {
		lit += rgb[sq][0] || rgb[sq][1] || rgb[sq][2];
		light += (unsigned)rgb[sq][0] + rgb[sq][1] + rgb[sq][2];
	}
}

static const struct table_ops ops = { .frame = count_frame, .today = no_day };

static inline void
keep_log(void *arg, const char *line)
{
	(void)arg;
	strncat(logged, line, sizeof(logged) - strlen(logged) - 2);
	strcat(logged, "\n");
}

static inline void
report_message(enum busio_kind kind, unsigned index, unsigned sq, bool on, int err, uint64_t t_us)
{
	struct busio_msg m = { .kind = (uint8_t)kind,
			       .index = (uint8_t)index,
			       .sq = (uint8_t)sq,
			       .level = on,
			       .reading.occupied = on,
			       .err = err,
			       .t_us = t_us };

	table_message(&table, &m);
}

static inline void
edge(const char *sq, bool on, uint64_t ms)
{
	report_message(BUSIO_EDGE, 0, (unsigned)((sq[1] - '1') * 8 + sq[0] - 'a'), on, 0,
		       ms * 1000);
}

static inline void
begin_limited(uint16_t max_ma, uint32_t channel_ua)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { channel_ua };

	board = (struct board){ .name = "test",
				.files = 8,
				.ranks = 8,
				.n_sensors = 1,
				.n_leds = 1,
				.n_buses = 1,
				.n_buttons = 4 };
	strcpy(board.sensor[0].part, "MCP23017");
	strcpy(board.led[0].part, "IS31FL3741");
	strcpy(board.button[0].name, "clock");
	strcpy(board.button[1].name, "ok");
	strcpy(board.button[2].name, "back");
	strcpy(board.button[3].name, "hint");
	memset(board.sensor[0].sq, BOARD_NO_SQ, sizeof(board.sensor[0].sq));
	for (unsigned i = 0; i < 64; i++)
		board.sensor[0].sq[i] = (uint8_t)i;
	board.led[0].rgb = true;
	board.led[0].max_ma = max_ma;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++)
		report_message(BUSIO_EDGE, 0, sq, sq < 16 || sq >= 48, 0, 0);
	table_begin(&table, NULL, 0);
	frames = lit = light = 0; /* lamps start dark */
	logged[0] = '\0';
}

static inline void
begin(void)
{
	begin_limited(0, 0);
}

/*
 * Begins with a board of 11 x 9 and the array of a game of 8 x 8 on it.
 * home_file: the file of the game's a1 on the first rank.
 */
static inline void
begin_wide(uint8_t home_file)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	begin();
	board.files = 11;
	board.ranks = 9;
	board.home_file = home_file;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 99; sq++) {
		unsigned file = sq % 11 - home_file;

		report_message(BUSIO_EDGE, 0, sq, file < 8 && (sq < 22 || (sq >= 66 && sq < 88)), 0,
			       0);
	}
	table_begin(&table, NULL, 0);
}

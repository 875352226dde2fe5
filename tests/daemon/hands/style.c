#include "tests/daemon/hands/style.h"

#include <stddef.h>
#include <string.h>

#define MS(lo, hi)                       \
	{                                \
		(lo) * 1000u, (hi)*1000u \
	}

const struct style styles[] = {
	{
		.name = "clean",
		.scan_us = 1000,
		.touch = MS(120, 700),
		.think = MS(100, 4000),
		.press = MS(150, 700),
		.lays_late = 30,
		.clock = 40,
		.beside = 2,
	},
	{
		.name = "human",
		.scan_us = 5000,
		.bounce_max_us = 2000,
		.touch = MS(60, 700),
		.slide = MS(40, 150),
		.swap = MS(35, 90),
		.adjust = MS(80, 400),
		.thought = MS(150, 800),
		.late = MS(1300, 3000),
		.press = MS(120, 700),
		.reply = MS(160, 900),
		.think = MS(100, 6000),
		.slides = 20,
		.adjusts = 8,
		.puts_back = 5,
		.second_thoughts = 6,
		.other_piece = 4,
		.late_thoughts = 20,
		.swaps = 35,
		.gestures = 25,
		.pawn_first = 40,
		.jolts = 2,
		.lays_late = 50,
		.forgets = 15,
		.clock = 40,
		.early = 30,
		.beside = 4,
	},
	/* An evening's game, for showing: nobody hurries, everybody now and then fumbles. */
	{
		.name = "demo",
		.scan_us = 5000,
		.bounce_max_us = 1000,
		.touch = MS(250, 900),
		.slide = MS(60, 150),
		.swap = MS(50, 120),
		.adjust = MS(200, 600),
		.thought = MS(300, 800),
		.press = MS(300, 900),
		.think = MS(1500, 9000),
		.slides = 15,
		.adjusts = 4,
		.puts_back = 3,
		.second_thoughts = 3,
		.swaps = 35,
		.gestures = 25,
		.pawn_first = 40,
		.clock = 35,
	},
	{
		.name = "hard",
		.scan_us = 10000,
		.bounce_max_us = 8000,
		.noise = 15,
		.touch = MS(35, 350),
		.slide = MS(25, 90),
		.swap = MS(20, 60),
		.adjust = MS(40, 250),
		.thought = MS(60, 900),
		.late = MS(1200, 2500),
		.press = MS(60, 400),
		.reply = MS(160, 600),
		.think = MS(60, 3000),
		.slides = 30,
		.adjusts = 15,
		.puts_back = 8,
		.second_thoughts = 10,
		.other_piece = 6,
		.late_thoughts = 30,
		.swaps = 30,
		.missed_swaps = 15,
		.knocks = 40,
		.gestures = 30,
		.pawn_first = 40,
		.odd_piece = 50,
		.jolts = 4,
		.lays_late = 50,
		.forgets = 25,
		.clock = 30,
		.early = 50,
		.overlap = 25,
		.takebacks = 3,
		.illegal = 4,
		.beside = 6,
	},
	/* A slow scan: what is quick is not seen, and much at once has no order. */
	{
		.name = "missed",
		.scan_us = 45000,
		.bounce_max_us = 3000,
		.touch = MS(60, 700),
		.slide = MS(25, 90),
		.swap = MS(20, 60),
		.adjust = MS(40, 250),
		.thought = MS(150, 800),
		.late = MS(1300, 3000),
		.press = MS(120, 700),
		.reply = MS(220, 900),
		.think = MS(150, 5000),
		.slides = 20,
		.adjusts = 8,
		.puts_back = 5,
		.second_thoughts = 6,
		.other_piece = 4,
		.late_thoughts = 20,
		.swaps = 40,
		.missed_swaps = 10,
		.gestures = 20,
		.pawn_first = 40,
		.jolts = 2,
		.lays_late = 40,
		.forgets = 15,
		.clock = 40,
		.early = 20,
		.beside = 4,
	},
};
const unsigned n_styles = sizeof(styles) / sizeof(styles[0]);

const struct style *
style_find(const char *name)
{
	for (unsigned i = 0; i < n_styles; i++)
		if (strcmp(styles[i].name, name) == 0)
			return &styles[i];
	return NULL;
}

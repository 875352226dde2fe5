/* The state as a whole, the greeting and the lamps. */
#include <stdio.h>

#include "daemon/view/view_impl.h"

json_t *
view_state(const struct table *t, unsigned seat)
{
	json_t *o = json_pack("{s:s, s:o}", "kind", "state", "phase", view_phase(&t->state));

	if (t->state.phase != SESSION_NO_GAME)
		view_add_play(o, t, seat);
	view_add_board(o, t);
	return o;
}

json_t *
view_hello(const struct table *t)
{
	static const char *const senses[] = { "occupancy", "polarity", "level" };
	const struct board *b = t->board;
	const char home[] = { (char)('a' + b->home_file), (char)('1' + b->home_rank), '\0' };

	return json_pack("{s:s, s:i, s:s, s:{s:s, s:s, s:i, s:i, s:s, s:s}}", "kind", "hello",
			 "version", 1, "program", "halod " HALO_VERSION, "board", "name", b->name,
			 "title", b->title, "files", (int)b->files, "ranks", (int)b->ranks, "home",
			 home, "senses", senses[b->senses % 3]);
}

json_t *
view_lamps(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned sq = 0; t->begun && sq < rules_squares(t->state.game); sq++) {
		const uint8_t *c = t->lamps.shown.rgb[sq];
		uint32_t means = t->lamps.shown.frame.means[sq];
		char name[4], rgb[8];

		if (!means)
			continue;
		rules_square_print(t->state.game, sq, name);
		(void)snprintf(rgb, sizeof(rgb), "%02x%02x%02x", c[0], c[1], c[2]);
		json_object_set_new(
			o, name,
			json_pack("{s:s, s:o}", "rgb", rgb, "meaning", view_meanings(means)));
	}
	return o;
}

/* The state as a whole, the greeting and the lamps. */
#include <stdio.h>

#include "daemon/table/log.h"
#include "daemon/view/view_impl.h"

/*
 * Logs lost values each time their number has doubled, because every state is built anew and
 * may lose the same value again.
 */
static void
log_lost(unsigned before, unsigned now, const char *what)
{
	static unsigned logged;

	if (now == before || now / 2 < logged)
		return;
	logged = now;
	log_line(LOG_BUG,
		 "clients are not sent %s: it is no UTF-8, or there is no memory; values lost so "
		 "far: %u",
		 what, now);
}

json_t *
view_state(const struct table *t, unsigned seat)
{
	json_t *o = json_pack("{s:s, s:o}", "kind", "state", "phase", view_phase(&t->state));
	const char *what;
	unsigned before = view_lost(&what), now;

	if (t->state.phase != SESSION_NO_GAME)
		view_add_play(o, t, seat);
	view_add_board(o, t);
	now = view_lost(&what);
	log_lost(before, now, what);
	if (now != before)
		view_set(o, "lost", json_integer(now - before));
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
		uint16_t means = t->lamps.shown.frame.means[sq];
		char name[4], rgb[8];

		if (!means)
			continue;
		rules_square_print(t->state.game, sq, name);
		(void)snprintf(rgb, sizeof(rgb), "%02x%02x%02x", c[0], c[1], c[2]);
		view_set(o, name,
			 json_pack("{s:s, s:o}", "rgb", rgb, "meaning", view_meanings(means)));
	}
	return o;
}

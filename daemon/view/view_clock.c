/* The clock as clients are told it: what is left at this moment, and who loses from then on. */
#include "daemon/view/view_impl.h"
#include "daemon/words/words_clock.h"

static json_t *
one_seat(const struct clock *c, unsigned seat, uint64_t now_us)
{
	const struct clock_seat *s = &c->now.seat[seat];
	unsigned moves_left = clock_moves_left(c, seat), period = clock_period(c, seat);
	uint32_t bonus_s = clock_control(&c->spec, c->n_seats, seat)->period[period].bonus_s;

	return json_pack("{s:I, s:b, s:I, s:o, s:i, s:I}", "left_ms",
			 (json_int_t)(clock_left_us(c, seat, now_us) / 1000), "flag", s->flag,
			 "moves", (json_int_t)s->moves, "moves_left",
			 moves_left ? json_integer(moves_left) : json_null(), "period", (int)period,
			 "bonus_ms", (json_int_t)bonus_s * 1000);
}

static json_t *
all_seats(const struct table *t, const struct clock *c)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < c->n_seats; s++)
		view_set(o, rules_seat_name(t->state.game, s), one_seat(c, s, t->now_us));
	return o;
}

json_t *
view_clock(const struct table *t)
{
	static const char *const pause[] = { NULL, "asked", "restart", "board" };
	const struct game *g = t->state.game;
	char spec[CLOCK_SPEC_TEXT];
	struct clock c;
	bool shown;

	if (t->clock.spec.mode == CLOCK_NONE)
		return json_null();
	shown = table_clock_shown(t, &c);
	clock_spec_print(&c.spec, spec);
	return json_pack("{s:s, s:s, s:o, s:s?, s:s, s:b, s:b, s:o, s:o, s:o}", "spec", spec,
			 "mode", clock_mode_name(c.spec.mode), "running",
			 view_seat(g, clock_runs(&c) ? c.now.running : SEAT_NONE), "paused",
			 pause[c.pause % 4], "text", words_clock_paused(c.pause), "started",
			 c.now.started, "provisional", shown, "gains",
			 view_seat(g, clock_gains(&c)), "first_flag",
			 view_seat(g, c.now.first_flag), "seats", all_seats(t, &c));
}

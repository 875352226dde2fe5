/* The table's duties, the most urgent first. */
#include "daemon/table/table.h"

static const struct duty *const duties[] = {
	/* Pieces are noted even while a later duty uses the board. */
	&table_known_duty,
	&table_health_duty,
	/*
	 * While one of these is active, the board, its lamps or its buttons belong to that duty
	 * and not to the game.
	 */
	/* Lights what a page of the screen explains; the game or the replay continues. */
	&table_legend_duty,
	&table_menu_duty,
	&table_calibrate_duty,
	&table_choice_duty,
	&table_show_duty,
	&table_lesson_duty,
	/* The game continues with these. */
	&table_settings_duty,
	&table_seats_duty,
	/* The hint button asks about a lifted piece first. */
	&table_about_duty,
	&table_advice_duty,
	&table_clock_duty,
	&table_chance_duty,
	&table_buttons_duty,
	&table_beside_duty,
	&table_blind_duty,
	&table_stuck_duty,
	&table_stick_duty,
	&table_page_duty,
	&table_pin_duty,
	&table_end_duty,
	&table_review_duty,
	&table_evening_duty,
	&table_match_duty,
	&table_offer_duty,
	&table_speech_duty,
	&table_trace_duty,
};

enum { DUTIES = sizeof(duties) / sizeof(duties[0]) };

bool
duties_event(struct table *t, struct duty_event *e)
{
	for (unsigned i = 0; i < DUTIES; i++)
		if (duties[i]->event && duties[i]->event(t, e))
			return true;
	return false;
}

bool
duties_report(struct table *t, enum duty_event_kind kind)
{
	return duties_event(t, &(struct duty_event){ .kind = (uint8_t)kind, .t_us = t->now_us });
}

static uint64_t
deadline_of(const struct duty *d, const struct table *t)
{
	return d->deadline ? d->deadline(t) : UINT64_MAX;
}

void
duties_take(struct table *t, const struct duty *taker)
{
	struct duty_event e = { .kind = DUTY_TAKEN, .taker = taker };

	(void)duties_event(t, &e);
}

uint64_t
duties_deadline(const struct table *t)
{
	uint64_t first = UINT64_MAX;

	for (unsigned i = 0; i < DUTIES; i++) {
		uint64_t d = deadline_of(duties[i], t);

		first = d < first ? d : first;
	}
	return first;
}

void
duties_turn(struct table *t, uint64_t now_us)
{
	for (unsigned i = 0; i < DUTIES; i++)
		if (deadline_of(duties[i], t) <= now_us)
			duties[i]->turn(t, now_us);
}

bool
duties_paint(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	for (unsigned i = 0; i < DUTIES; i++)
		if (duties[i]->paint && duties[i]->paint(t, c, rgb))
			return true;
	return false;
}

bool
duties_prompt(const struct table *t, struct prompt *out)
{
	for (unsigned i = 0; i < DUTIES; i++)
		if (duties[i]->prompt && duties[i]->prompt(t, out))
			return true;
	return false;
}

bool
duties_state(const struct table *t, struct session_state *out)
{
	for (unsigned i = 0; i < DUTIES; i++)
		if (duties[i]->state && duties[i]->state(t, out))
			return true;
	return false;
}

bool
duties_say(const struct table *t, char out[WORDS_LINE])
{
	for (unsigned i = 0; i < DUTIES; i++)
		if (duties[i]->say && duties[i]->say(t, out))
			return true;
	return false;
}

/*
 * Squares outside a small game on a large board. A piece that stays on one for a second is
 * reported, because it may be meant for the game; so is its removal.
 */
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

enum { REST_US = 1000000 };

/* Schedules a check in a second, after a change outside the game or of the game. */
static void
schedule_check(struct table *t, uint64_t t_us)
{
	const struct game *g = t->state.game;
	bool whole = rules_files(g) == t->board->files && rules_ranks(g) == t->board->ranks;

	if (!whole)
		t->beside.look_us = t_us + REST_US;
	else if (t->troubles.place[TROUBLE_BESIDE].on) /* reported during a smaller game */
		t->beside.look_us = t_us;
	else
		t->beside.look_us = UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	const struct game *g = t->state.game;
	uint8_t sq[BOARD_SQUARES_MAX];
	char text[WORDS_LINE] = "";
	unsigned n;

	t->beside.look_us = UINT64_MAX;
	n = home_beside(t->board, g, t->reading, t->known, sq);
	if (n > 0)
		words_beside(t->board, g, sq, n, text);
	t->version += trouble_set(&t->troubles, TROUBLE_BESIDE, LOG_GAME, now_us, text);
}

static uint64_t
deadline(const struct table *t)
{
	return t->beside.look_us;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT)
		t->beside.look_us = UINT64_MAX;
	else if (e->kind == DUTY_OPENED)
		schedule_check(t, e->t_us);
	if (e->kind != DUTY_TOUCH || e->touch.sq != RULES_NO_SQ)
		return false;
	schedule_check(t, e->t_us);
	return true;
}

const struct duty table_beside_duty = { .event = event, .turn = turn, .deadline = deadline };

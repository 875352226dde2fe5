#include "daemon/table/table.h"

void
table_say(struct table *t, enum table_say what, unsigned sq)
{
	t->speech.asked++;
	t->speech.what = (uint8_t)what;
	t->speech.sq = (uint8_t)sq;
	t->version++;
}

/* An answer belongs to its position. */
static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_FINAL || e->kind == DUTY_UNDO || e->kind == DUTY_FRESH ||
	    e->kind == DUTY_TAKEN)
		t->speech.what = TABLE_SAY_NOTHING;
	return false;
}

const struct duty table_speech_duty = { .event = event };

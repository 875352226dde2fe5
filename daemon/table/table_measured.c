/*
 * Measurements of the board are used at once. The store's thread writes the file, and the client
 * gets a reply when the file is on disk. Later files include the values of earlier ones.
 */
#include "daemon/table/table.h"

int
table_measured(struct table *t, const struct board *b, const struct table_asker *who)
{
	if (!t->ops->measured)
		return table_refuse(t, tr("this board's numbers cannot be changed from here"));
	if (t->ops->measured(t->ops_arg, b, who, t->why) < 0)
		return -1;
	t->measured.asked++;
	t->measured.due = true;
	table_blind_described(t);
	return 1;
}

bool
table_measured_is_due(const struct table *t)
{
	return t->measured.due;
}

uint32_t
table_measured_last(const struct table *t)
{
	return t->measured.asked;
}

void
table_measured_answered(struct table *t, int err, const char *why)
{
	struct duty_event e = { .kind = DUTY_MEASURED, .t_us = t->now_us };

	e.measured.file = ++t->measured.answered;
	e.measured.err = err;
	if (t->measured.answered == t->measured.asked)
		t->measured.due = err < 0;
	if (err < 0)
		log_line(LOG_BOARD, "%s", why);
	(void)duties_event(t, &e);
}

int
table_blind_name(struct table *t, unsigned board_sq, bool blind, const struct table_asker *who)
{
	struct board b = *t->board;

	/* Write the file again, even if unchanged, if it is not on disk. */
	if (b.blind[board_sq] == blind && !t->measured.due)
		return 0;
	b.blind[board_sq] = blind;
	return table_measured(t, &b, who);
}


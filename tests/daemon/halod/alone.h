/* A table on its own, without lamps, log or calendar day. */
#pragma once
#include <string.h>

#include "daemon/table/table.h"

static inline void
ignore_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg;
	(void)rgb;
}

static inline void
no_day(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	memcpy(out, RECORD_DATE_UNSET, RECORD_DATE_SIZE);
}

static inline void
ignore_log(void *arg, const char *line)
{
	(void)arg;
	(void)line;
}

/*
 * Opens a record as the daemon does at its start, or with a journal's clerk:
 * plays it in, then puts it on the board.
 */
static inline void
begin_from(struct table *t, const struct record *resume, uint64_t t_us)
{
	struct table_past *past = resume ? table_past_make(resume) : NULL;

	table_begin(t, past, t_us);
	table_past_free(past);
}

/* Sets a seat's PIN at once, whatever was set before. */
static inline int
set_pin(struct table *t, unsigned seat, const char *pin)
{
	struct table_pin_job job;
	char digest[TABLE_PIN];

	t->pins.of[seat].change_us = 0;
	if (table_pin_set(t, seat, pin, &job) < 0)
		return -1;
	table_pin_digest(&job, digest);
	return table_pin_end(t, &job, digest);
}

static inline int
open_record(struct table *t, const struct record *r)
{
	struct table_past *past = table_past_make(r);
	int err = table_open(t, past);

	table_past_free(past);
	return err;
}

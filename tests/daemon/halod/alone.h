/* A table on its own: nobody sees its lamps, reads its log or knows the day. */
#pragma once
#include <string.h>

#include "daemon/table/table.h"

static inline void
ignore_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3], uint64_t t_us)
{
	(void)arg;
	(void)rgb;
	(void)t_us;
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

/* As the daemon does at its start, or with a journal's clerk: played in, then put on the board. */
static inline void
begin_from(struct table *t, const struct record *resume, uint64_t t_us)
{
	struct table_past *past = resume ? table_past_make(resume) : NULL;

	table_begin(t, past, t_us);
	table_past_free(past);
}

static inline int
open_record(struct table *t, const struct record *r)
{
	struct table_past *past = table_past_make(r);
	int err = table_open(t, past);

	table_past_free(past);
	return err;
}

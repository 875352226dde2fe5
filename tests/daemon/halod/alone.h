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

/* Initial settings of a table, until they are changed. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct table_config {
	uint8_t hints;		/* enum hints, for all seats */
	bool objects;		/* objects on the board show marks, instead of lamps */
	uint64_t settle_us;	/* quiet that makes an action final */
	const char *game;	/* the first game of a new table; must outlive it */
};

/* What a table is begun with, until somebody sets it otherwise. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct table_config {
	uint8_t hints;		/* enum hints, of all seats */
	bool objects;		/* things lie on the board where else lamps stand for them */
	uint64_t settle_us;	/* quiet that makes an action final */
	const char *game;	/* what a fresh table begins with; outlives the table */
};

/*
 * What halod is told on its command line and by its environment, read and
 * checked whole before anything is opened.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/loop.h"
#include "daemon/table/table_config.h"
#include "hw/board/board.h"

enum { CONFIG_PATH_MAX = 4096 };

struct config {
	char board[CONFIG_PATH_MAX];	/* a name, or a file */
	char socket[CONFIG_PATH_MAX];
	char store[CONFIG_PATH_MAX];	/* a folder */
	bool store_parents;		/* it is nobody's choice: make what leads to it */
	char bus[BOARD_BUSES_MAX][BOARD_PATH_MAX];	/* "": as the description says */
	enum loop_clock clock;
	struct table_config table;
	char supply[BOARD_PATH_MAX];	/* a file that tells of too low a voltage; "": look for it */
	bool dark;			/* put the lamps out, nothing else */
	bool help, version;
};

/*
 * Reads argv. 0, or -1 with one line in why: which word, and what it should
 * have been. *c may be half filled then.
 */
MUST_USE int config_parse(struct config *c, int argc, char **argv, char *why, size_t size);
/*
 * The socket and the store's folder where the command line left them open, from
 * RUNTIME_DIRECTORY, XDG_RUNTIME_DIR, STATE_DIRECTORY, XDG_DATA_HOME and HOME.
 * 0, or -1 with one line in why.
 */
MUST_USE int config_paths(struct config *c, char *why, size_t size);
/* --help, for standard output */
extern const char config_usage[];

/*
 * halod's settings from command line and environment, read and checked completely before
 * anything is opened.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/loop.h"
#include "daemon/server/peer.h"
#include "daemon/table/table_config.h"
#include "hw/board/board.h"

enum { CONFIG_PATH_MAX = 4096 };

struct config {
	char board[CONFIG_PATH_MAX];	/* a name, or a file */
	char socket[CONFIG_PATH_MAX];
	char store[CONFIG_PATH_MAX];	/* a folder */
	bool store_parents;		/* the place is a default: make its parent folders */
	char bus[BOARD_BUSES_MAX][BOARD_PATH_MAX];	/* "": as in the description */
	enum loop_clock clock;
	struct table_config table;
	struct peer_grants grants;	/* other users that may take a role */
	char supply[BOARD_PATH_MAX];	/* file that reports low voltage; "": detect */
	bool dark;			/* only turn the lamps off */
	bool help, version;
};

/*
 * Parses argv. Returns 0, or -1 with one line in why: the word, and what was expected. *c
 * may be partly filled then.
 */
MUST_USE int config_parse(struct config *c, int argc, char **argv, char *why, size_t size);
/*
 * Sets socket and store folder, unless given, from RUNTIME_DIRECTORY, XDG_RUNTIME_DIR,
 * STATE_DIRECTORY, XDG_DATA_HOME and HOME. Returns 0, or -1 with one line in why.
 */
MUST_USE int config_paths(struct config *c, char *why, size_t size);
/* --help, for standard output */
extern const char config_usage[];

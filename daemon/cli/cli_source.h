/* The daemon's saved games, requested over the socket, as a source of an export. */
#pragma once
#include "daemon/cli/cli.h"
#include "daemon/export/export.h"

struct cli_games {
	struct cli_link *link;
	void *arg; /* the caller's */
	/* The caller may set step and file, whose `user` is this struct. */
	struct export_source source;
	/* Set by cli_games_list. */
	struct export_game *game; /* oldest first */
	size_t n, room, at;
	char journal[16];	      /* its id, "" none */
	char unknown[EXPORT_WHY_MAX]; /* the first game that is left out because its rules are
				       * unknown, "": none */
};

/*
 * Returns CLI_OK, or an error with a message. cli_games_free frees the contents, also
 * after an error.
 */
MUST_USE int cli_games_list(struct cli_games *g);
void cli_games_free(struct cli_games *g);

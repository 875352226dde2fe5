/* The daemon's kept games, asked for over the socket, as a source of an export. */
#pragma once
#include "daemon/cli/cli.h"
#include "daemon/export/export.h"

struct cli_games {
	struct cli_link *link;
	/* Told as in struct export_source; NULL: nobody wants to know. */
	bool (*step)(void *arg, uint32_t done, uint32_t of);
	void (*file)(void *arg, const char *name, bool fresh);
	void *arg;
	/* Filled in by cli_games_list. */
	struct export_source source;
	struct export_game *game; /* oldest first */
	size_t n, room, at;
	char unknown[EXPORT_WHY_MAX]; /* the first that is left out: no rules for it; "" none */
};

/* CLI_OK, or told. What it is filled with is freed by cli_games_free, on failure too. */
MUST_USE int cli_games_list(struct cli_games *g);
void cli_games_free(struct cli_games *g);

/*
 * The commands of the Universal Chess Interface, for all games that the engine plays. Bad input is
 * answered by `info string error: …` and changes nothing.
 */
#pragma once
#include "daemon/engine/think.h"

enum {
	UCI_LINE_MAX = 1 << 16, /* bytes of a command with its NUL */
	UCI_ACTIONS_MAX = 4096, /* actions of a game in `position … moves` */
};

struct uci {
	struct think think;
	const struct game *g;
	struct position p;
	struct engine_view view; /* what p leaves open */
	/* Keys of the game's positions before p. */
	uint64_t past[UCI_ACTIONS_MAX];
	size_t n_past;
	unsigned level, lines;
	bool by_elo; /* in chess `elo` counts, and no level */
	unsigned elo;
	uint64_t seed;
	size_t hash_mb;
	void *memory;
};

/* Sets up the options' defaults and the start position of chess. Returns 0, or -1: no memory. */
MUST_USE int uci_init(struct uci *u);
void uci_free(struct uci *u);
/* Runs one command, without its newline; the line is changed. Returns false after `quit`. */
bool uci_run(struct uci *u, char *line);

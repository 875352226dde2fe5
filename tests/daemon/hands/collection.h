/* Games that the simulated players know by heart. */
#pragma once
#include "daemon/record/pgn.h"
#include "tests/daemon/hands/sim.h"

/* A PGN file, game by game. */
struct collection {
	const char *label; /* the file's name without its folder, for messages */
	char *text;
	struct pgn_reader reader;
	struct record record;
	unsigned number; /* of the last game */
};

/* False, with the reason on stderr. */
bool collection_open(struct collection *c, const char *path);
/* The next game. 1; 0 at the end; -1 with the reason on stderr. */
int collection_next(struct collection *c, struct meant *m);
void collection_close(struct collection *c);

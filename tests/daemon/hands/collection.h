/* Games for the simulated players to replay. */
#pragma once
#include "daemon/record/pgn.h"
#include "tests/daemon/hands/sim.h"

/* A PGN file, read game by game. */
struct collection {
	const char *label; /* the file's name without its folder, for messages */
	char *text;
	struct pgn_reader reader;
	struct record record;
	unsigned number; /* number of the last game */
};

/* Returns false and prints the reason on failure. */
bool collection_open(struct collection *c, const char *path);
/* Reads the next game. Returns 1, 0 at the end, or -1 after printing the reason. */
int collection_next(struct collection *c, struct meant *m);
void collection_close(struct collection *c);

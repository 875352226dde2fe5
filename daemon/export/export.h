/*
 * A whole export: every kept game as files in a folder, for the daemon, for the
 * command line and for sticks alike.
 *
 *	2026-01-31-012-chess.pgn	a game that does not go on any more
 *	2026-01-31-012-chess.json	its native record
 *	2026-01-31-012-chess.board	its trace, on wish and where one was kept
 *	all-games.pgn			these games once more, oldest first, in one file
 *	running.pgn running.json	the game on the board, as everybody at the table knows it
 *
 * running.* goes when no game runs any more, if it tells of a game of this journal.
 * A game's file that stands there with the same content is left as it is, so a
 * second export writes what is new and nothing else. One with other content or
 * that cannot be read, a folder or a link under that name is somebody's and stays:
 * the game goes under `…-2.pgn`, up to 9. Replaced are all-games.pgn, running.*,
 * a game's PGN and record that both are as an earlier export wrote them while the game
 * has become another since (its result was taken back), and a file that ends in the
 * midst of the text: a stick was pulled, and mending has cut it off. Such a PGN and record go
 * while that game runs on, its trace too, and all-games.pgn where it held no other. One
 * that begins neither with a game of ours nor with what such a game was in the last
 * export is another board's, and ours is all-games-2.pgn then.
 *
 * Each file is written under EXPORT_TEMPORARY, synced, renamed, and the folder
 * synced: whatever is cut off, what stands under its name is whole. Names are
 * opened in the folder and never followed where they are links; what is no
 * regular file is neither read nor replaced.
 */
#pragma once
#include "daemon/record/record.h"

#define EXPORT_TEMPORARY ".haloboard-new"

enum {
	EXPORT_NAME_MAX = RECORD_FILE_NAME_SIZE + 4, /* "-2" more */
	EXPORT_UNDER_MAX = 20,
	EXPORT_WHY_MAX = 256,
	EXPORT_NAMES_MAX = 9, /* tries for one file */
};

enum export_form { EXPORT_PGN, EXPORT_NATIVE, EXPORT_TRACE };

struct export_game {
	const struct game *game;
	uint32_t number;
	bool running; /* on the board, and it goes on */
	bool over;
	char date[RECORD_DATE_SIZE];
};

/* Where games come from. */
struct export_source {
	/* The next game with an action in it, oldest first. 1, 0: no more, -errno with why told. */
	int (*next)(void *user, struct export_game *g, char why[EXPORT_WHY_MAX]);
	/*
	 * It in a form, malloc'd, "" where there is none. 0; -EBADMSG: this one
	 * cannot be had, others may; another -errno ends the export. Why is told.
	 */
	int (*text)(void *user, const struct export_game *g, enum export_form form, char **text,
		    char why[EXPORT_WHY_MAX]);
	/* After each game; false: end it, with -ECANCELED. NULL: never. */
	bool (*step)(void *user, uint32_t done);
	/* This file holds what it should, written now or before. NULL: nobody wants to know. */
	void (*file)(void *user, const char *name, bool fresh);
	void *user;
};

struct export_job {
	const struct export_source *source;
	int folder; /* open; the caller's */
	bool traces;
	bool no_sync; /* nothing waits for the disk: for a folder that no power cut has to spare */
	/*
	 * So many games lie in the folder itself, by their numbers, and as many in each
	 * of the folders beneath it, "from-05000", for file systems whose folders end.
	 * 0: all in the one folder.
	 */
	uint32_t folder_games;
	/* Told: */
	uint32_t games;               /* gone through */
	uint32_t fresh;               /* of them, how many had something to be written */
	char taken[EXPORT_NAME_MAX];  /* a name that was somebody else's, "" none */
	char under[EXPORT_UNDER_MAX]; /* "from-05000/" while games are written there, or "" */
	char why[EXPORT_WHY_MAX];     /* of an error, beginning with the file's or game's name */
};

/*
 * 0, or -errno with why told; what was written until then stays. -EBADMSG: some
 * game could not be had, the first is told, all others are there. -EEXIST: all
 * names for a file are taken. Blocks.
 */
MUST_USE int export_run(struct export_job *j);

/*
 * A regular file in an open folder, to be read, without following or waiting for
 * anything: its descriptor; -ENOENT; -EEXIST: something else has that name.
 */
MUST_USE int export_open(int folder, const char *name);

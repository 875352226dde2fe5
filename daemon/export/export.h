/*
 * Writes every kept game as files into a folder: for the command line and USB sticks.
 * The files are in a folder named by the journal's id, so that files of other boards have other
 * names:
 *
 *	board-1f2e3d4c/2026-01-31-012-chess.pgn	a closed game
 *	board-1f2e3d4c/2026-01-31-012-chess.json	its native record
 *	board-1f2e3d4c/2026-01-31-012-chess.review.pgn	with its review, if it was reviewed
 *	board-1f2e3d4c/2026-01-31-012-chess.board	its trace, on request, if one was kept
 *	board-1f2e3d4c/all-games.pgn		these games in one file, oldest first
 *	board-1f2e3d4c/running.pgn running.json	the game on the board, as the table knows it,
 *						until its record is public
 *
 * A file that exists is left alone, whatever it holds. These files are replaced: all-games.pgn and
 * running.*, and a file that is a prefix of the text, as a pulled stick leaves it. running.* is
 * removed if no game runs. A folder or a link is never replaced.
 *
 * Each file is written under EXPORT_TEMPORARY, synced, renamed, and the folder synced: a file with
 * its final name is complete. Names are opened in the folder, and links are never followed; only
 * regular files are read or replaced.
 */
#pragma once
#include "daemon/record/record.h"

#define EXPORT_TEMPORARY ".haloboard-new"

enum {
	EXPORT_NAME_MAX = RECORD_FILE_NAME_SIZE,
	EXPORT_ID_LENGTH = 8,                        /* hexadecimal digits of a journal's id */
	EXPORT_UNDER_MAX = 40,
	EXPORT_PATH_MAX = EXPORT_UNDER_MAX + EXPORT_NAME_MAX,
	EXPORT_WHY_MAX = 256,
};

enum export_form { EXPORT_PGN, EXPORT_NATIVE, EXPORT_REVIEW, EXPORT_TRACE };

struct export_game {
	const struct game *game;
	uint32_t number;
	bool running; /* on the board, and not over */
	bool over;    /* it has a result, and its whole record is public (record_is_public) */
	char date[RECORD_DATE_SIZE];
};

/* A source of games. */
struct export_source {
	/*
	 * Returns the next game with an action, oldest first. Returns 1, 0
	 * after the last, or -errno with why set.
	 */
	int (*next)(void *user, struct export_game *g, char why[EXPORT_WHY_MAX]);
	/*
	 * Returns the game in a form, allocated, "" if there is none. Returns
	 * 0; -EBADMSG: this game is unreadable, others may follow; another
	 * -errno ends the export. Sets why on errors.
	 */
	int (*text)(void *user, const struct export_game *g, enum export_form form, char **text,
		    char why[EXPORT_WHY_MAX]);
	/* Called after each game; false ends the export with -ECANCELED. May be NULL. */
	bool (*step)(void *user, uint32_t done);
	/* Called for each complete file, written now or before. May be NULL. */
	void (*file)(void *user, const char *name, bool fresh);
	void *user;
};

struct export_job {
	const struct export_source *source;
	int folder;          /* open; owned by the caller */
	const char *journal; /* its id; NULL or an invalid one: the folder is "board" */
	bool traces;
	bool no_sync; /* without sync: for a folder that need not survive a power cut */
	/*
	 * Highest number of a game in the journal's folder, and in each of its subfolders
	 * "from-05000" …, because some file systems allow few files in a folder. 0: no limit.
	 */
	uint32_t folder_games;
	/* Results: */
	uint32_t games;              /* games processed */
	uint32_t fresh;              /* games of which at least one file was written */
	char taken[EXPORT_PATH_MAX]; /* the last path that something else occupies, "": none */
	char under
		[EXPORT_UNDER_MAX]; /* "board-1f2e3d4c/from-05000/" while games are written there */
	char why[EXPORT_WHY_MAX];   /* of an error, beginning with the file's or game's name */
};

/*
 * Runs the export. Blocks. Returns 0, or -errno with why set; files written
 * before an error stay. -EBADMSG: some games were unreadable, why names the
 * first, all others are written. -EEXIST: the board's folder is something else.
 */
MUST_USE int export_run(struct export_job *j);

/*
 * Opens a regular file in a folder for reading, without following links or waiting. Returns its
 * descriptor; -ENOENT; -EEXIST: the name belongs to something else.
 */
MUST_USE int export_open(int folder, const char *name);

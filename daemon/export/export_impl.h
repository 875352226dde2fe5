/* What the files of the export module share. */
#pragma once
#include <sys/types.h>

#include "daemon/export/export.h"

/* Reads until `len` bytes are there or the file ends. How many, or -errno. */
ssize_t export_read(int fd, char *out, size_t len);

/* The n-th try for a name: "x.pgn", "x-2.pgn" … */
void export_name(const char *name, unsigned n, char out[EXPORT_NAME_MAX]);

/* Told into j->why, which begins with the name; err. */
int export_fail(struct export_job *j, const char *name, int err);

/*
 * all-games.pgn while it is made. Compared with the file that is there as long
 * as both agree; from the first difference on it is written anew.
 */
struct export_all {
	struct export_job *j;
	int folder; /* where the job began: games may lie in folders beneath it */
	char name[EXPORT_NAME_MAX];
	int old; /* -1: none */
	bool writing;
	size_t at; /* bytes so far that the old one has too */
	struct record_file file;
};

/* 0 or -errno, told. */
MUST_USE int export_all_open(struct export_all *a, struct export_job *j);
MUST_USE int export_all_put(struct export_all *a, const char *text);
/* keep false: the old one stays; without a game it goes. *fresh: it was written. */
MUST_USE int export_all_close(struct export_all *a, bool keep, bool *fresh);

/* A file of the job's folder goes, and its going is on the disk. 0 or -errno, told. */
MUST_USE int export_remove(struct export_job *j, const char *name);

/*
 * No game runs: what an earlier export of this journal has left as running.* goes.
 * It is ours where the native record beside it is. 0 or -errno, told.
 */
MUST_USE int export_running_remove(struct export_job *j);

/*
 * Both files of a game are as an earlier export wrote them, byte for byte, and the game
 * has become another since: its result was taken back. What somebody has changed is not.
 * A PGN that is not there does not count. 1, 0, or -EREMOTE.
 */
MUST_USE int export_stale(struct export_job *j, const struct export_game *g,
			  const char *record_name, const char *pgn_name);

/*
 * The game runs, and had a result when an earlier export wrote it: its files go where they are
 * stale, and its trace with them. 0 or -errno, told.
 */
MUST_USE int export_stale_remove(struct export_job *j, const struct export_game *g);

/*
 * Of the journal's game of that number: the PGN that an earlier export wrote, where that is
 * stale. 1 with *was, the caller's to free; 0 and -EREMOTE with NULL.
 */
MUST_USE int export_stale_pgn(struct export_job *j, uint32_t number, char **was);

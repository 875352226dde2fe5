/*
 * Backup of the whole folder of games into one file, and its restoring, for the
 * folder's owner. The daemon may run during a backup, but not during a restore.
 * Both block, and use no open store.
 */
#pragma once
#include <limits.h>

#include "daemon/store/store.h"

enum {
	STORE_NAMES_MAX = 320, /* bytes for names of files, "a.ini, b.ini" */
};

struct store_backup {
	uint32_t games; /* games with a move or a result, which are the listed ones */
	uint32_t saved; /* games of `halo save` */
	uint32_t kept;  /* restoring: saved games whose name existed already; those were not
			 * changed */
	char names[STORE_NAMES_MAX]; /* their files, "friday.json, monday.json" */
	/* Backup: names of files that are no plain ones, "a.json, b.json". */
	char passed[STORE_NAMES_MAX];
	/*
	 * Files of board measurements. measured: those backed up or restored; measured_kept:
	 * those that the restore left unchanged.
	 */
	char measured[STORE_NAMES_MAX], measured_kept[STORE_NAMES_MAX];
	char aside[PATH_MAX]; /* restoring: the new path of the earlier games, "": there were
			       * none */
};

/*
 * Writes the games of `folder` to a new file, whole or not at all. Returns 0,
 * -EEXIST if the file exists, or another -errno. `why` has a message that names
 * the cause.
 */
MUST_USE int store_backup(const char *folder, const char *file, struct store_backup *out,
			  char why[STORE_WHY_MAX]);
/*
 * Restores the games of a backup into `folder`, which is made if its parent exists.
 *
 * Existing games are replaced only if `replace` is set; they are then renamed. The file and its log
 * files are not changed.
 *
 * Returns 0; -EEXIST: there are games; -EBUSY: a daemon uses the folder or the file; -EINVAL: the
 * file is damaged, or no backup of a haloboard; -ENODATA: it holds none; else -errno. `why` has the message.
 */
MUST_USE int store_restore(const char *folder, const char *file, bool replace,
			   struct store_backup *out, char why[STORE_WHY_MAX]);

/*
 * All that is kept as one file, and back: for whoever owns the folder of games.
 * The daemon may run while a backup is made, and may not while one is restored.
 * Both block, and touch no store that is open.
 */
#pragma once
#include <limits.h>

#include "daemon/store/store.h"

enum {
	STORE_KEPT_NAMED = 5,
	STORE_NAMES_MAX = 320, /* of files, "a.ini, b.ini" */
};

struct store_backup {
	uint32_t games; /* with a move or a result, those that were listed */
	uint32_t saved; /* games of `halo save` */
	uint32_t kept;  /* restoring: of those, the ones whose name was taken: not touched */
	/* … and the names of the first STORE_KEPT_NAMED of them, to be shown: "friday, monday" */
	char names[STORE_KEPT_NAMED * (STORE_NAME_MAX + 2)];
	/* Making one: what lies in saved/ and is no saved game, "a.json, b.json". */
	char passed[STORE_NAMES_MAX];
	/* What was measured on boards, by files; restoring: those put back, and those not. */
	char measured[STORE_NAMES_MAX], measured_kept[STORE_NAMES_MAX];
	/*
	 * What was read (restoring, the file; else a journal on a read-only disk) was damaged, and of
	 * the games in it so many actions were saved.
	 */
	bool damaged;
	uint32_t actions;
	bool whole; /* … and as far as can be known that was all */
	char aside[PATH_MAX]; /* restoring: where the games of before are now, "" none were */
};

/*
 * The games of `folder` into a new file, whole or not at all. 0; -EEXIST: there
 * is such a file; else -errno. `why` tells, and names the culprit.
 */
MUST_USE int store_backup(const char *folder, const char *file, struct store_backup *out,
			  char why[STORE_WHY_MAX]);
/*
 * The games of a backup into `folder`, which is made if its parent exists. Games
 * that are there already are replaced only where `replace` is set, and set aside
 * then. The file, or what lies beside it, is not changed; of a damaged one the games
 * that can be read are taken. 0; -EEXIST: there are some; -EBUSY: a daemon runs;
 * -EINVAL: the file is no backup of a haloboard, or no game of it can be read; -ENODATA:
 * it holds none; else -errno. `why` tells.
 */
MUST_USE int store_restore(const char *folder, const char *file, bool replace,
			   struct store_backup *out, char why[STORE_WHY_MAX]);

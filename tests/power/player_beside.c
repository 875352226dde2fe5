/*
 * Other programs on the journal while the daemon plays: `halo backup`, and one that locks
 * the journal for longer than the daemon waits, so that the daemon reopens it. Each program
 * closes the journal, and removes its log if no other has it open.
 */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/power/player.h"

enum {
	BUSY_US = 2500 * 1000, /* the daemon waits for 2 s */
	WAIT_MS = 1000,        /* for one commit of the daemon */
};

pid_t
player_halo(const struct player *p, const char *const *words)
{
	pid_t child = fork();

	if (child != 0)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!freopen("/dev/null", "w", stdout))
		_exit(126);
	execv(p->halo, (char *const *)(uintptr_t)words);
	_exit(127);
}

/* ---- a backup ---- */

void
player_backup(struct player *p)
{
	char file[PLAYER_PATH + 16];
	const char *words[] = { p->halo, "backup", file, "--store", p->store, NULL };

	if (p->backup || p->exports > 62)
		return;
	snprintf(p->backup_dir, sizeof(p->backup_dir), "%.200s/out/%u", p->disk, p->exports++);
	mkdir(p->backup_dir, 0755);
	snprintf(file, sizeof(file), "%s/all.db", p->backup_dir);
	/*
	 * The backup contains the actions recorded before its start, except
	 * those taken back during it.
	 */
	p->backup_game = json_integer_value(json_object_get(rig_state(&p->client), "game_id"));
	p->backup_least = p->acked;
	p->backup = player_halo(p, words);
}

/* Returns the number of the game's actions in the backup, or -1 if it cannot be read. */
static json_int_t
backup_holds(const struct player *p)
{
	static const char sql[] = "SELECT count(*) FROM action WHERE game = ?";
	char file[PLAYER_PATH + 16];
	sqlite3 *db = NULL;
	sqlite3_stmt *q = NULL;
	json_int_t n = -1;

	snprintf(file, sizeof(file), "%s/all.db", p->backup_dir);
	if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK &&
	    sqlite3_bind_int64(q, 1, p->backup_game) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
		n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

static void
backup_ends(struct player *p, int status)
{
	json_int_t n;

	p->backup = 0;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		player_tell("FAILED halo backup: status %#x", (unsigned)status);
		return;
	}
	n = backup_holds(p);
	if (n < p->backup_least)
		player_tell("FAILED the backup has %lld actions of game %lld, %lld were recorded",
			    (long long)n, (long long)p->backup_game, (long long)p->backup_least);
	player_tell_kept(p->backup_dir);
	player_tell("BACKUP");
}

/* ---- a locked journal ---- */

void
player_busy(struct player *p)
{
	char path[PLAYER_PATH + 16];

	if (p->busy)
		return;
	snprintf(path, sizeof(path), "%s/games.db", p->store);
	if (sqlite3_open_v2(path, &p->busy, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
	    sqlite3_busy_timeout(p->busy, WAIT_MS) != SQLITE_OK ||
	    sqlite3_exec(p->busy, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) {
		sqlite3_close(p->busy);
		p->busy = NULL;
		return;
	}
	p->busy_until_us = rig_now_us() + BUSY_US;
	player_tell("BUSY");
}

void
player_beside(struct player *p)
{
	int status;

	if (p->n < p->backup_least)
		p->backup_least = p->n;
	if (p->backup && waitpid(p->backup, &status, WNOHANG) == p->backup)
		backup_ends(p, status);
	if (!p->busy || rig_now_us() < p->busy_until_us)
		return;
	sqlite3_exec(p->busy, "COMMIT", NULL, NULL, NULL);
	sqlite3_close(p->busy);
	p->busy = NULL;
}

/*
 * Internal interface of the store's files. Three threads: the loop's (store.c), the
 * writer (store_writer.c) and the clerk (store_clerk.c). Each field names its thread; shared data is
 * guarded by store.lock, goes through a ring, or is atomic.
 */
#pragma once
#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#include "daemon/ring/ring.h"
#include "daemon/store/store.h"
#include "daemon/store/store_db.h"

enum {
	STORE_GAMES =
		32, /* games that may wait for the disk: a long evening without it loses none */
	STORE_ASKS = 16,
	/* Trace text that justifies a transaction of its own. */
	STORE_TRACE_FLUSH = STORE_TRACE_MAX / 4,
	STORE_TRACE_FLUSH_US = 10 * 1000 * 1000,
	STORE_RETRY_MS = 1000,
	STORE_PATH_TEXT = 120,
	ARCHIVE_FILE_GAMES = 1000,
};

/* A final action. */
struct store_move {
	char text[RULES_ACTION_TEXT];
	uint64_t t_us, clock_us;
};

/* A game for the disk, and how much of it is there. */
struct store_head {
	uint32_t id;     /* counts games since the store was opened; 0: none */
	uint32_t number; /* 0: not on disk */
	unsigned file;   /* store.generation of the database that the values below are about */
	uint32_t n;      /* actions */
	uint32_t rows;   /* actions on disk; after an undo perhaps more than n */
	uint32_t same;   /* the first `same` of them are the game's */
	uint32_t trace_part;
	uint32_t changes, written; /* of the game; written: on disk */
	struct record game;        /* without actions */
};

/*
 * A game that waits for the disk, or the running one. The loop changes only the last of the list;
 * the writer writes and removes the first.
 */
struct store_entry {
	struct store_entry *next;
	struct store_head head;
	uint32_t low; /* lowest number of actions since the writer copied the game */
	size_t trace_len;
	char trace[STORE_TRACE_MAX]; /* not on disk yet */
	struct store_move move[RECORD_ACTIONS_MAX];
};

struct store_settings {
	unsigned n;
	struct store_setting of[STORE_SETTINGS_MAX];
	bool dirty[STORE_SETTINGS_MAX]; /* not on disk yet */
};

/*
 * The loop's: marks that the writer does not see yet. It sees those of one step of the session
 * together, so that after a power cut all of them are on disk or none.
 */
struct store_marks {
	bool changed;    /* the game */
	uint32_t n, low; /* actions; their lowest number since the last push, or UINT32_MAX */
	struct record game; /* without actions */
	uint64_t trace_woken_us;
	uint32_t trace_lost; /* parts of the trace lost since the last one that was stored */
	struct store_settings settings; /* of all steps; dirty: of this one */
};

/* The writer's report. */
struct store_report {
	bool working;
	int err;
	char what[STORE_WHY_MAX];
};

/* The result of a salvage of a damaged database. */
struct salvage {
	char aside[DB_PATH_MAX]; /* new name of the damaged file */
	unsigned games, actions; /* copied games that are listed, and their actions */
	unsigned cut;            /* games whose end could not be read */
	bool all_tables;         /* every table could be read to its end */
	uint32_t not_resumed; /* number of the game on the board if it cannot be resumed, because
			       * it hides something and its PINs were lost */
};

struct store_writer {
	pthread_t thread;
	struct db db;
	int lock_fd;
	bool used; /* a daemon kept games in this folder before: a missing journal is a loss */
	struct store_entry copy;        /* of the first game, as it is being written */
	struct store_settings settings; /* a copy likewise */
	char id[STORE_ID_SIZE];         /* STORE_ID of the open journal */
	char written_id[STORE_ID_SIZE]; /* likewise, of the last commit */
	bool less;                      /* the database lacks a part of the game that it had */
	bool damaged;                   /* the file must be renamed before it is used again */
	unsigned salvages;
	struct salvage salvage;    /* the last one */
	bool salvaged;             /* it is not reported yet, because the new file did not open */
	bool unchecked;            /* the file was opened without a check of its pages */
	char found[STORE_WHY_MAX]; /* what was found when the database was opened, "": nothing */
	int archive_err;           /* store.archive_err as last reported */
};

/* The lines of one file of the archive. */
struct archive_scan {
	bool known;
	bool torn; /* the last line has no newline */
	uint32_t file;
	off_t size;
	bool line[ARCHIVE_FILE_GAMES]; /* by game: it has a whole line, or needs none */
};

struct store_clerk {
	pthread_t thread;
	struct db db;
	unsigned generation;
	unsigned archived;        /* the value of store.archive_due for which no line is missing */
	struct archive_scan scan; /* of the file written last */
};

struct store {
	struct store_config config;
	char folder[DB_PATH_MAX];
	char path[DB_PATH_MAX];
	pthread_mutex_t lock;             /* of these: */
	struct store_entry *first, *last; /* games; the last one is the running one */
	unsigned n_entries;
	uint32_t ids;
	uint32_t lost; /* actions of games that found no room */
	struct store_settings settings;
	struct store_report report;
	struct store_marks marks;         /* the loop's */
	struct store_status status;       /* the loop's */
	struct store_writer writer;       /* the writer's, once it runs */
	struct store_clerk clerk;         /* the clerk's, once it runs */
	uint32_t asked, taken;            /* the loop's: requests */
	int loop_fd, writer_fd, clerk_fd; /* eventfds that wake that thread */
	_Atomic bool stop;
	_Atomic uint32_t keep_traces; /* the loop's: see store_keep_traces */
	_Atomic unsigned generation;  /* of the database file: grows when it is damaged or replaced */
	_Atomic unsigned archive_due; /* file generation: grows when the database is replaced */
	_Atomic unsigned unchecked; /* the generation whose pages are still to be checked, 0 none */
	_Atomic unsigned bad;       /* the generation that the clerk found damaged, 0 none */
	_Atomic int archive_err;    /* the clerk's: why lines could not be appended, 0 none */
	/*
	 * Held by the clerk while it writes, and by the writer while it replaces a damaged
	 * database. Otherwise a commit after the copy and before the renaming would be lost.
	 */
	pthread_mutex_t replacing;
	_Atomic bool repairing; /* the writer's; repair_done of repair_of games are done */
	_Atomic uint32_t repair_done, repair_of;
	bool opening; /* store_open is running on its caller's thread */
	struct ring asks, answers;
	struct store_ask ask_slot[STORE_ASKS];
	struct store_answer *answer_slot[STORE_ASKS];
};

/* ---- store.c ---- */

/* Reports whether the present database has not been compared with the game. */
bool store_is_elsewhere(const struct store *s, const struct store_head *h);
/* Reports whether a part of the game is not on disk. */
bool store_entry_is_due(const struct store_entry *e);
/* Reports whether a setting is not on disk. */
bool store_settings_are_due(const struct store_settings *set);
/* Makes the record's game the running one, all of it on disk. Call it before any mark. */
void store_resume_with(struct store *s, const struct record *r);

/* ---- store_writer_open.c ---- */

/*
 * Takes the lock, opens the database, and sets it aside if it is damaged.
 * Returns 0, or -errno with w->db.why set; -EBUSY only if another daemon holds
 * the lock.
 */
MUST_USE int store_writer_open(struct store *s);
void store_writer_close(struct store *s);

/* ---- store_writer.c ---- */

void *store_writer_main(void *store);
/* Writes the message for the error in w->db.why. */
void store_trouble_print(const struct store_writer *w, char what[STORE_WHY_MAX]);

/* ---- store_clerk.c ---- */

void *store_clerk_main(void *store);

/*
 * Returns a game's trace in *text, allocated; its first line says if there is
 * none. Returns 0, -ENOMEM, or -errno with db->why set.
 */
MUST_USE int store_trace_text(struct db *db, uint32_t number, char **text);

/* ---- store_known.c ---- */

/*
 * Returns 1 if a game with the same PGN is kept; else 0 or -errno.
 * r->number is ignored and must be 0. db->why has the error, except for -ENOMEM.
 */
MUST_USE int store_known(struct db *db, const struct record *r);

/* ---- store_check.c ---- */

/*
 * Returns the mode in which the writer opens the database: a short one is
 * checked while it is opened.
 */
enum db_mode store_check_mode(const struct store *s);
/*
 * Checks the pages of a long database until a request waits; the clerk's. Returns true if the check
 * has to begin again.
 */
bool store_check_turn(struct store *s);
/* Reports that the clerk found its database damaged. */
void store_check_report(struct store *s);
/* Reports once whether the clerk found the current database damaged. */
bool store_check_failed(struct store *s);

/* ---- store.c, for all threads ---- */

/* Wakes the thread that waits on that eventfd. */
void store_wake(int fd);
/* Returns the delay before a failed operation is retried. */
int store_retry_ms(const struct store *s);

/* ---- store_evening.c ---- */

/* Returns a column as a JSON string, whatever bytes it holds. A new reference; NULL: no memory. */
json_t *store_json_column(struct db *db, enum db_statement st, int column);
/*
 * Appends an item to a list if both fit into `room` bytes, of which *used are in use. Takes the
 * reference to the item. Returns 1, 0 if it does not fit, or -ENOMEM (also if the item is NULL).
 */
MUST_USE int store_json_append(json_t *list, json_t *item, size_t room, size_t *used);

/* Returns the reply to STORE_EVENING, allocated; NULL with *err set. */
char *store_evening(struct db *db, uint32_t after, int *err);

/* Callback for the number of games done; of 0: unknown. */
struct salvage_watch {
	void (*step)(void *arg, uint32_t done, uint32_t of);
	void *arg;
};

/* ---- store_salvage.c ---- */

/*
 * Renames the closed database under `path` and replaces it by a new one with
 * all readable rows of the old. Returns 0, or -errno with `why` set; the old
 * one then keeps its name.
 */
MUST_USE int store_salvage(const char *path, const struct salvage_watch *watch, struct salvage *out,
			   char why[STORE_WHY_MAX]);
/*
 * Completes a salvage that a power cut interrupted; call it before opening.
 * Renames a log without a database, so that no other database uses it. Returns
 * 0 or -errno.
 */
MUST_USE int store_salvage_finish(const char *path);

/* ---- store_archive.c ---- */

/*
 * Adds games of the archive that the database lacks or has only in part; *games: how many. Reads
 * only files whose length differs from the one in the database, and skips a file that cannot be
 * read. Returns 0, or -errno with db->why set if the database cannot take the games.
 */
MUST_USE int store_archive_read(const char *folder, struct db *db, const struct salvage_watch *watch,
				uint32_t *games);
/*
 * Appends lines that one file lacks, until a request waits; the clerk's. Returns true if there may
 * be more. Failures are reported by s->archive_err and retried.
 */
bool store_archive_turn(struct store *s);
/* Reports whether the folder has an archive with games. */
bool store_archive_is_there(const char *folder);
/* Renames the archive of a folder so that the next journal begins a new one. 0 or -errno. */
MUST_USE int store_archive_aside(const char *folder);

/* ---- store_files.c ---- */

/*
 * A path for messages: a long one is truncated at its start, so that the rest of the message
 * fits.
 */
struct store_path_text {
	char text[STORE_PATH_TEXT];
};
struct store_path_text store_path_text(const char *path);
/* Writes path and suffix, cut if they do not fit. */
void store_name_with(char out[DB_PATH_MAX], const char *path, const char *suffix);
/* Reports whether there is a database under that name, and it is not empty. */
bool store_file_is_there(const char *path);
/*
 * Reports whether a closed database has no log. Closing moves the log into the
 * database, unless the disk is full.
 */
bool store_file_is_whole(const char *path);
/* Writes the first path.WHAT-N for which neither a file nor a log exists. */
void store_name_aside(const char *path, const char *what, char out[DB_PATH_MAX]);
/*
 * Makes an empty file for its owner only, if there is none, because the journal contains secrets of
 * the game on the board.
 */
void store_file_make(const char *path);
/* Removes other users' access to an existing database and its log files. */
void store_files_hide(const char *path);
/* Writes the path of the folder of saved games, which is made if missing. Returns 0 or -errno. */
MUST_USE int store_saved_folder(const char *folder, char path[PATH_MAX]);
/* Removes a database that is not open, with its log files. */
void store_files_remove(const char *path);
/*
 * Renames the log of the database at `path` like the database, because SQLite must not apply
 * the log to another one.
 */
void store_files_move_log(const char *path, const char *aside);
/* Renames `path` to `aside` and `fresh` to `path`. Returns 0 or -errno. */
MUST_USE int store_files_replace(const char *path, const char *fresh, const char *aside);

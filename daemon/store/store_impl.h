/*
 * Internal interface of the store's files. Four threads: the loop's (store.c), the
 * writer (store_writer.c), the clerk (store_clerk.c), the checker (store_check.c). Each field names
 * its thread; shared data goes through a ring or is atomic.
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
	/*
	 * Requests that may wait for the disk, for some 25 games of 80 actions: an evening
	 * without the disk loses nothing.
	 */
	STORE_REQUESTS = 2048,
	/* Slots kept free for the end of a game: seeds or names, a cut, the clock, the result. */
	STORE_RESERVED = 4,
	STORE_GAMES = 32, /* requests that begin or name a game; each game has one of each */
	STORE_NOTES = 64,
	STORE_ASKS = 16,
	/* Requests of one transaction: one fsync for all waiting requests. */
	STORE_BATCH = 256,
	/* Trace text that justifies a transaction of its own. */
	STORE_TRACE_FLUSH = STORE_TRACE_MAX / 4,
	STORE_TRACE_FLUSH_US = 10 * 1000 * 1000,
	STORE_RETRY_MS = 1000,
	STORE_PATH_TEXT = 120,
};

enum store_request_kind {
	REQUEST_BEGIN,   /* a game from the games ring */
	REQUEST_RESUME,  /* a game from the games ring that is on disk already: number and n are
			  * set */
	REQUEST_NAMES,   /* from the games ring: names, date, seeds and clock of the running game */
	REQUEST_ACTION,  /* n: its index, text, t_us; clock: its state after the action, "":
			  * unchanged */
	REQUEST_CLOCK,   /* clock */
	REQUEST_CUT,     /* n: how many actions remain */
	REQUEST_RESULT,  /* n: actions before it; result */
	REQUEST_SETTING, /* setting */
};

struct store_request {
	uint8_t kind;        /* enum store_request_kind */
	uint32_t epoch;      /* counts running games: grows with each begin */
	uint32_t generation; /* counts the undos of that game */
	uint32_t n;
	uint32_t number; /* REQUEST_RESUME */
	uint64_t t_us;
	uint64_t clock_us; /* REQUEST_ACTION */
	/* REQUEST_BEGIN, REQUEST_RESULT: where the trace of the ending game ends. */
	uint64_t trace_at;
	char clock[CLOCK_TEXT];
	union {
		char text[RULES_ACTION_TEXT];
		struct record_result result;
		struct store_setting setting;
	};
};

/* The writer's report. Each note is complete, so a lost note loses nothing. */
struct store_note {
	uint32_t epoch, generation;
	uint32_t number, n; /* of the running game: on disk */
	uint32_t done;      /* requests processed since the store was opened */
	uint32_t lost;      /* actions, since the store was opened: see store_written.owed */
	bool working;
	bool resend; /* the disk has fewer actions than were sent: send again from n on */
	int err;
	char what[STORE_WHY_MAX];
};

/* Bytes of trace between loop and writer. Positions only grow. */
struct store_trace_ring {
	_Atomic uint64_t head; /* the loop's */
	_Atomic uint64_t tail; /* the writer's: on disk */
	/* End of the running game's text while the next game waits for room; else UINT64_MAX. */
	_Atomic uint64_t limit;
	char byte[STORE_TRACE_MAX];
};

/* The writer's: how much of the running game is on disk. */
struct store_written {
	bool on; /* there is one */
	uint32_t epoch, generation, number, n;
	/*
	 * Number of actions that were on a lost disk and must be sent again: one more than the
	 * highest action that arrived while earlier ones were missing.
	 */
	uint32_t owed;
	uint32_t lost; /* owed actions of games that ended before they were sent again */
	uint32_t trace_part;
	uint64_t trace_at;
	struct store_game game;
};

struct store_writer {
	pthread_t thread;
	struct db db;
	int lock_fd;
	bool used; /* a daemon kept games in this folder before: a missing journal is a loss */
	uint32_t n, n_games, at_game; /* the batch: requests taken but not yet on disk */
	struct store_request batch[STORE_BATCH];
	struct store_game game[STORE_GAMES]; /* of the batch's requests, in order */
	struct store_written now;            /* on disk */
	struct store_written next;           /* after the transaction is committed */
	bool damaged;                        /* the file must be renamed before it is used again */
	unsigned salvages;
	bool unchecked;            /* the file's pages are not checked yet */
	bool recheck;              /* the database is not the one that `now` was written to */
	char found[STORE_WHY_MAX]; /* what was found when the database was opened, "": nothing */
	int archive_err;           /* store.archive_err as last reported */
	struct store_note note;    /* as last reported, or due */
	bool note_due;
};

enum { ARCHIVE_FILE_GAMES = 1000 };

/* The lines of one file of the archive. */
struct archive_scan {
	bool known;
	bool torn; /* the last line has no newline */
	uint32_t file;
	off_t size;
	/* By game: offset of its last whole line, plus one; 0: no line. */
	off_t line[ARCHIVE_FILE_GAMES];
};

struct store_clerk {
	pthread_t thread;
	struct db db;
	unsigned generation;
	unsigned archived;        /* the value of store.archive_due for which no line is missing */
	struct archive_scan scan; /* of the file written last */
};

struct store_checker {
	pthread_t thread;
	struct db db;
	int fd;                  /* wakes the checker */
	_Atomic unsigned wanted; /* the writer's: the generation to check, 0 none */
	_Atomic unsigned bad;    /* the generation that is damaged, 0 none */
};

/* The clerk's work, for the loop to read. Written by the clerk, except `cancel`. */
struct store_progress {
	_Atomic uint32_t id, kind, done, of;
	_Atomic uint32_t cancel; /* the loop's: cancels the work of that id */
	uint32_t woken_at;       /* percentage at which the loop was last woken */
};

#define STORE_NO_CUT   UINT32_MAX /* store_sender.cut */
#define STORE_NO_LIMIT UINT64_MAX /* store_trace_ring.limit */

/* The loop's: actions and other data to be written, and how much of it was sent. */
struct store_sender {
	bool on; /* there is a running game */
	bool begin_due, names_due, clock_due, result_due;
	uint32_t epoch, generation;
	uint32_t marked, sent; /* actions */
	uint32_t cut;          /* lowest count since the last REQUEST_CUT, or UINT32_MAX */
	uint32_t put;          /* requests put since the store was opened */
	uint32_t done;
	uint32_t named;    /* value of put when names were last sent */
	uint32_t reserved; /* slots that must stay free until the game ends */
	uint64_t begin_trace_at;
	uint64_t trace_woken_us;
	uint32_t lost;       /* actions that could not be sent before the next game */
	uint32_t trace_lost; /* parts of the trace lost since the last one that was stored */
	struct store_game game;
	struct record_result result;
	unsigned n_settings;
	struct store_setting setting[STORE_SETTINGS_MAX];
	bool dirty[STORE_SETTINGS_MAX];
};

struct store {
	struct store_config config;
	char folder[DB_PATH_MAX];
	char path[DB_PATH_MAX];
	struct store_sender sender;       /* the loop's */
	struct store_status status;       /* the loop's */
	struct store_writer writer;       /* the writer's, once it runs */
	struct store_clerk clerk;         /* the clerk's, once it runs */
	struct store_checker checker;     /* the checker's, once it runs */
	uint32_t asked, taken;            /* the loop's: requests */
	int loop_fd, writer_fd, clerk_fd; /* eventfds that wake that thread */
	_Atomic bool stop;
	_Atomic uint32_t keep_traces; /* the loop's: see store_keep_traces */
	_Atomic unsigned generation;  /* of the database file: grows when it is replaced */
	_Atomic unsigned archive_due; /* file generation: grows when the database is replaced */
	_Atomic int archive_err;      /* the clerk's: why lines could not be appended, 0 none */
	struct store_progress progress;
	/*
	 * Held by the clerk while it writes, and by the writer while it replaces a damaged
	 * database. Otherwise a commit after the copy and before the renaming would be lost.
	 */
	pthread_mutex_t replacing;
	_Atomic bool repairing; /* the writer's; repair_done of repair_of games are done */
	_Atomic uint32_t repair_done, repair_of;
	bool opening; /* store_open is running on its caller's thread */
	struct ring requests, games, notes, asks, answers;
	struct store_request request_slot[STORE_REQUESTS];
	struct store_game game_slot[STORE_GAMES];
	struct store_note note_slot[STORE_NOTES];
	struct store_ask ask_slot[STORE_ASKS];
	struct store_answer *answer_slot[STORE_ASKS];
	struct store_trace_ring trace;
};

/* ---- store.c ---- */

/* Makes g the running game, with n actions marked and sent. */
void store_sender_begin(struct store *s, const struct store_game *g, uint32_t n);
/* Sends due requests that find room, and wakes the writer. */
void store_send(struct store *s);
/*
 * Reports the record's game to the writer as the running one, all of it on
 * disk. Call before any mark.
 */
void store_sender_resume(struct store *s, const struct record *r);

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
/* Writes the store_status.what for the error in w->db.why. */
void store_trouble_print(const struct store_writer *w, char what[STORE_WHY_MAX]);

/* ---- store_clerk.c ---- */

void *store_clerk_main(void *store);

/* ---- store_trace.c ---- */

/*
 * Returns a game's trace in *text, allocated; its first line says if there is
 * none. Returns 0, -ENOMEM, or -errno with db->why set.
 */
MUST_USE int store_trace_text(struct db *db, uint32_t number, char **text);
/*
 * Removes one trace beyond the number to keep; the clerk's. Returns false if there was none, or
 * on error.
 */
bool store_thin(struct store *s);

/* ---- store_known.c ---- */

/*
 * Returns 1 if a game with the same PGN is kept under a number above `after`; else 0 or -errno.
 * r->number is ignored and must be 0. db->why has the error, except for -ENOMEM.
 */
MUST_USE int store_known(struct db *db, const struct record *r, uint32_t after);

/* ---- store_check.c ---- */

/*
 * Returns the mode in which the writer opens the database: a short one is
 * checked while it is opened.
 */
enum db_mode store_check_mode(struct store *s);
/*
 * Starts the check of the opened database, of the current generation, if it was
 * opened unchecked.
 */
void store_check_begin(struct store *s);
/* Reports once whether the checker found the current database damaged. */
bool store_check_failed(struct store *s);
void *store_check_main(void *store);

/* ---- store_work.c ---- */

/* Wakes the thread that waits on that eventfd. */
void store_wake(int fd);
/* Returns the delay before a failed operation is retried. */
int store_retry_ms(const struct store *s);
void store_work_begin(struct store *s, enum store_work_kind kind, uint32_t of);
/*
 * Reports progress. Returns false if the work must end. Wakes the loop at each percent, not at
 * each step.
 */
bool store_work_step(struct store *s, uint32_t done);
void store_work_end(struct store *s);
/* Frees the request's text, record and arg. */
void store_ask_free(const struct store_ask *q);

/* ---- store_json.c ---- */

/* Returns a column as a JSON string, whatever bytes it holds. A new reference; NULL: no memory. */
json_t *store_json_column(struct db *db, enum db_statement st, int column);
/*
 * Appends an item to a list if both fit into `room` bytes, of which *used are in use. Takes the
 * reference to the item. Returns 1, 0 if it does not fit, or -ENOMEM (also if the item is NULL).
 */
MUST_USE int store_json_append(json_t *list, json_t *item, size_t room, size_t *used);

/* ---- store_evening.c ---- */

/* Returns the reply to STORE_EVENING, allocated; NULL with *err set. */
char *store_evening(struct db *db, uint32_t after, int *err);

/* Callback for the number of games done; of 0: unknown. */
struct salvage_watch {
	void (*step)(void *arg, uint32_t done, uint32_t of);
	void *arg;
};

/* ---- store_salvage.c ---- */

/* The result of a salvage of a damaged database. */
struct salvage {
	char aside[DB_PATH_MAX]; /* new name of the damaged file */
	unsigned games, actions; /* copied games that are listed, and their actions */
	unsigned cut;            /* games whose end could not be read */
	bool all_tables;         /* every table could be read to its end */
	uint32_t not_resumed; /* number of the game on the board if it cannot be resumed, because
			       * it hides something and its PINs were lost */
};

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
/* Reports whether the file is on a read-only file system. */
bool store_read_only(const char *path);
#define STORE_READ_ONLY "%s cannot be written: read-only file system"
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
/* Syncs the folder that contains `path`. Returns 0 or -errno. */
MUST_USE int store_folder_sync(const char *path);

/*
 * What the store's files share. Four threads: the loop's (store.c, store_send.c), the writer
 * (store_writer.c), the clerk (store_clerk.c), the checker (store_check.c). Each
 * field says whose it is; what crosses goes through a ring or is atomic.
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
	 * Requests that may wait for the disk: some 25 games of 80 actions, with
	 * or without a clock, so that an evening's trouble loses nothing even
	 * where new games begin.
	 */
	STORE_REQUESTS = 2048,
	/* Of them, kept free for the end of a game: its seeds or names, a cut, its clock, its result. */
	STORE_RESERVED = 4,
	STORE_GAMES = 32, /* of them, those that begin or name a game: each game does both once */
	STORE_NOTES = 64,
	STORE_ASKS = 16,
	/* Requests of one transaction: one fsync for all that waits. */
	STORE_BATCH = 256,
	/* Trace text that is worth a transaction of its own. */
	STORE_TRACE_FLUSH = STORE_TRACE_MAX / 4,
	STORE_TRACE_FLUSH_US = 10 * 1000 * 1000,
	STORE_RETRY_MS = 1000,
	STORE_TOLD_MAX = 120,
};

enum store_request_kind {
	REQUEST_BEGIN,   /* a game from the games ring */
	REQUEST_RESUME,  /* the same; number and n: it is on disk already */
	REQUEST_NAMES,   /* the same: names, date, seeds and clock of the running game */
	REQUEST_ACTION,  /* n: its index, text, t_us; clock: as it stands with that, "" as before */
	REQUEST_CLOCK,   /* clock */
	REQUEST_CUT,     /* n: how many stay */
	REQUEST_RESULT,  /* n: after how many actions; result */
	REQUEST_SETTING, /* setting */
};

struct store_request {
	uint8_t kind;        /* enum store_request_kind */
	uint32_t epoch;      /* which running game: grows with each begin */
	uint32_t generation; /* grows with each undo of that game */
	uint32_t n;
	uint32_t number; /* REQUEST_RESUME */
	uint64_t t_us;
	uint64_t clock_us; /* REQUEST_ACTION */
	uint64_t trace_at; /* REQUEST_BEGIN: trace text before this is the game before's */
	char clock[CLOCK_TEXT];
	union {
		char text[RULES_ACTION_TEXT];
		struct record_result result;
		struct store_setting setting;
	};
};

/* What the writer reports: each note tells all, so that one lost is none lost. */
struct store_note {
	uint32_t epoch, generation;
	uint32_t number, n; /* of the running game: on disk */
	uint32_t done;      /* requests dealt with since the store was opened */
	uint32_t lost;      /* actions, since the store was opened: see store_written.owed */
	bool working;
	bool resend; /* the disk holds less than was sent: send from n on */
	int err;
	char what[STORE_WHY_MAX];
};

/* Bytes of trace between loop and writer. Positions count up for good. */
struct store_trace_ring {
	_Atomic uint64_t head; /* the loop's */
	_Atomic uint64_t tail; /* the writer's: on disk */
	/* The running game's text ends here while its successor waits for room; else UINT64_MAX. */
	_Atomic uint64_t limit;
	char byte[STORE_TRACE_MAX];
};

/* The writer's: the running game as the disk has it. */
struct store_written {
	bool on; /* there is one */
	uint32_t epoch, generation, number, n;
	/*
	 * One more than the highest action that came although earlier ones are
	 * missing: they were on a disk that is gone, and are to come again.
	 */
	uint32_t owed;
	uint32_t lost; /* owed by games that ended before they came again */
	uint32_t trace_part;
	uint64_t trace_at;
	struct store_game game;
};

struct store_writer {
	pthread_t thread;
	struct db db;
	/* Of who notes a number, writer or clerk: lock_fd and number_noted are changed under it. */
	pthread_mutex_t noting;
	int lock_fd;
	/* The highest number of a game: by the lock of the daemon before, 0 told; in the lock now. */
	uint32_t number_before, number_noted;
	dev_t device; /* of the database opened last, 0 none */
	ino_t inode;
	bool used; /* games have been kept in this folder: a journal that is not there is gone */
	bool begun; /* there was no journal, and none was opened since: what is empty is ours */
	uint32_t n, n_games, at_game; /* the batch: taken, not yet on disk */
	struct store_request batch[STORE_BATCH];
	struct store_game game[STORE_GAMES]; /* of the batch's requests, in order */
	struct store_written now;            /* on disk */
	struct store_written next;           /* once the transaction is committed */
	bool damaged; /* the file is to be set aside before it is used again */
	unsigned salvages;
	bool unchecked;            /* its pages are to be looked at by the checker */
	bool recheck;              /* the database is not the one that `now` was written to */
	char found[STORE_WHY_MAX]; /* what opening it brought to light, "" nothing */
	struct store_note note;    /* as last reported, or to be */
	bool note_due;
};

struct store_clerk {
	pthread_t thread;
	struct db db;
	unsigned generation;
	bool between; /* a short question is answered in the midst of a long one */
};

struct store_checker {
	pthread_t thread;
	struct db db;
	int fd;                  /* wakes it */
	_Atomic unsigned wanted; /* the writer's: the generation to look at, 0 none */
	_Atomic unsigned bad;    /* the generation that is damaged, 0 none */
};

/* What the clerk is at, for the loop to look at: the clerk's, but for `cancel`. */
struct store_progress {
	_Atomic uint32_t id, kind, done, of;
	_Atomic uint32_t cancel; /* the loop's: end the work of that id */
	uint32_t told;           /* of a hundred parts, those of which the loop was woken */
};

#define STORE_NO_CUT   UINT32_MAX /* store_sender.cut */
#define STORE_NO_LIMIT UINT64_MAX /* store_trace_ring.limit */

/* The loop's: what it has been told, and how much of that has been sent. */
struct store_sender {
	bool on; /* there is a running game */
	bool begin_due, names_due, seeds_due, clock_due, result_due;
	uint32_t epoch, generation;
	uint32_t marked, sent; /* actions */
	uint32_t cut;          /* lowest count since the last REQUEST_CUT, or UINT32_MAX */
	uint32_t put;          /* requests put since the store was opened */
	uint32_t done;
	uint32_t named;    /* what put was when names were sent last */
	uint32_t reserved; /* places that are not to be used now */
	uint64_t begin_trace_at;
	uint64_t trace_woken_us;
	uint32_t lost;       /* actions that could not be sent before the next game */
	uint32_t trace_lost; /* pieces since the last that fitted */
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
	struct db *still;                 /* to store_resume: a journal that can be read alone */
	uint32_t asked, taken;            /* the loop's: questions */
	int loop_fd, writer_fd, clerk_fd; /* eventfds that wake that thread */
	_Atomic bool stop;
	_Atomic uint32_t keep_traces; /* the loop's: see store_keep_traces */
	_Atomic unsigned generation;  /* of the database file: grows when it is replaced */
	struct store_progress progress;
	/*
	 * Held by the clerk while it writes, by the writer while a damaged database is replaced:
	 * what was committed between its being read and its going aside would be in neither.
	 */
	pthread_mutex_t replacing;
	_Atomic bool repairing; /* the writer's, and how many games of how many are done */
	_Atomic uint32_t repair_done, repair_of;
	bool opening; /* store_open is at it, on its caller's thread */
	struct ring requests, games, notes, asks, answers;
	struct store_request request_slot[STORE_REQUESTS];
	struct store_game game_slot[STORE_GAMES];
	struct store_note note_slot[STORE_NOTES];
	struct store_ask ask_slot[STORE_ASKS];
	struct store_answer *answer_slot[STORE_ASKS];
	struct store_trace_ring trace;
};

/* Wakes whoever waits on that eventfd. */
void store_wake(int fd);

/* ---- store.c ---- */

/* From now on the running game is that one, of which n actions are marked and sent. */
void store_sender_begin(struct store *s, const struct store_game *g, uint32_t n);
/* What was handed over with it. */
void store_ask_free(const struct store_ask *q);

/* ---- store_send.c ---- */

/* What is due and finds room goes to the writer, and wakes it. */
void store_send(struct store *s);
/* The last chance of the running game, if the disk will know of it at all, but for actions. */
void store_send_last(struct store *s);
/* The record's game is the running one, all of it on disk: tells the writer. First of all marks. */
void store_sender_resume(struct store *s, const struct record *r);

/* ---- store_writer_open.c ---- */

/*
 * Takes the lock, opens the database, sets it aside if it is damaged. 0 or
 * -errno with w->db.why told; -EBUSY only when another daemon holds the lock.
 */
MUST_USE int store_writer_open(struct store *s);
void store_writer_close(struct store *s);
/*
 * A game of that number is in the journal: should that be lost, the lock tells the next daemon.
 * The writer's and the clerk's.
 */
void store_lock_note(struct store_writer *w, uint32_t number);

/* ---- store_writer.c ---- */

void *store_writer_main(void *store);
/* What store_status.what says of the trouble in w->db.why. */
void store_trouble_print(const struct store_writer *w, char what[STORE_WHY_MAX]);

/* ---- store_clerk.c ---- */

void *store_clerk_main(void *store);
/*
 * Between two steps of what takes long, with no statement under way and no
 * transaction: answers what waits and is short.
 */
void store_clerk_between(struct store *s);

/* ---- store_thin.c ---- */

/* The clerk's: one trace that is too old goes. False: there was none, or it could not be. */
bool store_thin(struct store *s);

/* ---- store_known.c ---- */

/*
 * Is a game of the same PGN kept, with a number above `after`? Its own number does not count,
 * and is 0. 1, 0 or -errno, told by db->why but for -ENOMEM.
 */
MUST_USE int store_known(struct db *db, const struct record *r, uint32_t after);

/* ---- store_check.c ---- */

/* How the writer is to open the database: a short one is looked at as it is opened. */
enum db_mode store_check_mode(struct store *s);
/* It is open, of the generation that holds now: what was left unlooked at is the checker's. */
void store_check_begin(struct store *s);
/* The checker found the database that is in use damaged. Told once. */
bool store_check_failed(struct store *s);
void *store_check_main(void *store);

/* ---- store_work.c ---- */

void store_work_begin(struct store *s, enum store_work_kind kind, uint32_t of);
/* So far; false: it is to end. The loop is woken for each hundredth, not for each step. */
bool store_work_step(struct store *s, uint32_t done);
void store_work_end(struct store *s);

/* ---- store_export.c ---- */

/*
 * STORE_EXPORT: names of the files onto the list, as many as an answer holds; *n: of how
 * many. 0 or -errno with `why` told.
 */
MUST_USE int store_export(struct store *s, struct db *db, const struct store_ask *q, json_t *files,
			  uint32_t *n, char why[STORE_WHY_MAX]);
/* A game's trace, malloced; what is none says so in its first line. 0, -ENOMEM, or -errno as db->why tells. */
MUST_USE int store_trace_text(struct db *db, uint32_t number, char **text);

/* ---- store_json.c ---- */

/* A column as a text of JSON, whatever bytes stand in it. A new reference; NULL: no memory. */
json_t *store_json_column(struct db *db, enum db_statement st, int column);
/*
 * Puts an item, which is given away, at the end of a list where it fits into `room` bytes
 * with those that *used counts. 1; 0: it does not fit. -ENOMEM: it is NULL, or there is none.
 */
MUST_USE int store_json_append(json_t *list, json_t *item, size_t room, size_t *used);

/* ---- store_evening.c ---- */

/* The answer to STORE_EVENING, malloced; NULL with *err told. */
char *store_evening(struct db *db, uint32_t after, int *err);

/* ---- store_salvage.c ---- */

/* What was saved of a damaged database. */
struct salvage {
	char aside[DB_PATH_MAX]; /* the damaged file's name now */
	unsigned games, actions; /* carried over, of games that are listed */
	unsigned bare;           /* games that have lost all their actions, and are not */
	unsigned cut;            /* games whose end could not be read */
	unsigned rest;           /* rows that are no games: traces, settings, what is running */
	bool all_tables;         /* every table could be read to its end */
};

/* Who is told how far it is, in steps of one of several roads; of 0: nobody knows. */
struct salvage_watch {
	void (*step)(void *arg, uint32_t done, uint32_t of);
	void *arg;
};

/*
 * Sets the closed database under `path` aside and puts a new one in its place
 * with all that could be read of the old. 0 or -errno with `why` told; then the
 * old one is where it was.
 */
MUST_USE int store_salvage(const char *path, const struct salvage_watch *watch, struct salvage *out,
			   char why[STORE_WHY_MAX]);
/*
 * To be called before opening: ends a salvage that a power cut stopped half-way; a
 * log without a database goes aside, where it meets no other one. 0 or -errno.
 */
MUST_USE int store_salvage_finish(const char *path);

/* ---- store_file.c ---- */

/* A database's bytes, to be read without its sense. See there why not by open(2). */
struct store_file;
/* Read-only; NULL: it is not there, or cannot be had. To be closed by store_file_close. */
struct store_file *store_file_open(const char *path);
/* NULL is accepted. */
void store_file_close(struct store_file *f);
/* Its length in bytes, 0 if even that cannot be read. */
uint64_t store_file_size(struct store_file *f);
/* Zeroes stand for what is behind its end. False: the disk does not give it. */
MUST_USE bool store_file_read(struct store_file *f, void *buf, uint32_t len, uint64_t at);
/*
 * Its pages of `page` bytes into the same places of `to`, from `first`, counted from 0, to
 * before `end`; left out is what the disk does not give. 0 or -errno.
 */
MUST_USE int store_file_copy(struct store_file *f, int to, uint32_t page, uint64_t first,
			     uint64_t end);

/* ---- store_log.c ---- */

/* Something is missing within the log of that database, not only at its end. Nobody writes to it. */
bool store_log_has_hole(const char *path);
/*
 * Where frames have lost their head: gives `copy`, another name of that database, a log of
 * those that follow each other. False: there is nothing to be had that way. *all: nothing but
 * the head is missing.
 */
MUST_USE bool store_log_mend(const char *path, const char *copy, bool *all);

/* What a log gave that was laid over its database, page by page. */
enum store_laid {
	STORE_LAID_ALL,
	STORE_LAID_LACKS,  /* zeroes stand for pages whose last frame is damaged */
	STORE_LAID_UNSURE, /* a page may be missing of which nobody knows the number */
};

/*
 * What the log of that database adds to it up to its last commit, page by page, into a copy of
 * `held` pages of `page` bytes; nothing where there is no such log. 0, -ENOMEM or -ENOSPC.
 */
MUST_USE int store_log_lay(const char *path, uint32_t page, uint32_t held, int to,
			   enum store_laid *got);
/*
 * Where the log has a hole, and a head: a copy of the database that has no log, with what
 * stands before the hole and behind it laid over. 1: there is one; 0: not needed; -errno. *all:
 * nothing that was in the log is missing.
 */
MUST_USE int store_log_copy(const char *path, const char *copy, bool *all);

/* ---- store_head.c ---- */

/*
 * Bytes of a page by the first 18 of a database, 512 to 65536; what SQLite takes where they
 * say nothing: somebody may have had the file written anew.
 */
uint32_t store_head_page(const unsigned char *head);

/*
 * Where the first page of the closed database is not as it should be: a copy of it with a new
 * one, without its log. 1: there is one; 0: not needed, or nothing is behind it; -errno, told.
 */
MUST_USE int store_head_renew(const char *path, const char *copy, char why[STORE_WHY_MAX]);

/* ---- store_pages.c ---- */

/*
 * Looks at every page of the closed database and its log for rows of a journal, whatever pages
 * lead there, and puts them into a new journal under `again`. 1: there are some; 0: none;
 * -errno, told. *all: nothing hints at a game that was not found.
 */
MUST_USE int store_pages_find(const char *path, const char *again,
			      const struct salvage_watch *watch, bool *all,
			      char why[STORE_WHY_MAX]);

/* ---- store_still.c ---- */

/* Nobody can write to the file, by its file system. */
bool store_read_only(const char *path);
#define STORE_READ_ONLY "%s cannot be written: read-only file system"

/* ---- store_files.c ---- */

/* A path as messages name it: the end of a long one, so that a sentence has room behind it. */
struct store_told {
	char text[STORE_TOLD_MAX];
};
struct store_told store_told(const char *path);
/* path and suffix, cut where it does not fit. */
void store_name_with(char out[DB_PATH_MAX], const char *path, const char *suffix);
/* Has a daemon kept games there? Asked before this one leaves its own traces. */
bool store_folder_used(const char *folder);
/* The first path.WHAT-N that does not exist, nor a log of that name. */
void store_name_aside(const char *path, const char *what, char out[DB_PATH_MAX]);
/*
 * An empty file of that name which nobody else may read, where there is none. What is in the
 * journal hides what the games on the board hide.
 */
void store_file_make(const char *path);
/* The same of a database that is there, with what lies beside it. */
void store_files_hide(const char *path);
/* The folder of saved games in that folder, made if it is missing. 0 or -errno. */
MUST_USE int store_saved_folder(const char *folder, char path[PATH_MAX]);
/* A database that nobody has open, with what lies beside it. */
void store_files_remove(const char *path);
/* The log of the database under `path` goes with it: it must not meet another one. */
void store_files_move_log(const char *path, const char *aside);
/* path becomes aside, fresh becomes path. 0 or -errno. */
MUST_USE int store_files_replace(const char *path, const char *fresh, const char *aside);
/* The folder that `path` is in: its names are on the disk. 0 or -errno. */
MUST_USE int store_folder_sync(const char *path);

/*
 * The journal: games on disk that survive a power cut at any moment.
 *
 * One SQLite database in a folder, used by one daemon at a time. Two threads of
 * the store do all the waiting for the disk. The writer stores the running game,
 * its trace, and settings; the clerk serves requests about kept games, files and
 * imports. Rings of fixed size connect each of them with the loop.
 *
 * How the running game gets to disk: the loop marks changes, and store_pump shows them to the
 * writer. It fetches the actions from the session through store_config.action:
 *
 *	store_begin(s, &game)		a game was put on the board
 *	store_mark_action(s)		NOTE_FINAL
 *	store_mark_undo(s, n)		NOTE_UNDO
 *	store_mark_result(s, &res)	NOTE_RESULT; RECORD_UNFINISHED withdraws it
 *	store_pump(s, now_us)		once after each step of the session
 *
 * The writer compares the game with what it has written, so a store that recovers from an error, or
 * had to begin a new file, writes what the disk lacks. An action counts as recorded
 * (store_status.recorded) only when the disk has committed it. Actions are lost only if a new game
 * begins while 32 games wait for the disk; store_status.lost counts them.
 *
 * The loop's calls never block, never allocate, and take at most a few tens of
 * microseconds, unless a comment says "blocks" or "allocates". All are made
 * from one thread. The writer holds the lock only while it copies.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/record/record.h"

/*
 * Setting that holds the number of the game on the board once its players have closed its end. The
 * end of every other game is closed: only a game on the board can continue.
 */
#define STORE_CLOSED "end.closed"
/*
 * Setting that identifies the journal: eight random hexadecimal digits, written when the journal is
 * first opened. Exports go to a folder of that name (daemon/export/export.h).
 */
#define STORE_ID "journal.id"
/* … and with a number, who plays that game. */
#define STORE_PLAYERS "players."

enum {
	STORE_ID_SIZE = 16,
	STORE_WHY_MAX = 256, /* long enough for every message to end with its full sentence */
	STORE_KEY_MAX = 32,
	STORE_VALUE_MAX = 264,
	STORE_SETTINGS_MAX = 256,
	STORE_NAME_MAX = 64,         /* name of a saved game, with its NUL */
	STORE_TRACE_MAX = 64 * 1024, /* bytes of trace that may wait for the disk */
	STORE_LIST_MAX = 100,        /* games in one reply */
	STORE_LIST_BYTES = 60 * 1024, /* bytes of a list in one reply, which must fit into one
				       * line of the link */
};

struct store;

struct store_config {
	/*
	 * Returns the i-th final action of the running game as text, and its
	 * time in microseconds since the game began. Called only from
	 * store_pump and store_poll, with i < the actions marked.
	 */
	void (*action)(void *user, uint32_t i, char text[RULES_ACTION_TEXT], uint64_t *t_us);
	/*
	 * Returns the clock time left to the player whose turn that action
	 * ended. NULL: CLOCK_NO_TIME.
	 */
	uint64_t (*clock_us)(void *user, uint32_t i);
	/*
	 * Called repeatedly while store_open repairs a damaged file, so that the caller can
	 * serve other things during that time. May be NULL.
	 */
	void (*repairing)(void *user, uint32_t done, uint32_t of);
	void *user;
	/* delay before the writer retries after an error, milliseconds; 0: 1000 */
	uint32_t retry_ms;
};

/*
 * Opens the journal in `folder`, which is made if its parent exists. Blocks.
 *
 * Returns 0 with *out open, even if the disk is full, read-only or unreadable: store_status reports
 * the error and the store retries. Close *out with
 * store_close. Returns -EBUSY if another daemon holds the folder, -ENOMEM, or -EINVAL: `why` has
 * the message, *out is NULL, and the daemon must not start.
 *
 * A damaged database is renamed and its readable games are copied to a new one; store_status.what
 * reports that.
 */
MUST_USE int store_open(const char *folder, const struct store_config *c, struct store **out,
			char why[STORE_WHY_MAX]);
/*
 * Waits until everything marked is on disk, at most `wait_ms`, writes the files
 * that still wait (STORE_FILE), then ends the threads. Blocks. Returns 0, or
 * -EIO if a mark or such a file could not be written. NULL is accepted.
 */
int store_close(struct store *s, uint32_t wait_ms);

/*
 * Loads the game that was on the board when the last daemon ended, finished or
 * not, into *r (zeroed; owned by the caller). The store continues that game:
 * marks count on from r->n. Blocks; call it once, after store_open and before
 * any mark. Returns 1 if there is one, 0 if not, or -errno with `why` set
 * (store_begin is then still allowed).
 */
MUST_USE int store_resume(struct store *s, struct record *r, char why[STORE_WHY_MAX]);

struct store_setting {
	char key[STORE_KEY_MAX]; /* "": none */
	char value[STORE_VALUE_MAX];
};

/*
 * Begins a new running game with the record's rules, start and tags; its actions are not used. The
 * game before it stays as it is, finished or not. Allocates if that one still waits for the disk.
 */
void store_begin(struct store *s, const struct record *r);
void store_mark_action(struct store *s);
/* Removes the last n actions and any result; n <= marked. */
void store_mark_undo(struct store *s, uint32_t n);
void store_mark_result(struct store *s, const struct record_result *res);
/* Sets the players' names by seat, and the date once the clock is right; "" keeps the value. */
void store_mark_names(struct store *s, const char *const name[RULES_SEATS_MAX], const char *date);
/* Sets the state of the game's clock; it is kept with the marks made at the same time. */
void store_mark_clock(struct store *s, const char *clock);
void store_pump(struct store *s, uint64_t now_us);

/*
 * Appends lines to the running game's trace, each with its newline. They reach
 * the disk with the next commit, or when enough wait. Returns false if there is
 * no room: such text is counted, and the trace has a line about the gap.
 */
bool store_trace(struct store *s, const char *text, size_t len);

/*
 * Keeps the traces of the last `games` games that have one; 0, the default: of all. Older traces
 * are removed when a game begins.
 */
void store_keep_traces(struct store *s, uint32_t games);

/*
 * Settings are a small table that store_open reads and keeps in memory.
 * store_setting returns NULL if unset. store_setting_set keeps a value that differs; an empty
 * value of an unset key is none. Like a mark it waits for store_pump or store_poll, so that one
 * transaction writes it with the marks of the same step, or with the game that store_begin begins. It returns 0, -EINVAL if too long, or -ENOSPC beyond
 * STORE_SETTINGS_MAX keys. A setting that is not on
 * disk yet is written later.
 */
const char *store_setting(const struct store *s, const char *key);
MUST_USE int store_setting_set(struct store *s, const char *key, const char *value);
/* Returns how many further keys can be kept. */
unsigned store_settings_left(const struct store *s);

struct store_status {
	bool working; /* the last write succeeded */
	int err;      /* -errno of the error, 0: none */
	/*
	 * Message for users: the error, or what was found wrong when the store was
	 * opened ("": none). Stays until it changes.
	 */
	char what[STORE_WHY_MAX];
	uint32_t number;   /* number of the running game; 0 until it is on disk */
	/*
	 * Actions of the game on disk, without gaps from the first. While the disk still has undone
	 * actions, fewer than the game has; for a game without actions, see caught_up.
	 */
	uint32_t recorded;
	uint32_t marked;   /* actions marked */
	bool caught_up;    /* everything marked is on disk, with result and settings */
	uint32_t lost;     /* actions that could not be kept, see above */
	uint32_t version;  /* grows with every change of this struct */
};

/* Returns the status; valid until the next call with this store. */
const struct store_status *store_status(const struct store *s);

/*
 * Returns a descriptor for the event loop that is readable when store_poll has
 * work. Owned by the store.
 */
int store_fd(const struct store *s);
/* Processes the reports of the threads: updates the status and makes replies available. */
void store_poll(struct store *s);

/* ---- requests ---- */

enum store_question {
	STORE_LIST,   /* limit, before -> text: JSON array of games, newest first; n: `before` of
		       * the next page */
	STORE_PGN,    /* number, or record; limit: enum store_pgn -> text: PGN */
	STORE_NATIVE, /* number, or record -> text: the native record */
	STORE_TRACE,  /* number -> text: the trace of that game; limit 1: only if the game is
		       * over */
	STORE_IMPORT, /* text (PGN) -> text: JSON array of the first new numbers; n: all new
		       * games; kept. All games or none */
	STORE_SAVE,   /* name, record -> text: the file's path; replaces an older save */
	/* -> record, validated; limit 0: refuse a game that is over and already kept */
	STORE_OPEN,    /* name */
	STORE_READ,    /* text (a native record) */
	/* number, or record -> record; limit 1: with its review */
	STORE_GET,
	STORE_EVENING, /* number -> text: JSON of the later games, and of each player's score */
	STORE_FILE,    /* write, arg; text or none -> the text is returned when the file is on
		       * disk */
	STORE_MAKE,    /* make; does not use the disk */
	STORE_REVIEW,  /* number, text: a game's review, which replaces an earlier one */
};

/* The form of a PGN. */
enum store_pgn {
	STORE_PGN_ANY,      /* with its review, if there is one */
	STORE_PGN_PLAIN,    /* without */
	STORE_PGN_REVIEWED, /* with its review, or "" if there is none */
};

struct store_ask {
	uint64_t tag; /* returned with the reply, like `use` and `arg` */
	uint8_t use;
	uint8_t kind;    /* enum store_question */
	uint32_t number; /* of a game */
	uint32_t limit;  /* STORE_LIST: 1 to STORE_LIST_MAX, 0: 20; else as above */
	uint32_t before; /* STORE_LIST: only numbers below; 0: all */
	/*
	 * An allocated text (name, PGN or record, NUL-ended; STORE_LIST: text to find, or NULL) and an allocated record. The store
	 * owns and frees both, even if it refuses the request. STORE_SAVE needs a record. Other
	 * requests use a record instead of a number, for a game that is not in the journal yet.
	 */
	char *text;
	struct record *record;
	/*
	 * For STORE_OPEN, STORE_READ, STORE_GET and STORE_MAKE: slow work on the record (NULL for
	 * STORE_MAKE), done by the clerk's thread before it replies. Must depend on its arguments
	 * only. Returns NULL if out of memory. A NULL function makes nothing.
	 */
	void *(*make)(const struct record *r, const void *arg);
	void (*unmake)(void *made);
	/*
	 * STORE_FILE: writes a file that is not a game, in the clerk's thread, in the order of the
	 * requests. Returns 0, or -errno with `why` set.
	 */
	int (*write)(const void *arg, char why[STORE_WHY_MAX]);
	void *arg; /* of make and write; allocated and owned by the store, like text */
};

struct store_answer {
	uint64_t tag;
	uint8_t kind, use;
	void *arg;
	int err;                 /* 0 or -errno */
	char why[STORE_WHY_MAX]; /* if err: one line that names the cause */
	char *text;              /* NULL if none; the JSON of a list has at most STORE_LIST_BYTES */
	uint32_t n;              /* STORE_LIST: `before` of the next page, 0: last page; else a
				  * count */
	char id[STORE_ID_SIZE];  /* STORE_LIST: of the journal, "": none */
	uint32_t kept;           /* STORE_IMPORT: games that were kept already and got no number */
	uint32_t left_out;       /* STORE_IMPORT: games that pgn_left_out omits */
	struct record *record;   /* STORE_OPEN, STORE_READ, STORE_GET */
	void *made;              /* result of store_ask.make, or NULL */
	void (*unmake)(void *made);
};

/*
 * Queues a request; store_fd signals the reply, store_answer_take returns it.
 * Does not allocate or block. Returns 0, or -EAGAIN if 16 requests wait
 * already.
 */
MUST_USE int store_ask(struct store *s, const struct store_ask *q);
/* Frees the text, record and arg of a request that is not queued. */
void store_ask_free(const struct store_ask *q);
/* Returns the next reply, or NULL. store_answer_free frees it with its contents. */
struct store_answer *store_answer_take(struct store *s);
void store_answer_free(struct store_answer *a);

/* The repair of a damaged journal in progress, in games. */
struct store_repair {
	uint32_t done, of; /* `of` is 0 if the total is unknown */
};

/* Reports whether the journal is being repaired. store_fd signals progress. */
bool store_repairs(const struct store *s, struct store_repair *out);

/* Returns NULL, or why `name` cannot be the name of a saved game. */
const char *store_name_refuse(const char *name);

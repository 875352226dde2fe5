/*
 * The journal: games on disk that survive a power cut at any moment.
 *
 * One SQLite database in a folder, held by one daemon at a time. All waiting
 * for the disk is done by two threads of the store's own: the writer (the
 * running game, its trace, settings) and the clerk (questions about kept
 * games, files, imports); rings of fixed size lie between each and the loop.
 *
 * How the running game gets to disk. The loop does not hand over actions; it
 * marks what happened, and the store fetches the actions from the session
 * through store_config.action as there is room for them:
 *
 *	store_begin(s, &game)		a game was put on the board
 *	store_mark_action(s)		TOLD_FINAL
 *	store_mark_undo(s, n)		TOLD_UNDO
 *	store_mark_result(s, &res)	TOLD_RESULT; RECORD_UNFINISHED takes it back
 *	store_pump(s, now_us)		once after each step of the session
 *
 * So nothing can overflow: what did not fit is fetched later, and a store that
 * failed and works again, or had to begin a new file, fetches the whole game.
 * An action counts as recorded (store_status.recorded) only when the disk has
 * committed it. Actions are lost only where a new game begins while the ring
 * is full after long trouble, some 25 games of it; how many is told in
 * store_status.lost. How that game ended is kept all the same if no action of it
 * is missing.
 *
 * Calls of the loop: they never block, never allocate, and take at most a few
 * tens of microseconds, but where a comment says "blocks" or "allocates". All
 * are made from one thread.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/record/record.h"

enum {
	STORE_WHY_MAX = 256, /* the end of a sentence always stands in it */
	STORE_KEY_MAX = 32,
	STORE_VALUE_MAX = 128,
	STORE_SETTINGS_MAX = 64,
	STORE_WITH_MAX = 3,          /* settings that go to the disk with a game */
	STORE_NAME_MAX = 64,         /* of a saved game, NUL included */
	STORE_TRACE_MAX = 64 * 1024, /* bytes of trace that may wait for the disk */
	STORE_LIST_MAX = 100,        /* games in one answer */
	STORE_LIST_BYTES = 60 * 1024, /* of a list in one answer, which has to fit into a line of the link */
};

struct store;

struct store_config {
	/*
	 * The i-th final action of the running game, printed, and when it became
	 * final, in microseconds since the game began. Called from within
	 * store_pump and store_poll alone, with i < the actions marked.
	 */
	void (*action)(void *user, uint32_t i, char text[RULES_ACTION_TEXT], uint64_t *t_us);
	/* What that action left on the clock of who passed the turn by it. NULL: CLOCK_NO_TIME. */
	uint64_t (*clock_us)(void *user, uint32_t i);
	/*
	 * While store_open repairs a damaged file, which takes as long as there are
	 * games: called again and again, so that others are served meanwhile. NULL:
	 * nobody wants to be.
	 */
	void (*repairing)(void *user, uint32_t done, uint32_t of);
	void *user;
	/*
	 * When the writer tries again after trouble, milliseconds; 0: 1000.
	 */
	uint32_t retry_ms;
};

/*
 * Opens the journal in `folder`, which is made if its parent exists. Blocks.
 *
 * 0: *out is open and to be closed by store_close, even if the disk is in
 * trouble (full, read-only, unreadable): store_status tells, the store keeps
 * trying; what is on a read-only one is read. -EBUSY: another daemon holds the
 * folder, -ENOMEM, -EINVAL: `why` tells, *out is NULL and the daemon must not start.
 *
 * A damaged database is set aside under a name of its own and what can be read
 * of it is carried over; store_status.what tells.
 */
MUST_USE int store_open(const char *folder, const struct store_config *c, struct store **out,
			char why[STORE_WHY_MAX]);
/*
 * Waits until what was marked is on disk, at most `wait_ms`, writes the files that
 * still wait (STORE_FILE), then ends the threads. Blocks. 0, or -EIO when something
 * marked, or such a file, could not be written. NULL is accepted.
 */
int store_close(struct store *s, uint32_t wait_ms);

/*
 * The game that was on the board when the last daemon ended, finished or not,
 * into *r (zeroed; the caller's). The store goes on with it: marks count on
 * from r->n. Blocks; to be called once, after store_open, before any mark. 1:
 * there is one, 0: none, -errno with `why` told (store_begin is then fine).
 */
MUST_USE int store_resume(struct store *s, struct record *r, char why[STORE_WHY_MAX]);

struct store_setting {
	char key[STORE_KEY_MAX]; /* "": none */
	char value[STORE_VALUE_MAX];
};

/* What a game begins with. The start position is text in the game's form. */
struct store_game {
	const struct game *game;
	char start[RULES_POSITION_TEXT];
	char name[RULES_SEATS_MAX][RECORD_TEXT_MAX];
	char date[RECORD_DATE_SIZE]; /* "" stands for unset */
	char event[RECORD_TEXT_MAX]; /* of a game that came from elsewhere, "" unknown; so site */
	char site[RECORD_TEXT_MAX];
	char round[RECORD_TEXT_MAX]; /* which game of a match it is, "" none */
	char seeds[CHANCE_TEXT];     /* of its chance, "" none */
	char clock[CLOCK_TEXT];      /* as clock_print has it, "" none */
	/* Set by store_begin: a power cut finds the game with them, or neither. */
	struct store_setting with[STORE_WITH_MAX];
};

/* A new running game, no actions yet. The one before stays as it is, finished or not. */
void store_begin(struct store *s, const struct store_game *g);
void store_mark_action(struct store *s);
/* The last n actions are gone, and a result with them; n <= marked. */
void store_mark_undo(struct store *s, uint32_t n);
void store_mark_result(struct store *s, const struct record_result *res);
/* Players' names, by seat, and the date once the clock is right; "" leaves what was. */
void store_mark_names(struct store *s, const char *const name[RULES_SEATS_MAX], const char *date);
/* How its clock stands: kept with what is marked at the same time. */
void store_mark_clock(struct store *s, const char *clock);
/* The seeds of its chance, when one is added while it is played. */
void store_mark_seeds(struct store *s, const char *seeds);
void store_pump(struct store *s, uint64_t now_us);

/*
 * Lines of the running game's trace, each with its newline. They reach the disk
 * with the next commit, or when enough wait. Text that finds no room is
 * counted, and the trace says so at that place. False: it found none.
 */
bool store_trace(struct store *s, const char *text, size_t len);

/*
 * Of so many of the last games that have one traces are kept; 0, as at the beginning: of all. Those
 * of older games are removed by and by, when nobody asks for anything else.
 */
void store_keep_traces(struct store *s, uint32_t games);

/*
 * Settings are a small table that is read by store_open and kept in memory.
 * get: NULL when unset. set: 0; -EINVAL too long; -ENOSPC more than
 * STORE_SETTINGS_MAX keys. An unwritten setting is kept and written later.
 */
const char *store_setting(const struct store *s, const char *key);
MUST_USE int store_setting_set(struct store *s, const char *key, const char *value);

struct store_status {
	bool working; /* the disk took the last thing it was given */
	int err;      /* -errno of the trouble, 0 */
	/*
	 * In words, for people: the trouble, or what was found on opening and
	 * should be known ("" nothing). Stays until it changes.
	 */
	char what[STORE_WHY_MAX];
	uint32_t number;   /* of the running game; 0 until it is on disk */
	/*
	 * Its actions on disk, counted without gaps from the first. Less than all that stand,
	 * while the disk still has actions that were taken back; but 0 of 0 says nothing of them.
	 */
	uint32_t recorded;
	uint32_t marked;   /* its actions marked */
	bool caught_up;    /* everything marked is on disk, result and settings too */
	uint32_t lost;     /* actions that could not be kept, see above */
	uint32_t version;  /* grows with every change of what is in here */
};

/* Valid until the next call with this store. */
const struct store_status *store_status(const struct store *s);

/* Readable when store_poll has something to do; for the event loop. The store's own. */
int store_fd(const struct store *s);
/* Takes in what the threads report: the status changes, answers become available. */
void store_poll(struct store *s);

/* ---- questions ---- */

enum store_question {
	STORE_LIST,   /* limit, before -> text: JSON array of games, newest first; n: before what it goes on */
	STORE_PGN,    /* number, or record -> text: PGN */
	STORE_NATIVE, /* number, or record -> text: the native record */
	STORE_TRACE,  /* number -> text: the trace of that game; limit 1: of one that is over alone */
	/* dir -> text: JSON array of the first files, as export.h says; n: of all. limit 1: with traces */
	STORE_EXPORT,
	STORE_IMPORT, /* text (PGN) -> text: JSON array of the first numbers given; n: of all, kept; all games or none */
	STORE_SAVE,   /* name, record -> text: the file's path; an older save is replaced */
	/* -> record, validated; limit 0: no game that is over and kept already */
	STORE_OPEN,   /* name */
	STORE_READ,   /* text (a native record) */
	STORE_GET,    /* number, or record; text -> record; the text comes back */
	STORE_EVENING, /* number -> text: JSON of the games behind it, and of who made what of them */
	STORE_FILE,   /* write, arg; text or none -> the text comes back when it is on disk */
};

struct store_ask {
	uint64_t tag;    /* comes back with the answer */
	uint8_t kind;    /* enum store_question */
	uint32_t number; /* of a game */
	uint32_t limit;  /* STORE_LIST: 1 to STORE_LIST_MAX, 0: 20; else as above */
	uint32_t before; /* STORE_LIST: only numbers below it; 0: all */
	/*
	 * Handed over: malloced text (dir, name, PGN or record, NUL-ended) and a malloced
	 * record: STORE_SAVE needs one, and where a number would do, it counts instead:
	 * what the journal has not got yet. Freed by the store, on refusal too.
	 */
	char *text;
	struct record *record;
	/*
	 * STORE_OPEN, STORE_READ, STORE_GET: what takes long is made of the record by the
	 * clerk's thread before it answers. Depends on its arguments alone; NULL: there was
	 * no memory. NULL instead of the function: nothing is made.
	 */
	void *(*make)(const struct record *r, const char *text);
	void (*unmake)(void *made);
	/*
	 * STORE_FILE: writes a file that is no game, in the clerk's thread, one after the other
	 * as they were asked. 0, or -errno with why told. arg is handed over, malloced, as text.
	 */
	int (*write)(const void *arg, char why[STORE_WHY_MAX]);
	void *arg;
};

struct store_answer {
	uint64_t tag;
	uint8_t kind;
	int err;                 /* 0 or -errno */
	char why[STORE_WHY_MAX]; /* when err: one line that names the culprit */
	char *text;              /* NULL where there is none; JSON of a list is STORE_LIST_BYTES at most */
	uint32_t n;              /* STORE_LIST: the next page begins before it, 0: there is none; else how many */
	uint32_t kept;           /* STORE_IMPORT: games that were kept already, and got no number */
	uint32_t left_out;       /* STORE_IMPORT: games that pgn_left_out passes over */
	struct record *record;   /* STORE_OPEN, STORE_READ, STORE_GET */
	void *made;              /* what store_ask.make made of it, or NULL */
	void (*unmake)(void *made);
};

/*
 * Asks; the answer comes through store_fd and store_answer_take. Allocates
 * nothing, blocks nothing. 0, or -EAGAIN: 16 questions wait already.
 */
MUST_USE int store_ask(struct store *s, const struct store_ask *q);
/* The next answer, or NULL. store_answer_free frees it with what it holds. */
struct store_answer *store_answer_take(struct store *s);
void store_answer_free(struct store_answer *a);

/* What takes long, while it is done. */
enum store_work_kind {
	STORE_WORK_NONE,
	STORE_WORK_EXPORT, /* done, of: games */
	STORE_WORK_IMPORT, /* bytes of the text */
	STORE_WORK_REPAIR, /* not counted: of 0 */
	STORE_WORKS,
};

struct store_work {
	uint32_t id; /* grows with each; 0: cannot be cancelled */
	uint8_t kind;
	uint32_t done, of; /* of 0: nobody knows */
};

/* Of each thread at most one; how many are written to out. store_fd tells that one went on. */
unsigned store_work(const struct store *s, struct store_work out[2]);
/*
 * Ends the work of that number as soon as it can: an export keeps the files it
 * has written, an import nothing; who asked gets -ECANCELED. Unknown numbers
 * are passed over: it may just have ended.
 */
void store_cancel(struct store *s, uint32_t id);

/* NULL, or why `name` cannot be the name of a saved game. */
const char *store_name_refuse(const char *name);

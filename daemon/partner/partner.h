/*
 * halo-partner: a client of halod that plays the computers' seats with engines.
 *
 * Each view has an engine of its own, a child that speaks UCI over pipes, so that no engine gets
 * the views of two seats. The child ends when it had no task for a while.
 */
#pragma once
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "daemon/partner/guest.h"
#include "hw/client/client.h"

enum {
	PARTNER_SEATS = 4,
	PARTNER_THINK_MS = 2000,    /* the limit of `go`; most levels need far less */
	PARTNER_PATIENCE_MS = 6000, /* from `go` to `stop` */
	PARTNER_STOP_MS = 2000,     /* from `stop` to the end of the child */
	PARTNER_IDLE_MS = 10000,    /* from the last task to the end of the child */
	PARTNER_AGAIN_MS = 1000,    /* time until the next attempt to connect, or to choose */
	PARTNER_LATER_MS = 10000,   /* likewise, after PARTNER_TRIES */
	PARTNER_TRIES = 3,
	PARTNER_VIEW_MAX = 4096,
	PARTNER_MEMORY = 256 * 1024 * 1024, /* RLIMIT_AS of an engine */
	PARTNER_HASH_MB = 8,
	PARTNER_ADDRESSES = 4, /* RLIMIT_AS of a guest, by its memory: it counts what is never used */
	PARTNER_NOW_MS = 10,   /* the limit of `go` for a seat that was asked to move now */
	PARTNER_NICE = 10,
	PARTNER_ADVICE_MS = 500,    /* from the question to the first advice, if it is ready */
	PARTNER_ADVISE_MS = 3000,   /* to the last */
	PARTNER_LINES = 2450,       /* actions of the busiest position */
	PARTNER_SCORES_MAX = 60000, /* of a message */
	PARTNER_REVIEW_NODES = 100000, /* of each of the two searches for a reviewed action */
	PARTNER_REVIEW_MS = 60000,  /* … which end by then even on a slow machine */
	PARTNER_LINE_MAX = 160,     /* the best line of a review */
};

#define PARTNER_NEVER INT64_MAX

/* ---- log.c ---- */

/* Logs a line on standard error. */
void partner_log(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Returns the milliseconds of a clock that only grows. */
int64_t partner_now(void);

/* ---- child.c: an engine as a child process ---- */

enum child_stage {
	CHILD_NONE,     /* no process */
	CHILD_IDLE,
	CHILD_THINKS,   /* `go` was sent */
	CHILD_STOPS,    /* `stop` was sent; its action still counts */
	CHILD_DISCARDS, /* `stop` was sent; its action does not count */
};

struct child {
	enum child_stage stage;
	pid_t pid;
	int in, out;         /* its standard input and output */
	int64_t deadline_ms; /* of the stage */
	size_t n;
	char text[4096];     /* output that was not taken yet */
	bool skip;           /* in an overlong line */
};

/*
 * Starts the engine, which is idle until that time, with a limit of its memory in bytes. Returns 0 or
 * -errno.
 */
int child_start(struct child *c, const char *program, uint64_t memory, int64_t idle_until_ms);
/* Kills the process, if there is one. */
void child_end(struct child *c);
/* Sends lines; on failure the child is ended at its next deadline or end of output. */
void child_send(struct child *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Sends `stop` if the engine thinks. discard: its answer does not count. */
void child_stop(struct child *c, bool discard);
/* Reads available output. Returns false at its end. */
bool child_read(struct child *c);
/* Returns the next whole line, valid until the next call; NULL: none. */
const char *child_line(struct child *c);

/* ---- partner.c: the daemon, the tasks and the engines ---- */

struct partner_config {
	const char *socket; /* NULL: the usual places */
	const char *engine;
	const char *engines; /* folder of the guests' files */
	int64_t patience_ms, idle_ms;
	int64_t review_nodes;
	int64_t seed;
};

/* What the scores of a seat's turns say: see judge.c. */
struct partner_judged {
	unsigned lost, even; /* number of turns in a row */
	json_int_t n;        /* actions before the last turn */
	json_int_t again;    /* actions before which it offers no draw */
	bool offers;         /* offers a draw once its move is made */
};

/* A seat of the game on the board. */
struct partner_seat {
	struct child child;
	bool searched; /* since the partner connected */
	int score; /* centipawns of its last search, from the seat's side */
	bool fresh; /* the score is of this turn's search */
	struct partner_judged judged;
	uint32_t answered; /* the last prompt that it answered */
};

/* The engine that grades the actions of persons, see advise.c. */
struct adviser {
	struct child child;
	json_int_t begun, task; /* task 0: no advice is wanted */
	bool asks;              /* the engine is to be asked about `view` */
	bool failed;            /* logged; until an engine gives advice */
	char game[32], view[PARTNER_VIEW_MAX];
	int64_t send_ms;        /* when the scores are sent; NEVER: with the end of the search */
	unsigned lines;         /* actions of a whole iteration; 0: not known yet */
	unsigned n_lines;       /* in `part` */
	size_t n_part, n_whole; /* length of the texts; n_whole 0: sent, or none */
	char part[PARTNER_SCORES_MAX], whole[PARTNER_SCORES_MAX];
};

/* See the top of review.c. */
enum review_stage { REVIEW_WAITS, REVIEW_BEST, REVIEW_PLAYED };

/* The engine that scores the actions of finished games, see review.c. */
struct reviewer {
	struct child child;
	json_int_t task; /* 0: none */
	enum review_stage stage;
	bool asks;       /* the next search is to begin */
	char game[32], at[PARTNER_VIEW_MAX], action[24];
	int score, best; /* of the present search; of the first */
	char line[PARTNER_LINE_MAX], best_line[PARTNER_LINE_MAX];
};

struct partner {
	const struct partner_config *config;
	struct client link;
	struct guests guests;
	int64_t alive_every_ms, alive_ms; /* the watchdog: its period, and the next report */
	int64_t again_ms; /* the next attempt to connect; NEVER: connected */
	char why[CLIENT_WHY_MAX]; /* the last reported error */
	int role_id, play_id; /* requests that wait for a reply, or 0 */
	json_int_t begun; /* the game whose views the children know */

	/* The task; seat PARTNER_SEATS: none. */
	json_int_t task;
	unsigned seat, tries;
	json_int_t n_actions;
	bool hurried; /* asked to move now */
	char engine[GUEST_NAME]; /* a guest; "": halo-engine */
	char game[32], view[PARTNER_VIEW_MAX];
	int level;
	int64_t choose_ms; /* when an engine is to be asked; NEVER: it is asked, or has chosen */

	unsigned n_seats;
	char name[PARTNER_SEATS][8]; /* of the seats, in the order in which tasks named them */
	struct partner_seat at[PARTNER_SEATS];
	struct adviser adviser;
	struct reviewer reviewer;
};

/* seats.c: returns the index of a seat, which is added if it is new, or PARTNER_SEATS. */
unsigned partner_seat(struct partner *p, const char *name);
/* Serves halod until *stopped, which a signal sets. Signals are blocked except while it waits. */
void partner_run(struct partner *p, const struct partner_config *c,
		 const volatile sig_atomic_t *stopped);

/* ---- alive.c ---- */

/* Reports the start, and whether a watchdog waits. */
void partner_alive_begin(struct partner *p);
/* Reports at alive_ms that the loop goes on. */
void partner_alive(struct partner *p, int64_t now_ms);

/* ---- judge.c ---- */

/* Judges the score of a turn that begins after n_actions. Returns whether a seat of that level resigns. */
bool partner_judge(struct partner_seat *s, const char *game, int level, json_int_t n_actions);

/* ---- advise.c ---- */

/* Takes the daemon's wish for advice, or its end. */
void adviser_take(struct partner *p, const json_t *o);
/* Reads the engine's output. */
void adviser_serve(struct partner *p);
int64_t adviser_deadline(const struct partner *p);
/* Serves the deadline; harmless before it. */
void adviser_turn(struct partner *p);
/* Ends the engine. */
void adviser_forget(struct partner *p);

/* Returns the score of an info line. */
int adviser_score_of(const char *line);

/* ---- review.c ---- */

/* Takes the action to score, or the end of the review. */
void reviewer_take(struct partner *p, const json_t *o);
/* Reads the engine's output. */
void reviewer_serve(struct partner *p);
int64_t reviewer_deadline(const struct partner *p);
/* Begins and interrupts searches: an engine that thinks for a game goes first. Serves the deadline. */
void reviewer_turn(struct partner *p);
/* Ends the engine. */
void reviewer_forget(struct partner *p);

/* ---- consent.c ---- */

/* Answers the state's open question for the computers' seats, or offers a draw. */
void partner_consent(struct partner *p, const json_t *state);

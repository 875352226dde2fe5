/*
 * The thread of the search: started by `go`, ended by a limit, a deadline or `stop`. It prints the
 * info lines and the best move. Every call is made by the one thread that reads the commands.
 */
#pragma once
#include <pthread.h>

#include "daemon/engine/engine.h"

/* A `go` command. Times are in milliseconds. */
struct think_limits {
	struct engine_task
		task; /* `p`, `view`, `past`, `only`, `stop`, `report` and `arg` are set here */
	struct position p;
	struct engine_view view;
	struct action only[RULES_ACTIONS_MAX]; /* task.n_only of them; 0: all */
	int64_t soft_ms, hard_ms;              /* 0: none. No iteration begins after `soft_ms` */
	unsigned mate;                         /* ends at a win in so many moves; 0: never */
	bool infinite, ponder; /* the best move is printed only after `stop` or `ponderhit` */
};

enum { THINK_THREADS_MAX = 8 };

struct think {
	struct engine *engine;
	unsigned threads; /* 1 to THINK_THREADS_MAX; set while none runs */
	struct helper {
		struct think *think;
		unsigned number; /* from 1 */
		void *memory;    /* engine_size() bytes, for numbers below `threads` */
		struct engine *engine;
		pthread_t thread;
	} helper[THINK_THREADS_MAX];
	unsigned running; /* helpers of this search */
	struct think_limits limits;
	pthread_t thread;
	bool started; /* the thread is to be joined */
	atomic_bool stop;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	bool done;        /* the best move is printed */
	bool held;        /* it may not be printed yet */
	int64_t begin_ms; /* when the time began to count */
};

void think_init(struct think *t);
void think_free(struct think *t);
/* Sets the number of threads while no search runs. Returns 0, or -1: no memory, nothing changed. */
MUST_USE int think_set_threads(struct think *t, unsigned threads);
/*
 * Starts a search; none may be running. One limited by nodes uses one thread, so that it gives the
 * same result each time.
 */
void think_start(struct think *t, const struct think_limits *limits);
/* Ends the search and waits for its best move. */
void think_stop(struct think *t);
/* Starts the clock of a search that was pondering. */
void think_ponderhit(struct think *t);
/*
 * Waits for the best move of a search that ends by itself. Returns false at once if it is
 * infinite or ponders.
 */
bool think_wait(struct think *t);
/* Returns the milliseconds until think_expire must be called, at least 0; -1: never. */
int think_timeout(struct think *t);
/* Ends the search if its time is over. */
void think_expire(struct think *t);

/*
 * The running board: the only part that reads a clock and waits. It connects
 * the virtual board to the bus socket, the text protocol and time, real or
 * virtual. With a window it runs on its own thread; struct engine is then used
 * only under its lock.
 */
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/virtual/bus_server.h"
#include "hw/virtual/vboard.h"

enum {
	ENGINE_CONNS_MAX = 17,    /* standard input and 16 control clients */
	ENGINE_LINE_MAX = 4096,   /* a command, '\n' included */
	ENGINE_OUT_MAX = 32768,   /* replies not read yet … */
	ENGINE_ANSWER_MAX = 8192, /* … and the longest single one */
	ENGINE_PATH_MAX = 1024,
	/* A daemon that does not reply to T within this real time is reported. */
	ENGINE_PATIENCE_MS = 10000,
};

/* A sender of commands. */
struct engine_conn {
	bool open, eof;
	bool skipping; /* until the end of an overlong line */
	bool waiting;  /* for the reply to `advance` or `shot` */
	int in_fd, out_fd;
	size_t in_len, out_len;
	char in[ENGINE_LINE_MAX];
	char out[ENGINE_OUT_MAX];
};

struct engine_options {
	const char *bus_path;
	const char *control_path; /* NULL: none */
	const char *daemon_path;  /* the daemon's socket, for *set up*; NULL: none */
	bool virtual_time;
	bool use_stdin;
	uint64_t seed;
	unsigned patience_ms; /* 0: ENGINE_PATIENCE_MS */
};

/* A transaction on the wire. */
struct engine_wire {
	bool busy;
	uint64_t done_us;
	uint64_t client; /* bus_server.clients at its start */
	struct bus_message message;
	struct vboard_xfer xfer;
};

/* The state of `advance`. */
struct engine_advance {
	bool on;
	bool waiting; /* T was sent and not yet replied to */
	bool final;   /* this T is the last */
	uint64_t target_us;
	uint64_t give_up_us; /* real time */
	struct engine_conn *conn;
};

/* The state of `shot`. */
struct engine_shot {
	bool on;
	char path[ENGINE_PATH_MAX];
	struct engine_conn *conn;
};

struct engine {
	pthread_mutex_t lock;
	struct vboard board;
	struct bus_server bus;
	bool virtual_time;
	uint64_t now_us; /* virtual time, or the last clock reading */
	bool unreported; /* lines changed since the daemon's last reply to T */
	bool quit;
	unsigned patience_ms;
	int wake_fd, signal_fd, control_fd;
	char control_path[BOARD_PATH_MAX];
	const char *daemon_path; /* as in the options */
	struct engine_wire wire;
	struct engine_advance advance;
	struct engine_shot shot;
	void (*window_wake)(void *ctx); /* NULL: no window */
	void *window_ctx;
	char last_violation[VBOARD_WHY_MAX];
	struct engine_conn conn[ENGINE_CONNS_MAX];
};

/* Initialises the engine. Returns 0, or -1 with why. b must outlive e. */
MUST_USE int engine_init(struct engine *e, const struct board *b, const struct engine_options *o,
			 char why[BUS_SERVER_WHY_MAX]);
void engine_finish(struct engine *e);
/* Runs until `quit`, SIGINT, SIGTERM or engine_stop. */
void engine_run(struct engine *e);
/* Stops the engine; callable from any thread. */
void engine_stop(struct engine *e);

/* Bracket the window's changes to the board, which happen at the returned time. */
uint64_t engine_enter(struct engine *e);
void engine_leave(struct engine *e);
/* Lock for reading only: time does not advance and the engine is not woken. */
void engine_lock(struct engine *e);
void engine_unlock(struct engine *e);
/* Completes e->shot: why is "" or the error. Call under the lock. */
void engine_shot_done(struct engine *e, const char *why);

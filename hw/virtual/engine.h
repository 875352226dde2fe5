/*
 * The running board: the one place that reads a clock and waits. It ties the
 * virtual board to the bus socket, to the text protocol and to time, real or
 * virtual. With a window it runs on a thread of its own; everything in struct
 * engine is then touched under its lock only.
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
	ENGINE_OUT_MAX = 32768,   /* answers not read yet … */
	ENGINE_ANSWER_MAX = 8192, /* … and the longest single one */
	ENGINE_PATH_MAX = 1024,
	/* A daemon that does not answer T for this long (real time) is told of. */
	ENGINE_PATIENCE_MS = 10000,
};

/* One who sends commands. */
struct engine_conn {
	bool open, eof;
	bool skipping; /* the rest of an over-long line */
	bool waiting;  /* for the answer of `advance` or `shot` */
	int in_fd, out_fd;
	size_t in_len, out_len;
	char in[ENGINE_LINE_MAX];
	char out[ENGINE_OUT_MAX];
};

struct engine_options {
	const char *bus_path;
	const char *control_path; /* NULL: none */
	bool virtual_time;
	bool use_stdin;
	uint64_t seed;
	unsigned patience_ms; /* 0: ENGINE_PATIENCE_MS */
};

/* A transaction on its way over the wire. */
struct engine_wire {
	bool busy;
	uint64_t done_us;
	uint64_t client; /* bus_server.clients when it began */
	struct bus_message message;
	struct vboard_xfer xfer;
};

/* `advance` under way. */
struct engine_advance {
	bool on;
	bool waiting; /* T is out, its answer is not in */
	bool final;   /* that T is the last */
	uint64_t target_us;
	uint64_t give_up_us; /* real time */
	struct engine_conn *conn;
};

/* `shot` under way. */
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
	uint64_t now_us; /* virtual now, or the clock at the last look */
	bool untold;     /* lines moved since the daemon last answered T */
	bool quit;
	unsigned patience_ms;
	int wake_fd, signal_fd, control_fd;
	char control_path[BOARD_PATH_MAX];
	struct engine_wire wire;
	struct engine_advance advance;
	struct engine_shot shot;
	void (*window_wake)(void *ctx); /* NULL: there is no window */
	void *window_ctx;
	char last_violation[VBOARD_WHY_MAX];
	uint64_t repeats;
	struct engine_conn conn[ENGINE_CONNS_MAX];
};

/* 0, or -1 with why. b must outlive e. */
MUST_USE int engine_init(struct engine *e, const struct board *b, const struct engine_options *o,
			 char why[BUS_SERVER_WHY_MAX]);
void engine_finish(struct engine *e);
/* Serves until `quit`, SIGINT, SIGTERM or engine_stop. */
void engine_run(struct engine *e);
/* From any thread. */
void engine_stop(struct engine *e);

/* For the window: what a hand does happens between these two, at the time told. */
uint64_t engine_enter(struct engine *e);
void engine_leave(struct engine *e);
/* For looking only: nothing moves on, nobody is woken. */
void engine_lock(struct engine *e);
void engine_unlock(struct engine *e);
/* The window has done what e->shot asked: why is "" or what went wrong. Locked. */
void engine_shot_done(struct engine *e, const char *why);

/* For commands: begins moving virtual time on; answered later. */
void engine_advance(struct engine *e, struct engine_conn *c, uint64_t us);

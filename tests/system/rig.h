/*
 * A rig: the virtual board and the daemon as unmodified programs in a separate
 * folder, driven over their sockets. For tests and benchmarks.
 *
 * Any error of the rig itself (a program that does not start, a missing reply)
 * ends the test program with a message.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	RIG_PATIENCE_MS = 120000,	/* limit for anything that should happen at once */
	RIG_TEXT_MAX = 16384,
};

/* The programs' paths: argv of the test, by ctest. */
struct rig_programs {
	const char *halod, *halo_board;
};

struct rig {
	struct rig_programs programs;
	char dir[64];
	char board_name[1024];
	bool virtual_time;
	bool window;			/* the board has a window */
	pid_t board, halod;		/* 0: not running */
	int control;			/* -1: closed */
	char answer[RIG_TEXT_MAX];	/* data of the last board command, without its ok */
};

/* A client of the daemon. */
struct rig_client {
	int fd;
	size_t n_in;
	char *in;
	json_t *hello, *state;		/* the latest */
	uint32_t states, answers;	/* messages received */
	int next_id;
};

/* Makes a fresh folder and starts nothing. board: a name or a file. */
void rig_init(struct rig *r, struct rig_programs p, const char *board, bool virtual_time);
/* Ends the programs and removes the folder. */
void rig_finish(struct rig *r);

void rig_board_start(struct rig *r);
void rig_board_stop(struct rig *r);
/* Sends one command; its data lines are in r->answer. Errors end the test. */
const char *rig_board(struct rig *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Does the same where an error is possible: returns 0, or -1 with the line in r->answer. */
int rig_board_try(struct rig *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Starts halod with additional arguments (NULL-ended) and waits for its socket. */
void rig_halod_start(struct rig *r, const char *const *more);
/* Starts it without waiting; its standard error goes to halod.log in the folder. */
void rig_halod_spawn(struct rig *r, const char *const *more);
/* Runs a second halod to its end: returns the exit code, with its standard error in out. */
int rig_halod_run(struct rig *r, const char *const *argv, char out[RIG_TEXT_MAX]);
void rig_halod_kill(struct rig *r);	/* kill -9 */
/* Ends it by a signal; returns its exit code, or -1 if the signal ended it. */
int rig_halod_signal(struct rig *r, int sig);
int rig_halod_stop(struct rig *r);	/* by SIGTERM */
/* Returns the daemon's standard error so far. */
const char *rig_log(struct rig *r);
/* Waits until the log has `text`; returns false at the deadline. */
bool rig_log_has(struct rig *r, const char *text);

void rig_connect(struct rig *r, struct rig_client *c);
/* Connects without waiting for the greeting. */
void rig_dial(struct rig *r, struct rig_client *c);
void rig_disconnect(struct rig_client *c);
/* Sends a line unchanged. */
void rig_send(struct rig_client *c, const char *line);
/* Does the same; returns false if the daemon has disconnected. */
bool rig_send_try(struct rig_client *c, const char *line);
/*
 * Reads one message at a time, so that none is missed, waiting at most ms for
 * it; returns false if there is none, or at the end.
 */
bool rig_pump(struct rig_client *c, int ms);
/* Sends a request and waits for the reply (a borrowed reference until the next request). */
json_t *rig_ask(struct rig_client *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Waits for the reply to the request with that id. */
json_t *rig_answer(struct rig_client *c, int id);
/* Does the same as rig_ask; the reply must be ok. */
json_t *rig_ok(struct rig_client *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Requests and returns a fresh state. */
json_t *rig_state(struct rig_client *c);
/* Closes the end of a game with secrets; the client is the local screen. */
void rig_reveal(struct rig_client *c);
/* Waits until the state's field is this integer, or string. */
bool rig_wait_int(struct rig_client *c, const char *key, json_int_t value);
bool rig_wait_text(struct rig_client *c, const char *key, const char *value);
/* Returns the field's string, or "" if there is none. */
const char *rig_text(const json_t *o, const char *key);

/* Returns monotonic microseconds. */
uint64_t rig_now_us(void);
void rig_sleep_us(uint64_t us);
void rig_die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* ---- hands on the virtual board ---- */

/* Returns the piece letter on a square by a position's text; '.': empty. */
char rig_piece_at(const char *position, const char *sq);
/*
 * Plays a chess action with one hand, with pause_ms of virtual time (or real,
 * without virtual time) between touches. Castling moves the king first, a
 * capture is a swap, the en passant victim is last, and a promotion sets down
 * the new piece. position: before the action.
 */
void rig_play(struct rig *r, const char *position, const char *action, unsigned pause_ms);
/* Follows one step of guidance by hand; returns false if there is none. */
bool rig_follow(struct rig *r, struct rig_client *c);
/* Advances time. */
void rig_pause(struct rig *r, unsigned ms);

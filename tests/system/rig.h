/*
 * A rig: the virtual board and the daemon as unmodified programs in a folder
 * of their own, driven over their sockets. For tests and benches.
 *
 * Whatever goes wrong in the rig itself (a program that does not start, an
 * answer that does not come) ends the test program with a message.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
	RIG_PATIENCE_MS = 120000,	/* for anything that should happen at once */
	RIG_TEXT_MAX = 16384,
};

/* Where the programs are: argv of the test, by ctest. */
struct rig_programs {
	const char *halod, *halo_board;
};

struct rig {
	struct rig_programs programs;
	char dir[64];
	char board_name[1024];
	bool virtual_time;
	pid_t board, halod;		/* 0: not running */
	int control;			/* -1: closed */
	char answer[RIG_TEXT_MAX];	/* of the last board command, without its ok */
};

/* A client of the daemon. */
struct rig_client {
	int fd;
	size_t n_in;
	char *in;
	json_t *hello, *state;		/* the newest */
	uint32_t states, answers;	/* how many came */
	int next_id;
};

/* A fresh folder, nothing started. board: a name or a file. */
void rig_init(struct rig *r, struct rig_programs p, const char *board, bool virtual_time);
/* Ends what runs and removes the folder. */
void rig_finish(struct rig *r);

void rig_board_start(struct rig *r);
void rig_board_stop(struct rig *r);
/* One command; its data lines are in r->answer. Errors end the test. */
const char *rig_board(struct rig *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same, where an error is expected to be possible: 0, or -1 with the line in r->answer. */
int rig_board_try(struct rig *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Starts halod with further words (NULL-ended) and waits for its socket. */
void rig_halod_start(struct rig *r, const char *const *more);
/* Starts it without waiting; its standard error goes to halod.log in the folder. */
void rig_halod_spawn(struct rig *r, const char *const *more);
/* A second one beside it, run to its end: exit code; its standard error in out. */
int rig_halod_run(struct rig *r, const char *const *argv, char out[RIG_TEXT_MAX]);
void rig_halod_kill(struct rig *r);	/* kill -9 */
/* Ends it by a signal; its exit code, -1: the signal ended it. */
int rig_halod_signal(struct rig *r, int sig);
int rig_halod_stop(struct rig *r);	/* by SIGTERM */
/* The daemon's standard error so far. */
const char *rig_log(struct rig *r);
/* Waits until the log has `text`; false: it never does. */
bool rig_log_has(struct rig *r, const char *text);

void rig_connect(struct rig *r, struct rig_client *c);
/* The same without waiting for its greeting. */
void rig_dial(struct rig *r, struct rig_client *c);
void rig_disconnect(struct rig_client *c);
/* Sends a line as it is. */
void rig_send(struct rig_client *c, const char *line);
/* The same; false: the daemon has hung up. */
bool rig_send_try(struct rig_client *c, const char *line);
/*
 * Takes in one message, so that none goes unseen where many have come, waiting at
 * most ms for it; false: nothing, or the end.
 */
bool rig_pump(struct rig_client *c, int ms);
/* Asks and waits for the answer (a borrowed reference until the next ask). */
json_t *rig_ask(struct rig_client *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Waits for the answer to what was sent under that id. */
json_t *rig_answer(struct rig_client *c, int id);
/* As rig_ask, and the answer must be ok. */
json_t *rig_ok(struct rig_client *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A fresh state, asked for. */
json_t *rig_state(struct rig_client *c);
/* Waits until the state's field is this integer, or string. */
bool rig_wait_int(struct rig_client *c, const char *key, json_int_t value);
bool rig_wait_text(struct rig_client *c, const char *key, const char *value);
/* The field's string; "" where there is none. */
const char *rig_text(const json_t *o, const char *key);

/* Monotonic microseconds. */
uint64_t rig_now_us(void);
void rig_sleep_us(uint64_t us);
void rig_die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* ---- hands on the virtual board ---- */

/* The piece letter on a square by a position's text, '.' where none stands. */
char rig_piece_at(const char *position, const char *sq);
/*
 * Plays a chess action as one hand would, with pause_ms of virtual time (or
 * real, without virtual time) between touches: castling king first, a capture
 * by swapping, en passant victim last, promotion by setting down the piece.
 * position: before the action.
 */
void rig_play(struct rig *r, const char *position, const char *action, unsigned pause_ms);
/* One step of guidance by hand; false: there is nothing to be done. */
bool rig_follow(struct rig *r, struct rig_client *c);
/* Lets time go on. */
void rig_pause(struct rig *r, unsigned ms);

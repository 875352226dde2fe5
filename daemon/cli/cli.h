/*
 * What the parts of the command line `halo` share: the link to the daemon, the
 * verbs, how things are told. docs/halo.md is its manual.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

/* What `halo` ends with. */
enum {
	CLI_OK = 0,
	CLI_REFUSED = 1, /* the daemon refused, or there is none; a board that cannot work */
	CLI_USAGE = 2,   /* bad usage or input */
	CLI_PARTLY = 3,  /* of an export: some games or traces cannot be had, all others are there */
};

enum {
	CLI_PATH_MAX = 4096,
	/* Longest line either side may send, its newline included. */
	CLI_LINE_MAX = 64 * 1024,
	/* Longest answer in parts: the longest game, many times over. */
	CLI_ANSWER_MAX = 16 * 1024 * 1024,
	/* How long an answer may take: a USB stick that is written to is slow. */
	CLI_WAIT_MS = 60000,
};

/*
 * A connection to halod, made when the first question is asked, so that bad
 * usage is told as such whether there is a daemon or not.
 */
struct cli_link {
	const char *socket; /* the caller's */
	int fd;             /* -1: not connected */
	bool gone;          /* the daemon answers no more: what was asked last is not refused */
	bool quiet;         /* the caller's: refusals are not told, and stand in cli_said */
	int id;             /* of the last question */
	char *line;         /* bytes read: whole lines, perhaps, and the start of one */
	size_t len, room;
	json_t *hello; /* NULL: not connected */
};

/* Who speaks, "halo" until it is set, and what was said last. */
extern const char *cli_program;
extern char cli_said[512];

/* One line on standard error, "halo: …". Returns CLI_USAGE. */
int cli_bad(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same; returns CLI_REFUSED. */
int cli_refused(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * The socket: `given`, or the first of the usual places that has one, or where
 * it would be. False, told: there is no place at all.
 */
bool cli_socket(const char *given, char path[CLI_PATH_MAX]);
/* A connection to what listens at that path; its descriptor, or -errno. */
MUST_USE int cli_dial(const char *path);
/* Connects, if that has not been done, and takes the greeting in. CLI_OK, or CLI_REFUSED, told. */
MUST_USE int cli_connect(struct cli_link *l);
void cli_link_close(struct cli_link *l);
/*
 * Asks (the message is given away) and waits for the answer; parts are put
 * together. NULL, told: refused, or the daemon is gone. The caller frees.
 */
json_t *cli_ask(struct cli_link *l, json_t *message);
/* The next message told unasked, or NULL, told: the daemon is gone. Waits as long as it takes. */
json_t *cli_told(struct cli_link *l);

/* What a counted noun ends with: "1 game", "2 games". */
const char *cli_s(unsigned n);
/* A member's text; "" where there is none. */
const char *cli_text(const json_t *o, const char *key);

/* ---- what is shown: cli_show.c ---- */

/* The state of the game in a few lines. */
void cli_show_state(const json_t *state);
/* The board as text, lamps as brackets, or as colours where `colour`. */
void cli_show_board(const json_t *state, const json_t *lamps, bool colour);
/* One line a game, oldest last. */
void cli_show_list(const json_t *games);
/* What changed between two states, a line each; before: NULL at the beginning. */
void cli_show_change(const json_t *before, const json_t *state);

/* ---- verbs: cli_play.c, cli_games.c, cli_board.c, cli_export.c, cli_backup.c, cli_picture.c ---- */

/* A verb being carried out. */
struct cli_call {
	struct cli_link *link;
	int n;
	char **word; /* behind the verb */
};

/*
 * One game in a form, which is the message's name and the answer's key: its
 * text, the caller's. NULL, told. number 0: the game on the board.
 */
char *cli_fetch(struct cli_call *c, const char *form, long number);
/* A number of a game, or of games: 1 to 2^31 - 1; 0: it is none. */
long cli_number(const char *word);

struct record;
/*
 * The game of that number, of that file (.json, or the first game of a .pgn; no
 * daemon is asked), or (what NULL) the one on the board, into *r. CLI_OK, or told.
 */
MUST_USE int cli_record_find(struct cli_call *c, const char *verb, const char *what,
			     struct record *r);
/* A native record into *r. CLI_OK, or CLI_REFUSED, told with `what` it is. */
MUST_USE int cli_record_read(const char *what, const char *text, struct record *r);

int cli_games(struct cli_call *c);
int cli_new(struct cli_call *c);
int cli_state(struct cli_call *c);
int cli_board(struct cli_call *c);
int cli_board_show(struct cli_call *c);
int cli_apply(struct cli_call *c);
int cli_blind(struct cli_call *c);
int cli_undo(struct cli_call *c);
int cli_resign(struct cli_call *c);
int cli_draw(struct cli_call *c);
int cli_save(struct cli_call *c);
int cli_open(struct cli_call *c);
int cli_reset(struct cli_call *c);
int cli_watch(struct cli_call *c);
int cli_list(struct cli_call *c);
int cli_pgn(struct cli_call *c);
int cli_record(struct cli_call *c);
int cli_diagram(struct cli_call *c);
int cli_film(struct cli_call *c);
int cli_sheet(struct cli_call *c);
int cli_export(struct cli_call *c);
int cli_import(struct cli_call *c);
int cli_backup(struct cli_call *c);
int cli_restore(struct cli_call *c);
int cli_trace(struct cli_call *c);

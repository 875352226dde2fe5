/*
 * Shared by the parts of the command line `halo`: the link to the daemon, the verbs, the
 * output. docs/halo.md is its manual.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "hw/client/client.h"

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

/* Exit codes of `halo`. */
enum {
	CLI_OK = 0,
	CLI_REFUSED = 1, /* refused by the daemon, or no daemon; a board that cannot work */
	CLI_USAGE = 2,   /* bad usage or input */
	CLI_PARTLY = 3,  /* export: some games or traces are unavailable, all others are written */
};

enum {
	CLI_PATH_MAX = 4096,
	/* Maximum wait for an answer: a USB stick that is being written is slow. */
	CLI_WAIT_MS = 60000,
};

/*
 * A connection to halod, made with the first request, so that usage errors are reported
 * with or without a daemon.
 */
struct cli_link {
	const char *socket; /* the caller's */
	bool gone;          /* the daemon does not answer any more, so the last request was not
			     * refused */
	bool quiet;         /* the caller's: do not print refusals; cli_said has the text */
	json_t *hello;      /* NULL: not connected */
	struct client client;
};

/* The program's name, "halo" until it is set, and the last message. */
extern const char *cli_program;
extern char cli_said[512];

/* Prints one line on standard error, "halo: …". Returns CLI_USAGE. */
int cli_bad(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same; returns CLI_REFUSED. */
int cli_refused(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * Connects if necessary and reads the greeting. Returns CLI_OK, or CLI_REFUSED after printing
 * why.
 */
MUST_USE int cli_connect(struct cli_link *l);
void cli_link_close(struct cli_link *l);
/*
 * Sends a message (released here) and waits for the answer, with its parts joined. Returns
 * NULL, with a message, if refused or disconnected. The caller frees the answer.
 */
json_t *cli_ask(struct cli_link *l, json_t *message);
/*
 * Waits without limit for the next unrequested message; returns NULL, with a message, if
 * disconnected.
 */
json_t *cli_receive(struct cli_link *l);

/* Returns the plural ending for a count: "1 game", "2 games". */
const char *cli_s(unsigned n);
/* Returns a member's text, or "". */
const char *cli_text(const json_t *o, const char *key);

/* ---- cli_help.c ---- */

struct cli_call;
/* Returns the function that runs the verb, or NULL. */
int (*cli_verb(const char *verb))(struct cli_call *c);
/* Prints all verbs, or the forms and options of one. Returns false if there is no such verb. */
void cli_help_list(void);
bool cli_help_verb(const char *verb);

/* ---- output: cli_show.c ---- */

/* Prints the state of the game in a few lines. */
void cli_show_state(const json_t *state);
/* Prints the board as text; lamps as brackets, or in colour. */
void cli_show_board(const json_t *state, const json_t *lamps, bool colour);
/* Prints one line per game, oldest last. */
void cli_show_list(const json_t *games);
/* Prints the changes between two states, one per line; before: NULL at the beginning. */
void cli_show_change(const json_t *before, const json_t *state);

/* ---- verbs: cli_play.c, cli_set.c, cli_games.c, cli_board.c, cli_export.c, cli_backup.c, cli_picture.c ---- */

/* The execution of a verb. */
struct cli_call {
	struct cli_link *link;
	const char *verb;
	int n;
	char **word; /* words after the verb */
};

/* An option of a verb: a flag, or one with a value. A list of them ends with a row of NULL. */
struct cli_option {
	const char *name;
	bool *flag;
	const char **value; /* if flag is NULL */
};

/*
 * Takes the options out of the call's words, wherever they stand; min to max other words may
 * remain. Returns CLI_OK, or CLI_USAGE with a message.
 */
MUST_USE int cli_options(struct cli_call *c, const struct cli_option *options, int min, int max);
/* The same for a verb without options. */
MUST_USE int cli_words(struct cli_call *c, int min, int max);

/* ---- cli_record.c ---- */

/*
 * Fetches a game in a form, which is the message's name and the answer's key. Returns its
 * text for the caller, or NULL with a message. number 0: the game on the board.
 */
char *cli_fetch(struct cli_call *c, const char *form, long number);
/* Parses a number of a game, or of games: 1 to 2^31 - 1. Returns 0 if invalid. */
long cli_number(const char *word);

struct record;
/*
 * Reads a game into *r: by number, from a file (.json, or the first game of a .pgn,
 * without a daemon), or (what NULL) from the board. Returns CLI_OK, or an error with a
 * message.
 */
MUST_USE int cli_record_find(struct cli_call *c, const char *what, struct record *r);
/*
 * Parses a native record into *r. Returns CLI_OK, or CLI_REFUSED with a message that
 * begins with `what`.
 */
MUST_USE int cli_record_read(const char *what, const char *text, struct record *r);
/* Reports whether a record that cannot be read hides something: as `?`, or as counted cards, `#3`. */
bool cli_text_hides(const char *text);
/* Prints an allocated text and frees it. Returns CLI_OK; CLI_REFUSED for NULL. */
MUST_USE int cli_print(char *text);
/* Writes a file atomically. Returns CLI_OK, or an error with a message. */
MUST_USE int cli_write(const char *path, const char *text);
/* Reports whether a name has that ending, in any case. */
bool cli_ends_with(const char *text, const char *end);

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
int cli_reveal(struct cli_call *c);
int cli_now(struct cli_call *c);
int cli_say(struct cli_call *c);
int cli_set(struct cli_call *c);
int cli_next(struct cli_call *c);
int cli_save(struct cli_call *c);
int cli_open(struct cli_call *c);
int cli_reset(struct cli_call *c);
int cli_watch(struct cli_call *c);
int cli_lesson(struct cli_call *c);
int cli_puzzle(struct cli_call *c);
int cli_list(struct cli_call *c);
int cli_pgn(struct cli_call *c);
int cli_record(struct cli_call *c);
int cli_review(struct cli_call *c);
int cli_diagram(struct cli_call *c);
int cli_film(struct cli_call *c);
int cli_sheet(struct cli_call *c);
int cli_export(struct cli_call *c);
int cli_import(struct cli_call *c);
int cli_backup(struct cli_call *c);
int cli_restore(struct cli_call *c);
int cli_trace(struct cli_call *c);
int cli_replay(struct cli_call *c);

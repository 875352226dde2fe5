/* A request being served: shared by the files of the request module. */
#pragma once
#include "daemon/server/request.h"

struct request {
	struct table *t;
	json_t *in;
	json_t *out; /* fields of the answer, or the answer itself */
	uint64_t tag;
	uint32_t client;
	struct request_peer *peer;
	char why[REQUEST_WHY];
};

/* Results of a handler: done, refused with why, or answered later. */
enum { REQUEST_DONE = 0, REQUEST_REFUSED = -1, REQUEST_LATER = 1 };

/* ---- request_fields.c ---- */

/* Refuses with one line; returns REQUEST_REFUSED. */
int request_refuse(struct request *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * Reads the fields of a message by jansson's format, which ends in `!}`. A field outside
 * the format is an error, so that typos are found. Returns 0, or REQUEST_REFUSED with the
 * key in why.
 */
MUST_USE int request_take(struct request *r, const char *format, ...);
/* Converts a result of the table: done, refused with its reason, or (above 0) answered later. */
int request_reply(struct request *r, int ret);
int request_event(struct request *r, struct event e);
/* Passes a request to the store; frees its contents on refusal too. */
int request_store(struct request *r, struct store_ask q);

/* ---- request_new.c ---- */

/*
 * Refuses to replace a game with secrets unless `force` is set, because that game could not be
 * resumed. Returns 0, or REQUEST_REFUSED. what: the command's form, after the word "force".
 */
MUST_USE int request_refuse_lost(struct request *r, int force, const char *what);

/* ---- request_page.c ---- */

/* Finds the seat of that name, SEAT_NONE for NULL. Returns 0, or REQUEST_REFUSED. */
MUST_USE int request_seat(struct request *r, const char *name, uint8_t *seat);
/* Requires a running game. Returns 0, or REQUEST_REFUSED. */
MUST_USE int request_need_game(struct request *r);
/*
 * Determines the view the client may use: the seat's with its token, else that of its open
 * page, else SEAT_TABLE. Returns 0, or REQUEST_REFUSED for a wrong token.
 */
MUST_USE int request_viewer(struct request *r, unsigned seat, const char *token, unsigned *viewer);

/*
 * Checks that the client may act for that seat if players have secrets from each other: by
 * the seat's token, on its open page, or as the local screen if the seat has no PIN.
 * SEAT_NONE: for no particular seat, as only the local screen may. Returns 0, or
 * REQUEST_REFUSED.
 */
MUST_USE int request_authorise(struct request *r, unsigned seat, const char *token);

/* Each handles one message: REQUEST_DONE, REQUEST_REFUSED or REQUEST_LATER. */

int request_state(struct request *r);
int request_screen(struct request *r);
int request_handover(struct request *r);
int request_focus(struct request *r);
int request_remote(struct request *r);
int request_pin(struct request *r);

/* Returns the answer to the clerk's digest. */
json_t *request_pin_answer(struct table *t, const struct store_answer *a, uint32_t client);

/* ---- request_partner.c ---- */

/* Refuses a client that is not the partner to act for a computer's seat. Returns 0, or REQUEST_REFUSED. */
MUST_USE int request_refuse_computer(struct request *r, unsigned seat);
/* Reads who plays; NULL: persons. Returns 0, or REQUEST_REFUSED. */
MUST_USE int request_players(struct request *r, const struct game *g, json_t *players,
			     struct table_player player[RULES_SEATS_MAX]);
int request_partner(struct request *r);
int request_play(struct request *r);
int request_failed(struct request *r);
int request_move_now(struct request *r);
int request_advice(struct request *r);

/* ---- request_act.c ---- */

/* Requires that prompt to be open. Returns 0, or REQUEST_REFUSED. */
MUST_USE int request_check_prompt(struct request *r, json_int_t id);
int request_act(struct request *r);
int request_roll(struct request *r);
int request_choose(struct request *r);
int request_select(struct request *r);

/* ---- request_board.c ---- */

int request_diagnostics(struct request *r);
int request_lamptest(struct request *r);
int request_legend(struct request *r);
int request_blind(struct request *r);
int request_calibrate(struct request *r);
int request_poweroff(struct request *r);
int request_stick(struct request *r);

/*
 * Parses a clock; NULL leaves *out unchanged. Returns 0, or REQUEST_REFUSED with the error
 * in why.
 */
MUST_USE int request_clock_spec(struct request *r, const char *text, struct clock_spec *out);
int request_clock(struct request *r);
int request_claim(struct request *r);

int request_settings(struct request *r);
int request_set(struct request *r);
int request_date(struct request *r);

/* ---- request_new.c ---- */

int request_new(struct request *r);
int request_next(struct request *r);
int request_reset(struct request *r);

/* ---- request_games.c ---- */

/* How a reply of the store is used (store_ask.use). */
enum request_use {
	USE_TEXT,
	USE_SHOWN,
	USE_QR,
	USE_PIN,
	USE_REVIEW,
	USE_MISTAKE = TABLE_LESSON_USE,
	USE_OPENED = TABLE_PAST_USE,
};

int request_list(struct request *r);
int request_pgn(struct request *r);
int request_record(struct request *r);
int request_import(struct request *r);
int request_save(struct request *r);
int request_open(struct request *r);
int request_trace(struct request *r);
int request_show(struct request *r);
int request_evening(struct request *r);
/* The answers to the store's results; new references. */
json_t *request_opened(struct table *t, const struct store_answer *a);
json_t *request_shown(struct table *t, const struct store_answer *a, uint32_t client);
json_t *request_evening_answer(const struct table *t, const struct store_answer *a);

/* ---- request_lesson.c ---- */

int request_lesson(struct request *r);
/* ---- request_review.c ---- */

int request_review(struct request *r);
int request_reviewed(struct request *r);
/* Returns the review, or begins it. */
json_t *request_review_answer(struct table *t, const struct store_answer *a);

/* ---- request_qr.c ---- */

int request_qr(struct request *r);
/*
 * Returns the code of that part of a game's text, in parts of `most` bytes; part -1: of the whole
 * text. In any thread.
 */
json_t *request_qr_answer(const struct record *r, int part, int most);

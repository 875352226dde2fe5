/* A request being served: what the files of the request module share. */
#pragma once
#include "daemon/server/request.h"

struct request {
	struct table *t;
	json_t *in;
	json_t *out; /* further fields of the answer, or the answer itself */
	uint64_t tag;
	uint32_t client;
	char why[REQUEST_WHY];
};

/* What a handler says: done, refused with why, or answered later. */
enum { REQUEST_DONE = 0, REQUEST_REFUSED = -1, REQUEST_LATER = 1 };

/* ---- request_fields.c ---- */

/* Tells why, in one line; REQUEST_REFUSED. */
int request_refuse(struct request *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * The fields of a message by jansson's format, which ends in `!}`: any field
 * that it does not name is an error, so a mistyped one is not passed over. 0,
 * or REQUEST_REFUSED with the key told.
 */
MUST_USE int request_take(struct request *r, const char *format, ...);

/* ---- request_parts.c ---- */

/*
 * A part of a long text. The last one gives all of it in *whole, the caller's to
 * free; NULL: more is to come. REQUEST_DONE or REQUEST_REFUSED.
 */
MUST_USE int request_part(struct request *r, json_int_t part, bool more, const char *text,
			  char **whole);

/* ---- request_new.c ---- */

/*
 * A game that hides something cannot be played on once it is put aside, which needs force. 0,
 * or REQUEST_REFUSED; what: how the command does it, behind the word "force".
 */
MUST_USE int request_refuse_lost(struct request *r, int force, const char *what);

/* ---- request_page.c ---- */

/* The seat of that name, SEAT_NONE for NULL. 0, or REQUEST_REFUSED. */
MUST_USE int request_seat(struct request *r, const char *name, uint8_t *seat);
/* A game has to be going on: 0, or REQUEST_REFUSED. */
MUST_USE int request_need_game(struct request *r);
/*
 * Whose eyes the client has: the seat's with that seat's token, else those of
 * the page it holds open, else SEAT_TABLE. 0, or REQUEST_REFUSED: a wrong token.
 */
MUST_USE int request_eyes(struct request *r, unsigned seat, const char *token, unsigned *eyes);

/* One message each from here on: REQUEST_DONE, REQUEST_REFUSED or REQUEST_LATER. */

int request_state(struct request *r);
int request_screen(struct request *r);
int request_handover(struct request *r);
int request_focus(struct request *r);
int request_pin(struct request *r);

/* ---- request_act.c ---- */

int request_event(struct request *r, struct event e);
/* That prompt is open: 0, or REQUEST_REFUSED. */
MUST_USE int request_check_prompt(struct request *r, json_int_t id);
int request_act(struct request *r);
int request_roll(struct request *r);
int request_choose(struct request *r);
int request_select(struct request *r);

/* ---- request_board.c ---- */

int request_diagnostics(struct request *r);
int request_lamptest(struct request *r);
int request_blind(struct request *r);
int request_calibrate(struct request *r);
int request_poweroff(struct request *r);
int request_stick(struct request *r);

/* ---- request_clock.c ---- */

/* A clock in words; NULL leaves *out alone. 0, or REQUEST_REFUSED: what is wrong with it is told. */
MUST_USE int request_clock_spec(struct request *r, const char *text, struct clock_spec *out);
int request_clock(struct request *r);
int request_claim(struct request *r);

/* ---- request_settings.c ---- */

int request_settings(struct request *r);
int request_set(struct request *r);
int request_date(struct request *r);

/* ---- request_new.c ---- */

int request_new(struct request *r);
int request_next(struct request *r);
int request_reset(struct request *r);

/* ---- request_games.c ---- */

int request_list(struct request *r);
int request_pgn(struct request *r);
int request_record(struct request *r);
int request_export(struct request *r);
int request_import(struct request *r);
int request_save(struct request *r);
int request_open(struct request *r);
int request_trace(struct request *r);
int request_show(struct request *r);
int request_evening(struct request *r);
int request_cancel(struct request *r);
/* What STORE_GET is asked along with when the game is to go on. */
#define REQUEST_OPEN "open"
/* Their answers, of the store's; new references. */
json_t *request_opened(struct table *t, const struct store_answer *a);
json_t *request_shown(struct table *t, const struct store_answer *a, uint32_t client);
json_t *request_evening_answer(const struct table *t, const struct store_answer *a);

/* ---- request_qr.c ---- */

/* How what STORE_GET is asked along with begins, so that its answer is known for a code's. */
#define REQUEST_QR "qr"

int request_qr(struct request *r);
/* asked: what STORE_GET was asked along with. Asks nothing else, in any thread. */
json_t *request_qr_answer(const struct record *r, const char *asked);

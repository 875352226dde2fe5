/* A request being served: what the files of the request module share. */
#pragma once
#include "daemon/request.h"

struct request {
	struct table *t;
	json_t *in;
	json_t *out; /* further fields of the answer, or the answer itself */
	uint64_t tag;
	char why[TABLE_WHY + 64];
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

/* ---- request_new.c: one message each, REQUEST_DONE, REQUEST_REFUSED or REQUEST_LATER ---- */

int request_new(struct request *r);
int request_next(struct request *r);
int request_reset(struct request *r);

/* ---- request_games.c: the same ---- */

int request_list(struct request *r);
int request_pgn(struct request *r);
int request_record(struct request *r);
int request_export(struct request *r);
int request_import(struct request *r);
int request_save(struct request *r);
int request_open(struct request *r);
int request_trace(struct request *r);
